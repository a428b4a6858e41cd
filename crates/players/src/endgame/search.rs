//! The search: negascout over all plays of both players, with a table of positions met before.
//!
//! Values are what is still to be gained in spread by the player to move, so positions reached with different
//! scores share what is known of them. A search ends at a depth; where it does, the rest of the game is played out
//! greedily. A value is *whole* when no such guess went into it.

use super::ground::{EndgamePlay, Ground, PASS};
use super::hand::{Held, Kinds, Settlement};
use super::land::Side;
use super::lanes::mixed;
use super::table::{BEST, Bound, Entry, Table, WHOLE};
use super::watch::Watch;
use crate::limit::SearchLimit;
use movegen::GeneratedPlay;
use rules::Points;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Beyond any value.
pub(crate) const FAR: Points = 1 << 29;

/// How often the clock is looked at, in nodes and in plays found.
const LOOK: u64 = 16;
const LOOK_FOUND: u64 = 8192;

/// So many plays found are as much work as a node.
const FOUND_A_NODE: u64 = 64;

/// The longest line: each tile laid by itself, a pass before each, and two at the end.
pub(crate) const DEEPEST: u8 = 120;

/// What both players know that never changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'a> {
    pub(crate) settlement: Settlement,
    pub(crate) kinds: [&'a Kinds; 2],
    /// Turns without points, and passes, that end the game; at most 255.
    pub(crate) limits: Patience,
    /// The tiles still to be drawn in their order, each as the kind it is to either player.
    pub(crate) bag: &'a [[u8; 2]],
    /// How many tiles a full rack has.
    pub(crate) full: u32,
    /// Whether two passes in a row can be taken for the end: see [`super::Endgame`].
    pub(crate) two_passes_end: bool,
}

/// How many turns without progress are left before the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Patience {
    pub(crate) scoreless: u8,
    pub(crate) passes: u8,
}

/// A position but for its tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) racks: [Held; 2],
    pub(crate) side: Side,
    /// The hash of the tiles on the board.
    pub(crate) board: u64,
    pub(crate) left: Patience,
    /// Whether the turn before was a pass, where two in a row are taken for the end.
    pub(crate) passed: bool,
    /// How many tiles of the bag have been drawn.
    pub(crate) drawn: u8,
}

impl Node {
    fn key(&self) -> u64 {
        let turn = u64::from(self.drawn) << 32
            | u64::from(self.left.scoreless) << 24
            | u64::from(self.left.passes) << 16
            | u64::from(self.passed) << 8
            | self.side as u64;
        self.board ^ mixed(self.racks[0].0 ^ mixed(self.racks[1].0 ^ mixed(turn)))
    }
}

/// Between which values it matters what the value is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Points,
    pub(crate) beta: Points,
}

impl Window {
    fn is_narrow(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// The window in which it shows whether a value beats `alpha`.
    fn narrow(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The window of the other player after a play that counts so much.
    fn turned(self, score: Points) -> Window {
        Window { alpha: score - self.beta, beta: score - self.alpha }
    }
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Verdict {
    pub(crate) value: Points,
    pub(crate) whole: bool,
}

impl Verdict {
    /// Nothing, because the search was stopped.
    const NONE: Verdict = Verdict { value: 0, whole: false };
}

/// What comes after a play.
enum After {
    Over(Points),
    Goes(Node),
}

/// What all threads share.
pub(crate) struct SearchState<'a> {
    pub(crate) terms: Terms<'a>,
    pub(crate) table: &'a Table,
    pub(crate) stop: AtomicBool,
    pub(crate) nodes: AtomicU64,
    pub(crate) limit: SearchLimit,
    pub(crate) most_nodes: u64,
}

impl<'a> SearchState<'a> {
    pub(crate) fn new(terms: Terms<'a>, table: &'a Table, limit: &SearchLimit) -> SearchState<'a> {
        SearchState {
            terms,
            table,
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            most_nodes: limit.iterations().unwrap_or(u64::MAX),
            limit: limit.start(),
        }
    }
}

/// One turn of a line.
pub(crate) type Step = Option<GeneratedPlay>;

/// One thread's search.
pub(crate) struct Searcher<'a, G: Ground> {
    shared: &'a SearchState<'a>,
    pub(crate) ground: G,
    boards: Vec<G::Board>,
    /// For each ply: what leads there from the ply before and is not carried out yet.
    pending: Vec<Option<u32>>,
    lists: Vec<Vec<EndgamePlay>>,
    lines: Vec<Vec<Step>>,
    playout: [G::Board; 2],
    greedy: Vec<EndgamePlay>,
    nodes: u64,
    /// Nodes that were told to the others, and the plays found by then.
    told: u64,
    found: u64,
    /// Plays that the ground had found before the search.
    found_before: u64,
    pub(crate) stopped: bool,
    /// Makes threads differ in the order of equal plays.
    twist: u64,
}

impl<'a, G: Ground> Searcher<'a, G> {
    pub(crate) fn new(shared: &'a SearchState<'a>, ground: G, twist: u64) -> Searcher<'a, G> {
        let plies = usize::from(DEEPEST) + 2;
        let mut searcher = Searcher {
            shared,
            ground,
            boards: std::iter::repeat_with(Default::default).take(plies).collect(),
            pending: vec![None; plies],
            lists: vec![Vec::new(); plies],
            lines: vec![Vec::new(); plies],
            playout: Default::default(),
            greedy: Vec::new(),
            nodes: 0,
            told: 0,
            found: 0,
            found_before: 0,
            stopped: false,
            twist,
        };
        searcher.boards[0] = searcher.ground.root();
        (searcher.found, searcher.found_before) =
            (searcher.ground.play_count(), searcher.ground.play_count());
        searcher
    }

    /// Searches from the root; the line is in [`Searcher::line`] when the value lies within the window.
    pub(crate) fn root(&mut self, node: &Node, depth: u8, window: Window) -> Verdict {
        if self.ground.is_full() {
            self.ground.forget();
            self.boards[0] = self.ground.root();
        }
        self.pending[0] = None;
        self.search(0, node, depth, window)
    }

    /// The best line found last.
    pub(crate) fn line(&self) -> &[Step] {
        &self.lines[0]
    }

    /// Plays the game out greedily from the root: the line that is there when there is no time for any other. Its
    /// first turn is chosen among all, however late it is.
    pub(crate) fn first_line(&mut self, node: &Node) -> (Points, Vec<Step>) {
        self.ground.keep_to(Watch::default());
        self.ground.plays(&mut self.boards[0], node.side, node.racks[node.side], &mut self.greedy);
        self.ground.keep_to(Watch::new(&self.shared.limit));
        let mut line = Vec::new();
        let value = self.play_out(0, node, |step| line.push(step));
        (value, line)
    }

    fn search(&mut self, ply: usize, node: &Node, depth: u8, window: Window) -> Verdict {
        self.lines[ply].clear();
        self.tick();
        if self.stopped {
            return Verdict::NONE;
        }
        let key = node.key();
        let known = self.shared.table.get(key);
        let answer = known.filter(|_| window.is_narrow()).and_then(|entry| cut(entry, depth, window));
        if let Some(verdict) = answer {
            return verdict;
        }
        self.arrive(ply);
        if depth == 0 || ply >= usize::from(DEEPEST) {
            let value = self.play_out(ply, node, |_| {});
            return if self.is_cut_short() { Verdict::NONE } else { Verdict { value, whole: false } };
        }
        self.list(ply, node, known);
        if self.is_cut_short() {
            return Verdict::NONE;
        }
        let (best, chosen) = self.try_all(ply, node, depth, window);
        if self.stopped {
            return Verdict::NONE;
        }
        self.remember(key, best, chosen, depth, window);
        best
    }

    /// Tries the plays of a node one after the other: the best value, and the hash of the play that has it.
    fn try_all(&mut self, ply: usize, node: &Node, depth: u8, mut window: Window) -> (Verdict, u64) {
        let (mut best, mut chosen) = (Verdict { value: -FAR, whole: true }, 0);
        for number in 0..self.lists[ply].len() {
            let candidate = self.next(ply, number);
            let scouts = number > 0 && !window.is_narrow();
            let mut verdict =
                self.try_play(ply, node, &candidate, depth, if scouts { window.narrow() } else { window });
            if scouts && verdict.value > window.alpha && verdict.value < window.beta && !self.stopped {
                verdict = self.try_play(ply, node, &candidate, depth, window);
            }
            if self.stopped {
                break;
            }
            if verdict.value > best.value {
                (best.value, chosen) = (verdict.value, candidate.hash);
            }
            if verdict.value >= window.beta {
                best.whole = verdict.whole;
                break;
            }
            best.whole &= verdict.whole;
            if verdict.value > window.alpha {
                window.alpha = verdict.value;
                self.extend_line(ply, node.side, &candidate);
            }
        }
        (best, chosen)
    }

    fn try_play(
        &mut self,
        ply: usize,
        node: &Node,
        candidate: &EndgamePlay,
        depth: u8,
        window: Window,
    ) -> Verdict {
        match self.after(node, candidate) {
            After::Over(value) => {
                self.lines[ply + 1].clear();
                Verdict { value, whole: true }
            }
            After::Goes(next) => {
                self.pending[ply + 1] = Some(candidate.number);
                let verdict = self.search(ply + 1, &next, depth - 1, window.turned(candidate.score));
                Verdict { value: candidate.score - verdict.value, whole: verdict.whole }
            }
        }
    }

    /// What a play leads to, and what the game is worth to its player when it is over.
    fn after(&self, node: &Node, candidate: &EndgamePlay) -> After {
        let Terms { settlement, kinds, limits, two_passes_end, .. } = self.shared.terms;
        let (side, other) = (node.side, 1 - node.side);
        let mut racks = node.racks;
        racks[side] = racks[side].without(candidate.need);
        let drawn = self.draw(&mut racks[side], side, node.drawn);
        if racks[side].is_empty() && !candidate.is_pass() {
            return After::Over(candidate.score + settlement.out(kinds[other].worth(racks[other])));
        }
        let mut left = node.left;
        left.passes = if candidate.is_pass() { left.passes - 1 } else { limits.passes };
        left.scoreless = if candidate.score == 0 { left.scoreless - 1 } else { limits.scoreless };
        let twice = candidate.is_pass() && node.passed;
        if twice || left.passes == 0 || left.scoreless == 0 {
            let [own, others] = [side, other].map(|seat| kinds[seat].worth(racks[seat]));
            return After::Over(candidate.score + settlement.standstill(own, others));
        }
        let board = if candidate.is_pass() { node.board } else { node.board ^ candidate.hash };
        let passed = candidate.is_pass() && two_passes_end;
        After::Goes(Node { racks, side: other, board, left, passed, drawn })
    }

    /// Fills a rack from the bag; tells how many tiles are drawn then.
    fn draw(&self, rack: &mut Held, side: Side, drawn: u8) -> u8 {
        let Terms { bag, full, .. } = self.shared.terms;
        let left = &bag[usize::from(drawn)..];
        let wanted = if left.is_empty() { 0 } else { full.saturating_sub(rack.total()) };
        let taken = left.iter().take(wanted as usize);
        taken.fold(drawn, |drawn, kinds| {
            *rack = rack.with(Held::one(kinds[side].into()));
            drawn + 1
        })
    }

    /// Whether laying these tiles from this rack ends the game.
    fn goes_out(&self, node: &Node, candidate: &EndgamePlay) -> bool {
        candidate.need == node.racks[node.side] && usize::from(node.drawn) == self.shared.terms.bag.len()
    }

    /// Carries out what leads to a ply.
    fn arrive(&mut self, ply: usize) {
        if let Some(number) = self.pending[ply].take() {
            let (before, from) = self.boards.split_at_mut(ply);
            self.ground.follow(&before[ply - 1], number, &mut from[0]);
        }
    }

    /// Lists all plays, and gives each its place in the order.
    fn list(&mut self, ply: usize, node: &Node, known: Option<Entry>) {
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        self.ground.plays(&mut self.boards[ply], node.side, node.racks[node.side], &mut list);
        list.push(EndgamePlay::pass());
        let (best, twist) = (known.map(|entry| entry.best), self.twist);
        for candidate in &mut list {
            candidate.order = if best == Some(candidate.hash as u32 & BEST) {
                FAR
            } else if candidate.is_pass() {
                -FAR
            } else if self.goes_out(node, candidate) {
                OUT_FIRST + candidate.score
            } else {
                order(candidate, twist)
            };
        }
        self.lists[ply] = list;
    }

    /// The next candidate in the order: the first ones are looked for one by one, since one of them is often enough.
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

    fn extend_line(&mut self, ply: usize, side: Side, candidate: &EndgamePlay) {
        let step = match candidate.number {
            PASS => None,
            number => Some(self.ground.play(&self.boards[ply], side, number)),
        };
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(step);
        before[ply].extend_from_slice(&after[0]);
    }

    fn remember(&self, key: u64, best: Verdict, chosen: u64, depth: u8, window: Window) {
        let bound = match best.value {
            value if value >= window.beta => Bound::AtLeast,
            value if value <= window.alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        let depth = if best.whole { WHOLE } else { depth };
        self.shared.table.put(key, Entry { value: best.value, bound, depth, best: chosen as u32 & BEST });
    }

    /// What the game is worth when both go on greedily; each turn is told.
    fn play_out(&mut self, ply: usize, node: &Node, mut tell: impl FnMut(Step)) -> Points {
        let (mut node, mut total, mut sign, mut now) = (*node, 0, 1, 0);
        self.ground.follow(&self.boards[ply], PASS, &mut self.playout[0]);
        loop {
            let chosen = self.greedy_choice(&node, now);
            tell(match chosen.number {
                PASS => None,
                number => Some(self.ground.play(&self.playout[now], node.side, number)),
            });
            match self.after(&node, &chosen) {
                After::Over(value) => return total + sign * value,
                After::Goes(next) => {
                    let [first, second] = &mut self.playout;
                    let (from, to) = if now == 0 { (first, second) } else { (second, first) };
                    self.ground.follow(from, chosen.number, to);
                    (total, sign, node, now) = (total + sign * chosen.score, -sign, next, 1 - now);
                }
            }
        }
    }

    fn greedy_choice(&mut self, node: &Node, now: usize) -> EndgamePlay {
        self.greedy.clear();
        self.ground.plays(&mut self.playout[now], node.side, node.racks[node.side], &mut self.greedy);
        let terms = self.shared.terms;
        let gain = terms.settlement.out(terms.kinds[1 - node.side].worth(node.racks[1 - node.side]));
        let worth = |candidate: &&EndgamePlay| {
            let out = self.goes_out(node, candidate);
            (candidate.score + if out { gain + OUT_SOON } else { candidate.spent }, candidate.hash)
        };
        self.greedy.iter().max_by_key(worth).copied().unwrap_or_else(EndgamePlay::pass)
    }

    /// Counts the nodes not yet told to the others.
    pub(crate) fn count_rest(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
    }

    /// Whether plays are missing because the time was up: then nothing follows from those that were found.
    fn is_cut_short(&mut self) -> bool {
        if self.ground.is_late() {
            self.shared.stop.store(true, Relaxed);
            self.stopped = true;
        }
        self.stopped
    }

    /// Counts a node, and looks now and then whether it is time to stop.
    fn tick(&mut self) {
        self.nodes += 1;
        let found = self.ground.play_count();
        if self.nodes.is_multiple_of(LOOK) || found - self.found >= LOOK_FOUND {
            self.found = found;
            self.count_rest();
            let work = self.nodes + (found - self.found_before) / FOUND_A_NODE;
            if self.shared.limit.is_interrupted() || work >= self.shared.most_nodes {
                self.shared.stop.store(true, Relaxed);
            }
            self.stopped |= self.shared.stop.load(Relaxed) || self.ground.is_full();
        }
    }
}

/// So many candidates are looked for one by one before the rest is sorted.
const LAZY: usize = 4;

/// Going out is tried before all that is not known to be better.
const OUT_FIRST: Points = 1 << 20;

/// What going out is worth beyond the points when a game is played out greedily.
const OUT_SOON: Points = 8;

/// Points and dear tiles first.
fn order(candidate: &EndgamePlay, twist: u64) -> Points {
    let jitter = if twist == 0 { 0 } else { (mixed(candidate.hash ^ twist) % 8) as Points };
    (candidate.score + candidate.spent) * 8 + jitter
}

/// The answer, when what is known suffices for a window.
fn cut(entry: Entry, depth: u8, window: Window) -> Option<Verdict> {
    let suffices = match entry.bound {
        Bound::Exact => true,
        Bound::AtLeast => entry.value >= window.beta,
        Bound::AtMost => entry.value <= window.alpha,
    };
    (entry.depth >= depth && suffices).then_some(Verdict { value: entry.value, whole: entry.depth == WHOLE })
}
