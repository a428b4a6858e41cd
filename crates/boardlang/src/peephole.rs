//! Peephole optimisation of generated code.
//!
//! Each rewrite replaces the first of several instructions by a fused one. The others stay in place, because there may
//! be jumps to them, so no jump target moves.

use crate::{
    code::{Instr, Reg},
    ir::Relation,
};

/// A jump table is built for a chain of at least this many tests, over at most this many values, as long as all
/// tables together have fewer than this many entries.
const FEWEST_TESTS: usize = 3;
const MAX_VALUES: i32 = 32;
const MAX_ENTRIES: usize = 4096;

/// The maximum number of instructions of a chain.
const MAX_CHAIN: usize = 32;

/// Optimises code in place. Returns the jump tables of its [`Instr::Switch`] instructions.
pub(crate) fn optimize(code: &mut [Instr]) -> Vec<u32> {
    for at in 0..code.len() {
        thread(code, at);
    }
    for at in 0..code.len() {
        fuse_loop_end(code, at);
    }
    for at in 0..code.len() {
        fuse_scan(code, at);
    }
    switches(code)
}

/// Threads jumps: a jump to a jump goes to the final target, and a jump to the end becomes the end.
fn thread(code: &mut [Instr], at: usize) {
    let Some(to) = code.get_mut(at).and_then(Instr::target).map(|to| *to) else { return };
    let last = last_of_jumps(code, to);
    if let (Instr::Jump { .. }, Some(Instr::Halt)) = (code[at], code.get(last as usize)) {
        code[at] = Instr::Halt;
    } else if let Some(to) = code[at].target() {
        *to = last;
    }
}

fn last_of_jumps(code: &[Instr], mut to: u32) -> u32 {
    for _ in 0..MAX_CHAIN {
        match code.get(to as usize) {
            Some(Instr::Jump { to: next }) => to = *next,
            _ => break,
        }
    }
    to
}

/// Fuses the end of a counting loop: increment, charge, compare and jump.
fn fuse_loop_end(code: &mut [Instr], at: usize) {
    let Some(
        &[Instr::AddConst { dst, a, value }, Instr::Charge { steps }, Instr::JumpLt { a: index, b, to }],
    ) = code.get(at..at + 3)
    else {
        return;
    };
    if let (true, true, Ok(by)) = (dst == a, index == a, i16::try_from(value)) {
        code[at] = Instr::LoopEnd { a, b, by, steps, to };
    }
}

/// Fuses a loop that skips letters by character class.
fn fuse_scan(code: &mut [Instr], at: usize) {
    let Instr::JumpClassAt { class, is, a, to } = code[at] else { return };
    if let Some(&Instr::LoopEnd { a: index, b, by: 1, steps, to: top }) = code.get(to as usize)
        && (index, top as usize) == (a, at)
        && index != b
    {
        code[at] = Instr::Scan { class, is, a, b, steps, to: to + 3 };
    }
}

/// Turns chains of comparisons of one register with constants into jump tables.
fn switches(code: &mut [Instr]) -> Vec<u32> {
    let plain = code.to_vec();
    let mut tables = Vec::new();
    for (at, instr) in code.iter_mut().enumerate() {
        if tables.len() < MAX_ENTRIES
            && let Some(test) = ConstTest::of(&plain[at])
            && let Some(chain) = TestChain::from(&plain, at, test.reg)
            && let Some(targets) = chain.targets(&plain, at)
        {
            let table = tables.len() as u32;
            *instr = Instr::Switch { a: test.reg, low: chain.low, high: chain.high, table };
            tables.extend(targets);
        }
    }
    tables
}

/// A comparison of a register with a constant.
struct ConstTest {
    reg: Reg,
    relation: Relation,
    value: i32,
    to: usize,
}

impl ConstTest {
    fn of(instr: &Instr) -> Option<ConstTest> {
        let (reg, relation, value, to) = match *instr {
            Instr::JumpEqConst { a, value, to } => (a, Relation::Eq, value, to),
            Instr::JumpNeConst { a, value, to } => (a, Relation::Ne, value, to),
            Instr::JumpLtConst { a, value, to } => (a, Relation::Lt, value, to),
            Instr::JumpLeConst { a, value, to } => (a, Relation::Le, value, to),
            Instr::JumpGtConst { a, value, to } => (a, Relation::Gt, value, to),
            Instr::JumpGeConst { a, value, to } => (a, Relation::Ge, value, to),
            _ => return None,
        };
        Some(ConstTest { reg, relation, value, to: to as usize })
    }
}

/// A chain of tests of one register. All values below `low` behave like `low`, all values above `high` like `high`.
struct TestChain {
    members: Vec<usize>,
    low: i32,
    high: i32,
}

impl TestChain {
    fn from(code: &[Instr], first: usize, reg: Reg) -> Option<TestChain> {
        let (mut members, mut values) = (vec![first], Vec::new());
        let mut seen = 0;
        while let Some(&at) = members.get(seen) {
            seen += 1;
            let test = ConstTest::of(code.get(at)?)?;
            values.push(test.value);
            for next in [at + 1, test.to] {
                let goes_on = code.get(next).and_then(ConstTest::of).is_some_and(|test| test.reg == reg);
                if goes_on && members.len() < MAX_CHAIN && !members.contains(&next) {
                    members.push(next);
                }
            }
        }
        let low = values.iter().min()?.checked_sub(1)?;
        let high = values.iter().max()?.checked_add(1)?;
        let few = high.checked_sub(low)? < MAX_VALUES;
        (few && members.len() >= FEWEST_TESTS).then_some(TestChain { members, low, high })
    }

    /// The instruction at which each value leaves the chain.
    fn targets(&self, code: &[Instr], first: usize) -> Option<Vec<u32>> {
        (self.low..=self.high).map(|value| self.target(code, first, value)).collect()
    }

    fn target(&self, code: &[Instr], first: usize, value: i32) -> Option<u32> {
        let mut at = first;
        for _ in 0..=self.members.len() {
            if !self.members.contains(&at) {
                return Some(at as u32);
            }
            let test = ConstTest::of(code.get(at)?)?;
            at = if test.relation.holds(value, test.value) { test.to } else { at + 1 };
        }
        None
    }
}
