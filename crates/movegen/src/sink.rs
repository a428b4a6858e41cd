//! Where plays go.

use crate::leave::{Equity, RackLeaves};
use crate::play::{Found, Line, Play, Shown};
use rules::Points;
use std::ops::ControlFlow;

/// Something that takes plays as they are found.
pub trait Sink {
    /// Takes a play; `Break` ends the search.
    fn take(&mut self, play: &Found<'_>) -> ControlFlow<()>;
}

impl<F: FnMut(&Found<'_>) -> ControlFlow<()>> Sink for F {
    fn take(&mut self, play: &Found<'_>) -> ControlFlow<()> {
        self(play)
    }
}

/// So many tiles of a play are kept beside its line.
const BESIDE: usize = 8;

/// Keeps every play in a plain vector: nothing is allocated for a single play.
#[derive(Clone, Debug, Default)]
pub struct AllPlays {
    plays: Vec<Kept>,
    /// The tiles of plays with more than are kept beside them.
    many: Vec<Shown>,
}

#[derive(Clone, Copy, Debug)]
struct Kept {
    line: Line,
    /// Where the tiles are among the many.
    first: u32,
    beside: [Shown; BESIDE],
}

impl AllPlays {
    /// No plays yet.
    pub fn new() -> AllPlays {
        AllPlays::default()
    }

    /// Forgets the plays and keeps the memory.
    pub fn clear(&mut self) {
        self.plays.clear();
        self.many.clear();
    }

    /// How many plays there are.
    pub fn len(&self) -> usize {
        self.plays.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.plays.is_empty()
    }

    /// A play by its number.
    pub fn get(&self, index: usize) -> Option<Found<'_>> {
        let Kept { line, first, beside } = self.plays.get(index)?;
        let many = self.many.get(*first as usize..)?;
        let tiles = if line.count() <= BESIDE { beside } else { many };
        Some(Found { line: *line, tiles: tiles.get(..line.count())? })
    }

    /// All plays in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = Found<'_>> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// For long words, of which there is one in thousands.
    #[cold]
    fn take_long(&mut self, line: Line, tiles: &[Shown]) {
        let first = self.many.len() as u32;
        let mut beside = [Shown::default(); BESIDE];
        beside.iter_mut().zip(tiles).for_each(|(kept, &tile)| *kept = tile);
        if tiles.len() > BESIDE {
            self.many.extend(tiles);
        }
        self.plays.push(Kept { line, first, beside });
    }

    /// Adds all plays of another list.
    pub fn append(&mut self, other: &AllPlays) {
        let moved = self.many.len() as u32;
        self.plays.extend(other.plays.iter().map(|kept| Kept { first: kept.first + moved, ..*kept }));
        self.many.extend(&other.many);
    }
}

impl Sink for AllPlays {
    #[inline(always)]
    fn take(&mut self, play: &Found<'_>) -> ControlFlow<()> {
        match play.tiles.first_chunk() {
            Some(&beside) if usize::from(play.line.length) <= BESIDE => {
                self.plays.push(Kept { line: play.line, first: 0, beside });
            }
            _ => self.take_long(play.line, play.tiles()),
        }
        ControlFlow::Continue(())
    }
}

/// Counts plays and adds up their scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// How many plays.
    pub plays: u64,
    /// The highest score; 0 when there is no play.
    pub top_score: Points,
    /// The sum of all scores.
    pub score_sum: i64,
}

impl Summary {
    /// What two parts of a search found together.
    pub fn and(self, other: Summary) -> Summary {
        match (self.plays, other.plays) {
            (0, _) => other,
            (_, 0) => self,
            _ => Summary {
                plays: self.plays + other.plays,
                top_score: self.top_score.max(other.top_score),
                score_sum: self.score_sum + other.score_sum,
            },
        }
    }
}

impl Sink for Summary {
    #[inline]
    fn take(&mut self, play: &Found<'_>) -> ControlFlow<()> {
        self.top_score = if self.plays == 0 { play.score() } else { self.top_score.max(play.score()) };
        self.plays += 1;
        self.score_sum += i64::from(play.score());
        ControlFlow::Continue(())
    }
}

/// Stops at the first play: whether there is one at all.
#[derive(Clone, Debug, Default)]
pub struct FirstPlay(pub Option<Play>);

impl Sink for FirstPlay {
    fn take(&mut self, play: &Found<'_>) -> ControlFlow<()> {
        self.0 = Some(play.to_play());
        ControlFlow::Break(())
    }
}

/// A play with its equity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The play.
    pub play: Play,
    /// Its score and what the tiles kept are worth.
    pub equity: Equity,
}

impl Ranked {
    pub(crate) fn beats(&self, equity: Equity, play: &Found<'_>) -> bool {
        (self.equity, self.play.found().rank()) > (equity, play.rank())
    }

    /// Puts plays in order, the best first.
    pub(crate) fn sort(plays: &mut [Ranked]) {
        plays.sort_by(|a, b| (b.equity, b.play.found().rank()).cmp(&(a.equity, a.play.found().rank())));
    }
}

/// Keeps the best plays by any measure, best first; equal ones in a fixed order.
#[derive(Clone, Debug)]
pub struct TopPlays<F> {
    count: usize,
    worth: F,
    plays: Vec<Ranked>,
}

impl<F: FnMut(&Found<'_>) -> Equity> TopPlays<F> {
    /// Keeps the best `count` plays as `worth` measures them.
    pub fn new(count: usize, worth: F) -> TopPlays<F> {
        TopPlays { count, worth, plays: Vec::new() }
    }

    /// The plays, best first.
    pub fn plays(&self) -> &[Ranked] {
        &self.plays
    }

    /// The plays, best first.
    pub fn into_plays(self) -> Vec<Ranked> {
        self.plays
    }
}

impl<F: FnMut(&Found<'_>) -> Equity> Sink for TopPlays<F> {
    fn take(&mut self, play: &Found<'_>) -> ControlFlow<()> {
        let equity = (self.worth)(play);
        if self.plays.len() == self.count && self.plays.last().is_none_or(|last| last.beats(equity, play)) {
            return ControlFlow::Continue(());
        }
        let at = self.plays.partition_point(|other| other.beats(equity, play));
        self.plays.insert(at, Ranked { play: play.to_play(), equity });
        self.plays.truncate(self.count);
        ControlFlow::Continue(())
    }
}

/// The measure of a play by its score and the worth of the tiles it keeps.
pub fn by_equity<'a>(leaves: &'a RackLeaves) -> impl FnMut(&Found<'_>) -> Equity + 'a {
    |play| leaves.equity(play)
}

/// The measure of a play by its score alone.
pub fn by_score(play: &Found<'_>) -> Equity {
    Equity::points(play.score())
}
