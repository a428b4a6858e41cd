//! The game server: tables, lobby, HTTP API, live events and the bot port.
//!
//! [`App`] is the server without its sockets: a cheap handle to the store, the rules and lexica, and the tables that
//! are live. [`api`] is everything under `/api` as an axum router; who listens where, and what is served beside it,
//! is decided elsewhere.
//!
//! ```
//! use quixotry_server::{App, TableSettings, api};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let app = App::open(TableSettings::default()).await?; // in memory, gone with the process
//! let router: axum::Router = api(app.clone());
//! # drop(router);
//! app.close().await;
//! # Ok(())
//! # }
//! ```

pub mod config;

mod run;

mod client_address;
mod first_byte_timeout;
mod limits;
mod origin_policy;
mod tls;

mod page;

mod admin;
pub mod logs;
mod metrics;
mod request_log;

mod verify;

mod settings;

mod app;

mod api;

mod bot_port;

mod api_error;

mod chance;
mod keys;
mod names;

mod resource_cache;
mod resources;

mod log_entry;
mod table;

mod creation;
mod listing;
mod live_frame;
mod lobby;
mod open_games;
mod owner;
mod registry;
mod scheduler;
mod spectators;

pub use api::api;
pub use app::{App, ServerStats, StartError};
pub use bot_port::receive_bots;
pub use run::{ListeningAddresses, ServeError, router, run};
pub use settings::TableSettings;
pub use tls::TlsError;
pub use verify::StoredGameVerifier;
