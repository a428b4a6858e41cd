//! How likely the letters of a word are drawn.

use crate::{Letter, TileSet};

impl TileSet {
    /// In how many ways the letters of a word can be drawn from all tiles, blanks included. Tiles with several letters
    /// that are not blanks do not count.
    ///
    /// ```
    /// # mod quixotry { pub use quixotry_tiles as tiles; }
    /// use quixotry::tiles::{Alphabet, Face, TileSet, TileSetDraft};
    ///
    /// let alphabet = Alphabet::latin("AB").unwrap();
    /// let mut draft = TileSetDraft::new("tiny", alphabet.clone());
    /// for (letter, count) in alphabet.letters().zip([3, 1]) {
    ///     draft.add([Face::new(letter, 1)], count);
    /// }
    /// draft.add_blank(0, 1);
    /// let set = TileSet::try_from(draft).unwrap();
    /// // Three pairs of an A and the B, three of an A and the blank, and one of the blank and the B.
    /// assert_eq!(set.ways_to_draw(&alphabet.parse_word("AB").unwrap()), 7);
    /// ```
    #[must_use]
    pub fn ways_to_draw(&self, word: &[Letter]) -> u128 {
        let mut letters = word.to_vec();
        letters.sort_unstable();
        // The ways for the letters so far with each number of blanks.
        let mut ways = vec![1u128];
        for same in letters.chunk_by(|a, b| a == b) {
            let tiles = self.count_plain(same[0]);
            let mut next = vec![0u128; ways.len() + same.len()];
            for (used, before) in ways.iter().enumerate() {
                for blanks in 0..=same.len() {
                    let more = before.saturating_mul(choose(tiles, same.len() - blanks));
                    next[used + blanks] = next[used + blanks].saturating_add(more);
                }
            }
            ways = next;
        }
        let blanks = self.count_blanks();
        let with_blanks =
            ways.iter().enumerate().map(|(used, ways)| ways.saturating_mul(choose(blanks, used)));
        with_blanks.fold(0, u128::saturating_add)
    }

    fn count_plain(&self, letter: Letter) -> usize {
        let plain = self.all().kinds().filter(|(id, _)| {
            self.kind(*id).is_some_and(|kind| !kind.is_wild() && kind.face_for(letter).is_some())
        });
        plain.map(|(_, count)| usize::from(count)).sum()
    }

    fn count_blanks(&self) -> usize {
        let blank =
            |kind: &crate::TileKind| self.alphabet().letters().all(|letter| kind.face_for(letter).is_some());
        let blanks = self.all().kinds().filter(|(id, _)| self.kind(*id).is_some_and(blank));
        blanks.map(|(_, count)| usize::from(count)).sum()
    }
}

/// The number of ways to choose `k` of `n`.
fn choose(n: usize, k: usize) -> u128 {
    if k > n {
        return 0;
    }
    (0..k as u128).fold(1u128, |ways, step| ways.saturating_mul(n as u128 - step) / (step + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alphabet, Face, TileSetDraft};

    /// Tries every choice of tiles, and whether blanks make up for the missing letters.
    fn brute_force(tiles: &[Option<Letter>], word: &[Letter]) -> u128 {
        let choices = (0u32..1 << tiles.len()).filter(|bits| bits.count_ones() as usize == word.len());
        let fits = |bits: &u32| {
            let mut missing = word.to_vec();
            let chosen = tiles.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
            let plain = chosen.filter_map(|(_, tile)| *tile);
            plain.into_iter().all(|letter| match missing.iter().position(|other| *other == letter) {
                Some(at) => {
                    missing.swap_remove(at);
                    true
                }
                None => false,
            })
        };
        choices.filter(fits).count() as u128
    }

    #[test]
    fn ways_are_those_of_trying_all_choices() {
        let alphabet = Alphabet::latin("ABC").unwrap();
        let letters: Vec<Letter> = alphabet.letters().collect();
        let mut draft = TileSetDraft::new("small", alphabet.clone());
        let mut tiles: Vec<Option<Letter>> = Vec::new();
        for (&letter, count) in letters.iter().zip([4, 2, 1]) {
            draft.add([Face::new(letter, 1)], count);
            tiles.extend(std::iter::repeat_n(Some(letter), count.into()));
        }
        draft.add_blank(0, 2);
        tiles.extend([None, None]);
        let set = TileSet::try_from(draft).unwrap();
        for text in ["A", "C", "AA", "AB", "CC", "ABC", "AAB", "CCC", "AABB", "AAAAA", "AABBC", "CCCC"] {
            let word = alphabet.parse_word(text).unwrap();
            assert_eq!(set.ways_to_draw(&word), brute_force(&tiles, &word), "{text}");
        }
    }
}
