//! The program `quixotry`.
//!
//! [`app`] parses the command line; each command is a module of [`commands`].

mod app;
mod commands;

mod drawing;
mod gcg_record;
mod inputs;
mod interrupt;
mod output;
mod remote_jobs;
mod status;
mod text_table;

use clap::Parser;
use clap::error::{ContextKind, ErrorKind};
use std::error::Error;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::process::ExitCode;

/// A busy server spends 8 % of its time in this allocator; with the system allocator it was 14 %.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = match app::Cli::try_parse_from(std::env::args_os().map(protect_negative_number)) {
        Ok(cli) => cli,
        Err(error) => return report_usage_error(&error),
    };
    let mut out = output::CommandOutput::new(cli.color);
    let result = cli.run(&mut out).and_then(|status| out.finish(status));
    status::exit(result, out.colours_errors())
}

/// Puts a space before a play such as `-1 0 4D2` or `-3,5> WORD`, so that it is not parsed as an option.
fn protect_negative_number(argument: OsString) -> OsString {
    let text = argument.to_str().unwrap_or_default();
    let negative = text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if negative && text.parse::<i64>().is_err() { OsString::from(format!(" {text}")) } else { argument }
}

/// Prints help, the version, or what is wrong with the arguments.
fn report_usage_error(error: &clap::Error) -> ExitCode {
    // If the message cannot be written, the exit code is all that is left.
    _ = match explain_number(error).or_else(|| explain_encoding(error)) {
        Some(message) => clap::Error::raw(error.kind(), message).print(),
        None => error.print(),
    };
    ExitCode::from(error.exit_code() as u8)
}

/// What to do about a name that is not UTF-8.
fn explain_encoding(error: &clap::Error) -> Option<String> {
    let is_wrong = |argument: &OsString| argument.to_str().is_none();
    let argument = std::env::args_os().find(is_wrong).filter(|_| error.kind() == ErrorKind::InvalidUtf8)?;
    Some(format!(
        "the argument {} is not UTF-8 text: rename the file, or write - and give its content to the standard input\n",
        argument.display()
    ))
}

/// A helpful message for an invalid number, made from the typed cause of the error.
fn explain_number(error: &clap::Error) -> Option<String> {
    let advice = number_advice(error.source()?)?;
    let value = error.get(ContextKind::InvalidValue)?;
    let argument = error.get(ContextKind::InvalidArg)?;
    Some(format!(
        "invalid value '{value}' for '{argument}': {advice}\n\nFor more information, try '--help'.\n"
    ))
}

fn number_advice(cause: &(dyn Error + 'static)) -> Option<&'static str> {
    if cause.is::<ParseFloatError>() {
        return Some("write a number, such as 12 or 0.5");
    }
    Some(match cause.downcast_ref::<ParseIntError>()?.kind() {
        IntErrorKind::Empty | IntErrorKind::InvalidDigit => "write a whole number",
        IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "the number is too large",
        IntErrorKind::Zero => "it must be at least 1",
        _ => return None,
    })
}
