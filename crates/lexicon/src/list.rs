//! What a game needs from a lexicon.

use tiles::Letter;

/// A set of valid words.
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::WordList;
/// use quixotry::tiles::Letter;
///
/// /// Every word of at most three letters is good.
/// struct Short;
///
/// impl WordList for Short {
///     fn contains(&self, word: &[Letter]) -> bool {
///         word.len() <= 3
///     }
///
///     fn contains_anagram(&self, word: &[Letter]) -> bool {
///         self.contains(word)
///     }
/// }
///
/// assert!(Short.contains(&[Letter::new(1).unwrap(); 2]));
/// ```
pub trait WordList: Send + Sync {
    /// Returns whether these letters in this order are a word.
    fn contains(&self, word: &[Letter]) -> bool;

    /// Returns whether some permutation of these letters is a word.
    fn contains_anagram(&self, word: &[Letter]) -> bool;
}

/// The lexicon in which every word is valid.
///
/// ```
/// # mod quixotry { pub use quixotry_lexicon as lexicon; }
/// use quixotry::lexicon::{AnyWord, WordList};
///
/// assert!(AnyWord.contains(&[]));
/// ```
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
