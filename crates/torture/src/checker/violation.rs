//! What the checker finds.

use std::fmt;

/// A promise that the server did not keep.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// Which promise.
    pub kind: ViolationKind,
    /// The game, or nothing if it concerns the whole server.
    pub game: String,
    /// What happened, in the order in which it happened.
    pub story: Vec<String>,
}

/// A promise, named by how it is broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ViolationKind {
    /// A command was acknowledged but is not in the log.
    AcknowledgedLost,
    /// Two commands were acknowledged with one event.
    AcknowledgedShared,
    /// A command got two different answers for one id.
    TwoAnswers,
    /// A person's seat did something that the person did not send, or sent only once.
    Unexplained,
    /// An answer said that nothing was changed, but it was.
    FalseAnswer,
    /// A command was carried out for somebody who did not have the seat.
    ForeignSeat,
    /// Somebody got a key to a seat that is not theirs.
    ForeignKey,
    /// A command that was answered earlier stands later in the log.
    WrongOrder,
    /// A game or chat line was acknowledged but is not stored, or is stored twice.
    StoredWrongly,
    /// A stream left out an event.
    StreamGap,
    /// A stream told an event twice.
    StreamRepeat,
    /// A stream told something else than the log.
    StreamDiffers,
    /// A stream did not tell an event for a long time although it was open.
    StreamStalled,
    /// A stream or view showed tiles to somebody who may not see them.
    Leak,
    /// A stream went on although its key had been revoked.
    KeyOutlived,
    /// A server showed an older state than it had acknowledged.
    WentBack,
    /// Nothing happens in a game although a computer or a clock should act.
    Stuck,
    /// The log does not follow from the rules.
    ReplayDiffers,
    /// A request was not answered in time.
    Hang,
    /// The server answered with an error of its own, or panicked.
    ServerFault,
    /// `store verify` or another check of the database failed.
    StoreDamaged,
}

impl Violation {
    /// A violation at a game.
    pub fn new(kind: ViolationKind, game: &str, story: impl IntoIterator<Item = String>) -> Violation {
        Violation { kind, game: game.to_owned(), story: story.into_iter().collect() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} in game {}", self.kind, if self.game.is_empty() { "-" } else { &self.game })?;
        self.story.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}
