//! Ways in for clients that were written for other crossword game servers.
//!
//! Each module translates one message format to the requests of [`tables`] and back: [`cornell_routes`] for the
//! distributed web game with its HTTP API, [`haskell_router`] for the WebSocket of the game library in Haskell, and
//! [`generic_routes`] for the Phoenix channels of the two-player web game. A translation has no game of its own. The
//! tables decide, and each message is made from what its receiver may see, so that no message has the rack of another
//! player. `docs/clients.md` in the repository has the tables of messages.
//!
//! ```
//! use quixotry_clients::{ClientState, Unmetered, cornell_routes};
//! use tables::{App, TableSettings};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let app = App::open(TableSettings::default()).await?; // games are kept in memory
//! let router: axum::Router = cornell_routes(ClientState::new(app.clone(), Unmetered), "/api");
//! # drop(router);
//! app.close().await;
//! # Ok(())
//! # }
//! ```

mod request_meter;

mod board_map;
mod game_lookup;
mod page_text;
mod rack_order;
mod seat_history;
mod table_watcher;

mod cornell;
mod generic;
mod haskell;

pub use cornell::{CornellRoute, cornell_routes};
pub use generic::{generic_route, generic_routes};
pub use haskell::haskell_router;
pub use request_meter::{ClientState, RequestMeter, RequestWork, Unmetered};
