//! Notifications of changes, made by this node or another.

use tokio::sync::broadcast;

use crate::{GameId, LogHead};

/// A change that was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeNotification {
    /// The log or chat of a game reaches at least this position.
    Changed(GameId, LogHead),
    /// Keys of a game were revoked.
    KeysRevoked(GameId),
    /// A game was deleted.
    Deleted(GameId),
    /// The subscriber missed notifications and must read everything it shows again.
    Lagged,
}

/// A stream of notifications. It has each change at least once; the order among games is not defined.
#[derive(Debug)]
pub struct ChangeSubscription {
    receiver: broadcast::Receiver<ChangeNotification>,
}

impl ChangeSubscription {
    /// Waits for the next notification; `None` when the store is dropped.
    pub async fn next(&mut self) -> Option<ChangeNotification> {
        match self.receiver.recv().await {
            Ok(notice) => Some(notice),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(ChangeNotification::Lagged),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// The sender of change notifications.
#[derive(Debug, Clone)]
pub struct ChangePublisher {
    sender: broadcast::Sender<ChangeNotification>,
}

impl ChangePublisher {
    /// The number of notifications that wait for a slow subscriber before it gets [`ChangeNotification::Lagged`].
    pub const WAITING: usize = 4_096;

    /// A publisher without subscribers.
    #[must_use]
    pub fn new() -> ChangePublisher {
        ChangePublisher { sender: broadcast::Sender::new(Self::WAITING) }
    }

    /// Sends a notification to all subscribers.
    pub fn publish(&self, notice: ChangeNotification) {
        // An error means that there is no subscriber.
        self.sender.send(notice).ok();
    }

    /// Subscribes to the notifications from now on.
    #[must_use]
    pub fn subscribe(&self) -> ChangeSubscription {
        ChangeSubscription { receiver: self.sender.subscribe() }
    }
}

impl Default for ChangePublisher {
    fn default() -> Self {
        Self::new()
    }
}
