//! The event log of every game: in memory, in SQLite, in PostgreSQL.
//!
//! A game is its events, numbered from 1; `(game, seq)` is the key of each.
//! A writer names the last event it knows. If the log has moved on, the store refuses the append.
//! When the store answers, the change is durable.
//!
//! A backend outside this crate implements [`StoreBackend`] with the help of [`batch`], and must pass the tests in
//! `tests/contract.rs`.
//!
//! ```
//! use quixotry_store::*;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Store::open("memory:").await?; // or sqlite:games.db, or postgres://…
//! let game = GameId::new("V1StGXR8_Z5jdHi6B-myT")?;
//! let now = Timestamp::now();
//! let header = GameHeader {
//!     rules: Payload::new(1, "preset = \"standard\"")?,
//!     lexicon: LexiconDigest::new("1fc68613")?,
//!     seats: SeatCount(2),
//!     visibility: Visibility::Public,
//!     created: now,
//! };
//! let summary = StoredSummary {
//!     name: GameName::new("Tea")?,
//!     state: TableStatus::Running,
//!     activity: now,
//!     due: None,
//!     details: Payload::new(1, r#"{"scores":[0,0]}"#)?,
//! };
//! store.create(NewGame::new(game.clone(), header, summary)).await?;
//!
//! let passed = NewEvent { kind: EventKindName::new("passed")?, payload: Payload::new(1, r#"{"seat":0}"#)? };
//! let append = Append::new(game.clone(), Seq::START, vec![passed]);
//! assert_eq!(store.append(append.clone()).await?, AppendOutcome::Stored(Seq(1)));
//!
//! let refused = store.append(append).await;
//! assert_eq!(refused, Err(WriteError::Conflict { game: game.clone(), expected: Seq(0), found: Seq(1) }));
//! assert_eq!(store.events(&game, Seq::START, RowLimit::MAX).await?.len(), 1);
//! # Ok(())
//! # }
//! ```

mod backend;
mod change;
mod copy;
mod error;
mod game;
mod number;
mod store;
mod text;
mod transfer;
mod verify;
mod write;

pub mod batch;
mod memory;
mod writer;

mod channel;
mod migrations;
mod postgres;
mod reads;
mod rows;
mod sqlite;

pub use backend::{StoreBackend, StoreFuture};
pub use change::{ChangeNotification, ChangePublisher, ChangeSubscription};
pub use copy::Damage;
pub use error::{BackupError, StoreError, StoreOpenError, WriteError};
pub use game::{
    GameCopy, GameFilter, GameHeader, GameListEntry, KeyChange, ListPage, LogHead, NewChatLine, NewEvent,
    NewGame, NewKey, StoredChatLine, StoredCommand, StoredEvent, StoredGame, StoredKey, StoredSummary,
    TableStatus, Visibility,
};
pub use number::{
    Cursor, CursorError, KeyHash, KeyHashError, LineNo, RowLimit, SeatCount, SeatNumber, Seq, Timestamp,
};
pub use store::Store;
pub use text::{
    CommandId, Duty, EventKindName, GameId, GameName, LexiconDigest, NodeName, Payload, PayloadError,
    TextError,
};
pub use transfer::{ExportError, ImportError, TransferCounts, export, import};
pub use verify::{DamagedGame, VerifyReport, verify};
pub use write::{Append, AppendOutcome, Fence, Lease, LeaseToken, Write, WriteOutcome};
