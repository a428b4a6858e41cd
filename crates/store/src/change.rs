//! News of what was stored, by this node or another.

use tokio::sync::broadcast;

use crate::{GameId, LogHead};

/// News that something was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeNotification {
    /// The log or chat of a game goes this far now, or farther.
    Changed(GameId, LogHead),
    /// Keys of a game were revoked.
    KeysRevoked(GameId),
    /// A game was deleted.
    Deleted(GameId),
    /// More happened than was told: look at everything you show.
    Lagged,
}

/// A stream of notices: each change at least once, in no particular order among games.
#[derive(Debug)]
pub struct ChangeSubscription {
    receiver: broadcast::Receiver<ChangeNotification>,
}

impl ChangeSubscription {
    /// Waits for the next notice; `None` once the store is gone.
    pub async fn next(&mut self) -> Option<ChangeNotification> {
        match self.receiver.recv().await {
            Ok(notice) => Some(notice),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(ChangeNotification::Lagged),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// Where notices come from.
#[derive(Debug, Clone)]
pub struct ChangePublisher {
    sender: broadcast::Sender<ChangeNotification>,
}

impl ChangePublisher {
    /// How many notices wait for a slow reader before it is told [`ChangeNotification::Lagged`].
    pub const WAITING: usize = 4_096;

    /// A new source that nobody listens to.
    pub fn new() -> ChangePublisher {
        ChangePublisher { sender: broadcast::Sender::new(Self::WAITING) }
    }

    /// Tells everybody.
    pub fn publish(&self, notice: ChangeNotification) {
        // An error says that nobody listens, which is no harm.
        self.sender.send(notice).ok();
    }

    /// Begins to listen.
    pub fn subscribe(&self) -> ChangeSubscription {
        ChangeSubscription { receiver: self.sender.subscribe() }
    }
}

impl Default for ChangePublisher {
    fn default() -> Self {
        Self::new()
    }
}
