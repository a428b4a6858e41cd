//! `quixotry help`: an overview of the commands.

use crate::app::Cli;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use clap::{Args, CommandFactory};

const EXAMPLES: &str = "\
Examples:
  quixotry help
  quixotry help lexicon query";

/// Print an overview, or the help of a command
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct HelpArgs {
    /// The command to explain
    command: Vec<String>,
}

const SECTIONS: [(&str, &[(&str, &str)]); 7] = [
    (
        "Play",
        &[
            ("quixotry", "start the server, at http://127.0.0.1:8080/"),
            ("quixotry play", "play in this terminal"),
        ],
    ),
    (
        "Score and find plays",
        &[
            ("quixotry score --rules skrabbkle empty DINT,h6", "score a play, or show why it is refused"),
            ("quixotry moves empty --rack RETAINS --top 5", "list the best plays of a position"),
        ],
    ),
    (
        "Study games and words",
        &[
            ("quixotry analyze game.gcg --html report.html", "judge every turn of a game, or a position"),
            ("quixotry study game.gcg", "go through a game, try turns, write notes"),
            ("quixotry endgame position.cgp", "solve an endgame"),
            ("quixotry puzzle --solve", "find the best turn of a position"),
            ("quixotry quiz --length 7", "learn words, with questions that come again"),
        ],
    ),
    (
        "Explore games and create your own",
        &[
            ("quixotry rules list", "list the rules; show or check rules"),
            ("quixotry board show infinite", "draw a board"),
        ],
    ),
    (
        "Query word lists",
        &[
            ("quixotry lexicon check QUIXOTRY", "look up a word"),
            ("quixotry lexicon query --anagram 'RETAIN?'", "find words by letters, pattern or prefix"),
        ],
    ),
    (
        "Read game records",
        &[
            ("quixotry record show game.gcg --turn 12", "show the board at any turn"),
            ("quixotry record convert game.gcg --to jsonl", "convert between GCG and records"),
        ],
    ),
    (
        "Bots and strength",
        &[
            ("quixotry arena static greedy", "let bots play matches"),
            ("quixotry bot --connect HOST:PORT", "a computer player for an arena or a server"),
            ("quixotry players", "list the computer players with their strength"),
            ("quixotry train leaves", "learn leave values by self-play"),
        ],
    ),
];

/// Prints the overview or the help of a command.
pub(crate) fn run(args: &HelpArgs, _: &Catalog, out: &mut CommandOutput) -> RunResult {
    match args.command.is_empty() {
        true => overview(out),
        false => explain(&args.command, out),
    }
}

fn explain(names: &[String], out: &mut CommandOutput) -> RunResult {
    let mut command = Cli::command();
    command.build();
    for name in names {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| anyhow::anyhow!("there is no command {name:?}; see quixotry help"))?;
    }
    out.line(command.render_long_help())?;
    Ok(Status::Success)
}

fn overview(out: &mut CommandOutput) -> RunResult {
    out.line("Quixotry: one program for crossword board games.")?;
    for (what, examples) in SECTIONS {
        out.line("")?;
        out.heading(what)?;
        for (command, about) in examples {
            out.line(format_args!("  {command:<47} {about}"))?;
        }
    }
    out.line("\nEvery command has --help, and --json if it prints data.")?;
    Ok(Status::Success)
}
