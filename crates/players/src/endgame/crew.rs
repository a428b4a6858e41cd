//! Deepening: one search after the other, each a turn deeper, on as many threads as wanted.

use super::ground::Ground;
use super::search::{DEEPEST, FAR, Node, SearchState, Searcher, Step, Window};
use rules::Points;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

/// How far around the value of the search before the next one looks first.
const WINDOW: Points = 6;

/// The best that was found so far.
#[derive(Clone, Debug)]
pub(crate) struct BestLine {
    pub(crate) value: Points,
    pub(crate) line: Vec<Step>,
    pub(crate) depth: u8,
    pub(crate) whole: bool,
}

/// Searchers of one position.
pub(crate) struct Crew<'a> {
    shared: &'a SearchState<'a>,
    root: Node,
    best: Mutex<Option<BestLine>>,
}

impl<'a> Crew<'a> {
    pub(crate) fn new(shared: &'a SearchState<'a>, root: Node) -> Crew<'a> {
        Crew { shared, root, best: Mutex::new(None) }
    }

    /// Searches with so many threads, each on a ground of its own.
    pub(crate) fn run<G: Ground>(self, threads: usize, ground: impl Fn() -> G + Sync) -> BestLine {
        let (crew, ground) = (&self, &ground);
        std::thread::scope(|scope| {
            for number in 1..threads {
                scope.spawn(move || crew.work(ground(), number));
            }
            crew.work(ground(), 0);
        });
        self.result()
    }

    /// Searches on this thread alone.
    pub(crate) fn run_alone<G: Ground>(self, ground: G) -> BestLine {
        self.work(ground, 0);
        self.result()
    }

    fn result(self) -> BestLine {
        let best = self.best.into_inner().unwrap_or_else(PoisonError::into_inner);
        best.unwrap_or(BestLine { value: 0, line: vec![None], depth: 0, whole: false })
    }

    fn work<G: Ground>(&self, ground: G, number: usize) {
        let mut searcher = Searcher::new(self.shared, ground, number as u64);
        self.deepen(&mut searcher, number);
        searcher.count_rest();
    }

    fn deepen<G: Ground>(&self, searcher: &mut Searcher<'_, G>, number: usize) {
        let (mut guess, line) = searcher.first_line(&self.root);
        self.tell(BestLine { value: guess, line, depth: 0, whole: false });
        let mut depth = 1 + (number % 2) as u8;
        while depth <= DEEPEST {
            match self.search(searcher, depth, guess) {
                Some(found) => {
                    (guess, depth) = (found.value, depth + 1);
                    let whole = found.whole;
                    self.tell(found);
                    if whole {
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
    fn search<G: Ground>(
        &self,
        searcher: &mut Searcher<'_, G>,
        depth: u8,
        guess: Points,
    ) -> Option<BestLine> {
        let mut window = Window { alpha: guess - WINDOW, beta: guess + WINDOW };
        let mut width = WINDOW;
        loop {
            let verdict = searcher.root(&self.root, depth, window);
            if searcher.stopped {
                return None;
            }
            width = width.saturating_mul(4).min(FAR);
            match verdict.value {
                value if value <= window.alpha => window.alpha = (value - width).max(-FAR),
                value if value >= window.beta => window.beta = (value + width).min(FAR),
                value => {
                    let line = searcher.line().to_vec();
                    return Some(BestLine { value, line, depth, whole: verdict.whole });
                }
            }
        }
    }

    /// Keeps what was found, if it is worth more than what was known.
    fn tell(&self, found: BestLine) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if best.as_ref().is_none_or(|best| (found.whole, found.depth) > (best.whole, best.depth)) {
            *best = Some(found);
        }
    }
}
