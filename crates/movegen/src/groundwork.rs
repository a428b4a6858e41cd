//! What every generator with the same rules and lexicon shares: made once, then read by as many threads as like to.

use crate::filter::Filter;
use crate::graph::Graph;
use crate::layout::{Layout, Terrain};
use crate::stop::always_on;
use crate::terms::Terms;
use lexicon::{BuildError, WordGraph, WordList};
use rules::{GoodWord, Rect, Ruleset};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use tiles::Letter;

/// Rules and a lexicon, ready to be searched.
///
/// Making one takes a few milliseconds, a [`Generator`](crate::Generator) on it a few microseconds: a server or a
/// simulation makes it once and a generator for each thread.
///
/// It is a word list itself: whoever judges plays right after they were found asks for words whose nodes are at hand.
#[derive(Debug)]
pub struct GeneratorData {
    pub(crate) rules: Ruleset,
    words: WordGraph,
    /// The lexicon, or its sorted words where any order is good.
    pub(crate) graph: Graph,
    /// The letters of the longest word.
    pub(crate) longest: usize,
    pub(crate) terms: Terms,
    /// The board, or its first square where it has no end.
    pub(crate) layout: Arc<Layout>,
    filter: OnceLock<Filter>,
}

impl GeneratorData {
    /// Prepares searches; fails only where any order of letters is good and the sorted words make no graph.
    pub fn new(rules: &Ruleset, words: &WordGraph) -> Result<Arc<GeneratorData>, BuildError> {
        let graph = match rules.words.good {
            GoodWord::Listed => Graph::new(words),
            GoodWord::Anagram => Graph::new(&words.alphagrams()?),
        };
        let longest = graph.longest();
        let start = Rect { min: rules.board.start(), max: rules.board.start() };
        let window = rules.board.window().unwrap_or(start);
        let ControlFlow::Continue(terrain) = Terrain::new(&rules.board, window, None, &always_on);
        let ControlFlow::Continue(layout) = Layout::new(terrain, window, longest, &always_on);
        Ok(Arc::new(GeneratorData {
            rules: rules.clone(),
            words: words.clone(),
            longest,
            graph,
            terms: Terms::new(rules),
            layout: Arc::new(layout),
            filter: OnceLock::new(),
        }))
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The bytes that the search structures of the lexicon take: those of the word graph, with which every play is
    /// found, and those of the filter, which the best play needs besides.
    pub fn bytes(&self) -> (usize, usize) {
        (self.graph.bytes(), self.filter().bytes())
    }

    /// Which multisets of letters make words; made when a best play is first asked for.
    pub(crate) fn filter(&self) -> &Filter {
        let (size, letters) = (self.rules.rack_size.into(), self.rules.tiles.alphabet().all().bits());
        self.filter.get_or_init(|| Filter::new(&self.graph, size, letters))
    }
}

impl WordList for GeneratorData {
    fn contains(&self, word: &[Letter]) -> bool {
        match self.rules.words.good {
            GoodWord::Listed => self.graph.contains(word.iter().map(|letter| letter.place())),
            GoodWord::Anagram => self.words.contains(word),
        }
    }

    fn contains_anagram(&self, word: &[Letter]) -> bool {
        match self.rules.words.good {
            GoodWord::Listed => self.words.contains_anagram(word),
            GoodWord::Anagram => {
                let mut sorted = word.to_vec();
                sorted.sort_unstable();
                self.graph.contains(sorted.iter().map(|letter| letter.place()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiles::Alphabet;

    #[test]
    fn it_knows_the_words_of_its_lexicon() {
        let alphabet = Alphabet::english();
        let word = |text: &str| alphabet.parse_word(text).unwrap();
        let words = WordGraph::build("case", &alphabet, ["AT", "CAT", "SCAT"].map(word)).unwrap();
        for preset in ["standard", "wordsmog"] {
            let rules = presets::Library::shipped().rules(preset).unwrap();
            let ground = GeneratorData::new(&rules, &words).unwrap();
            for text in ["A", "AT", "TA", "CAT", "ACT", "CA", "SCAT", "CATS", "CATSS", "Z", "CAZ"] {
                let letters = word(text);
                assert_eq!(ground.contains(&letters), words.contains(&letters), "{preset}: {text}");
                let same = ground.contains_anagram(&letters) == words.contains_anagram(&letters);
                assert!(same, "{preset}: {text}");
            }
            assert!(!ground.contains(&[]) && !ground.contains_anagram(&[]));
        }
    }
}
