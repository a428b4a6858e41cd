//! Multisets of tiles: a rack, a bag, the unseen tiles.

use smallvec::SmallVec;
use std::fmt;

/// The number of a tile kind in its set, from 0.
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{Alphabet, Face, TileSet, TileSetDraft};
///
/// let alphabet = Alphabet::english();
/// let mut draft = TileSetDraft::new("tiny", alphabet.clone());
/// draft.add([Face::new(alphabet.letter("A").unwrap(), 1)], 2);
/// let set = TileSet::try_from(draft).unwrap();
/// let tile = set.plain(alphabet.letter("A").unwrap()).unwrap();
/// assert_eq!(set.label(tile), "A");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub u8);

impl TileId {
    /// Returns the number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TileId({})", self.0)
    }
}

impl fmt::Display for TileId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A number of tiles of one kind.
pub type TileCount = u16;

/// The number of kinds that fit without an allocation. It is enough for most languages; racks are copied every turn.
const FEW: usize = 32;

/// A multiset of tiles.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{TileId, Tiles};
///
/// let (blank, a) = (TileId(0), TileId(1));
/// let mut rack: Tiles = [a, blank, a].into_iter().collect();
/// assert_eq!((rack.len(), rack.count(a)), (3, 2));
///
/// rack.take(blank)?;
/// assert!(rack.take(blank).is_err());
/// assert!(rack.iter().eq([a, a]));
/// # Ok::<(), quixotry::tiles::MissingTile>(())
/// ```
#[derive(Default)]
pub struct Tiles {
    counts: SmallVec<[TileCount; FEW]>,
    total: u32,
}

/// A tile cannot be taken because it is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no tile {0} left to take")]
pub struct MissingTile(pub TileId);

impl Tiles {
    /// Creates an empty multiset.
    #[must_use]
    pub const fn new() -> Tiles {
        Tiles { counts: SmallVec::new_const(), total: 0 }
    }

    /// Returns the number of tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.total as usize
    }

    /// Returns whether there are no tiles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Returns the number of tiles of one kind.
    #[must_use]
    pub fn count(&self, id: TileId) -> TileCount {
        self.counts.get(id.index()).copied().unwrap_or(0)
    }

    /// Returns whether there is at least one tile of a kind.
    #[must_use]
    pub fn contains(&self, id: TileId) -> bool {
        self.count(id) > 0
    }

    /// Adds one tile.
    pub fn add(&mut self, id: TileId) {
        self.add_many(id, 1);
    }

    /// Adds several tiles of one kind. The count of a kind saturates at 65,535.
    pub fn add_many(&mut self, id: TileId, count: TileCount) {
        if self.counts.len() <= id.index() {
            self.counts.resize(id.index() + 1, 0);
        }
        let here = &mut self.counts[id.index()];
        let added = count.min(TileCount::MAX - *here);
        *here += added;
        self.total += u32::from(added);
    }

    /// Adds all tiles of another multiset.
    pub fn add_all(&mut self, other: &Tiles) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        let total = self.total.saturating_add(other.total);
        if total <= TileCount::MAX.into() {
            // No count can exceed the total, so nothing overflows, and the plain sums are vectorised.
            self.counts.iter_mut().zip(&other.counts).for_each(|(here, &count)| *here += count);
            self.total = total;
            return;
        }
        for (here, &count) in self.counts.iter_mut().zip(&other.counts) {
            let added = count.min(TileCount::MAX - *here);
            *here += added;
            self.total += u32::from(added);
        }
    }

    /// Removes one tile.
    ///
    /// # Errors
    ///
    /// Fails if there is no tile of this kind.
    pub fn take(&mut self, id: TileId) -> Result<(), MissingTile> {
        match self.counts.get_mut(id.index()) {
            Some(count) if *count > 0 => {
                *count -= 1;
                self.total -= 1;
                Ok(())
            }
            _ => Err(MissingTile(id)),
        }
    }

    /// Removes all tiles of another multiset.
    ///
    /// # Errors
    ///
    /// Fails with the first kind that is missing, and then removes nothing.
    pub fn take_all(&mut self, other: &Tiles) -> Result<(), MissingTile> {
        if let Some((id, _)) = other.kinds().find(|&(id, count)| self.count(id) < count) {
            return Err(MissingTile(id));
        }
        for (id, count) in other.kinds() {
            self.counts[id.index()] -= count;
            self.total -= u32::from(count);
        }
        Ok(())
    }

    /// Returns whether another multiset is contained in this one.
    #[must_use]
    pub fn includes(&self, other: &Tiles) -> bool {
        other.kinds().all(|(id, count)| self.count(id) >= count)
    }

    /// Iterates over the kinds with their counts, by id.
    pub fn kinds(&self) -> impl Iterator<Item = (TileId, TileCount)> + '_ {
        self.counts
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
            .map(|(index, &count)| (TileId(index as u8), count))
    }

    /// Iterates over all tiles, by id. A kind is repeated as often as it is contained.
    pub fn iter(&self) -> impl Iterator<Item = TileId> + '_ {
        self.kinds().flat_map(|(id, count)| std::iter::repeat_n(id, count.into()))
    }

    /// Returns the tile at this index of [`iter`](Tiles::iter).
    #[must_use]
    pub fn nth(&self, mut place: usize) -> Option<TileId> {
        for (id, count) in self.kinds() {
            match place.checked_sub(count.into()) {
                Some(rest) => place = rest,
                None => return Some(id),
            }
        }
        None
    }
}

impl Clone for Tiles {
    fn clone(&self) -> Tiles {
        // One memory copy; the clone of a small vector copies the elements one by one.
        Tiles { counts: SmallVec::from_slice(&self.counts), total: self.total }
    }
}

impl PartialEq for Tiles {
    fn eq(&self, other: &Tiles) -> bool {
        self.total == other.total && self.kinds().eq(other.kinds())
    }
}

impl Eq for Tiles {}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.kinds()).finish()
    }
}

impl FromIterator<TileId> for Tiles {
    fn from_iter<I: IntoIterator<Item = TileId>>(ids: I) -> Tiles {
        let mut tiles = Tiles::new();
        tiles.extend(ids);
        tiles
    }
}

impl Extend<TileId> for Tiles {
    fn extend<I: IntoIterator<Item = TileId>>(&mut self, ids: I) {
        ids.into_iter().for_each(|id| self.add(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ids() -> impl Strategy<Value = Vec<TileId>> {
        prop::collection::vec((0u8..12).prop_map(TileId), 0..30)
    }

    #[test]
    fn counts_saturate_at_65535() {
        let mut tiles: Tiles = [TileId(3)].into_iter().collect();
        tiles.add_many(TileId(3), TileCount::MAX);
        assert_eq!((tiles.count(TileId(3)), tiles.len()), (TileCount::MAX, 65_535));
    }

    proptest! {
        #[test]
        fn iteration_yields_what_was_added(mut list in ids()) {
            let tiles: Tiles = list.iter().copied().collect();
            list.sort_unstable();
            prop_assert_eq!(tiles.len(), list.len());
            prop_assert!(tiles.iter().eq(list.iter().copied()));
            for (place, id) in list.iter().enumerate() {
                prop_assert_eq!(tiles.nth(place), Some(*id));
            }
            prop_assert_eq!(tiles.nth(list.len()), None);
        }

        #[test]
        fn taking_what_was_added_changes_nothing(base in ids(), more in ids()) {
            let before: Tiles = base.into_iter().collect();
            let other: Tiles = more.into_iter().collect();
            let mut after = before.clone();
            after.add_all(&other);
            prop_assert!(after.includes(&other));
            prop_assert!(after.take_all(&other).is_ok());
            prop_assert_eq!(after, before);
        }

        #[test]
        fn a_failed_take_changes_nothing(base in ids(), more in ids()) {
            let before: Tiles = base.into_iter().collect();
            let other: Tiles = more.into_iter().collect();
            let mut after = before.clone();
            match after.take_all(&other) {
                Ok(()) => prop_assert!(before.includes(&other)),
                Err(MissingTile(id)) => {
                    prop_assert!(before.count(id) < other.count(id));
                    prop_assert_eq!(after, before);
                }
            }
        }
    }
}
