//! Which leaves a turn says something about.
//!
//! A side kept some tiles and drew the others by chance. Whatever it kept together with any of what it drew is a leave
//! whose other tiles came by chance as well, so what the turn turned out to be worth is a fair sample of that leave's
//! worth, with as many ways as there are to choose those tiles among the drawn ones.

use players::LeaveShape;
use rules::Ruleset;
use tiles::{TileCount, TileId, Tiles};

/// What one turn showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeaveSample {
    /// Each kind on the rack with how many were kept and how many drawn.
    pub(crate) kinds: Vec<(u8, u8, u8)>,
    /// What the best turn was worth, in thousandths.
    pub(crate) equity: i32,
    /// How many tiles were in the bag.
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

    /// Whether a game with these rules can have shown it.
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

/// What leaves turned out to be worth so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeaveCredit {
    /// Sums in thousandths, by the place of the leave.
    pub(crate) sums: Vec<i64>,
    pub(crate) counts: Vec<u32>,
}

impl LeaveCredit {
    pub(crate) fn new(shape: &LeaveShape) -> LeaveCredit {
        LeaveCredit { sums: vec![0; shape.len()], counts: vec![0; shape.len()] }
    }

    /// Credits every leave of a sample with its worth above or below the usual.
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
