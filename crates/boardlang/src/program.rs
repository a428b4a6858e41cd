//! A compiled program, ready to run.

use std::{fmt, sync::Arc};

use thiserror::Error;

use crate::{
    analysis::{Affine, AffineEffect, effect},
    ast::Block,
    check::check,
    code::{ChargeMode, Code, Reg, generate},
    diagnostic::{Diagnostic, Diagnostics},
    dialect::{Dialect, Signature},
    parser::parse_all,
    problem::{LocatedProblem, ProgramProblem, RunCause, Severity},
    source::Span,
    vm::{self, Fuel},
    word::WordLetter,
};

/// A checked and compiled program; cloning it is cheap.
#[derive(Clone)]
pub struct Program(Arc<Inner>);

struct Inner {
    source: Arc<str>,
    signature: Signature,
    dialect: Dialect,
    ast: Block,
    exact: Code,
    quick: Code,
    effect: Option<AffineEffect>,
}

/// A program with what should be said about it.
#[derive(Debug, Clone)]
pub struct CompileOutput {
    /// The program.
    pub program: Program,
    /// Warnings only.
    pub warnings: Diagnostics,
}

/// Why a run has no result, and where in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[error("{cause}")]
pub struct RunError {
    /// What went wrong.
    pub cause: RunCause,
    /// Where.
    pub span: Span,
}

/// Reads, checks and compiles a program.
pub fn compile(source: &str, signature: Signature, dialect: Dialect) -> Result<CompileOutput, Diagnostics> {
    let source: Arc<str> = source.into();
    let (ast, mut found) = parse_all(&source, dialect);
    if has_error(&found) {
        return Err(Diagnostics::new(source, found));
    }
    let checked = check(&ast, signature, &mut found);
    if has_error(&found) {
        return Err(Diagnostics::new(source, found));
    }
    match (generate(&checked, ChargeMode::Exact), generate(&checked, ChargeMode::Quick)) {
        (Err(problem), _) | (_, Err(problem)) => Err(Diagnostics::new(source, vec![problem])),
        (Ok(exact), Ok(quick)) => {
            let warnings = Diagnostics::new(source.clone(), found);
            let effect = if signature == Signature::Square { effect(&checked) } else { None };
            let program = Program(Arc::new(Inner { source, signature, dialect, ast, exact, quick, effect }));
            Ok(CompileOutput { program, warnings })
        }
    }
}

fn has_error(found: &[LocatedProblem]) -> bool {
    found.iter().any(|one| one.problem.severity() == Severity::Error)
}

impl Program {
    /// The number of the square at a place; y grows downwards.
    pub fn run_board(&self, x: i32, y: i32, fuel: Fuel) -> Result<i32, RunError> {
        self.run(Signature::Board, &[x, y], &[], fuel)
    }

    /// The points after a square's turn: `pos` is the letter's index in `word`, `acc` the points so far.
    ///
    /// A program whose effect is known is not run at all: measured on the standard squares, that is 1.2 to 2 times
    /// the time of a boxed Rust closure, against 5 to 6 times on the register machine.
    pub fn run_square(&self, word: &[WordLetter], pos: i32, acc: i32, fuel: Fuel) -> Result<i32, RunError> {
        match (&self.0.effect, word.get(pos as u32 as usize)) {
            (Some(effect), Some(letter)) if effect.cost <= fuel.0 => {
                Ok(effect.affine.apply(letter.points, acc))
            }
            _ => self.run(Signature::Square, &[pos, acc], word, fuel),
        }
    }

    /// What a square program does to the points, if that is the same simple sum for every letter of every word.
    pub fn affine(&self) -> Option<Affine> {
        self.0.effect.map(|effect| effect.affine)
    }

    /// The code of the character that draws a square.
    pub fn run_print(&self, input: i32, fuel: Fuel) -> Result<i32, RunError> {
        self.run(Signature::Print, &[input], &[], fuel)
    }

    /// The text the program was made from.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// The program as a tree.
    pub fn ast(&self) -> &Block {
        &self.0.ast
    }

    /// What the program is for.
    pub fn signature(&self) -> Signature {
        self.0.signature
    }

    /// How its operators were read.
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    /// A failed run as a problem with line and column, which can be drawn into the source.
    pub fn diagnose(&self, error: &RunError) -> Diagnostic {
        Diagnostic::new(&self.0.source, LocatedProblem::new(ProgramProblem::Run(error.cause), error.span))
    }

    #[inline]
    fn run(
        &self,
        run_as: Signature,
        inputs: &[i32],
        word: &[WordLetter],
        fuel: Fuel,
    ) -> Result<i32, RunError> {
        let Inner { signature: compiled, exact, quick, .. } = &*self.0;
        if *compiled != run_as {
            let cause = RunCause::WrongSignature { compiled: *compiled, run_as };
            return Err(RunError { cause, span: Span::default() });
        }
        let result = inputs.len() as Reg;
        vm::run(quick, inputs, result, word, fuel).or_else(|_| run_exactly(exact, inputs, result, word, fuel))
    }
}

/// What really happens when the quick way does not get through.
#[cold]
fn run_exactly(
    code: &Code,
    inputs: &[i32],
    result: Reg,
    word: &[WordLetter],
    fuel: Fuel,
) -> Result<i32, RunError> {
    vm::run(code, inputs, result, word, fuel).map_err(|failure| RunError {
        cause: failure.cause,
        span: code.spans.get(failure.at).copied().unwrap_or_default(),
    })
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("signature", &self.0.signature)
            .field("dialect", &self.0.dialect)
            .field("source", &self.0.source)
            .finish_non_exhaustive()
    }
}

/// Programs are equal when they were made from the same text for the same purpose.
impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        let of = |program: &Program| (program.0.signature, program.0.dialect);
        of(self) == of(other) && self.0.source == other.0.source
    }
}

impl Eq for Program {}
