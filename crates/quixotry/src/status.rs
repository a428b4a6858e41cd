//! How a command ends: its exit code and its error message.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The status of a command that ran without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// The command succeeded.
    Success,
    /// The answer is no: a play is refused, a word is not in the list, a file has faults.
    Failure,
}

impl Status {
    /// `Success` if the argument is true.
    pub(crate) fn from_success(success: bool) -> Status {
        if success { Status::Success } else { Status::Failure }
    }
}

/// The result of a command.
pub(crate) type RunResult = anyhow::Result<Status>;

/// An error that is already rendered with its place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RenderedError(pub(crate) String);

impl fmt::Display for RenderedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for RenderedError {}

/// Prints the error, if there is one, and returns the exit code: 0 for success, 1 for a refusal or bad input.
pub(crate) fn exit(result: RunResult, coloured: bool) -> ExitCode {
    match result {
        Ok(Status::Success) => ExitCode::SUCCESS,
        Ok(Status::Failure) => ExitCode::FAILURE,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&error, coloured);
            ExitCode::FAILURE
        }
    }
}

/// Whether the reader of our output has closed it, as `head` does. That is not an error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let closed =
        |io: &io::Error| matches!(io.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset);
    error.chain().any(|cause| cause.downcast_ref().is_some_and(closed))
}

/// Prints a note to the standard error.
pub(crate) fn print_note(text: &str) {
    _ = writeln!(io::stderr(), "note: {text}");
}

/// Prints an error. If that fails, only the exit code is left to report it.
fn print_error(error: &anyhow::Error, coloured: bool) {
    let mut stderr = io::stderr().lock();
    _ = if error.is::<RenderedError>() {
        writeln!(stderr, "{error}")
    } else {
        let (red, plain) = if coloured { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        writeln!(stderr, "{red}error:{plain} {}", format_causes(error))
    };
}

/// The message and its causes, one per line.
fn format_causes(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).collect::<Vec<_>>().join("\n  ")
}
