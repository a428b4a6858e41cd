//! The trait of a storage backend.

use std::fmt::Debug;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;

use crate::{
    BackupError, ChangeSubscription, CommandId, Cursor, GameCopy, GameFilter, GameId, KeyHash, LineNo,
    ListPage, RowLimit, Seq, StoreError, StoredChatLine, StoredEvent, StoredGame, StoredKey, Timestamp,
    Write, WriteError, WriteOutcome,
};

/// The future of a backend's answer.
pub type StoreFuture<'a, T, E = StoreError> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// A storage backend: one way to write, some to read, and notifications.
///
/// [`Store`](crate::Store) is the handle to a backend. `tests/contract.rs` states what each backend promises. A backend
/// need not decide itself what a write does: [`batch`](crate::batch) does that for every backend.
pub trait StoreBackend: Debug + Send + Sync {
    /// Stores one change, and answers when it is durable.
    fn write(&self, write: Write) -> StoreFuture<'_, WriteOutcome, WriteError>;

    /// A game without its events.
    fn game<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<StoredGame>>;

    /// The events after `after`, in order; empty for an unknown game.
    fn events<'a>(
        &'a self,
        game: &'a GameId,
        after: Seq,
        limit: RowLimit,
    ) -> StoreFuture<'a, Vec<StoredEvent>>;

    /// The chat lines after `after`, in order; empty for an unknown game.
    fn chat_lines<'a>(
        &'a self,
        game: &'a GameId,
        after: LineNo,
        limit: RowLimit,
    ) -> StoreFuture<'a, Vec<StoredChatLine>>;

    /// The key with this digest.
    fn key<'a>(&'a self, hash: &'a KeyHash) -> StoreFuture<'a, Option<StoredKey>>;

    /// The last event of a command, if it was carried out.
    fn command<'a>(&'a self, game: &'a GameId, command: &'a CommandId) -> StoreFuture<'a, Option<Seq>>;

    /// The games that pass the filter and follow a position in the list, the newest first.
    fn list<'a>(
        &'a self,
        filter: &'a GameFilter,
        after: Option<Cursor>,
        limit: RowLimit,
    ) -> StoreFuture<'a, ListPage>;

    /// How many games pass the filter, counted up to `most`.
    fn count<'a>(&'a self, filter: &'a GameFilter, most: RowLimit) -> StoreFuture<'a, u64>;

    /// The ids of all games created after a position in the list, the oldest first.
    fn game_ids(&self, after: Option<Cursor>, limit: RowLimit) -> StoreFuture<'_, Vec<(Cursor, GameId)>>;

    /// The games that are due by a time, the longest overdue first.
    fn due_games(&self, until: Timestamp, limit: RowLimit) -> StoreFuture<'_, Vec<GameId>>;

    /// Everything about a game at one moment.
    fn copy<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<GameCopy>>;

    /// Subscribes to the changes of all nodes from now on.
    fn subscribe(&self) -> ChangeSubscription;

    /// Checks that the store can be reached.
    fn ping(&self) -> StoreFuture<'_, ()>;

    /// Copies the whole store, as it is at one moment, to a new file.
    fn backup<'a>(&'a self, to: &'a Path) -> StoreFuture<'a, (), BackupError> {
        let _ = to;
        Box::pin(async { Err(BackupError::NotAFile) })
    }

    /// Stores the waiting changes, then stops. Later requests are refused.
    fn close(&self) -> StoreFuture<'_, ()>;
}
