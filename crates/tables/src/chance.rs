//! Random numbers for the draws of a game.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;
use rules::{Chance, SeededChance};
use store::Seq;

/// Unpredictable draws: a cryptographic generator, seeded anew for every decision.
struct SecureChance(ChaCha20Rng);

impl Chance for SecureChance {
    /// Multiplies instead of dividing; values that would favour small numbers are drawn again.
    fn below(&mut self, bound: u32) -> u32 {
        let bound = bound.max(1);
        loop {
            let wide = u64::from(self.0.next_u32()) * u64::from(bound);
            if wide as u32 >= bound.wrapping_neg() % bound {
                return (wide >> 32) as u32;
            }
        }
    }
}

/// The seed of a game with reproducible draws. The operator must allow such games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub(crate) struct GameSeed(pub(crate) u64);

/// The draws of the decision whose first event has this sequence number.
pub(crate) fn chance(seed: Option<GameSeed>, seq: Seq) -> Box<dyn Chance + Send> {
    match seed {
        Some(seed) => Box::new(SeededChance::new(seed.derive(seq.0))),
        None => Box::new(SecureChance(ChaCha20Rng::from_rng(&mut rand::rng()))),
    }
}

impl GameSeed {
    /// A seed for one purpose within the game, such as an event or a seat.
    pub(crate) fn derive(self, number: u64) -> u64 {
        SeededChance::new(self.0 ^ number.wrapping_mul(0xd134_2543_de82_ef95)).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_the_bound_is_about_equally_frequent() {
        let mut draws = chance(None, Seq(1));
        let mut counts = [0u32; 5];
        (0..50_000).for_each(|_| counts[draws.below(5) as usize] += 1);
        assert!(counts.iter().all(|count| (9_400..10_600).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_seed_repeats_and_no_seed_does_not() {
        let numbers = |seed: Option<GameSeed>| {
            let mut draws = chance(seed, Seq(9));
            (0..8).map(|_| draws.below(1 << 30)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(Some(GameSeed(7))), numbers(Some(GameSeed(7))));
        assert_ne!(numbers(Some(GameSeed(7))), numbers(Some(GameSeed(8))));
        assert_ne!(numbers(None), numbers(None));
    }
}
