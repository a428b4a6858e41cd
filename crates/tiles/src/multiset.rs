//! Tiles as a multiset: a rack, a bag, what is unseen.

use smallvec::SmallVec;
use std::fmt;

/// The number of a tile kind in its set, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub u8);

impl TileId {
    /// The number as an index.
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

/// How many tiles.
pub type TileCount = u16;

/// How many kinds are counted without asking for memory: those of most languages, and racks are copied at every turn.
const FEW: usize = 32;

/// A multiset of tiles.
#[derive(Default)]
pub struct Tiles {
    counts: SmallVec<[TileCount; FEW]>,
    total: u32,
}

/// A tile was asked for that is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no tile {0} left to take")]
pub struct MissingTile(pub TileId);

impl Tiles {
    /// No tiles.
    pub const fn new() -> Tiles {
        Tiles { counts: SmallVec::new_const(), total: 0 }
    }

    /// How many tiles there are in all.
    pub fn len(&self) -> usize {
        self.total as usize
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// How many there are of one kind.
    pub fn count(&self, id: TileId) -> TileCount {
        self.counts.get(id.index()).copied().unwrap_or(0)
    }

    /// Whether there is at least one of a kind.
    pub fn contains(&self, id: TileId) -> bool {
        self.count(id) > 0
    }

    /// Adds one tile.
    pub fn add(&mut self, id: TileId) {
        self.add_many(id, 1);
    }

    /// Adds several of one kind; beyond 65,535 of a kind nothing more is counted.
    pub fn add_many(&mut self, id: TileId, count: TileCount) {
        if self.counts.len() <= id.index() {
            self.counts.resize(id.index() + 1, 0);
        }
        let here = &mut self.counts[id.index()];
        let added = count.min(TileCount::MAX - *here);
        *here += added;
        self.total += u32::from(added);
    }

    /// Adds all of the other's tiles.
    pub fn add_all(&mut self, other: &Tiles) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        let total = self.total.saturating_add(other.total);
        if total <= TileCount::MAX.into() {
            // No count can be more than all together, and sums that need no care are made many at a time.
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

    /// Takes one tile, if it is there.
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

    /// Takes all of the other's tiles, or none and the first that is missing.
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

    /// Whether every tile of the other is here as often.
    pub fn includes(&self, other: &Tiles) -> bool {
        other.kinds().all(|(id, count)| self.count(id) >= count)
    }

    /// The kinds that are here with their counts, by id.
    pub fn kinds(&self) -> impl Iterator<Item = (TileId, TileCount)> + '_ {
        self.counts
            .iter()
            .enumerate()
            .filter(|&(_, &count)| count > 0)
            .map(|(index, &count)| (TileId(index as u8), count))
    }

    /// Every tile, by id, equal ones one after the other.
    pub fn iter(&self) -> impl Iterator<Item = TileId> + '_ {
        self.kinds().flat_map(|(id, count)| std::iter::repeat_n(id, count.into()))
    }

    /// The tile at this place of [`iter`](Tiles::iter).
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
        // All at once: the clone of a small vector copies one after the other.
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
    fn it_is_full_at_65535_of_a_kind() {
        let mut tiles: Tiles = [TileId(3)].into_iter().collect();
        tiles.add_many(TileId(3), TileCount::MAX);
        assert_eq!((tiles.count(TileId(3)), tiles.len()), (TileCount::MAX, 65_535));
    }

    proptest! {
        #[test]
        fn it_holds_just_what_was_put_in(mut list in ids()) {
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
