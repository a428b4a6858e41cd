//! `quixotry record`: games written down.

mod convert;
mod lint;
mod show;

mod story;
mod written;

pub(crate) use written::Written;

use crate::given::Stock;
use crate::outcome::Done;
use crate::screen::Screen;
use clap::{Args, Subcommand};

/// Records of games: check them, convert them, show the board at any turn.
#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Show(show::ShowArgs),
    Lint(lint::LintArgs),
    Convert(convert::ConvertArgs),
}

/// Runs the command.
pub(crate) fn run(args: &RecordArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match &args.command {
        Command::Show(args) => show::run(args, stock, screen),
        Command::Lint(args) => lint::run(args, stock, screen),
        Command::Convert(args) => convert::run(args, stock, screen),
    }
}
