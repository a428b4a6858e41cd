//! What tiles kept on the rack are worth.

use crate::play::Found;
use rules::Points;
use std::fmt;
use std::ops::Add;
use tiles::{TileId, Tiles};

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
}

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
}

/// The most tiles for which every subset of a rack is valued beforehand.
const TABLE: usize = 1 << 14;

/// The worth of every subset of one rack, each found by a sum of one number a tile.
#[derive(Clone, Debug, Default)]
pub struct RackLeaves {
    /// What one tile of a kind adds to the number of a subset.
    strides: Vec<u32>,
    worth: Vec<Equity>,
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
        let kinds: Vec<(TileId, u32)> = rack.kinds().map(|(tile, count)| (tile, count.into())).collect();
        self.strides.clear();
        self.strides.resize(kinds.last().map_or(0, |(tile, _)| tile.index() + 1), 0);
        let mut size = 1u32;
        for &(tile, count) in &kinds {
            self.strides[tile.index()] = size;
            size = size.saturating_mul(count + 1).min(TABLE as u32 + 1);
        }
        let size = if size as usize > TABLE { 0 } else { size };
        self.full = size.saturating_sub(1);
        self.best = vec![Equity(i32::MIN); rack.len() + 1];
        self.worth.clear();
        self.worth.extend((0..size).map(|number| leaves.worth(&subset(&kinds, number))));
        for number in 0..size {
            let count = subset(&kinds, number).len();
            self.best[count] = self.best[count].max(self.worth[number as usize]);
        }
    }

    /// The best that so many tiles kept can be worth.
    #[inline(always)]
    pub(crate) fn best(&self, count: usize) -> Equity {
        self.best.get(count).copied().unwrap_or(Equity::ZERO)
    }

    /// Whether every subset is valued.
    pub(crate) fn is_full(&self) -> bool {
        !self.worth.is_empty()
    }

    /// What is kept after a play is worth; nothing for racks too large to be valued.
    #[inline]
    pub fn kept_worth(&self, play: &Found<'_>) -> Equity {
        let stride = |tile: TileId| self.strides.get(tile.index()).copied().unwrap_or(0);
        let spent: u32 = play.tiles().iter().map(|shown| stride(shown.tile())).sum();
        self.worth.get(self.full.wrapping_sub(spent) as usize).copied().unwrap_or(Equity::ZERO)
    }

    /// The score of a play and the worth of what is kept.
    #[inline]
    pub fn equity(&self, play: &Found<'_>) -> Equity {
        Equity::points(play.score()) + self.kept_worth(play)
    }
}

fn subset(kinds: &[(TileId, u32)], mut number: u32) -> Tiles {
    let mut tiles = Tiles::new();
    for &(tile, count) in kinds {
        tiles.add_many(tile, (number % (count + 1)) as u16);
        number /= count + 1;
    }
    tiles
}
