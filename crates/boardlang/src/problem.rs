//! Everything that can be wrong with a program, as data.

use std::borrow::Cow;

use thiserror::Error;

use crate::{dialect::Signature, source::Span};

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The program runs, but probably not as meant.
    Warning,
    /// The program cannot be used, or its run failed.
    Error,
}

/// The three kinds of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// A signed 32-bit number.
    Int,
    /// A UTF-16 unit.
    Char,
    /// True or false.
    Bool,
}

impl std::fmt::Display for ValueType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            ValueType::Int => "a number",
            ValueType::Char => "a character",
            ValueType::Bool => "a truth value",
        })
    }
}

/// Why a run ended without a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum RunCause {
    /// `pointValue` or `charValue` outside the word.
    #[error("there is no letter {0} in the word")]
    IndexOutOfBounds(i32),
    /// `/` or `%` by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The step budget is used up.
    #[error("the program took too many steps")]
    StepLimit,
    /// The program was run as another kind of program than it was compiled for.
    #[error("this is {}, but it was run as {}", compiled.describe(), run_as.describe())]
    WrongSignature {
        /// What it was compiled for.
        compiled: Signature,
        /// What it was run as.
        run_as: Signature,
    },
}

/// What is wrong with a program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramProblem {
    /// A character that begins nothing.
    #[error("unexpected character {0:?}")]
    UnexpectedCharacter(char),
    /// An operator of other languages.
    #[error("`{found}` is not an operator of this language")]
    ForeignOperator {
        /// What was written.
        found: &'static str,
        /// What this language writes instead.
        ours: &'static str,
    },
    /// `/*` without `*/`.
    #[error("this comment is never closed")]
    UnterminatedComment,
    /// A quote without its partner.
    #[error("this character is never closed")]
    UnterminatedCharacter,
    /// `''`
    #[error("there is no character between the quotes")]
    EmptyCharacter,
    /// `'ab'`
    #[error("more than one character between the quotes")]
    LongCharacter,
    /// A character that needs more than 16 bits.
    #[error("the character {0:?} does not fit into 16 bits")]
    WideCharacter(char),
    /// Digits with letters in them.
    #[error("`{0}` is neither a number nor a name")]
    BadNumber(String),
    /// A number outside the 32-bit range.
    #[error("this number is too large")]
    NumberTooLarge,

    /// Something else should stand here.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What could stand here.
        expected: &'static str,
        /// What stands here.
        found: String,
    },
    /// `x = 1` where `x := 1` is meant.
    #[error("`=` compares, it does not assign")]
    AssignWithEquals,
    /// A keyword where a variable should stand.
    #[error("`{0}` is a word of the language and cannot be a variable")]
    KeywordAsName(String),
    /// A name followed by `(` that is no function.
    #[error("there is no function `{name}`")]
    UnknownFunction {
        /// What was written.
        name: String,
        /// A function with a similar name.
        suggestion: Option<String>,
    },
    /// `;` with nothing behind it.
    #[error("nothing follows this `;`")]
    TrailingSemicolon,
    /// `{ }`
    #[error("this block is empty")]
    EmptyBlock,
    /// No statement at all.
    #[error("the program is empty")]
    EmptyProgram,
    /// Something behind the end of the program.
    #[error("the program ends before {0}")]
    TrailingText(String),
    /// `a < b < c`
    #[error("comparisons cannot be chained")]
    ChainedComparison,
    /// Too many parentheses, blocks or signs within each other.
    #[error("more than {limit} levels of nesting")]
    TooDeep {
        /// How many are allowed.
        limit: u32,
    },
    /// Too many operators in one expression.
    #[error("more than {limit} operators chained in one expression")]
    TooLong {
        /// How many are allowed.
        limit: u32,
    },
    /// The whole text is too large.
    #[error("the program has more than {limit} bytes")]
    SourceTooLong {
        /// How many are allowed.
        limit: u32,
    },

    /// A variable that is not declared here.
    #[error("the variable `{name}` is not declared here")]
    VarNotFound {
        /// The unknown name.
        name: String,
        /// A similar name that is declared, or why it is not.
        hint: Option<String>,
    },
    /// A second declaration in one scope.
    #[error("the variable `{0}` is already declared in this block")]
    VarExists(String),
    /// A declaration of an input or of the result.
    #[error("`{0}` is given to the program and cannot be declared")]
    ReservedName(String),
    /// A value of the wrong kind.
    #[error("expected {expected}, but this is {found}")]
    TypeMismatch {
        /// What is needed here.
        expected: ValueType,
        /// What stands here.
        found: ValueType,
    },
    /// A division whose divisor is always zero.
    #[error("this always divides by zero")]
    DivisionByZero,
    /// An index that is outside every word.
    #[error("there is no letter {0} in any word")]
    IndexOutOfBounds(i32),
    /// More variables and intermediate values than a run has room for.
    #[error("the program needs more than {limit} variables and intermediate values at once")]
    TooManyVariables {
        /// How many are allowed.
        limit: u32,
    },

    /// A variable nobody reads.
    #[error("the variable `{0}` is never read")]
    UnusedVariable(String),
    /// A program without an answer.
    #[error("`_result_` is never assigned, so the result is always 0")]
    ResultNeverAssigned,
    /// `/\` and `\/` in one chain.
    #[error("`/\\` and `\\/` bind equally tightly and are mixed here without parentheses")]
    MixedLogic,
    /// A question about the word in a program that has none.
    #[error("{} has no word, so `{function}` fails whenever it is reached", signature.describe())]
    NoWord {
        /// What is asked.
        function: &'static str,
        /// What the program is for.
        signature: Signature,
    },

    /// A run that failed.
    #[error(transparent)]
    Run(#[from] RunCause),
}

/// A problem and its place, before lines and columns are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LocatedProblem {
    pub(crate) problem: ProgramProblem,
    pub(crate) span: Span,
}

impl LocatedProblem {
    pub(crate) fn new(problem: ProgramProblem, span: Span) -> LocatedProblem {
        LocatedProblem { problem, span }
    }
}

/// A marker that the problem has been reported already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ErrorReported;

impl ProgramProblem {
    /// How bad it is.
    pub fn severity(&self) -> Severity {
        use ProgramProblem::*;
        match self {
            UnusedVariable(_) | ResultNeverAssigned | MixedLogic | NoWord { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// A short name that stays the same between versions.
    pub fn code(&self) -> &'static str {
        match self {
            ProgramProblem::UnexpectedCharacter(_) => "unexpected-character",
            ProgramProblem::ForeignOperator { .. } => "foreign-operator",
            ProgramProblem::UnterminatedComment => "unterminated-comment",
            ProgramProblem::UnterminatedCharacter => "unterminated-character",
            ProgramProblem::EmptyCharacter => "empty-character",
            ProgramProblem::LongCharacter => "long-character",
            ProgramProblem::WideCharacter(_) => "wide-character",
            ProgramProblem::BadNumber(_) => "bad-number",
            ProgramProblem::NumberTooLarge => "number-too-large",
            ProgramProblem::Expected { .. } => "expected",
            ProgramProblem::AssignWithEquals => "assign-with-equals",
            ProgramProblem::KeywordAsName(_) => "keyword-as-name",
            ProgramProblem::UnknownFunction { .. } => "unknown-function",
            ProgramProblem::TrailingSemicolon => "trailing-semicolon",
            ProgramProblem::EmptyBlock => "empty-block",
            ProgramProblem::EmptyProgram => "empty-program",
            ProgramProblem::TrailingText(_) => "trailing-text",
            ProgramProblem::ChainedComparison => "chained-comparison",
            ProgramProblem::TooDeep { .. } => "too-deep",
            ProgramProblem::TooLong { .. } => "too-long",
            ProgramProblem::SourceTooLong { .. } => "source-too-long",
            ProgramProblem::VarNotFound { .. } => "var-not-found",
            ProgramProblem::VarExists(_) => "var-exists",
            ProgramProblem::ReservedName(_) => "reserved-name",
            ProgramProblem::TypeMismatch { .. } => "type-mismatch",
            ProgramProblem::DivisionByZero | ProgramProblem::Run(RunCause::DivisionByZero) => {
                "division-by-zero"
            }
            ProgramProblem::IndexOutOfBounds(_) | ProgramProblem::Run(RunCause::IndexOutOfBounds(_)) => {
                "index-out-of-bounds"
            }
            ProgramProblem::TooManyVariables { .. } => "too-many-variables",
            ProgramProblem::UnusedVariable(_) => "unused-variable",
            ProgramProblem::ResultNeverAssigned => "result-never-assigned",
            ProgramProblem::MixedLogic => "mixed-logic",
            ProgramProblem::NoWord { .. } => "no-word",
            ProgramProblem::Run(RunCause::StepLimit) => "step-limit",
            ProgramProblem::Run(RunCause::WrongSignature { .. }) => "wrong-signature",
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> Option<Cow<'static, str>> {
        match self {
            ProgramProblem::ForeignOperator { ours, .. } => Some(format!("write `{ours}`").into()),
            ProgramProblem::UnknownFunction { suggestion: Some(name), .. } => {
                Some(format!("did you mean `{name}`?").into())
            }
            ProgramProblem::VarNotFound { hint: Some(hint), .. } => Some(hint.clone().into()),
            ProgramProblem::VarNotFound { name, hint: None } => {
                Some(format!("declare it first, in this block or around it: `declare {name}`").into())
            }
            ProgramProblem::BadNumber(text) => Some(bad_number_hint(text).into()),
            ProgramProblem::TypeMismatch { expected, found } => {
                type_hint(*expected, *found).map(Cow::Borrowed)
            }
            ProgramProblem::UnexpectedCharacter(character) => character_hint(*character).map(Cow::Borrowed),
            ProgramProblem::Expected { expected, .. } => expected_hint(expected).map(Cow::Borrowed),
            other => fixed_hint(other).map(Cow::Borrowed),
        }
    }
}

fn fixed_hint(problem: &ProgramProblem) -> Option<&'static str> {
    Some(match problem {
        ProgramProblem::UnterminatedComment => "close it with `*/`",
        ProgramProblem::UnterminatedCharacter | ProgramProblem::EmptyCharacter => {
            "write one character as in 'x'; the quote itself is '''"
        }
        ProgramProblem::LongCharacter => "write exactly one character as in 'x'",
        ProgramProblem::WideCharacter(_) => "only characters up to U+FFFF can be used",
        ProgramProblem::NumberTooLarge => "numbers reach from -2147483648 to 2147483647",
        ProgramProblem::AssignWithEquals => "write `:=` to assign",
        ProgramProblem::KeywordAsName(_) => "choose another name",
        ProgramProblem::UnknownFunction { .. } => {
            "the functions are pointValue, charValue, charToInt, intToChar, toUpper, toLower, isDigit, isLetter and isVowel"
        }
        ProgramProblem::TrailingSemicolon => "`;` stands between statements; remove this one",
        ProgramProblem::EmptyBlock => "a block needs a statement, for example `_result_ := _result_`",
        ProgramProblem::EmptyProgram => "a program needs a statement, for example `_result_ := 0`",
        ProgramProblem::TrailingText(_) => "remove it, or join statements with `;`",
        ProgramProblem::ChainedComparison => "compare twice and join with `/\\`, as in `(a < b) /\\ (b < c)`",
        ProgramProblem::TooDeep { .. } => "use variables, or several `if` one after another",
        ProgramProblem::TooLong { .. } => "split the expression with variables",
        ProgramProblem::VarExists(_) => "use the first one, or another name",
        ProgramProblem::ReservedName(_) => "use it without declaring it, or choose another name",
        ProgramProblem::DivisionByZero => "divide by something else",
        ProgramProblem::IndexOutOfBounds(_) => "letters are counted from 0 to wordLength - 1",
        ProgramProblem::TooManyVariables { .. } => {
            "declare variables in inner blocks, where they are given back"
        }
        ProgramProblem::UnusedVariable(_) => "remove it, or use it",
        ProgramProblem::ResultNeverAssigned => "assign the answer: `_result_ := …`",
        ProgramProblem::MixedLogic => "add parentheses to say what is meant",
        ProgramProblem::Run(cause) => return run_hint(*cause),
        _ => return None,
    })
}

fn run_hint(cause: RunCause) -> Option<&'static str> {
    match cause {
        RunCause::IndexOutOfBounds(_) => Some("letters are counted from 0 to wordLength - 1"),
        RunCause::DivisionByZero => {
            Some("test the divisor first; `/\\` and `\\/` always evaluate both sides")
        }
        RunCause::StepLimit => Some("does the loop end?"),
        RunCause::WrongSignature { .. } => None,
    }
}

fn bad_number_hint(text: &str) -> &'static str {
    if text.starts_with("0x") || text.starts_with("0b") {
        "numbers are written in decimal"
    } else {
        "names begin with a letter or `_`"
    }
}

fn type_hint(expected: ValueType, found: ValueType) -> Option<&'static str> {
    match (expected, found) {
        (ValueType::Int, ValueType::Char) => Some("turn a character into its code with `charToInt(…)`"),
        (ValueType::Char, ValueType::Int) => {
            Some("use `charValue(…)` for a letter of the word or `intToChar(…)` for a code")
        }
        (ValueType::Bool, ValueType::Int) => {
            Some("compare it, for example with `<> 0`; `~` needs parentheses around a comparison")
        }
        (ValueType::Int, ValueType::Bool) => {
            Some("truth values cannot be stored or compared; use `if`, `/\\`, `\\/` and `~`")
        }
        _ => None,
    }
}

fn character_hint(character: char) -> Option<&'static str> {
    match character {
        '"' | '\u{2018}' | '\u{2019}' | '`' => Some("characters are written in straight single quotes: 'x'"),
        '[' | ']' => Some("use parentheses in expressions and braces around blocks"),
        ':' => Some("assignment is written `:=`"),
        '\\' => Some("the operators are `/\\` and `\\/`"),
        '&' => Some("write `/\\` for and"),
        '|' => Some("write `\\/` for or"),
        '\u{2212}' | '\u{2013}' => Some("minus is written `-`"),
        _ => None,
    }
}

fn expected_hint(expected: &str) -> Option<&'static str> {
    match expected {
        "`then`" => Some("write `if (…) then { … }`"),
        "`do`" => Some("write `while (…) do { … }`"),
        "`;`" => Some("statements are joined with `;`, also behind a `}`"),
        "`{`" => Some("blocks stand in braces"),
        _ => None,
    }
}
