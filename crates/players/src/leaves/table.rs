//! A number for every leave.

use super::shape::{LeaveShape, MOST_TILES};
use movegen::{Equity, Leaves, StopCheck};
use std::ops::ControlFlow;
use tiles::{TileCount, TileId, TileSet, Tiles};

/// The value of every leave of a tile set.
///
/// For larger leaves, the first tiles count as a leave and each of the others by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaveTable {
    shape: LeaveShape,
    worth: Vec<Equity>,
    /// What each kind is worth by itself.
    single: Vec<Equity>,
}

impl LeaveTable {
    /// A table in which every leave has the value zero.
    #[must_use]
    pub fn empty(set: &TileSet, rack: usize) -> LeaveTable {
        LeaveTable::of(LeaveShape::new(set, rack))
    }

    pub(super) fn of(shape: LeaveShape) -> LeaveTable {
        let (worth, single) = (vec![Equity::ZERO; shape.len()], vec![Equity::ZERO; shape.counts().len()]);
        LeaveTable { shape, worth, single }
    }

    /// A table with the value of each leave by its index.
    #[must_use]
    pub fn with(shape: LeaveShape, worth: Vec<Equity>) -> LeaveTable {
        let mut table = LeaveTable::of(shape);
        table.worth.iter_mut().zip(worth).for_each(|(to, from)| *to = from);
        table.update_singles();
        table
    }

    /// Which leaves it has.
    #[must_use]
    pub fn shape(&self) -> &LeaveShape {
        &self.shape
    }

    /// The value of each leave by its index.
    #[must_use]
    pub fn values(&self) -> &[Equity] {
        &self.worth
    }

    pub(super) fn put(&mut self, place: usize, worth: Equity) {
        if let Some(here) = self.worth.get_mut(place) {
            *here = worth;
        }
    }

    /// Copies the values of single tiles from the leaves of one tile.
    pub(super) fn update_singles(&mut self) {
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

    /// The value of a leave estimated from the leaves with one and with two tiles less: its value if tiles interacted
    /// only in pairs.
    #[must_use]
    pub fn pairwise_estimate(&self, kinds: &[u8]) -> Equity {
        let size = kinds.len() as i64;
        let (one, two) = self.parts(kinds);
        let expected = match size {
            ..=1 => 0,
            2 => one,
            _ => (2 * (size - 2) * one - 2 * two) / ((size - 1) * (size - 2)),
        };
        Equity(expected.clamp(-1_000_000, 1_000_000) as i32)
    }

    /// The sums of the values of the leaves with one tile less, and of those with two tiles less.
    ///
    /// Removing a tile only changes the steps of the kinds after it, so suffix sums of changed steps are kept, and each
    /// smaller leave takes a few additions.
    fn parts(&self, kinds: &[u8]) -> (i64, i64) {
        let (runs, count) = self.runs(kinds);
        let runs = &runs[..count];
        let moved = |gone: usize| {
            let mut sums = [0; MOST_TILES + 1];
            (0..count).rev().for_each(|at| sums[at] = sums[at + 1] + runs[at].step(&self.shape, gone, 0));
            sums
        };
        let (once, twice) = (moved(1), moved(2));
        let (mut one, mut two) = (0, 0);
        for (a, first) in runs.iter().enumerate() {
            let ways = first.length as i64;
            let begin = first.place + first.step(&self.shape, 0, 1);
            one += ways * self.thousandths(begin + once[a + 1]);
            if first.length > 1 {
                let place = first.place + first.step(&self.shape, 0, 2) + twice[a + 1];
                two += ways * (ways - 1) / 2 * self.thousandths(place);
            }
            for (b, second) in runs.iter().enumerate().skip(a + 1) {
                let between = once[a + 1] - once[b];
                let place = begin + between + second.step(&self.shape, 1, 1) + twice[b + 1];
                two += ways * second.length as i64 * self.thousandths(place);
            }
        }
        (one, two)
    }

    /// The kinds of a leave with their counts.
    fn runs(&self, kinds: &[u8]) -> ([KindRun; MOST_TILES], usize) {
        let mut runs = [KindRun::default(); MOST_TILES];
        let (mut count, mut left, mut place) = (0, self.shape.most(), 0);
        for run in kinds.chunk_by(|a, b| a == b) {
            runs[count] = KindRun { kind: run[0].into(), length: run.len(), left, place };
            place += runs[count].step(&self.shape, 0, 0);
            left -= run.len();
            count += 1;
        }
        (runs, count)
    }

    fn thousandths(&self, place: usize) -> i64 {
        self.at(place).0.into()
    }
}

/// The tiles of one kind in a leave.
#[derive(Clone, Copy, Default)]
struct KindRun {
    kind: usize,
    length: usize,
    /// How many tiles may follow with this kind and those after it.
    left: usize,
    /// What the kinds before it add to the index.
    place: usize,
}

impl KindRun {
    /// What it adds to the index if `before` tiles before it and `own` of its own are removed.
    fn step(&self, shape: &LeaveShape, before: usize, own: usize) -> usize {
        match self.length - own {
            0 => 0,
            length => shape.step(self.kind, (self.left + before).min(shape.most()), length) as usize,
        }
    }
}

/// The bit position of the number of tiles that may still follow, while indices are summed.
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

    /// Indices are sums as well, so the index of each subset follows from one with fewer kinds; the indices are stored
    /// in the place of the values, with the values of single tiles behind them.
    fn worth_of_all(
        &self,
        kinds: &[(TileId, TileCount)],
        worth: &mut Vec<Equity>,
        _: StopCheck<'_>,
    ) -> ControlFlow<()> {
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
        ControlFlow::Continue(())
    }
}

const _: () = assert!(MOST_TILES < 1 << (31 - LEFT));

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Pseudorandom values.
    fn table(counts: &[TileCount], most: usize) -> LeaveTable {
        let shape = LeaveShape::with(vec![String::new(); counts.len()], counts.to_vec(), most);
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
            prop_assert!(table.worth_of_all(&kinds, &mut quick, &|| false).is_continue());
            let one_by_one = |kept: &Tiles| table.worth(kept);
            prop_assert!(one_by_one.worth_of_all(&kinds, &mut slow, &|| false).is_continue());
            prop_assert_eq!(quick, slow);
        }
    }

    /// The same, with each smaller leave looked up by itself.
    fn slow_parts(table: &LeaveTable, kinds: &[u8]) -> (i64, i64) {
        let without = |gone: &dyn Fn(usize) -> bool| {
            let rest = kinds.iter().enumerate().filter(|(at, _)| !gone(*at)).map(|(_, &kind)| kind);
            i64::from(table.at(table.shape.place_of(rest)).0)
        };
        let pairs = (0..kinds.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let one = (0..kinds.len()).map(|a| without(&|at| at == a)).sum();
        (one, pairs.map(|(a, b)| without(&|at| at == a || at == b)).sum())
    }

    #[test]
    fn smaller_leaves_are_all_found() {
        let table = table(&[3, 1, 2, 4, 2], 5);
        (2..=5).for_each(|size| {
            table.shape.each_of(size, |kinds, _| {
                assert_eq!(table.parts(kinds), slow_parts(&table, kinds), "{kinds:?}");
            });
        });
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
                assert_eq!(table.pairwise_estimate(kinds), table.at(place), "{kinds:?}");
            });
        });
    }
}
