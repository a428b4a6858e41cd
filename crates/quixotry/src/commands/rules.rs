//! `quixotry rules`: rule sets.

mod trial;

use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use crate::text_table::{Align, TextTable};
use clap::{Args, Subcommand};
use presets::{DataFileError, DataFileErrors, DataKind};
use rules::Ruleset;
use serde_json::{Value, json};
use std::io;
use std::num::NonZeroU64;
use trial::RulesTrial;

/// List, show and check rules.
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    command: RulesCommand,
}

#[derive(Subcommand, Debug)]
enum RulesCommand {
    /// List the available rules
    List {
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Show every parameter of a ruleset
    #[command(
        after_help = "Examples:\n  quixotry rules show standard\n  quixotry rules show skrabbkle --source > mine.toml"
    )]
    Show {
        /// The rules: a name from `rules list`, or a file
        #[arg(value_name = "NAME|FILE")]
        rules: String,
        /// Print the file itself, as a start for your own rules
        #[arg(long, conflicts_with_all = ["json", "toml"])]
        source: bool,
        /// Print a self-contained file: every parameter, the board and the tiles
        #[arg(long, conflicts_with = "json")]
        toml: bool,
        /// The seed of random boards
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
        #[command(flatten)]
        format: FormatArgs,
    },
    /// Check rules files and show all errors
    #[command(
        after_help = "Examples:\n  quixotry rules check mine.toml\n  quixotry rules check mine.toml --games 100\n\nThe exit code is 1 if there are errors."
    )]
    Check {
        /// The files or names
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        /// Also let computers play this many games, and report openings, scores and how the games ended
        #[arg(long, value_name = "N")]
        games: Option<NonZeroU64>,
        #[command(flatten)]
        format: FormatArgs,
    },
}

/// Runs the command.
pub(crate) fn run(args: &RulesArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.command {
        RulesCommand::List { format } => list(*format, catalog, out),
        RulesCommand::Show { rules, source: true, .. } => show_file(rules, catalog, out),
        RulesCommand::Show { rules, seed, toml, format, .. } => {
            let rules = catalog.rules(rules, *seed)?;
            if *toml {
                out.text(&presets::to_toml(&rules))?;
            } else {
                show(&rules, *format, out)?;
            }
            Ok(Status::Success)
        }
        RulesCommand::Check { files, games, format } => check(files, *games, *format, catalog, out),
    }
}

fn list(format: FormatArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let mut table = TextTable::new([
        ("name", Align::Left),
        ("title", Align::Left),
        ("board", Align::Left),
        ("tiles", Align::Left),
    ]);
    let mut entries = Vec::new();
    for (name, rules) in catalog.load_all(DataKind::Rules, presets::Library::rules_from) {
        let (board, tiles) = (rules.board.title(), rules.tiles.name());
        entries.push(
            json!({"name": name, "title": rules.title, "board": board, "tiles": tiles, "about": rules.about}),
        );
        table.row([name, rules.title.clone(), board.to_owned(), tiles.to_owned()]);
    }
    if format.json {
        out.json(&entries)?;
    } else {
        table.lines().try_for_each(|line| out.line(line))?;
    }
    Ok(Status::Success)
}

fn show_file(name: &str, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let source = catalog.render_faults(catalog.library().source(DataKind::Rules, name))?;
    out.text(&source.text)?;
    Ok(Status::Success)
}

fn show(rules: &Ruleset, format: FormatArgs, out: &mut CommandOutput) -> anyhow::Result<()> {
    if format.json {
        let value: Value = toml::from_str(&presets::to_toml(rules))?;
        return Ok(out.json(&value)?);
    }
    out.heading(&format!("{} ({})", rules.title, rules.name))?;
    out.line(format_args!("{}\n", rules.about))?;
    let (board, tiles) = (board(rules), format!("{}, {} tiles", rules.tiles.name(), rules.tiles.all().len()));
    let parameters = presets::parameters(rules);
    let rest = parameters.iter().map(|parameter| (parameter.key, parameter.plain()));
    let all: Vec<(&str, &str)> =
        [("board", board.as_str()), ("tiles", tiles.as_str())].into_iter().chain(rest).collect();
    let width = |text: fn(&(&str, &str)) -> usize| all.iter().map(text).max().unwrap_or(0);
    let (keys, values) = (width(|(key, _)| key.chars().count()), width(|(_, value)| value.chars().count()));
    for (key, value) in all {
        let summary = presets::rule_key(key).map_or("", |key| key.summary);
        out.line(format_args!("{key:<keys$}  {value:<values$}  {summary}"))?;
    }
    Ok(())
}

fn board(rules: &Ruleset) -> String {
    let board = &rules.board;
    let size = board.window().map(|window| format!("{}×{}", window.width(), window.height()));
    format!(
        "{}, {}, start {}",
        board.title(),
        size.as_deref().unwrap_or("without end"),
        board.square_name(board.start())
    )
}

fn check(
    files: &[String],
    games: Option<NonZeroU64>,
    format: FormatArgs,
    catalog: &Catalog,
    out: &mut CommandOutput,
) -> RunResult {
    let mut good = true;
    for file in files {
        match catalog.library().rules(file) {
            Ok(rules) => {
                let missing = missing_lexicon(&rules, catalog);
                let trial = match (games, &missing) {
                    (Some(games), None) => Some(RulesTrial::play(&rules, catalog, games.get())?),
                    (Some(_), Some(_)) | (None, _) => None,
                };
                show_good(file, &rules, missing, trial, format, out)?;
            }
            Err(faults) => {
                good = false;
                show_faults(file, &faults, format, out)?;
            }
        }
    }
    Ok(Status::from_success(good))
}

/// A warning, if the lexicon of the rules is not installed here.
fn missing_lexicon(rules: &Ruleset, catalog: &Catalog) -> Option<String> {
    let error = catalog.words(&rules.lexicon, rules).err()?;
    Some(format!("the rules use the lexicon {:?}: {error}", rules.lexicon))
}

fn show_good(
    file: &str,
    rules: &Ruleset,
    warning: Option<String>,
    trial: Option<RulesTrial>,
    format: FormatArgs,
    out: &mut CommandOutput,
) -> io::Result<()> {
    if format.json {
        let warnings: Vec<String> = warning.into_iter().collect();
        let mut report =
            json!({"file": file, "good": true, "name": rules.name, "faults": [], "warnings": warnings});
        if let Some(trial) = trial {
            report["trial"] = json!(trial);
        }
        return out.json(&report);
    }
    let verdict = out.good("good");
    out.line(format_args!("{file}: {verdict}: {}", rules.title))?;
    warning.iter().try_for_each(|warning| out.line(format_args!("  warning: {warning}")))?;
    trial.map_or(Ok(()), |trial| trial.lines().iter().try_for_each(|line| out.line(format_args!("  {line}"))))
}

fn show_faults(
    file: &str,
    faults: &DataFileErrors,
    format: FormatArgs,
    out: &mut CommandOutput,
) -> io::Result<()> {
    if format.json {
        let faults: Vec<Value> = faults.iter().map(fault_json).collect();
        return out.json(&json!({"file": file, "good": false, "faults": faults}));
    }
    let (drawn, verdict) = (faults.render(out.paint()), out.bad("wrong"));
    out.line(format_args!("{}\n\n{file}: {verdict}", drawn.trim_end()))
}

fn fault_json(fault: &DataFileError) -> Value {
    let position = fault.position();
    json!({
        "file": fault.file(),
        "line": position.map(|position| position.line),
        "column": position.map(|position| position.column),
        "key": fault.key(),
        "message": fault.message(),
        "hint": fault.help(),
    })
}
