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

const SECTIONS: [(&str, &[(&str, &str)]); 5] = [
    (
        "Play",
        &[
            ("quixotry", "start the server, at http://127.0.0.1:8080/"),
            ("quixotry play", "play in this terminal"),
        ],
    ),
    (
        "Find plays, study games and words",
        &[
            ("quixotry score --rules skrabbkle empty DINT,h6", "score a play, or show why it is refused"),
            ("quixotry moves empty --rack RETAINS --top 5", "list the best plays of a position"),
            ("quixotry analyze empty --rack RETAIN --rounds 9", "assess a position, or judge a game"),
            ("quixotry endgame --help", "solve an endgame"),
            ("quixotry study game.gcg", "go through a game, try turns"),
            ("quixotry puzzle --solve", "find the best turn of a position"),
            ("quixotry quiz --length 7", "learn words"),
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
        "Word lists and game records",
        &[
            ("quixotry lexicon check QUIXOTRY", "look up a word"),
            ("quixotry lexicon query --anagram 'RETAIN?'", "find words by letters or pattern"),
            ("quixotry record show game.gcg --turn 12", "show the board at any turn"),
        ],
    ),
    (
        "Bots",
        &[
            ("quixotry arena static greedy --games 2", "let bots play matches"),
            ("quixotry bot --help", "connect a bot to an arena or a server"),
            ("quixotry players", "list the computer players"),
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
        out.heading(what)?;
        for (command, about) in examples {
            out.line(format_args!("  {command:<48} {about}"))?;
        }
    }
    out.line("Every command has --help, and --json if it prints data.")?;
    Ok(Status::Success)
}
