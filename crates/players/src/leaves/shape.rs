//! Which leaves a table has, and the index of each.

use rules::Ruleset;
use tiles::{TileCount, TileId, TileKind, TileSet, Tiles};

/// The most leaves a table may have.
const MOST_LEAVES: u64 = 1 << 22;

/// All leaves of a tile set up to some number of tiles, numbered without gaps.
///
/// The index of a leave is a sum of one number for each of its kinds, which depends on the count of that kind and on
/// how many tiles may still follow: leaves are in the order of their counts, kind by kind, so the empty leave has index
/// 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaveShape {
    labels: Vec<String>,
    counts: Vec<TileCount>,
    most: usize,
    /// By kind, tiles that may still come, and count.
    steps: Vec<u32>,
    size: usize,
}

impl LeaveShape {
    /// The leaves of a rack of `rack` tiles: up to one tile less, or as many as fit into a table.
    #[must_use]
    pub fn new(set: &TileSet, rack: usize) -> LeaveShape {
        let counts: Vec<TileCount> = set.kinds().map(|(id, _)| set.all().count(id)).collect();
        let labels = set.kinds().map(|(id, _)| set.label(id).to_owned()).collect();
        let fits = |&most: &usize| numbers(&counts, most)[0][most] <= MOST_LEAVES;
        let most = (1..rack.min(MOST_TILES + 1)).rev().find(fits).unwrap_or(0);
        LeaveShape::with(labels, counts, most)
    }

    /// The leaves of at most `most` tiles of these kinds; `None` if there are too many.
    pub(super) fn try_with(labels: Vec<String>, counts: Vec<TileCount>, most: usize) -> Option<LeaveShape> {
        (numbers(&counts, most)[0][most] <= MOST_LEAVES).then(|| LeaveShape::with(labels, counts, most))
    }

    pub(super) fn with(labels: Vec<String>, counts: Vec<TileCount>, most: usize) -> LeaveShape {
        let numbers = numbers(&counts, most);
        let size = numbers[0][most].min(MOST_LEAVES) as usize;
        let mut steps = Vec::with_capacity(counts.len() * (most + 1) * (most + 1));
        for (kind, &count) in counts.iter().enumerate() {
            for left in 0..=most {
                steps.extend((0..=most).map(|taken| {
                    let fewer = 0..taken.min(left + 1).min(usize::from(count) + 1);
                    fewer.map(|fewer| numbers[kind + 1][left - fewer]).sum::<u64>() as u32
                }));
            }
        }
        LeaveShape { labels, counts, most, steps, size }
    }

    /// Whether a table of this shape fits the tiles of a game.
    #[must_use]
    pub fn fits(&self, rules: &Ruleset) -> bool {
        let set = &rules.tiles;
        let mut kinds = set.kinds().map(|(id, _)| (set.label(id), set.all().count(id)));
        let same =
            kinds.by_ref().zip(self.labels.iter().zip(&self.counts)).all(|(a, b)| a == (b.0.as_str(), *b.1));
        same && kinds.next().is_none()
            && set.kinds().count() == self.counts.len()
            && self.most + 1 >= rules.rack_size.into()
    }

    /// The number of leaves, including the empty one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.size
    }

    /// Whether there is only the empty one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.size <= 1
    }

    /// The most tiles a leave has.
    #[must_use]
    pub fn most(&self) -> usize {
        self.most
    }

    /// How each kind of tile is written.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// How many tiles there are of each kind.
    #[must_use]
    pub fn counts(&self) -> &[TileCount] {
        &self.counts
    }

    /// What `taken` tiles of a kind add to the index of a leave in which `left` tiles may still follow.
    #[must_use]
    #[inline(always)]
    pub fn step(&self, kind: usize, left: usize, taken: usize) -> u32 {
        let width = self.most + 1;
        self.steps.get((kind * width + left) * width + taken).copied().unwrap_or(0)
    }

    /// The index of a leave, if the shape has it.
    #[must_use]
    pub fn place(&self, kept: &Tiles) -> Option<usize> {
        let (mut place, mut left) = (0, self.most);
        for (id, count) in kept.kinds() {
            let count = usize::from(count);
            if count > left || count > usize::from(*self.counts.get(id.index())?) {
                return None;
            }
            place += self.step(id.index(), left, count) as usize;
            left -= count;
        }
        Some(place)
    }

    /// The index of a leave given as kinds in order.
    #[inline(always)]
    pub fn place_of(&self, kinds: impl Iterator<Item = u8>) -> usize {
        let (mut place, mut left, mut run, mut last) = (0, self.most, 0, None);
        for kind in kinds {
            if last != Some(kind) {
                place += last.map_or(0, |last: u8| self.step(last.into(), left, run)) as usize;
                left -= run;
                (run, last) = (0, Some(kind));
            }
            run += 1;
        }
        place + last.map_or(0, |last| self.step(last.into(), left, run)) as usize
    }

    /// Calls `show` for every leave of `tiles` tiles in the order of indices: with its kinds in order, and its index.
    pub fn each_of(&self, tiles: usize, mut show: impl FnMut(&[u8], usize)) {
        let mut kinds = [0; MOST_TILES];
        if tiles <= self.most {
            self.extend(&mut kinds, 0, tiles, (0, 0), &mut show);
        }
    }

    /// Visits the kinds from one on, with the fewest tiles first.
    fn extend(
        &self,
        kinds: &mut [u8; MOST_TILES],
        length: usize,
        tiles: usize,
        (kind, place): (usize, usize),
        show: &mut impl FnMut(&[u8], usize),
    ) {
        if length == tiles {
            return show(&kinds[..length], place);
        }
        let Some(&count) = self.counts.get(kind) else { return };
        for taken in 0..=(tiles - length).min(count.into()) {
            kinds[length..length + taken].fill(kind as u8);
            let place = place + self.step(kind, self.most - length, taken) as usize;
            self.extend(kinds, length + taken, tiles, (kind + 1, place), show);
        }
    }
}

/// The most tiles of a leave in any table.
pub(super) const MOST_TILES: usize = 31;

/// The number of leaves of the kinds from each one on, by the most tiles.
fn numbers(counts: &[TileCount], most: usize) -> Vec<Vec<u64>> {
    let mut numbers = vec![vec![1u64; most + 1]; counts.len() + 1];
    for kind in (0..counts.len()).rev() {
        for left in 0..=most {
            let taken = 0..=left.min(counts[kind].into());
            let sum = taken.fold(0u64, |sum, taken| sum.saturating_add(numbers[kind + 1][left - taken]));
            numbers[kind][left] = sum;
        }
    }
    numbers
}

/// Whether every kind of a set is a plain letter, but for a blank that comes first: what KLV2 files can hold.
pub(super) fn is_conventional(set: &TileSet) -> bool {
    let plain = |(index, kind): (usize, &TileKind)| index == 0 || !kind.is_wild();
    let letters = || set.kinds().map(|(_, kind)| kind).filter(|kind| !kind.is_wild());
    let in_order = letters().enumerate().all(|(index, kind)| kind.faces()[0].letter.index() == index);
    set.kinds().map(|(TileId(id), kind)| (usize::from(id), kind)).all(plain) && in_order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shape(counts: &[TileCount], most: usize) -> LeaveShape {
        LeaveShape::with(vec![String::new(); counts.len()], counts.to_vec(), most)
    }

    #[test]
    fn english_racks_have_as_many_leaves_as_the_field_says() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let shape = LeaveShape::new(&rules.tiles, 7);
        assert_eq!((shape.len(), shape.most()), (914_625, 6));
        assert!(shape.fits(&rules));
        assert!(is_conventional(&rules.tiles));
    }

    proptest! {
        #[test]
        fn every_leave_has_a_place_of_its_own(counts in prop::collection::vec(1u16..4, 1..6), most in 1usize..6) {
            let shape = shape(&counts, most);
            let mut seen = vec![false; shape.len()];
            for tiles in 0..=most {
                let mut before = None;
                shape.each_of(tiles, |kinds, place| {
                    assert!(!std::mem::replace(&mut seen[place], true));
                    assert!(before < Some(place));
                    before = Some(place);
                    let kept: Tiles = kinds.iter().map(|&kind| TileId(kind)).collect();
                    assert_eq!((kept.len(), shape.place(&kept)), (tiles, Some(place)));
                    assert_eq!(shape.place_of(kinds.iter().copied()), place);
                });
            }
            prop_assert!(seen.into_iter().all(|seen| seen));
        }
    }
}
