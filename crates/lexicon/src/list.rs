//! What a game needs from a lexicon.

use tiles::Letter;

/// A set of valid words.
pub trait WordList: Send + Sync {
    /// Returns whether these letters in this order are a word.
    fn contains(&self, word: &[Letter]) -> bool;

    /// Returns whether some permutation of these letters is a word.
    fn contains_anagram(&self, word: &[Letter]) -> bool;
}

/// The lexicon in which every word is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AnyWord;

impl WordList for AnyWord {
    fn contains(&self, _: &[Letter]) -> bool {
        true
    }

    fn contains_anagram(&self, _: &[Letter]) -> bool {
        true
    }
}
