//! `quixotry train`: what the computer players learn from games against themselves.

mod leaves;
mod winpct;

use crate::given::Stock;
use crate::outcome::Done;
use crate::screen::Screen;
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

/// Learn leave values or winning chances from games of the computer against itself.
#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Leaves(leaves::LeavesArgs),
    Winpct(winpct::WinpctArgs),
}

/// Runs the command.
pub(crate) fn run(args: &TrainArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match &args.command {
        Command::Leaves(args) => leaves::run(args, stock, screen),
        Command::Winpct(args) => winpct::run(args, stock, screen),
    }
}

/// A bar on the terminal, if there is one, for so many games.
fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let look = "{msg} {wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left";
    bar.set_style(ProgressStyle::with_template(look).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// So many threads: those asked for, or all.
fn threads(asked: Option<std::num::NonZeroUsize>) -> usize {
    asked.or_else(|| std::thread::available_parallelism().ok()).map_or(1, usize::from)
}
