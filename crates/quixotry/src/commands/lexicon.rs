//! `quixotry lexicon`: word lists.

mod add;
mod build;
mod check;
mod definitions;
mod guess;
mod import;
mod import_source;
mod info;
mod list;
mod query;
mod remove;
mod word_list;
mod word_order;

pub(super) use self::word_order::by_probability;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::RunResult;
use clap::{Args, Subcommand};

/// Install, build and query word lists.
#[derive(Args, Debug)]
pub(crate) struct LexiconArgs {
    #[command(subcommand)]
    command: LexiconCommand,
}

#[derive(Subcommand, Debug)]
enum LexiconCommand {
    List(list::LexiconListArgs),
    Info(info::LexiconInfoArgs),
    Check(check::LexiconCheckArgs),
    Query(query::LexiconQueryArgs),
    Add(add::LexiconAddArgs),
    Import(import::LexiconImportArgs),
    Remove(remove::LexiconRemoveArgs),
    Build(build::LexiconBuildArgs),
}

/// The lexicon of a command.
#[derive(Args, Debug)]
pub(super) struct LexiconNameArgs {
    /// The lexicon: a name from `lexicon list`, or a file
    #[arg(long, short, value_name = "NAME|FILE", default_value = "english")]
    lexicon: String,
    /// The tile set that defines the letters of a text list or KWG file
    #[arg(long, value_name = "SET", default_value = "english")]
    tiles: String,
}

impl LexiconNameArgs {
    pub(super) fn load(&self, catalog: &Catalog) -> anyhow::Result<lexicon::WordGraph> {
        catalog.lexicon(&self.lexicon, &self.tiles)
    }
}

/// Runs the command.
pub(crate) fn run(args: &LexiconArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.command {
        LexiconCommand::List(args) => list::run(args, catalog, out),
        LexiconCommand::Info(args) => info::run(args, catalog, out),
        LexiconCommand::Check(args) => check::run(args, catalog, out),
        LexiconCommand::Query(args) => query::run(args, catalog, out),
        LexiconCommand::Add(args) => add::run(args, catalog, out),
        LexiconCommand::Import(args) => import::run(args, catalog, out),
        LexiconCommand::Remove(args) => remove::run(args, catalog, out),
        LexiconCommand::Build(args) => build::run(args, catalog, out),
    }
}
