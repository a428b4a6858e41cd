//! What can go wrong, by act.

use crate::{Damage, Duty, GameId, Seq};

/// Why nothing could be said about the store's contents.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or is too slow. Nothing was stored.
    #[error("the store cannot be reached, so that nothing was stored: {0}")]
    Unavailable(String),
    /// The answer to a commit was lost: it may be stored or not.
    ///
    /// Read the log before going on; sending the same command id again is safe.
    #[error("the store did not say whether it stored this: {0}")]
    Uncertain(String),
    /// The database refused what it was given. Nothing was stored.
    #[error("the database did not take this, so that nothing was stored: {0}")]
    Rejected(String),
    /// The database holds something that makes no sense.
    #[error("the store holds something that cannot be understood: {0}")]
    Damaged(String),
}

/// Why something was not stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// Somebody else was faster: the log does not end where the writer thought.
    #[error("the log of game {game} ends at {found}, not at {expected}")]
    Conflict {
        /// The game.
        game: GameId,
        /// Where the writer thought the log ended.
        expected: Seq,
        /// Where it ends.
        found: Seq,
    },
    /// There is no such game.
    #[error("there is no game {0}")]
    NoSuchGame(GameId),
    /// There is such a game already.
    #[error("there is a game {0} already")]
    GameExists(GameId),
    /// There is such a key already.
    #[error("there is such a key already")]
    KeyExists,
    /// The duty is another's by now.
    #[error("the lease of {duty} is lost")]
    LeaseLost {
        /// The duty.
        duty: Duty,
    },
    /// The game to be restored is not whole.
    #[error("the copy of game {game} is damaged: {damage}")]
    BadCopy {
        /// The game.
        game: GameId,
        /// What is wrong with it.
        damage: Damage,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a store could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum StoreOpenError {
    /// The address says nothing we know.
    #[error("{0:?} is no address of a store: write memory:, sqlite:<file> or postgres://<host>/<database>")]
    Address(String),
    /// The address is of a known kind but has a mistake in it.
    #[error("the address of the database cannot be read: {0}")]
    Options(String),
    /// The address of the NATS server has a mistake in it.
    #[error("the fan-out is not an address such as nats://[user:password@]host[:port]")]
    FanOut,
    /// A newer program has been here.
    #[error(
        "the database was written by a newer version of this program \
         (schema {found}, this one knows {known}); use that version"
    )]
    Newer {
        /// The newest schema version found.
        found: i64,
        /// The newest schema version this program knows.
        known: i64,
    },
    /// The tables could not be brought up to date.
    #[error("the tables of the database could not be made: {0}")]
    Migration(String),
    /// The database cannot be reached.
    #[error("the database cannot be opened: {0}")]
    Unavailable(String),
}

/// Why no back-up was made.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// Only a store in a file can be copied to a file.
    #[error(
        "this store is not in a file: copy it with `quixotry store export`, or with the database's own tools"
    )]
    NotAFile,
    /// Something is there that would be overwritten.
    #[error("{0} is there already; name a file that is not")]
    Exists(std::path::PathBuf),
    /// The file could not be written.
    #[error("the back-up could not be written: {0}")]
    Io(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
