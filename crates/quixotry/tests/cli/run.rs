//! Running the binary.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a run of the binary gave.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The output of a run that went well.
    #[track_caller]
    pub(crate) fn good(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// The output of a run that said no.
    #[track_caller]
    pub(crate) fn bad(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (1, ""), "{}", self.out);
        self.out
    }

    /// The error of a run whose input was bad.
    #[track_caller]
    pub(crate) fn error(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (1, ""), "{}", self.err);
        assert!(!self.err.contains("panicked"), "{}", self.err);
        self.err
    }

    /// The error of a run that was used wrongly.
    #[track_caller]
    pub(crate) fn usage(self) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        self.err
    }
}

/// The only line of an output, as JSON.
#[track_caller]
pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// The lines of an output, each as JSON.
#[track_caller]
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(json).collect()
}

/// The binary, away from the user's own files and settings.
pub(crate) fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quixotry"));
    command.current_dir(data_dir()).env("QUIXOTRY_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/data"));
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    command
}

/// Runs the binary with arguments.
pub(crate) fn quixotry<S: AsRef<str>>(args: &[S]) -> Ran {
    finish(binary().args(args.iter().map(AsRef::as_ref)))
}

/// Runs the binary with a line of arguments that have no spaces in them.
pub(crate) fn q(line: &str) -> Ran {
    quixotry(&line.split_whitespace().collect::<Vec<_>>())
}

/// Runs the binary with another data directory.
pub(crate) fn with_data<S: AsRef<str>>(data: &Path, args: &[S]) -> Ran {
    finish(binary().env("QUIXOTRY_DATA", data).args(args.iter().map(AsRef::as_ref)))
}

/// Runs the binary with something on its standard input.
pub(crate) fn with_input(input: &str, args: &[&str]) -> Ran {
    give_input(binary().args(args), input)
}

/// Runs the binary with another data directory and something on its standard input.
pub(crate) fn with_data_and_input(data: &Path, input: &str, args: &[&str]) -> Ran {
    give_input(binary().env("QUIXOTRY_DATA", data).args(args), input)
}

fn give_input(command: &mut Command, input: &str) -> Ran {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that needs no input may have ended already.
    _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    ran(child.wait_with_output().unwrap())
}

fn finish(command: &mut Command) -> Ran {
    ran(command.stdin(Stdio::null()).output().unwrap())
}

fn ran(output: std::process::Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The files of these tests.
pub(crate) fn data_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// The root of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
