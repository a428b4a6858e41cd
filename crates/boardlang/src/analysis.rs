//! What a square does, found by running it on unknowns.
//!
//! Every variable holds a polynomial of the letter's points, the points so far, the index and whatever else was
//! computed. Wrapping arithmetic makes the 32-bit numbers a ring, so sums, differences and products of polynomials are
//! exact. Conditions that do not come out the same for every input are followed both ways, and variables that differ
//! afterwards become new unknowns. A program that might fail for a letter inside its word, or whose loops are not
//! decided, is not judged.

use std::collections::HashMap;

use crate::{
    ir::{Arith, Bool, Char, CharClass, Int, IrBlock, IrStatement, Relation, Slot, TypedProgram},
    polynomial::{Polynomial, Symbol},
    word,
};

/// How much work an analysis may be, in steps and copied variables.
const MAX_WORK: u32 = 20_000;

/// What a square does to the points: `letter · pointValue(_pos_) + acc · _acc_ + constant`, with wrapping arithmetic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Affine {
    /// How often the letter counts.
    pub letter: i32,
    /// How often the points so far count.
    pub acc: i32,
    /// What is added.
    pub constant: i32,
}

impl Affine {
    /// The new points.
    #[inline]
    pub fn apply(self, letter_points: i32, acc: i32) -> i32 {
        let letter = self.letter.wrapping_mul(letter_points);
        letter.wrapping_add(self.acc.wrapping_mul(acc)).wrapping_add(self.constant)
    }

    /// How often the letter counts, if the square does nothing else than add it.
    pub fn letter_factor(self) -> Option<i32> {
        (self.acc == 1 && self.constant == 0).then_some(self.letter)
    }

    /// By what the square multiplies the points so far, if it does nothing else.
    pub fn word_factor(self) -> Option<i32> {
        (self.letter == 0 && self.constant == 0).then_some(self.acc)
    }
}

/// An effect that holds whenever the index lies in the word and at least `cost` steps are allowed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AffineEffect {
    pub(crate) affine: Affine,
    pub(crate) cost: u32,
}

/// The effect of a square program, if it is that simple.
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
    /// The most steps taken on any way here.
    cost: u32,
    work: u32,
    others: u32,
    /// Values that have been computed before: the same operation on the same values is the same unknown.
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

/// Statements; nothing is answered when the program cannot be judged.
impl AffineAnalysis {
    fn body(&mut self, body: &IrBlock) -> Option<()> {
        self.pay(body.charge)?;
        body.steps.iter().try_for_each(|step| self.step(step))
    }

    fn pay(&mut self, steps: u32) -> Option<()> {
        self.cost = self.cost.checked_add(steps)?;
        self.labour(steps)
    }

    fn labour(&mut self, work: u32) -> Option<()> {
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
            IrStatement::While { test, charge, body, .. } => self.repetition(test, *charge, body),
        }
    }

    fn set(&mut self, slot: Slot, value: Polynomial) -> Option<()> {
        *self.slots.get_mut(usize::from(slot))? = value;
        Some(())
    }

    fn repetition(&mut self, test: &Bool, charge: u32, body: &IrBlock) -> Option<()> {
        loop {
            self.pay(charge)?;
            if !self.bool(test)?? {
                return Some(());
            }
            self.body(body)?;
        }
    }

    fn both_ways(&mut self, then: &IrBlock, otherwise: Option<&IrBlock>) -> Option<()> {
        self.labour(self.slots.len() as u32)?;
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
    fn int(&mut self, int: &Int) -> Option<Polynomial> {
        match int {
            Int::Const(value) => Some((*value).into()),
            Int::Slot(slot) => self.slots.get(usize::from(*slot)).cloned(),
            Int::WordLength => Some(self.named(Operation::WordLength, Polynomial::default())),
            Int::PointValue(index, _) => self.in_word(index).map(|()| Symbol::Letter.into()),
            Int::Code(char) => self.char(char),
            Int::Neg(a) => Some(self.int(a)?.scaled(-1)),
            Int::Arith(op, a, b, _) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                self.arithmetic(*op, a, b)
            }
        }
    }

    /// Only the index itself is sure to lie in the word.
    fn in_word(&mut self, index: &Int) -> Option<()> {
        (self.int(index)? == Symbol::Pos.into()).then_some(())
    }

    fn arithmetic(&mut self, op: Arith, a: Polynomial, b: Polynomial) -> Option<Polynomial> {
        let exact = match op {
            Arith::Add => a.plus(&b),
            Arith::Sub => a.minus(&b),
            Arith::Mul => a.times(&b),
            Arith::Div | Arith::Rem => quotient(op, &a, b.constant().filter(|&divisor| divisor != 0)?),
        };
        Some(exact.unwrap_or_else(|| self.named_pair(Operation::Arith(op), a, b)))
    }

    /// A character is the polynomial of its code.
    fn char(&mut self, char: &Char) -> Option<Polynomial> {
        match char {
            Char::Const(unit) => Some(i32::from(*unit).into()),
            Char::OfWord(index, _) => {
                self.in_word(index)?;
                Some(self.named(Operation::Letter, Polynomial::default()))
            }
            Char::OfCode(code) => {
                let code = self.int(code)?;
                Some(self.mapped(Operation::Unit, code, |unit| unit))
            }
            Char::Upper(char) => {
                let char = self.char(char)?;
                Some(self.mapped(Operation::Upper, char, word::to_upper))
            }
            Char::Lower(char) => {
                let char = self.char(char)?;
                Some(self.mapped(Operation::Lower, char, word::to_lower))
            }
        }
    }

    fn mapped(&mut self, operation: Operation, of: Polynomial, map: impl Fn(u16) -> u16) -> Polynomial {
        match of.constant() {
            Some(value) => i32::from(map(value as u16)).into(),
            None => self.named(operation, of),
        }
    }

    fn named(&mut self, operation: Operation, of: Polynomial) -> Polynomial {
        self.named_pair(operation, of, Polynomial::default())
    }

    fn named_pair(&mut self, operation: Operation, a: Polynomial, b: Polynomial) -> Polynomial {
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

/// Quotients and remainders that are polynomials again.
fn quotient(op: Arith, a: &Polynomial, divisor: i32) -> Option<Polynomial> {
    match (op, a.constant(), divisor) {
        (_, Some(value), _) => op.apply(value, divisor).map(Polynomial::from),
        (Arith::Div, None, 1 | -1) => Some(a.scaled(divisor)),
        (Arith::Rem, None, 1 | -1) => Some(0.into()),
        _ => None,
    }
}

/// Conditions: nothing if the program cannot be judged, `Some(None)` if the outcome depends on the input.
impl AffineAnalysis {
    fn bool(&mut self, condition: &Bool) -> Option<Option<bool>> {
        match condition {
            Bool::Const(value) => Some(Some(*value)),
            Bool::Not(inner) => Some(self.bool(inner)?.map(|value| !value)),
            Bool::Class(class, char) => {
                let char = self.char(char)?;
                Some(class_of(*class, &char))
            }
            Bool::Relation(relation, a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                Some(decided(*relation, &a, &b))
            }
            Bool::And(a, b) => self.logic(a, b, false),
            Bool::Or(a, b) => self.logic(a, b, true),
        }
    }

    fn logic(&mut self, a: &Bool, b: &Bool, deciding: bool) -> Option<Option<bool>> {
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

/// Equality is known when the difference is; order only between constants or equal values.
fn decided(relation: Relation, a: &Polynomial, b: &Polynomial) -> Option<bool> {
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
