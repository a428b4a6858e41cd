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
pub(crate) struct TypedProgram {
    pub(crate) body: IrBlock,
    /// How many slots are filled when the program begins; the others hold 0.
    pub(crate) given: Slot,
    /// How many slots the program uses at most.
    pub(crate) slots: Slot,
}

/// Statements of one scope; entering it costs `charge` steps.
#[derive(Debug, Clone)]
pub(crate) struct IrBlock {
    pub(crate) steps: Vec<IrStatement>,
    pub(crate) charge: u32,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum IrStatement {
    /// Both a declaration and an assignment.
    Set(Slot, Int),
    If(Bool, IrBlock, Option<IrBlock>),
    /// Each test costs `charge` steps.
    While {
        test: Bool,
        charge: u32,
        span: Span,
        body: IrBlock,
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
    Class(CharClass, Char),
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

/// A class of characters; each is one bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum CharClass {
    Digit = 1,
    Letter = 2,
    Vowel = 4,
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

impl CharClass {
    pub(crate) fn of(function: Function) -> Option<CharClass> {
        match function {
            Function::IsDigit => Some(CharClass::Digit),
            Function::IsLetter => Some(CharClass::Letter),
            Function::IsVowel => Some(CharClass::Vowel),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn has(self, unit: u16) -> bool {
        match ASCII.get(usize::from(unit)) {
            Some(classes) => classes & self as u8 != 0,
            None => self.has_slowly(unit),
        }
    }

    #[cold]
    fn has_slowly(self, unit: u16) -> bool {
        match self {
            CharClass::Digit => word::is_digit(unit),
            CharClass::Letter => word::is_letter(unit),
            CharClass::Vowel => word::is_vowel(unit),
        }
    }
}

/// The classes of the first 128 characters.
static ASCII: [u8; 128] = ascii();

const fn ascii() -> [u8; 128] {
    let mut classes = [0; 128];
    let mut unit: u8 = 0;
    while unit < 128 {
        let digit = unit.is_ascii_digit() as u8 * CharClass::Digit as u8;
        let letter = unit.is_ascii_alphabetic() as u8 * CharClass::Letter as u8;
        let vowel = matches!(unit.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u') as u8;
        classes[unit as usize] = digit | letter | (vowel * CharClass::Vowel as u8);
        unit += 1;
    }
    classes
}

/// The most steps a run can take.
impl IrBlock {
    /// Without the turns of its loops: those come to [`turn_steps`] each.
    pub(crate) fn most_steps(&self) -> u32 {
        self.steps.iter().fold(self.charge, |sum, step| sum.saturating_add(step.most_steps()))
    }
}

impl IrStatement {
    fn most_steps(&self) -> u32 {
        match self {
            IrStatement::Set(..) => 0,
            IrStatement::If(_, then, otherwise) => {
                then.most_steps().max(otherwise.as_ref().map_or(0, IrBlock::most_steps))
            }
            IrStatement::While { charge, .. } => *charge,
        }
    }
}

/// The most steps of one turn of a loop whose test costs `charge`.
pub(crate) fn turn_steps(charge: u32, body: &IrBlock) -> u32 {
    charge.saturating_add(body.most_steps())
}

/// Variables that have been used as an index into the word, as far as they fit.
#[derive(Debug, Default)]
pub(crate) struct KnownIndices {
    slots: [Slot; 4],
    count: usize,
}

impl KnownIndices {
    fn has(&self, index: &Int) -> bool {
        matches!(index, Int::Slot(slot) if self.slots[..self.count].contains(slot))
    }

    fn add(&mut self, index: &Int) {
        if let (Int::Slot(slot), false, true) = (index, self.has(index), self.count < self.slots.len()) {
            self.slots[self.count] = *slot;
            self.count += 1;
        }
    }
}

/// Whether evaluation can never fail where the `known` indices lie in the word; then nobody can tell whether it took
/// place.
impl Int {
    fn is_total(&self, known: &KnownIndices) -> bool {
        match self {
            Int::Const(_) | Int::Slot(_) | Int::WordLength => true,
            Int::PointValue(index, _) => known.has(index),
            Int::Code(char) => char.is_total(known),
            Int::Neg(int) => int.is_total(known),
            Int::Arith(op, a, b, _) => {
                let divides = op.can_divide_by_zero() && !matches!(**b, Int::Const(_));
                !divides && a.is_total(known) && b.is_total(known)
            }
        }
    }

    fn indices(&self, known: &mut KnownIndices) {
        match self {
            Int::Const(_) | Int::Slot(_) | Int::WordLength => {}
            Int::PointValue(index, _) => {
                known.add(index);
                index.indices(known);
            }
            Int::Code(char) => char.indices(known),
            Int::Neg(int) => int.indices(known),
            Int::Arith(_, a, b, _) => {
                a.indices(known);
                b.indices(known);
            }
        }
    }
}

impl Char {
    fn is_total(&self, known: &KnownIndices) -> bool {
        match self {
            Char::Const(_) => true,
            Char::OfWord(index, _) => known.has(index),
            Char::OfCode(int) => int.is_total(known),
            Char::Upper(char) | Char::Lower(char) => char.is_total(known),
        }
    }

    fn indices(&self, known: &mut KnownIndices) {
        match self {
            Char::Const(_) => {}
            Char::OfWord(index, _) => {
                known.add(index);
                index.indices(known);
            }
            Char::OfCode(int) => int.indices(known),
            Char::Upper(char) | Char::Lower(char) => char.indices(known),
        }
    }
}

impl Bool {
    pub(crate) fn is_total(&self) -> bool {
        self.is_total_with(&KnownIndices::default())
    }

    /// Whether evaluation can never fail once `first` has been evaluated.
    pub(crate) fn is_total_after(&self, first: &Bool) -> bool {
        let mut known = KnownIndices::default();
        first.indices(&mut known);
        self.is_total_with(&known)
    }

    fn is_total_with(&self, known: &KnownIndices) -> bool {
        match self {
            Bool::Const(_) => true,
            Bool::Not(bool) => bool.is_total_with(known),
            Bool::Class(_, char) => char.is_total(known),
            Bool::Relation(_, a, b) => a.is_total(known) && b.is_total(known),
            Bool::And(a, b) | Bool::Or(a, b) => a.is_total_with(known) && b.is_total_with(known),
        }
    }

    fn indices(&self, known: &mut KnownIndices) {
        match self {
            Bool::Const(_) => {}
            Bool::Not(bool) => bool.indices(known),
            Bool::Class(_, char) => char.indices(known),
            Bool::Relation(_, a, b) => {
                a.indices(known);
                b.indices(known);
            }
            Bool::And(a, b) | Bool::Or(a, b) => {
                a.indices(known);
                b.indices(known);
            }
        }
    }
}
