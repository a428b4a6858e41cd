//! The game server: tables, lobby, HTTP API, live events and the bot port.
//!
//! [`App`] is the server without its sockets: a cheap handle to the store, the rules and lexica, and the tables that
//! are live. [`api`] is everything under `/api` as an axum router; who listens where, and what is served beside it,
//! is decided elsewhere.
//!
//! ```
//! use quixotry_server::{App, Settings, api};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let app = App::open(Settings::default()).await?; // in memory, gone with the process
//! let router: axum::Router = api(app.clone());
//! # drop(router);
//! app.close().await;
//! # Ok(())
//! # }
//! ```

pub mod config;

mod run;

mod headers;
mod limits;
mod patient;
mod peer;
mod tls;

mod page;

mod admin;
mod har;
pub mod logs;
mod metrics;

mod verify;

mod settings;

mod app;

mod api;

mod bot_port;

mod problem;

mod chance;
mod keys;
mod names;

mod kit;
mod stock;

mod happening;
mod table;

mod agenda;
mod frame;
mod hall;
mod listed;
mod lobby;
mod makers;
mod opening;
mod owner;
mod watchers;

pub use api::api;
pub use app::{App, OpenError, Vitals};
pub use bot_port::receive_bots;
pub use run::{Listening, ServeError, router, run};
pub use settings::Settings;
pub use tls::TlsError;
pub use verify::Replayer;
