//! Changes to store, and their results.

use std::time::Duration;

use crate::{
    CommandId, Duty, GameCopy, GameId, KeyChange, LogHead, NewChatLine, NewEvent, NodeName, Seq,
    StoredSummary,
};

/// Events to add to a game's log, with everything that must be stored together with them.
///
/// The store takes all of it or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The last event that the writer knows. The store refuses the append if the log ends elsewhere.
    pub expected: Seq,
    /// The events. An append without events changes only the summary or keys.
    pub events: Vec<NewEvent>,
    /// The new summary.
    pub summary: Option<StoredSummary>,
    /// The id of the command. A second append with the same id adds nothing and gets the first answer.
    pub command: Option<CommandId>,
    /// Keys to add or revoke together with the events.
    pub keys: Vec<KeyChange>,
    /// The lease of the writer. The store refuses the append once another node has the duty.
    pub fence: Option<Fence>,
}

impl Append {
    /// An append of events after `expected`.
    #[must_use]
    pub fn new(game: GameId, expected: Seq, events: Vec<NewEvent>) -> Append {
        Append { game, expected, events, summary: None, command: None, keys: Vec::new(), fence: None }
    }

    /// The last event of the log after the append.
    #[must_use]
    pub fn last(&self) -> Seq {
        Seq(self.expected.0.saturating_add(self.events.len() as u64))
    }
}

/// The result of an append: the last event of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppendOutcome {
    /// The events were added.
    Stored(Seq),
    /// The command had been carried out before; nothing was added.
    Repeated(Seq),
}

impl AppendOutcome {
    /// The last event of the command.
    #[must_use]
    pub fn seq(self) -> Seq {
        match self {
            AppendOutcome::Stored(seq) | AppendOutcome::Repeated(seq) => seq,
        }
    }
}

/// The number of a lease. It grows each time the duty gets a new holder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeaseToken(pub u64);

/// A duty and the number of the lease under which a node writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    /// The duty.
    pub duty: Duty,
    /// The lease.
    pub token: LeaseToken,
}

/// The right of one node to do a duty for some time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The duty.
    pub duty: Duty,
    /// The node that has it.
    pub node: NodeName,
    /// The number of the lease.
    pub token: LeaseToken,
}

impl Lease {
    /// The fence for appends under this lease.
    #[must_use]
    pub fn fence(&self) -> Fence {
        Fence { duty: self.duty.clone(), token: self.token }
    }
}

/// One change. The store takes all of it or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// New games.
    Create(Vec<GameCopy>),
    /// Events for a log.
    Append(Append),
    /// A line of chat.
    AddChatLine(NewChatLine),
    /// Keys to add or revoke.
    ChangeKeys(GameId, Vec<KeyChange>),
    /// Deletes a game.
    Delete(GameId),
    /// Decides all earlier writes to a game, and notifies every node of its head.
    Settle(GameId),
    /// A node asks for a duty.
    Acquire(Duty, NodeName, Duration),
    /// A node keeps a duty for longer.
    Renew(Lease, Duration),
    /// A node gives a duty back.
    Release(Lease),
}

/// The result of a [`Write`] that was stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WriteOutcome {
    /// The last event and chat line of the game, for writes that name a game.
    pub head: LogHead,
    /// Whether the command had been carried out before. `head.seq` is then its last event.
    pub repeated: bool,
    /// The lease, for writes that asked for one and got it.
    pub lease: Option<Lease>,
}
