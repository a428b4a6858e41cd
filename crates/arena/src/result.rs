//! What is kept of a game: enough for every table, and to see whether two runs were the same.

use rules::{AdjustmentCause, EndCause, Event, EventKind, LeaveCause, PlacedTile, Points, Verdict};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt;

/// One for each seat. The results of all games of a match are kept, so they are small and in one piece.
pub type BySeat<T> = SmallVec<[T; 2]>;

/// The result of a game. It says nothing of time, so that it is the same on every machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// The number of the game in its match.
    pub game: u64,
    /// Who sat where.
    pub seats: BySeat<usize>,
    /// The final scores by seat.
    pub scores: BySeat<Points>,
    /// Who left the game before its end.
    pub left: BySeat<bool>,
    /// How often each seat scored with a bonus.
    pub bonuses: BySeat<u32>,
    /// Why it ended.
    pub end: Cow<'static, str>,
    /// How many turns there were.
    pub turns: u32,
    /// The play that counted most.
    pub best: Option<BestPlay>,
    /// How each seat behaved.
    #[serde(rename = "conduct")]
    pub error_counts: BySeat<ErrorCounts>,
    /// A number that stands for all that happened.
    pub digest: GameDigest,
}

/// The play of a game that counted most.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BestPlay {
    /// Whose.
    pub seat: usize,
    /// Its main word.
    pub word: String,
    /// Its points.
    pub points: Points,
}

/// What a bot did that it should not have done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ErrorCounts {
    /// Plays and exchanges that were not legal.
    pub illegal: u32,
    /// Turns that took too long.
    pub timeouts: u32,
    /// How often it broke down or broke off.
    pub crashes: u32,
    /// Lines that could not be used.
    pub faults: u32,
}

impl ErrorCounts {
    /// Both together.
    pub fn plus(self, other: ErrorCounts) -> ErrorCounts {
        ErrorCounts {
            illegal: self.illegal + other.illegal,
            timeouts: self.timeouts + other.timeouts,
            crashes: self.crashes + other.crashes,
            faults: self.faults + other.faults,
        }
    }

    /// Whether there is nothing to say.
    pub fn is_clean(self) -> bool {
        self == ErrorCounts::default()
    }
}

impl GameResult {
    /// What one seat got against another: a win 1, a tie a half, a loss 0. Who left loses to who stayed.
    pub fn against(&self, seat: usize, other: usize) -> f64 {
        let rank = |seat: usize| (!self.left[seat], if self.left[seat] { 0 } else { self.scores[seat] });
        match rank(seat).cmp(&rank(other)) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        }
    }

    /// What a seat got against all others, from 0 to 1.
    pub fn share(&self, seat: usize) -> f64 {
        let others = (0..self.seats.len()).filter(|&other| other != seat);
        let (sum, count) =
            others.fold((0.0, 0.0), |(sum, count), other| (sum + self.against(seat, other), count + 1.0));
        if count > 0.0 { sum / count } else { 0.5 }
    }
}

/// Why a game ended, in words.
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

/// A number for a game, made from everything that happened but not from when; written with sixteen digits.
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

    /// Adds the digest of a part.
    pub(crate) fn part(&mut self, part: GameDigest) {
        self.number(part.0 as i64);
    }

    pub(crate) fn number(&mut self, number: i64) {
        // Whole numbers, because byte by byte each step waits for the one before: that was a hundredth of a match.
        let mixed = (self.0 ^ number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }

    fn numbers(&mut self, numbers: impl IntoIterator<Item = i64>) {
        numbers.into_iter().for_each(|number| self.number(number));
        self.number(-1);
    }

    fn tiles(&mut self, tiles: &[tiles::TileId]) {
        self.numbers(tiles.iter().map(|tile| i64::from(tile.0)));
    }

    fn laid(&mut self, tiles: &[PlacedTile]) {
        for PlacedTile { at, tile, face } in tiles {
            self.number(i64::from(at.x) << 32 | i64::from(at.y as u32));
            let shown = i64::from(face.points) << 16 | i64::from(face.letter.place()) << 8;
            self.number(shown | i64::from(tile.0));
        }
        self.number(-1);
    }

    pub(crate) fn event(&mut self, event: &Event) {
        match &event.kind {
            EventKind::Started { seats, first } => self.numbers([0, (*seats).into(), first.0.into()]),
            EventKind::Dealt { seat, tiles } => {
                self.numbers([1, seat.0.into()]);
                self.tiles(tiles);
            }
            EventKind::Played { seat, tiles, score, drawn, .. } => {
                self.numbers([2, seat.0.into(), (*score).into()]);
                self.laid(tiles);
                self.tiles(drawn);
            }
            EventKind::PlayFailed { seat, tiles, .. } => {
                self.numbers([3, seat.0.into()]);
                self.laid(tiles);
            }
            EventKind::Passed { seat } => self.numbers([4, seat.0.into()]),
            EventKind::Exchanged { seat, returned, drawn } => {
                self.numbers([5, seat.0.into()]);
                self.tiles(returned);
                self.tiles(drawn);
            }
            EventKind::ExchangeFailed { seat, returned, .. } => {
                self.numbers([6, seat.0.into()]);
                self.tiles(returned);
            }
            EventKind::Challenged { seat, of, verdict, .. } => {
                let bonus = match verdict {
                    Verdict::Withdrawn => i64::MIN,
                    Verdict::Stands { bonus } => (*bonus).into(),
                };
                self.numbers([7, seat.0.into(), of.0.into(), bonus]);
            }
            EventKind::Accepted { seat } => self.numbers([8, seat.0.into()]),
            EventKind::TurnSkipped { seat } => self.numbers([9, seat.0.into()]),
            EventKind::TimedOut { seat } => self.numbers([10, seat.0.into()]),
            EventKind::Left { seat, why, .. } => self.numbers([11, seat.0.into(), leave_number(*why)]),
            EventKind::Ended { adjustments, .. } => {
                // Overtime depends on the machine.
                let settled = adjustments.iter().filter(|one| one.why != AdjustmentCause::Overtime);
                settled.for_each(|one| self.numbers([12, one.seat.0.into(), one.points.into()]));
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
