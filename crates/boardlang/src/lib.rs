//! The board language: parse, check, compile and run the programs of boards and squares.
//!
//! There are three kinds of programs. All leave their result in `_result_`.
//!
//! - A *board program* computes the number of the square at `(_x_, _y_)`.
//! - A *square program* computes new points from the points so far, `_acc_`, and the letter at index `_pos_` of the
//!   word.
//! - A *print program* computes the character that draws a square from the square's number.
//!
//! [`compile()`] turns source text into a [`Program`], or returns [`Diagnostics`] with all problems and their places.
//! Every run has a step budget, [`Fuel`], so that no program can hang its host. `docs/board-language.md` describes the
//! language.
//!
//! ```
//! # mod quixotry { pub use quixotry_boardlang as boardlang; }
//! use quixotry::boardlang::{Dialect, Fuel, Signature, WordLetter, compile};
//!
//! let triple = compile("_result_ := pointValue(_pos_) * 3 + _acc_", Signature::Square, Dialect::Left)?.program;
//! let word = [WordLetter::new('H', 4), WordLetter::new('I', 1)];
//! assert_eq!(triple.run_square(&word, 0, 42, Fuel::DEFAULT), Ok(54));
//!
//! let problems = compile("_result_ := pointValue(pos)", Signature::Square, Dialect::Left).unwrap_err();
//! assert_eq!(
//!     problems.to_string(),
//!     "1:24: error: the variable `pos` is not declared here (did you mean `_pos_`?)"
//! );
//! # Ok::<(), quixotry::boardlang::Diagnostics>(())
//! ```

mod source;

mod dialect;
mod word;

pub mod ast;
mod problem;

mod diagnostic;

mod lexer;
mod parser;
mod printer;
mod similar;

mod check;
mod cost;
mod ir;

mod analysis;
mod polynomial;

mod code;
mod meter;
mod peephole;
mod vm;
mod vowels;

mod program;
pub mod reference;

pub use self::{
    analysis::Affine,
    diagnostic::{Diagnostic, Diagnostics, RenderStyle},
    dialect::{Dialect, RESULT, Signature},
    meter::StepMeter,
    parser::{MAX_CHAIN, MAX_NESTING, MAX_SOURCE, ParseOutput, parse},
    printer::DialectDisplay,
    problem::{ProgramProblem, RunCause, Severity, ValueType},
    program::{CompileOutput, Program, RunError, compile},
    source::{LineColumn, Span},
    vm::Fuel,
    word::WordLetter,
};
