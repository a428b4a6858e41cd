//! A number for every leave.

use super::shape::{MOST_TILES, Shape};
use movegen::{Equity, Leaves};
use tiles::{TileCount, TileId, TileSet, Tiles};

/// The worth of every leave of a tile set.
///
/// Of larger leaves the first tiles count as a leave and the others each by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaveTable {
    shape: Shape,
    worth: Vec<Equity>,
    /// What each kind is worth by itself.
    single: Vec<Equity>,
}

impl LeaveTable {
    /// A table in which nothing is worth anything.
    pub fn empty(set: &TileSet, rack: usize) -> LeaveTable {
        LeaveTable::of(Shape::new(set, rack))
    }

    pub(super) fn of(shape: Shape) -> LeaveTable {
        let (worth, single) = (vec![Equity::ZERO; shape.len()], vec![Equity::ZERO; shape.counts().len()]);
        LeaveTable { shape, worth, single }
    }

    /// A table with the worth of each leave by its place.
    pub fn with(shape: Shape, worth: Vec<Equity>) -> LeaveTable {
        let mut table = LeaveTable::of(shape);
        table.worth.iter_mut().zip(worth).for_each(|(to, from)| *to = from);
        table.settle();
        table
    }

    /// Which leaves it has.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The worth of each leave by its place.
    pub fn values(&self) -> &[Equity] {
        &self.worth
    }

    pub(super) fn put(&mut self, place: usize, worth: Equity) {
        if let Some(here) = self.worth.get_mut(place) {
            *here = worth;
        }
    }

    /// Takes the worth of single tiles over from the leaves of one tile.
    pub(super) fn settle(&mut self) {
        for kind in 0..self.single.len() {
            let place = self.shape.step(kind, self.shape.most(), 1) as usize;
            self.single[kind] = if self.shape.most() > 0 { self.at(place) } else { Equity::ZERO };
        }
    }

    #[inline(always)]
    fn at(&self, place: usize) -> Equity {
        self.worth.get(place).copied().unwrap_or(Equity::ZERO)
    }

    fn single(&self, id: TileId) -> Equity {
        self.single.get(id.index()).copied().unwrap_or(Equity::ZERO)
    }

    /// What the leaves with one and with two tiles less say about a leave, in thousandths: what it would be worth if
    /// its tiles mattered to each other only two by two.
    pub fn expected(&self, kinds: &[u8]) -> Equity {
        let size = kinds.len() as i64;
        let without = |gone: &dyn Fn(usize) -> bool| {
            let rest = kinds.iter().enumerate().filter(|(at, _)| !gone(*at)).map(|(_, &kind)| kind);
            i64::from(self.at(self.shape.place_of(rest)).0)
        };
        let one: i64 = (0..kinds.len()).map(|a| without(&|at| at == a)).sum();
        let pairs = (0..kinds.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let expected = match size {
            ..=1 => 0,
            2 => one,
            _ => {
                let two: i64 = pairs.map(|(a, b)| without(&|at| at == a || at == b)).sum();
                (2 * (size - 2) * one - 2 * two) / ((size - 1) * (size - 2))
            }
        };
        Equity(expected.clamp(-1_000_000, 1_000_000) as i32)
    }
}

/// Where the tiles that may still come stand while places are added up.
const LEFT: u32 = 24;

impl Leaves for LeaveTable {
    fn worth(&self, kept: &Tiles) -> Equity {
        let (mut place, mut left, mut others) = (0, self.shape.most(), Equity::ZERO);
        for (id, count) in kept.kinds() {
            let most = self.shape.counts().get(id.index()).copied().unwrap_or(0).min(count);
            let taken = left.min(most.into());
            place += self.shape.step(id.index(), left, taken) as usize;
            left -= taken;
            let beyond = i32::from(count) - taken as i32;
            others = others + Equity(self.single(id).0.saturating_mul(beyond));
        }
        self.at(place) + others
    }

    /// Places are sums as well, so each subset's follows from one with fewer kinds; they are kept where the worth
    /// comes later, with what counts singly behind them.
    fn worth_of_all(&self, kinds: &[(TileId, TileCount)], worth: &mut Vec<Equity>) {
        let first = worth.len();
        let size: usize = kinds.iter().map(|&(_, count)| usize::from(count) + 1).product();
        worth.resize(first + 2 * size, Equity::ZERO);
        let (places, others) = worth[first..].split_at_mut(size);
        places[0] = Equity((self.shape.most() << LEFT) as i32);
        let mut known = 1;
        for &(id, count) in kinds {
            let most = self.shape.counts().get(id.index()).copied().unwrap_or(0);
            for more in 1..=count {
                let to = known * usize::from(more);
                for at in 0..known {
                    let (place, left) = (places[at].0 & ((1 << LEFT) - 1), (places[at].0 >> LEFT) as usize);
                    let taken = left.min(most.min(more).into());
                    let place = place + self.shape.step(id.index(), left, taken) as i32;
                    places[to + at] = Equity(place | ((left - taken) << LEFT) as i32);
                    let beyond = i32::from(more) - taken as i32;
                    others[to + at] = Equity(others[at].0 + self.single(id).0 * beyond);
                }
            }
            known *= usize::from(count) + 1;
        }
        for (place, other) in places.iter_mut().zip(others) {
            *place = self.at((place.0 & ((1 << LEFT) - 1)) as usize) + *other;
        }
        worth.truncate(first + size);
    }
}

const _: () = assert!(MOST_TILES < 1 << (31 - LEFT));

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Worth that has something to do with the tiles, and some chance.
    fn table(counts: &[TileCount], most: usize) -> LeaveTable {
        let shape = Shape::with(vec![String::new(); counts.len()], counts.to_vec(), most);
        let worth = (0..shape.len()).map(|place| Equity((place * 7919 % 20_011) as i32 - 10_000)).collect();
        LeaveTable::with(shape, worth)
    }

    proptest! {
        #[test]
        fn all_subsets_at_once_are_worth_what_each_is_worth(
            counts in prop::collection::vec(1u16..4, 2..7),
            rack in prop::collection::vec((0u8..7, 1u16..4), 1..4),
            most in 1usize..7,
        ) {
            let table = table(&counts, most);
            let mut kinds: Vec<(TileId, TileCount)> = rack.into_iter().map(|(id, count)| (TileId(id), count)).collect();
            kinds.sort_unstable();
            kinds.dedup_by_key(|kind| kind.0);
            let (mut quick, mut slow) = (vec![Equity(1)], vec![Equity(1)]);
            table.worth_of_all(&kinds, &mut quick);
            let one_by_one = |kept: &Tiles| table.worth(kept);
            one_by_one.worth_of_all(&kinds, &mut slow);
            prop_assert_eq!(quick, slow);
        }
    }

    #[test]
    fn what_pairs_say_is_expected_of_larger_leaves() {
        let mut table = table(&[2, 2, 2, 2], 4);
        let (alone, together) = ([3, -2, 5, 1], |a: u8, b: u8| i32::from(a * 3 + b) % 5 - 2);
        let pairwise = |kinds: &[u8]| {
            let single: i32 = kinds.iter().map(|&kind| alone[usize::from(kind)]).sum();
            let pairs = (0..kinds.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            Equity((single + pairs.map(|(a, b)| together(kinds[a], kinds[b])).sum::<i32>()) * 6000)
        };
        let shape = table.shape.clone();
        (1..=4).for_each(|size| shape.each_of(size, |kinds, place| table.put(place, pairwise(kinds))));
        table.put(0, Equity::ZERO);
        (3..=4).for_each(|size| {
            shape.each_of(size, |kinds, place| {
                assert_eq!(table.expected(kinds), table.at(place), "{kinds:?}");
            });
        });
    }
}
