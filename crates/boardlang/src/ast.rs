//! The abstract syntax tree of a program.
//!
//! Equality of trees ignores spans, so that a tree can be compared with its printed and parsed copy.

use crate::source::Span;

/// A part of the tree with its span in the source. Equality ignores spans.
#[derive(Debug, Clone, Eq)]
pub struct Spanned<T> {
    /// The part of the tree.
    pub kind: T,
    /// Its span in the source.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Creates a part with its span.
    #[must_use]
    pub fn new(kind: T, span: Span) -> Spanned<T> {
        Spanned { kind, span }
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Spanned<T>) -> bool {
        self.kind == other.kind
    }
}

/// The name of a variable.
pub type Name = Spanned<String>;
/// A statement.
pub type Stmt = Spanned<StmtKind>;
/// An expression. Its span includes the parentheses around it.
pub type Expr = Spanned<ExprKind>;

/// A program, or the contents of a pair of braces: at least one statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The statements in order.
    pub statements: Vec<Stmt>,
}

/// The kinds of statements.
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

/// The kinds of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A number without sign. 2147483648 is only valid under [`UnaryOp::Neg`].
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

/// The precedence of an operator, lowest first. The dialect decides the associativity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Precedence {
    /// `/\` and `\/`
    Logic,
    /// `=`, `<>`, `<`, `<=`, `>`, `>=`: not associative
    Relation,
    /// `+` and `-`
    Sum,
    /// `*`, `/`, `%`
    Product,
    /// `-a`, `~b` and everything without an operator
    Atom,
}

/// The built-in functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Function {
    /// The points of the letter at an index of the word.
    PointValue,
    /// The code of a character.
    CharToInt,
    /// The character at an index of the word.
    CharValue,
    /// The character with a code.
    IntToChar,
    /// The upper case of a character.
    ToUpper,
    /// The lower case of a character.
    ToLower,
    /// Whether a character is one of 0 to 9.
    IsDigit,
    /// Whether a character is a letter of any script.
    IsLetter,
    /// Whether a character is a vowel of the game: a, e, i, o or u in either case, unless the tile set says otherwise.
    IsVowel,
}

impl UnaryOp {
    /// The operator as it is written.
    #[must_use]
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
    #[must_use]
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

    /// Returns the precedence of the operator.
    #[must_use]
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

    /// Returns the name of the function.
    #[must_use]
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
