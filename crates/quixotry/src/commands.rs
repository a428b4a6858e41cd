//! The commands of the program. Each has a module with its arguments and a `run` function.
//!
//! To add a command, write its module and add two lines here: the `mod` item and a row of [`commands!`].

use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::RunResult;
use clap::Subcommand;

mod analyze;
mod arena;
mod bench;
mod board;
mod bot;
mod completions;
mod endgame;
mod help;
mod leaves;
mod lexicon;
mod man;
mod moves;
mod play;
mod players;
mod puzzle;
mod quiz;
mod record;
mod rules;
mod score;
mod serve;
mod store;
mod study;
mod tiles;
mod train;
mod worker;

/// Declares the commands in the order in which `--help` lists them: variant, module and arguments.
macro_rules! commands {
    ($($variant:ident => $module:ident::$args:ident,)*) => {
        /// A command with its arguments.
        #[derive(Subcommand, Debug)]
        pub(crate) enum CliCommand {
            $($variant(Box<$module::$args>),)*
        }

        impl CliCommand {
            /// Runs the command.
            pub(crate) fn run(&self, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
                match self {
                    $(CliCommand::$variant(args) => $module::run(args, catalog, out),)*
                }
            }
        }
    };
}

commands! {
    Serve => serve::ServeArgs,
    Play => play::PlayArgs,
    Score => score::ScoreArgs,
    Moves => moves::MovesArgs,
    Endgame => endgame::EndgameArgs,
    Analyze => analyze::AnalyzeArgs,
    Study => study::StudyArgs,
    Puzzle => puzzle::PuzzleArgs,
    Quiz => quiz::QuizArgs,
    Board => board::BoardArgs,
    Rules => rules::RulesArgs,
    Tiles => tiles::TilesArgs,
    Lexicon => lexicon::LexiconArgs,
    Record => record::RecordArgs,
    Store => store::StoreArgs,
    Arena => arena::ArenaArgs,
    Bot => bot::BotArgs,
    Worker => worker::WorkerArgs,
    Players => players::PlayersArgs,
    Leaves => leaves::LeavesArgs,
    Train => train::TrainArgs,
    Bench => bench::BenchArgs,
    Completions => completions::CompletionsArgs,
    Man => man::ManArgs,
    Help => help::HelpArgs,
}

/// The command that runs when none is named: the server.
impl Default for CliCommand {
    fn default() -> CliCommand {
        CliCommand::Serve(Box::default())
    }
}
