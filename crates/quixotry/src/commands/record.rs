//! `quixotry record`: game records.

mod convert;
mod lint;
mod show;

mod history;

use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::RunResult;
use clap::{Args, Subcommand};

/// Check and convert game records, and show the board at any turn.
#[derive(Args, Debug)]
pub(crate) struct RecordArgs {
    #[command(subcommand)]
    command: RecordCommand,
}

#[derive(Subcommand, Debug)]
enum RecordCommand {
    Show(show::RecordShowArgs),
    Lint(lint::RecordLintArgs),
    Convert(convert::RecordConvertArgs),
}

/// Runs the command.
pub(crate) fn run(args: &RecordArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.command {
        RecordCommand::Show(args) => show::run(args, catalog, out),
        RecordCommand::Lint(args) => lint::run(args, catalog, out),
        RecordCommand::Convert(args) => convert::run(args, catalog, out),
    }
}
