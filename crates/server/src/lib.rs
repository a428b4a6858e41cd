//! The game server as a process: HTTP API, page, live events, configuration, logs, limits and TLS.
//!
//! The games themselves are in `quixotry-tables`. [`api`] is everything under `/api` as an axum router; [`router`] adds
//! the page, the operator's routes, limits and logs; [`BoundServer`] listens and serves until it is stopped.
//!
//! ```
//! use quixotry_server::{App, TableSettings, api};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let app = App::open(TableSettings::default()).await?; // games are kept in memory
//! let router: axum::Router = api(app.clone());
//! # drop(router);
//! app.close().await;
//! # Ok(())
//! # }
//! ```

pub mod config;

mod run;

mod api;
mod base_path;
mod board_picture;
mod canvas;
mod client_formats;
mod link_preview;
mod page;

mod admin;
mod backups;
pub mod logs;
mod metrics;
mod request_log;

mod address_slots;
mod client_address;
mod connections;
mod first_byte_timeout;
mod held_body;
mod limits;
mod origin_policy;
mod tls;

pub use api::{api, openapi_json};
pub use backups::BackupPlan;
pub use base_path::BasePath;
pub use run::{BoundServer, ListeningAddresses, ServeError, ServeFuture, Site, router};
pub use tables::{App, AppStartError, ServerStats, StoredGameVerifier, TableSettings, serve_bots};
pub use tls::TlsError;
