//! Refusals: every reason why a command cannot be carried out, with its data, a stable code and a message.

use crate::{Coord, Millis, Points, Seat};
use std::fmt;
use tiles::TileId;

/// Why a command is not carried out: one reason or several, never none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    reasons: Vec<Reason>,
}

impl Refusal {
    /// A refusal with these reasons, or `None` when there are none.
    pub fn new(reasons: Vec<Reason>) -> Option<Refusal> {
        (!reasons.is_empty()).then_some(Refusal { reasons })
    }

    /// Its reasons.
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal { reasons: vec![reason] }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let messages: Vec<String> = self.reasons.iter().map(ToString::to_string).collect();
        f.write_str(&messages.join(" "))
    }
}

impl std::error::Error for Refusal {}

/// A letter with its points, as the ITU game writes an instantiated piece.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShownFace {
    /// The letter as it is written.
    pub letter: String,
    /// Its points.
    pub points: Points,
}

impl fmt::Display for ShownFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.points)
    }
}

/// One reason why a command is not carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// A play without tiles.
    #[error("You have not placed any tiles.")]
    EmptyPlay,
    /// Tiles off the line.
    #[error("All tiles of a play must lie in one row or one column.")]
    NotInLine {
        /// Where the tiles were to lie.
        coords: Vec<Coord>,
    },
    /// Two tiles for one square.
    #[error("Two tiles were placed on the square {at}.")]
    SameSquare {
        /// Which square.
        at: Coord,
    },
    /// A first play beside the start.
    #[error("The first play must cover the start square {start}.")]
    NotOnStart {
        /// The start.
        start: Coord,
    },
    /// A first play with too few tiles.
    #[error("The first play needs at least {needed} tiles.")]
    OpeningTooShort {
        /// So many.
        needed: u8,
    },
    /// A tile that the set does not have.
    #[error("There is no tile with the number {tile} in this game.")]
    NoSuchTile {
        /// Its number.
        tile: TileId,
    },
    /// A face that the tile does not have.
    #[error("Tile {tile} cannot be played as {face}.")]
    NotAFace {
        /// The tile's number.
        tile: TileId,
        /// The face asked for.
        face: ShownFace,
    },
    /// A hole.
    #[error("There is no square at {at}.")]
    Hole {
        /// Where.
        at: Coord,
    },
    /// A gap between the tiles.
    #[error("The tiles of a play must form one unbroken line, together with tiles already on the board.")]
    Gap,
    /// A place beyond the edge.
    #[error("Part of the play lies outside the board.")]
    OffBoard,
    /// A bad word.
    #[error("{word} is not in the word list.")]
    NotAWord {
        /// The word.
        word: String,
    },
    /// A play away from everything else.
    #[error("The play must connect with tiles already on the board.")]
    NotAdjacent,
    /// A tile that is not on the player's rack, or not that often.
    #[error("You do not have the tile {label}.")]
    NotOnRack {
        /// Whose rack, when it is known.
        seat: Option<Seat>,
        /// The tile's number.
        tile: TileId,
        /// How it is written.
        label: String,
    },
    /// A square that is taken.
    #[error("The square {at} already holds {there}.")]
    Occupied {
        /// What was to be laid.
        face: ShownFace,
        /// Where.
        at: Coord,
        /// What lies there.
        there: ShownFace,
    },
    /// More than one new word where only one is allowed.
    #[error("Only one word may be made or changed, in the direction of the play; this would also make {}.", .words.join(", "))]
    CrossWord {
        /// The words too many.
        words: Vec<String>,
    },
    /// A wild tile for a letter the player keeps.
    #[error("A blank cannot stand for {letter} while you keep {letter} on your rack: play that tile first.")]
    WildForOwnLetter {
        /// The letter.
        letter: String,
    },
    /// A play that forms no word.
    #[error("A play must form a word of at least two letters.")]
    NoWord,
    /// A square program that failed.
    #[error("The square at {at} failed to count the word {word}: {error}")]
    SquareFailed {
        /// Where.
        at: Coord,
        /// The word.
        word: String,
        /// What went wrong.
        error: String,
    },
    /// Too few tiles left.
    #[error("Exchanging {wanted} tiles needs {needed} in the bag, but only {available} are left.")]
    BagTooSmall {
        /// Tiles to exchange.
        wanted: u16,
        /// Tiles the rules want in the bag.
        needed: u16,
        /// Tiles in the bag.
        available: u16,
    },
    /// No exchanges in this game.
    #[error("Tiles cannot be exchanged in this game.")]
    ExchangeForbidden,
    /// Too few or too many tiles to exchange.
    #[error("You may exchange {fewest} to {most} tiles, not {wanted}.")]
    ExchangeCount {
        /// Tiles asked for.
        wanted: u16,
        /// At least.
        fewest: u8,
        /// At most.
        most: u8,
    },
    /// Exchanged too often.
    #[error("You have used all your {times} exchanges.")]
    ExchangesUsedUp {
        /// How often is allowed.
        times: u16,
    },
    /// Somebody else's turn.
    #[error("It is not your turn.")]
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// No such seat, or its player has left.
    #[error("This seat does not take part in the game.")]
    NoSuchSeat,
    /// Not begun.
    #[error("The game has not begun.")]
    NotStarted,
    /// Over.
    #[error("The game is over.")]
    GameOver,
    /// No challenges in this game.
    #[error("Plays cannot be challenged in this game: bad words are refused at once.")]
    NoChallenges,
    /// Nothing to challenge.
    #[error("There is no play of an opponent to challenge.")]
    NothingToChallenge,
    /// A word to challenge that was not formed.
    #[error("The last play did not form word number {number}; it formed {count}.")]
    NoSuchWord {
        /// The number asked for, from 1.
        number: usize,
        /// How many words there are.
        count: usize,
    },
    /// The last play waits for an answer.
    #[error("The last tiles have been played: you can only challenge that play, or pass to accept it.")]
    AnswerFirst,
    /// Answered already.
    #[error("You have accepted the last play already.")]
    AlreadyAnswered,
    /// Too late.
    #[error("Your time for this turn is up.")]
    TimeIsUp,
    /// Too early.
    #[error("There are {left} left on the clock.")]
    TimeLeft {
        /// How long.
        left: Millis,
    },
    /// No clock.
    #[error("This game is played without a clock.")]
    NoClock,
}

impl Reason {
    /// A name for programs, which never changes.
    pub fn code(&self) -> &'static str {
        match self {
            Reason::EmptyPlay => "empty-play",
            Reason::NotInLine { .. } => "not-in-line",
            Reason::SameSquare { .. } => "same-square",
            Reason::NotOnStart { .. } => "not-on-start",
            Reason::OpeningTooShort { .. } => "opening-too-short",
            Reason::NoSuchTile { .. } => "no-such-tile",
            Reason::NotAFace { .. } => "not-a-face",
            Reason::Hole { .. } => "hole",
            Reason::Gap => "gap",
            Reason::OffBoard => "off-board",
            Reason::NotAWord { .. } => "not-a-word",
            Reason::NotAdjacent => "not-adjacent",
            Reason::NotOnRack { .. } => "not-on-rack",
            Reason::Occupied { .. } => "occupied",
            Reason::CrossWord { .. } => "cross-word",
            Reason::WildForOwnLetter { .. } => "wild-for-own-letter",
            Reason::NoWord => "no-word",
            Reason::SquareFailed { .. } => "square-failed",
            Reason::BagTooSmall { .. } => "bag-too-small",
            Reason::ExchangeForbidden => "exchange-forbidden",
            Reason::ExchangeCount { .. } => "exchange-count",
            Reason::ExchangesUsedUp { .. } => "exchanges-used-up",
            Reason::NotYourTurn { .. } => "not-your-turn",
            Reason::NoSuchSeat => "no-such-seat",
            Reason::NotStarted => "not-started",
            Reason::GameOver => "game-over",
            Reason::NoChallenges => "no-challenges",
            Reason::NothingToChallenge => "nothing-to-challenge",
            Reason::NoSuchWord { .. } => "no-such-word",
            Reason::AnswerFirst => "answer-first",
            Reason::AlreadyAnswered => "already-answered",
            Reason::TimeIsUp => "time-is-up",
            Reason::TimeLeft { .. } => "time-left",
            Reason::NoClock => "no-clock",
        }
    }

    /// Its name among the fourteen gameplay errors of the ITU game, when it is one of them.
    pub fn gameplay_error(&self) -> Option<&'static str> {
        Some(match self {
            Reason::Occupied { .. } => "GPEOccupiedTile",
            Reason::NotInLine { .. } => "GPEWordNotOnRowOrColumn",
            Reason::EmptyPlay => "GPEEmptyMove",
            Reason::NotAFace { .. } => "GPEInvalidPieceInst",
            Reason::NoSuchTile { .. } => "GPEPieceDoesNotExist",
            Reason::Hole { .. } => "GPEEmptyTile",
            Reason::NotOnRack { .. } => "GPEPlayerDoesNotHavePiece",
            Reason::Gap => "GPEWordNotConnected",
            Reason::OffBoard => "GPEWordOutsideBoard",
            Reason::NotAWord { .. } => "GPEWordNotInDictionary",
            Reason::NotOnStart { .. } => "GPEFirstWordNotOverCenter",
            Reason::OpeningTooShort { .. } => "GPEFirstWordTooShort",
            Reason::BagTooSmall { .. } => "GPENotEnoughPieces",
            Reason::NotAdjacent => "GPEWordNotAdjacent",
            _ => return None,
        })
    }
}
