//! Score and leave: what a turn is worth at a glance.

use crate::evaluation_context::{EvaluationContext, FinalLeaves};
use crate::leaves::LeaveValues;
use movegen::{Equity, GeneratedPlay, Generator, Leaves, PlaySink, RankedPlay, StopCheck};
use rules::{Coord, Grid, Ruleset, TurnOutcome};
use tiles::{TileCount, TileId, Tiles};

/// What a side may do with its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnAction {
    /// Lay tiles.
    Play(GeneratedPlay),
    /// Give tiles back and draw as many.
    Exchange(Vec<TileId>),
    /// Nothing.
    Pass,
}

impl TurnAction {
    /// How the turn ends, as far as the limits of the game are concerned.
    pub(crate) fn outcome(&self) -> TurnOutcome {
        match self {
            TurnAction::Play(play) if play.score() == 0 => TurnOutcome::ZeroPlay,
            TurnAction::Play(_) => TurnOutcome::Scored,
            TurnAction::Exchange(_) => TurnOutcome::Exchange,
            TurnAction::Pass => TurnOutcome::Pass,
        }
    }
}

/// A turn with what it is worth: its points and the worth of the tiles kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedAction {
    /// What to do.
    pub action: TurnAction,
    /// What it is worth.
    pub equity: Equity,
}

impl From<RankedPlay> for RankedAction {
    fn from(ranked: RankedPlay) -> RankedAction {
        RankedAction { action: TurnAction::Play(ranked.play), equity: ranked.equity }
    }
}

/// Weighs plays by their points and by what they leave on the rack.
#[derive(Clone, Debug)]
pub struct StaticEvaluator {
    generator: Generator,
    leaves: LeaveValues,
    kinds: Vec<(TileId, TileCount)>,
    worth: Vec<Equity>,
}

/// Plays that are looked at again on an empty board, where it matters what they open.
const OPENINGS: usize = 60;

impl StaticEvaluator {
    /// Weighs with these leave values.
    pub fn new(generator: Generator, leaves: LeaveValues) -> StaticEvaluator {
        StaticEvaluator { generator, leaves, kinds: Vec::new(), worth: Vec::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        self.generator.rules()
    }

    /// The leave values.
    pub fn leaves(&self) -> &LeaveValues {
        &self.leaves
    }

    /// Weighs with other leave values from now on.
    pub fn set_leaves(&mut self, leaves: LeaveValues) {
        self.leaves = leaves;
    }

    /// The best turn: the best play, an exchange that is worth more, or else nothing.
    pub fn best(&mut self, grid: &Grid, rack: &Tiles, outlook: EvaluationContext) -> RankedAction {
        let play = if grid.is_empty() {
            self.plays(grid, rack, outlook, 1, &|| false).pop()
        } else {
            self.best_play(grid, rack, outlook).map(RankedAction::from)
        };
        let exchange = self.best_exchange(rack, outlook);
        match (play, exchange) {
            (Some(play), Some(exchange)) if exchange.equity > play.equity => exchange,
            (Some(play), _) => play,
            (None, Some(exchange)) => exchange,
            (None, None) => {
                RankedAction { action: TurnAction::Pass, equity: self.leave_value(rack, outlook) }
            }
        }
    }

    /// The best play without a second look at openings and without exchanges: what rollouts use.
    pub fn best_play(&mut self, grid: &Grid, rack: &Tiles, outlook: EvaluationContext) -> Option<RankedPlay> {
        match outlook.bag {
            0 => {
                let rules = self.generator.rules().clone();
                self.generator.best(grid, rack, &FinalLeaves { rules: &rules, others: outlook.others })
            }
            _ => self.generator.best(grid, rack, &self.leaves),
        }
    }

    /// The best so many plays while there are tiles in the bag, to be used by [`best_play_since`](Weigher::quick_since).
    pub(crate) fn top_plays(&mut self, grid: &Grid, rack: &Tiles, count: usize) -> Vec<RankedPlay> {
        self.generator.top(grid, rack, &self.leaves, count)
    }

    /// What [`quick`](Weigher::quick) finds while there are tiles in the bag, from what is known about the same rack
    /// before tiles were laid at these squares.
    pub(crate) fn best_play_since(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        known: &[RankedPlay],
        laid: &[Coord],
    ) -> Option<RankedPlay> {
        self.generator.best_since(grid, rack, &self.leaves, known, laid)
    }

    /// What [`quick`](Weigher::quick) finds while there are tiles in the bag, sooner if one of the hints is good.
    pub(crate) fn best_play_hinted(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        hints: &[GeneratedPlay],
        laid: &[Coord],
    ) -> Option<RankedPlay> {
        self.generator.best_hinted(grid, rack, &self.leaves, hints, laid)
    }

    /// Hands every play to a sink.
    pub fn generate(&mut self, grid: &Grid, rack: &Tiles, sink: &mut impl PlaySink) {
        self.generator.generate(grid, rack, sink);
    }

    /// The best so many plays, best first; fewer when `stop` says so.
    pub fn plays(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        outlook: EvaluationContext,
        count: usize,
        stop: StopCheck<'_>,
    ) -> Vec<RankedAction> {
        let rules = self.generator.rules().clone();
        let end = FinalLeaves { rules: &rules, others: outlook.others };
        let leaves: &dyn Leaves = if outlook.bag == 0 { &end } else { &self.leaves };
        let wanted = if grid.is_empty() { count.max(OPENINGS) } else { count };
        let (mut plays, _) = self.generator.top_until(grid, rack, leaves, wanted, stop);
        if grid.is_empty() {
            plays
                .iter_mut()
                .for_each(|ranked| ranked.equity = ranked.equity + opening_penalty(&rules, &ranked.play));
            plays.sort_by_key(|ranked| std::cmp::Reverse(ranked.equity));
            plays.truncate(count);
        }
        plays.into_iter().map(RankedAction::from).collect()
    }

    /// The best so many exchanges, best first.
    pub fn exchanges(&mut self, rack: &Tiles, outlook: EvaluationContext, count: usize) -> Vec<RankedAction> {
        let Some((fewest, most)) = outlook.exchange.filter(|_| count > 0) else { return Vec::new() };
        if !self.value_subsets(rack) {
            return self.greedy_exchange(rack, fewest, most).into_iter().collect();
        }
        let mut found: Vec<(Equity, usize)> = Vec::new();
        for place in 0..self.worth.len() {
            let given = rack.len() - self.subset_len(place);
            if (fewest..=most).contains(&given) {
                found.push((self.worth[place], place));
            }
        }
        found.sort_unstable_by(|a, b| b.cmp(a));
        found.truncate(count);
        found
            .into_iter()
            .map(|(equity, place)| RankedAction {
                action: TurnAction::Exchange(self.returned_tiles(place)),
                equity,
            })
            .collect()
    }

    fn best_exchange(&mut self, rack: &Tiles, outlook: EvaluationContext) -> Option<RankedAction> {
        self.exchanges(rack, outlook, 1).pop()
    }

    /// What tiles kept are worth: for the next rack, or at the end of the game.
    pub fn leave_value(&self, kept: &Tiles, outlook: EvaluationContext) -> Equity {
        match outlook.bag {
            0 => FinalLeaves { rules: self.generator.rules(), others: outlook.others }.worth(kept),
            _ => self.leaves.worth(kept),
        }
    }

    /// Values every subset of a rack, unless there are too many.
    fn value_subsets(&mut self, rack: &Tiles) -> bool {
        const MOST: usize = 1 << 14;
        self.kinds.clear();
        self.kinds.extend(rack.kinds());
        let size =
            self.kinds.iter().fold(1usize, |size, &(_, count)| size.saturating_mul(usize::from(count) + 1));
        self.worth.clear();
        if size <= MOST {
            _ = self.leaves.worth_of_all(&self.kinds, &mut self.worth, &|| false);
        }
        size <= MOST
    }

    /// How many tiles the subset at a place has.
    fn subset_len(&self, mut place: usize) -> usize {
        let mut sum = 0;
        for &(_, count) in &self.kinds {
            let base = usize::from(count) + 1;
            sum += place % base;
            place /= base;
        }
        sum
    }

    /// The tiles that are given back when the subset at a place is kept.
    fn returned_tiles(&self, mut place: usize) -> Vec<TileId> {
        let mut given = Vec::new();
        for &(id, count) in &self.kinds {
            let base = usize::from(count) + 1;
            given.extend(std::iter::repeat_n(id, usize::from(count) - place % base));
            place /= base;
        }
        given
    }

    /// For very large racks: the worst tile goes first, then the next.
    fn greedy_exchange(&self, rack: &Tiles, fewest: usize, most: usize) -> Option<RankedAction> {
        let (mut kept, mut given) = (rack.clone(), Vec::new());
        let mut best: Option<RankedAction> = None;
        while given.len() < most {
            let worst =
                kept.kinds().map(|(id, _)| id).max_by_key(|&id| self.leaves.worth(&without(&kept, id)))?;
            kept = without(&kept, worst);
            given.push(worst);
            let equity = self.leaves.worth(&kept);
            if given.len() >= fewest && best.as_ref().is_none_or(|before| equity > before.equity) {
                best = Some(RankedAction { action: TurnAction::Exchange(given.clone()), equity });
            }
        }
        best
    }
}

fn without(tiles: &Tiles, id: TileId) -> Tiles {
    let mut rest = tiles.clone();
    _ = rest.take(id);
    rest
}

/// What a vowel beside a letter premium costs on an empty board: the answer will often use both.
const OPENED: Equity = Equity(-700);

/// What the first play of a game opens for the answer.
fn opening_penalty(rules: &Ruleset, play: &GeneratedPlay) -> Equity {
    let across = play.line.axis.other();
    let premium =
        |at| rules.board.square(at).is_some_and(|square| square.factors().is_some_and(|f| f.letter > 1));
    let vowels =
        play.as_play_ref().placed_tiles().filter(|laid| rules.tiles.alphabet().is_vowel(laid.face.letter));
    let beside = vowels.flat_map(|laid| [-1, 1].map(|step| laid.at.step(across, step)));
    beside.filter(|&at| premium(at)).fold(Equity::ZERO, |sum, _| sum + OPENED)
}
