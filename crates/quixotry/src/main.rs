//! The one binary: every way into the library from a command line.
//!
//! [`app`] holds the definitions and says which command runs; each command is a file in [`commands`].

mod app;
mod commands;

mod drawing;
mod given;
mod jobs;
mod outcome;
mod screen;
mod table;

use clap::Parser;
use std::ffi::OsString;
use std::process::ExitCode;

/// A busy server spends 8 % of its time in it; in the allocator of the system it was 14 %.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = app::Cli::parse_from(std::env::args_os().map(guarded));
    let mut screen = screen::Screen::new(cli.color);
    let outcome = app::run(cli, &mut screen).and_then(|outcome| screen.finish(outcome));
    outcome::exit(outcome, screen.coloured_errors())
}

/// A play such as `-1 0 4D2` or `-3,5> WORD` begins like an option and is none: a space before it says so.
fn guarded(argument: OsString) -> OsString {
    let text = argument.to_str().unwrap_or_default();
    let negative = text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if negative && text.parse::<i64>().is_err() { OsString::from(format!(" {text}")) } else { argument }
}
