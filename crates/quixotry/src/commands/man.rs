//! `quixotry man`: manual pages, generated from the command line definition.

use crate::app::Cli;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use anyhow::Context;
use clap::{Args, CommandFactory};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  quixotry man | man -l -
  quixotry man --dir ~/.local/share/man/man1";

/// Print the manual page, or write the pages of all commands.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// Write one page per command to this directory instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Prints or writes the pages.
pub(crate) fn run(args: &ManArgs, _: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.dir {
        None => print_page(out),
        Some(dir) => write_pages(dir, out),
    }
}

fn print_page(out: &mut CommandOutput) -> RunResult {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    out.text(&String::from_utf8_lossy(&page))?;
    Ok(Status::Success)
}

fn write_pages(dir: &Path, out: &mut CommandOutput) -> RunResult {
    let cannot = || format!("cannot write manual pages into {}", dir.display());
    std::fs::create_dir_all(dir).with_context(cannot)?;
    clap_mangen::generate_to(Cli::command(), dir).with_context(cannot)?;
    out.line(format_args!("manual pages written to {}", dir.display()))?;
    Ok(Status::Success)
}
