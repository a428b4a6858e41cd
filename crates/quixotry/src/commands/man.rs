//! `quixotry man`: manual pages from the same definitions as the help.

use crate::app::Cli;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
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
    /// Write a page for each command into this directory instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// Prints or writes the pages.
pub(crate) fn run(args: &ManArgs, screen: &mut Screen) -> Done {
    match &args.dir {
        None => print_page(screen),
        Some(dir) => write_pages(dir, screen),
    }
}

fn print_page(screen: &mut Screen) -> Done {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    screen.text(&String::from_utf8_lossy(&page))?;
    Ok(Outcome::Good)
}

fn write_pages(dir: &Path, screen: &mut Screen) -> Done {
    let cannot = || format!("cannot write manual pages into {}", dir.display());
    std::fs::create_dir_all(dir).with_context(cannot)?;
    clap_mangen::generate_to(Cli::command(), dir).with_context(cannot)?;
    screen.line(format_args!("manual pages written to {}", dir.display()))?;
    Ok(Outcome::Good)
}
