//! What tiles kept on the rack are worth.

use crate::play::PlayRef;
use crate::stop::{StopCheck, look, never};
use rules::Points;
use std::fmt;
use std::ops::{Add, ControlFlow};
use tiles::{TileCount, TileId, TileKind, TileSet, Tiles};

/// Points with three decimals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Equity(pub i32);

impl Equity {
    /// Nothing.
    pub const ZERO: Equity = Equity(0);

    /// Whole points.
    pub const fn points(points: Points) -> Equity {
        Equity(points.saturating_mul(1000))
    }

    /// As a number of points.
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

/// Something that knows what tiles kept on a rack are worth.
pub trait Leaves {
    /// The worth of keeping these tiles.
    fn worth(&self, kept: &Tiles) -> Equity;

    /// Appends the worth of every subset of these tiles, the count of the first kind growing fastest, and breaks off
    /// when `stop` says so.
    ///
    /// A table that knows what its subsets have in common can do better than asking for each, and need not look at
    /// `stop` if that takes less than a millisecond.
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
                look(stop)?;
            }
        }
    }
}

/// How many subsets are valued one by one between two looks at [`StopCheck`].
const SUBSETS: usize = 32;

impl<F: Fn(&Tiles) -> Equity> Leaves for F {
    fn worth(&self, kept: &Tiles) -> Equity {
        self(kept)
    }
}

/// Tiles kept are worth nothing: plays are measured by their score.
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

/// The most tiles for which every subset of a rack is valued beforehand.
const TABLE: usize = 1 << 14;

/// The worth of every subset of one rack, each found by a sum of one number a tile.
#[derive(Clone, Debug, Default)]
pub struct RackLeaves {
    /// What one tile of a kind adds to the number of a subset.
    strides: Vec<u32>,
    worth: Vec<Equity>,
    kinds: Vec<(TileId, TileCount)>,
    /// How many tiles each subset has.
    counts: Vec<TileCount>,
    full: u32,
    /// The best worth of a subset with so many tiles.
    best: Vec<Equity>,
}

impl RackLeaves {
    /// Values every subset of a rack, or none of them when there are too many.
    pub fn new(rack: &Tiles, leaves: &dyn Leaves) -> RackLeaves {
        let mut table = RackLeaves::default();
        table.fill(rack, leaves);
        table
    }

    /// Values another rack in the same memory.
    pub fn fill(&mut self, rack: &Tiles, leaves: &dyn Leaves) {
        _ = self.fill_until(rack, leaves, &never);
    }

    /// The same until `stop` says so; then nothing is valued.
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

    /// The best that so many tiles kept can be worth.
    #[inline(always)]
    pub(crate) fn best(&self, count: usize) -> Equity {
        self.best.get(count).copied().unwrap_or(Equity::ZERO)
    }

    /// The best that can be kept after so many tiles were laid.
    #[inline(always)]
    pub(crate) fn best_after(&self, laid: usize) -> Equity {
        self.best((self.best.len() - 1).wrapping_sub(laid))
    }

    /// Whether every subset is valued.
    pub(crate) fn is_full(&self) -> bool {
        !self.worth.is_empty()
    }

    /// What is kept after a play is worth; nothing for racks too large to be valued.
    #[inline]
    pub fn leave_value(&self, play: &PlayRef<'_>) -> Equity {
        let stride = |tile: TileId| self.strides.get(tile.index()).copied().unwrap_or(0);
        let spent: u32 = play.tiles().iter().map(|shown| stride(shown.tile())).sum();
        self.worth.get(self.full.wrapping_sub(spent) as usize).copied().unwrap_or(Equity::ZERO)
    }

    /// The score of a play and the worth of what is kept.
    #[inline]
    pub fn equity(&self, play: &PlayRef<'_>) -> Equity {
        Equity::points(play.score()) + self.leave_value(play)
    }
}

/// A sum of one number for each kind and count of tiles: the simplest leave values that are of any use.
///
/// [`LeaveSums::plain`] has numbers of our own for the English tiles; a player with trained values is stronger.
#[derive(Clone, Debug)]
pub struct LeaveSums {
    /// What keeping 0, 1, 2… tiles of each kind is worth.
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

    /// Rough values for any tile set: a wild tile is worth 24 points, cheap tiles a little and dear ones less than
    /// nothing, and each further tile of a kind 3 points less than the one before.
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
