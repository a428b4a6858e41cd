//! The definitions of the command line, and which command runs.

use crate::commands::{bench, board, completions, lexicon, man, moves, overview, rules, score, tiles};
use crate::given::Stock;
use crate::outcome::Done;
use crate::screen::{Color, Screen};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  quixotry score --rules skrabbkle empty DINT,h6
  quixotry moves 'empty' --rack RETAINS --top 5
  quixotry board show infinite --window -9,-9,9,9
  quixotry lexicon query --anagram 'RETAIN?'
  quixotry record show game.gcg --turn 12 --svg board.svg

Each command has its own --help. Exit codes: 0 good, 1 refused or bad input, 2 wrong usage.";

/// Crossword board games: judge plays, find plays, draw boards, ask word lists, read records of games.
#[derive(Parser, Debug)]
#[command(name = "quixotry", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Cli {
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,

    /// Where your own lexica are kept [default: the data directory of your system]
    #[arg(long, global = true, value_name = "DIR", env = "QUIXOTRY_DATA", hide_env_values = true)]
    data_dir: Option<PathBuf>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    Score(score::ScoreArgs),
    Moves(moves::MovesArgs),
    Board(board::BoardArgs),
    Rules(rules::RulesArgs),
    Tiles(tiles::TilesArgs),
    Lexicon(lexicon::LexiconArgs),
    Bench(bench::BenchArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Whether the output is for programs.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Format {
    /// Print JSON for programs instead of text for people
    #[arg(long)]
    pub(crate) json: bool,
}

/// Runs the command.
pub(crate) fn run(cli: Cli, screen: &mut Screen) -> Done {
    let stock = Stock::new(cli.data_dir, screen.error_paint());
    match cli.command {
        None => overview::run(screen),
        Some(Command::Score(args)) => score::run(&args, &stock, screen),
        Some(Command::Moves(args)) => moves::run(&args, &stock, screen),
        Some(Command::Board(args)) => board::run(&args, &stock, screen),
        Some(Command::Rules(args)) => rules::run(&args, &stock, screen),
        Some(Command::Tiles(args)) => tiles::run(&args, &stock, screen),
        Some(Command::Lexicon(args)) => lexicon::run(&args, &stock, screen),
        Some(Command::Bench(args)) => bench::run(&args, &stock, screen),
        Some(Command::Completions(args)) => completions::run(&args, screen),
        Some(Command::Man(args)) => man::run(&args, screen),
    }
}
