//! The handle to a store.

use std::future::ready;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::channel::NotificationChannel;
use crate::channel::nats::NatsChannel;
use crate::memory::MemoryBackend;
use crate::postgres::PostgresBackend;
use crate::sqlite::SqliteBackend;
use crate::*;

/// A handle to a store. Clones refer to the same store.
///
/// A store is opened in a boxed future. The code of an `async fn` is compiled in each crate that awaits it: without the
/// box, every program with a store would compile the database drivers again.
#[derive(Debug, Clone)]
pub struct Store {
    backend: Arc<dyn StoreBackend>,
}

impl Store {
    /// Opens the store at an address: `memory:`, `sqlite:<file>` or `postgres://…`.
    ///
    /// An empty database gets its tables; older tables are updated.
    ///
    /// # Errors
    ///
    /// Fails if the address is invalid, the database cannot be reached, or a newer version wrote it.
    pub fn open(address: &str) -> StoreFuture<'_, Store, StoreOpenError> {
        if let Some(file) = address.strip_prefix("sqlite:") {
            return Store::open_sqlite(Path::new(file.strip_prefix("//").unwrap_or(file)));
        }
        if address.starts_with("postgres:") || address.starts_with("postgresql:") {
            return Store::postgres(address);
        }
        let opened = match address {
            "memory:" => Ok(Store::memory()),
            _ => Err(StoreOpenError::Address(address.to_owned())),
        };
        Box::pin(ready(opened))
    }

    /// Creates a store in memory, which is lost with its last handle.
    #[must_use]
    pub fn memory() -> Store {
        Store::with_backend(MemoryBackend::new())
    }

    /// Opens a SQLite file, or creates it.
    ///
    /// # Errors
    ///
    /// As for [`open`](Store::open).
    pub async fn sqlite(file: impl AsRef<Path>) -> Result<Store, StoreOpenError> {
        Store::open_sqlite(file.as_ref()).await
    }

    fn open_sqlite(file: &Path) -> StoreFuture<'_, Store, StoreOpenError> {
        Box::pin(async move { Ok(Store::with_backend(SqliteBackend::open(file).await?)) })
    }

    /// Opens a PostgreSQL database, which other nodes may share.
    ///
    /// # Errors
    ///
    /// As for [`open`](Store::open).
    pub fn postgres(address: &str) -> StoreFuture<'_, Store, StoreOpenError> {
        Store::open_postgres(address, None)
    }

    /// Opens a PostgreSQL database whose nodes notify each other through a NATS server, `nats://host`.
    ///
    /// The NATS server may be down: each node also polls the database every second.
    ///
    /// # Errors
    ///
    /// As for [`open`](Store::open).
    pub async fn postgres_with_nats(address: &str, nats: &str) -> Result<Store, StoreOpenError> {
        Store::open_postgres(address, Some(Arc::new(NatsChannel::at(nats)?))).await
    }

    fn open_postgres(
        address: &str,
        channel: Option<Arc<dyn NotificationChannel>>,
    ) -> StoreFuture<'_, Store, StoreOpenError> {
        Box::pin(async move { Ok(Store::with_backend(PostgresBackend::open(address, channel).await?)) })
    }

    /// A store with a backend of the caller's.
    pub fn with_backend(backend: impl StoreBackend + 'static) -> Store {
        Store { backend: Arc::new(backend) }
    }
}

/// Writing. Each method returns when the change is durable, and fails with a [`WriteError`] if it was refused.
impl Store {
    /// Creates a game with its first events and keys.
    pub async fn create(&self, game: NewGame) -> Result<(), WriteError> {
        self.restore(vec![game.into()]).await
    }

    /// Creates games from copies; all of them or none.
    pub async fn restore(&self, copies: Vec<GameCopy>) -> Result<(), WriteError> {
        self.backend.write(Write::Create(copies)).await.map(drop)
    }

    /// Adds events to a game's log.
    pub async fn append(&self, append: Append) -> Result<AppendOutcome, WriteError> {
        let done = self.backend.write(Write::Append(append)).await?;
        let seq = done.head.seq;
        Ok(if done.repeated { AppendOutcome::Repeated(seq) } else { AppendOutcome::Stored(seq) })
    }

    /// Adds a line to a game's chat and returns its number.
    pub async fn add_chat_line(&self, line: NewChatLine) -> Result<LineNo, WriteError> {
        self.backend.write(Write::AddChatLine(line)).await.map(|done| done.head.line)
    }

    /// Adds and revokes keys of a game; all changes or none.
    pub async fn change_keys(&self, game: GameId, changes: Vec<KeyChange>) -> Result<(), WriteError> {
        self.backend.write(Write::ChangeKeys(game, changes)).await.map(drop)
    }

    /// Waits until all earlier writes to a game are decided, and notifies every node of the end of its log and chat.
    ///
    /// After [`StoreError::Uncertain`] a change may become visible later. Once this has succeeded, what can be read is
    /// final.
    pub async fn settle(&self, game: GameId) -> Result<LogHead, WriteError> {
        self.backend.write(Write::Settle(game)).await.map(|done| done.head)
    }

    /// Deletes a game and everything stored about it.
    pub async fn delete(&self, game: GameId) -> Result<(), WriteError> {
        self.backend.write(Write::Delete(game)).await.map(drop)
    }

    /// Takes a duty for some time; `None` while another node has it.
    ///
    /// A node that already has the duty gets a new lease and loses the old one.
    pub async fn acquire(
        &self,
        duty: Duty,
        node: NodeName,
        time: Duration,
    ) -> Result<Option<Lease>, WriteError> {
        self.backend.write(Write::Acquire(duty, node, time)).await.map(|done| done.lease)
    }

    /// Keeps a duty for some time from now; fails with [`WriteError::LeaseLost`] once another node has it.
    pub async fn renew(&self, lease: &Lease, time: Duration) -> Result<(), WriteError> {
        self.backend.write(Write::Renew(lease.clone(), time)).await.map(drop)
    }

    /// Gives a duty back. Another node can take it at once.
    pub async fn release(&self, lease: Lease) -> Result<(), WriteError> {
        self.backend.write(Write::Release(lease)).await.map(drop)
    }
}

/// Reading. Each method fails with a [`StoreError`] if the store cannot answer.
impl Store {
    /// A game without its events.
    pub async fn game(&self, game: &GameId) -> Result<Option<StoredGame>, StoreError> {
        self.backend.game(game).await
    }

    /// The events after `after`, in order; empty for an unknown game.
    pub async fn events(
        &self,
        game: &GameId,
        after: Seq,
        limit: RowLimit,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        self.backend.events(game, after, limit).await
    }

    /// All events after `after`, in order, without a limit.
    pub async fn all_events(&self, game: &GameId, after: Seq) -> Result<Vec<StoredEvent>, StoreError> {
        let mut events = Vec::new();
        let mut last = after;
        loop {
            let more = self.events(game, last, RowLimit::MAX).await?;
            let Some(event) = more.last() else { return Ok(events) };
            last = event.seq;
            let complete = more.len() < RowLimit::MAX.get() as usize;
            events.extend(more);
            if complete {
                return Ok(events);
            }
        }
    }

    /// The chat lines after `after`, in order; empty for an unknown game.
    pub async fn chat_lines(
        &self,
        game: &GameId,
        after: LineNo,
        limit: RowLimit,
    ) -> Result<Vec<StoredChatLine>, StoreError> {
        self.backend.chat_lines(game, after, limit).await
    }

    /// The key with this digest; `None` if it is unknown or revoked.
    pub async fn key(&self, hash: &KeyHash) -> Result<Option<StoredKey>, StoreError> {
        self.backend.key(hash).await
    }

    /// The last event of a command, if it was carried out.
    pub async fn command(&self, game: &GameId, command: &CommandId) -> Result<Option<Seq>, StoreError> {
        self.backend.command(game, command).await
    }

    /// A page of the games that pass the filter, the newest first, after a position in the list.
    pub async fn list(
        &self,
        filter: &GameFilter,
        after: Option<Cursor>,
        limit: RowLimit,
    ) -> Result<ListPage, StoreError> {
        self.backend.list(filter, after, limit).await
    }

    /// How many games pass the filter, counted up to `most`.
    pub async fn count(&self, filter: &GameFilter, most: RowLimit) -> Result<u64, StoreError> {
        self.backend.count(filter, most).await
    }

    /// The ids of the games created after a position in the list, the oldest first.
    pub async fn game_ids(
        &self,
        after: Option<Cursor>,
        limit: RowLimit,
    ) -> Result<Vec<(Cursor, GameId)>, StoreError> {
        self.backend.game_ids(after, limit).await
    }

    /// The games in which the server must act by a time, the longest overdue first.
    pub async fn due_games(&self, until: Timestamp, limit: RowLimit) -> Result<Vec<GameId>, StoreError> {
        self.backend.due_games(until, limit).await
    }

    /// Everything about a game at one moment.
    pub async fn copy(&self, game: &GameId) -> Result<Option<GameCopy>, StoreError> {
        self.backend.copy(game).await
    }

    /// Subscribes to the changes of all nodes from now on.
    #[must_use]
    pub fn subscribe(&self) -> ChangeSubscription {
        self.backend.subscribe()
    }
}

/// Maintenance.
impl Store {
    /// Checks that the store can be reached.
    ///
    /// # Errors
    ///
    /// Fails if it cannot.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.backend.ping().await
    }

    /// Copies a SQLite store, as it is at one moment, to a new file.
    ///
    /// For other stores, see [`export`](crate::export).
    ///
    /// # Errors
    ///
    /// Fails for other stores, if the file exists, or if it cannot be written.
    pub async fn backup_to(&self, file: impl AsRef<Path>) -> Result<(), BackupError> {
        self.backend.backup(file.as_ref()).await
    }

    /// Stores the waiting changes, then stops. Later requests are refused.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be closed.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.backend.close().await
    }
}
