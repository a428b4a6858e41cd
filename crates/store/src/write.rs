//! What can be asked to be stored, and what is answered once it is.

use std::time::Duration;

use crate::{
    CommandId, Duty, GameCopy, GameId, KeyChange, LogHead, NewChatLine, NewEvent, NodeName, Seq,
    StoredSummary,
};

/// Events to be added to a game's log, with all that must be stored together with them.
///
/// All of it is stored or nothing is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The last event the events were decided after; another in its place refuses them.
    pub expected: Seq,
    /// The events; there may be none, to change the summary or keys alone.
    pub events: Vec<NewEvent>,
    /// What the list of games shows from now on.
    pub summary: Option<StoredSummary>,
    /// The id of the command they come from: the same id again adds nothing and gets the first answer.
    pub command: Option<CommandId>,
    /// Keys that come or go with the events.
    pub keys: Vec<KeyChange>,
    /// The lease under which they are added; refused once another node has it.
    pub fence: Option<Fence>,
}

impl Append {
    /// Events decided after `expected`.
    pub fn new(game: GameId, expected: Seq, events: Vec<NewEvent>) -> Append {
        Append { game, expected, events, summary: None, command: None, keys: Vec::new(), fence: None }
    }

    /// The event after which the log stands once these are added.
    pub fn last(&self) -> Seq {
        Seq(self.expected.0.saturating_add(self.events.len() as u64))
    }
}

/// Where the log stands after an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AppendOutcome {
    /// The events were added; the last of them.
    Stored(Seq),
    /// The command had been carried out before; the last event it made then.
    Repeated(Seq),
}

impl AppendOutcome {
    /// The last event of the command, now or then.
    pub fn seq(self) -> Seq {
        match self {
            AppendOutcome::Stored(seq) | AppendOutcome::Repeated(seq) => seq,
        }
    }
}

/// The number of a lease; each time a duty changes hands it is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LeaseToken(pub u64);

/// A duty and the lease under which it is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    /// The duty.
    pub duty: Duty,
    /// The lease.
    pub token: LeaseToken,
}

/// The right of one node to do a duty, for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The duty.
    pub duty: Duty,
    /// Who has it.
    pub node: NodeName,
    /// The number of the lease.
    pub token: LeaseToken,
}

impl Lease {
    /// What an append carries to be refused once the lease is another's.
    pub fn fence(&self) -> Fence {
        Fence { duty: self.duty.clone(), token: self.token }
    }
}

/// One change, stored whole or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Write {
    /// New games.
    Create(Vec<GameCopy>),
    /// Events for a log.
    Append(Append),
    /// A line of chat.
    AddChatLine(NewChatLine),
    /// Keys that come or go.
    ChangeKeys(GameId, Vec<KeyChange>),
    /// A game is to be forgotten.
    Delete(GameId),
    /// A node wants a duty for a time.
    Acquire(Duty, NodeName, Duration),
    /// A node wants to keep a duty for a time.
    Renew(Lease, Duration),
    /// A node gives a duty back.
    Release(Lease),
}

/// What became of a [`Write`] that was stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WriteOutcome {
    /// How far the game's log and chat go now, for writes that name a game.
    pub head: LogHead,
    /// Whether the command had been carried out before; `head.seq` is then the last event it made.
    pub repeated: bool,
    /// The lease, for writes that ask for one and got it.
    pub lease: Option<Lease>,
}
