//! The bot port: bots in any language connect, wait for a game and play it like anybody else.
//!
//! A seat of a game can be kept for a bot by its name. As soon as a bot of that name waits here it is called to the
//! table and gets a key to the seat, which is its token: with it the bot gets its seat back after a broken
//! connection, at any server that shares the database. Everything it does goes through the table's one owner.

mod connection;
mod matchmaker;
mod registry;
mod seat;

pub(crate) use matchmaker::attend;
pub(crate) use registry::{BotLimits, BotRegistry};

use crate::App;
use connection::BotConnection;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long nobody is let in when the system refuses a connection.
const BREATH: Duration = Duration::from_millis(100);

/// Lets bots in until the server stops.
pub async fn receive_bots(app: App, listener: TcpListener) {
    loop {
        let came = tokio::select! {
            () = app.stopped() => return,
            came = listener.accept() => came,
        };
        let Ok((stream, address)) = came else {
            // Too many open files, say: others may end soon.
            tokio::time::sleep(BREATH).await;
            continue;
        };
        match app.services.bot_registry.enter(address.ip()) {
            Some(slot) => drop(tokio::spawn(BotConnection::new(app.clone(), stream, slot).run())),
            None => drop(tokio::spawn(connection::turn_away(stream))),
        }
    }
}
