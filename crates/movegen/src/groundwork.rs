//! What every generator with the same rules and lexicon shares: made once, then read by as many threads as like to.

use crate::filter::Filter;
use crate::graph::Graph;
use crate::layout::{Layout, Terrain};
use crate::stop::always_on;
use crate::terms::Terms;
use lexicon::{BuildError, WordGraph};
use rules::{GoodWord, Rect, Ruleset};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// Rules and a lexicon, ready to be searched.
///
/// Making one takes a few milliseconds, a [`Generator`](crate::Generator) on it a few microseconds: a server or a
/// simulation makes it once and a generator for each thread.
#[derive(Debug)]
pub struct Groundwork {
    pub(crate) rules: Ruleset,
    /// The lexicon, or its sorted words where any order is good.
    pub(crate) graph: Graph,
    /// The letters of the longest word.
    pub(crate) longest: usize,
    pub(crate) terms: Terms,
    /// The board, or its first square where it has no end.
    pub(crate) layout: Arc<Layout>,
    filter: OnceLock<Filter>,
}

impl Groundwork {
    /// Prepares searches; fails only where any order of letters is good and the sorted words make no graph.
    pub fn new(rules: &Ruleset, graph: &WordGraph) -> Result<Arc<Groundwork>, BuildError> {
        let graph = match rules.words.good {
            GoodWord::Listed => Graph::new(graph),
            GoodWord::Anagram => Graph::new(&graph.alphagrams()?),
        };
        let longest = graph.longest();
        let start = Rect { min: rules.board.start(), max: rules.board.start() };
        let window = rules.board.window().unwrap_or(start);
        let ControlFlow::Continue(terrain) = Terrain::new(&rules.board, window, None, &always_on);
        let ControlFlow::Continue(layout) = Layout::new(terrain, window, longest, &always_on);
        Ok(Arc::new(Groundwork {
            rules: rules.clone(),
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
