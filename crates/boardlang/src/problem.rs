//! The problems of programs.

use std::borrow::Cow;

use thiserror::Error;

use crate::{dialect::Signature, source::Span};

/// The severity of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The program runs, but probably not as intended.
    Warning,
    /// The program is invalid, or its run failed.
    Error,
}

/// The types of values.
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

/// Why a run failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
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
    /// The program was compiled as another kind of program.
    #[error("this is {}, but it was run as {}", compiled.describe(), run_as.describe())]
    WrongSignature {
        /// The kind it was compiled as.
        compiled: Signature,
        /// The kind it was run as.
        run_as: Signature,
    },
}

/// A problem of a program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramProblem {
    /// A character that starts no token.
    #[error("unexpected character {0:?}")]
    UnexpectedCharacter(char),
    /// An operator of another language.
    #[error("`{found}` is not an operator of this language")]
    ForeignOperator {
        /// What was written.
        found: &'static str,
        /// The operator of this language.
        ours: &'static str,
    },
    /// `/*` without `*/`.
    #[error("this comment is never closed")]
    UnterminatedComment,
    /// A quote without a closing quote.
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

    /// Something else is expected.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What is expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// `x = 1` instead of `x := 1`.
    #[error("`=` compares, it does not assign")]
    AssignWithEquals,
    /// A keyword in place of a variable.
    #[error("`{0}` is a keyword and cannot be a variable")]
    KeywordAsName(String),
    /// A name before `(` that is not a function.
    #[error("there is no function `{name}`")]
    UnknownFunction {
        /// What was written.
        name: String,
        /// A function with a similar name.
        suggestion: Option<String>,
    },
    /// `;` without a statement after it.
    #[error("nothing follows this `;`")]
    TrailingSemicolon,
    /// `{ }`
    #[error("this block is empty")]
    EmptyBlock,
    /// A program without statements.
    #[error("the program is empty")]
    EmptyProgram,
    /// Text after the end of the program.
    #[error("the program ends before {0}")]
    TrailingText(String),
    /// `a < b < c`
    #[error("comparisons cannot be chained")]
    ChainedComparison,
    /// Too many nested parentheses, blocks or signs.
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
    /// The source is too long.
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
        /// A suggestion or an explanation.
        hint: Option<String>,
    },
    /// A second declaration in one scope.
    #[error("the variable `{0}` is already declared in this block")]
    VarExists(String),
    /// A declaration of an input or of the result.
    #[error("`{0}` is predefined and cannot be declared")]
    ReservedName(String),
    /// A value of the wrong type.
    #[error("expected {expected}, but this is {found}")]
    TypeMismatch {
        /// The expected type.
        expected: ValueType,
        /// The actual type.
        found: ValueType,
    },
    /// A division whose divisor is always zero.
    #[error("this always divides by zero")]
    DivisionByZero,
    /// An index that is outside every word.
    #[error("there is no letter {0} in any word")]
    IndexOutOfBounds(i32),
    /// Too many variables and intermediate values at the same time.
    #[error("the program needs more than {limit} variables and intermediate values at once")]
    TooManyVariables {
        /// How many are allowed.
        limit: u32,
    },

    /// A variable that is never read.
    #[error("the variable `{0}` is never read")]
    UnusedVariable(String),
    /// A program without a result.
    #[error("`_result_` is never assigned, so the result is always 0")]
    ResultNeverAssigned,
    /// `/\` and `\/` in one chain.
    #[error("`/\\` and `\\/` bind equally tightly and are mixed here without parentheses")]
    MixedLogic,
    /// A function that needs a word, in a program without one.
    #[error("{} has no word, so `{function}` fails whenever it is reached", signature.describe())]
    NoWord {
        /// The function.
        function: &'static str,
        /// The kind of program.
        signature: Signature,
    },

    /// A run that failed.
    #[error(transparent)]
    Run(#[from] RunCause),
}

/// A problem with its span.
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

/// A marker that an error has been reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ErrorReported;

impl ProgramProblem {
    /// Returns the severity.
    #[must_use]
    pub fn severity(&self) -> Severity {
        use ProgramProblem::*;
        match self {
            UnusedVariable(_) | ResultNeverAssigned | MixedLogic | NoWord { .. } => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Returns a short name that does not change between versions.
    #[must_use]
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

    /// Returns advice on how to solve the problem.
    #[must_use]
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
            "declare variables in inner blocks, which release them at their end"
        }
        ProgramProblem::UnusedVariable(_) => "remove it, or use it",
        ProgramProblem::ResultNeverAssigned => "assign the answer: `_result_ := …`",
        ProgramProblem::MixedLogic => "add parentheses",
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
        "`;`" => Some("statements are separated by `;`, also after a `}`"),
        "`{`" => Some("blocks are enclosed in braces"),
        _ => None,
    }
}
