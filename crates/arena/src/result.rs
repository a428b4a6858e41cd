//! The result of a game, with a digest: two games with the same digest are the same.

use rules::{AdjustmentCause, EndCause, Event, EventKind, LeaveCause, PlacedTile, Points, Verdict};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt;

/// A value for each seat. All results of a match stay in memory, so they are kept inline.
pub type BySeat<T> = SmallVec<[T; 2]>;

/// The result of a game. It contains no times, so that it is the same on every machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// The number of the game in its match.
    pub game: u64,
    /// The entrant at each seat.
    pub seats: BySeat<usize>,
    /// The final scores by seat.
    pub scores: BySeat<Points>,
    /// Whether each seat left the game before its end.
    pub left: BySeat<bool>,
    /// The number of plays with a bonus by seat.
    pub bonuses: BySeat<u32>,
    /// Why the game ended.
    pub end: Cow<'static, str>,
    /// The number of turns.
    pub turns: u32,
    /// The play with the highest score.
    pub best: Option<BestPlay>,
    /// The errors of each seat.
    #[serde(rename = "conduct")]
    pub error_counts: BySeat<ErrorCounts>,
    /// A digest of all events.
    pub digest: GameDigest,
}

/// The play with the highest score of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BestPlay {
    /// The seat.
    pub seat: usize,
    /// The main word.
    pub word: String,
    /// The score.
    pub points: Points,
}

/// The errors of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ErrorCounts {
    /// Illegal plays and exchanges.
    pub illegal: u32,
    /// Turns without an answer in time.
    pub timeouts: u32,
    /// Crashes and lost connections.
    pub crashes: u32,
    /// Invalid lines.
    pub faults: u32,
}

impl ErrorCounts {
    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: ErrorCounts) -> ErrorCounts {
        ErrorCounts {
            illegal: self.illegal + other.illegal,
            timeouts: self.timeouts + other.timeouts,
            crashes: self.crashes + other.crashes,
            faults: self.faults + other.faults,
        }
    }

    /// Whether there are no errors.
    pub fn is_clean(self) -> bool {
        self == ErrorCounts::default()
    }
}

impl GameResult {
    /// The points of a seat against another: 1 for a win, ½ for a tie, 0 for a loss. A seat that left loses against one
    /// that stayed.
    #[must_use]
    pub fn against(&self, seat: usize, other: usize) -> f64 {
        let rank = |seat: usize| (!self.left[seat], if self.left[seat] { 0 } else { self.scores[seat] });
        match rank(seat).cmp(&rank(other)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }

    /// The mean points of a seat against all others, from 0 to 1.
    #[must_use]
    pub fn share(&self, seat: usize) -> f64 {
        let others = (0..self.seats.len()).filter(|&other| other != seat);
        let (sum, count) =
            others.fold((0.0, 0.0), |(sum, count), other| (sum + self.against(seat, other), count + 1.0));
        if count > 0.0 { sum / count } else { 0.5 }
    }
}

/// Why a game ended, as text.
pub(crate) fn end_text(cause: EndCause) -> &'static str {
    match cause {
        EndCause::WentOut(_) => "went out",
        EndCause::Passes => "passes",
        EndCause::Scoreless => "scoreless turns",
        EndCause::Rounds => "rounds of passes",
        EndCause::Forfeit(_) => "forfeit",
        EndCause::LastOneLeft => "last one left",
    }
}

/// A hash of all events of a game without their times, written as sixteen hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct GameDigest(u64);

impl fmt::Display for GameDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl From<GameDigest> for String {
    fn from(digest: GameDigest) -> String {
        digest.to_string()
    }
}

impl TryFrom<String> for GameDigest {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<GameDigest, Self::Error> {
        u64::from_str_radix(&text, 16).map(GameDigest)
    }
}

impl GameDigest {
    pub(crate) fn new() -> GameDigest {
        GameDigest(0xcbf2_9ce4_8422_2325)
    }

    /// Adds another digest.
    pub(crate) fn add_digest(&mut self, part: GameDigest) {
        self.add_number(part.0 as i64);
    }

    pub(crate) fn add_number(&mut self, number: i64) {
        // Mixes whole numbers instead of bytes: byte by byte it took 1 % of the time of a match.
        let mixed = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }

    fn add_numbers(&mut self, numbers: impl IntoIterator<Item = i64>) {
        numbers.into_iter().for_each(|number| self.add_number(number));
        self.add_number(-1);
    }

    fn add_tiles(&mut self, tiles: &[tiles::TileId]) {
        self.add_numbers(tiles.iter().map(|tile| i64::from(tile.0)));
    }

    fn add_laid(&mut self, tiles: &[PlacedTile]) {
        for PlacedTile { at, tile, face } in tiles {
            self.add_number(i64::from(at.x) << 32 | i64::from(at.y as u32));
            let shown = i64::from(face.points) << 16 | i64::from(face.letter.place()) << 8;
            self.add_number(shown | i64::from(tile.0));
        }
        self.add_number(-1);
    }

    pub(crate) fn add_event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Started { seats, first } => self.add_numbers([0, (*seats).into(), first.0.into()]),
            EventKind::Dealt { seat, tiles } => {
                self.add_numbers([1, seat.0.into()]);
                self.add_tiles(tiles);
            }
            EventKind::Played { seat, tiles, score, drawn, .. } => {
                self.add_numbers([2, seat.0.into(), (*score).into()]);
                self.add_laid(tiles);
                self.add_tiles(drawn);
            }
            EventKind::PlayFailed { seat, tiles, .. } => {
                self.add_numbers([3, seat.0.into()]);
                self.add_laid(tiles);
            }
            EventKind::Passed { seat } => self.add_numbers([4, seat.0.into()]),
            EventKind::Exchanged { seat, returned, drawn } => {
                self.add_numbers([5, seat.0.into()]);
                self.add_tiles(returned);
                self.add_tiles(drawn);
            }
            EventKind::ExchangeFailed { seat, returned, .. } => {
                self.add_numbers([6, seat.0.into()]);
                self.add_tiles(returned);
            }
            EventKind::Challenged { seat, of, verdict, .. } => {
                let bonus = match verdict {
                    Verdict::Withdrawn => i64::MIN,
                    Verdict::Stands { bonus } => (*bonus).into(),
                };
                self.add_numbers([7, seat.0.into(), of.0.into(), bonus]);
            }
            EventKind::Accepted { seat } => self.add_numbers([8, seat.0.into()]),
            EventKind::TurnSkipped { seat } => self.add_numbers([9, seat.0.into()]),
            EventKind::TimedOut { seat } => self.add_numbers([10, seat.0.into()]),
            EventKind::Left { seat, why, .. } => self.add_numbers([11, seat.0.into(), leave_number(*why)]),
            EventKind::Ended { adjustments, .. } => {
                // Overtime penalties depend on the machine.
                let settled = adjustments.iter().filter(|one| one.why != AdjustmentCause::Overtime);
                settled.for_each(|one| self.add_numbers([12, one.seat.0.into(), one.points.into()]));
            }
        }
    }
}

fn leave_number(why: LeaveCause) -> i64 {
    match why {
        LeaveCause::Resigned => 0,
        LeaveCause::OutOfTime => 1,
        LeaveCause::LostChallenge => 2,
        LeaveCause::Disconnected => 3,
    }
}
