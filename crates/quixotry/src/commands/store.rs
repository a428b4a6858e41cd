//! `quixotry store`: back-up, restore, copies, and whether all is well.

use super::serve::{self, Settings};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
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

/// Back up, restore, copy and verify the games of a server
#[derive(Args, Debug)]
pub(crate) struct StoreArgs {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Copy a SQLite database, as it is at one moment, to a new file, while it is in use
    #[command(after_help = BACKUP)]
    Backup(FileArgs),
    /// Put a back-up in the place of a database that is not there yet or is empty
    #[command(after_help = RESTORE)]
    Restore(FileArgs),
    /// Write all games as lines of JSON
    #[command(after_help = EXPORT)]
    Export(FileArgs),
    /// Read all games from lines of JSON into an empty database
    #[command(after_help = IMPORT)]
    Import(FileArgs),
    /// Replay every game and tell what is wrong; the exit code is 1 if something is
    #[command(after_help = VERIFY)]
    Verify(VerifyArgs),
}

/// A file beside the database.
#[derive(Args, Debug)]
struct FileArgs {
    /// The file; - is the standard output or input of export and import
    file: PathBuf,

    #[command(flatten)]
    place: Place,
}

#[derive(Args, Debug)]
struct VerifyArgs {
    #[command(flatten)]
    place: Place,

    #[command(flatten)]
    format: crate::app::Format,
}

/// Which database: that of the server, unless told.
#[derive(Clone, Debug, Default)]
struct Place(Settings);

impl Args for Place {
    fn augment_args(command: Command) -> Command {
        let database: Vec<Arg> = ConfigSetting::of_key("database").map(serve::flag).into_iter().collect();
        command.arg(serve::config_file()).args(database)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Place::augment_args(command)
    }
}

impl FromArgMatches for Place {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Place, clap::Error> {
        Ok(Place(Settings::of(matches)))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Place::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Place {
    /// The address of the database.
    fn address(&self, data: Option<&Path>) -> anyhow::Result<String> {
        Ok(self.0.effective(data)?.config.database.address().to_owned())
    }

    /// The database, which must be there.
    async fn there(&self, data: Option<&Path>) -> anyhow::Result<Store> {
        let address = self.address(data)?;
        match address.strip_prefix("sqlite:") {
            Some(file) if !Path::new(file).exists() => {
                bail!("there is no database {file}; name it with --database")
            }
            _ => Ok(Store::open(&address).await?),
        }
    }
}

/// Does it.
pub(crate) fn run(args: &StoreArgs, data: Option<&Path>, screen: &mut Screen) -> Done {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match &args.act {
            Act::Backup(args) => backup(args, data, screen).await,
            Act::Restore(args) => restore(args, data, screen).await,
            Act::Export(args) => export(args, data, screen).await,
            Act::Import(args) => import(args, data, screen).await,
            Act::Verify(args) => verify(args, data, screen).await,
        }
    })
}

async fn backup(args: &FileArgs, data: Option<&Path>, screen: &mut Screen) -> Done {
    let store = args.place.there(data).await?;
    store.backup_to(&args.file).await?;
    store.close().await?;
    screen.line(format_args!("{}: backed up", args.file.display()))?;
    Ok(Outcome::Good)
}

async fn restore(args: &FileArgs, data: Option<&Path>, screen: &mut Screen) -> Done {
    let name = args.file.display();
    if !is_sqlite(&args.file).await.with_context(|| format!("{name} cannot be read"))? {
        bail!("{name} is no back-up of a SQLite database; lines of JSON are read by `quixotry store import`");
    }
    let backup = Store::sqlite(&args.file).await?;
    let target = Store::open(&args.place.address(data)?).await?;
    let counts = copy(&backup, &target).await?;
    backup.close().await?;
    target.close().await?;
    told(screen, "restored", counts)
}

/// All games from one store into another.
async fn copy(from: &Store, to: &Store) -> anyhow::Result<TransferCounts> {
    let (write, read) = tokio::io::duplex(1 << 20);
    let (exported, imported) =
        tokio::join!(store::export(from, write), store::import(to, BufReader::new(read)));
    // What is wrong with the target also breaks the pipe, so that it is told first.
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

async fn export(args: &FileArgs, data: Option<&Path>, screen: &mut Screen) -> Done {
    let store = args.place.there(data).await?;
    let to_output = args.file == Path::new("-");
    let to: Box<dyn AsyncWrite + Unpin> = match to_output {
        true => Box::new(tokio::io::stdout()),
        false => {
            let made = File::create_new(&args.file).await;
            Box::new(made.with_context(|| format!("{} cannot be made", args.file.display()))?)
        }
    };
    let counts = store::export(&store, BufWriter::new(to)).await?;
    store.close().await?;
    if to_output { Ok(Outcome::Good) } else { told(screen, "exported", counts) }
}

async fn import(args: &FileArgs, data: Option<&Path>, screen: &mut Screen) -> Done {
    let from: Box<dyn AsyncRead + Unpin> = match args.file == Path::new("-") {
        true => Box::new(tokio::io::stdin()),
        false => {
            let opened = File::open(&args.file).await;
            Box::new(opened.with_context(|| format!("{} cannot be read", args.file.display()))?)
        }
    };
    let store = Store::open(&args.place.address(data)?).await?;
    let counts = store::import(&store, BufReader::new(from)).await?;
    store.close().await?;
    told(screen, "imported", counts)
}

async fn verify(args: &VerifyArgs, data: Option<&Path>, screen: &mut Screen) -> Done {
    let store = args.place.there(data).await?;
    let replayer = server::StoredGameVerifier::new(args.place.0.effective(data)?.config.data_dir);
    let report = store::verify(&store, |copy| replayer.replay(copy)).await?;
    store.close().await?;
    let good = report.findings.is_empty();
    if args.format.json {
        let findings: Vec<_> = report
            .findings
            .iter()
            .map(|found| serde_json::json!({ "game": found.game.as_str(), "damage": found.damage.to_string() }))
            .collect();
        let counts = report.counts;
        screen.json(&serde_json::json!({ "good": good, "games": counts.games, "events": counts.events, "findings": findings }))?;
        return Ok(Outcome::of(good));
    }
    for found in &report.findings {
        screen.line(format_args!("{}: {}", found.game.as_str(), found.damage))?;
    }
    told(screen, if good { "verified, all good" } else { "verified, not all good" }, report.counts)?;
    Ok(Outcome::of(good))
}

fn told(screen: &mut Screen, what: &str, counts: TransferCounts) -> Done {
    screen.line(format_args!("{} games, {} events: {what}", counts.games, counts.events))?;
    Ok(Outcome::Good)
}
