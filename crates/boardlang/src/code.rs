//! Instructions for the register machine, made from a checked program.
//!
//! Variables keep their slots as registers, intermediate values live above them. Conditions become jumps that compare
//! and branch in one instruction, with the constant inside where there is one. `/\` and `\/` evaluate both sides by
//! definition, but a side that cannot fail may be left out unseen, so only two sides that can both fail need a
//! register for the first; a side that reads no other letters than the side before it cannot fail either.
//!
//! There are two codes of each program. The *exact* one pays for every block it enters. The *quick* one pays only once
//! for everything outside of loops and once for every turn of a loop, and always the most that this can cost; it is
//! made of larger instructions. When the quick one fails or runs out of steps, the exact one runs from the start and
//! says what happened.

use crate::{
    ir::{Arith, Bool, Char, CharClass, Int, IrBlock, IrStatement, Relation, TypedProgram, turn_steps},
    problem::{LocatedProblem, ProgramProblem},
    source::Span,
    tune::tune,
    vm::MAX_REGISTERS,
};

/// A register's number.
pub(crate) type Reg = u16;

/// The register that holds the length of the word: the last one, whatever their number.
pub(crate) const WORD_LENGTH: Reg = Reg::MAX;

/// One instruction; `to` is the number of the instruction to go on with.
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
    /// `AddConst`, `Charge` and `JumpLt` on one index; goes on behind the three.
    Turn {
        a: Reg,
        b: Reg,
        by: i16,
        steps: u32,
        to: u32,
    },
    /// `JumpClassAt` and `Turn` as often as they lead to each other; `to` is behind the turn.
    Scan {
        class: CharClass,
        is: bool,
        a: Reg,
        b: Reg,
        steps: u32,
        to: u32,
    },
    /// Goes where the table says for the value, or for the nearer end of the range.
    Switch {
        a: Reg,
        low: i32,
        high: i32,
        table: u32,
    },
    Halt,
}

/// Instructions with the place each came from.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    pub(crate) instructions: Box<[Instr]>,
    pub(crate) spans: Box<[Span]>,
    /// The targets of all switches.
    pub(crate) tables: Box<[u32]>,
    pub(crate) registers: usize,
    /// What has to be paid before the first instruction.
    pub(crate) steps: u32,
}

/// When the steps of a program are paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChargeMode {
    /// On entering each block.
    Exact,
    /// For each turn of a loop, and in advance for the rest: never too little.
    Quick,
}

/// Makes the code of a program, unless it needs too many registers at once.
pub(crate) fn generate(checked: &TypedProgram, paying: ChargeMode) -> Result<Code, LocatedProblem> {
    let mut code = plain(checked, paying)?;
    if paying == ChargeMode::Quick {
        code.tables = tune(&mut code.instructions).into();
        code.steps = checked.body.most_steps();
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
    /// Where the instruction being made comes from, as far as it can fail.
    here: Span,
    next: Reg,
    most: Reg,
    /// Variables from here on have not been written so far.
    written: Reg,
    /// How many loops are around here.
    loops: u32,
    /// Whether the length of the word is used.
    word_length: bool,
}

/// A value that is already somewhere.
#[derive(Clone, Copy)]
enum Operand {
    Const(i32),
    Reg(Reg),
}

/// Jumps that wait for their target.
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
            IrStatement::Set(slot, Int::Const(0)) if self.is_untouched(*slot) => {}
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
                    ChargeMode::Exact => self.repetition(test, *charge, *span, body),
                    ChargeMode::Quick => self.quick_repetition(test, turn_steps(*charge, body), body),
                }
                self.loops -= 1;
            }
        }
    }

    /// Whether a variable still holds the 0 it began with.
    fn is_untouched(&self, slot: Reg) -> bool {
        self.loops == 0 && slot >= self.written
    }

    fn conditional(&mut self, condition: &Bool, then: &IrBlock, otherwise: Option<&IrBlock>) {
        let to_else = self.jumps(condition, false);
        self.body(then);
        let Some(otherwise) = otherwise else { return self.land(to_else) };
        let to_end = self.jump();
        self.land(to_else);
        self.body(otherwise);
        self.land(to_end);
    }

    fn repetition(&mut self, test: &Bool, charge: u32, span: Span, body: &IrBlock) {
        let top = self.position();
        self.charge(charge, span);
        let out = self.jumps(test, false);
        self.body(body);
        self.emit(Instr::Jump { to: top });
        self.land(out);
    }

    /// Tests a second time at the end, which saves a jump on every turn.
    fn quick_repetition(&mut self, test: &Bool, steps: u32, body: &IrBlock) {
        let out = self.jumps(test, false);
        let top = self.position();
        self.body(body);
        self.emit(Instr::Charge { steps });
        let again = self.jumps(test, true);
        self.land_at(again, top);
        self.land(out);
    }
}

/// Values.
impl CodeGenerator {
    fn int_into(&mut self, dst: Reg, int: &Int) {
        let saved = self.next;
        let instr = self.int_instr(dst, int);
        self.next = saved;
        self.emit_at(instr, int_span(int));
    }

    /// The last instruction of a value, after emitting those before it.
    fn int_instr(&mut self, dst: Reg, int: &Int) -> Instr {
        match int {
            Int::Const(value) => Instr::Const { dst, value: *value },
            Int::Slot(a) => Instr::Copy { dst, a: *a },
            Int::WordLength => Instr::Copy { dst, a: self.word_length() },
            Int::PointValue(index, _) => Instr::PointValue { dst, a: self.int_reg(index) },
            Int::Code(char) => Instr::Copy { dst, a: self.char_reg(char) },
            Int::Neg(a) => Instr::ConstSub { dst, value: 0, b: self.int_reg(a) },
            Int::Arith(op, a, b, _) => {
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

    fn operand(&mut self, int: &Int) -> Operand {
        match int {
            Int::Const(value) => Operand::Const(*value),
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

    /// A register that holds the value: the variable itself, or a new one.
    fn int_reg(&mut self, int: &Int) -> Reg {
        match int {
            Int::Slot(slot) => *slot,
            Int::WordLength => self.word_length(),
            Int::Code(char) => self.char_reg(char),
            int => {
                let dst = self.temporary();
                self.int_into(dst, int);
                dst
            }
        }
    }

    fn char_reg(&mut self, char: &Char) -> Reg {
        let dst = self.temporary();
        let saved = self.next;
        let (instr, span) = match char {
            Char::Const(unit) => (Instr::Const { dst, value: i32::from(*unit) }, Span::default()),
            Char::OfWord(index, span) => (Instr::CharValue { dst, a: self.int_reg(index) }, *span),
            Char::OfCode(int) => (Instr::ToUnit { dst, a: self.int_reg(int) }, Span::default()),
            Char::Upper(char) => (Instr::Upper { dst, a: self.char_reg(char) }, Span::default()),
            Char::Lower(char) => (Instr::Lower { dst, a: self.char_reg(char) }, Span::default()),
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

fn int_span(int: &Int) -> Span {
    match int {
        Int::PointValue(_, span) | Int::Arith(_, _, _, span) => *span,
        _ => Span::default(),
    }
}

/// Conditions.
impl CodeGenerator {
    /// Code that jumps away if the condition turns out as `when`, and goes on otherwise.
    fn jumps(&mut self, condition: &Bool, when: bool) -> PendingJumps {
        let saved = self.next;
        let waiting = self.jumps_open(condition, when);
        self.next = saved;
        waiting
    }

    fn jumps_open(&mut self, condition: &Bool, when: bool) -> PendingJumps {
        match condition {
            Bool::Const(value) if *value == when => self.jump(),
            Bool::Const(_) => PendingJumps::default(),
            Bool::Not(inner) => self.jumps(inner, !when),
            Bool::Class(class, Char::OfWord(index, span)) => {
                let a = self.int_reg(index);
                self.wait_at(Instr::JumpClassAt { class: *class, is: when, a, to: 0 }, *span)
            }
            Bool::Class(class, char) => {
                let a = self.char_reg(char);
                self.wait(Instr::JumpClass { class: *class, is: when, a, to: 0 })
            }
            Bool::Relation(relation, a, b) => {
                let relation = if when { *relation } else { relation.negated() };
                self.compare(relation, a, b)
            }
            Bool::And(a, b) => self.logic(a, b, when, false),
            Bool::Or(a, b) => self.logic(a, b, when, true),
        }
    }

    fn compare(&mut self, relation: Relation, a: &Int, b: &Int) -> PendingJumps {
        let (a, b) = (self.operand(a), self.operand(b));
        let instr = match (a, b) {
            (Operand::Reg(a), Operand::Const(value)) => compare_const(relation, a, value),
            (Operand::Const(value), Operand::Reg(b)) => compare_const(relation.swapped(), b, value),
            (a, b) => {
                let (a, b) = (self.in_reg(a), self.in_reg(b));
                compare_regs(relation, a, b)
            }
        };
        self.wait(instr)
    }

    /// Two conditions of which one alone decides if it turns out as `deciding`.
    fn logic(&mut self, a: &Bool, b: &Bool, when: bool, deciding: bool) -> PendingJumps {
        if b.is_total_after(a) {
            self.first_then_second(a, b, when, deciding)
        } else if a.is_total() {
            self.first_then_second(b, a, when, deciding)
        } else {
            self.both(a, b, when, deciding)
        }
    }

    fn first_then_second(&mut self, first: &Bool, second: &Bool, when: bool, deciding: bool) -> PendingJumps {
        if when == deciding {
            let waiting = self.jumps(first, when);
            return waiting.and(self.jumps(second, when));
        }
        let decided = self.jumps(first, deciding);
        let waiting = self.jumps(second, when);
        self.land(decided);
        waiting
    }

    /// Both can fail: the first outcome is kept in a register until the second has been evaluated.
    fn both(&mut self, a: &Bool, b: &Bool, when: bool, deciding: bool) -> PendingJumps {
        let dst = self.temporary();
        self.keep_outcome(a, dst);
        let outcome = Bool::Relation(Relation::Ne, Int::Slot(dst), Int::Const(0));
        self.first_then_second(b, &outcome, when, deciding)
    }

    fn keep_outcome(&mut self, condition: &Bool, dst: Reg) {
        self.emit(Instr::Const { dst, value: 0 });
        let no = self.jumps(condition, false);
        self.emit(Instr::Const { dst, value: 1 });
        self.land(no);
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

    fn land(&mut self, waiting: PendingJumps) {
        self.land_at(waiting, self.position());
    }

    fn land_at(&mut self, waiting: PendingJumps, here: u32) {
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
