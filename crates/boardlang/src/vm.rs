//! The register machine.

use crate::{
    code::{Code, Instr, Reg, WORD_LENGTH},
    ir::CharClass,
    problem::RunCause,
    word::{self, WordLetter},
};

/// The maximum number of variables and intermediate values at the same time.
pub(crate) const MAX_REGISTERS: usize = 4096;

/// The step budget of a run.
///
/// ```
/// # mod quixotry { pub use quixotry_boardlang as boardlang; }
/// use quixotry::boardlang::{Dialect, Fuel, Signature, compile};
///
/// let endless = compile("while (true) do { _result_ := 0 }", Signature::Board, Dialect::Left)?.program;
/// assert!(endless.run_board(0, 0, Fuel(1_000)).is_err());
/// # Ok::<(), quixotry::boardlang::Diagnostics>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fuel(pub u32);

impl Fuel {
    /// Enough for any reasonable square or board. It is used up in well under a millisecond.
    pub const DEFAULT: Fuel = Fuel(100_000);
}

impl Default for Fuel {
    fn default() -> Fuel {
        Fuel::DEFAULT
    }
}

/// Why a run failed, at which instruction, and the steps that were left.
pub(crate) struct RunFailure {
    pub(crate) cause: RunCause,
    pub(crate) at: usize,
    pub(crate) left: u32,
}

/// The value of a run, and the steps that are left.
pub(crate) type RunOutcome = Result<(i32, u32), RunFailure>;

/// Runs code with `inputs` in its first registers. Returns the value of the register `result`.
#[inline]
pub(crate) fn run(code: &Code, inputs: &[i32], result: Reg, word: &[WordLetter], fuel: Fuel) -> RunOutcome {
    match code.registers {
        0..=16 => run_in::<16>(code, inputs, result, word, fuel),
        17..=256 => run_in_more::<256>(code, inputs, result, word, fuel),
        _ => run_in_more::<MAX_REGISTERS>(code, inputs, result, word, fuel),
    }
}

/// Not inlined, so that small programs do not reserve stack space for thousands of registers.
#[inline(never)]
fn run_in_more<const N: usize>(
    code: &Code,
    inputs: &[i32],
    result: Reg,
    word: &[WordLetter],
    fuel: Fuel,
) -> RunOutcome {
    run_in::<N>(code, inputs, result, word, fuel)
}

#[inline]
fn run_in<const N: usize>(
    code: &Code,
    inputs: &[i32],
    result: Reg,
    word: &[WordLetter],
    fuel: Fuel,
) -> RunOutcome {
    let Some(left) = fuel.0.checked_sub(code.steps) else {
        return Err(RunFailure { cause: RunCause::StepLimit, at: 0, left: 0 });
    };
    let mut registers = Registers([0; N]);
    registers.set(WORD_LENGTH, word.len() as i32);
    for (register, input) in registers.0.iter_mut().zip(inputs) {
        *register = *input;
    }
    let left = execute(code, &mut registers, word, left)?;
    Ok((registers.get(result), left))
}

/// The registers. Their number is a power of two; masking the index removes the bounds check.
struct Registers<const N: usize>([i32; N]);

impl<const N: usize> Registers<N> {
    #[inline(always)]
    fn get(&self, reg: Reg) -> i32 {
        self.0[usize::from(reg) & (N - 1)]
    }

    #[inline(always)]
    fn set(&mut self, reg: Reg, value: i32) {
        self.0[usize::from(reg) & (N - 1)] = value;
    }

    #[inline(always)]
    fn unit(&self, reg: Reg) -> u16 {
        self.get(reg) as u16
    }
}

/// The interpreter loop: one arm for each instruction. Returns the steps that are left.
fn execute<const N: usize>(
    code: &Code,
    regs: &mut Registers<N>,
    word: &[WordLetter],
    mut left: u32,
) -> Result<u32, RunFailure> {
    let Code { instructions, tables, .. } = code;
    let mut at = 0;
    macro_rules! fail {
        ($cause:expr) => {
            return Err(RunFailure { cause: $cause, at, left })
        };
    }
    macro_rules! pay {
        ($steps:expr) => {
            match left.checked_sub($steps) {
                Some(rest) => left = rest,
                None => {
                    left = 0;
                    fail!(RunCause::StepLimit)
                }
            }
        };
    }
    macro_rules! jump_if {
        ($condition:expr, $to:expr) => {
            if $condition {
                at = $to as usize;
                continue;
            }
        };
    }
    while let Some(instr) = instructions.get(at) {
        match *instr {
            Instr::Const { dst, value } => regs.set(dst, value),
            Instr::Copy { dst, a } => regs.set(dst, regs.get(a)),
            Instr::Add { dst, a, b } => regs.set(dst, regs.get(a).wrapping_add(regs.get(b))),
            Instr::AddConst { dst, a, value } => regs.set(dst, regs.get(a).wrapping_add(value)),
            Instr::Sub { dst, a, b } => regs.set(dst, regs.get(a).wrapping_sub(regs.get(b))),
            Instr::ConstSub { dst, value, b } => regs.set(dst, value.wrapping_sub(regs.get(b))),
            Instr::Mul { dst, a, b } => regs.set(dst, regs.get(a).wrapping_mul(regs.get(b))),
            Instr::MulConst { dst, a, value } => regs.set(dst, regs.get(a).wrapping_mul(value)),
            Instr::Div { dst, a, b } => match regs.get(b) {
                0 => fail!(RunCause::DivisionByZero),
                divisor => regs.set(dst, regs.get(a).wrapping_div(divisor)),
            },
            Instr::Rem { dst, a, b } => match regs.get(b) {
                0 => fail!(RunCause::DivisionByZero),
                divisor => regs.set(dst, regs.get(a).wrapping_rem(divisor)),
            },
            Instr::DivConst { dst, a, value } => match value {
                0 => fail!(RunCause::DivisionByZero),
                divisor => regs.set(dst, regs.get(a).wrapping_div(divisor)),
            },
            Instr::RemConst { dst, a, value } => match value {
                0 => fail!(RunCause::DivisionByZero),
                divisor => regs.set(dst, regs.get(a).wrapping_rem(divisor)),
            },
            Instr::PointValue { dst, a } => match letter(word, regs.get(a)) {
                Some(letter) => regs.set(dst, letter.points),
                None => fail!(RunCause::IndexOutOfBounds(regs.get(a))),
            },
            Instr::CharValue { dst, a } => match letter(word, regs.get(a)) {
                Some(letter) => regs.set(dst, i32::from(letter.unit)),
                None => fail!(RunCause::IndexOutOfBounds(regs.get(a))),
            },
            Instr::ToUnit { dst, a } => regs.set(dst, i32::from(regs.unit(a))),
            Instr::Upper { dst, a } => regs.set(dst, i32::from(word::to_upper(regs.unit(a)))),
            Instr::Lower { dst, a } => regs.set(dst, i32::from(word::to_lower(regs.unit(a)))),
            Instr::Jump { to } => jump_if!(true, to),
            Instr::JumpEq { a, b, to } => jump_if!(regs.get(a) == regs.get(b), to),
            Instr::JumpNe { a, b, to } => jump_if!(regs.get(a) != regs.get(b), to),
            Instr::JumpLt { a, b, to } => jump_if!(regs.get(a) < regs.get(b), to),
            Instr::JumpLe { a, b, to } => jump_if!(regs.get(a) <= regs.get(b), to),
            Instr::JumpEqConst { a, value, to } => jump_if!(regs.get(a) == value, to),
            Instr::JumpNeConst { a, value, to } => jump_if!(regs.get(a) != value, to),
            Instr::JumpLtConst { a, value, to } => jump_if!(regs.get(a) < value, to),
            Instr::JumpLeConst { a, value, to } => jump_if!(regs.get(a) <= value, to),
            Instr::JumpGtConst { a, value, to } => jump_if!(regs.get(a) > value, to),
            Instr::JumpGeConst { a, value, to } => jump_if!(regs.get(a) >= value, to),
            Instr::JumpClass { class, is, a, to } => jump_if!(class.has(regs.unit(a)) == is, to),
            Instr::JumpClassAt { class, is, a, to } => match letter(word, regs.get(a)) {
                Some(letter) => jump_if!(class.has(letter.unit) == is, to),
                None => fail!(RunCause::IndexOutOfBounds(regs.get(a))),
            },
            Instr::Charge { steps } => pay!(steps),
            Instr::LoopEnd { a, b, by, steps, to } => {
                let index = regs.get(a).wrapping_add(i32::from(by));
                regs.set(a, index);
                pay!(steps);
                jump_if!(index < regs.get(b), to);
                at += 2;
            }
            Instr::Scan { class, is, a, b, steps, to } => {
                let index = regs.get(a);
                let Some(passed) = scan(word, index, regs.get(b), class, is) else {
                    fail!(RunCause::IndexOutOfBounds(index))
                };
                regs.set(a, index.wrapping_add(passed.turns as i32));
                pay!(passed.turns.saturating_mul(steps));
                jump_if!(passed.all, to);
            }
            Instr::Switch { a, low, high, table } => {
                let value = regs.get(a).max(low).min(high);
                let entry = table.wrapping_add(value.wrapping_sub(low) as u32);
                let Some(&to) = tables.get(entry as usize) else { fail!(RunCause::StepLimit) };
                jump_if!(true, to);
            }
            Instr::Halt => return Ok(left),
        }
        at += 1;
    }
    Ok(left)
}

#[inline(always)]
fn letter(word: &[WordLetter], index: i32) -> Option<&WordLetter> {
    usize::try_from(index).ok().and_then(|index| word.get(index))
}

/// The result of a fused loop over the word.
struct ScanResult {
    turns: u32,
    /// Whether the loop reached its end.
    all: bool,
}

/// Iterates from `index`, at least once, until a letter does not match or the index reaches `end`. Returns `None` if
/// the word is too short.
///
/// Not inlined, so that its loop has all machine registers.
#[inline(never)]
fn scan(word: &[WordLetter], index: i32, end: i32, class: CharClass, is: bool) -> Option<ScanResult> {
    let letters = word.get(usize::try_from(index).ok()?..)?;
    let most = end.saturating_sub(index).max(1) as u32;
    let letters = letters.get(..most as usize).unwrap_or(letters);
    match if is { first_without(letters, class) } else { first_with(letters, class) } {
        Some(turns) => Some(ScanResult { turns: turns as u32, all: false }),
        None => (letters.len() == most as usize).then_some(ScanResult { turns: most, all: true }),
    }
}

#[inline(always)]
fn first_with(letters: &[WordLetter], class: CharClass) -> Option<usize> {
    letters.iter().position(|letter| class.has(letter.unit))
}

#[inline(always)]
fn first_without(letters: &[WordLetter], class: CharClass) -> Option<usize> {
    letters.iter().position(|letter| !class.has(letter.unit))
}
