//! `quixotry record lint`: checks records line by line.

use crate::app::FormatArgs;
use crate::inputs::RecordFile;
use crate::inputs::{Catalog, WordSource};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use clap::Args;
use lexicon::WordList;
use notation::gcg::{self, LintSeverity};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  quixotry record lint game.gcg
  quixotry record lint --lexicon english *.gcg *.jsonl

The exit code is 1 if a file has errors; warnings are allowed. Words are looked up only with --lexicon.";

/// Check game records and report problems line by line.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct RecordLintArgs {
    /// The records: GCG or JSON lines; - reads the standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The rules to use, instead of those that the file names
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    /// Look up the words in this lexicon
    #[arg(long, short, value_name = "NAME|FILE")]
    lexicon: Option<String>,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct LintReport<'a> {
    file: &'a str,
    errors: usize,
    warnings: usize,
    findings: Vec<LintMessage>,
}

#[derive(Serialize)]
struct LintMessage {
    line: usize,
    severity: &'static str,
    message: String,
}

/// Runs the command.
pub(super) fn run(args: &RecordLintArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let mut good = true;
    for file in &args.files {
        let findings = args.findings(file, catalog)?;
        let count = |severity| findings.iter().filter(|message| message.severity == severity).count();
        let (errors, warnings) = (count("error"), count("warning"));
        let report = LintReport { file, errors, warnings, findings };
        if args.format.json {
            out.json(&report)?;
        } else {
            show(&report, out)?;
        }
        good &= errors == 0;
    }
    Ok(Status::from_success(good))
}

fn show(report: &LintReport<'_>, out: &mut CommandOutput) -> std::io::Result<()> {
    let LintReport { file, errors, warnings, .. } = report;
    for LintMessage { line, severity, message } in &report.findings {
        out.line(format_args!("{file}:{line}: {severity}: {message}"))?;
    }
    let verdict = if *errors == 0 { out.good("good") } else { out.bad("wrong") };
    out.line(format_args!("{file}: {verdict}: {errors} errors, {warnings} warnings"))
}

impl RecordLintArgs {
    fn findings(&self, file: &str, catalog: &Catalog) -> anyhow::Result<Vec<LintMessage>> {
        let written = match RecordFile::read(file, self.rules.as_deref(), catalog) {
            Ok(written) => written,
            Err(error) => return record_error_message(error),
        };
        let words = self.lexicon.as_ref().map(|name| catalog.words(name, written.rules())).transpose()?;
        let words = words.as_ref().map(WordSource::list);
        Ok(match &written {
            RecordFile::Gcg { game, faults, rules } => {
                let unread = faults.iter().map(|fault| LintMessage::error(fault.line, &fault.kind));
                let mut all: Vec<LintMessage> =
                    unread.chain(gcg::lint(game, rules, words).iter().map(lint_message)).collect();
                all.sort_by_key(|message| message.line);
                all
            }
            RecordFile::Lines { record, cut } => lint_lines(record, cut.as_ref(), words),
        })
    }
}

/// A malformed line is a finding; a file that cannot be opened is an error.
fn record_error_message(error: anyhow::Error) -> anyhow::Result<Vec<LintMessage>> {
    match error.chain().find_map(|cause| cause.downcast_ref::<wire::RecordError>()) {
        Some(fault) => Ok(vec![LintMessage::error(fault.line, &fault.error)]),
        None => Err(error),
    }
}

fn lint_lines(
    record: &wire::PartialRecord,
    cut: Option<&wire::TruncatedLine>,
    words: Option<&dyn WordList>,
) -> Vec<LintMessage> {
    let faults = wire::verify(record, words);
    let from_outside = record.header().more.contains_key(crate::gcg_record::FROM);
    let message = |fault: &wire::VerifyIssue| match from_outside && stands(&fault.what) {
        true => LintMessage::warning(fault.line, &fault.what),
        false => LintMessage::error(fault.line, &fault.what),
    };
    let mut all: Vec<LintMessage> = faults.iter().map(message).collect();
    let cut = cut.map(|cut| LintMessage {
        line: cut.line,
        severity: "warning",
        message: "the record breaks off here".to_owned(),
    });
    all.extend(cut);
    all
}

/// Whether a difference from the rules stands in a game that people played and wrote down: what was scored at the table,
/// words that nobody challenged, exchanges and ends that the rules do not have.
fn stands(what: &wire::Disagreement) -> bool {
    match what {
        wire::Disagreement::Value { key, .. } => {
            ["first", "score", "adjustments", "winners", "cause", "by"].contains(&key.as_str())
        }
        wire::Disagreement::Uncaused(event) => event == "ended",
        wire::Disagreement::Refused(_) => true,
        _ => false,
    }
}

fn lint_message(finding: &gcg::LintFinding) -> LintMessage {
    let severity = match finding.severity() {
        LintSeverity::Warning => "warning",
        LintSeverity::Error => "error",
    };
    LintMessage { line: finding.line, severity, message: finding.problem.to_string() }
}

impl LintMessage {
    fn warning(line: usize, message: &impl ToString) -> LintMessage {
        LintMessage { line, severity: "warning", message: message.to_string() }
    }

    fn error(line: usize, message: &impl ToString) -> LintMessage {
        LintMessage { line, severity: "error", message: message.to_string() }
    }
}
