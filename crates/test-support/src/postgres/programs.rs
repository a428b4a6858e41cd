//! The programs of PostgreSQL, run in a directory as a user that PostgreSQL accepts.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

#[derive(Debug)]
pub(super) struct Programs {
    binaries: PathBuf,
    directory: PathBuf,
    is_root: bool,
}

impl Programs {
    pub(super) fn find(directory: &Path) -> Programs {
        Programs { binaries: find_binaries(), directory: directory.to_owned(), is_root: is_root() }
    }

    pub(super) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Gives the directory to the user `postgres` if this user is root: the server refuses to run as root.
    pub(super) fn own_directory(&self) {
        if self.is_root {
            check("chown postgres", Command::new("chown").arg("postgres").arg(&self.directory).output());
        }
    }

    pub(super) fn run(&self, program: &str, arguments: &[&str]) {
        check(program, self.command(program, arguments).output());
    }

    pub(super) fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let program = self.binaries.join(program);
        let mut command = match self.is_root {
            true => Command::new("runuser"),
            false => Command::new(&program),
        };
        if self.is_root {
            command.args(["-u", "postgres", "--"]).arg(&program);
        }
        command.args(arguments).current_dir(&self.directory);
        command
    }
}

#[track_caller]
pub(super) fn check(program: &str, output: io::Result<Output>) {
    let output = output.unwrap_or_else(|error| panic!("{program} could not be started: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} failed ({}): {stderr}", output.status);
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("the program id is missing");
    id.stdout.trim_ascii() == b"0"
}

/// Finds the newest installed version.
fn find_binaries() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut places: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    places.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    places.extend(std::env::split_paths(&path));
    let found = places.into_iter().rev().find(|place| has_server(place));
    found.expect("PostgreSQL is missing: install it (on Debian: apt-get install postgresql) and test again")
}

fn has_server(place: &Path) -> bool {
    ["initdb", "pg_ctl", "psql"].iter().all(|program| place.join(program).exists())
}
