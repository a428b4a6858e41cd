//! What a program says, as a tree.
//!
//! Equality of trees ignores where in the source they stood, so that printing and parsing again can be compared.

use crate::source::Span;

/// A part of the tree with its place in the source; places do not count for equality.
#[derive(Debug, Clone, Eq)]
pub struct Spanned<T> {
    /// What stands there.
    pub kind: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A part at a place.
    pub fn new(kind: T, span: Span) -> Spanned<T> {
        Spanned { kind, span }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Spanned<T>) -> bool {
        self.kind == other.kind
    }
}

/// A variable's name with its place.
pub type Name = Spanned<String>;
/// A statement with its place.
pub type Stmt = Spanned<StmtKind>;
/// An expression with its place, parentheses around it included.
pub type Expr = Spanned<ExprKind>;

/// A program, or the inside of a pair of braces: one statement or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The statements in order.
    pub statements: Vec<Stmt>,
}

/// What a statement does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StmtKind {
    /// `declare x`
    Declare(Name),
    /// `x := e`
    Assign(Name, Expr),
    /// `if (b) then { … } else { … }`
    If(Expr, Block, Option<Block>),
    /// `while (b) do { … }`
    While(Expr, Block),
}

/// What an expression computes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A number as written, without sign; 2147483648 only makes sense under [`UnaryOp::Neg`].
    Int(u32),
    /// A character in quotes.
    Char(char),
    /// `true` or `false`
    Bool(bool),
    /// A variable.
    Var(String),
    /// `wordLength`
    WordLength,
    /// `-a` or `~b`
    Unary(UnaryOp, Box<Expr>),
    /// `a op b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `function(e)`
    Call(Function, Box<Expr>),
}

/// The operators with one operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `~`
    Not,
}

/// The operators with two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `=`
    Eq,
    /// `<>`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `/\`
    And,
    /// `\/`
    Or,
}

/// How tightly an operator binds, loosest first; operators of one level are chained by the dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Precedence {
    /// `/\` and `\/`
    Logic,
    /// `=`, `<>`, `<`, `<=`, `>`, `>=`: never chained
    Relation,
    /// `+` and `-`
    Sum,
    /// `*`, `/`, `%`
    Product,
    /// `-a`, `~b` and everything without an operator
    Tight,
}

/// The built-in functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Function {
    /// Points of the letter at an index of the word.
    PointValue,
    /// Code of a character.
    CharToInt,
    /// Character at an index of the word.
    CharValue,
    /// Character of a code.
    IntToChar,
    /// Upper case of a character.
    ToUpper,
    /// Lower case of a character.
    ToLower,
    /// Whether a character is one of 0 to 9.
    IsDigit,
    /// Whether a character is a letter of any script.
    IsLetter,
    /// Whether a character is a, e, i, o or u in either case.
    IsVowel,
}

impl UnaryOp {
    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::Not => "~",
        }
    }
}

impl BinaryOp {
    /// Every operator.
    pub const ALL: [BinaryOp; 13] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Rem,
        BinaryOp::Eq,
        BinaryOp::Ne,
        BinaryOp::Lt,
        BinaryOp::Le,
        BinaryOp::Gt,
        BinaryOp::Ge,
        BinaryOp::And,
        BinaryOp::Or,
    ];

    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Eq => "=",
            BinaryOp::Ne => "<>",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::And => "/\\",
            BinaryOp::Or => "\\/",
        }
    }

    /// How tightly the operator binds.
    pub fn level(self) -> Precedence {
        use BinaryOp::*;
        match self {
            And | Or => Precedence::Logic,
            Eq | Ne | Lt | Le | Gt | Ge => Precedence::Relation,
            Add | Sub => Precedence::Sum,
            Mul | Div | Rem => Precedence::Product,
        }
    }
}

impl Function {
    /// Every function.
    pub const ALL: [Function; 9] = [
        Function::PointValue,
        Function::CharToInt,
        Function::CharValue,
        Function::IntToChar,
        Function::ToUpper,
        Function::ToLower,
        Function::IsDigit,
        Function::IsLetter,
        Function::IsVowel,
    ];

    /// The function's name.
    pub fn name(self) -> &'static str {
        match self {
            Function::PointValue => "pointValue",
            Function::CharToInt => "charToInt",
            Function::CharValue => "charValue",
            Function::IntToChar => "intToChar",
            Function::ToUpper => "toUpper",
            Function::ToLower => "toLower",
            Function::IsDigit => "isDigit",
            Function::IsLetter => "isLetter",
            Function::IsVowel => "isVowel",
        }
    }
}
