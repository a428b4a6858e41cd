//! The event log of every game: in memory, in SQLite, in PostgreSQL.
//!
//! A game is its events, numbered from 1; `(game, seq)` is the key of each.
//! Whoever appends names the event it decided after, and is refused if that is not the last any more.
//! What is answered is durable.
//!
//! ```
//! use quixotry_store::*;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Store::open("memory:").await?; // or sqlite:games.db, or postgres://…
//! let game = GameId::new("V1StGXR8_Z5jdHi6B-myT")?;
//! let now = Timestamp::now();
//! let header = Header {
//!     rules: Payload::new(1, "preset = \"standard\"")?,
//!     lexicon: Digest::new("1fc68613")?,
//!     seats: SeatCount(2),
//!     visibility: Visibility::Public,
//!     created: now,
//! };
//! let summary = Summary {
//!     name: Name::new("Tea")?,
//!     state: State::Running,
//!     activity: now,
//!     due: None,
//!     shown: Payload::new(1, r#"{"scores":[0,0]}"#)?,
//! };
//! store.create(NewGame::new(game.clone(), header, summary)).await?;
//!
//! let passed = NewEvent { kind: Kind::new("passed")?, payload: Payload::new(1, r#"{"seat":0}"#)? };
//! let append = Append::new(game.clone(), Seq::START, vec![passed]);
//! assert_eq!(store.append(append.clone()).await?, Appended::Now(Seq(1)));
//!
//! let refused = store.append(append).await;
//! assert_eq!(refused, Err(WriteError::Conflict { game: game.clone(), expected: Seq(0), found: Seq(1) }));
//! assert_eq!(store.events(&game, Seq::START, Limit::MAX).await?.len(), 1);
//! # Ok(())
//! # }
//! ```

mod copy;
mod engine;
mod error;
mod game;
mod notice;
mod number;
mod store;
mod text;
mod transfer;
mod verify;
mod write;

mod batch;
mod memory;
mod writer;

mod bell;
mod migrations;
mod postgres;
mod reads;
mod rows;
mod sqlite;

pub use copy::Damage;
pub use engine::{Answer, Engine};
pub use error::{BackupError, Fault, OpenError, WriteError};
pub use game::{
    Filter, Game, GameCopy, Head, Header, Key, KeyChange, Line, Listed, NewEvent, NewGame, NewKey, NewLine,
    Page, Remembered, State, StoredEvent, Summary, Visibility,
};
pub use notice::{Announcer, Notice, Notices};
pub use number::{
    Cursor, CursorError, KeyHash, KeyHashError, Limit, LineNo, Seat, SeatCount, Seq, Timestamp,
};
pub use store::Store;
pub use text::{CommandId, Digest, Duty, GameId, Kind, Name, Node, Payload, PayloadError, TextError};
pub use transfer::{Counts, ExportError, ImportError, export, import};
pub use verify::{Finding, Report, verify};
pub use write::{Append, Appended, Done, Fence, Lease, Token, Write};
