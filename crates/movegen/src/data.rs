//! The data that all generators with the same rules and lexicon share: built once, then read by any number of threads.

use crate::filter::AnagramFilter;
use crate::graph::Graph;
use crate::layout::{LaneLayout, PaddedBoard};
use crate::stop::no_stop;
use crate::terms::ScoringTerms;
use lexicon::{BuildError, WordGraph, WordList};
use rules::{GoodWord, Rect, Ruleset};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};
use tiles::Letter;

/// Rules and a lexicon, compiled for searches.
///
/// Building it takes a few milliseconds, a [`Generator`](crate::Generator) on it a few microseconds: a server or a
/// simulation builds it once, and a generator for each thread.
///
/// It is a word list itself: a caller that judges plays right after they were generated looks up words whose nodes are
/// in the cache.
///
/// ```
/// # mod quixotry { pub use {quixotry_movegen as movegen, presets, rules}; }
/// use quixotry::movegen::{Generator, GeneratorData, NoLeaves};
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::empty_grid;
///
/// let rules = Library::shipped().rules("standard")?;
/// let (grid, rack) = (empty_grid(&rules.board), rules.tiles.parse_tiles("RETAINS")?);
/// let data = GeneratorData::new(&rules, english())?;
///
/// // The data is compiled once; each thread has a generator of its own.
/// std::thread::scope(|scope| {
///     for _ in 0..2 {
///         scope.spawn(|| {
///             let best = Generator::with_data(&data).best(&grid, &rack, &NoLeaves);
///             assert_eq!(best.unwrap().play.score(), 66);
///         });
///     }
/// });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GeneratorData {
    pub(crate) rules: Ruleset,
    words: WordGraph,
    /// The lexicon, or its alphagrams where any order of letters is good.
    pub(crate) graph: Graph,
    /// The number of letters of the longest word.
    pub(crate) longest: usize,
    pub(crate) terms: ScoringTerms,
    /// The board, or its start square if the board is unbounded.
    pub(crate) layout: Arc<LaneLayout>,
    filter: OnceLock<AnagramFilter>,
}

impl GeneratorData {
    /// Compiles rules and a lexicon.
    ///
    /// # Errors
    ///
    /// Fails if any order of letters is good and the graph of the sorted words cannot be built.
    pub fn new(rules: &Ruleset, words: &WordGraph) -> Result<Arc<GeneratorData>, BuildError> {
        let graph = match rules.words.good {
            GoodWord::Listed | GoodWord::Any => Graph::new(words),
            GoodWord::Anagram => Graph::new(&words.alphagrams()?),
        };
        let longest = graph.longest();
        let start = Rect { min: rules.board.start(), max: rules.board.start() };
        let window = rules.board.window().unwrap_or(start);
        let ControlFlow::Continue(padded) = PaddedBoard::new(&rules.board, window, None, &no_stop);
        let ControlFlow::Continue(layout) = LaneLayout::new(padded, window, longest, &no_stop);
        Ok(Arc::new(GeneratorData {
            rules: rules.clone(),
            words: words.clone(),
            longest,
            graph,
            terms: ScoringTerms::new(rules),
            layout: Arc::new(layout),
            filter: OnceLock::new(),
        }))
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The size of the search structures in bytes: the word graph, which every search uses, and the filter, which only
    /// searches for the best play use.
    #[must_use]
    pub fn bytes(&self) -> (usize, usize) {
        (self.graph.bytes(), self.filter().bytes())
    }

    /// Which multisets of letters make words; built by the first search for a best play.
    pub(crate) fn filter(&self) -> &AnagramFilter {
        let (size, letters) = (self.rules.rack_size.into(), self.rules.tiles.alphabet().all().bits());
        self.filter.get_or_init(|| AnagramFilter::new(&self.graph, size, letters))
    }
}

impl WordList for GeneratorData {
    fn contains(&self, word: &[Letter]) -> bool {
        match self.rules.words.good {
            GoodWord::Listed | GoodWord::Any => self.graph.contains(word.iter().map(|letter| letter.place())),
            GoodWord::Anagram => self.words.contains(word),
        }
    }

    fn contains_anagram(&self, word: &[Letter]) -> bool {
        match self.rules.words.good {
            GoodWord::Listed | GoodWord::Any => self.words.contains_anagram(word),
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
    fn it_has_the_words_of_its_lexicon() {
        let alphabet = Alphabet::english();
        let word = |text: &str| alphabet.parse_word(text).unwrap();
        let words = WordGraph::build("case", &alphabet, ["AT", "CAT", "SCAT"].map(word)).unwrap();
        for preset in ["standard", "wordsmog"] {
            let rules = presets::Library::shipped().rules(preset).unwrap();
            let input = GeneratorData::new(&rules, &words).unwrap();
            for text in ["A", "AT", "TA", "CAT", "ACT", "CA", "SCAT", "CATS", "CATSS", "Z", "CAZ"] {
                let letters = word(text);
                assert_eq!(input.contains(&letters), words.contains(&letters), "{preset}: {text}");
                let same = input.contains_anagram(&letters) == words.contains_anagram(&letters);
                assert!(same, "{preset}: {text}");
            }
            assert!(!input.contains(&[]) && !input.contains_anagram(&[]));
        }
    }
}
