//! The small trait that a place to store games has to satisfy.

use std::fmt::Debug;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;

use crate::{
    BackupError, CommandId, Cursor, Done, Fault, Filter, Game, GameCopy, GameId, Key, KeyHash, Limit, Line,
    LineNo, Notices, Page, Seq, StoredEvent, Timestamp, Write, WriteError,
};

/// An answer that comes later.
pub type Answer<'a, T, E = Fault> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// A place to store games: one way to write, a few to read, and news.
///
/// `tests/contract.rs` says what each of them promises.
pub trait Engine: Debug + Send + Sync {
    /// Stores one change; the answer comes when it is durable and not before.
    fn write(&self, write: Write) -> Answer<'_, Done, WriteError>;

    /// Everything about a game but its events.
    fn game<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<Game>>;

    /// The events after `after`, in order; none for a game that is not there.
    fn events<'a>(&'a self, game: &'a GameId, after: Seq, limit: Limit) -> Answer<'a, Vec<StoredEvent>>;

    /// The chat after line `after`, in order; none for a game that is not there.
    fn lines<'a>(&'a self, game: &'a GameId, after: LineNo, limit: Limit) -> Answer<'a, Vec<Line>>;

    /// What a key opens.
    fn key<'a>(&'a self, hash: &'a KeyHash) -> Answer<'a, Option<Key>>;

    /// The last event a command made, if it was carried out.
    fn command<'a>(&'a self, game: &'a GameId, command: &'a CommandId) -> Answer<'a, Option<Seq>>;

    /// The games that pass the filter and come after a place in the list, the newest first.
    fn list<'a>(&'a self, filter: &'a Filter, after: Option<Cursor>, limit: Limit) -> Answer<'a, Page>;

    /// All games made after a place in the list, the oldest first.
    fn walk(&self, after: Option<Cursor>, limit: Limit) -> Answer<'_, Vec<(Cursor, GameId)>>;

    /// The games that are due by a time, the longest overdue first.
    fn due(&self, until: Timestamp, limit: Limit) -> Answer<'_, Vec<GameId>>;

    /// Everything about a game at one moment.
    fn copy<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<GameCopy>>;

    /// Begins to listen to what is stored from now on, by whichever node.
    fn subscribe(&self) -> Notices;

    /// Whether the store can be reached.
    fn ping(&self) -> Answer<'_, ()>;

    /// Copies the whole store, as it is at one moment, to a file that is not there yet.
    fn backup<'a>(&'a self, to: &'a Path) -> Answer<'a, (), BackupError> {
        let _ = to;
        Box::pin(async { Err(BackupError::NotAFile) })
    }

    /// Stores what waits, then stops; what is asked afterwards is refused.
    fn close(&self) -> Answer<'_, ()>;
}
