//! `quixotry lexicon remove`: removes an installed lexicon.

use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  quixotry lexicon remove mylist
  quixotry lexicon remove german      if it is a list of your own, the shipped list is used again";

/// Remove an installed lexicon.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LexiconRemoveArgs {
    /// Its name in `lexicon list`
    name: String,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct RemovedLexiconOutput {
    name: String,
    path: PathBuf,
}

/// Runs the command.
pub(super) fn run(args: &LexiconRemoveArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let path = catalog.library().uninstall(&args.name)?;
    let removed = RemovedLexiconOutput { name: args.name.clone(), path };
    if args.format.json {
        out.json(&removed)?;
    } else {
        out.line(format_args!("{}: removed {}", removed.name, removed.path.display()))?;
    }
    Ok(Status::Success)
}
