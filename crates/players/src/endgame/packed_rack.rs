//! Racks packed into one number.

use rules::{LeftoverCount, Leftovers, Points};
use tiles::{TileCount, TileId, TileSet, Tiles};

/// The most kinds of tile a player may hold in a search.
pub(crate) const MOST_KINDS: usize = 16;

/// The most tiles of one kind.
pub(crate) const MOST_ALIKE: u16 = 7;

/// The highest bit of each count, which no count reaches.
const GUARDS: u64 = 0x8888_8888_8888_8888;

/// A rack: four bits for the count of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct PackedRack(pub(crate) u64);

impl PackedRack {
    /// One tile of a kind.
    pub(crate) fn one(kind: usize) -> PackedRack {
        PackedRack(1 << (4 * kind))
    }

    /// Whether all of these tiles are on the rack.
    #[inline(always)]
    pub(crate) fn has(self, need: PackedRack) -> bool {
        ((self.0 | GUARDS) - need.0) & GUARDS == GUARDS
    }

    /// The rest without these tiles, which must be on the rack.
    #[inline(always)]
    pub(crate) fn without(self, need: PackedRack) -> PackedRack {
        PackedRack(self.0 - need.0)
    }

    /// Both together.
    pub(crate) fn with(self, more: PackedRack) -> PackedRack {
        PackedRack(self.0 + more.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds held, each with its count.
    #[inline]
    pub(crate) fn kinds(self) -> impl Iterator<Item = (usize, u32)> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let kind = (rest != 0).then(|| rest.trailing_zeros() as usize / 4)?;
            let count = (rest >> (4 * kind) & 15) as u32;
            rest &= !(15 << (4 * kind));
            Some((kind, count))
        })
    }
}

/// The kinds of tile that one player may come to hold.
#[derive(Clone, Debug)]
pub(crate) struct TileKinds {
    ids: Vec<TileId>,
    points: Vec<Points>,
    count: LeftoverCount,
}

impl TileKinds {
    /// The kinds of these tiles; `None` when they are too many to be packed.
    pub(crate) fn new(tiles: &Tiles, set: &TileSet, leftovers: Leftovers) -> Option<TileKinds> {
        let fits = tiles.kinds().count() <= MOST_KINDS && tiles.kinds().all(|(_, count)| count <= MOST_ALIKE);
        let ids: Vec<TileId> = tiles.kinds().map(|(id, _)| id).collect();
        let points = ids.iter().map(|&id| set.max_points(id)).collect();
        fits.then_some(TileKinds { ids, points, count: leftovers.count })
    }

    /// These tiles, packed; `None` when one is not of these kinds or there are too many of it.
    pub(crate) fn pack(&self, tiles: &Tiles) -> Option<PackedRack> {
        tiles.kinds().try_fold(PackedRack::default(), |held, (id, count)| {
            let kind = self.of(id)?;
            (count <= MOST_ALIKE).then(|| PackedRack(held.0 + (u64::from(count) << (4 * kind))))
        })
    }

    /// Unpacks a rack.
    pub(crate) fn unpack(&self, held: PackedRack) -> Tiles {
        let each = held.kinds().flat_map(|(kind, count)| std::iter::repeat_n(kind, count as usize));
        each.filter_map(|kind| self.ids.get(kind).copied()).collect()
    }

    /// The kind of a tile.
    pub(crate) fn of(&self, id: TileId) -> Option<usize> {
        self.ids.iter().position(|&known| known == id)
    }

    /// The tiles of each kind.
    pub(crate) fn ids(&self) -> &[TileId] {
        &self.ids
    }

    /// The points of leftover tiles.
    #[inline]
    pub(crate) fn worth(&self, held: PackedRack) -> Points {
        let counted = |held: u32| Points::from(self.count.count_of(held as TileCount));
        held.kinds().map(|(kind, count)| self.points[kind] * counted(count)).sum()
    }
}

/// How leftover tiles change the spread at the end of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settlement {
    out: Points,
    standstill: Points,
}

impl Settlement {
    pub(crate) fn new(leftovers: Leftovers) -> Settlement {
        let (out, standstill) = (leftovers.terms(true), leftovers.terms(false));
        Settlement {
            out: out.lost + out.gained_by_out + out.gained_by_all,
            standstill: standstill.lost + standstill.gained_by_all,
        }
    }

    /// The gain of the player who goes out, by the points of the other player's tiles.
    #[inline]
    pub(crate) fn out(self, other: Points) -> Points {
        self.out * other
    }

    /// The gain of the player to move if no player goes out.
    #[inline]
    pub(crate) fn standstill(self, own: Points, other: Points) -> Points {
        self.standstill * (other - own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_tiles_behave_like_tiles(held in prop::collection::vec(0u8..20, 0..12), need in prop::collection::vec(0u8..20, 0..6)) {
            let rules = presets::Library::shipped().rules("standard").unwrap();
            let tiles = |ids: &[u8]| ids.iter().map(|&id| TileId(id)).collect::<Tiles>();
            let (mut all, held, need) = (tiles(&held), tiles(&held), tiles(&need));
            all.add_all(&need);
            let Some(kinds) = TileKinds::new(&all, &rules.tiles, rules.leftovers) else {
                prop_assert!(all.kinds().count() > MOST_KINDS || all.kinds().any(|(_, n)| n > MOST_ALIKE));
                return Ok(());
            };
            let (packed, wanted) = (kinds.pack(&held).unwrap(), kinds.pack(&need).unwrap());
            prop_assert_eq!(kinds.unpack(packed), held.clone());
            prop_assert_eq!(kinds.worth(packed), rules.tiles.points(&held));
            prop_assert_eq!(packed.has(wanted), held.includes(&need));
            if packed.has(wanted) {
                let mut rest = held.clone();
                rest.take_all(&need).unwrap();
                prop_assert_eq!(kinds.unpack(packed.without(wanted)), rest);
            }
        }
    }
}
