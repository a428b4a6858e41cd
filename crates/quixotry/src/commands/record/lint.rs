//! `quixotry record lint`: what is wrong with a record, line by line.

use super::written::Written;
use crate::app::Format;
use crate::given::{Stock, Words};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use clap::Args;
use lexicon::WordList;
use notation::gcg::{self, LintSeverity};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  quixotry record lint game.gcg
  quixotry record lint --lexicon english *.gcg *.jsonl

The exit code is 1 if a file has errors; warnings alone do no harm. Words are looked up only with --lexicon.";

/// Check records of games and say what is wrong with them, line by line.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LintArgs {
    /// The records: GCG or JSON lines; - reads the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The rules, in place of those that the file names
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Look up the words in this lexicon
    #[arg(long, short, value_name = "NAME|FILE")]
    lexicon: Option<String>,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Report<'a> {
    file: &'a str,
    errors: usize,
    warnings: usize,
    findings: Vec<Found>,
}

#[derive(Serialize)]
struct Found {
    line: usize,
    severity: &'static str,
    message: String,
}

/// Checks the files.
pub(super) fn run(args: &LintArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let mut good = true;
    for file in &args.files {
        let findings = args.findings(file, stock)?;
        let count = |severity| findings.iter().filter(|found| found.severity == severity).count();
        let (errors, warnings) = (count("error"), count("warning"));
        let report = Report { file, errors, warnings, findings };
        if args.format.json {
            screen.json(&report)?;
        } else {
            show(&report, screen)?;
        }
        good &= errors == 0;
    }
    Ok(Outcome::of(good))
}

fn show(report: &Report<'_>, screen: &mut Screen) -> std::io::Result<()> {
    let Report { file, errors, warnings, .. } = report;
    for Found { line, severity, message } in &report.findings {
        screen.line(format_args!("{file}:{line}: {severity}: {message}"))?;
    }
    let verdict = if *errors == 0 { screen.good("good") } else { screen.bad("wrong") };
    screen.line(format_args!("{file}: {verdict}: {errors} errors, {warnings} warnings"))
}

impl LintArgs {
    fn findings(&self, file: &str, stock: &Stock) -> anyhow::Result<Vec<Found>> {
        let written = match Written::read(file, self.rules.as_deref(), stock) {
            Ok(written) => written,
            Err(error) => return unreadable(error),
        };
        let words = self.lexicon.as_ref().map(|name| stock.words(name, written.rules())).transpose()?;
        let words = words.as_ref().map(Words::list);
        Ok(match &written {
            Written::Gcg { game, faults, rules } => {
                let unread = faults.iter().map(|fault| Found::error(fault.line, &fault.kind));
                let mut all: Vec<Found> =
                    unread.chain(gcg::lint(game, rules, words).iter().map(found)).collect();
                all.sort_by_key(|found| found.line);
                all
            }
            Written::Lines { record, cut } => lint_lines(record, cut.as_ref(), words),
        })
    }
}

/// A record whose lines cannot be understood is wrong in that line; a file that cannot be opened is another matter.
fn unreadable(error: anyhow::Error) -> anyhow::Result<Vec<Found>> {
    match error.chain().find_map(|cause| cause.downcast_ref::<wire::RecordError>()) {
        Some(fault) => Ok(vec![Found::error(fault.line, &fault.error)]),
        None => Err(error),
    }
}

fn lint_lines(
    record: &wire::Record,
    cut: Option<&wire::TruncatedLine>,
    words: Option<&dyn WordList>,
) -> Vec<Found> {
    let faults = wire::verify(record, words);
    let mut all: Vec<Found> = faults.iter().map(|fault| Found::error(fault.line, &fault.what)).collect();
    let cut = cut.map(|cut| Found {
        line: cut.line,
        severity: "warning",
        message: "the record breaks off here".to_owned(),
    });
    all.extend(cut);
    all
}

fn found(finding: &gcg::LintFinding) -> Found {
    let severity = match finding.severity() {
        LintSeverity::Warning => "warning",
        LintSeverity::Error => "error",
    };
    Found { line: finding.line, severity, message: finding.problem.to_string() }
}

impl Found {
    fn error(line: usize, message: &impl ToString) -> Found {
        Found { line, severity: "error", message: message.to_string() }
    }
}
