//! The words that people know.

use crate::leaves::decompress;
use lexicon::{BuildError, WordGraph, WordList};
use tiles::Letter;

/// How many words a human-like player knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Vocabulary {
    /// Everyday words, about 11,000.
    Everyday,
    /// The words of a newspaper, about 40,000.
    Common,
    /// The words of a person who reads much, about 62,000.
    Wide,
    /// The words of a large dictionary, about 103,000.
    Large,
    /// All.
    All,
}

/// A lexicon with fewer familiar words than this is in another language.
const ENOUGH: usize = 1_000;

impl Vocabulary {
    /// The number of vocabularies smaller than the whole lexicon.
    pub(crate) const SMALLER: usize = Vocabulary::All as usize;

    /// The familiar words of a lexicon: those that are familiar in English, or the short ones of another language.
    pub(crate) fn of(self, words: &WordGraph) -> Result<WordGraph, BuildError> {
        if self == Vocabulary::All {
            return Ok(words.clone());
        }
        let mut known = self.english(words);
        if known.len() < ENOUGH {
            known = self.short(words);
        }
        WordGraph::build(words.name(), words.alphabet(), &known)
    }

    /// The words that are familiar in the shipped lexicon and good in this one.
    fn english(self, words: &WordGraph) -> Vec<Vec<Letter>> {
        let english = presets::english();
        if english.alphabet() != words.alphabet() {
            return Vec::new();
        }
        let classes = decompress(presets::english_familiar()).unwrap_or_default();
        let (mut all, mut place, mut known) = (english.words(), 0, Vec::new());
        while let Some(word) = all.advance() {
            if classes.get(place).is_some_and(|&class| class <= self as u8) && words.contains(word) {
                known.push(word.to_vec());
            }
            place += 1;
        }
        known
    }

    fn short(self, words: &WordGraph) -> Vec<Vec<Letter>> {
        let longest = match self {
            Vocabulary::Everyday => 5,
            Vocabulary::Common => 6,
            Vocabulary::Wide => 7,
            Vocabulary::Large | Vocabulary::All => 8,
        };
        let (mut all, mut known) = (words.words(), Vec::new());
        while let Some(word) = all.advance() {
            if word.len() <= longest {
                known.push(word.to_vec());
            }
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_vocabulary_has_the_one_before() {
        let english = presets::english();
        let sizes =
            [Vocabulary::Everyday, Vocabulary::Common, Vocabulary::Wide, Vocabulary::Large, Vocabulary::All];
        let graphs = sizes.map(|vocabulary| vocabulary.of(english).unwrap());
        assert_eq!(graphs.each_ref().map(WordGraph::len), [11_080, 39_807, 61_798, 102_972, 168_871]);
        let knows =
            |at: usize, word: &str| graphs[at].contains(&english.alphabet().parse_word(word).unwrap());
        assert!(knows(0, "HOUSE") && !knows(0, "AA") && !knows(2, "CWM"));
        assert!(!knows(0, "TACITURN") && knows(2, "TACITURN"));
    }

    #[test]
    fn other_languages_have_their_short_words() {
        let alphabet = tiles::Alphabet::english();
        let words = ["XYZZY", "QWERTZUI", "PLUGH"].map(|word| alphabet.parse_word(word).unwrap());
        let graph = WordGraph::build("odd", &alphabet, &words).unwrap();
        assert_eq!(Vocabulary::Everyday.of(&graph).unwrap().len(), 2);
        assert_eq!(Vocabulary::Large.of(&graph).unwrap().len(), 3);
    }
}
