//! The command line.

use clap::{Parser, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Plays many games against real servers under faults, and checks that nothing is lost or leaked.
#[derive(Clone, Debug, Parser)]
#[command(name = "quixotry-torture", version)]
pub struct TortureArgs {
    /// Determines what clients do and which faults happen when
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How long faults happen, such as 60s or 10m; starting, settling and checking come on top
    #[arg(long, default_value = "60s", value_parser = humantime::parse_duration)]
    pub time: Duration,
    /// What is started
    #[arg(long, value_enum, default_value_t = ServerSetup::Sqlite)]
    pub setup: ServerSetup,
    /// The program to test; the default is the environment variable PROGRAM, then the build of this workspace
    #[arg(long)]
    pub program: Option<PathBuf>,
    /// How many tables are busy at once
    #[arg(long, default_value_t = 24)]
    pub games: usize,
    /// No clients that send garbage or costly requests
    #[arg(long)]
    pub no_abuse: bool,
    /// No faults: only clients
    #[arg(long)]
    pub no_faults: bool,
    /// How many violations of each kind are told in full
    #[arg(long, default_value_t = 3)]
    pub show: usize,
    /// Keep the files of the run (logs and database) and print where they are
    #[arg(long)]
    pub keep: bool,
}

/// Which servers are started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ServerSetup {
    /// One server with a SQLite file.
    Sqlite,
    /// Two servers with one PostgreSQL.
    Postgres,
    /// The same, with a NATS server for change notifications.
    Nats,
}

impl ServerSetup {
    /// How many servers there are.
    #[must_use]
    pub fn nodes(self) -> usize {
        match self {
            ServerSetup::Sqlite => 1,
            ServerSetup::Postgres | ServerSetup::Nats => 2,
        }
    }
}
