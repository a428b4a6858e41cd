//! How a command ends: its exit code, and how errors are told.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// How a command ended that did what it was asked to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// All is well.
    Good,
    /// The answer is no: a play is refused, a word is bad, a file has faults.
    Bad,
}

impl Outcome {
    /// Good when it holds.
    pub(crate) fn of(good: bool) -> Outcome {
        if good { Outcome::Good } else { Outcome::Bad }
    }
}

/// What every command returns.
pub(crate) type Done = anyhow::Result<Outcome>;

/// Faults that are drawn with their place in a file, and need no other words around them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Drawn(pub(crate) String);

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for Drawn {}

/// Tells an error, if there is one, and gives the exit code: 0 good, 1 refused or bad input.
pub(crate) fn exit(done: Done, coloured: bool) -> ExitCode {
    match done {
        Ok(Outcome::Good) => ExitCode::SUCCESS,
        Ok(Outcome::Bad) => ExitCode::FAILURE,
        Err(error) if reader_has_left(&error) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&error, coloured);
            ExitCode::FAILURE
        }
    }
}

/// Whoever read our output has seen enough, as `head` does: nothing is wrong.
fn reader_has_left(error: &anyhow::Error) -> bool {
    let closed =
        |io: &io::Error| matches!(io.kind(), io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset);
    error.chain().any(|cause| cause.downcast_ref().is_some_and(closed))
}

/// Tells something that is worth knowing and stops nothing.
pub(crate) fn note(text: &str) {
    _ = writeln!(io::stderr(), "note: {text}");
}

/// When even the error cannot be written, the exit code is all that is left to say.
fn tell(error: &anyhow::Error, coloured: bool) {
    let mut stderr = io::stderr().lock();
    _ = if error.is::<Drawn>() {
        writeln!(stderr, "{error}")
    } else {
        let (red, plain) = if coloured { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        writeln!(stderr, "{red}error:{plain} {}", told(error))
    };
}

/// The message and its causes, each on a line of its own.
fn told(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).collect::<Vec<_>>().join("\n  ")
}
