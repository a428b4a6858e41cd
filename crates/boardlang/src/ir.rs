//! The intermediate representation: names are slots, expressions are typed, constants are folded.

use crate::{
    ast::{BinaryOp, Function},
    source::Span,
    word,
};

/// The number of a variable at run time.
pub(crate) type Slot = u16;

/// A checked program.
#[derive(Debug, Clone)]
pub(crate) struct TypedProgram {
    pub(crate) body: IrBlock,
    /// The number of slots with inputs. The others start with 0.
    pub(crate) given: Slot,
    /// The maximum number of slots in use.
    pub(crate) slots: Slot,
}

/// The statements of a scope. Entry costs `charge` steps.
#[derive(Debug, Clone)]
pub(crate) struct IrBlock {
    pub(crate) steps: Vec<IrStatement>,
    pub(crate) charge: u32,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum IrStatement {
    /// A declaration or an assignment.
    Set(Slot, IntExpr),
    If(BoolExpr, IrBlock, Option<IrBlock>),
    /// Each test costs `charge` steps.
    While {
        test: BoolExpr,
        charge: u32,
        span: Span,
        body: IrBlock,
    },
}

#[derive(Debug, Clone)]
pub(crate) enum IntExpr {
    Const(i32),
    Slot(Slot),
    WordLength,
    PointValue(Box<IntExpr>, Span),
    Code(Box<CharExpr>),
    Neg(Box<IntExpr>),
    Arith(Arith, Box<IntExpr>, Box<IntExpr>, Span),
}

#[derive(Debug, Clone)]
pub(crate) enum CharExpr {
    Const(u16),
    OfWord(Box<IntExpr>, Span),
    OfCode(Box<IntExpr>),
    Upper(Box<CharExpr>),
    Lower(Box<CharExpr>),
}

#[derive(Debug, Clone)]
pub(crate) enum BoolExpr {
    Const(bool),
    Not(Box<BoolExpr>),
    Class(CharClass, CharExpr),
    Relation(Relation, IntExpr, IntExpr),
    And(Box<BoolExpr>, Box<BoolExpr>),
    Or(Box<BoolExpr>, Box<BoolExpr>),
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

/// A class of characters. Each is one bit.
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

    /// The value, or `None` for a division by zero.
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

    /// The relation that holds if and only if this one does not.
    pub(crate) fn negate(self) -> Relation {
        match self {
            Relation::Eq => Relation::Ne,
            Relation::Ne => Relation::Eq,
            Relation::Lt => Relation::Ge,
            Relation::Ge => Relation::Lt,
            Relation::Gt => Relation::Le,
            Relation::Le => Relation::Gt,
        }
    }

    /// The relation that holds for (b, a) if and only if this one holds for (a, b).
    pub(crate) fn swap_operands(self) -> Relation {
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

/// The maximum number of steps of a run.
impl IrBlock {
    /// Without the iterations of loops, which take at most [`max_iteration_steps`] each.
    pub(crate) fn max_steps(&self) -> u32 {
        self.steps.iter().fold(self.charge, |sum, step| sum.saturating_add(step.max_steps()))
    }
}

impl IrStatement {
    fn max_steps(&self) -> u32 {
        match self {
            IrStatement::Set(..) => 0,
            IrStatement::If(_, then, otherwise) => {
                then.max_steps().max(otherwise.as_ref().map_or(0, IrBlock::max_steps))
            }
            IrStatement::While { charge, .. } => *charge,
        }
    }
}

/// The maximum number of steps of an iteration of a loop whose test costs `charge`.
pub(crate) fn max_iteration_steps(charge: u32, body: &IrBlock) -> u32 {
    charge.saturating_add(body.max_steps())
}

/// Variables that have been used as an index into the word. Only the first few are stored.
#[derive(Debug, Default)]
pub(crate) struct KnownIndices {
    slots: [Slot; 4],
    count: usize,
}

impl KnownIndices {
    fn has(&self, index: &IntExpr) -> bool {
        matches!(index, IntExpr::Slot(slot) if self.slots[..self.count].contains(slot))
    }

    fn add(&mut self, index: &IntExpr) {
        if let (IntExpr::Slot(slot), false, true) = (index, self.has(index), self.count < self.slots.len()) {
            self.slots[self.count] = *slot;
            self.count += 1;
        }
    }
}

/// An expression is total if its evaluation cannot fail, given that the `known` indices are inside the word. Skipping
/// a total expression is not observable.
impl IntExpr {
    fn is_total(&self, known: &KnownIndices) -> bool {
        match self {
            IntExpr::Const(_) | IntExpr::Slot(_) | IntExpr::WordLength => true,
            IntExpr::PointValue(index, _) => known.has(index),
            IntExpr::Code(char) => char.is_total(known),
            IntExpr::Neg(int) => int.is_total(known),
            IntExpr::Arith(op, a, b, _) => {
                let divides = op.can_divide_by_zero() && !matches!(**b, IntExpr::Const(_));
                !divides && a.is_total(known) && b.is_total(known)
            }
        }
    }

    fn indices(&self, known: &mut KnownIndices) {
        match self {
            IntExpr::Const(_) | IntExpr::Slot(_) | IntExpr::WordLength => {}
            IntExpr::PointValue(index, _) => {
                known.add(index);
                index.indices(known);
            }
            IntExpr::Code(char) => char.indices(known),
            IntExpr::Neg(int) => int.indices(known),
            IntExpr::Arith(_, a, b, _) => {
                a.indices(known);
                b.indices(known);
            }
        }
    }
}

impl CharExpr {
    fn is_total(&self, known: &KnownIndices) -> bool {
        match self {
            CharExpr::Const(_) => true,
            CharExpr::OfWord(index, _) => known.has(index),
            CharExpr::OfCode(int) => int.is_total(known),
            CharExpr::Upper(char) | CharExpr::Lower(char) => char.is_total(known),
        }
    }

    fn indices(&self, known: &mut KnownIndices) {
        match self {
            CharExpr::Const(_) => {}
            CharExpr::OfWord(index, _) => {
                known.add(index);
                index.indices(known);
            }
            CharExpr::OfCode(int) => int.indices(known),
            CharExpr::Upper(char) | CharExpr::Lower(char) => char.indices(known),
        }
    }
}

impl BoolExpr {
    pub(crate) fn is_total(&self) -> bool {
        self.is_total_with(&KnownIndices::default())
    }

    /// Whether evaluation cannot fail after `first` has been evaluated.
    pub(crate) fn is_total_after(&self, first: &BoolExpr) -> bool {
        let mut known = KnownIndices::default();
        first.indices(&mut known);
        self.is_total_with(&known)
    }

    fn is_total_with(&self, known: &KnownIndices) -> bool {
        match self {
            BoolExpr::Const(_) => true,
            BoolExpr::Not(bool) => bool.is_total_with(known),
            BoolExpr::Class(_, char) => char.is_total(known),
            BoolExpr::Relation(_, a, b) => a.is_total(known) && b.is_total(known),
            BoolExpr::And(a, b) | BoolExpr::Or(a, b) => a.is_total_with(known) && b.is_total_with(known),
        }
    }

    fn indices(&self, known: &mut KnownIndices) {
        match self {
            BoolExpr::Const(_) => {}
            BoolExpr::Not(bool) => bool.indices(known),
            BoolExpr::Class(_, char) => char.indices(known),
            BoolExpr::Relation(_, a, b) => {
                a.indices(known);
                b.indices(known);
            }
            BoolExpr::And(a, b) | BoolExpr::Or(a, b) => {
                a.indices(known);
                b.indices(known);
            }
        }
    }
}
