//! `quixotry rules`: the games there are.

use crate::app::Format;
use crate::given::Stock;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use crate::table::{Side, Table};
use clap::{Args, Subcommand};
use presets::{DataFileError, DataFileErrors, DataKind};
use rules::Ruleset;
use serde_json::{Value, json};
use std::io;

/// Rules: list the games there are, show one, check your own.
#[derive(Args, Debug)]
pub(crate) struct RulesArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the rules there are
    List {
        #[command(flatten)]
        format: Format,
    },
    /// Show every parameter of a set of rules
    #[command(
        after_help = "Examples:\n  quixotry rules show standard\n  quixotry rules show skrabbkle --source > mine.toml"
    )]
    Show {
        /// The rules: a name from `rules list`, or a file
        #[arg(value_name = "NAME|FILE")]
        rules: String,
        /// Print the file as it is, to start one of your own from
        #[arg(long, conflicts_with_all = ["json", "toml"])]
        source: bool,
        /// Print a file that needs no other: every parameter, the board and the tiles
        #[arg(long, conflicts_with = "json")]
        toml: bool,
        /// The number that random boards are dealt with
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
        #[command(flatten)]
        format: Format,
    },
    /// Check a rules file and show everything that is wrong with it
    #[command(
        after_help = "Examples:\n  quixotry rules check mine.toml\n\nThe exit code is 1 if something is wrong."
    )]
    Check {
        /// The files, or names
        #[arg(required = true, value_name = "FILE")]
        files: Vec<String>,
        #[command(flatten)]
        format: Format,
    },
}

/// Runs the command.
pub(crate) fn run(args: &RulesArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match &args.command {
        Command::List { format } => list(*format, stock, screen),
        Command::Show { rules, source: true, .. } => show_file(rules, stock, screen),
        Command::Show { rules, seed, toml, format, .. } => {
            let rules = stock.rules(rules, *seed)?;
            if *toml {
                screen.text(&presets::to_toml(&rules))?;
            } else {
                show(&rules, *format, screen)?;
            }
            Ok(Outcome::Good)
        }
        Command::Check { files, format } => check(files, *format, stock, screen),
    }
}

fn list(format: Format, stock: &Stock, screen: &mut Screen) -> Done {
    let mut table = Table::new([
        ("name", Side::Left),
        ("title", Side::Left),
        ("board", Side::Left),
        ("tiles", Side::Left),
    ]);
    let mut entries = Vec::new();
    for (name, rules) in stock.each(DataKind::Rules, presets::Library::rules_from) {
        let (board, tiles) = (rules.board.title(), rules.tiles.name());
        entries.push(
            json!({"name": name, "title": rules.title, "board": board, "tiles": tiles, "about": rules.about}),
        );
        table.row([name, rules.title.clone(), board.to_owned(), tiles.to_owned()]);
    }
    if format.json {
        screen.json(&entries)?;
    } else {
        table.lines().try_for_each(|line| screen.line(line))?;
    }
    Ok(Outcome::Good)
}

fn show_file(name: &str, stock: &Stock, screen: &mut Screen) -> Done {
    let source = stock.drawn(stock.library().source(DataKind::Rules, name))?;
    screen.text(&source.text)?;
    Ok(Outcome::Good)
}

fn show(rules: &Ruleset, format: Format, screen: &mut Screen) -> anyhow::Result<()> {
    if format.json {
        let value: Value = toml::from_str(&presets::to_toml(rules))?;
        return Ok(screen.json(&value)?);
    }
    screen.heading(&format!("{} ({})", rules.title, rules.name))?;
    screen.line(format_args!("{}\n", rules.about))?;
    let (board, tiles) = (board(rules), format!("{}, {} tiles", rules.tiles.name(), rules.tiles.all().len()));
    let parameters = presets::parameters(rules);
    let rest = parameters.iter().map(|parameter| (parameter.key, parameter.plain()));
    let all: Vec<(&str, &str)> =
        [("board", board.as_str()), ("tiles", tiles.as_str())].into_iter().chain(rest).collect();
    let width = all.iter().map(|(key, _)| key.len()).max().unwrap_or(0);
    all.iter().try_for_each(|(key, value)| screen.line(format_args!("{key:<width$}  {value}")))?;
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

fn check(files: &[String], format: Format, stock: &Stock, screen: &mut Screen) -> Done {
    let mut good = true;
    for file in files {
        match stock.library().rules(file) {
            Ok(rules) => show_good(file, &rules, format, screen)?,
            Err(faults) => {
                good = false;
                show_faults(file, &faults, format, screen)?;
            }
        }
    }
    Ok(Outcome::of(good))
}

fn show_good(file: &str, rules: &Ruleset, format: Format, screen: &mut Screen) -> io::Result<()> {
    if format.json {
        return screen.json(&json!({"file": file, "good": true, "name": rules.name, "faults": []}));
    }
    let verdict = screen.good("good");
    screen.line(format_args!("{file}: {verdict}: {}", rules.title))
}

fn show_faults(file: &str, faults: &DataFileErrors, format: Format, screen: &mut Screen) -> io::Result<()> {
    if format.json {
        let told: Vec<Value> = faults.iter().map(told).collect();
        return screen.json(&json!({"file": file, "good": false, "faults": told}));
    }
    let (drawn, verdict) = (faults.render(screen.paint()), screen.bad("wrong"));
    screen.line(format_args!("{}\n\n{file}: {verdict}", drawn.trim_end()))
}

fn told(fault: &DataFileError) -> Value {
    let position = fault.position();
    json!({
        "file": fault.file(),
        "line": position.map(|position| position.line),
        "column": position.map(|position| position.column),
        "key": fault.key(),
        "message": fault.message(),
        "hint": fault.advice(),
    })
}
