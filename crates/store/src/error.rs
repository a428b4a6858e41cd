//! Errors, by operation.

use crate::{Damage, Duty, GameId, Seq};

/// Why the store could not answer.
///
/// Callers match all variants, because each says whether the change was stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// The database cannot be reached or is too slow. Nothing was stored.
    #[error("the store cannot be reached; nothing was stored: {0}")]
    Unavailable(String),
    /// The answer to a commit was lost: the change may be stored or not.
    ///
    /// Read the log before you continue. It is safe to send the same command id again.
    #[error("the store did not say whether it stored this: {0}")]
    Uncertain(String),
    /// The database refused what it was given. Nothing was stored.
    #[error("the database refused this; nothing was stored: {0}")]
    Rejected(String),
    /// The database contains invalid data.
    #[error("the store contains invalid data: {0}")]
    Damaged(String),
}

/// Why a change was not stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// Another writer was faster: the log does not end where the writer expected.
    #[error("the log of game {game} ends at {found}, not at {expected}")]
    Conflict {
        /// The game.
        game: GameId,
        /// Where the writer expected the log to end.
        expected: Seq,
        /// Where it ends.
        found: Seq,
    },
    /// The game does not exist.
    #[error("there is no game {0}")]
    NoSuchGame(GameId),
    /// A game with this id exists already.
    #[error("there is a game {0} already")]
    GameExists(GameId),
    /// A key with this digest exists already.
    #[error("this key exists already")]
    KeyExists,
    /// Another node has the duty now.
    #[error("the lease of {duty} is lost")]
    LeaseLost {
        /// The duty.
        duty: Duty,
    },
    /// The game to restore is damaged.
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
#[non_exhaustive]
pub enum StoreOpenError {
    /// The address is of an unknown kind.
    #[error(
        "{0:?} is not the address of a store: write memory:, sqlite:<file> or postgres://<host>/<database>"
    )]
    Address(String),
    /// The address is of a known kind, but invalid.
    #[error("the address of the database cannot be read: {0}")]
    Options(String),
    /// The address of the NATS server is invalid.
    #[error("the fan-out is not an address such as nats://[user:password@]host[:port]")]
    FanOut,
    /// A newer version of the program wrote the database.
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
    /// The tables could not be created or updated.
    #[error("the tables of the database could not be created: {0}")]
    Migration(String),
    /// The database cannot be reached.
    #[error("the database cannot be opened: {0}")]
    Unavailable(String),
}

/// Why a backup failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BackupError {
    /// Only a store in a file can be copied to a file.
    #[error(
        "this store is not in a file: copy it with `quixotry store export`, or with the database's own tools"
    )]
    NotAFile,
    /// The file exists and would be overwritten.
    #[error("{0} exists already; name a file that does not")]
    Exists(std::path::PathBuf),
    /// The file could not be written.
    #[error("the backup could not be written: {0}")]
    Io(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
