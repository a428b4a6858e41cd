//! What a game asks of a lexicon.

use tiles::Letter;

/// Something that knows which words are good.
pub trait WordList: Send + Sync {
    /// Whether these letters in this order are a word.
    fn contains(&self, word: &[Letter]) -> bool;

    /// Whether some order of exactly these letters is a word.
    fn contains_anagram(&self, word: &[Letter]) -> bool;
}

/// The lexicon that calls every word good.
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
