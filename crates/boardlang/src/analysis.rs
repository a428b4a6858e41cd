//! The effect of a square program, found by symbolic execution.
//!
//! Every variable holds a polynomial over the letter's points, the points so far, the index and other unknowns. With
//! wrapping arithmetic the 32-bit numbers are a ring, so sums, differences and products of polynomials are exact. If
//! a condition depends on the input, both branches are executed, and variables that differ afterwards become new
//! unknowns. The analysis gives up if a program may fail for a letter inside its word, or if the number of iterations
//! of a loop depends on the input.

use std::collections::HashMap;

use crate::{
    ir::{Arith, BoolExpr, CharClass, CharExpr, IntExpr, IrBlock, IrStatement, Relation, Slot, TypedProgram},
    polynomial::{Polynomial, Symbol},
    word,
};

/// The maximum work of an analysis, in steps and copied variables.
const MAX_WORK: u32 = 20_000;

/// An affine square: `letter · pointValue(_pos_) + acc · _acc_ + constant`, with wrapping arithmetic.
///
/// ```
/// # mod quixotry { pub use quixotry_boardlang as boardlang; }
/// use quixotry::boardlang::{Dialect, Signature, compile};
///
/// let double = compile("_result_ := 2 * _acc_", Signature::Square, Dialect::Left)?.program;
/// assert_eq!(double.affine().and_then(|affine| affine.word_factor()), Some(2));
/// # Ok::<(), quixotry::boardlang::Diagnostics>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Affine {
    /// The factor of the letter's points.
    pub letter: i32,
    /// The factor of the points so far.
    pub acc: i32,
    /// The constant term.
    pub constant: i32,
}

impl Affine {
    /// Returns the new points.
    #[inline]
    #[must_use]
    pub fn apply(self, letter_points: i32, acc: i32) -> i32 {
        let letter = self.letter.wrapping_mul(letter_points);
        letter.wrapping_add(self.acc.wrapping_mul(acc)).wrapping_add(self.constant)
    }

    /// Returns the factor of the letter, if the square only adds a multiple of it.
    #[must_use]
    pub fn letter_factor(self) -> Option<i32> {
        (self.acc == 1 && self.constant == 0).then_some(self.letter)
    }

    /// Returns the factor of the points so far, if the square only multiplies them.
    #[must_use]
    pub fn word_factor(self) -> Option<i32> {
        (self.letter == 0 && self.constant == 0).then_some(self.acc)
    }
}

/// An effect that holds if the index is inside the word and the budget is at least `cost` steps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AffineEffect {
    pub(crate) affine: Affine,
    pub(crate) cost: u32,
}

/// Returns the effect of a square program, if it is affine.
pub(crate) fn effect(checked: &TypedProgram) -> Option<AffineEffect> {
    let mut slots = vec![Polynomial::default(); usize::from(checked.slots)];
    slots[0] = Symbol::Pos.into();
    slots[1] = Symbol::Acc.into();
    let mut analysis = AffineAnalysis { slots, cost: 0, work: 0, others: 0, known: HashMap::new() };
    analysis.body(&checked.body)?;
    let [letter, acc, constant] = analysis.slots[2].affine()?;
    Some(AffineEffect { affine: Affine { letter, acc, constant }, cost: analysis.cost })
}

struct AffineAnalysis {
    slots: Vec<Polynomial>,
    /// The maximum number of steps on any path to this point.
    cost: u32,
    work: u32,
    others: u32,
    /// The unknowns of earlier operations: the same operation on the same values gives the same unknown.
    known: HashMap<(Operation, Polynomial, Polynomial), Symbol>,
}

/// An operation whose value is an unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Operation {
    WordLength,
    Letter,
    Unit,
    Upper,
    Lower,
    Arith(Arith),
}

/// Statements. `None` means that the analysis gives up.
impl AffineAnalysis {
    fn body(&mut self, body: &IrBlock) -> Option<()> {
        self.pay(body.charge)?;
        body.steps.iter().try_for_each(|step| self.step(step))
    }

    fn pay(&mut self, steps: u32) -> Option<()> {
        self.cost = self.cost.checked_add(steps)?;
        self.count_work(steps)
    }

    fn count_work(&mut self, work: u32) -> Option<()> {
        self.work = self.work.saturating_add(work);
        (self.work <= MAX_WORK).then_some(())
    }

    fn step(&mut self, step: &IrStatement) -> Option<()> {
        match step {
            IrStatement::Set(slot, value) => {
                let value = self.int(value)?;
                self.set(*slot, value)
            }
            IrStatement::If(condition, then, otherwise) => match self.bool(condition)? {
                Some(true) => self.body(then),
                Some(false) => otherwise.as_ref().map_or(Some(()), |body| self.body(body)),
                None => self.both_ways(then, otherwise.as_ref()),
            },
            IrStatement::While { test, charge, body, .. } => self.while_loop(test, *charge, body),
        }
    }

    fn set(&mut self, slot: Slot, value: Polynomial) -> Option<()> {
        *self.slots.get_mut(usize::from(slot))? = value;
        Some(())
    }

    fn while_loop(&mut self, test: &BoolExpr, charge: u32, body: &IrBlock) -> Option<()> {
        loop {
            self.pay(charge)?;
            if !self.bool(test)?? {
                return Some(());
            }
            self.body(body)?;
        }
    }

    fn both_ways(&mut self, then: &IrBlock, otherwise: Option<&IrBlock>) -> Option<()> {
        self.count_work(self.slots.len() as u32)?;
        let (before, cost) = (self.slots.clone(), self.cost);
        self.body(then)?;
        let after_then = std::mem::replace(&mut self.slots, before);
        let cost_then = std::mem::replace(&mut self.cost, cost);
        otherwise.map_or(Some(()), |body| self.body(body))?;
        self.cost = self.cost.max(cost_then);
        self.join(after_then);
        Some(())
    }

    fn join(&mut self, other: Vec<Polynomial>) {
        for (slot, value) in other.into_iter().enumerate() {
            if self.slots[slot] != value {
                self.slots[slot] = self.unknown();
            }
        }
    }
}

/// Values.
impl AffineAnalysis {
    fn int(&mut self, int: &IntExpr) -> Option<Polynomial> {
        match int {
            IntExpr::Const(value) => Some((*value).into()),
            IntExpr::Slot(slot) => self.slots.get(usize::from(*slot)).cloned(),
            IntExpr::WordLength => Some(self.unknown_for(Operation::WordLength, Polynomial::default())),
            IntExpr::PointValue(index, _) => self.in_word(index).map(|()| Symbol::Letter.into()),
            IntExpr::Code(char) => self.char(char),
            IntExpr::Neg(a) => Some(self.int(a)?.scale(-1)),
            IntExpr::Arith(op, a, b, _) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                self.arithmetic(*op, a, b)
            }
        }
    }

    /// Only `_pos_` itself is known to be inside the word.
    fn in_word(&mut self, index: &IntExpr) -> Option<()> {
        (self.int(index)? == Symbol::Pos.into()).then_some(())
    }

    fn arithmetic(&mut self, op: Arith, a: Polynomial, b: Polynomial) -> Option<Polynomial> {
        let exact = match op {
            Arith::Add => a.plus(&b),
            Arith::Sub => a.minus(&b),
            Arith::Mul => a.times(&b),
            Arith::Div | Arith::Rem => quotient(op, &a, b.constant().filter(|&divisor| divisor != 0)?),
        };
        Some(exact.unwrap_or_else(|| self.unknown_for_pair(Operation::Arith(op), a, b)))
    }

    /// A character is represented by its code.
    fn char(&mut self, char: &CharExpr) -> Option<Polynomial> {
        match char {
            CharExpr::Const(unit) => Some(i32::from(*unit).into()),
            CharExpr::OfWord(index, _) => {
                self.in_word(index)?;
                Some(self.unknown_for(Operation::Letter, Polynomial::default()))
            }
            CharExpr::OfCode(code) => {
                let code = self.int(code)?;
                Some(self.map_character(Operation::Unit, code, |unit| unit))
            }
            CharExpr::Upper(char) => {
                let char = self.char(char)?;
                Some(self.map_character(Operation::Upper, char, word::to_upper))
            }
            CharExpr::Lower(char) => {
                let char = self.char(char)?;
                Some(self.map_character(Operation::Lower, char, word::to_lower))
            }
        }
    }

    fn map_character(
        &mut self,
        operation: Operation,
        of: Polynomial,
        map: impl Fn(u16) -> u16,
    ) -> Polynomial {
        match of.constant() {
            Some(value) => i32::from(map(value as u16)).into(),
            None => self.unknown_for(operation, of),
        }
    }

    fn unknown_for(&mut self, operation: Operation, of: Polynomial) -> Polynomial {
        self.unknown_for_pair(operation, of, Polynomial::default())
    }

    fn unknown_for_pair(&mut self, operation: Operation, a: Polynomial, b: Polynomial) -> Polynomial {
        let new = Symbol::Other(self.others);
        let symbol = *self.known.entry((operation, a, b)).or_insert(new);
        self.others += u32::from(symbol == new);
        symbol.into()
    }

    fn unknown(&mut self) -> Polynomial {
        self.others += 1;
        Symbol::Other(self.others - 1).into()
    }
}

/// The quotients and remainders that are polynomials.
fn quotient(op: Arith, a: &Polynomial, divisor: i32) -> Option<Polynomial> {
    match (op, a.constant(), divisor) {
        (_, Some(value), _) => op.apply(value, divisor).map(Polynomial::from),
        (Arith::Div, None, 1 | -1) => Some(a.scale(divisor)),
        (Arith::Rem, None, 1 | -1) => Some(0.into()),
        _ => None,
    }
}

/// Conditions. `None` means that the analysis gives up, `Some(None)` that the outcome depends on the input.
impl AffineAnalysis {
    fn bool(&mut self, condition: &BoolExpr) -> Option<Option<bool>> {
        match condition {
            BoolExpr::Const(value) => Some(Some(*value)),
            BoolExpr::Not(inner) => Some(self.bool(inner)?.map(|value| !value)),
            BoolExpr::Class(class, char) => {
                let char = self.char(char)?;
                Some(class_of(*class, &char))
            }
            BoolExpr::Relation(relation, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                Some(decide_relation(*relation, &a, &b))
            }
            BoolExpr::And(a, b) => self.logic(a, b, false),
            BoolExpr::Or(a, b) => self.logic(a, b, true),
        }
    }

    fn logic(&mut self, a: &BoolExpr, b: &BoolExpr, deciding: bool) -> Option<Option<bool>> {
        let (a, b) = (self.bool(a)?, self.bool(b)?);
        if a == Some(deciding) || b == Some(deciding) {
            return Some(Some(deciding));
        }
        Some(a.and(b).map(|_| !deciding))
    }
}

fn class_of(class: CharClass, char: &Polynomial) -> Option<bool> {
    char.constant().map(|code| class.has(code as u16))
}

/// Equality is decided if the difference is constant. Order is decided only between constants or equal values.
fn decide_relation(relation: Relation, a: &Polynomial, b: &Polynomial) -> Option<bool> {
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return Some(relation.holds(a, b));
    }
    match (a.minus(b)?.constant()?, relation) {
        (0, relation) => Some(relation.holds(0, 0)),
        (_, Relation::Eq) => Some(false),
        (_, Relation::Ne) => Some(true),
        _ => None,
    }
}
