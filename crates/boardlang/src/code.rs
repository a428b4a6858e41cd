//! Code generation for the register machine.
//!
//! Variables use their slots as registers; intermediate values use the registers above them. A condition becomes one
//! instruction that compares and jumps, with an inline constant if there is one. By definition `/\` and `\/` evaluate
//! both sides. Skipping a side that cannot fail is not observable, so only if both sides can fail, the first outcome
//! needs a register. A side that reads no other letters than the side before it cannot fail either.
//!
//! Each program is compiled twice. The *exact* code charges steps for every block it enters. The *quick* code charges
//! once for everything outside loops and once for each iteration of a loop, always the maximum, and uses larger
//! instructions. If the quick code fails or runs out of steps, the exact code runs from the start and determines what
//! really happens.

use crate::{
    ir::{
        Arith, BoolExpr, CharClass, CharExpr, IntExpr, IrBlock, IrStatement, Relation, TypedProgram,
        max_iteration_steps,
    },
    peephole::optimize,
    problem::{LocatedProblem, ProgramProblem},
    source::Span,
    vm::MAX_REGISTERS,
};

/// The number of a register.
pub(crate) type Reg = u16;

/// The register that holds the length of the word. The register mask maps it to the last register.
pub(crate) const WORD_LENGTH: Reg = Reg::MAX;

/// An instruction. `to` is the index of the next instruction after a jump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instr {
    Const {
        dst: Reg,
        value: i32,
    },
    Copy {
        dst: Reg,
        a: Reg,
    },
    Add {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    AddConst {
        dst: Reg,
        a: Reg,
        value: i32,
    },
    Sub {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    ConstSub {
        dst: Reg,
        value: i32,
        b: Reg,
    },
    Mul {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    MulConst {
        dst: Reg,
        a: Reg,
        value: i32,
    },
    Div {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    DivConst {
        dst: Reg,
        a: Reg,
        value: i32,
    },
    Rem {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    RemConst {
        dst: Reg,
        a: Reg,
        value: i32,
    },
    PointValue {
        dst: Reg,
        a: Reg,
    },
    CharValue {
        dst: Reg,
        a: Reg,
    },
    ToUnit {
        dst: Reg,
        a: Reg,
    },
    Upper {
        dst: Reg,
        a: Reg,
    },
    Lower {
        dst: Reg,
        a: Reg,
    },
    Jump {
        to: u32,
    },
    JumpEq {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpNe {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpLt {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpLe {
        a: Reg,
        b: Reg,
        to: u32,
    },
    JumpEqConst {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpNeConst {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpLtConst {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpLeConst {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpGtConst {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpGeConst {
        a: Reg,
        value: i32,
        to: u32,
    },
    JumpClass {
        class: CharClass,
        is: bool,
        a: Reg,
        to: u32,
    },
    /// Tests the character at an index.
    JumpClassAt {
        class: CharClass,
        is: bool,
        a: Reg,
        to: u32,
    },
    Charge {
        steps: u32,
    },
    /// `AddConst`, `Charge` and `JumpLt` on one index, fused. The two instructions after it are skipped.
    LoopEnd {
        a: Reg,
        b: Reg,
        by: i16,
        steps: u32,
        to: u32,
    },
    /// The loop of a `JumpClassAt` and a `LoopEnd`, fused. `to` is the instruction after the loop.
    Scan {
        class: CharClass,
        is: bool,
        a: Reg,
        b: Reg,
        steps: u32,
        to: u32,
    },
    /// Jumps to the table entry of the value, clamped to the range.
    Switch {
        a: Reg,
        low: i32,
        high: i32,
        table: u32,
    },
    Halt,
}

/// Instructions with their spans in the source.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    pub(crate) instructions: Box<[Instr]>,
    pub(crate) spans: Box<[Span]>,
    /// The jump tables of all switches.
    pub(crate) tables: Box<[u32]>,
    pub(crate) registers: usize,
    /// The steps that are charged before the first instruction.
    pub(crate) steps: u32,
}

/// When the steps of a program are charged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChargeMode {
    /// On entry to each block.
    Exact,
    /// For each iteration of a loop, and in advance for the rest. Never too little.
    Quick,
}

/// Generates the code of a program. Fails if it needs too many registers.
pub(crate) fn generate(checked: &TypedProgram, paying: ChargeMode) -> Result<Code, LocatedProblem> {
    let mut code = plain(checked, paying)?;
    if paying == ChargeMode::Quick {
        code.tables = optimize(&mut code.instructions).into();
        code.steps = checked.body.max_steps();
    }
    Ok(code)
}

fn plain(checked: &TypedProgram, paying: ChargeMode) -> Result<Code, LocatedProblem> {
    let mut generator = CodeGenerator {
        paying,
        instructions: Vec::new(),
        spans: Vec::new(),
        here: Span::default(),
        next: checked.slots,
        most: checked.slots,
        written: checked.given,
        loops: 0,
        word_length: false,
    };
    generator.body(&checked.body);
    generator.emit(Instr::Halt);
    generator.finish()
}

struct CodeGenerator {
    paying: ChargeMode,
    instructions: Vec<Instr>,
    spans: Vec<Span>,
    /// The span of the current instruction, if it can fail.
    here: Span,
    next: Reg,
    most: Reg,
    /// The first variable that has not been written yet.
    written: Reg,
    /// The number of enclosing loops.
    loops: u32,
    /// Whether the length of the word is used.
    word_length: bool,
}

/// An operand: a constant or a register.
#[derive(Clone, Copy)]
enum Operand {
    Const(i32),
    Reg(Reg),
}

/// Jumps whose target is not known yet.
#[derive(Default)]
struct PendingJumps(Vec<usize>);

/// Statements.
impl CodeGenerator {
    fn finish(self) -> Result<Code, LocatedProblem> {
        let registers = usize::from(self.most) + usize::from(self.word_length);
        if registers > MAX_REGISTERS {
            let limit = MAX_REGISTERS as u32;
            return Err(LocatedProblem::new(ProgramProblem::TooManyVariables { limit }, Span::default()));
        }
        Ok(Code {
            instructions: self.instructions.into(),
            spans: self.spans.into(),
            tables: Box::default(),
            registers,
            steps: 0,
        })
    }

    fn body(&mut self, body: &IrBlock) {
        self.charge(body.charge, body.span);
        for step in &body.steps {
            self.step(step);
        }
    }

    fn charge(&mut self, steps: u32, span: Span) {
        if steps > 0 && self.paying == ChargeMode::Exact {
            self.emit_at(Instr::Charge { steps }, span);
        }
    }

    fn step(&mut self, step: &IrStatement) {
        match step {
            IrStatement::Set(slot, IntExpr::Const(0)) if self.is_untouched(*slot) => {}
            IrStatement::Set(slot, value) => {
                self.int_into(*slot, value);
                self.written = self.written.max(slot.saturating_add(1));
            }
            IrStatement::If(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise.as_ref());
            }
            IrStatement::While { test, charge, span, body } => {
                self.loops += 1;
                match self.paying {
                    ChargeMode::Exact => self.while_loop(test, *charge, *span, body),
                    ChargeMode::Quick => {
                        self.quick_while_loop(test, max_iteration_steps(*charge, body), body);
                    }
                }
                self.loops -= 1;
            }
        }
    }

    /// Whether a variable still has its initial value 0.
    fn is_untouched(&self, slot: Reg) -> bool {
        self.loops == 0 && slot >= self.written
    }

    fn conditional(&mut self, condition: &BoolExpr, then: &IrBlock, otherwise: Option<&IrBlock>) {
        let to_else = self.jump_if(condition, false);
        self.body(then);
        let Some(otherwise) = otherwise else { return self.patch_here(to_else) };
        let to_end = self.jump();
        self.patch_here(to_else);
        self.body(otherwise);
        self.patch_here(to_end);
    }

    fn while_loop(&mut self, test: &BoolExpr, charge: u32, span: Span, body: &IrBlock) {
        let top = self.position();
        self.charge(charge, span);
        let out = self.jump_if(test, false);
        self.body(body);
        self.emit(Instr::Jump { to: top });
        self.patch_here(out);
    }

    /// Repeats the test at the end of the loop, which saves a jump in each iteration.
    fn quick_while_loop(&mut self, test: &BoolExpr, steps: u32, body: &IrBlock) {
        let out = self.jump_if(test, false);
        let top = self.position();
        self.body(body);
        self.emit(Instr::Charge { steps });
        let again = self.jump_if(test, true);
        self.patch_to(again, top);
        self.patch_here(out);
    }
}

/// Values.
impl CodeGenerator {
    fn int_into(&mut self, dst: Reg, int: &IntExpr) {
        let saved = self.next;
        let instr = self.int_instr(dst, int);
        self.next = saved;
        self.emit_at(instr, int_span(int));
    }

    /// Emits the code of a value except for its last instruction, which is returned.
    fn int_instr(&mut self, dst: Reg, int: &IntExpr) -> Instr {
        match int {
            IntExpr::Const(value) => Instr::Const { dst, value: *value },
            IntExpr::Slot(a) => Instr::Copy { dst, a: *a },
            IntExpr::WordLength => Instr::Copy { dst, a: self.word_length() },
            IntExpr::PointValue(index, _) => Instr::PointValue { dst, a: self.int_reg(index) },
            IntExpr::Code(char) => Instr::Copy { dst, a: self.char_reg(char) },
            IntExpr::Neg(a) => Instr::ConstSub { dst, value: 0, b: self.int_reg(a) },
            IntExpr::Arith(op, a, b, _) => {
                let (a, b) = (self.operand(a), self.operand(b));
                self.arith_instr(dst, *op, a, b)
            }
        }
    }

    fn arith_instr(&mut self, dst: Reg, op: Arith, a: Operand, b: Operand) -> Instr {
        match (op, a, b) {
            (Arith::Add, Operand::Reg(a), Operand::Const(value))
            | (Arith::Add, Operand::Const(value), Operand::Reg(a)) => Instr::AddConst { dst, a, value },
            (Arith::Mul, Operand::Reg(a), Operand::Const(value))
            | (Arith::Mul, Operand::Const(value), Operand::Reg(a)) => Instr::MulConst { dst, a, value },
            (Arith::Sub, Operand::Reg(a), Operand::Const(value)) => {
                Instr::AddConst { dst, a, value: value.wrapping_neg() }
            }
            (Arith::Sub, Operand::Const(value), Operand::Reg(b)) => Instr::ConstSub { dst, value, b },
            (Arith::Div, Operand::Reg(a), Operand::Const(value)) => Instr::DivConst { dst, a, value },
            (Arith::Rem, Operand::Reg(a), Operand::Const(value)) => Instr::RemConst { dst, a, value },
            (op, a, b) => {
                let (a, b) = (self.in_reg(a), self.in_reg(b));
                match op {
                    Arith::Add => Instr::Add { dst, a, b },
                    Arith::Sub => Instr::Sub { dst, a, b },
                    Arith::Mul => Instr::Mul { dst, a, b },
                    Arith::Div => Instr::Div { dst, a, b },
                    Arith::Rem => Instr::Rem { dst, a, b },
                }
            }
        }
    }

    fn operand(&mut self, int: &IntExpr) -> Operand {
        match int {
            IntExpr::Const(value) => Operand::Const(*value),
            int => Operand::Reg(self.int_reg(int)),
        }
    }

    fn in_reg(&mut self, operand: Operand) -> Reg {
        match operand {
            Operand::Reg(reg) => reg,
            Operand::Const(value) => {
                let dst = self.temporary();
                self.emit(Instr::Const { dst, value });
                dst
            }
        }
    }

    /// A register that holds the value: the variable's own, or a temporary.
    fn int_reg(&mut self, int: &IntExpr) -> Reg {
        match int {
            IntExpr::Slot(slot) => *slot,
            IntExpr::WordLength => self.word_length(),
            IntExpr::Code(char) => self.char_reg(char),
            int => {
                let dst = self.temporary();
                self.int_into(dst, int);
                dst
            }
        }
    }

    fn char_reg(&mut self, char: &CharExpr) -> Reg {
        let dst = self.temporary();
        let saved = self.next;
        let (instr, span) = match char {
            CharExpr::Const(unit) => (Instr::Const { dst, value: i32::from(*unit) }, Span::default()),
            CharExpr::OfWord(index, span) => (Instr::CharValue { dst, a: self.int_reg(index) }, *span),
            CharExpr::OfCode(int) => (Instr::ToUnit { dst, a: self.int_reg(int) }, Span::default()),
            CharExpr::Upper(char) => (Instr::Upper { dst, a: self.char_reg(char) }, Span::default()),
            CharExpr::Lower(char) => (Instr::Lower { dst, a: self.char_reg(char) }, Span::default()),
        };
        self.next = saved;
        self.emit_at(instr, span);
        dst
    }

    fn word_length(&mut self) -> Reg {
        self.word_length = true;
        WORD_LENGTH
    }

    fn temporary(&mut self) -> Reg {
        let reg = self.next;
        self.next = self.next.saturating_add(1);
        self.most = self.most.max(self.next);
        reg
    }
}

fn int_span(int: &IntExpr) -> Span {
    match int {
        IntExpr::PointValue(_, span) | IntExpr::Arith(_, _, _, span) => *span,
        _ => Span::default(),
    }
}

/// Conditions.
impl CodeGenerator {
    /// Emits code that jumps if the condition is `when`, and continues otherwise.
    fn jump_if(&mut self, condition: &BoolExpr, when: bool) -> PendingJumps {
        let saved = self.next;
        let waiting = self.jump_if_unscoped(condition, when);
        self.next = saved;
        waiting
    }

    fn jump_if_unscoped(&mut self, condition: &BoolExpr, when: bool) -> PendingJumps {
        match condition {
            BoolExpr::Const(value) if *value == when => self.jump(),
            BoolExpr::Const(_) => PendingJumps::default(),
            BoolExpr::Not(inner) => self.jump_if(inner, !when),
            BoolExpr::Class(class, CharExpr::OfWord(index, span)) => {
                let a = self.int_reg(index);
                self.wait_at(Instr::JumpClassAt { class: *class, is: when, a, to: 0 }, *span)
            }
            BoolExpr::Class(class, char) => {
                let a = self.char_reg(char);
                self.wait(Instr::JumpClass { class: *class, is: when, a, to: 0 })
            }
            BoolExpr::Relation(relation, a, b) => {
                let relation = if when { *relation } else { relation.negate() };
                self.compare(relation, a, b)
            }
            BoolExpr::And(a, b) => self.logic(a, b, when, false),
            BoolExpr::Or(a, b) => self.logic(a, b, when, true),
        }
    }

    fn compare(&mut self, relation: Relation, a: &IntExpr, b: &IntExpr) -> PendingJumps {
        let (a, b) = (self.operand(a), self.operand(b));
        let instr = match (a, b) {
            (Operand::Reg(a), Operand::Const(value)) => compare_const(relation, a, value),
            (Operand::Const(value), Operand::Reg(b)) => compare_const(relation.swap_operands(), b, value),
            (a, b) => {
                let (a, b) = (self.in_reg(a), self.in_reg(b));
                compare_regs(relation, a, b)
            }
        };
        self.wait(instr)
    }

    /// Emits two conditions. If either of them is `deciding`, so is the outcome.
    fn logic(&mut self, a: &BoolExpr, b: &BoolExpr, when: bool, deciding: bool) -> PendingJumps {
        if b.is_total_after(a) {
            self.first_then_second(a, b, when, deciding)
        } else if a.is_total() {
            self.first_then_second(b, a, when, deciding)
        } else {
            self.both(a, b, when, deciding)
        }
    }

    fn first_then_second(
        &mut self,
        first: &BoolExpr,
        second: &BoolExpr,
        when: bool,
        deciding: bool,
    ) -> PendingJumps {
        if when == deciding {
            let waiting = self.jump_if(first, when);
            return waiting.and(self.jump_if(second, when));
        }
        let decided = self.jump_if(first, deciding);
        let waiting = self.jump_if(second, when);
        self.patch_here(decided);
        waiting
    }

    /// Both sides can fail: stores the first outcome in a register until the second has been evaluated.
    fn both(&mut self, a: &BoolExpr, b: &BoolExpr, when: bool, deciding: bool) -> PendingJumps {
        let dst = self.temporary();
        self.keep_outcome(a, dst);
        let outcome = BoolExpr::Relation(Relation::Ne, IntExpr::Slot(dst), IntExpr::Const(0));
        self.first_then_second(b, &outcome, when, deciding)
    }

    fn keep_outcome(&mut self, condition: &BoolExpr, dst: Reg) {
        self.emit(Instr::Const { dst, value: 0 });
        let no = self.jump_if(condition, false);
        self.emit(Instr::Const { dst, value: 1 });
        self.patch_here(no);
    }
}

fn compare_const(relation: Relation, a: Reg, value: i32) -> Instr {
    let to = 0;
    match relation {
        Relation::Eq => Instr::JumpEqConst { a, value, to },
        Relation::Ne => Instr::JumpNeConst { a, value, to },
        Relation::Lt => Instr::JumpLtConst { a, value, to },
        Relation::Le => Instr::JumpLeConst { a, value, to },
        Relation::Gt => Instr::JumpGtConst { a, value, to },
        Relation::Ge => Instr::JumpGeConst { a, value, to },
    }
}

fn compare_regs(relation: Relation, a: Reg, b: Reg) -> Instr {
    let to = 0;
    match relation {
        Relation::Eq => Instr::JumpEq { a, b, to },
        Relation::Ne => Instr::JumpNe { a, b, to },
        Relation::Lt => Instr::JumpLt { a, b, to },
        Relation::Le => Instr::JumpLe { a, b, to },
        Relation::Gt => Instr::JumpLt { a: b, b: a, to },
        Relation::Ge => Instr::JumpLe { a: b, b: a, to },
    }
}

/// Instructions and targets.
impl CodeGenerator {
    fn emit(&mut self, instr: Instr) {
        self.emit_at(instr, self.here);
    }

    fn emit_at(&mut self, instr: Instr, span: Span) {
        self.instructions.push(instr);
        self.spans.push(span);
    }

    fn position(&self) -> u32 {
        self.instructions.len() as u32
    }

    fn jump(&mut self) -> PendingJumps {
        self.wait(Instr::Jump { to: 0 })
    }

    fn wait(&mut self, instr: Instr) -> PendingJumps {
        self.wait_at(instr, self.here)
    }

    fn wait_at(&mut self, instr: Instr, span: Span) -> PendingJumps {
        self.emit_at(instr, span);
        PendingJumps(vec![self.instructions.len() - 1])
    }

    fn patch_here(&mut self, waiting: PendingJumps) {
        self.patch_to(waiting, self.position());
    }

    fn patch_to(&mut self, waiting: PendingJumps, here: u32) {
        for at in waiting.0 {
            if let Some(to) = self.instructions.get_mut(at).and_then(Instr::target) {
                *to = here;
            }
        }
    }
}

impl PendingJumps {
    fn and(mut self, other: PendingJumps) -> PendingJumps {
        self.0.extend(other.0);
        self
    }
}

impl Instr {
    pub(crate) fn target(&mut self) -> Option<&mut u32> {
        use Instr::*;
        match self {
            Jump { to }
            | JumpEq { to, .. }
            | JumpNe { to, .. }
            | JumpLt { to, .. }
            | JumpLe { to, .. }
            | JumpEqConst { to, .. }
            | JumpNeConst { to, .. }
            | JumpLtConst { to, .. }
            | JumpLeConst { to, .. }
            | JumpGtConst { to, .. }
            | JumpGeConst { to, .. }
            | JumpClass { to, .. }
            | JumpClassAt { to, .. } => Some(to),
            _ => None,
        }
    }
}
