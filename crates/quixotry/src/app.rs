//! The definitions of the command line, and which command runs.

use crate::commands::{
    analyze, arena, bench, board, bot, completions, endgame, leaves, lexicon, man, moves, overview, play,
    players, puzzle, record, rules, score, serve, store, tiles, train, worker,
};
use crate::given::Stock;
use crate::outcome::Done;
use crate::screen::{Color, Screen};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  quixotry
  quixotry score --rules skrabbkle empty DINT,h6
  quixotry moves 'empty' --rack RETAINS --top 5
  quixotry board show infinite --window -9,-9,9,9
  quixotry lexicon query --anagram 'RETAIN?'
  quixotry record show game.gcg --turn 12 --svg board.svg

Each command has its own --help. Exit codes: 0 good, 1 refused or bad input, 2 wrong usage.";

/// Crossword board games: serve them, judge plays, find plays, draw boards, ask word lists, read records of games.
#[derive(Parser, Debug)]
#[command(name = "quixotry", version, after_help = EXAMPLES, max_term_width = 100, disable_help_subcommand = true)]
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
    Serve(serve::ServeArgs),
    Play(play::PlayArgs),
    Score(score::ScoreArgs),
    Moves(moves::MovesArgs),
    Endgame(endgame::EndgameArgs),
    Analyze(analyze::AnalyzeArgs),
    Puzzle(puzzle::PuzzleArgs),
    Board(board::BoardArgs),
    Rules(rules::RulesArgs),
    Tiles(tiles::TilesArgs),
    Lexicon(lexicon::LexiconArgs),
    Record(record::RecordArgs),
    Store(store::StoreArgs),
    Arena(Box<arena::ArenaArgs>),
    Bot(bot::BotArgs),
    Worker(worker::WorkerArgs),
    Players(players::PlayersArgs),
    Leaves(leaves::LeavesArgs),
    Train(train::TrainArgs),
    Bench(bench::BenchArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
    Help(overview::HelpArgs),
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
    let data = cli.data_dir;
    let stock = Stock::new(data.clone(), screen.error_paint());
    match cli.command {
        None => serve::run(&serve::ServeArgs::default(), data.as_deref(), screen),
        Some(Command::Serve(args)) => serve::run(&args, data.as_deref(), screen),
        Some(Command::Store(args)) => store::run(&args, data.as_deref(), screen),
        Some(Command::Help(args)) => overview::run(&args, screen),
        Some(Command::Play(args)) => play::run(&args, &stock, screen),
        Some(Command::Score(args)) => score::run(&args, &stock, screen),
        Some(Command::Moves(args)) => moves::run(&args, &stock, screen),
        Some(Command::Endgame(args)) => endgame::run(&args, &stock, screen),
        Some(Command::Analyze(args)) => analyze::run(&args, &stock, screen),
        Some(Command::Puzzle(args)) => puzzle::run(&args, &stock, screen),
        Some(Command::Board(args)) => board::run(&args, &stock, screen),
        Some(Command::Rules(args)) => rules::run(&args, &stock, screen),
        Some(Command::Tiles(args)) => tiles::run(&args, &stock, screen),
        Some(Command::Lexicon(args)) => lexicon::run(&args, &stock, screen),
        Some(Command::Record(args)) => record::run(&args, &stock, screen),
        Some(Command::Arena(args)) => arena::run(&args, &stock, screen),
        Some(Command::Bot(args)) => bot::run(&args, &stock, screen),
        Some(Command::Worker(args)) => worker::run(&args, &stock, screen),
        Some(Command::Players(args)) => players::run(&args, screen),
        Some(Command::Leaves(args)) => leaves::run(&args, &stock, screen),
        Some(Command::Train(args)) => train::run(&args, &stock, screen),
        Some(Command::Bench(args)) => bench::run(&args, &stock, screen),
        Some(Command::Completions(args)) => completions::run(&args, screen),
        Some(Command::Man(args)) => man::run(&args, screen),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_reference_has_every_command_and_option() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command-line.md");
        let text = std::fs::read_to_string(path).unwrap();
        check(&Cli::command(), "quixotry", &text);
        Cli::command().get_arguments().filter_map(clap::Arg::get_long).for_each(|option| {
            assert!(text.contains(&format!("`--{option}")), "--{option}");
        });
    }

    /// Every command that does something has a section, which has its options.
    fn check(command: &clap::Command, name: &str, text: &str) {
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            check(inner, &format!("{name} {}", inner.get_name()), text);
        }
        if command.has_subcommands() {
            return;
        }
        let head = format!("\n### `{name}`\n");
        let section = text.split_once(&head).unwrap_or_else(|| panic!("no section {name}")).1;
        let section = section.split("\n##").next().unwrap();
        for option in command.get_arguments().filter_map(clap::Arg::get_long) {
            assert!(section.contains(&format!("--{option}")), "{name}: --{option} is missing");
        }
    }

    #[test]
    fn every_command_has_examples_where_it_takes_more_than_a_name() {
        fn look(command: &clap::Command) {
            command.get_subcommands().for_each(look);
            let options = command.get_arguments().count();
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let plain =
                command.has_subcommands() && command.get_name() != "quixotry" || command.get_name() == "list";
            assert!(plain || options == 0 || help.contains("Examples:"), "{}", command.get_name());
        }
        look(&Cli::command());
    }
}
