//! Commands, which players give, and events, which say what happened.

use crate::{Millis, PlacedTile, Placement, Points, Reason, ScoredWord, Seat};
use tiles::TileId;

/// What a seat wants to do.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Command, Context, EventKind, Game, Millis, Seat, SeededChance};
///
/// let mut chance = SeededChance::new(1);
/// let mut context = Context { words: english(), chance: &mut chance, now: Millis(0) };
/// let mut game = Game::new(Library::shipped().rules("standard")?);
/// for event in game.start(2, &mut context)? {
///     game.apply(&event);
/// }
///
/// let events = game.decide(Seat(0), &Command::Resign, &mut context)?;
/// assert!(matches!(events.last().unwrap().kind, EventKind::Ended { .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Lay tiles.
    Play(Placement),
    /// Do nothing this turn; or accept the last play when it waits for an answer.
    Pass,
    /// Give tiles back and draw as many.
    Exchange(Vec<TileId>),
    /// Challenge the last play.
    Challenge(ChallengedWords),
    /// Give up.
    Resign,
    /// The seat's time is up. The program that keeps the time sends this for the seat.
    Timeout,
    /// The player's connection is lost for good. The program that keeps the connections sends this for the seat.
    Disconnect,
    /// The player is away, and the others do not want to wait. Where the rules keep the seat, this is what becomes of
    /// it; otherwise it is the same as [`Command::Disconnect`].
    GiveWay(LeaveOutcome),
}

/// Which words of the last play are challenged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ChallengedWords {
    /// All of them.
    All,
    /// Those with these numbers, from 0, in the order of the play's words.
    Words(Vec<usize>),
}

/// Something that happened, and when.
///
/// `T` is how hidden tiles are represented: as a list in the log of a game, and as
/// [`TilesView`](crate::TilesView), known or counted, in what a viewer gets.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Command, Context, Event, Game, Millis, Seat, SeededChance};
///
/// let mut chance = SeededChance::new(1);
/// let mut context = Context { words: english(), chance: &mut chance, now: Millis(0) };
/// let mut game = Game::new(Library::shipped().rules("standard")?);
/// for event in game.start(2, &mut context)? {
///     game.apply(&event);
/// }
///
/// let mut log: Vec<Event> = Vec::new();
/// log.extend(game.decide(Seat(0), &Command::Pass, &mut context)?);
/// assert_eq!(log[0].kind.turn(), Some(Seat(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event<T = Vec<TileId>> {
    /// When, on the clock of the program that decided it.
    pub at: Millis,
    /// What happened.
    pub kind: EventKind<T>,
}

impl<T> EventKind<T> {
    /// The seat whose turn this used up, if it used up a turn.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self {
            EventKind::Played { seat, .. }
            | EventKind::PlayFailed { seat, .. }
            | EventKind::Passed { seat }
            | EventKind::Exchanged { seat, .. }
            | EventKind::ExchangeFailed { seat, .. }
            | EventKind::TimedOut { seat }
            | EventKind::TurnSkipped { seat } => Some(*seat),
            EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::Challenged { .. }
            | EventKind::Accepted { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => None,
        }
    }

    /// Whether this used up a turn. Challenges, answers, leaving and the end of the game do not.
    #[must_use]
    pub fn ends_turn(&self) -> bool {
        self.turn().is_some()
    }

    /// Whether this belongs to the start of a game, before a player has a choice.
    #[must_use]
    pub fn is_setup(&self) -> bool {
        matches!(self, EventKind::Started { .. } | EventKind::Dealt { .. })
    }

    /// The seat that chose to do this, and may want to undo it.
    #[must_use]
    pub fn actor(&self) -> Option<Seat> {
        match self {
            EventKind::Challenged { seat, .. } | EventKind::Accepted { seat } => Some(*seat),
            EventKind::TimedOut { .. } | EventKind::TurnSkipped { .. } => None,
            EventKind::Started { .. }
            | EventKind::Dealt { .. }
            | EventKind::Played { .. }
            | EventKind::PlayFailed { .. }
            | EventKind::Passed { .. }
            | EventKind::Exchanged { .. }
            | EventKind::ExchangeFailed { .. }
            | EventKind::Left { .. }
            | EventKind::Ended { .. } => self.turn(),
        }
    }
}

/// What happened.
///
/// A match on it reads a log:
///
/// ```
/// # mod quixotry { pub use {lexicon, presets, quixotry_rules as rules}; }
/// use quixotry::lexicon::AnyWord;
/// use quixotry::rules::{Context, EventKind, Game, Millis, SeededChance};
///
/// let game = Game::new(quixotry::presets::Library::shipped().rules("standard").unwrap());
/// let mut chance = SeededChance::new(7);
/// let mut context = Context { words: &AnyWord, chance: &mut chance, now: Millis(0) };
/// let events = game.start(2, &mut context).unwrap();
/// let dealt = events.iter().filter(|event| matches!(event.kind, EventKind::Dealt { .. }));
/// assert_eq!(dealt.count(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind<T = Vec<TileId>> {
    /// The game began.
    Started {
        /// How many seats.
        seats: u8,
        /// Who begins.
        first: Seat,
    },
    /// A seat drew its first rack.
    Dealt {
        /// Which seat.
        seat: Seat,
        /// The tiles, as they were drawn.
        tiles: T,
    },
    /// Tiles were laid.
    Played {
        /// By whom.
        seat: Seat,
        /// The tiles, in reading order.
        tiles: Vec<PlacedTile>,
        /// The words formed, the main word first.
        words: Vec<ScoredWord>,
        /// Extra points that are part of the score.
        bonus: Points,
        /// What the play counts.
        score: Points,
        /// The tiles drawn afterwards.
        drawn: T,
    },
    /// A play that was not legal cost the turn.
    PlayFailed {
        /// Whose turn.
        seat: Seat,
        /// The tiles that were sent.
        tiles: Vec<PlacedTile>,
        /// The play as it was written, if the game has no tile or letter that says the same.
        written: Option<String>,
        /// Why.
        reasons: Vec<Reason>,
    },
    /// A turn was passed.
    Passed {
        /// By whom.
        seat: Seat,
    },
    /// Tiles were exchanged.
    Exchanged {
        /// By whom.
        seat: Seat,
        /// The tiles given back.
        returned: T,
        /// The tiles drawn.
        drawn: T,
    },
    /// An exchange that was not legal cost the turn.
    ExchangeFailed {
        /// Whose turn.
        seat: Seat,
        /// The tiles to be given back.
        returned: T,
        /// Why not.
        reasons: Vec<Reason>,
    },
    /// The last play was challenged.
    Challenged {
        /// By whom.
        seat: Seat,
        /// Whose play.
        of: Seat,
        /// The numbers of the challenged words, from 0.
        words: Vec<usize>,
        /// How it ended.
        verdict: Verdict,
    },
    /// The last play of the game was accepted.
    Accepted {
        /// By whom.
        seat: Seat,
    },
    /// A turn that was owed after a wrong challenge was skipped.
    TurnSkipped {
        /// Whose.
        seat: Seat,
    },
    /// The time for a turn ran out, and the turn passed.
    TimedOut {
        /// Whose.
        seat: Seat,
    },
    /// A player left.
    Left {
        /// Which seat.
        seat: Seat,
        /// Why.
        why: LeaveCause,
        /// What became of the seat.
        then: LeaveOutcome,
    },
    /// The game ended; what is left on the racks is public now.
    Ended {
        /// Why.
        cause: EndCause,
        /// What was added and taken away at the end.
        adjustments: Vec<Adjustment>,
        /// Who won: several seats in a tie, no seat if no player is left.
        winners: Vec<Seat>,
    },
}

/// How a challenge ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// A word was bad: the play was taken back.
    Withdrawn,
    /// All challenged words were good: the play stands, and its player gains these points.
    Stands {
        /// The points gained.
        bonus: Points,
    },
}

/// Why a player left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaveCause {
    /// Gave up.
    Resigned,
    /// Ran out of time.
    OutOfTime,
    /// Was wrong about a challenge where that loses the game.
    LostChallenge,
    /// Lost the connection.
    Disconnected,
}

/// What became of a seat whose player left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeaveOutcome {
    /// It is out of the game, with its rack.
    Out,
    /// A computer plays on.
    Computer,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndCause {
    /// A player used the last tiles.
    WentOut(Seat),
    /// Too many passes in a row.
    Passes,
    /// Too many turns without points.
    Scoreless,
    /// Too many rounds of passes.
    Rounds,
    /// A player gave up, ran out of time or lost a challenge, and that ends the game.
    Forfeit(Seat),
    /// At most one player is left.
    LastOneLeft,
}

/// Points added or taken away at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Adjustment {
    /// For whom.
    pub seat: Seat,
    /// How many, negative when they are lost.
    pub points: Points,
    /// What for.
    pub why: AdjustmentCause,
}

/// What points at the end are for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AdjustmentCause {
    /// The tiles left on the seat's own rack.
    OwnTiles(Vec<TileId>),
    /// The tiles left on the others' racks.
    OthersTiles(Vec<TileId>),
    /// Overtime.
    Overtime,
}
