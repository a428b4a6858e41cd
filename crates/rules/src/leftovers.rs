//! The tiles left on the racks at the end of a game: who loses and who gains their points.

use crate::Points;
use tiles::{TileCount, TileSet, Tiles};

/// What the tiles left on the racks count at the end.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::Library;
/// use quixotry::rules::{LeftoverCount, LeftoverScoring, Leftovers};
///
/// let tiles = Library::shipped().rules("standard")?.tiles.clone();
/// let leftovers = Leftovers { scoring: LeftoverScoring::Subtracted, count: LeftoverCount::EveryTile };
/// assert_eq!(leftovers.points(&tiles, &tiles.parse_tiles("QE")?), 11);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Leftovers {
    /// Who loses or gains their points.
    pub scoring: LeftoverScoring,
    /// Which tiles count.
    pub count: LeftoverCount,
}

/// Who loses or gains the points of leftover tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftoverScoring {
    /// No seat.
    Ignored,
    /// Each seat loses the points of its own tiles.
    Subtracted,
    /// Each seat loses the points of its own tiles. The seat that went out gains those of all others.
    Transferred,
    /// The seat that went out gains twice the points of all others' tiles. If no seat went out, each seat loses the
    /// points of its own tiles.
    Doubled,
    /// Each seat loses the points of its own tiles and gains those of all others, no matter which seat went out.
    Swapped,
}

/// Which leftover tiles count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeftoverCount {
    /// Every tile.
    EveryTile,
    /// Each kind once, no matter how many tiles of it are left: a quirk of the ITU server.
    EachKindOnce,
}

/// How many times the points of leftover tiles each seat loses and gains.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{LeftoverCount, LeftoverScoring, LeftoverTerms, Leftovers};
///
/// let leftovers = Leftovers { scoring: LeftoverScoring::Transferred, count: LeftoverCount::EveryTile };
/// let expected = LeftoverTerms { lost: 1, gained_by_out: 1, gained_by_all: 0 };
/// assert_eq!(leftovers.terms(true), expected);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeftoverTerms {
    /// How many times the points of its own tiles each seat loses.
    pub lost: Points,
    /// How many times the points of all others' tiles the seat that went out gains.
    pub gained_by_out: Points,
    /// How many times the points of all others' tiles each seat gains, in addition.
    pub gained_by_all: Points,
}

impl Leftovers {
    /// Who loses and gains how much. This is the only place that gives [`LeftoverScoring`] its meaning.
    ///
    /// `went_out` says whether a seat went out, that is, used its last tile while the bag was empty.
    ///
    /// ```
    /// # mod quixotry { pub use quixotry_rules as rules; }
    /// use quixotry::rules::{LeftoverCount, LeftoverScoring, Leftovers};
    ///
    /// let leftovers = Leftovers { scoring: LeftoverScoring::Doubled, count: LeftoverCount::EveryTile };
    /// assert_eq!(leftovers.terms(true).gained_by_out, 2);
    /// assert_eq!(leftovers.terms(false).lost, 1);
    /// ```
    #[must_use]
    #[inline]
    pub const fn terms(&self, went_out: bool) -> LeftoverTerms {
        let (lost, gained_by_out, gained_by_all) = match (self.scoring, went_out) {
            (LeftoverScoring::Ignored, _) => (0, 0, 0),
            (LeftoverScoring::Subtracted, _)
            | (LeftoverScoring::Transferred | LeftoverScoring::Doubled, false) => (1, 0, 0),
            (LeftoverScoring::Transferred, true) => (1, 1, 0),
            (LeftoverScoring::Doubled, true) => (0, 2, 0),
            (LeftoverScoring::Swapped, _) => (1, 0, 1),
        };
        LeftoverTerms { lost, gained_by_out, gained_by_all }
    }

    /// What these tiles count when they are left on a rack.
    #[must_use]
    pub fn points(&self, set: &TileSet, rack: &Tiles) -> Points {
        match self.count {
            LeftoverCount::EveryTile => set.points(rack),
            LeftoverCount::EachKindOnce => rack.kinds().map(|(id, _)| set.max_points(id)).sum(),
        }
    }
}

impl LeftoverCount {
    /// How many tiles of a kind count when this many are left on a rack.
    #[must_use]
    #[inline]
    pub const fn count_of(self, left: TileCount) -> TileCount {
        match self {
            LeftoverCount::EveryTile => left,
            LeftoverCount::EachKindOnce if left > 1 => 1,
            LeftoverCount::EachKindOnce => left,
        }
    }
}
