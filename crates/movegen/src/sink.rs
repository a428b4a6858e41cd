//! Sinks: where the generator passes plays.

use crate::leave::{Equity, RackLeaves};
use crate::play::{GeneratedPlay, PackedTile, PlayLine, PlayRef};
use rules::Points;
use std::ops::ControlFlow;

/// Receives plays as the generator finds them. A closure is a sink too.
///
/// ```
/// # mod quixotry { pub use {quixotry_movegen as movegen, presets, rules}; }
/// use quixotry::movegen::{Generator, PlayRef};
/// use std::ops::ControlFlow;
///
/// let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
/// let mut generator = Generator::new(&rules, quixotry::presets::english()).unwrap();
/// let mut bingos = 0;
/// let mut count_bingos = |play: &PlayRef<'_>| {
///     bingos += usize::from(play.tiles().len() == 7);
///     ControlFlow::Continue(())
/// };
/// let (grid, rack) = (quixotry::rules::empty_grid(&rules.board), rules.tiles.parse_tiles("RETAINS").unwrap());
/// generator.generate(&grid, &rack, &mut count_bingos);
/// assert!(bingos > 0);
/// ```
pub trait PlaySink {
    /// Receives a play; `Break` ends the search.
    fn take(&mut self, play: &PlayRef<'_>) -> ControlFlow<()>;

    /// The list, if this sink is a plain list of all plays: plays are then stored without a call for each of them.
    fn as_all_plays(&mut self) -> Option<&mut AllPlays> {
        None
    }
}

impl<F: FnMut(&PlayRef<'_>) -> ControlFlow<()>> PlaySink for F {
    fn take(&mut self, play: &PlayRef<'_>) -> ControlFlow<()> {
        self(play)
    }
}

/// Plays with at most this many tiles are stored inline.
const BESIDE: usize = 8;

/// Stores every play in a vector, without an allocation for each play.
///
/// ```
/// # mod quixotry { pub use {quixotry_movegen as movegen, presets, rules}; }
/// use quixotry::movegen::{AllPlays, Generator};
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::empty_grid;
///
/// let rules = Library::shipped().rules("standard")?;
/// let (grid, rack) = (empty_grid(&rules.board), rules.tiles.parse_tiles("RETAINS")?);
/// let mut plays = AllPlays::new();
/// Generator::new(&rules, english())?.generate(&grid, &rack, &mut plays);
/// assert_eq!(plays.iter().map(|play| play.score()).max(), Some(66));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct AllPlays {
    plays: Vec<StoredPlay>,
    /// The tiles of plays that are too long to be stored inline.
    many: Vec<PackedTile>,
}

#[derive(Clone, Copy, Debug)]
struct StoredPlay {
    line: PlayLine,
    /// Where the tiles of a long play start in `many`.
    first: u32,
    beside: [PackedTile; BESIDE],
}

impl AllPlays {
    /// No plays yet.
    pub fn new() -> AllPlays {
        AllPlays::default()
    }

    /// Removes all plays and keeps the memory.
    pub fn clear(&mut self) {
        self.plays.clear();
        self.many.clear();
    }

    /// The number of plays.
    #[must_use]
    pub fn len(&self) -> usize {
        self.plays.len()
    }

    /// Whether there is no play.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plays.is_empty()
    }

    /// The play with this index.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<PlayRef<'_>> {
        let StoredPlay { line, first, beside } = self.plays.get(index)?;
        let many = self.many.get(*first as usize..)?;
        let tiles = if line.count() <= BESIDE { beside } else { many };
        Some(PlayRef { line: *line, tiles: tiles.get(..line.count())? })
    }

    /// All plays in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = PlayRef<'_>> {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Cold path: one play in thousands is long.
    #[cold]
    fn take_long(&mut self, line: PlayLine, tiles: &[PackedTile]) {
        let first = self.many.len() as u32;
        let mut beside = [PackedTile::default(); BESIDE];
        beside.iter_mut().zip(tiles).for_each(|(kept, &tile)| *kept = tile);
        if tiles.len() > BESIDE {
            self.many.extend(tiles);
        }
        self.plays.push(StoredPlay { line, first, beside });
    }

    /// Adds all plays of another list.
    pub fn append(&mut self, other: &AllPlays) {
        let moved = self.many.len() as u32;
        self.plays.extend(other.plays.iter().map(|kept| StoredPlay { first: kept.first + moved, ..*kept }));
        self.many.extend(&other.many);
    }
}

impl PlaySink for AllPlays {
    #[inline(always)]
    fn take(&mut self, play: &PlayRef<'_>) -> ControlFlow<()> {
        match play.tiles.first_chunk() {
            Some(&beside) if usize::from(play.line.length) <= BESIDE => {
                self.plays.push(StoredPlay { line: play.line, first: 0, beside });
            }
            _ => self.take_long(play.line, play.tiles()),
        }
        ControlFlow::Continue(())
    }

    fn as_all_plays(&mut self) -> Option<&mut AllPlays> {
        Some(self)
    }
}

/// Counts plays and adds up their scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlaySummary {
    /// The number of plays.
    pub plays: u64,
    /// The highest score; 0 when there is no play.
    pub top_score: Points,
    /// The sum of all scores.
    pub score_sum: i64,
}

impl PlaySummary {
    /// The totals of two parts of a search.
    #[must_use]
    pub fn and(self, other: PlaySummary) -> PlaySummary {
        match (self.plays, other.plays) {
            (0, _) => other,
            (_, 0) => self,
            _ => PlaySummary {
                plays: self.plays + other.plays,
                top_score: self.top_score.max(other.top_score),
                score_sum: self.score_sum + other.score_sum,
            },
        }
    }
}

impl PlaySink for PlaySummary {
    #[inline]
    fn take(&mut self, play: &PlayRef<'_>) -> ControlFlow<()> {
        self.top_score = if self.plays == 0 { play.score() } else { self.top_score.max(play.score()) };
        self.plays += 1;
        self.score_sum += i64::from(play.score());
        ControlFlow::Continue(())
    }
}

/// Stops at the first play, to find out whether there is any.
#[derive(Clone, Debug, Default)]
pub struct FirstPlay(pub Option<GeneratedPlay>);

impl PlaySink for FirstPlay {
    fn take(&mut self, play: &PlayRef<'_>) -> ControlFlow<()> {
        self.0 = Some(play.to_play());
        ControlFlow::Break(())
    }
}

/// A play with its equity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedPlay {
    /// The play.
    pub play: GeneratedPlay,
    /// Its score plus the value of its leave.
    pub equity: Equity,
}

impl RankedPlay {
    pub(crate) fn beats(&self, equity: Equity, play: &PlayRef<'_>) -> bool {
        (self.equity, self.play.as_play_ref().rank()) > (equity, play.rank())
    }

    /// Sorts plays, best first.
    pub(crate) fn sort(plays: &mut [RankedPlay]) {
        plays.sort_by(|a, b| {
            (b.equity, b.play.as_play_ref().rank()).cmp(&(a.equity, a.play.as_play_ref().rank()))
        });
    }
}

/// Keeps the best plays by any measure, best first; equal plays are in a fixed order.
///
/// ```
/// # mod quixotry { pub use {quixotry_movegen as movegen, presets, rules}; }
/// use quixotry::movegen::{Generator, TopPlays, by_score};
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::empty_grid;
///
/// let rules = Library::shipped().rules("standard")?;
/// let (grid, rack) = (empty_grid(&rules.board), rules.tiles.parse_tiles("RETAINS")?);
/// let mut top = TopPlays::new(3, by_score);
/// Generator::new(&rules, english())?.generate(&grid, &rack, &mut top);
/// assert_eq!(top.plays().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TopPlays<F> {
    count: usize,
    worth: F,
    plays: Vec<RankedPlay>,
}

impl<F: FnMut(&PlayRef<'_>) -> Equity> TopPlays<F> {
    /// Keeps the best `count` plays as `worth` measures them.
    pub fn new(count: usize, worth: F) -> TopPlays<F> {
        TopPlays { count, worth, plays: Vec::new() }
    }

    /// The plays, best first.
    #[must_use]
    pub fn plays(&self) -> &[RankedPlay] {
        &self.plays
    }

    /// The plays, best first.
    #[must_use]
    pub fn into_plays(self) -> Vec<RankedPlay> {
        self.plays
    }
}

impl<F: FnMut(&PlayRef<'_>) -> Equity> PlaySink for TopPlays<F> {
    fn take(&mut self, play: &PlayRef<'_>) -> ControlFlow<()> {
        let equity = (self.worth)(play);
        if self.plays.len() == self.count && self.plays.last().is_none_or(|last| last.beats(equity, play)) {
            return ControlFlow::Continue(());
        }
        let at = self.plays.partition_point(|other| other.beats(equity, play));
        self.plays.insert(at, RankedPlay { play: play.to_play(), equity });
        self.plays.truncate(self.count);
        ControlFlow::Continue(())
    }
}

/// Measures a play by its equity: score plus leave.
pub fn by_equity<'a>(leaves: &'a RackLeaves) -> impl FnMut(&PlayRef<'_>) -> Equity + 'a {
    |play| leaves.equity(play)
}

/// Measures a play by its score alone.
pub fn by_score(play: &PlayRef<'_>) -> Equity {
    Equity::points(play.score())
}
