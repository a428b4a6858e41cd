//! Compiled programs.

use std::{fmt, sync::Arc};

use thiserror::Error;

use crate::{
    analysis::{Affine, AffineEffect, effect},
    ast::Block,
    check::check,
    code::{ChargeMode, Code, Reg, generate},
    diagnostic::{Diagnostic, Diagnostics},
    dialect::{Dialect, Signature},
    meter::StepMeter,
    parser::parse_all,
    problem::{LocatedProblem, ProgramProblem, RunCause, Severity},
    source::Span,
    vm::{self, Fuel, RunFailure},
    vowels,
    word::WordLetter,
};

/// A checked and compiled program. Cloning is cheap.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use quixotry_boardlang as boardlang; }
/// use quixotry::boardlang::{Dialect, Fuel, RunCause, Signature, WordLetter, compile};
///
/// // A board with a special square on each diagonal.
/// let source = "if ((_x_ = _y_) \\/ (_x_ = -_y_)) then { _result_ := 1 } else { _result_ := 0 }";
/// let board = compile(source, Signature::Board, Dialect::Left)?.program;
/// assert_eq!(board.run_board(3, -3, Fuel::DEFAULT), Ok(1));
/// assert_eq!(board.run_board(3, 2, Fuel::DEFAULT), Ok(0));
///
/// // A double word square. Its effect is known without running it.
/// let double = compile("_result_ := _acc_ * 2", Signature::Square, Dialect::Left)?.program;
/// let word = [WordLetter::new('A', 1)];
/// assert_eq!(double.run_square(&word, 0, 21, Fuel::DEFAULT), Ok(42));
/// assert_eq!(double.affine().and_then(|affine| affine.word_factor()), Some(2));
///
/// // A program that does not end fails when its steps are used up.
/// let endless = compile("while (true) do { _result_ := 1 }", Signature::Board, Dialect::Left)?.program;
/// assert_eq!(endless.run_board(0, 0, Fuel::DEFAULT).unwrap_err().cause, RunCause::StepLimit);
/// # Ok::<(), quixotry::boardlang::Diagnostics>(())
/// ```
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

/// A compiled program, with warnings.
#[derive(Debug, Clone)]
pub struct CompileOutput {
    /// The program.
    pub program: Program,
    /// Warnings only.
    pub warnings: Diagnostics,
}

/// Why a run failed, and where in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
#[error("{cause}")]
pub struct RunError {
    /// The cause.
    pub cause: RunCause,
    /// The span in the source.
    pub span: Span,
}

/// Parses, checks and compiles a program.
///
/// ```
/// # mod quixotry { pub use quixotry_boardlang as boardlang; }
/// use quixotry::boardlang::{Dialect, Fuel, Signature, compile};
///
/// let compiled = compile("_result_ := _x_ + 2 * _y_", Signature::Board, Dialect::Left)?;
/// assert_eq!(compiled.program.run_board(3, 4, Fuel::default())?, 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Fails with all errors and warnings if there is at least one error.
pub fn compile(source: &str, signature: Signature, dialect: Dialect) -> Result<CompileOutput, Diagnostics> {
    let source: Arc<str> = source.into();
    let (ast, found) = parse_all(&source, dialect);
    if has_error(&found) {
        return Err(Diagnostics::new(source, found));
    }
    compile_tree(source, ast, signature, dialect, found)
}

/// Checks and compiles a tree. `found` are the problems that its parser found.
fn compile_tree(
    source: Arc<str>,
    ast: Block,
    signature: Signature,
    dialect: Dialect,
    mut found: Vec<LocatedProblem>,
) -> Result<CompileOutput, Diagnostics> {
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
    /// Runs a board program. Returns the number of the square at a place; y grows downwards.
    ///
    /// # Errors
    ///
    /// Fails if the program divides by zero, runs out of steps, uses a word, or is not a board program.
    pub fn run_board(&self, x: i32, y: i32, fuel: Fuel) -> Result<i32, RunError> {
        self.run(Signature::Board, &[x, y], &[], fuel)
    }

    /// Runs a square program. `pos` is the index of the letter in `word`, `acc` the points so far. Returns the new
    /// points.
    ///
    /// A program whose effect is known is not executed. Measured on the standard squares, this takes 1.2 to 2 times
    /// as long as a boxed Rust closure; the register machine takes 5 to 6 times as long.
    ///
    /// # Errors
    ///
    /// Fails if the program divides by zero, reads a letter outside the word, runs out of steps, or is not a square
    /// program.
    pub fn run_square(&self, word: &[WordLetter], pos: i32, acc: i32, fuel: Fuel) -> Result<i32, RunError> {
        match (&self.0.effect, word.get(pos as u32 as usize)) {
            (Some(effect), Some(letter)) if effect.cost <= fuel.0 => {
                Ok(effect.affine.apply(letter.points, acc))
            }
            _ => self.run(Signature::Square, &[pos, acc], word, fuel),
        }
    }

    /// The same as [`run_board`](Program::run_board), with the steps of a meter.
    ///
    /// # Errors
    ///
    /// As for [`run_board`](Program::run_board); also if the steps of the meter are used up.
    pub fn run_board_on(&self, x: i32, y: i32, meter: &mut StepMeter) -> Result<i32, RunError> {
        self.run_on(Signature::Board, &[x, y], &[], meter)
    }

    /// The same as [`run_square`](Program::run_square), with the steps of a meter.
    ///
    /// # Errors
    ///
    /// As for [`run_square`](Program::run_square); also if the steps of the meter are used up.
    pub fn run_square_on(
        &self,
        word: &[WordLetter],
        pos: i32,
        acc: i32,
        meter: &mut StepMeter,
    ) -> Result<i32, RunError> {
        match (&self.0.effect, word.get(pos as u32 as usize)) {
            (Some(effect), Some(letter)) if !meter.is_exact() && effect.cost <= meter.fuel().0 => {
                meter.charge(effect.cost);
                Ok(effect.affine.apply(letter.points, acc))
            }
            _ => self.run_on(Signature::Square, &[pos, acc], word, meter),
        }
    }

    /// Returns the effect of a square program, if it is affine for every letter of every word.
    #[must_use]
    pub fn affine(&self) -> Option<Affine> {
        self.0.effect.map(|effect| effect.affine)
    }

    /// Runs a print program. Returns the code of the character that draws a square.
    ///
    /// # Errors
    ///
    /// Fails if the program divides by zero, runs out of steps, uses a word, or is not a print program.
    pub fn run_print(&self, input: i32, fuel: Fuel) -> Result<i32, RunError> {
        self.run(Signature::Print, &[input], &[], fuel)
    }

    /// The same program for a game with these vowels, as UTF-16 code units: `isVowel` asks for them and not for a, e,
    /// i, o and u. The source stays the same.
    ///
    /// ```
    /// # mod quixotry { pub use quixotry_boardlang as boardlang; }
    /// use quixotry::boardlang::{Dialect, Fuel, Signature, WordLetter, compile};
    ///
    /// let source = "if (isVowel(charValue(_pos_))) then { _result_ := 5 } else { _result_ := 0 }";
    /// let bed = compile(source, Signature::Square, Dialect::Left)?.program;
    /// let word = [WordLetter::new('Ы', 4)];
    /// assert_eq!(bed.run_square(&word, 0, 0, Fuel::DEFAULT), Ok(0));
    /// assert_eq!(bed.with_vowels(&['Ы' as u16]).run_square(&word, 0, 0, Fuel::DEFAULT), Ok(5));
    /// # Ok::<(), quixotry::boardlang::Diagnostics>(())
    /// ```
    #[must_use]
    pub fn with_vowels(&self, vowels: &[u16]) -> Program {
        let Inner { source, signature, dialect, .. } = &*self.0;
        let (mut ast, found) = parse_all(source, *dialect);
        vowels::replace(&mut ast, vowels);
        // A program that compiled before fails only if it becomes too large. Then it stays as it is.
        let compiled = compile_tree(source.clone(), ast, *signature, *dialect, found);
        compiled.map_or_else(|_| self.clone(), |output| output.program)
    }

    /// Returns the source text.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Returns the syntax tree.
    #[must_use]
    pub fn ast(&self) -> &Block {
        &self.0.ast
    }

    /// Returns the kind of the program.
    #[must_use]
    pub fn signature(&self) -> Signature {
        self.0.signature
    }

    /// Returns the dialect of the program.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    /// Converts the error of a run to a diagnostic with line and column, which can be rendered.
    #[must_use]
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
        self.check_signature(run_as)?;
        let Inner { exact, quick, .. } = &*self.0;
        let result = inputs.len() as Reg;
        match vm::run(quick, inputs, result, word, fuel) {
            Ok((value, _)) => Ok(value),
            Err(_) => run_exactly(exact, inputs, result, word, &mut StepMeter::exact(fuel, fuel)),
        }
    }

    fn run_on(
        &self,
        run_as: Signature,
        inputs: &[i32],
        word: &[WordLetter],
        meter: &mut StepMeter,
    ) -> Result<i32, RunError> {
        self.check_signature(run_as)?;
        let Inner { exact, quick, .. } = &*self.0;
        let (result, fuel) = (inputs.len() as Reg, meter.fuel());
        if !meter.is_exact()
            && let Ok((value, left)) = vm::run(quick, inputs, result, word, fuel)
        {
            meter.charge(fuel.0 - left);
            return Ok(value);
        }
        run_exactly(exact, inputs, result, word, meter)
    }

    #[inline]
    fn check_signature(&self, run_as: Signature) -> Result<(), RunError> {
        let compiled = self.0.signature;
        if compiled == run_as {
            return Ok(());
        }
        Err(RunError { cause: RunCause::WrongSignature { compiled, run_as }, span: Span::default() })
    }
}

/// Determines the real outcome after the quick code has failed.
#[cold]
fn run_exactly(
    code: &Code,
    inputs: &[i32],
    result: Reg,
    word: &[WordLetter],
    meter: &mut StepMeter,
) -> Result<i32, RunError> {
    let fuel = meter.fuel();
    let outcome = vm::run(code, inputs, result, word, fuel);
    let left = match &outcome {
        Ok((_, left)) | Err(RunFailure { left, .. }) => *left,
    };
    meter.charge(fuel.0 - left);
    outcome.map(|(value, _)| value).map_err(|failure| RunError {
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

/// Programs are equal if source, kind and dialect are equal.
impl PartialEq for Program {
    fn eq(&self, other: &Program) -> bool {
        let of = |program: &Program| (program.0.signature, program.0.dialect);
        of(self) == of(other) && self.0.source == other.0.source
    }
}

impl Eq for Program {}
