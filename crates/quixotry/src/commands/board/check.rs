//! `quixotry board check`: checks a board or a program.

use super::describe_effect;
use crate::app::FormatArgs;
use crate::inputs::{Catalog, read_text};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use boardlang::{
    Diagnostic, Diagnostics, Dialect, Program, RenderStyle, RunCause, Severity, Signature, WordLetter,
};
use clap::{Args, ValueEnum};
use presets::{DataFileError, DataKind};
use rules::{Board, Coord, Rect, STEP_BUDGET};
use serde::Serialize;
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  quixotry board check myboard.toml
  quixotry board check myboard.txt                 a board file of SkraBBKle
  quixotry board check program.imp                 a board program alone
  quixotry board check square.imp --kind square
  echo '_result_ := _x_ % 7' | quixotry board check -

A file with the extension .toml or .txt is a whole board; any other file is a program.
The exit code is 1 if there are errors; warnings are allowed.";

/// Check a board or a program of a board or square, and show all errors.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BoardCheckArgs {
    /// The file, the name of a board, or - for the standard input
    #[arg(value_name = "FILE")]
    file: String,
    /// The kind of program
    #[arg(long, value_enum, default_value = "board")]
    kind: ProgramKind,
    /// Parse operators as right-associative, as the ITU game does: a - b - c is a - (b - c)
    #[arg(long)]
    itu_compat: bool,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ProgramKind {
    /// Computes the square at _x_, _y_
    Board,
    /// Computes the points of a word on a square
    Square,
    /// Computes the character that draws a square
    Print,
}

/// The result of a check.
#[derive(Serialize)]
struct BoardCheckReport {
    good: bool,
    faults: Vec<ProblemOutput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<String>,
    #[serde(skip)]
    drawn: Vec<String>,
}

#[derive(Serialize)]
struct ProblemOutput {
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
}

/// Runs the command.
pub(super) fn run(args: &BoardCheckArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let paint = out.paint();
    let report = if args.is_board(catalog) { args.board(catalog, paint)? } else { args.program(paint)? };
    if args.format.json {
        out.json(&report)?;
    } else {
        show(&report, &args.file, out)?;
    }
    Ok(Status::from_success(report.good))
}

fn show(report: &BoardCheckReport, file: &str, out: &mut CommandOutput) -> std::io::Result<()> {
    for drawn in &report.drawn {
        out.line(format_args!("{drawn}\n"))?;
    }
    let verdict = if report.good { out.good("good") } else { out.bad("wrong") };
    let about = report.about.as_ref().map_or(String::new(), |about| format!(": {about}"));
    out.line(format_args!("{file}: {verdict}{about}"))
}

impl BoardCheckArgs {
    fn dialect(&self) -> Dialect {
        if self.itu_compat { Dialect::ItuRight } else { Dialect::Left }
    }

    /// Whether the argument is a whole board: a file with the extension of boards, or the name of a board.
    fn is_board(&self, catalog: &Catalog) -> bool {
        let ending = Path::new(&self.file).extension().map(std::ffi::OsStr::to_ascii_lowercase);
        let whole = ending.is_some_and(|ending| ending == "toml" || ending == "txt");
        let known = || catalog.library().list(DataKind::Boards).iter().any(|source| source.name == self.file);
        whole || (!Path::new(&self.file).exists() && known())
    }

    fn program(&self, paint: RenderStyle) -> anyhow::Result<BoardCheckReport> {
        let text = read_text(&self.file)?;
        let signature = self.kind.signature();
        let compiled = match boardlang::compile(&text, signature, self.dialect()) {
            Ok(compiled) => compiled,
            Err(faults) => {
                return Ok(BoardCheckReport {
                    good: false,
                    ..BoardCheckReport::new(&faults, &self.file, paint)
                });
            }
        };
        let mut report = BoardCheckReport::new(&compiled.warnings, &self.file, paint);
        match self.kind.try_run(&compiled.program) {
            None => report.about = Some(signature.describe().to_owned()),
            Some(fault) => {
                report.good = false;
                report.drawn.push(fault.render(&text, &self.file, paint));
                report.faults.push(ProblemOutput::from_diagnostic(&fault, &self.file));
            }
        }
        Ok(report)
    }

    fn board(&self, catalog: &Catalog, paint: RenderStyle) -> anyhow::Result<BoardCheckReport> {
        let source = catalog.render_faults(catalog.library().source(DataKind::Boards, &self.file))?;
        match catalog.library().board_from(&source) {
            Err(faults) => Ok(BoardCheckReport {
                good: false,
                faults: faults.iter().map(ProblemOutput::from_fault).collect(),
                about: None,
                drawn: vec![faults.render(paint)],
            }),
            Ok(board) => Ok(self.programs_of(&board, paint)),
        }
    }

    /// The warnings about the programs of a valid board, and their errors in another dialect.
    fn programs_of(&self, board: &Board, paint: RenderStyle) -> BoardCheckReport {
        let dialect = if self.itu_compat { Dialect::ItuRight } else { board.dialect() };
        let mut report = BoardCheckReport {
            good: true,
            faults: Vec::new(),
            about: Some(describe_board(board)),
            drawn: Vec::new(),
        };
        for (name, text, signature) in programs(board) {
            let name = format!("{} ({name})", self.file);
            match boardlang::compile(text, signature, dialect) {
                Ok(compiled) => report.add(BoardCheckReport::new(&compiled.warnings, &name, paint)),
                Err(diagnostics) => {
                    report.add(BoardCheckReport {
                        good: false,
                        ..BoardCheckReport::new(&diagnostics, &name, paint)
                    });
                }
            }
        }
        report
    }
}

/// The programs of a board with their names.
fn programs(board: &Board) -> Vec<(String, &str, Signature)> {
    let named = |name: &str, text, signature| (name.to_owned(), text, signature);
    let main = board.program().map(|text| named("program", text, Signature::Board));
    let print = board.print_program().map(|text| named("print", text, Signature::Print));
    let steps = board.squares().iter().flat_map(|square| {
        let name = move |priority| format!("square {}, step {priority}", square.id());
        square.steps().iter().map(move |step| (name(step.priority), step.source(), Signature::Square))
    });
    main.into_iter().chain(print).chain(steps).collect()
}

fn describe_board(board: &Board) -> String {
    let extent = match board.window() {
        Some(window) => {
            let squares = window.places().filter(|&at| board.has(at)).count();
            format!("{}×{} with {squares} squares", window.width(), window.height())
        }
        None => "without end".to_owned(),
    };
    let kinds: Vec<String> =
        board.squares().iter().map(|square| format!("{} {}", square.id(), describe_effect(square))).collect();
    format!(
        "{}, {extent}, start {}, squares: {}",
        board.title(),
        board.square_name(board.start()),
        kinds.join("; ")
    )
}

impl BoardCheckReport {
    fn new(found: &Diagnostics, name: &str, paint: RenderStyle) -> BoardCheckReport {
        let drawn = if found.is_empty() { Vec::new() } else { vec![found.render(name, paint)] };
        let faults = found.iter().map(|one| ProblemOutput::from_diagnostic(one, name)).collect();
        BoardCheckReport { good: true, faults, about: None, drawn }
    }

    fn add(&mut self, other: BoardCheckReport) {
        self.good &= other.good;
        self.faults.extend(other.faults);
        self.drawn.extend(other.drawn);
    }
}

impl ProblemOutput {
    fn from_diagnostic(one: &Diagnostic, name: &str) -> ProblemOutput {
        let severity = match one.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        ProblemOutput {
            severity,
            file: Some(name.to_owned()),
            line: Some(one.start.line),
            column: Some(one.start.column),
            code: Some(one.problem.code()),
            message: one.problem.to_string(),
            hint: one.problem.hint().map(std::borrow::Cow::into_owned),
        }
    }

    fn from_fault(fault: &DataFileError) -> ProblemOutput {
        let position = fault.position();
        let key = if fault.key().is_empty() { String::new() } else { format!("{}: ", fault.key()) };
        ProblemOutput {
            severity: "error",
            file: fault.file().map(str::to_owned),
            line: position.map(|position| position.line),
            column: position.map(|position| position.column),
            code: None,
            message: format!("{key}{}", fault.message()),
            hint: fault.help().map(str::to_owned),
        }
    }
}

impl ProgramKind {
    /// Runs the program around the centre, on a word, or for small ids, and returns the first error.
    fn try_run(self, program: &Program) -> Option<Diagnostic> {
        let found = match self {
            ProgramKind::Board => Rect::between(Coord::new(-8, -8), Coord::new(8, 8))
                .places()
                .find_map(|at| program.run_board(at.x, at.y, STEP_BUDGET).err()),
            // The program may expect longer words than this one, so only an exceeded step limit is an error.
            ProgramKind::Square => {
                let word = ['H', 'E', 'L', 'L', 'O'].map(|letter| WordLetter::new(letter, 1));
                let run = program.run_square(&word, 0, 0, STEP_BUDGET).err();
                run.filter(|error| error.cause == RunCause::StepLimit)
            }
            ProgramKind::Print => (0..8).find_map(|id| program.run_print(id, STEP_BUDGET).err()),
        };
        found.map(|error| program.diagnose(&error))
    }

    fn signature(self) -> Signature {
        match self {
            ProgramKind::Board => Signature::Board,
            ProgramKind::Square => Signature::Square,
            ProgramKind::Print => Signature::Print,
        }
    }
}
