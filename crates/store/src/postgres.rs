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

/// How many questions are answered at once.
const READERS: u32 = 8;
/// How long a connection may take to be made.
const CONNECTING: Duration = Duration::from_secs(3);
/// What the database itself shall give up on. A transaction that outlives its node must not hold others up.
const LIMITS: [(&str, &str); 4] = [
    ("synchronous_commit", "on"),
    ("statement_timeout", "5s"),
    ("lock_timeout", "3s"),
    ("idle_in_transaction_session_timeout", "10s"),
];

/// A writer finds every row by its key, however few rows or however old statistics suggest to read all of them,
/// and plans each statement once.
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
    /// Tells and hears what was stored; ends with this.
    _news: JoinSet<()>,
}

impl PostgresBackend {
    /// Opens a database; nodes ring through it unless there is another channel.
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

        let pool = PgPoolOptions::new().max_connections(READERS).acquire_timeout(CONNECTING);
        let pool = pool.connect_lazy_with(options);
        let publisher = ChangePublisher::new();
        let mut news = JoinSet::new();
        let channel = channel.unwrap_or_else(|| Arc::new(PostgresChannel(pool.clone())));
        let (node, wish) =
            (outbox.node().to_owned(), outbox::start_notifier(&mut news, channel.clone(), outbox.node()));
        news.spawn(outbox.listen(pool.clone(), channel, publisher.clone()));
        let log = log::PostgresBatchWriter::new(writing, connection, node, wish);
        let writer = WriterHandle::start(log, publisher.clone());
        Ok(PostgresBackend { writer, reader: DatabaseReader::new(pool), publisher, _news: news })
    }
}

fn bad_address(error: &sqlx::Error) -> StoreOpenError {
    StoreOpenError::Options(error.to_string())
}

fn unavailable(error: sqlx::Error) -> StoreOpenError {
    StoreOpenError::Unavailable(error.to_string())
}

/// Connects, but does not wait for ever.
async fn connect(options: &PgConnectOptions) -> Result<PgConnection, String> {
    match tokio::time::timeout(CONNECTING, PgConnection::connect_with(options)).await {
        Ok(connection) => connection.map_err(|error| error.to_string()),
        Err(_) => Err(format!("no connection within {CONNECTING:?}")),
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
