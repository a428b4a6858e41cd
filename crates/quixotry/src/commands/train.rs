//! `quixotry train`: trains leave values and winning chances by self-play.

mod leaves;
mod winpct;

use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::RunResult;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

/// Train leave values or winning chances by self-play.
#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    command: TrainCommand,
}

#[derive(Subcommand, Debug)]
enum TrainCommand {
    Leaves(leaves::TrainLeavesArgs),
    Winpct(winpct::TrainWinpctArgs),
}

/// Runs the command.
pub(crate) fn run(args: &TrainArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.command {
        TrainCommand::Leaves(args) => leaves::run(args, catalog, out),
        TrainCommand::Winpct(args) => winpct::run(args, catalog, out),
    }
}

/// A progress bar for a number of games.
fn progress_bar(games: u64) -> ProgressBar {
    let progress_bar = ProgressBar::new(games);
    let look = "{msg} {wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    progress_bar
        .set_style(ProgressStyle::with_template(look).unwrap_or_else(|_| ProgressStyle::default_bar()));
    progress_bar
}
