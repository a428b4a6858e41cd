//! `quixotry lexicon`: word lists and what people ask them.

mod add;
mod build;
mod check;
mod file;
mod info;
mod list;
mod query;

use crate::given::Stock;
use crate::outcome::Done;
use crate::screen::Screen;
use clap::{Args, Subcommand};

/// Word lists: install, build, ask.
#[derive(Args, Debug)]
pub(crate) struct LexiconArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    List(list::ListArgs),
    Info(info::InfoArgs),
    Check(check::CheckArgs),
    Query(query::QueryArgs),
    Add(add::AddArgs),
    Build(build::BuildArgs),
}

/// Which lexicon is asked.
#[derive(Args, Debug)]
struct Asked {
    /// The lexicon: a name from `lexicon list`, or a file
    #[arg(long, short, value_name = "NAME|FILE", default_value = "english")]
    lexicon: String,
    /// The tile set whose letters a list or KWG file is spelled with
    #[arg(long, value_name = "SET", default_value = "english")]
    tiles: String,
}

impl Asked {
    fn load(&self, stock: &Stock) -> anyhow::Result<lexicon::WordGraph> {
        stock.lexicon(&self.lexicon, &self.tiles)
    }
}

/// Runs the command.
pub(crate) fn run(args: &LexiconArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match &args.command {
        Command::List(args) => list::run(args, stock, screen),
        Command::Info(args) => info::run(args, stock, screen),
        Command::Check(args) => check::run(args, stock, screen),
        Command::Query(args) => query::run(args, stock, screen),
        Command::Add(args) => add::run(args, stock, screen),
        Command::Build(args) => build::run(args, stock, screen),
    }
}
