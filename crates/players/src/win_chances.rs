//! How likely a lead is to last: winning chances by spread and unseen tiles.

use crate::leaves::{compress, decompress};
use crate::trained;
use lexicon::WordGraph;
use rules::Ruleset;
use std::sync::{Arc, OnceLock};

/// Winning chances from games of the static player: for each number of unseen tiles, the quantiles of the points that a
/// side gains on the other from its turn to the end of the game.
///
/// They give the chance to win for every spread; it never falls when the spread grows, and is symmetric between the
/// sides.
///
/// ```
/// # mod quixotry { pub use quixotry_players as players; }
/// use quixotry::players::WinChances;
///
/// let chances = WinChances::shipped();
/// assert!(chances.to_move(50.0, 30, 7) > chances.to_move(0.0, 30, 7));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinChances {
    gains: Vec<GainQuantiles>,
}

/// The points that 0, 1… 64 of 64 games do not exceed.
pub type GainQuantiles = [i16; QUANTILES + 1];

/// The number of quantiles.
pub const QUANTILES: usize = 64;

/// The first bytes of packed files.
const MAGIC: [u8; 6] = *b"\x89QWP\x01\n";

/// The rack size of the games the table was trained with.
const USUAL_RACK: f64 = 7.0;

impl WinChances {
    /// The table with the gains for 0, 1, 2… unseen tiles, each sorted; `None` if `gains` is empty.
    #[must_use]
    pub fn new(mut gains: Vec<GainQuantiles>) -> Option<WinChances> {
        gains.iter_mut().for_each(|gains| gains.sort_unstable());
        (!gains.is_empty()).then_some(WinChances { gains })
    }

    /// The best table for a game: the one that was trained with these tiles and similar words, or else the English one.
    #[must_use]
    pub fn of(rules: &Ruleset, words: &WordGraph) -> Arc<WinChances> {
        let trained = trained::trained_lexicon(rules, words).and_then(trained::win_chances);
        trained.map_or_else(WinChances::shipped, Arc::new)
    }

    /// The table that was trained with the English tiles; it fits other games approximately.
    #[must_use]
    pub fn shipped() -> Arc<WinChances> {
        static TABLE: OnceLock<Arc<WinChances>> = OnceLock::new();
        let load = || Arc::new(trained::win_chances("english").unwrap_or_else(WinChances::plain));
        TABLE.get_or_init(load).clone()
    }

    /// An untrained table: the gains grow with the square root of the tiles left.
    #[must_use]
    pub fn plain() -> WinChances {
        let gains = |unseen: usize| {
            let width = 10.0 * (unseen as f64 + 1.0).sqrt();
            std::array::from_fn(|part| {
                let share = (part as f64 + 0.5) / (QUANTILES as f64 + 1.0);
                (width * (share / (1.0 - share)).ln() * 0.6) as i16
            })
        };
        WinChances { gains: (0..100).map(gains).collect() }
    }

    /// The chance that the side to move wins, with this lead and this number of unseen tiles; `rack` is the size of a
    /// full rack, which converts tiles to turns.
    #[must_use]
    pub fn to_move(&self, spread: f64, unseen: usize, rack: usize) -> f64 {
        if unseen == 0 {
            return 0.5 + 0.5 * if spread == 0.0 { 0.0 } else { spread.signum() };
        }
        let usual = unseen as f64 * USUAL_RACK / (rack.max(1) as f64);
        let at = (usual.round() as usize).clamp(1, self.gains.len() - 1);
        1.0 - below(&self.gains[at.min(self.gains.len() - 1)], -spread)
    }

    /// The table, packed.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        let words = self.gains.iter().flatten().flat_map(|gain| gain.to_le_bytes());
        [&MAGIC[..], &compress(&words.collect::<Vec<u8>>())].concat()
    }

    /// Reads a packed table.
    #[must_use]
    pub fn unpack(bytes: &[u8]) -> Option<WinChances> {
        let plain = decompress(bytes.strip_prefix(&MAGIC)?)?;
        let (words, rest) = plain.as_chunks::<2>();
        let words: Vec<i16> = words.iter().map(|&word| i16::from_le_bytes(word)).collect();
        let (gains, more) = words.as_chunks::<{ QUANTILES + 1 }>();
        if !rest.is_empty() || !more.is_empty() || gains.len() < 2 {
            return None;
        }
        WinChances::new(gains.to_vec())
    }
}

/// The share of games with less than this gain, interpolated linearly; never 0 or 1 before the end of the game.
fn below(gains: &GainQuantiles, gain: f64) -> f64 {
    let part = gains.partition_point(|&known| f64::from(known) < gain);
    let upto = gains.partition_point(|&known| f64::from(known) <= gain);
    let place = if part < upto {
        // Several quantiles are equal: takes the middle of them.
        (part + upto - 1) as f64 / 2.0
    } else if part == 0 || part > QUANTILES {
        part.min(QUANTILES) as f64
    } else {
        let (low, high) = (f64::from(gains[part - 1]), f64::from(gains[part]));
        (part - 1) as f64 + (gain - low) / (high - low)
    };
    (place / QUANTILES as f64).clamp(LEAST, 1.0 - LEAST)
}

/// The least chance before the end of the game.
const LEAST: f64 = 0.001;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn more_points_are_never_worse(a in -400.0f64..400.0, more in 0.0f64..100.0, unseen in 0usize..120) {
            for table in [WinChances::plain(), WinChances::shipped().as_ref().clone()] {
                let chance = |spread| table.to_move(spread, unseen, 7);
                prop_assert!(chance(a) <= chance(a + more));
                prop_assert!((0.0..=1.0).contains(&chance(a)));
            }
        }

        #[test]
        fn packed_tables_are_unpacked(gains in prop::collection::vec(-300i16..300, 200)) {
            let gains = gains.as_chunks().0.to_vec();
            let table = WinChances::new(gains).unwrap();
            prop_assert_eq!(WinChances::unpack(&table.pack()), Some(table));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let _ = WinChances::unpack(&[&MAGIC[..], &compress(&bytes)].concat());
        }
    }

    #[test]
    fn a_tie_at_the_end_is_half_a_win() {
        let table = WinChances::plain();
        assert_eq!([-3.0, 0.0, 2.0].map(|spread| table.to_move(spread, 0, 7)), [0.0, 0.5, 1.0]);
        assert!((table.to_move(0.0, 20, 7) - 0.5).abs() < 0.02);
    }
}
