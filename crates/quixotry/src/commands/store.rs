//! `quixotry store`: backup, restore, export, import and verification.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, SettingArgs, config_file_arg, setting_arg};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use anyhow::{Context, bail};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use server::config::ConfigSetting;
use std::path::{Path, PathBuf};
use store::{Store, TransferCounts};
use tokio::fs::File;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, BufReader, BufWriter};

const BACKUP: &str = "\
Examples:
  quixotry store backup games-2026-11-16.db
  quixotry store backup --database sqlite:/srv/quixotry/games.db copy.db";

const RESTORE: &str = "\
Examples:
  quixotry store restore games-2026-11-16.db --database sqlite:games.db
  quixotry store restore games-2026-11-16.db --database postgres://quixotry@db/quixotry";

const EXPORT: &str = "\
Examples:
  quixotry store export games.jsonl
  quixotry store export - --database postgres://quixotry@db/quixotry | zstd > games.jsonl.zst";

const IMPORT: &str = "\
Examples:
  quixotry store import games.jsonl --database postgres://quixotry@db/quixotry";

const VERIFY: &str = "\
Examples:
  quixotry store verify
  quixotry store verify --database postgres://quixotry@db/quixotry --json";

/// Back up, restore, export, import and verify the games of a server
#[derive(Args, Debug)]
pub(crate) struct StoreArgs {
    #[command(subcommand)]
    command: StoreCommand,
}

#[derive(Subcommand, Debug)]
enum StoreCommand {
    /// Copy a consistent snapshot of a SQLite database to a new file, also while it is in use
    #[command(after_help = BACKUP)]
    Backup(StoreFileArgs),
    /// Restore a backup to a database that is new or empty
    #[command(after_help = RESTORE)]
    Restore(StoreFileArgs),
    /// Write all games as JSON lines
    #[command(after_help = EXPORT)]
    Export(StoreFileArgs),
    /// Read games from JSON lines into an empty database
    #[command(after_help = IMPORT)]
    Import(StoreFileArgs),
    /// Replay every game and report damage; the exit code is 1 if there is any
    #[command(after_help = VERIFY)]
    Verify(StoreVerifyArgs),
}

/// A file and a database.
#[derive(Args, Debug)]
struct StoreFileArgs {
    /// The file; for export and import, - is the standard output or input
    file: PathBuf,

    #[command(flatten)]
    database: DatabaseArgs,
}

#[derive(Args, Debug)]
struct StoreVerifyArgs {
    #[command(flatten)]
    database: DatabaseArgs,

    #[command(flatten)]
    format: FormatArgs,
}

/// The database. Default: the database of the server.
#[derive(Clone, Debug, Default)]
struct DatabaseArgs(SettingArgs);

impl Args for DatabaseArgs {
    fn augment_args(command: Command) -> Command {
        let database: Vec<Arg> = ConfigSetting::of_key("database").map(setting_arg).into_iter().collect();
        command.arg(config_file_arg()).args(database)
    }

    fn augment_args_for_update(command: Command) -> Command {
        DatabaseArgs::augment_args(command)
    }
}

impl FromArgMatches for DatabaseArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<DatabaseArgs, clap::Error> {
        Ok(DatabaseArgs(SettingArgs::from_matches(matches)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = DatabaseArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl DatabaseArgs {
    /// The address of the database.
    fn address(&self, data: Option<&Path>) -> anyhow::Result<String> {
        Ok(self.0.effective(data)?.config.database.address().to_owned())
    }

    /// Opens a database that must exist.
    async fn open_existing(&self, data: Option<&Path>) -> anyhow::Result<Store> {
        let address = self.address(data)?;
        match address.strip_prefix("sqlite:") {
            Some(file) if !Path::new(file).exists() => {
                bail!("there is no database {file}; name it with --database")
            }
            _ => Ok(Store::open(&address).await?),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &StoreArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let data = catalog.data_dir();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match &args.command {
            StoreCommand::Backup(args) => backup(args, data, out).await,
            StoreCommand::Restore(args) => restore(args, data, out).await,
            StoreCommand::Export(args) => export(args, data, out).await,
            StoreCommand::Import(args) => import(args, data, out).await,
            StoreCommand::Verify(args) => verify(args, data, out).await,
        }
    })
}

async fn backup(args: &StoreFileArgs, data: Option<&Path>, out: &mut CommandOutput) -> RunResult {
    let store = args.database.open_existing(data).await?;
    store.backup_to(&args.file).await?;
    store.close().await?;
    out.line(format_args!("{}: backed up", args.file.display()))?;
    Ok(Status::Success)
}

async fn restore(args: &StoreFileArgs, data: Option<&Path>, out: &mut CommandOutput) -> RunResult {
    let name = args.file.display();
    if !is_sqlite(&args.file).await.with_context(|| format!("cannot read {name}"))? {
        bail!("{name} is not a backup of a SQLite database; `quixotry store import` reads JSON lines");
    }
    let backup = Store::sqlite(&args.file).await?;
    let target = Store::open(&args.database.address(data)?).await?;
    let counts = copy(&backup, &target).await?;
    backup.close().await?;
    target.close().await?;
    print_counts(out, "restored", counts)
}

/// Copies all games from one store to another.
async fn copy(from: &Store, to: &Store) -> anyhow::Result<TransferCounts> {
    let (write, read) = tokio::io::duplex(1 << 20);
    let (exported, imported) =
        tokio::join!(store::export(from, write), store::import(to, BufReader::new(read)));
    // An error of the target also breaks the pipe, so report it first.
    let counts = imported?;
    exported?;
    Ok(counts)
}

async fn is_sqlite(file: &Path) -> std::io::Result<bool> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut start = Vec::new();
    File::open(file).await?.take(MAGIC.len() as u64).read_to_end(&mut start).await?;
    Ok(start == MAGIC)
}

async fn export(args: &StoreFileArgs, data: Option<&Path>, out: &mut CommandOutput) -> RunResult {
    let store = args.database.open_existing(data).await?;
    let to_output = args.file == Path::new("-");
    let to: Box<dyn AsyncWrite + Unpin + Send> = match to_output {
        true => Box::new(tokio::io::stdout()),
        false => {
            let made = File::create_new(&args.file).await;
            Box::new(made.with_context(|| format!("cannot create {}", args.file.display()))?)
        }
    };
    let counts = store::export(&store, BufWriter::new(to)).await?;
    store.close().await?;
    if to_output { Ok(Status::Success) } else { print_counts(out, "exported", counts) }
}

async fn import(args: &StoreFileArgs, data: Option<&Path>, out: &mut CommandOutput) -> RunResult {
    let from: Box<dyn AsyncRead + Unpin + Send> = match args.file == Path::new("-") {
        true => Box::new(tokio::io::stdin()),
        false => {
            let opened = File::open(&args.file).await;
            Box::new(opened.with_context(|| format!("cannot read {}", args.file.display()))?)
        }
    };
    let store = Store::open(&args.database.address(data)?).await?;
    let counts = store::import(&store, BufReader::new(from)).await?;
    store.close().await?;
    print_counts(out, "imported", counts)
}

async fn verify(args: &StoreVerifyArgs, data: Option<&Path>, out: &mut CommandOutput) -> RunResult {
    let store = args.database.open_existing(data).await?;
    let verifier = server::StoredGameVerifier::new(args.database.0.effective(data)?.config.data_dir);
    let report = store::verify(&store, |copy| verifier.verify(copy)).await?;
    store.close().await?;
    let good = report.damaged.is_empty();
    if args.format.json {
        let findings: Vec<_> = report
            .damaged
            .iter()
            .map(|found| serde_json::json!({ "game": found.game.as_str(), "damage": found.damage.to_string() }))
            .collect();
        let counts = report.counts;
        out.json(&serde_json::json!({ "good": good, "games": counts.games, "events": counts.events, "findings": findings }))?;
        return Ok(Status::from_success(good));
    }
    for found in &report.damaged {
        out.line(format_args!("{}: {}", found.game.as_str(), found.damage))?;
    }
    print_counts(out, if good { "verified, all good" } else { "verified, not all good" }, report.counts)?;
    Ok(Status::from_success(good))
}

fn print_counts(out: &mut CommandOutput, what: &str, counts: TransferCounts) -> RunResult {
    out.line(format_args!("{} games, {} events: {what}", counts.games, counts.events))?;
    Ok(Status::Success)
}
