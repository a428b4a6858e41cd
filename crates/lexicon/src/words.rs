//! Lists of words in two allocations.

use std::fmt;
use std::ops::Range;
use tiles::Letter;

/// A list of words, stored end to end in one buffer.
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::WordVec;
/// use quixotry::tiles::Alphabet;
///
/// let alphabet = Alphabet::english();
/// let mut words = WordVec::new();
/// words.push(&alphabet.parse_word("CAT").unwrap());
/// assert_eq!(words.iter().map(|word| alphabet.print(word)).collect::<Vec<_>>(), ["CAT"]);
/// ```
#[derive(Clone, PartialEq, Eq, Default)]
pub struct WordVec {
    letters: Vec<Letter>,
    ends: Vec<usize>,
}

impl WordVec {
    /// Creates an empty list.
    #[must_use]
    pub const fn new() -> WordVec {
        WordVec { letters: Vec::new(), ends: Vec::new() }
    }

    /// Adds a word at the end.
    pub fn push(&mut self, word: &[Letter]) {
        self.letters.extend_from_slice(word);
        self.ends.push(self.letters.len());
    }

    /// Returns the number of words.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether the list is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the word at an index.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&[Letter]> {
        let end = *self.ends.get(place)?;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.letters[start..end])
    }

    /// Iterates over the words in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter { words: self, places: 0..self.len() }
    }
}

impl<'a> IntoIterator for &'a WordVec {
    type Item = &'a [Letter];
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// An iterator over the words of a list.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    words: &'a WordVec,
    places: Range<usize>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = &'a [Letter];

    fn next(&mut self) -> Option<&'a [Letter]> {
        self.words.get(self.places.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<W: AsRef<[Letter]>> Extend<W> for WordVec {
    fn extend<I: IntoIterator<Item = W>>(&mut self, words: I) {
        words.into_iter().for_each(|word| self.push(word.as_ref()));
    }
}

impl<W: AsRef<[Letter]>> FromIterator<W> for WordVec {
    fn from_iter<I: IntoIterator<Item = W>>(words: I) -> WordVec {
        let mut list = WordVec::new();
        list.extend(words);
        list
    }
}

impl fmt::Debug for WordVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
