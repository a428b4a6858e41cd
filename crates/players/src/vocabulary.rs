//! The words that people know.

use crate::trained::familiar_words;
use lexicon::{BuildError, WordGraph};
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

/// A lexicon with fewer familiar words than this is in a language that no shipped lexicon has.
const ENOUGH: usize = 1_000;

impl Vocabulary {
    /// The number of vocabularies smaller than the whole lexicon.
    pub(crate) const SMALLER: usize = Vocabulary::All as usize;

    /// The familiar words of a lexicon: those that are familiar in its language, or the short ones if there is no shipped
    /// lexicon of that language.
    pub(crate) fn of(self, words: &WordGraph) -> Result<WordGraph, BuildError> {
        if self == Vocabulary::All {
            return Ok(words.clone());
        }
        let mut known = familiar_words(words, self as u8);
        if known.len() < ENOUGH {
            known = self.short(words);
        }
        WordGraph::build(words.name(), words.alphabet(), &known)
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
    use lexicon::WordList;

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
    fn each_shipped_language_has_its_everyday_words() {
        let words = [
            ("danish", "HUND"),
            ("dutch", "HUIS"),
            ("english", "HOUSE"),
            ("french", "MAISON"),
            ("german", "HAUS"),
            ("polish", "DOM"),
            ("portuguese", "CASA"),
            ("spanish", "PERRO"),
        ];
        let names: Vec<&str> = presets::shipped_lexicons().collect();
        assert_eq!(names.len(), words.len(), "a word for each of {names:?}");
        for (name, word) in words {
            let everyday = Vocabulary::Everyday.of(presets::shipped_lexicon(name).unwrap()).unwrap();
            assert!((11_000..12_000).contains(&everyday.len()), "{name}: {}", everyday.len());
            assert!(everyday.contains(&everyday.alphabet().parse_word(word).unwrap()), "{name}");
        }
    }

    #[test]
    fn an_own_list_has_the_familiar_words_of_its_language() {
        let french = presets::shipped_lexicon("french").unwrap();
        let parse = |word: &str| french.alphabet().parse_word(word).unwrap();
        let (mut all, mut some) = (french.words(), vec![parse("THOUGHT")]);
        while let Some(word) = all.advance() {
            if word != parse("ET") {
                some.push(word.to_vec());
            }
        }
        let own = WordGraph::build("own", french.alphabet(), &some).unwrap();
        let everyday = Vocabulary::Everyday.of(&own).unwrap();
        assert!(everyday.contains(&parse("MAISON")) && !everyday.contains(&parse("THOUGHT")));
        assert!(!everyday.contains(&parse("ET")));
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
