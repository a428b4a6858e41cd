//! News of what was stored, by this node or another.

use tokio::sync::broadcast;

use crate::{GameId, Head};

/// News that something was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The log or chat of a game goes this far now, or farther.
    Changed(GameId, Head),
    /// Keys of a game were revoked.
    Rekeyed(GameId),
    /// A game was deleted.
    Gone(GameId),
    /// More happened than was told: look at everything you show.
    Missed,
}

/// A stream of notices: each change at least once, in no particular order among games.
#[derive(Debug)]
pub struct Notices {
    receiver: broadcast::Receiver<Notice>,
}

impl Notices {
    /// Waits for the next notice; `None` once the store is gone.
    pub async fn next(&mut self) -> Option<Notice> {
        match self.receiver.recv().await {
            Ok(notice) => Some(notice),
            Err(broadcast::error::RecvError::Lagged(_)) => Some(Notice::Missed),
            Err(broadcast::error::RecvError::Closed) => None,
        }
    }
}

/// Where notices come from.
#[derive(Debug, Clone)]
pub struct Announcer {
    sender: broadcast::Sender<Notice>,
}

impl Announcer {
    /// How many notices wait for a slow reader before it is told [`Notice::Missed`].
    pub const WAITING: usize = 4_096;

    /// A new source that nobody listens to.
    pub fn new() -> Announcer {
        Announcer { sender: broadcast::Sender::new(Self::WAITING) }
    }

    /// Tells everybody.
    pub fn tell(&self, notice: Notice) {
        // An error says that nobody listens, which is no harm.
        self.sender.send(notice).ok();
    }

    /// Begins to listen.
    pub fn subscribe(&self) -> Notices {
        Notices { receiver: self.sender.subscribe() }
    }
}

impl Default for Announcer {
    fn default() -> Self {
        Self::new()
    }
}
