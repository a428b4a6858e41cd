//! The language of boards and squares: parse, check, compile, run.
//!
//! A *board program* turns a place `(_x_, _y_)` into the number of the square there; a *square program* turns the
//! points so far, `_acc_`, and the letter at `_pos_` of the word into new points; a *print program* turns a square's
//! number into the character that draws it. All leave their answer in `_result_`.
//!
//! ```
//! use quixotry_boardlang::{Dialect, Fuel, Signature, WordLetter, compile};
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
//! # Ok::<(), quixotry_boardlang::Diagnostics>(())
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
mod tune;
mod vm;

mod program;
pub mod reference;

pub use self::{
    analysis::Affine,
    diagnostic::{Diagnostic, Diagnostics, RenderStyle},
    dialect::{Dialect, RESULT, Signature},
    parser::{MAX_CHAIN, MAX_NESTING, MAX_SOURCE, ParseOutput, parse},
    printer::DialectDisplay,
    problem::{ProgramProblem, RunCause, Severity, ValueType},
    program::{CompileOutput, Program, RunError, compile},
    source::{LineColumn, Span},
    vm::Fuel,
    word::WordLetter,
};
