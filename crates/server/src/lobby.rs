//! News of the list of games.

use crate::listing;
use crate::live_frame::LiveFrame;
use crate::log_entry::json;
use crate::registry::Services;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use store::{GameId, GameListEntry, Visibility};
use tokio::sync::{broadcast, mpsc};

/// How often the lobby looks at what changed; changes of one game within that time are told once.
const TICK: Duration = Duration::from_millis(200);

/// How many games are looked at in one go.
const PER_TICK: usize = 200;

/// News that wait for a slow reader before it is dropped.
const WAITING: usize = 256;

/// A handle to the lobby.
pub(crate) struct LobbyFeed {
    changed: mpsc::UnboundedSender<GameId>,
    news: broadcast::Sender<Arc<LiveFrame>>,
}

/// Who reads the news, before being told where from.
pub(crate) struct LobbyNotifier {
    changed: mpsc::UnboundedReceiver<GameId>,
}

impl LobbyFeed {
    pub(crate) fn new() -> (LobbyFeed, LobbyNotifier) {
        let (sender, changed) = mpsc::unbounded_channel();
        (LobbyFeed { changed: sender, news: broadcast::Sender::new(WAITING) }, LobbyNotifier { changed })
    }

    /// Begins to listen.
    pub(crate) fn follow(&self) -> broadcast::Receiver<Arc<LiveFrame>> {
        self.news.subscribe()
    }

    /// Notes that a game changed.
    pub(crate) fn changed(&self, id: &GameId) {
        if self.news.receiver_count() > 0 {
            // Without a crier the server is stopping.
            self.changed.send(id.clone()).ok();
        }
    }

    /// How many listen.
    pub(crate) fn readers(&self) -> usize {
        self.news.receiver_count()
    }
}

impl LobbyNotifier {
    /// Tells everybody in the lobby what changed.
    pub(crate) async fn run(mut self, services: Arc<Services>) {
        let mut waiting = BTreeSet::new();
        while let Some(first) = self.changed.recv().await {
            waiting.insert(first);
            tokio::time::sleep(TICK).await;
            while let Ok(id) = self.changed.try_recv() {
                waiting.insert(id);
            }
            while !waiting.is_empty() {
                for _ in 0..PER_TICK {
                    let Some(id) = waiting.pop_first() else { break };
                    tell(&services, &id).await;
                }
                tokio::task::yield_now().await;
            }
        }
    }
}

async fn tell(services: &Services, id: &GameId) {
    // What cannot be read now is told with its next change.
    let Ok(found) = services.store.game(id).await else { return };
    let frame = match found {
        None => gone(id),
        Some(game) if game.header.visibility != Visibility::Public => return,
        Some(game) => {
            let entry = GameListEntry {
                id: game.id,
                visibility: game.header.visibility,
                created: game.header.created,
                summary: game.summary,
                head: game.head,
            };
            let Ok(listed) = listing::listed(&entry, services.spectators.of(id)) else { return };
            LiveFrame::news("game", &json(&listed))
        }
    };
    services.lobby.news.send(Arc::new(frame)).ok();
}

fn gone(id: &GameId) -> LiveFrame {
    LiveFrame::news("gone", &format!(r#"{{"id":"{id}"}}"#))
}
