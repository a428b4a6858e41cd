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
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// A busy server spends 8 % of its time in it; in the allocator of the system it was 14 %.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match app::Cli::try_parse_from(std::env::args_os().map(guarded)) {
        Ok(cli) => cli,
        Err(error) => return misunderstood(&error),
    };
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

/// What the library says of a number that is none, and what its user wants to know.
const NUMBERS: [(&str, &str); 6] = [
    ("invalid digit found in string", "write a whole number, in digits alone"),
    ("cannot parse integer from empty string", "write a whole number"),
    ("number too large to fit in target type", "that is too large"),
    ("number would be zero for non-zero type", "it must be at least 1"),
    ("invalid float literal", "write a number, as 12 or 0.5"),
    ("cannot parse float from empty string", "write a number, as 12 or 0.5"),
];

/// Says what is wrong with the arguments, or the help and version that were asked for.
fn misunderstood(error: &clap::Error) -> ExitCode {
    let plainly = |text: String| NUMBERS.iter().fold(text, |text, (theirs, ours)| text.replace(theirs, ours));
    let told = match error.kind() {
        ErrorKind::ValueValidation => {
            let text = error.render();
            let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
            let text = if coloured { text.ansi().to_string() } else { text.to_string() };
            std::io::stderr().write_all(plainly(text).as_bytes())
        }
        _ => error.print(),
    };
    // Whoever does not listen any more need not be told.
    _ = told;
    ExitCode::from(error.exit_code() as u8)
}
