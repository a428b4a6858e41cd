//! A checked program: names are slots, types are Rust types, constants are folded.

use crate::{
    ast::{BinaryOp, Function},
    source::Span,
    word,
};

/// Where a variable lives while the program runs.
pub(crate) type Slot = u16;

/// A checked program.
#[derive(Debug, Clone)]
pub(crate) struct Checked {
    pub(crate) body: Body,
    /// How many slots the program uses at most.
    pub(crate) slots: Slot,
}

/// Statements of one scope; entering it costs `charge` steps.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    pub(crate) steps: Vec<Step>,
    pub(crate) charge: u32,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Both a declaration and an assignment.
    Set(Slot, Int),
    If(Bool, Body, Option<Body>),
    /// Each test costs `charge` steps.
    While {
        test: Bool,
        charge: u32,
        span: Span,
        body: Body,
    },
}

#[derive(Debug, Clone)]
pub(crate) enum Int {
    Const(i32),
    Slot(Slot),
    WordLength,
    PointValue(Box<Int>, Span),
    Code(Box<Char>),
    Neg(Box<Int>),
    Arith(Arith, Box<Int>, Box<Int>, Span),
}

#[derive(Debug, Clone)]
pub(crate) enum Char {
    Const(u16),
    OfWord(Box<Int>, Span),
    OfCode(Box<Int>),
    Upper(Box<Char>),
    Lower(Box<Char>),
}

#[derive(Debug, Clone)]
pub(crate) enum Bool {
    Const(bool),
    Not(Box<Bool>),
    Class(Class, Char),
    Relation(Relation, Int, Int),
    And(Box<Bool>, Box<Bool>),
    Or(Box<Bool>, Box<Bool>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Class {
    Digit,
    Letter,
    Vowel,
}

impl Arith {
    pub(crate) fn of(op: BinaryOp) -> Option<Arith> {
        match op {
            BinaryOp::Add => Some(Arith::Add),
            BinaryOp::Sub => Some(Arith::Sub),
            BinaryOp::Mul => Some(Arith::Mul),
            BinaryOp::Div => Some(Arith::Div),
            BinaryOp::Rem => Some(Arith::Rem),
            _ => None,
        }
    }

    /// The value, or nothing for a division by zero.
    #[inline]
    pub(crate) fn apply(self, a: i32, b: i32) -> Option<i32> {
        match self {
            Arith::Add => Some(a.wrapping_add(b)),
            Arith::Sub => Some(a.wrapping_sub(b)),
            Arith::Mul => Some(a.wrapping_mul(b)),
            Arith::Div if b == 0 => None,
            Arith::Div => Some(a.wrapping_div(b)),
            Arith::Rem if b == 0 => None,
            Arith::Rem => Some(a.wrapping_rem(b)),
        }
    }

    pub(crate) fn can_divide_by_zero(self) -> bool {
        matches!(self, Arith::Div | Arith::Rem)
    }
}

impl Relation {
    pub(crate) fn of(op: BinaryOp) -> Option<Relation> {
        match op {
            BinaryOp::Eq => Some(Relation::Eq),
            BinaryOp::Ne => Some(Relation::Ne),
            BinaryOp::Lt => Some(Relation::Lt),
            BinaryOp::Le => Some(Relation::Le),
            BinaryOp::Gt => Some(Relation::Gt),
            BinaryOp::Ge => Some(Relation::Ge),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Relation::Eq => a == b,
            Relation::Ne => a != b,
            Relation::Lt => a < b,
            Relation::Le => a <= b,
            Relation::Gt => a > b,
            Relation::Ge => a >= b,
        }
    }

    /// The relation that holds exactly when this one does not.
    pub(crate) fn negated(self) -> Relation {
        match self {
            Relation::Eq => Relation::Ne,
            Relation::Ne => Relation::Eq,
            Relation::Lt => Relation::Ge,
            Relation::Ge => Relation::Lt,
            Relation::Gt => Relation::Le,
            Relation::Le => Relation::Gt,
        }
    }

    /// The relation that holds for (b, a) exactly when this one holds for (a, b).
    pub(crate) fn swapped(self) -> Relation {
        match self {
            Relation::Lt => Relation::Gt,
            Relation::Gt => Relation::Lt,
            Relation::Le => Relation::Ge,
            Relation::Ge => Relation::Le,
            same => same,
        }
    }
}

impl Class {
    pub(crate) fn of(function: Function) -> Option<Class> {
        match function {
            Function::IsDigit => Some(Class::Digit),
            Function::IsLetter => Some(Class::Letter),
            Function::IsVowel => Some(Class::Vowel),
            _ => None,
        }
    }

    pub(crate) fn has(self, unit: u16) -> bool {
        match self {
            Class::Digit => word::is_digit(unit),
            Class::Letter => word::is_letter(unit),
            Class::Vowel => word::is_vowel(unit),
        }
    }
}

/// Whether evaluation can never fail; then nobody can tell whether it took place.
impl Int {
    pub(crate) fn is_total(&self) -> bool {
        match self {
            Int::Const(_) | Int::Slot(_) | Int::WordLength => true,
            Int::PointValue(..) => false,
            Int::Code(char) => char.is_total(),
            Int::Neg(int) => int.is_total(),
            Int::Arith(op, a, b, _) => {
                let divides = op.can_divide_by_zero() && !matches!(**b, Int::Const(_));
                !divides && a.is_total() && b.is_total()
            }
        }
    }
}

impl Char {
    pub(crate) fn is_total(&self) -> bool {
        match self {
            Char::Const(_) => true,
            Char::OfWord(..) => false,
            Char::OfCode(int) => int.is_total(),
            Char::Upper(char) | Char::Lower(char) => char.is_total(),
        }
    }
}

impl Bool {
    pub(crate) fn is_total(&self) -> bool {
        match self {
            Bool::Const(_) => true,
            Bool::Not(bool) => bool.is_total(),
            Bool::Class(_, char) => char.is_total(),
            Bool::Relation(_, a, b) => a.is_total() && b.is_total(),
            Bool::And(a, b) | Bool::Or(a, b) => a.is_total() && b.is_total(),
        }
    }
}
