//! A letter as a number, and sets of letters.

use std::fmt;

/// How many letters an alphabet may have: one bit each in a machine word, the lowest left for the blank.
pub const MAX_LETTERS: usize = 63;

/// A letter of some alphabet: its place there, counted from 1.
///
/// Zero is no letter; word graphs use it for the separator and racks for the blank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(u8);

impl Letter {
    /// The letter with this place (1 to 63), or `None` outside that range.
    pub const fn new(place: u8) -> Option<Letter> {
        if place >= 1 && place as usize <= MAX_LETTERS { Some(Letter(place)) } else { None }
    }

    /// The letter at this index counted from zero.
    pub const fn from_index(index: usize) -> Option<Letter> {
        if index < MAX_LETTERS { Some(Letter(index as u8 + 1)) } else { None }
    }

    /// The place in the alphabet, from 1.
    pub const fn place(self) -> u8 {
        self.0
    }

    /// The place in the alphabet, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }
}

impl fmt::Debug for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Letter({})", self.0)
    }
}

/// A set of letters, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LetterSet(u64);

impl LetterSet {
    /// No letter at all.
    pub const EMPTY: LetterSet = LetterSet(0);

    /// The set with this bit pattern; bit `n` stands for the letter at place `n`, bit 0 is dropped.
    pub const fn from_bits(bits: u64) -> LetterSet {
        LetterSet(bits & !1)
    }

    /// The first `count` letters of an alphabet.
    pub const fn first(count: usize) -> LetterSet {
        if count >= MAX_LETTERS { LetterSet(!1) } else { LetterSet(((1 << count) - 1) << 1) }
    }

    /// The bit pattern; bit `n` stands for the letter at place `n`.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether the letter is in the set.
    pub const fn contains(self, letter: Letter) -> bool {
        self.0 >> letter.0 & 1 == 1
    }

    /// Puts a letter in.
    pub const fn insert(&mut self, letter: Letter) {
        self.0 |= 1 << letter.0;
    }

    /// Takes a letter out.
    pub const fn remove(&mut self, letter: Letter) {
        self.0 &= !(1 << letter.0);
    }

    /// How many letters it has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it has none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// What both sets have.
    pub const fn intersection(self, other: LetterSet) -> LetterSet {
        LetterSet(self.0 & other.0)
    }

    /// What either set has.
    pub const fn union(self, other: LetterSet) -> LetterSet {
        LetterSet(self.0 | other.0)
    }

    /// Its letters in order.
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
    fn a_set_gives_back_its_letters_in_order() {
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
