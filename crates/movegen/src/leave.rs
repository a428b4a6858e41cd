//! Leave values: what the tiles kept on the rack are worth.

use crate::play::PlayRef;
use crate::stop::{StopCheck, check_stop, never};
use rules::Points;
use std::fmt;
use std::ops::{Add, ControlFlow};
use tiles::{TileCount, TileId, TileKind, TileSet, Tiles};

/// Points with three decimals: the unit of leaves and of plays with their leaves.
///
/// ```
/// # mod quixotry { pub use quixotry_movegen as movegen; }
/// use quixotry::movegen::Equity;
///
/// let equity = Equity::points(12) + Equity(-1_250);
/// assert_eq!(equity.to_string(), "10.750");
/// assert_eq!(equity.as_f64(), 10.75);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Equity(pub i32);

impl Equity {
    /// Nothing.
    pub const ZERO: Equity = Equity(0);

    /// Whole points.
    #[must_use]
    pub const fn points(points: Points) -> Equity {
        Equity(points.saturating_mul(1000))
    }

    /// As a number of points.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

impl Add for Equity {
    type Output = Equity;

    #[inline]
    fn add(self, other: Equity) -> Equity {
        Equity(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Equity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, n) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        write!(f, "{sign}{}.{:03}", n / 1000, n % 1000)
    }
}

impl fmt::Debug for Equity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// Values leaves: the tiles kept on the rack after a play. A closure values leaves too.
///
/// ```
/// # mod quixotry { pub use {quixotry_movegen as movegen, presets, rules, tiles}; }
/// use quixotry::movegen::{Equity, Generator, Leaves};
/// use quixotry::tiles::Tiles;
///
/// // Each tile kept costs half a point.
/// let leaves = |kept: &Tiles| Equity(-500 * kept.len() as i32);
/// let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
/// let (grid, rack) = (quixotry::rules::empty_grid(&rules.board), rules.tiles.parse_tiles("CABINET").unwrap());
/// let best = Generator::new(&rules, quixotry::presets::english()).unwrap().best(&grid, &rack, &leaves).unwrap();
/// assert!(best.equity <= Equity::points(best.play.score()));
/// ```
pub trait Leaves {
    /// The value of this leave.
    fn worth(&self, kept: &Tiles) -> Equity;

    /// Appends the value of every subset of these tiles, the count of the first kind growing fastest; breaks when
    /// `stop` returns `true`.
    ///
    /// An implementation that shares work between subsets can be faster than the default, and need not call `stop` if
    /// it takes less than a millisecond.
    fn worth_of_all(
        &self,
        kinds: &[(TileId, TileCount)],
        worth: &mut Vec<Equity>,
        stop: StopCheck<'_>,
    ) -> ControlFlow<()> {
        let mut kept = Tiles::new();
        loop {
            worth.push(self.worth(&kept));
            let Some(grown) = kinds.iter().position(|&(tile, count)| kept.count(tile) < count) else {
                return ControlFlow::Continue(());
            };
            for &(tile, count) in &kinds[..grown] {
                (0..count).for_each(|_| _ = kept.take(tile));
            }
            kept.add(kinds[grown].0);
            if worth.len().is_multiple_of(SUBSETS) {
                check_stop(stop)?;
            }
        }
    }
}

/// How many subsets are valued one by one between two calls of [`StopCheck`].
const SUBSETS: usize = 32;

impl<F: Fn(&Tiles) -> Equity> Leaves for F {
    fn worth(&self, kept: &Tiles) -> Equity {
        self(kept)
    }
}

/// Every leave is worth nothing: plays are measured by their score.
///
/// ```
/// # mod quixotry { pub use {quixotry_movegen as movegen, presets, rules}; }
/// use quixotry::movegen::{Generator, NoLeaves};
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::empty_grid;
///
/// let rules = Library::shipped().rules("standard")?;
/// let (grid, rack) = (empty_grid(&rules.board), rules.tiles.parse_tiles("RETAINS")?);
/// let best = Generator::new(&rules, english())?.best(&grid, &rack, &NoLeaves).unwrap();
/// assert_eq!(best.equity.as_f64(), f64::from(best.play.score()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLeaves;

impl Leaves for NoLeaves {
    fn worth(&self, _: &Tiles) -> Equity {
        Equity::ZERO
    }

    fn worth_of_all(
        &self,
        kinds: &[(TileId, TileCount)],
        worth: &mut Vec<Equity>,
        _: StopCheck<'_>,
    ) -> ControlFlow<()> {
        let subsets: usize = kinds.iter().map(|&(_, count)| usize::from(count) + 1).product();
        worth.resize(worth.len() + subsets, Equity::ZERO);
        ControlFlow::Continue(())
    }
}

/// The most subsets of a rack that are valued in advance.
const TABLE: usize = 1 << 14;

/// The value of every subset of one rack, indexed by a sum of one stride for each tile.
#[derive(Clone, Debug, Default)]
pub struct RackLeaves {
    /// What one tile of a kind adds to the index of a subset.
    strides: Vec<u32>,
    worth: Vec<Equity>,
    kinds: Vec<(TileId, TileCount)>,
    /// The number of tiles of each subset.
    counts: Vec<TileCount>,
    full: u32,
    /// The best value of a subset, by its number of tiles.
    best: Vec<Equity>,
}

impl RackLeaves {
    /// Values every subset of a rack, or none if there are too many.
    #[must_use]
    pub fn new(rack: &Tiles, leaves: &dyn Leaves) -> RackLeaves {
        let mut table = RackLeaves::default();
        table.fill(rack, leaves);
        table
    }

    /// Values another rack in the same memory.
    pub fn fill(&mut self, rack: &Tiles, leaves: &dyn Leaves) {
        _ = self.fill_until(rack, leaves, &never);
    }

    /// The same, until `stop` returns `true`; then no subset is valued.
    pub(crate) fn fill_until(
        &mut self,
        rack: &Tiles,
        leaves: &dyn Leaves,
        stop: StopCheck<'_>,
    ) -> ControlFlow<()> {
        self.kinds.clear();
        self.kinds.extend(rack.kinds());
        self.strides.clear();
        self.strides.resize(self.kinds.last().map_or(0, |(tile, _)| tile.index() + 1), 0);
        let mut size = 1usize;
        for &(tile, count) in &self.kinds {
            self.strides[tile.index()] = size as u32;
            size = size.saturating_mul(usize::from(count) + 1).min(TABLE + 1);
        }
        self.worth.clear();
        self.best.clear();
        self.best.resize(rack.len() + 1, Equity(i32::MIN));
        self.full = 0;
        if size <= TABLE {
            if leaves.worth_of_all(&self.kinds, &mut self.worth, stop).is_break() {
                self.worth.clear();
                return ControlFlow::Break(());
            }
            self.worth.resize(size, Equity::ZERO);
            self.find_best();
        }
        self.full = self.worth.len().saturating_sub(1) as u32;
        ControlFlow::Continue(())
    }

    fn find_best(&mut self) {
        self.counts.clear();
        self.counts.push(0);
        for &(_, count) in &self.kinds {
            let before = self.counts.len();
            (1..=count).for_each(|more| (0..before).for_each(|at| self.counts.push(self.counts[at] + more)));
        }
        for (&count, &worth) in self.counts.iter().zip(&self.worth) {
            let best = &mut self.best[usize::from(count)];
            *best = worth.max(*best);
        }
    }

    /// The best value of a leave of `count` tiles.
    #[inline(always)]
    pub(crate) fn best(&self, count: usize) -> Equity {
        self.best.get(count).copied().unwrap_or(Equity::ZERO)
    }

    /// The best value of a leave after `laid` tiles were laid.
    #[inline(always)]
    pub(crate) fn best_after(&self, laid: usize) -> Equity {
        self.best((self.best.len() - 1).wrapping_sub(laid))
    }

    /// Whether every subset is valued.
    pub(crate) fn is_full(&self) -> bool {
        !self.worth.is_empty()
    }

    /// The value of the leave after a play; zero for racks that are too large to be valued.
    #[must_use]
    #[inline]
    pub fn leave_value(&self, play: &PlayRef<'_>) -> Equity {
        let stride = |tile: TileId| self.strides.get(tile.index()).copied().unwrap_or(0);
        let spent: u32 = play.tiles().iter().map(|shown| stride(shown.tile())).sum();
        self.worth.get(self.full.wrapping_sub(spent) as usize).copied().unwrap_or(Equity::ZERO)
    }

    /// The score of a play plus the value of its leave.
    #[must_use]
    #[inline]
    pub fn equity(&self, play: &PlayRef<'_>) -> Equity {
        Equity::points(play.score()) + self.leave_value(play)
    }
}

/// Leave values that are a sum of one number for each kind and count of tiles: the simplest useful ones.
///
/// [`LeaveSums::plain`] has rough numbers for any tiles; a player with trained values is stronger.
#[derive(Clone, Debug)]
pub struct LeaveSums {
    /// The value of keeping 0, 1, 2… tiles of each kind.
    terms: Vec<Vec<Equity>>,
}

impl LeaveSums {
    /// Sums of these terms: for each kind, what its first, second… tile adds.
    pub fn new(terms: impl IntoIterator<Item = Vec<Equity>>) -> LeaveSums {
        let sums = |adds: Vec<Equity>| {
            let sums = adds.iter().scan(Equity::ZERO, |sum, &add| {
                *sum = *sum + add;
                Some(*sum)
            });
            std::iter::once(Equity::ZERO).chain(sums).collect()
        };
        LeaveSums { terms: terms.into_iter().map(sums).collect() }
    }

    /// Rough values for any tile set: a wild tile is worth 24 points, tiles with few points have a small value and
    /// tiles with many points a negative one, and each further tile of a kind is worth 3 points less than the one
    /// before.
    #[must_use]
    pub fn plain(tiles: &TileSet) -> LeaveSums {
        let first = |kind: &TileKind| match (kind.is_wild(), kind.max_points()) {
            (true, _) => 24_000,
            (false, ..=1) => 1_000,
            (false, 2..=3) => -1_000,
            (false, 4..=5) => -2_000,
            (false, _) => -3_000,
        };
        let adds = |kind: &TileKind| (0..8).map(|nth| Equity(first(kind) - 3_000 * nth)).collect();
        LeaveSums::new(tiles.kinds().map(|(_, kind)| adds(kind)))
    }

    fn term(&self, tile: TileId, count: TileCount) -> Equity {
        let sums = self.terms.get(tile.index());
        sums.and_then(|sums| sums.get(usize::from(count)).or(sums.last())).copied().unwrap_or(Equity::ZERO)
    }
}

impl Leaves for LeaveSums {
    fn worth(&self, kept: &Tiles) -> Equity {
        kept.kinds().fold(Equity::ZERO, |sum, (tile, count)| sum + self.term(tile, count))
    }

    fn worth_of_all(
        &self,
        kinds: &[(TileId, TileCount)],
        worth: &mut Vec<Equity>,
        _: StopCheck<'_>,
    ) -> ControlFlow<()> {
        let first = worth.len();
        worth.push(Equity::ZERO);
        for &(tile, count) in kinds {
            let before = worth.len();
            for more in 1..=count {
                let term = self.term(tile, more);
                (first..before).for_each(|at| worth.push(worth[at] + term));
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_subsets_at_once_are_worth_what_each_is_worth() {
        let leaves = LeaveSums::new((0..4).map(|n| vec![Equity(100 * n + 1), Equity(-7), Equity(30 * n)]));
        let kinds = [(TileId(0), 2), (TileId(2), 1), (TileId(3), 3)];
        let (mut quick, mut slow) = (Vec::new(), Vec::new());
        assert!(leaves.worth_of_all(&kinds, &mut quick, &never).is_continue());
        let one_by_one = |kept: &Tiles| leaves.worth(kept);
        assert!(one_by_one.worth_of_all(&kinds, &mut slow, &never).is_continue());
        assert_eq!(quick.len(), 3 * 2 * 4);
        assert_eq!(quick, slow);
    }

    #[test]
    fn equities_are_written_with_three_decimals() {
        assert_eq!(Equity(-1_050).to_string(), "-1.050");
        assert_eq!(Equity::points(7).to_string(), "7.000");
    }
}
