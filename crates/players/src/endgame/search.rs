//! The search: negascout over all plays of both players, with a transposition table.
//!
//! A value is the gain in spread of the player to move until the end of the game, so positions with different scores
//! share their entries. At the depth limit the rest of the game is played out greedily. A value is *exact* if it does
//! not depend on such a playout.

use super::data::SideIndex;
use super::interrupt::InterruptCheck;
use super::lane_lists::mix;
use super::outcome;
use super::packed_rack::{PackedRack, Settlement, TileKinds};
use super::play_source::{EndgamePlay, PASS, PlaySource};
use super::standstill::StandstillRule;
use super::transposition::{BEST, TO_THE_END, TranspositionEntry, TranspositionTable, ValueBound};
use crate::limit::SearchLimit;
use movegen::GeneratedPlay;
use rules::{Points, Seat, Tally};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Beyond any value.
pub(crate) const FAR: Points = 1 << 29;

/// How often the clock is looked at, in nodes and in plays found.
const LOOK: u64 = 16;
const LOOK_FOUND: u64 = 8192;

/// This many plays found count as much work as a node.
const FOUND_A_NODE: u64 = 64;

/// The longest line: each tile laid by itself, a pass before each, and two at the end.
pub(crate) const DEEPEST: u8 = 120;

/// The constants of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EndgameTerms<'a> {
    pub(crate) settlement: Settlement,
    pub(crate) kinds: [&'a TileKinds; 2],
    /// When a game without progress ends.
    pub(crate) standstill: StandstillRule,
    /// After this many turns without points, two passes in a row count as the end: see [`super`].
    pub(crate) two_passes_end_from: u16,
}

/// A position without the tiles on the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchNode {
    pub(crate) racks: [PackedRack; 2],
    pub(crate) side: SideIndex,
    /// The hash of the tiles on the board.
    pub(crate) board: u64,
    pub(crate) board_is_empty: bool,
    /// Turns without progress, as far as a limit counts them.
    pub(crate) tally: Tally,
    /// Whether the previous turn was a pass, if two in a row count as the end.
    pub(crate) passed: bool,
}

impl SearchNode {
    fn key(&self) -> u64 {
        let Tally { passes, scoreless, rounds, passed } = self.tally;
        let passed = u64::from(passed.contains(Seat(0))) | u64::from(passed.contains(Seat(1))) << 1;
        let turn = u64::from(passes) << 48 | u64::from(scoreless) << 32 | u64::from(rounds) << 16 | passed;
        let turn = turn | u64::from(self.passed) << 9 | (self.side as u64) << 8;
        self.board ^ mix(self.racks[0].0 ^ mix(self.racks[1].0 ^ mix(turn)))
    }
}

/// An alpha-beta window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AlphaBetaWindow {
    pub(crate) alpha: Points,
    pub(crate) beta: Points,
}

impl AlphaBetaWindow {
    fn is_narrow(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// The null window above `alpha`.
    fn narrow(self) -> AlphaBetaWindow {
        AlphaBetaWindow { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The window of the opponent after a play with this score.
    fn for_opponent(self, score: Points) -> AlphaBetaWindow {
        AlphaBetaWindow { alpha: score - self.beta, beta: score - self.alpha }
    }
}

/// The value of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchValue {
    pub(crate) value: Points,
    pub(crate) is_exact: bool,
}

impl SearchValue {
    /// The placeholder of an interrupted search.
    const NONE: SearchValue = SearchValue { value: 0, is_exact: false };
}

/// The result of a play.
enum SearchStep {
    Over(Points),
    Continues(SearchNode),
}

/// The state that all threads share.
pub(crate) struct SearchState<'a> {
    pub(crate) terms: EndgameTerms<'a>,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) stop: AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) limit: SearchLimit,
    pub(crate) most_nodes: u64,
    /// How many plays of each position are tried.
    pub(crate) width: usize,
}

impl<'a> SearchState<'a> {
    pub(crate) fn new(
        terms: EndgameTerms<'a>,
        table: &'a TranspositionTable,
        limit: &SearchLimit,
    ) -> SearchState<'a> {
        SearchState {
            terms,
            table,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            most_nodes: limit.iterations().unwrap_or(u64::MAX),
            limit: limit.start(),
            width: usize::MAX,
        }
    }

    /// The same, limited to the plays of each position that score most.
    pub(crate) fn with_width(self, width: usize) -> SearchState<'a> {
        SearchState { width, ..self }
    }
}

/// One turn of a line.
pub(crate) type LineTurn = Option<GeneratedPlay>;

/// One thread's search.
pub(crate) struct Searcher<'a, G: PlaySource> {
    shared: &'a SearchState<'a>,
    pub(crate) source: G,
    boards: Vec<G::LaneBoard>,
    /// For each ply: the play that leads there and has not been made yet.
    pending: Vec<Option<u32>>,
    lists: Vec<Vec<EndgamePlay>>,
    lines: Vec<Vec<LineTurn>>,
    playout: [G::LaneBoard; 2],
    greedy: Vec<EndgamePlay>,
    nodes: u64,
    /// The nodes added to the shared count, and the plays found by then.
    reported: u64,
    found: u64,
    /// Plays that the source had found before the search.
    found_before: u64,
    pub(crate) stopped: bool,
    /// Makes threads try equal plays in different orders.
    jitter_seed: u64,
}

impl<'a, G: PlaySource> Searcher<'a, G> {
    pub(crate) fn new(shared: &'a SearchState<'a>, source: G, jitter_seed: u64) -> Searcher<'a, G> {
        let plies = usize::from(DEEPEST) + 2;
        let mut searcher = Searcher {
            shared,
            source,
            boards: std::iter::repeat_with(Default::default).take(plies).collect(),
            pending: vec![None; plies],
            lists: vec![Vec::new(); plies],
            lines: vec![Vec::new(); plies],
            playout: Default::default(),
            greedy: Vec::new(),
            nodes: 0,
            reported: 0,
            found: 0,
            found_before: 0,
            stopped: false,
            jitter_seed,
        };
        searcher.boards[0] = searcher.source.root();
        (searcher.found, searcher.found_before) =
            (searcher.source.play_count(), searcher.source.play_count());
        searcher
    }

    /// Searches from the root; if the value is within the window, [`Searcher::line`] has the line.
    pub(crate) fn root(&mut self, node: &SearchNode, depth: u8, window: AlphaBetaWindow) -> SearchValue {
        if self.source.is_full() {
            self.source.forget();
            self.boards[0] = self.source.root();
        }
        self.pending[0] = None;
        self.search(0, node, depth, window)
    }

    /// The best line found last.
    pub(crate) fn line(&self) -> &[LineTurn] {
        &self.lines[0]
    }

    /// Plays the game out greedily from the root: the fallback line. Its first turn is chosen among all plays, even
    /// after an interruption, unless they take very long to find.
    pub(crate) fn first_line(&mut self, node: &SearchNode) -> (Points, Vec<LineTurn>) {
        self.source.set_interrupt(InterruptCheck::new(&self.shared.limit.allow_grace(FIRST_PLAYS)));
        self.source.plays(&mut self.boards[0], node.side, node.racks[node.side], &mut self.greedy);
        self.source.set_interrupt(InterruptCheck::new(&self.shared.limit));
        let mut line = Vec::new();
        let value = self.play_out(0, node, |step| line.push(step));
        (value, line)
    }

    fn search(&mut self, ply: usize, node: &SearchNode, depth: u8, window: AlphaBetaWindow) -> SearchValue {
        self.lines[ply].clear();
        self.tick();
        if self.stopped {
            return SearchValue::NONE;
        }
        let key = node.key();
        let known = self.shared.table.get(key);
        let answer = known.filter(|_| window.is_narrow()).and_then(|entry| cut(entry, depth, window));
        if let Some(found) = answer {
            return found;
        }
        self.arrive(ply);
        if depth == 0 || ply >= usize::from(DEEPEST) {
            let value = self.play_out(ply, node, |_| {});
            return if self.is_incomplete() {
                SearchValue::NONE
            } else {
                SearchValue { value, is_exact: false }
            };
        }
        self.list(ply, node, known);
        if self.is_incomplete() {
            return SearchValue::NONE;
        }
        let (best, chosen) = self.try_all(ply, node, depth, window);
        if self.stopped {
            return SearchValue::NONE;
        }
        self.remember(key, best, chosen, depth, window);
        best
    }

    /// Tries the plays of a node one after the other: returns the best value, and the hash of the best play.
    fn try_all(
        &mut self,
        ply: usize,
        node: &SearchNode,
        depth: u8,
        mut window: AlphaBetaWindow,
    ) -> (SearchValue, u64) {
        let width = self.lists[ply].len().min(self.shared.width);
        // A play that is not tried may be better; a play that is good enough stays so.
        let is_exact = width == self.lists[ply].len();
        let (mut best, mut chosen) = (SearchValue { value: -FAR, is_exact }, 0);
        for number in 0..width {
            let candidate = self.next(ply, number);
            let scouts = number > 0 && !window.is_narrow();
            let mut found =
                self.try_play(ply, node, &candidate, depth, if scouts { window.narrow() } else { window });
            if scouts && found.value > window.alpha && found.value < window.beta && !self.stopped {
                found = self.try_play(ply, node, &candidate, depth, window);
            }
            if self.stopped {
                break;
            }
            if found.value > best.value {
                (best.value, chosen) = (found.value, candidate.hash);
            }
            if found.value >= window.beta {
                best.is_exact = found.is_exact;
                break;
            }
            best.is_exact &= found.is_exact;
            if found.value > window.alpha {
                window.alpha = found.value;
                self.extend_line(ply, node.side, &candidate);
            }
        }
        (best, chosen)
    }

    fn try_play(
        &mut self,
        ply: usize,
        node: &SearchNode,
        candidate: &EndgamePlay,
        depth: u8,
        window: AlphaBetaWindow,
    ) -> SearchValue {
        match self.after(node, candidate) {
            SearchStep::Over(value) => {
                self.lines[ply + 1].clear();
                SearchValue { value, is_exact: true }
            }
            SearchStep::Continues(next) => {
                self.pending[ply + 1] = Some(candidate.number);
                let found = self.search(ply + 1, &next, depth - 1, window.for_opponent(candidate.score));
                SearchValue { value: candidate.score - found.value, is_exact: found.is_exact }
            }
        }
    }

    /// The node after a play, or the value for its player if the game is over.
    fn after(&self, node: &SearchNode, candidate: &EndgamePlay) -> SearchStep {
        let EndgameTerms { settlement, kinds, standstill, two_passes_end_from, .. } = self.shared.terms;
        let (side, other) = (node.side, 1 - node.side);
        let mut racks = node.racks;
        racks[side] = racks[side].without(candidate.need);
        if racks[side].is_empty() && !candidate.is_pass() {
            return SearchStep::Over(candidate.score + settlement.out(kinds[other].worth(racks[other])));
        }
        let tally = standstill.count(node.tally, side, outcome(candidate.is_pass(), candidate.score));
        let board_is_empty = node.board_is_empty && candidate.is_pass();
        let twice = candidate.is_pass() && node.passed;
        if twice || standstill.is_reached(tally, board_is_empty) {
            let [own, others] = [side, other].map(|seat| kinds[seat].worth(racks[seat]));
            return SearchStep::Over(candidate.score + settlement.standstill(own, others));
        }
        let board = if candidate.is_pass() { node.board } else { node.board ^ candidate.hash };
        let passed = candidate.is_pass() && tally.scoreless >= two_passes_end_from;
        SearchStep::Continues(SearchNode { racks, side: other, board, board_is_empty, tally, passed })
    }

    /// Whether laying these tiles from this rack ends the game.
    fn goes_out(node: &SearchNode, candidate: &EndgamePlay) -> bool {
        candidate.need == node.racks[node.side]
    }

    /// Makes the pending play of a ply.
    fn arrive(&mut self, ply: usize) {
        if let Some(number) = self.pending[ply].take() {
            let (before, from) = self.boards.split_at_mut(ply);
            self.source.follow(&before[ply - 1], number, &mut from[0]);
        }
    }

    /// Lists all plays, and sets their priorities.
    fn list(&mut self, ply: usize, node: &SearchNode, known: Option<TranspositionEntry>) {
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        self.source.plays(&mut self.boards[ply], node.side, node.racks[node.side], &mut list);
        list.push(EndgamePlay::pass());
        let (best, jitter_seed) = (known.map(|entry| entry.best), self.jitter_seed);
        for candidate in &mut list {
            candidate.order = if best == Some(candidate.hash as u32 & BEST) {
                FAR
            } else if candidate.is_pass() {
                -FAR
            } else if Self::goes_out(node, candidate) {
                OUT_FIRST + candidate.score
            } else {
                order(candidate, jitter_seed)
            };
        }
        self.lists[ply] = list;
    }

    /// The next play in order: the first few are selected one by one, because one of them is often enough.
    fn next(&mut self, ply: usize, number: usize) -> EndgamePlay {
        let list = &mut self.lists[ply];
        if number < LAZY {
            let rest = &list[number..];
            let ahead =
                (0..rest.len()).max_by_key(|&at| (rest[at].order, std::cmp::Reverse(at))).unwrap_or(0);
            list.swap(number, number + ahead);
        } else if number == LAZY {
            list[number..].sort_by_key(|candidate| std::cmp::Reverse(candidate.order));
        }
        list[number]
    }

    fn extend_line(&mut self, ply: usize, side: SideIndex, candidate: &EndgamePlay) {
        let step = match candidate.number {
            PASS => None,
            number => Some(self.source.play(&self.boards[ply], side, number)),
        };
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(step);
        before[ply].extend_from_slice(&after[0]);
    }

    fn remember(&self, key: u64, best: SearchValue, chosen: u64, depth: u8, window: AlphaBetaWindow) {
        let bound = match best.value {
            value if value >= window.beta => ValueBound::AtLeast,
            value if value <= window.alpha => ValueBound::AtMost,
            _ => ValueBound::Exact,
        };
        let depth = if best.is_exact { TO_THE_END } else { depth };
        self.shared
            .table
            .put(key, TranspositionEntry { value: best.value, bound, depth, best: chosen as u32 & BEST });
    }

    /// The value if both sides continue greedily; each turn is reported.
    fn play_out(&mut self, ply: usize, node: &SearchNode, mut report: impl FnMut(LineTurn)) -> Points {
        let (mut node, mut total, mut sign, mut now) = (*node, 0, 1, 0);
        self.source.follow(&self.boards[ply], PASS, &mut self.playout[0]);
        loop {
            let chosen = self.greedy_choice(&node, now);
            report(match chosen.number {
                PASS => None,
                number => Some(self.source.play(&self.playout[now], node.side, number)),
            });
            match self.after(&node, &chosen) {
                SearchStep::Over(value) => return total + sign * value,
                SearchStep::Continues(next) => {
                    let [first, second] = &mut self.playout;
                    let (from, to) = if now == 0 { (first, second) } else { (second, first) };
                    self.source.follow(from, chosen.number, to);
                    (total, sign, node, now) = (total + sign * chosen.score, -sign, next, 1 - now);
                }
            }
        }
    }

    fn greedy_choice(&mut self, node: &SearchNode, now: usize) -> EndgamePlay {
        self.greedy.clear();
        self.source.plays(&mut self.playout[now], node.side, node.racks[node.side], &mut self.greedy);
        let terms = self.shared.terms;
        let gain = terms.settlement.out(terms.kinds[1 - node.side].worth(node.racks[1 - node.side]));
        let worth = |candidate: &&EndgamePlay| {
            let out = Self::goes_out(node, candidate);
            (candidate.score + if out { gain + OUT_SOON } else { candidate.spent }, candidate.hash)
        };
        self.greedy.iter().max_by_key(worth).copied().unwrap_or_else(EndgamePlay::pass)
    }

    /// Adds the new nodes to the shared count.
    pub(crate) fn count_rest(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.reported, Relaxed);
        self.reported = self.nodes;
    }

    /// Whether plays are missing because of an interruption: then the result is invalid.
    fn is_incomplete(&mut self) -> bool {
        if self.source.is_interrupted() {
            self.shared.stop.store(true, Relaxed);
            self.stopped = true;
        }
        self.stopped
    }

    /// Counts a node, and checks now and then whether to stop.
    fn tick(&mut self) {
        self.nodes += 1;
        let found = self.source.play_count();
        if self.nodes.is_multiple_of(LOOK) || found - self.found >= LOOK_FOUND {
            self.found = found;
            self.count_rest();
            let work = self.nodes + (found - self.found_before) / FOUND_A_NODE;
            if self.shared.limit.is_interrupted() || work >= self.shared.most_nodes {
                self.shared.stop.store(true, Relaxed);
            }
            self.stopped |= self.shared.stop.load(Relaxed) || self.source.is_full();
        }
    }
}

/// How long the plays of the root may take to find after the time for the search is up: a hundred times as long as on
/// an ordinary board.
const FIRST_PLAYS: Duration = Duration::from_millis(100);

/// How many plays are selected one by one before the rest is sorted.
const LAZY: usize = 4;

/// Going out is tried first, after the best play of the table.
const OUT_FIRST: Points = 1 << 20;

/// The bonus for going out in a greedy playout, beyond its points.
const OUT_SOON: Points = 8;

/// Orders plays by their score and the points of their tiles.
fn order(candidate: &EndgamePlay, jitter_seed: u64) -> Points {
    let jitter = if jitter_seed == 0 { 0 } else { (mix(candidate.hash ^ jitter_seed) % 8) as Points };
    (candidate.score + candidate.spent) * 8 + jitter
}

/// The value of an entry, if it suffices for a window.
fn cut(entry: TranspositionEntry, depth: u8, window: AlphaBetaWindow) -> Option<SearchValue> {
    let suffices = match entry.bound {
        ValueBound::Exact => true,
        ValueBound::AtLeast => entry.value >= window.beta,
        ValueBound::AtMost => entry.value <= window.alpha,
    };
    (entry.depth >= depth && suffices)
        .then_some(SearchValue { value: entry.value, is_exact: entry.depth == TO_THE_END })
}
