//! The bot port: bots in any language connect, wait for a game and play it like anybody else.
//!
//! A seat of a game can be kept for a bot by its name. As soon as a bot of that name waits here it is called to the
//! table and gets a key to the seat, which is its token: with it the bot gets its seat back after a broken
//! connection, at any server that shares the database. Everything it does goes through the table's one owner.

mod guests;
mod place;
mod steward;
mod visit;

pub(crate) use guests::{Crowd, Guests};
pub(crate) use steward::attend;

use crate::App;
use std::time::Duration;
use tokio::net::TcpListener;
use visit::Visit;

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
        match app.shared.guests.enter(address.ip()) {
            Some(slot) => drop(tokio::spawn(Visit::new(app.clone(), stream, slot).run())),
            None => drop(tokio::spawn(visit::turn_away(stream))),
        }
    }
}
