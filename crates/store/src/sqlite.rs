//! Games in a SQLite file. One process writes; SQLite's write-ahead log is synced at every commit.

mod log;

use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::ConnectOptions;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use tokio::task::JoinSet;

use crate::reads::{backend_reads, fault, sqlite::DatabaseReader};
use crate::writer::WriterHandle;
use crate::*;

/// The number of connections for reading.
const READERS: u32 = 4;
/// Memory for pages of the file, in KiB, so that the writer does not read the same pages again.
const CACHE: &str = "-32768";
/// The size of a page in a new file, in bytes. A page that changes is written as a whole, and the turns of a thousand
/// games are on nearly as many pages: with half the usual size SQLite writes two thirds as much.
const PAGE: u32 = 2_048;
/// How often a connection in the background copies the write-ahead log into the file.
const CHECKPOINT_INTERVAL: Duration = Duration::from_millis(500);
/// After how many pages the writer itself copies the rest of the write-ahead log into the file: 40 MiB.
const MAX_WAL_PAGES: &str = "20000";
/// How long a write waits for another process that has locked the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub(crate) struct SqliteBackend {
    writer: WriterHandle,
    reader: DatabaseReader,
    publisher: ChangePublisher,
    options: SqliteConnectOptions,
    /// The background task ends with the store.
    _checkpoints: JoinSet<()>,
}

impl SqliteBackend {
    pub(crate) async fn open(file: &Path) -> Result<SqliteBackend, StoreOpenError> {
        let is_new = !file.try_exists().map_err(|error| unusable(file, &error))?;
        check_length(file).await?;
        let options = options(file);
        let writing = options.clone().pragma("cache_size", CACHE).pragma("wal_autocheckpoint", MAX_WAL_PAGES);
        let mut connection = writing.connect().await.map_err(|error| cannot_open(file, error))?;
        let steps = crate::migrations::SQLITE;
        steps
            .migrator()
            .run_direct(None, &mut connection, false)
            .await
            .map_err(|error| steps.error(error))?;
        if is_new {
            make_private(file).map_err(|error| unusable(file, &error))?;
        }

        let reading = options.clone().create_if_missing(false).pragma("query_only", "on");
        // A connection to a file does not break, so it need not be tested before each query.
        let pool = SqlitePoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(BUSY_TIMEOUT)
            .test_before_acquire(false)
            .connect_lazy_with(reading);
        let mut checkpoints = JoinSet::new();
        checkpoints.spawn(run_checkpoints(pool.clone()));
        let publisher = ChangePublisher::new();
        Ok(SqliteBackend {
            writer: WriterHandle::start(log::SqliteBatchWriter::new(writing, connection), publisher.clone()),
            reader: DatabaseReader::new(pool),
            publisher,
            options,
            _checkpoints: checkpoints,
        })
    }

    async fn backup_to(&self, to: &Path) -> Result<(), BackupError> {
        if to.try_exists()? {
            return Err(BackupError::Exists(to.to_owned()));
        }
        let partial = partial(to);
        let written = self.vacuum_into(&partial).await;
        if written.is_err() {
            // The partial copy is useless, and the first error says more than a second one.
            tokio::fs::remove_file(&partial).await.ok();
        }
        written?;
        tokio::fs::rename(&partial, to).await?;
        sync_directory_of(to).await?;
        Ok(())
    }

    async fn vacuum_into(&self, file: &Path) -> Result<(), BackupError> {
        let mut connection = self.options.connect().await.map_err(fault)?;
        let query = sqlx::query("VACUUM INTO $1").bind(file.to_string_lossy().into_owned());
        // SQLite writes to an empty file that exists, and keeps its permissions.
        tokio::fs::File::create_new(file).await?;
        make_private(file)?;
        query.execute(&mut connection).await.map_err(fault)?;
        tokio::fs::File::open(file).await?.sync_all().await?;
        Ok(())
    }
}

/// How long another process may take to fill a file that it has just created.
const CREATION_TIME: Duration = Duration::from_millis(300);

/// Refuses a file that was truncated to nothing: SQLite would take it for a new one.
async fn check_length(file: &Path) -> Result<(), StoreOpenError> {
    let is_empty = || std::fs::metadata(file).is_ok_and(|found| found.is_file() && found.len() == 0);
    if !is_empty() {
        return Ok(());
    }
    tokio::time::sleep(CREATION_TIME).await;
    let advice =
        "it is empty, so what was in it is lost; restore a back-up, or delete it to start without games";
    if is_empty() { Err(unusable(file, &advice)) } else { Ok(()) }
}

/// Lets only the owner of the process read a file of games, and what SQLite keeps beside it.
fn make_private(file: &Path) -> std::io::Result<()> {
    for ending in ["", "-wal", "-shm"] {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        if std::fs::exists(&name)? {
            restrict(Path::new(&name))?;
        }
    }
    Ok(())
}

#[cfg(unix)]
fn restrict(file: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600))
}

#[cfg(not(unix))]
fn restrict(_: &Path) -> std::io::Result<()> {
    Ok(())
}

/// Copies the write-ahead log into the file while other connections read and write.
async fn run_checkpoints(pool: SqlitePool) {
    while !pool.is_closed() {
        tokio::time::sleep(CHECKPOINT_INTERVAL).await;
        // The next round, or the writer, does what cannot be done now.
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&pool).await.ok();
    }
}

/// The name of a copy until it is complete.
fn partial(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

async fn sync_directory_of(file: &Path) -> std::io::Result<()> {
    let directory = match file.parent() {
        Some(directory) if directory != Path::new("") => directory,
        _ => Path::new("."),
    };
    tokio::fs::File::open(directory).await?.sync_all().await
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .page_size(PAGE)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging()
}

fn cannot_open(file: &Path, error: sqlx::Error) -> StoreOpenError {
    unusable(file, &error)
}

fn unusable(file: &Path, why: &dyn std::fmt::Display) -> StoreOpenError {
    StoreOpenError::Unavailable(format!("{}: {why}", file.display()))
}

impl StoreBackend for SqliteBackend {
    fn write(&self, write: Write) -> StoreFuture<'_, WriteOutcome, WriteError> {
        Box::pin(self.writer.write(write))
    }

    backend_reads!();

    fn backup<'a>(&'a self, to: &'a Path) -> StoreFuture<'a, (), BackupError> {
        Box::pin(self.backup_to(to))
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async {
            self.reader.close().await;
            self.writer.close().await;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_commit_is_written_ahead_and_synced() {
        let directory = tempfile::tempdir().unwrap();
        let mut connection = options(&directory.path().join("games.db")).connect().await.unwrap();
        let journal: String =
            sqlx::query_scalar("PRAGMA journal_mode").fetch_one(&mut connection).await.unwrap();
        let synchronous: i64 =
            sqlx::query_scalar("PRAGMA synchronous").fetch_one(&mut connection).await.unwrap();
        const FULL: i64 = 2;
        assert_eq!((journal.as_str(), synchronous), ("wal", FULL));
    }
}
