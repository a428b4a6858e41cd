//! The handle everybody holds.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::channel::nats::NatsChannel;
use crate::memory::MemoryBackend;
use crate::postgres::PostgresBackend;
use crate::sqlite::SqliteBackend;
use crate::*;

/// A handle to a store; clones are of the same store.
#[derive(Debug, Clone)]
pub struct Store {
    backend: Arc<dyn StoreBackend>,
}

impl Store {
    /// Opens the store at an address: `memory:`, `sqlite:<file>` or `postgres://…`.
    ///
    /// A database without tables gets them; one with older tables is brought up to date.
    pub async fn open(address: &str) -> Result<Store, StoreOpenError> {
        if address == "memory:" {
            return Ok(Store::memory());
        }
        if let Some(file) = address.strip_prefix("sqlite:") {
            return Store::sqlite(file.strip_prefix("//").unwrap_or(file)).await;
        }
        if address.starts_with("postgres:") || address.starts_with("postgresql:") {
            return Store::postgres(address).await;
        }
        Err(StoreOpenError::Address(address.to_owned()))
    }

    /// A new store that is gone with its last handle.
    pub fn memory() -> Store {
        Store::with_backend(MemoryBackend::new())
    }

    /// Opens a file, or makes it.
    pub async fn sqlite(file: impl AsRef<Path>) -> Result<Store, StoreOpenError> {
        Ok(Store::with_backend(SqliteBackend::open(file.as_ref()).await?))
    }

    /// Opens a PostgreSQL database that may be shared with other nodes.
    pub async fn postgres(address: &str) -> Result<Store, StoreOpenError> {
        Ok(Store::with_backend(PostgresBackend::open(address, None).await?))
    }

    /// Opens a PostgreSQL database whose nodes tell each other through a NATS server, `nats://host`, that there is
    /// something new. It may be away: the database is looked at every second anyway.
    pub async fn postgres_with_nats(address: &str, nats: &str) -> Result<Store, StoreOpenError> {
        let channel = Arc::new(NatsChannel::at(nats)?);
        Ok(Store::with_backend(PostgresBackend::open(address, Some(channel)).await?))
    }

    /// A store of your own making.
    pub fn with_backend(backend: impl StoreBackend + 'static) -> Store {
        Store { backend: Arc::new(backend) }
    }
}

/// Writing. Every answer comes after the change is durable.
impl Store {
    /// Makes a game, with its first events and keys.
    pub async fn create(&self, game: NewGame) -> Result<(), WriteError> {
        self.restore(vec![game.into()]).await
    }

    /// Makes games as they were copied; all of them or none.
    pub async fn restore(&self, copies: Vec<GameCopy>) -> Result<(), WriteError> {
        self.backend.write(Write::Create(copies)).await.map(drop)
    }

    /// Adds events to a game's log.
    pub async fn append(&self, append: Append) -> Result<AppendOutcome, WriteError> {
        let done = self.backend.write(Write::Append(append)).await?;
        let seq = done.head.seq;
        Ok(if done.repeated { AppendOutcome::Repeated(seq) } else { AppendOutcome::Stored(seq) })
    }

    /// Adds a line to a game's chat.
    pub async fn add_chat_line(&self, line: NewChatLine) -> Result<LineNo, WriteError> {
        self.backend.write(Write::AddChatLine(line)).await.map(|done| done.head.line)
    }

    /// Adds and revokes keys of a game; all changes or none.
    pub async fn change_keys(&self, game: GameId, changes: Vec<KeyChange>) -> Result<(), WriteError> {
        self.backend.write(Write::ChangeKeys(game, changes)).await.map(drop)
    }

    /// Deletes a game and everything stored about it.
    pub async fn delete(&self, game: GameId) -> Result<(), WriteError> {
        self.backend.write(Write::Delete(game)).await.map(drop)
    }

    /// Takes a duty for a time; `None` while another node has it.
    ///
    /// A node that takes a duty it has already gets a new lease, and the one before is lost.
    pub async fn acquire(
        &self,
        duty: Duty,
        node: NodeName,
        time: Duration,
    ) -> Result<Option<Lease>, WriteError> {
        self.backend.write(Write::Acquire(duty, node, time)).await.map(|done| done.lease)
    }

    /// Keeps a duty for a time from now on; refused with [`WriteError::LeaseLost`] once another node has it.
    pub async fn renew(&self, lease: &Lease, time: Duration) -> Result<(), WriteError> {
        self.backend.write(Write::Renew(lease.clone(), time)).await.map(drop)
    }

    /// Gives a duty back, so that another node can take it at once.
    pub async fn release(&self, lease: Lease) -> Result<(), WriteError> {
        self.backend.write(Write::Release(lease)).await.map(drop)
    }
}

/// Reading.
impl Store {
    /// Everything about a game but its events.
    pub async fn game(&self, game: &GameId) -> Result<Option<StoredGame>, StoreError> {
        self.backend.game(game).await
    }

    /// The events after `after`, in order; none for a game that is not there.
    pub async fn events(
        &self,
        game: &GameId,
        after: Seq,
        limit: RowLimit,
    ) -> Result<Vec<StoredEvent>, StoreError> {
        self.backend.events(game, after, limit).await
    }

    /// All events after `after`, in order, however many.
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

    /// The chat after line `after`, in order; none for a game that is not there.
    pub async fn chat_lines(
        &self,
        game: &GameId,
        after: LineNo,
        limit: RowLimit,
    ) -> Result<Vec<StoredChatLine>, StoreError> {
        self.backend.chat_lines(game, after, limit).await
    }

    /// What a key opens; `None` for one that is unknown or revoked.
    pub async fn key(&self, hash: &KeyHash) -> Result<Option<StoredKey>, StoreError> {
        self.backend.key(hash).await
    }

    /// The last event a command made, if it was carried out.
    pub async fn command(&self, game: &GameId, command: &CommandId) -> Result<Option<Seq>, StoreError> {
        self.backend.command(game, command).await
    }

    /// A page of the games that pass the filter, the newest first, after a place in the list.
    pub async fn list(
        &self,
        filter: &GameFilter,
        after: Option<Cursor>,
        limit: RowLimit,
    ) -> Result<ListPage, StoreError> {
        self.backend.list(filter, after, limit).await
    }

    /// The games made after a place in the list, the oldest first.
    pub async fn game_ids(
        &self,
        after: Option<Cursor>,
        limit: RowLimit,
    ) -> Result<Vec<(Cursor, GameId)>, StoreError> {
        self.backend.game_ids(after, limit).await
    }

    /// The games in which something has to happen by a time, the longest overdue first.
    pub async fn due_games(&self, until: Timestamp, limit: RowLimit) -> Result<Vec<GameId>, StoreError> {
        self.backend.due_games(until, limit).await
    }

    /// Everything about a game at one moment.
    pub async fn copy(&self, game: &GameId) -> Result<Option<GameCopy>, StoreError> {
        self.backend.copy(game).await
    }

    /// Begins to listen to what is stored from now on, by whichever node.
    pub fn subscribe(&self) -> ChangeSubscription {
        self.backend.subscribe()
    }
}

/// Keeping it in order.
impl Store {
    /// Whether the store can be reached.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.backend.ping().await
    }

    /// Copies a SQLite store, as it is at one moment, to a file that is not there yet.
    ///
    /// For the others, see [`export`](crate::export).
    pub async fn backup_to(&self, file: impl AsRef<Path>) -> Result<(), BackupError> {
        self.backend.backup(file.as_ref()).await
    }

    /// Stores what waits, then stops; what is asked afterwards is refused.
    pub async fn close(&self) -> Result<(), StoreError> {
        self.backend.close().await
    }
}
