//! News of the list of games.

use crate::frame::Frame;
use crate::hall::Shared;
use crate::happening::json;
use crate::listed;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use store::{GameId, Listed, Visibility};
use tokio::sync::{broadcast, mpsc};

/// How often the lobby looks at what changed; changes of one game within that time are told once.
const TICK: Duration = Duration::from_millis(200);

/// How many games are looked at in one go.
const PER_TICK: usize = 200;

/// News that wait for a slow reader before it is dropped.
const WAITING: usize = 256;

/// A handle to the lobby.
pub(crate) struct Lobby {
    changed: mpsc::UnboundedSender<GameId>,
    news: broadcast::Sender<Arc<Frame>>,
}

/// Who reads the news, before being told where from.
pub(crate) struct Crier {
    changed: mpsc::UnboundedReceiver<GameId>,
}

impl Lobby {
    pub(crate) fn new() -> (Lobby, Crier) {
        let (sender, changed) = mpsc::unbounded_channel();
        (Lobby { changed: sender, news: broadcast::Sender::new(WAITING) }, Crier { changed })
    }

    /// Begins to listen.
    pub(crate) fn follow(&self) -> broadcast::Receiver<Arc<Frame>> {
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

impl Crier {
    /// Tells everybody in the lobby what changed.
    pub(crate) async fn cry(mut self, shared: Arc<Shared>) {
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
                    tell(&shared, &id).await;
                }
                tokio::task::yield_now().await;
            }
        }
    }
}

async fn tell(shared: &Shared, id: &GameId) {
    // What cannot be read now is told with its next change.
    let Ok(found) = shared.store.game(id).await else { return };
    let frame = match found {
        None => gone(id),
        Some(game) if game.header.visibility != Visibility::Public => return,
        Some(game) => {
            let entry = Listed {
                id: game.id,
                visibility: game.header.visibility,
                created: game.header.created,
                summary: game.summary,
                head: game.head,
            };
            let Ok(listed) = listed::listed(&entry, shared.watchers.of(id)) else { return };
            Frame::news("game", &json(&listed))
        }
    };
    shared.lobby.news.send(Arc::new(frame)).ok();
}

fn gone(id: &GameId) -> Frame {
    Frame::news("gone", &format!(r#"{{"id":"{id}"}}"#))
}
