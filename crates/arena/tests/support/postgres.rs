//! A PostgreSQL server of the test's own, on a socket in a directory that goes with it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

pub(crate) struct Server {
    directory: TempDir,
    binaries: PathBuf,
    settings: &'static str,
    databases: AtomicU32,
}

impl Server {
    /// Starts a new server. Fails where there is no PostgreSQL: the store is not tested without.
    /// It leaves syncing to the system, as only a crash of the machine would tell the difference.
    pub(crate) fn start() -> Server {
        Server::start_with("-c fsync=off")
    }

    /// Starts a new server with settings of its own.
    pub(crate) fn start_with(settings: &'static str) -> Server {
        let directory = tempfile::Builder::new().prefix("quixotry-pg-").tempdir_in("/tmp").unwrap();
        let server = Server { directory, binaries: binaries(), settings, databases: AtomicU32::new(0) };
        server.give_directory_away();
        let data = server.data();
        server.run(
            "initdb",
            &["-A", "trust", "-U", "quixotry", "-E", "UTF8", "--no-locale", "--no-sync", "-D", &data],
        );
        server.start_again();
        server
    }

    /// Starts the server after it was stopped.
    pub(crate) fn start_again(&self) {
        let socket = self.directory.path().display();
        let options = format!(
            "-c listen_addresses='' -c unix_socket_directories={socket} -c max_connections=60 {}",
            self.settings
        );
        let log = format!("{socket}/log");
        self.run("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"]);
    }

    /// Stops the server as a power cut would: nothing is written any more.
    pub(crate) fn crash(&self) {
        self.run("pg_ctl", &["-D", &self.data(), "-w", "-m", "immediate", "stop"]);
    }

    /// Makes an empty database and returns its address.
    pub(crate) fn database(&self) -> String {
        let name = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.psql("postgres", &format!("CREATE DATABASE {name}"));
        self.address(&name)
    }

    /// Runs a statement in the database of an address, as somebody else.
    pub(crate) fn meddle(&self, address: &str, sql: &str) {
        let name = address.split('?').next().and_then(|start| start.rsplit('/').next()).unwrap();
        self.psql(name, sql);
    }

    fn address(&self, name: &str) -> String {
        format!("postgres://quixotry@localhost/{name}?host={}", self.directory.path().display())
    }

    fn psql(&self, database: &str, sql: &str) {
        let socket = self.directory.path().display().to_string();
        self.run(
            "psql",
            &["-q", "-v", "ON_ERROR_STOP=1", "-h", &socket, "-U", "quixotry", "-d", database, "-c", sql],
        );
    }

    fn data(&self) -> String {
        self.directory.path().join("data").display().to_string()
    }

    /// The server refuses to run as root.
    fn give_directory_away(&self) {
        if is_root() {
            let given = Command::new("chown").arg("postgres").arg(self.directory.path()).output();
            check("chown postgres", &given.unwrap());
        }
    }

    fn run(&self, program: &str, arguments: &[&str]) {
        let output = self.command(program, arguments).output();
        check(program, &output.unwrap_or_else(|error| panic!("{program} could not be started: {error}")));
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let program = self.binaries.join(program);
        let mut command = match is_root() {
            true => Command::new("runuser"),
            false => Command::new(&program),
        };
        if is_root() {
            command.args(["-u", "postgres", "--"]).arg(&program);
        }
        command.args(arguments).current_dir(self.directory.path());
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let stop = ["-D", &self.data(), "-m", "immediate", "stop"];
        // It may be stopped already; and a panic here would hide why the test failed.
        self.command("pg_ctl", &stop).output().ok();
    }
}

#[track_caller]
fn check(program: &str, output: &Output) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} failed ({}): {said}", output.status);
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("the program id is missing");
    id.stdout.trim_ascii() == b"0"
}

/// Where the programs of PostgreSQL are: the newest version that is installed.
fn binaries() -> PathBuf {
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
