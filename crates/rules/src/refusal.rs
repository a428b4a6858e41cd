//! Refusals: every reason why a command cannot be carried out, with its data, a stable code and a message.

use crate::{Board, Coord, Millis, Points, Seat};
use std::fmt;
use tiles::TileId;

/// Why a command is refused: at least one reason.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::{Command, Context, Game, Millis, Reason, Seat, SeededChance};
///
/// let mut chance = SeededChance::new(1);
/// let mut context = Context { words: english(), chance: &mut chance, now: Millis(0) };
/// let mut game = Game::new(Library::shipped().rules("standard")?);
/// for event in game.start(2, &mut context)? {
///     game.apply(&event);
/// }
///
/// let refusal = game.decide(Seat(1), &Command::Pass, &mut context).unwrap_err();
/// assert_eq!(refusal.reasons(), [Reason::NotYourTurn { turn: Seat(0) }]);
/// assert_eq!(refusal.to_string(), "It is not your turn.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    reasons: Vec<Reason>,
}

impl Refusal {
    /// A refusal with these reasons, or `None` when there are none.
    #[must_use]
    pub fn new(reasons: Vec<Reason>) -> Option<Refusal> {
        (!reasons.is_empty()).then_some(Refusal { reasons })
    }

    /// Its reasons.
    #[must_use]
    pub fn reasons(&self) -> &[Reason] {
        &self.reasons
    }

    /// The message for a player, with squares named by [`Board::square_name`].
    #[must_use]
    pub fn message(&self, board: &Board) -> String {
        let messages: Vec<String> = self.reasons.iter().map(|reason| reason.message(board)).collect();
        messages.join(" ")
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
pub struct FaceLabel {
    /// The letter as it is written.
    pub letter: String,
    /// Its points.
    pub points: Points,
}

impl fmt::Display for FaceLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.points)
    }
}

/// One reason why a command is refused.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::Reason;
///
/// assert_eq!(Reason::Gap.code(), "gap");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A play without tiles.
    EmptyPlay,
    /// More tiles than a rack holds.
    TooManyTiles {
        /// How many.
        tiles: usize,
        /// How many a rack holds.
        most: u8,
    },
    /// Tiles off the line.
    NotInLine {
        /// Where the tiles were to lie.
        coords: Vec<Coord>,
    },
    /// Two tiles for one square.
    SameSquare {
        /// Which square.
        at: Coord,
    },
    /// A first play that does not cover the start.
    NotOnStart {
        /// The start.
        start: Coord,
    },
    /// A first play with too few tiles.
    OpeningTooShort {
        /// How many are needed.
        needed: u8,
    },
    /// A tile that the set does not have.
    NoSuchTile {
        /// Its number.
        tile: TileId,
    },
    /// A face that the tile does not have.
    NotAFace {
        /// The tile's number.
        tile: TileId,
        /// The face asked for.
        face: FaceLabel,
    },
    /// A hole.
    Hole {
        /// Where.
        at: Coord,
    },
    /// A gap between the tiles.
    Gap,
    /// A place beyond the edge.
    OffBoard,
    /// A bad word.
    NotAWord {
        /// The word.
        word: String,
    },
    /// A play away from everything else.
    NotAdjacent,
    /// A tile that is not on the player's rack, or not that often.
    NotOnRack {
        /// Whose rack, when it is known.
        seat: Option<Seat>,
        /// The tile's number.
        tile: TileId,
        /// How it is written.
        label: String,
    },
    /// A square that is taken.
    Occupied {
        /// What was to be laid.
        face: FaceLabel,
        /// Where.
        at: Coord,
        /// What lies there.
        there: FaceLabel,
    },
    /// More than one new word where only one is allowed.
    CrossWord {
        /// The words too many.
        words: Vec<String>,
    },
    /// A wild tile for a letter the player keeps.
    WildForOwnLetter {
        /// The letter.
        letter: String,
    },
    /// A play that forms no word.
    NoWord,
    /// A square program that failed.
    SquareFailed {
        /// Where.
        at: Coord,
        /// The word.
        word: String,
        /// What went wrong.
        error: String,
    },
    /// Too few tiles left.
    BagTooSmall {
        /// Tiles to exchange.
        wanted: u16,
        /// Tiles the rules want in the bag.
        needed: u16,
        /// Tiles in the bag.
        available: u16,
    },
    /// No exchanges in this game.
    ExchangeForbidden,
    /// Too few or too many tiles to exchange.
    ExchangeCount {
        /// Tiles asked for.
        wanted: u16,
        /// At least.
        fewest: u8,
        /// At most.
        most: u8,
    },
    /// Exchanged too often.
    ExchangesUsedUp {
        /// How often is allowed.
        times: u16,
    },
    /// Another seat is on turn.
    NotYourTurn {
        /// Whose turn it is.
        turn: Seat,
    },
    /// No such seat, or its player has left.
    NoSuchSeat,
    /// Not begun.
    NotStarted,
    /// Over.
    GameOver,
    /// No challenges in this game.
    NoChallenges,
    /// Nothing to challenge.
    NothingToChallenge,
    /// A word to challenge that was not formed.
    NoSuchWord {
        /// The number asked for, from 1.
        number: usize,
        /// How many words there are.
        count: usize,
    },
    /// The last play waits for an answer.
    AnswerFirst,
    /// Answered already.
    AlreadyAnswered,
    /// Too late.
    TimeIsUp,
    /// Too early.
    TimeLeft {
        /// How long.
        left: Millis,
    },
    /// No clock.
    NoClock,
}

impl Reason {
    /// The message for a player, with squares named by [`Board::square_name`].
    #[must_use]
    pub fn message(&self, board: &Board) -> String {
        self.describe(&|at| board.square_name(at))
    }

    fn describe(&self, place: &dyn Fn(Coord) -> String) -> String {
        match self {
            Reason::EmptyPlay => "You have not placed any tiles.".to_owned(),
            Reason::TooManyTiles { tiles, most } => {
                format!("A rack holds {most} tiles; nobody can play or exchange {tiles}.")
            }
            Reason::NotInLine { .. } => "All tiles of a play must lie in one row or one column.".to_owned(),
            Reason::SameSquare { at, .. } => format!("Two tiles were placed on the square {}.", place(*at)),
            Reason::NotOnStart { start, .. } => {
                format!("The first play must cover the start square {}.", place(*start))
            }
            Reason::OpeningTooShort { needed, .. } => {
                format!("The first play needs at least {needed} tiles.")
            }
            Reason::NoSuchTile { tile, .. } => {
                format!("There is no tile with the number {tile} in this game.")
            }
            Reason::NotAFace { tile, face, .. } => format!("Tile {tile} cannot be played as {face}."),
            Reason::Hole { at, .. } => format!("There is no square at {}.", place(*at)),
            Reason::Gap => {
                "The tiles of a play must form one unbroken line, together with tiles already on the board."
                    .to_owned()
            }
            Reason::OffBoard => "Part of the play lies outside the board.".to_owned(),
            Reason::NotAWord { word, .. } => format!("{word} is not in the word list."),
            Reason::NotAdjacent => "The play must connect with tiles already on the board.".to_owned(),
            Reason::NotOnRack { label, .. } => format!("You do not have the tile {label}."),
            Reason::Occupied { at, there, .. } => format!("The square {} already holds {there}.", place(*at)),
            Reason::CrossWord { words } => format!(
                "Only one word may be made or changed, in the direction of the play; this would also make {}.",
                words.join(", ")
            ),
            Reason::WildForOwnLetter { letter, .. } => format!(
                "A blank cannot stand for {letter} while you keep {letter} on your rack: play that tile first."
            ),
            Reason::NoWord => "A play must form a word of at least two letters.".to_owned(),
            Reason::SquareFailed { at, word, error, .. } => {
                format!("The square at {} failed to count the word {word}: {error}", place(*at))
            }
            Reason::BagTooSmall { wanted, needed, available, .. } => {
                format!("Exchanging {wanted} tiles needs {needed} in the bag, but only {available} are left.")
            }
            Reason::ExchangeForbidden => "Tiles cannot be exchanged in this game.".to_owned(),
            Reason::ExchangeCount { fewest, most, wanted, .. } => {
                format!("You may exchange {fewest} to {most} tiles, not {wanted}.")
            }
            Reason::ExchangesUsedUp { times, .. } => format!("You have used all your {times} exchanges."),
            Reason::NotYourTurn { .. } => "It is not your turn.".to_owned(),
            Reason::NoSuchSeat => "This seat does not take part in the game.".to_owned(),
            Reason::NotStarted => "The game has not begun.".to_owned(),
            Reason::GameOver => "The game is over.".to_owned(),
            Reason::NoChallenges => {
                "Plays cannot be challenged in this game: bad words are refused at once.".to_owned()
            }
            Reason::NothingToChallenge => "There is no play of an opponent to challenge.".to_owned(),
            Reason::NoSuchWord { number, count, .. } => {
                format!("The last play did not form word number {number}; it formed {count}.")
            }
            Reason::AnswerFirst => {
                "The last tiles have been played: you can only challenge that play, or pass to accept it."
                    .to_owned()
            }
            Reason::AlreadyAnswered => "You have accepted the last play already.".to_owned(),
            Reason::TimeIsUp => "Your time for this turn is up.".to_owned(),
            Reason::TimeLeft { left, .. } => format!("There are {left} left on the clock."),
            Reason::NoClock => "This game is played without a clock.".to_owned(),
        }
    }

    /// The code for programs. It never changes.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Reason::EmptyPlay => "empty-play",
            Reason::TooManyTiles { .. } => "too-many-tiles",
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
}

/// With squares as coordinates; [`Reason::message`] names them as players do.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(&|at| at.to_string()))
    }
}
