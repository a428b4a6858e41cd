//! The register machine.

use crate::{
    code::{Code, Instr, Reg},
    problem::RunCause,
    word::{self, WordLetter},
};

/// How many variables and intermediate values a program may hold at once.
pub(crate) const MAX_REGISTERS: usize = 4096;

/// How many steps a run may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fuel(pub u32);

impl Fuel {
    /// Enough for any sensible square or board, and over in well under a millisecond.
    pub const DEFAULT: Fuel = Fuel(100_000);
}

impl Default for Fuel {
    fn default() -> Fuel {
        Fuel::DEFAULT
    }
}

/// Why a run failed, and at which instruction.
pub(crate) struct Failure {
    pub(crate) cause: RunCause,
    pub(crate) at: usize,
}

/// Runs code with its first registers set to `inputs` and answers what the register `result` holds in the end.
#[inline]
pub(crate) fn run(
    code: &Code,
    inputs: &[i32],
    result: Reg,
    word: &[WordLetter],
    fuel: Fuel,
) -> Result<i32, Failure> {
    match code.registers {
        0..=16 => run_in::<16>(code, inputs, result, word, fuel),
        17..=256 => run_in::<256>(code, inputs, result, word, fuel),
        _ => run_in::<MAX_REGISTERS>(code, inputs, result, word, fuel),
    }
}

#[inline]
fn run_in<const N: usize>(
    code: &Code,
    inputs: &[i32],
    result: Reg,
    word: &[WordLetter],
    fuel: Fuel,
) -> Result<i32, Failure> {
    let mut registers = Registers([0; N]);
    for (register, input) in registers.0.iter_mut().zip(inputs) {
        *register = *input;
    }
    execute(&code.instructions, &mut registers, word, fuel)?;
    Ok(registers.get(result))
}

/// A power of two of registers: the mask lets the compiler drop the bounds check.
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

/// Long because it is one table: each arm is one instruction.
fn execute<const N: usize>(
    code: &[Instr],
    regs: &mut Registers<N>,
    word: &[WordLetter],
    fuel: Fuel,
) -> Result<(), Failure> {
    let mut left = fuel.0;
    let mut at = 0;
    macro_rules! fail {
        ($cause:expr) => {
            return Err(Failure { cause: $cause, at })
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
    while let Some(&instr) = code.get(at) {
        match instr {
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
            Instr::WordLength { dst } => regs.set(dst, word.len() as i32),
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
            Instr::Charge { steps } => match left.checked_sub(steps) {
                Some(rest) => left = rest,
                None => fail!(RunCause::StepLimit),
            },
            Instr::Halt => return Ok(()),
        }
        at += 1;
    }
    Ok(())
}

#[inline(always)]
fn letter(word: &[WordLetter], index: i32) -> Option<&WordLetter> {
    usize::try_from(index).ok().and_then(|index| word.get(index))
}
