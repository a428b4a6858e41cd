//! Iterative deepening: one search after the other, each a turn deeper, on several threads.

use super::play_source::PlaySource;
use super::search::{AlphaBetaWindow, DEEPEST, FAR, LineTurn, SearchNode, SearchState, Searcher};
use rules::Points;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// The half width of the first aspiration window around the value of the previous depth.
const WINDOW: Points = 6;

/// The best line found so far: the principal variation.
#[derive(Clone, Debug)]
pub(crate) struct BestLine {
    pub(crate) value: Points,
    pub(crate) line: Vec<LineTurn>,
    pub(crate) depth: u8,
    pub(crate) is_exact: bool,
}

/// An iterative deepening search of one position.
pub(crate) struct DeepeningSearch<'a> {
    shared: &'a SearchState<'a>,
    root: SearchNode,
    best: Mutex<Option<BestLine>>,
}

impl<'a> DeepeningSearch<'a> {
    pub(crate) fn new(shared: &'a SearchState<'a>, root: SearchNode) -> DeepeningSearch<'a> {
        DeepeningSearch { shared, root, best: Mutex::new(None) }
    }

    /// Searches on several threads, each with its own play source.
    pub(crate) fn run<G: PlaySource>(self, threads: usize, source: impl Fn() -> G + Sync) -> BestLine {
        let (search, source) = (&self, &source);
        std::thread::scope(|scope| {
            for number in 1..threads {
                scope.spawn(move || search.work(source(), number));
            }
            search.work(source(), 0);
        });
        self.result()
    }

    /// Searches on this thread alone.
    pub(crate) fn run_alone<G: PlaySource>(self, source: G) -> BestLine {
        self.work(source, 0);
        self.result()
    }

    fn result(self) -> BestLine {
        let best = self.best.into_inner().unwrap_or_else(PoisonError::into_inner);
        best.unwrap_or(BestLine { value: 0, line: vec![None], depth: 0, is_exact: false })
    }

    fn work<G: PlaySource>(&self, source: G, number: usize) {
        let mut searcher = Searcher::new(self.shared, source, number as u64);
        self.deepen(&mut searcher, number);
        searcher.count_rest();
    }

    fn deepen<G: PlaySource>(&self, searcher: &mut Searcher<'_, G>, number: usize) {
        let (mut guess, line) = searcher.first_line(&self.root);
        self.offer(BestLine { value: guess, line, depth: 0, is_exact: false });
        let mut depth = 1 + (number % 2) as u8;
        while depth <= DEEPEST {
            match self.search(searcher, depth, guess) {
                Some(found) => {
                    (guess, depth) = (found.value, depth + 1);
                    let is_exact = found.is_exact;
                    self.offer(found);
                    if is_exact {
                        self.shared.stop.store(true, Relaxed);
                        return;
                    }
                }
                None if self.shared.stop.load(Relaxed) => return,
                None => searcher.stopped = false,
            }
        }
    }

    /// Searches to one depth, first in a narrow window and then in wider ones.
    fn search<G: PlaySource>(
        &self,
        searcher: &mut Searcher<'_, G>,
        depth: u8,
        guess: Points,
    ) -> Option<BestLine> {
        let mut window = AlphaBetaWindow { alpha: guess - WINDOW, beta: guess + WINDOW };
        let mut width = WINDOW;
        loop {
            let found = searcher.root(&self.root, depth, window);
            if searcher.stopped {
                return None;
            }
            width = width.saturating_mul(4).min(FAR);
            match found.value {
                value if value <= window.alpha => window.alpha = (value - width).max(-FAR),
                value if value >= window.beta => window.beta = (value + width).min(FAR),
                value => {
                    let line = searcher.line().to_vec();
                    return Some(BestLine { value, line, depth, is_exact: found.is_exact });
                }
            }
        }
    }

    /// Keeps the line if it is exact or deeper than the best one so far.
    fn offer(&self, found: BestLine) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| (found.is_exact, found.depth) > (best.is_exact, best.depth)) {
            *best = Some(found);
        }
    }
}
