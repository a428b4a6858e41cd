//! Which leaves a turn is a sample of.
//!
//! A side kept some tiles and drew the others at random. The kept tiles together with any subset of the drawn tiles are a
//! leave whose remaining tiles were drawn at random too. So the value of the turn is an unbiased sample for that leave,
//! weighted by the number of ways to choose the subset.

use players::LeaveShape;
use rules::Ruleset;
use tiles::{TileCount, TileId, Tiles};

/// The sample of one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeaveSample {
    /// Each kind on the rack: the kind, the number of kept tiles, the number of drawn tiles.
    pub(crate) kinds: Vec<(u8, u8, u8)>,
    /// The equity of the best turn, in thousandths of a point.
    pub(crate) equity: i32,
    /// The number of tiles in the bag.
    pub(crate) bag: u16,
}

impl LeaveSample {
    pub(crate) fn new(kept: &Tiles, rack: &Tiles, equity: i32, bag: usize) -> LeaveSample {
        let parts = |(id, count): (tiles::TileId, TileCount)| {
            let kept = kept.count(id).min(count);
            (id.0, kept as u8, (count - kept) as u8)
        };
        LeaveSample { kinds: rack.kinds().map(parts).collect(), equity, bag: bag as u16 }
    }

    /// Whether a game with these rules can produce this sample.
    pub(crate) fn fits(&self, rules: &Ruleset) -> bool {
        let held = |&(kind, kept, drawn): &(u8, u8, u8)| {
            let count = u16::from(kept) + u16::from(drawn);
            count > 0 && rules.tiles.all().count(TileId(kind)) >= count
        };
        let tiles: usize =
            self.kinds.iter().map(|&(_, kept, drawn)| usize::from(kept) + usize::from(drawn)).sum();
        let rising = self.kinds.windows(2).all(|two| two[0].0 < two[1].0);
        usize::from(self.bag) <= rules.tiles.all().len()
            && tiles <= usize::from(rules.rack_size)
            && rising
            && self.kinds.iter().all(held)
    }
}

/// The sums and counts of the samples of all leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeaveCredit {
    /// Sums in thousandths of a point, by the index of the leave.
    pub(crate) sums: Vec<i64>,
    pub(crate) counts: Vec<u32>,
}

impl LeaveCredit {
    pub(crate) fn new(shape: &LeaveShape) -> LeaveCredit {
        LeaveCredit { sums: vec![0; shape.len()], counts: vec![0; shape.len()] }
    }

    /// Credits every leave of a sample with the difference between its equity and the mean.
    pub(crate) fn add(&mut self, shape: &LeaveShape, sample: &LeaveSample, usual: i32) {
        let from = LeaveCursor { place: 0, left: shape.most(), ways: 1 };
        self.spread(shape, &sample.kinds, from, i64::from(sample.equity) - i64::from(usual));
    }

    fn spread(&mut self, shape: &LeaveShape, kinds: &[(u8, u8, u8)], spot: LeaveCursor, worth: i64) {
        let Some((&(kind, kept, drawn), rest)) = kinds.split_first() else {
            self.sums[spot.place] += worth * i64::from(spot.ways);
            self.counts[spot.place] = self.counts[spot.place].saturating_add(spot.ways);
            return;
        };
        let mut ways = spot.ways;
        for more in 0..=usize::from(drawn) {
            let taken = usize::from(kept) + more;
            if taken > spot.left {
                return;
            }
            let place = spot.place + shape.step(kind.into(), spot.left, taken) as usize;
            self.spread(shape, rest, LeaveCursor { place, left: spot.left - taken, ways }, worth);
            ways = ways * (u32::from(drawn) - more as u32) / (more as u32 + 1);
        }
    }
}

#[derive(Clone, Copy)]
struct LeaveCursor {
    place: usize,
    left: usize,
    ways: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_are_credited_in_as_many_ways_as_they_were_drawn() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let tiles = |text| rules.tiles.parse_tiles(text).unwrap();
        let shape = LeaveShape::new(&rules.tiles, 7);
        let mut credit = LeaveCredit::new(&shape);
        credit.add(&shape, &LeaveSample::new(&tiles("AQ"), &tiles("AQEEEST"), 5000, 50), 2000);
        let got = |text| {
            let place = shape.place(&tiles(text)).unwrap();
            (credit.counts[place], credit.sums[place])
        };
        assert_eq!(got("AQ"), (1, 3000));
        assert_eq!(got("AQE"), (3, 9000));
        assert_eq!(got("AEEQST"), (3, 9000));
        assert_eq!(got("AEEEQ"), (1, 3000));
        assert_eq!([got("A"), got("ES"), got("")], [(0, 0); 3]);
        assert_eq!(credit.counts.iter().map(|&count| u64::from(count)).sum::<u64>(), 31);
    }
}
