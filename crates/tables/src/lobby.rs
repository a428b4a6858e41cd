//! News of the list of games.

use crate::live_frame::LiveFrame;
use crate::registry::Services;
use http_api::{GameRef, LobbyEntry, LobbyMessage};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use store::{GameId, Visibility};
use tokio::sync::{broadcast, mpsc};

/// How long changes are collected. Several changes of one game within this time are reported once.
const INTERVAL: Duration = Duration::from_millis(200);

/// How many games are read before other tasks may run.
const BATCH: usize = 200;

/// How many messages wait for a slow client before it is dropped.
const BUFFER: usize = 256;

/// A handle to the news of the lobby.
pub(crate) struct LobbyFeed {
    changed: mpsc::UnboundedSender<GameId>,
    news: broadcast::Sender<Arc<LiveFrame>>,
}

/// The task that reads changed games and sends them to the clients in the lobby.
pub(crate) struct LobbyNotifier {
    changed: mpsc::UnboundedReceiver<GameId>,
}

impl LobbyFeed {
    pub(crate) fn new() -> (LobbyFeed, LobbyNotifier) {
        let (sender, changed) = mpsc::unbounded_channel();
        (LobbyFeed { changed: sender, news: broadcast::Sender::new(BUFFER) }, LobbyNotifier { changed })
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Arc<LiveFrame>> {
        self.news.subscribe()
    }

    /// Notes that a game changed.
    pub(crate) fn game_changed(&self, id: &GameId) {
        if self.news.receiver_count() > 0 {
            // An error says that the server is stopping.
            self.changed.send(id.clone()).ok();
        }
    }

    /// How many clients get the news.
    pub(crate) fn subscribers(&self) -> usize {
        self.news.receiver_count()
    }
}

impl LobbyNotifier {
    /// Runs until the feed is dropped.
    pub(crate) async fn run(mut self, services: Arc<Services>) {
        let mut waiting = BTreeSet::new();
        while let Some(first) = self.changed.recv().await {
            waiting.insert(first);
            tokio::time::sleep(INTERVAL).await;
            while let Ok(id) = self.changed.try_recv() {
                waiting.insert(id);
            }
            while !waiting.is_empty() {
                for _ in 0..BATCH {
                    let Some(id) = waiting.pop_first() else { break };
                    notify(&services, &id).await;
                }
                tokio::task::yield_now().await;
            }
        }
    }
}

async fn notify(services: &Services, id: &GameId) {
    // If the game cannot be read now, its next change is reported.
    let Ok(game) = services.store.game(id).await else { return };
    let message = match game {
        None => LobbyMessage::Gone(GameRef { id: id.to_string() }),
        Some(game) if game.header.visibility != Visibility::Public => return,
        Some(game) => {
            let Ok(entry) = LobbyEntry::from_game(game, services.spectators.count(id)) else { return };
            LobbyMessage::Game(Box::new(entry))
        }
    };
    services.lobby.news.send(Arc::new(LiveFrame::lobby(message))).ok();
}
