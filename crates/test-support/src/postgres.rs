//! PostgreSQL for tests: a database in a cluster that all tests of a run share, or a server of the test's own.
//!
//! Starting a cluster takes seconds, creating a database a fraction of one. A test that only needs a database calls
//! [`TestDatabase::create`]; a test that stops the server calls [`PostgresServer::start`].

mod programs;
mod shared;

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

use programs::Programs;

/// An empty database in the shared cluster. It is dropped with this value.
///
/// The cluster is started by the first test that needs it and stopped when the test run ends.
#[derive(Debug)]
pub struct TestDatabase {
    cluster: Cluster,
    name: String,
}

impl TestDatabase {
    /// Creates a database.
    ///
    /// # Panics
    ///
    /// Panics if PostgreSQL is not installed or does not start: the tests cannot pass without it.
    #[must_use]
    pub fn create() -> TestDatabase {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let cluster = shared::cluster();
        let name = format!("test_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        cluster.execute("postgres", &format!("CREATE DATABASE {name}"));
        TestDatabase { cluster, name }
    }

    /// The address that a store or queue is opened with.
    #[must_use]
    pub fn address(&self) -> String {
        self.cluster.address(&self.name)
    }

    /// Runs a statement in the database over another connection.
    pub fn execute(&self, sql: &str) {
        self.cluster.execute(&self.name, sql);
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        // The database goes with the cluster anyway, and a panic here would hide why the test failed.
        let sql = format!("DROP DATABASE {} WITH (FORCE)", self.name);
        self.cluster.psql("postgres", &sql).output().ok();
    }
}

/// A PostgreSQL server of the test's own, on a socket in a temporary directory. It is stopped with this value.
#[derive(Debug)]
pub struct PostgresServer {
    directory: TempDir,
    cluster: Cluster,
    settings: &'static str,
    databases: AtomicU32,
}

impl PostgresServer {
    /// Starts a new server. It leaves syncing to the operating system: only a crash of the machine would show the
    /// difference.
    ///
    /// # Panics
    ///
    /// Panics if PostgreSQL is not installed or does not start: the tests cannot pass without it.
    #[must_use]
    pub fn start() -> PostgresServer {
        PostgresServer::start_with("-c fsync=off")
    }

    /// Starts a new server with additional options, such as `-c fsync=off`.
    #[must_use]
    pub fn start_with(settings: &'static str) -> PostgresServer {
        let directory = tempfile::Builder::new().prefix("quixotry-pg-").tempdir_in("/tmp").unwrap();
        let cluster = Cluster::at(directory.path());
        let server = PostgresServer { directory, cluster, settings, databases: AtomicU32::new(0) };
        server.cluster.init();
        server.restart();
        server
    }

    /// Starts the server after it was stopped.
    pub fn restart(&self) {
        self.cluster.start(&format!("-c max_connections=60 {}", self.settings));
    }

    /// Stops the server as a power cut would: nothing more is written.
    pub fn crash(&self) {
        self.cluster.stop();
    }

    /// Creates an empty database and returns its address.
    #[must_use]
    pub fn create_database(&self) -> String {
        let name = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.cluster.execute("postgres", &format!("CREATE DATABASE {name}"));
        self.cluster.address(&name)
    }

    /// Runs a statement over another connection, in the database with this name or address.
    pub fn execute(&self, database: &str, sql: &str) {
        let name = database.split('?').next().and_then(|start| start.rsplit('/').next()).unwrap_or(database);
        self.cluster.execute(name, sql);
    }

    /// The directory of the server's files.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.directory.path()
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        // It may be stopped already, and a panic here would hide why the test failed.
        self.cluster.stop_command().output().ok();
    }
}

/// A directory with a cluster's files and its socket.
#[derive(Debug)]
struct Cluster {
    programs: Programs,
}

impl Cluster {
    fn at(directory: &Path) -> Cluster {
        Cluster { programs: Programs::find(directory) }
    }

    fn directory(&self) -> &Path {
        self.programs.directory()
    }

    fn data(&self) -> String {
        self.directory().join("data").display().to_string()
    }

    fn init(&self) {
        self.programs.own_directory();
        let data = self.data();
        self.programs.run(
            "initdb",
            &["-A", "trust", "-U", "quixotry", "-E", "UTF8", "--no-locale", "--no-sync", "-D", &data],
        );
    }

    fn start(&self, settings: &str) {
        let socket = self.directory().display();
        let options = format!("-c listen_addresses='' -c unix_socket_directories={socket} {settings}");
        let log = format!("{socket}/log");
        self.programs.run("pg_ctl", &["-D", &self.data(), "-w", "-l", &log, "-o", &options, "start"]);
    }

    fn stop(&self) {
        self.programs.run("pg_ctl", &["-D", &self.data(), "-w", "-m", "immediate", "stop"]);
    }

    fn stop_command(&self) -> std::process::Command {
        self.programs.command("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"])
    }

    fn is_running(&self) -> bool {
        let status = self.programs.command("pg_ctl", &["-D", &self.data(), "status"]).output();
        status.is_ok_and(|output| output.status.success())
    }

    fn address(&self, database: &str) -> String {
        format!("postgres://quixotry@localhost/{database}?host={}", self.directory().display())
    }

    fn execute(&self, database: &str, sql: &str) {
        programs::check("psql", self.psql(database, sql).output());
    }

    fn psql(&self, database: &str, sql: &str) -> std::process::Command {
        let socket = self.directory().display().to_string();
        self.programs.command(
            "psql",
            &["-q", "-v", "ON_ERROR_STOP=1", "-h", &socket, "-U", "quixotry", "-d", database, "-c", sql],
        )
    }
}
