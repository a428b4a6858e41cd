//! How much a server bears, measured on this machine with the generator on it too.
//!
//! ```text
//! cargo run --release -p quixotry-server --example load -- commands baseline streams memory start
//! ```
//!
//! Without words all of them are measured. `--seconds N`, `--games N`, `--clients N` and `--streams N` change how much;
//! `--database ADDRESS` measures another database than a new file. The request log is part of the work: it is written to
//! a file beside the database, which is removed with it.

mod baseline;
mod client;
mod commands;
mod figures;
mod memory;
mod script;
mod start;
mod streams;

use quixotry_server::config::{Config, ConfigSetting, Sources};
use std::path::Path;
use std::time::Duration;

/// As in the program itself.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What is measured, and how much of it.
#[derive(Clone, Debug)]
struct Plan {
    what: Vec<String>,
    seconds: u64,
    games: usize,
    clients: usize,
    streams: usize,
    stored: usize,
    database: Option<String>,
}

impl Plan {
    fn of_arguments() -> Outcome<Plan> {
        let mut plan = Plan {
            what: Vec::new(),
            seconds: 10,
            games: 1_000,
            clients: 128,
            streams: 10_000,
            stored: 100_000,
            database: None,
        };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--seconds" => plan.seconds = value()?.parse()?,
                "--games" => plan.games = value()?.parse()?,
                "--clients" => plan.clients = value()?.parse()?,
                "--streams" => plan.streams = value()?.parse()?,
                "--stored" => plan.stored = value()?.parse()?,
                "--database" => plan.database = Some(value()?),
                "commands" | "baseline" | "streams" | "memory" | "start" | "readers" => {
                    plan.what.push(argument);
                }
                _ => return Err(format!("there is no {argument:?} to measure").into()),
            }
        }
        Ok(plan)
    }

    fn has(&self, what: &str) -> bool {
        self.what.is_empty() || self.what.iter().any(|one| one == what)
    }

    fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

fn main() -> Outcome<()> {
    let plan = Plan::of_arguments()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measure(plan))
}

async fn measure(plan: Plan) -> Outcome<()> {
    raise_file_limit();
    if plan.what == ["readers"] {
        return streams::be_readers(&plan).await;
    }
    if plan.has("commands") {
        commands::measure(&plan).await?;
    }
    if plan.has("baseline") {
        baseline::measure(&plan).await?;
    }
    if plan.has("streams") {
        streams::measure(&plan).await?;
    }
    if plan.has("memory") {
        memory::measure(&plan).await?;
    }
    if plan.has("start") {
        start::measure(&plan).await?;
    }
    Ok(())
}

/// Every stream is an open file.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let wanted = Rlimit { current: Some(1 << 17), maximum: Some(1 << 17) };
    if setrlimit(Resource::Nofile, wanted).is_err() {
        let limit = getrlimit(Resource::Nofile);
        _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }
}

/// How many files this process may have open.
fn files() -> u64 {
    use rustix::process::{Resource, getrlimit};
    getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX)
}

/// A server on a free port, without limits for its clients; its log goes into the directory.
async fn serve(database: &str, directory: &Path) -> Outcome<String> {
    let config = config(database)?;
    // The log is part of the work, once for all servers of this process.
    _ = quixotry_server::logs::init_with_writer(&config.log, std::fs::File::create(directory.join("log"))?);
    let server = quixotry_server::BoundServer::bind(config).await?;
    let address = server.addresses().address.to_string();
    tokio::spawn(async move {
        if let Err(error) = server.run().await {
            eprintln!("{error}");
        }
    });
    Ok(address)
}

fn config(database: &str) -> Outcome<Config> {
    let mut sources = Sources::default();
    for (key, value) in [
        ("port", "0"),
        ("database", database),
        ("allow_seeds", "true"),
        ("times.idle", "1h"),
        ("limits.address", "off"),
        ("limits.key", "off"),
        ("limits.games", "off"),
        ("limits.games_open", "off"),
        ("limits.streams", "off"),
        ("bots.port", "off"),
    ] {
        sources.flag(ConfigSetting::of_key(key).ok_or(key)?, value);
    }
    Ok(sources.resolve()?.config)
}

/// The database that was asked for, or a new file.
fn database(plan: &Plan, directory: &Path) -> String {
    let file = || format!("sqlite:{}", directory.join("games.db").display());
    plan.database.clone().unwrap_or_else(file)
}
