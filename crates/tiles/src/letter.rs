//! Letters as numbers, and sets of letters.

use std::fmt;

/// The maximum number of letters of an alphabet: one bit each in a 64-bit word, with bit 0 reserved for the blank.
pub const MAX_LETTERS: usize = 63;

/// A letter of an alphabet: its place there, counted from 1.
///
/// Place 0 is not a letter. Word graphs use it for the separator, racks for the blank.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{Alphabet, Letter};
///
/// let alphabet = Alphabet::english();
/// let c = alphabet.letter("C").unwrap();
/// assert_eq!((c.place(), c.index()), (3, 2));
/// assert_eq!(Letter::new(3), Some(c));
/// assert_eq!(Letter::new(64), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// Returns the letter at this place (1 to 63), or `None` outside that range.
    #[must_use]
    pub const fn new(place: u8) -> Option<Letter> {
        if place >= 1 && place as usize <= MAX_LETTERS { Some(Letter(place)) } else { None }
    }

    /// Returns the letter at this index (0 to 62), or `None` outside that range.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Letter> {
        if index < MAX_LETTERS { Some(Letter(index as u8 + 1)) } else { None }
    }

    /// Returns the place in the alphabet, from 1.
    #[must_use]
    pub const fn place(self) -> u8 {
        self.0
    }

    /// Returns the place in the alphabet, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Letter({})", self.0)
    }
}

/// A set of letters as a bit mask.
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{Alphabet, LetterSet};
///
/// let alphabet = Alphabet::english();
/// let vowels: LetterSet = alphabet.letters().filter(|&letter| alphabet.is_vowel(letter)).collect();
/// assert_eq!(vowels.len(), 5);
/// assert!(vowels.contains(alphabet.letter("E").unwrap()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LetterSet(u64);

impl LetterSet {
    /// The empty set.
    pub const EMPTY: LetterSet = LetterSet(0);

    /// Creates the set with this bit mask. Bit `n` stands for the letter at place `n`; bit 0 is ignored.
    #[must_use]
    pub const fn from_bits(bits: u64) -> LetterSet {
        LetterSet(bits & !1)
    }

    /// Returns the first `count` letters of an alphabet.
    #[must_use]
    pub const fn first(count: usize) -> LetterSet {
        if count >= MAX_LETTERS { LetterSet(!1) } else { LetterSet(((1 << count) - 1) << 1) }
    }

    /// Returns the bit mask. Bit `n` stands for the letter at place `n`.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns whether the letter is in the set.
    #[must_use]
    pub const fn contains(self, letter: Letter) -> bool {
        self.0 >> letter.0 & 1 == 1
    }

    /// Adds a letter.
    pub const fn insert(&mut self, letter: Letter) {
        self.0 |= 1 << letter.0;
    }

    /// Removes a letter.
    pub const fn remove(&mut self, letter: Letter) {
        self.0 &= !(1 << letter.0);
    }

    /// Returns the number of letters.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the letters that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: LetterSet) -> LetterSet {
        LetterSet(self.0 & other.0)
    }

    /// Returns the letters that are in either set.
    #[must_use]
    pub const fn union(self, other: LetterSet) -> LetterSet {
        LetterSet(self.0 | other.0)
    }

    /// Iterates over the letters in order.
    pub fn iter(self) -> impl Iterator<Item = Letter> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let letter = Letter::new(bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(letter)
        })
    }
}

impl FromIterator<Letter> for LetterSet {
    fn from_iter<I: IntoIterator<Item = Letter>>(letters: I) -> LetterSet {
        let mut set = LetterSet::EMPTY;
        letters.into_iter().for_each(|letter| set.insert(letter));
        set
    }
}

impl fmt::Debug for LetterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_run_from_1_to_63() {
        assert_eq!(Letter::new(0), None);
        assert_eq!(Letter::new(64), None);
        assert_eq!(Letter::new(63), Letter::from_index(62));
        assert_eq!(Letter::from_index(63), None);
    }

    #[test]
    fn a_set_iterates_in_order() {
        let letters: Vec<Letter> = [1, 5, 63].into_iter().filter_map(Letter::new).collect();
        let set: LetterSet = letters.iter().rev().copied().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), letters);
        assert_eq!(set.len(), 3);
    }

    #[test]
    fn the_full_set_has_63_letters_and_no_zero() {
        assert_eq!(LetterSet::first(63).len(), 63);
        assert_eq!(LetterSet::first(63).bits() & 1, 0);
        assert_eq!(LetterSet::first(26).len(), 26);
        assert_eq!(LetterSet::from_bits(u64::MAX), LetterSet::first(63));
    }
}
