//! Where chance comes from.

use tiles::{TileId, Tiles};

/// A source of random numbers. A server uses an unpredictable one; programs whose games must repeat use a seeded one.
pub trait Chance {
    /// A number from 0 up to but not including `bound`, all equally likely; `bound` is at least 1.
    fn below(&mut self, bound: u32) -> u32;

    /// Takes a tile out of the bag, or nothing when it is empty.
    fn draw(&mut self, bag: &mut Tiles) -> Option<TileId> {
        let count = u32::try_from(bag.len()).ok().filter(|&count| count > 0)?;
        let id = bag.nth(self.below(count) as usize)?;
        bag.take(id).ok().map(|()| id)
    }

    /// An order in which the tiles of a bag are drawn: the last is the next.
    fn order(&mut self, bag: &Tiles) -> Vec<TileId> {
        let mut order: Vec<TileId> = bag.iter().collect();
        for last in (1..order.len()).rev() {
            order.swap(last, self.below(last as u32 + 1) as usize);
        }
        order
    }
}

/// A small, fast, repeatable source: the same seed gives the same game on every machine and in every version.
///
/// It is the SplitMix64 generator. It can be guessed, so it is for tests, tools and games that must repeat.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{Chance, SeededChance};
///
/// // The same seed gives the same numbers on every machine.
/// let mut dice = [SeededChance::new(3), SeededChance::new(3)];
/// let [first, second] = dice.each_mut().map(|dice| dice.below(6));
/// assert_eq!(first, second);
/// ```
#[derive(Clone, Debug)]
pub struct SeededChance(u64);

impl SeededChance {
    /// The source with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> SeededChance {
        SeededChance(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

impl Chance for SeededChance {
    /// Multiplying instead of dividing; what would favour small numbers is drawn again.
    fn below(&mut self, bound: u32) -> u32 {
        let bound = bound.max(1);
        loop {
            let wide = (self.next() >> 32) * u64::from(bound);
            if wide as u32 >= bound.wrapping_neg() % bound {
                return (wide >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_comes_up_about_as_often() {
        let mut chance = SeededChance::new(1);
        let mut counts = [0u32; 7];
        (0..70_000).for_each(|_| counts[chance.below(7) as usize] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }

    #[test]
    fn drawing_empties_the_bag_and_then_stops() {
        let mut bag: Tiles = [TileId(1), TileId(1), TileId(3)].into_iter().collect();
        let mut chance = SeededChance::new(5);
        let mut drawn: Vec<TileId> = std::iter::from_fn(|| chance.draw(&mut bag)).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, [TileId(1), TileId(1), TileId(3)]);
        assert!(bag.is_empty());
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers_for_ever() {
        assert_eq!(SeededChance::new(0).next(), 0xe220_a839_7b1d_cdaf);
    }
}
