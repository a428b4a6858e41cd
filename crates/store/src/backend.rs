//! The small trait that a place to store games has to satisfy.

use std::fmt::Debug;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;

use crate::{
    BackupError, ChangeSubscription, CommandId, Cursor, GameCopy, GameFilter, GameId, KeyHash, LineNo,
    ListPage, RowLimit, Seq, StoreError, StoredChatLine, StoredEvent, StoredGame, StoredKey, Timestamp,
    Write, WriteError, WriteOutcome,
};

/// An answer that comes later.
pub type StoreFuture<'a, T, E = StoreError> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// A place to store games: one way to write, a few to read, and news.
///
/// `tests/contract.rs` says what each of them promises.
pub trait StoreBackend: Debug + Send + Sync {
    /// Stores one change; the answer comes when it is durable and not before.
    fn write(&self, write: Write) -> StoreFuture<'_, WriteOutcome, WriteError>;

    /// Everything about a game but its events.
    fn game<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<StoredGame>>;

    /// The events after `after`, in order; none for a game that is not there.
    fn events<'a>(
        &'a self,
        game: &'a GameId,
        after: Seq,
        limit: RowLimit,
    ) -> StoreFuture<'a, Vec<StoredEvent>>;

    /// The chat after line `after`, in order; none for a game that is not there.
    fn chat_lines<'a>(
        &'a self,
        game: &'a GameId,
        after: LineNo,
        limit: RowLimit,
    ) -> StoreFuture<'a, Vec<StoredChatLine>>;

    /// What a key opens.
    fn key<'a>(&'a self, hash: &'a KeyHash) -> StoreFuture<'a, Option<StoredKey>>;

    /// The last event a command made, if it was carried out.
    fn command<'a>(&'a self, game: &'a GameId, command: &'a CommandId) -> StoreFuture<'a, Option<Seq>>;

    /// The games that pass the filter and come after a place in the list, the newest first.
    fn list<'a>(
        &'a self,
        filter: &'a GameFilter,
        after: Option<Cursor>,
        limit: RowLimit,
    ) -> StoreFuture<'a, ListPage>;

    /// All games made after a place in the list, the oldest first.
    fn game_ids(&self, after: Option<Cursor>, limit: RowLimit) -> StoreFuture<'_, Vec<(Cursor, GameId)>>;

    /// The games that are due by a time, the longest overdue first.
    fn due_games(&self, until: Timestamp, limit: RowLimit) -> StoreFuture<'_, Vec<GameId>>;

    /// Everything about a game at one moment.
    fn copy<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<GameCopy>>;

    /// Begins to listen to what is stored from now on, by whichever node.
    fn subscribe(&self) -> ChangeSubscription;

    /// Whether the store can be reached.
    fn ping(&self) -> StoreFuture<'_, ()>;

    /// Copies the whole store, as it is at one moment, to a file that is not there yet.
    fn backup<'a>(&'a self, to: &'a Path) -> StoreFuture<'a, (), BackupError> {
        let _ = to;
        Box::pin(async { Err(BackupError::NotAFile) })
    }

    /// Stores what waits, then stops; what is asked afterwards is refused.
    fn close(&self) -> StoreFuture<'_, ()>;
}
