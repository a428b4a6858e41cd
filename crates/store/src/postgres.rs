//! Games in PostgreSQL, which several nodes may share.

mod log;
mod outbox;

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection};
use tokio::task::JoinSet;

use crate::channel::{NotificationChannel, PostgresChannel};
use crate::reads::{backend_reads, postgres::DatabaseReader};
use crate::writer::WriterHandle;
use crate::*;

/// The number of connections for reading.
const READERS: u32 = 8;
/// How long to wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Limits that the database enforces, so that a transaction that outlives its node does not block others.
const LIMITS: [(&str, &str); 4] = [
    ("synchronous_commit", "on"),
    ("statement_timeout", "5s"),
    ("lock_timeout", "3s"),
    ("idle_in_transaction_session_timeout", "10s"),
];

/// Makes the writer find each row by its key and plan each statement once, even if statistics suggest a full scan.
const BY_KEY: [(&str, &str); 4] = [
    ("enable_seqscan", "off"),
    ("enable_hashjoin", "off"),
    ("enable_mergejoin", "off"),
    ("plan_cache_mode", "force_generic_plan"),
];

#[derive(Debug)]
pub(crate) struct PostgresBackend {
    writer: WriterHandle,
    reader: DatabaseReader,
    publisher: ChangePublisher,
    /// Notifies other nodes and listens to them; ends with the store.
    _notifications: JoinSet<()>,
}

impl PostgresBackend {
    /// Opens a database. Nodes notify each other through `channel`, or through the database if there is none.
    pub(crate) async fn open(
        address: &str,
        channel: Option<Arc<dyn NotificationChannel>>,
    ) -> Result<PostgresBackend, StoreOpenError> {
        let options: PgConnectOptions = address.parse().map_err(|error| bad_address(&error))?;
        let options = options.application_name("quixotry").options(LIMITS).disable_statement_logging();
        let writing = options.clone().options(BY_KEY);
        let mut connection = connect(&writing).await.map_err(StoreOpenError::Unavailable)?;
        let steps = crate::migrations::POSTGRES;
        steps
            .migrator()
            .run_direct(None, &mut connection, false)
            .await
            .map_err(|error| steps.error(error))?;
        let outbox = outbox::Outbox::open(&mut connection).await.map_err(unavailable)?;

        let pool = PgPoolOptions::new().max_connections(READERS).acquire_timeout(CONNECT_TIMEOUT);
        let pool = pool.connect_lazy_with(options);
        let publisher = ChangePublisher::new();
        let mut tasks = JoinSet::new();
        let channel = channel.unwrap_or_else(|| Arc::new(PostgresChannel(pool.clone())));
        let (node, notifier) =
            (outbox.node().to_owned(), outbox::start_notifier(&mut tasks, channel.clone(), outbox.node()));
        tasks.spawn(outbox.listen(pool.clone(), channel, publisher.clone()));
        let log = log::PostgresBatchWriter::new(writing, connection, node, notifier);
        let writer = WriterHandle::start(log, publisher.clone());
        Ok(PostgresBackend { writer, reader: DatabaseReader::new(pool), publisher, _notifications: tasks })
    }
}

fn bad_address(error: &sqlx::Error) -> StoreOpenError {
    StoreOpenError::Options(error.to_string())
}

fn unavailable(error: sqlx::Error) -> StoreOpenError {
    StoreOpenError::Unavailable(error.to_string())
}

/// Connects within a limited time.
async fn connect(options: &PgConnectOptions) -> Result<PgConnection, String> {
    match tokio::time::timeout(CONNECT_TIMEOUT, PgConnection::connect_with(options)).await {
        Ok(connection) => connection.map_err(|error| error.to_string()),
        Err(_) => Err(format!("no connection within {CONNECT_TIMEOUT:?}")),
    }
}

impl StoreBackend for PostgresBackend {
    fn write(&self, write: Write) -> StoreFuture<'_, WriteOutcome, WriteError> {
        Box::pin(self.writer.write(write))
    }

    backend_reads!();

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async {
            self.writer.close().await;
            self.reader.close().await;
            Ok(())
        })
    }
}
