//! The bot port: bots in any language connect, wait for a game and play it.
//!
//! A seat of a game can be reserved for a bot by its name. When a bot of that name waits here, it is assigned to the
//! table and gets a key to the seat, which is its token. With the token it gets its seat back after a broken
//! connection, at any server that shares the database. Its commands go through the owner of the table, like those of
//! people.

mod connection;
mod matchmaker;
mod registry;
mod seat;

pub(crate) use matchmaker::run_matchmaker;
pub(crate) use registry::{BotLimits, BotRegistry};

use crate::App;
use bots::{BotStream, ConnectionLimits};
use connection::BotConnection;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long the port waits after the system refused a connection.
const PAUSE: Duration = Duration::from_millis(100);

/// Accepts bots until the server stops.
pub async fn serve_bots(app: App, listener: TcpListener) {
    loop {
        let accepted = tokio::select! {
            () = app.wait_for_stop() => return,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, address)) = accepted else {
            // For example, too many files are open. Others may be closed soon.
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        match app.bot_registry().connect(address.ip()) {
            Some(slot) => {
                let stream = BotStream::new(stream, ConnectionLimits::default());
                drop(tokio::spawn(BotConnection::new(app.clone(), stream, slot).run()));
            }
            None => drop(tokio::spawn(BotStream::reject(stream))),
        }
    }
}
