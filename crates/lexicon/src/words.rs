//! Many words in two allocations.

use std::fmt;
use tiles::Letter;

/// A list of words, kept end to end.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Words {
    letters: Vec<Letter>,
    ends: Vec<usize>,
}

impl Words {
    /// No words.
    pub const fn new() -> Words {
        Words { letters: Vec::new(), ends: Vec::new() }
    }

    /// Adds a word at the end.
    pub fn push(&mut self, word: &[Letter]) {
        self.extend_word(word.iter().copied());
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The word at a place.
    pub fn get(&self, place: usize) -> Option<&[Letter]> {
        let end = *self.ends.get(place)?;
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.letters[start..end])
    }

    /// The words in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Letter]> + Clone {
        (0..self.len()).map(|place| self.get(place).unwrap_or_default())
    }

    fn extend_word(&mut self, word: impl IntoIterator<Item = Letter>) {
        self.letters.extend(word);
        self.ends.push(self.letters.len());
    }
}

impl<'a> IntoIterator for &'a Words {
    type Item = &'a [Letter];
    type IntoIter = Box<dyn Iterator<Item = &'a [Letter]> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

impl<W: AsRef<[Letter]>> Extend<W> for Words {
    fn extend<I: IntoIterator<Item = W>>(&mut self, words: I) {
        words.into_iter().for_each(|word| self.push(word.as_ref()));
    }
}

impl<W: AsRef<[Letter]>> FromIterator<W> for Words {
    fn from_iter<I: IntoIterator<Item = W>>(words: I) -> Words {
        let mut list = Words::new();
        list.extend(words);
        list
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
