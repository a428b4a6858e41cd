//! Iterative deepening: one search after the other, each a turn deeper, on several threads.

use super::play_source::PlaySource;
use super::search::{AlphaBetaWindow, DEEPEST, FAR, LineTurn, SearchNode, SearchState, Searcher};
use rules::Points;
use std::cmp::Ordering;
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

    /// Searches on this thread alone, to this depth at most.
    pub(crate) fn run_to_depth<G: PlaySource>(self, source: G, deepest: u8) -> BestLine {
        let mut searcher = Searcher::new(self.shared, source, 0);
        self.deepen(&mut searcher, 0, deepest);
        searcher.count_rest();
        self.result()
    }

    /// Compares the value with a threshold on this thread alone; `None` if the limit is reached before the result is
    /// proven. That takes only null windows, which is much less work than finding the value.
    pub(crate) fn compare_alone<G: PlaySource>(self, source: G, threshold: Points) -> Option<Ordering> {
        let mut searcher = Searcher::new(self.shared, source, 0);
        let mut expected = searcher.first_line(&self.root).0.cmp(&threshold);
        let (mut depth, mut proven) = (1, None);
        while depth <= DEEPEST && proven.is_none() {
            match self.compare(&mut searcher, depth, threshold, expected) {
                Some((found, is_exact)) => {
                    (depth, expected) = (depth + 1, found);
                    proven = is_exact.then_some(found);
                }
                None if self.shared.stop.load(Relaxed) => break,
                None => searcher.stopped = false,
            }
        }
        searcher.count_rest();
        proven
    }

    /// Compares the value of a search to one depth, and says whether the result is exact. The expected result is
    /// tested first.
    fn compare<G: PlaySource>(
        &self,
        searcher: &mut Searcher<'_, G>,
        depth: u8,
        threshold: Points,
        expected: Ordering,
    ) -> Option<(Ordering, bool)> {
        let mut reaches = |least: Points| {
            let found = searcher.root(&self.root, depth, AlphaBetaWindow { alpha: least - 1, beta: least });
            (!searcher.stopped).then_some((found.value >= least, found.is_exact))
        };
        let first = if expected == Ordering::Less { threshold } else { threshold + 1 };
        let (high, is_exact) = reaches(first)?;
        if high != (first == threshold) {
            return Some((if high { Ordering::Greater } else { Ordering::Less }, is_exact));
        }
        let (second_high, second_exact) = reaches(if high { threshold + 1 } else { threshold })?;
        let ordering = match (high, second_high) {
            (true, true) => Ordering::Greater,
            (false, false) => Ordering::Less,
            (true, false) | (false, true) => Ordering::Equal,
        };
        // Each bound of a tie is needed; otherwise the second one says all.
        Some((ordering, second_exact && (is_exact || ordering != Ordering::Equal)))
    }

    fn result(self) -> BestLine {
        let best = self.best.into_inner().unwrap_or_else(PoisonError::into_inner);
        best.unwrap_or(BestLine { value: 0, line: vec![None], depth: 0, is_exact: false })
    }

    fn work<G: PlaySource>(&self, source: G, number: usize) {
        let mut searcher = Searcher::new(self.shared, source, number as u64);
        self.deepen(&mut searcher, number, DEEPEST);
        searcher.count_rest();
    }

    fn deepen<G: PlaySource>(&self, searcher: &mut Searcher<'_, G>, number: usize, deepest: u8) {
        let (mut guess, line) = searcher.first_line(&self.root);
        self.offer(BestLine { value: guess, line, depth: 0, is_exact: false });
        let mut depth = 1 + (number % 2) as u8;
        while depth <= deepest {
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
