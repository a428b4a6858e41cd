//! The list of games: `index:*`.

use crate::game_lookup::newest_games;
use http_api::ApiError;
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tables::{App, LiveFrame};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

/// The shortest time between two lists for one client.
const PAUSE: Duration = Duration::from_millis(250);

/// A client that is shown the list of games.
pub(super) struct IndexChannel {
    pub(super) topic: String,
    pub(super) join_ref: Value,
    news: Receiver<Arc<LiveFrame>>,
    names: Vec<String>,
    /// Whether something happened since the list was read.
    is_behind: bool,
    due: Instant,
}

/// The names of games, as the client gets them.
#[derive(Serialize)]
pub(super) struct GameNames<'a> {
    game_name: &'a [String],
}

impl IndexChannel {
    pub(super) async fn open(app: &App, topic: String, join_ref: Value) -> Result<IndexChannel, ApiError> {
        // What happens from now on is reported.
        let news = app.lobby_news();
        let names = read_names(app).await?;
        Ok(IndexChannel { topic, join_ref, news, names, is_behind: false, due: Instant::now() + PAUSE })
    }

    pub(super) fn names(&self) -> GameNames<'_> {
        GameNames { game_name: &self.names }
    }

    /// Waits until the list may have changed. Nothing is lost if the future is dropped.
    pub(super) async fn wait(&mut self) {
        while !self.is_behind {
            match self.news.recv().await {
                Ok(_) | Err(RecvError::Lagged(_)) => self.is_behind = true,
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
        tokio::time::sleep_until(self.due).await;
    }

    /// Reads the list again, and says whether it has changed.
    pub(super) async fn refresh(&mut self, app: &App) -> Result<bool, ApiError> {
        self.news = self.news.resubscribe();
        (self.is_behind, self.due) = (false, Instant::now() + PAUSE);
        let names = read_names(app).await?;
        let is_new = names != self.names;
        self.names = names;
        Ok(is_new)
    }
}

/// The names of the newest public games of two players, each once. The client makes addresses of them, so that names
/// with other characters than letters and digits are left out.
async fn read_names(app: &App) -> Result<Vec<String>, ApiError> {
    let mut names: Vec<String> = Vec::new();
    for game in newest_games(app).await? {
        if game.summary.seats.len() == 2 && is_address_name(&game.name) && !names.contains(&game.name) {
            names.push(game.name);
        }
    }
    Ok(names)
}

/// Whether the client can make an address of a name.
pub(super) fn is_address_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= 40 && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
