//! Live game tables: one owner for each game, presence, clocks, computers, bots, keys and the lobby.
//!
//! [`App`] is a server without its sockets: a cheap handle to the store, the rules and lexica, and the live tables.
//! Requests of clients are [`TableRequest`]s, which the owner of a table answers one after the other. What clients send
//! and get is in `quixotry-http-api`. The crate `quixotry-server` adds HTTP, configuration and the process.
//!
//! ```
//! use quixotry_tables::{App, TableSettings};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let app = App::open(TableSettings::default()).await?; // games are kept in memory
//! assert_eq!(app.stats().tables, 0);
//! app.close().await;
//! # Ok(())
//! # }
//! ```

mod app;
mod settings;

mod owner;
mod registry;

mod game_setup;
mod log_entry;
mod occupant;
mod player_command;
mod table;
mod table_leads;
mod table_summary;

mod creation;
mod rematch;

mod event_stream;
mod game_view;
mod history;
mod live_frame;
mod lobby;
mod spectators;
mod turns_page;

mod resource_cache;
mod resources;

mod scheduler;
mod set_aside;
mod work;

mod bot_port;

mod chance;
mod client_address;
mod key_lookup;
mod keys;
mod names;
mod open_games;

mod verify;

pub use app::{App, AppStartError, ServerStats};
pub use bot_port::serve_bots;
pub use client_address::ClientAddress;
pub use event_stream::{EventStream, StreamStart};
pub use history::{GameHistory, HistoryEntry};
pub use keys::RequestId;
pub use live_frame::LiveFrame;
pub use occupant::{BOT_PREFIX, Occupant};
pub use owner::{
    CallerRole, Credentials, HandOverGrant, HandOverToken, RematchInfo, Reply, SeatGrant, Subscription,
    TableRequest, TableSnapshot,
};
pub use player_command::{PlayerAction, PlayerCommand, read_play};
pub use rematch::Rematch;
pub use resource_cache::ResourceCache;
pub use resources::{GameResources, LexiconId};
pub use set_aside::GameSetAside;
pub use settings::TableSettings;
pub use turns_page::TurnsPage;
pub use verify::StoredGameVerifier;
pub use work::{WorkKind, WorkOwner};
