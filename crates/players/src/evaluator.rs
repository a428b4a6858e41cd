//! Static evaluation: score plus leave.

use crate::evaluation_context::{EvaluationContext, FinalLeaves};
use crate::leaves::LeaveValues;
use crate::limit::SearchLimit;
use movegen::{Equity, GeneratedPlay, Generator, Leaves, PlaySink, RankedPlay, StopCheck};
use rules::{Coord, Grid, Points, Ruleset, TurnOutcome};
use tiles::{TileCount, TileId, Tiles};

/// What a player does with its turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnAction {
    /// Lay tiles.
    Play(GeneratedPlay),
    /// Exchange tiles.
    Exchange(Vec<TileId>),
    /// Pass.
    Pass,
}

impl TurnAction {
    /// The points of the turn.
    #[must_use]
    pub fn score(&self) -> Points {
        match self {
            TurnAction::Play(play) => play.score(),
            TurnAction::Exchange(_) | TurnAction::Pass => 0,
        }
    }

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

/// A turn with its equity: its points plus the value of its leave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RankedAction {
    /// The turn.
    pub action: TurnAction,
    /// Its equity.
    pub equity: Equity,
}

impl From<RankedPlay> for RankedAction {
    fn from(ranked: RankedPlay) -> RankedAction {
        RankedAction { action: TurnAction::Play(ranked.play), equity: ranked.equity }
    }
}

/// Evaluates turns statically: by their points and the value of their leave.
///
/// ```
/// # mod quixotry { pub use {movegen, quixotry_players as players, presets, rules}; }
/// use quixotry::players::{LeaveValues, SimulationGame, StaticEvaluator, TurnAction};
/// use quixotry::presets::{Library, english};
/// use quixotry::movegen::Generator;
/// use quixotry::rules::SeededChance;
///
/// let rules = Library::shipped().rules("standard")?;
/// let leaves = LeaveValues::of(&rules, english());
/// let mut evaluator = StaticEvaluator::new(Generator::new(&rules, english())?, leaves);
/// let game = SimulationGame::begin(&rules, 2, &mut SeededChance::new(5));
/// let best = evaluator.best(game.grid(), game.rack(0), game.evaluation_context());
/// assert!(matches!(best.action, TurnAction::Play(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StaticEvaluator {
    generator: Generator,
    leaves: LeaveValues,
    limit: SearchLimit,
    kinds: Vec<(TileId, TileCount)>,
    worth: Vec<Equity>,
}

/// How many plays on an empty board are evaluated again, for what they open to the opponent.
const OPENINGS: usize = 60;

impl StaticEvaluator {
    /// Evaluates with these leave values.
    #[must_use]
    pub fn new(generator: Generator, leaves: LeaveValues) -> StaticEvaluator {
        StaticEvaluator {
            generator,
            leaves,
            limit: SearchLimit::UNLIMITED,
            kinds: Vec::new(),
            worth: Vec::new(),
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        self.generator.rules()
    }

    /// The leave values.
    #[must_use]
    pub fn leaves(&self) -> &LeaveValues {
        &self.leaves
    }

    /// Replaces the leave values.
    pub fn set_leaves(&mut self, leaves: LeaveValues) {
        self.leaves = leaves;
    }

    /// Sets the limit of the search that this evaluator works for, which has started. Once it is interrupted, plays are
    /// missing, and the best play may not be the best.
    pub fn set_limit(&mut self, limit: &SearchLimit) {
        self.limit = limit.clone();
    }

    /// The best turn: the best play, an exchange with a higher equity, or a pass.
    pub fn best(&mut self, grid: &Grid, rack: &Tiles, context: EvaluationContext) -> RankedAction {
        let play = if grid.is_empty() {
            self.plays(grid, rack, context, 1, &|| false).pop()
        } else {
            self.best_play(grid, rack, context).map(RankedAction::from)
        };
        let exchange = self.best_exchange(rack, context);
        match (play, exchange) {
            (Some(play), Some(exchange)) if exchange.equity > play.equity => exchange,
            (Some(play), _) => play,
            (None, Some(exchange)) => exchange,
            (None, None) => {
                RankedAction { action: TurnAction::Pass, equity: self.leave_value(rack, context) }
            }
        }
    }

    /// The best play, without the evaluation of openings and without exchanges: for rollouts.
    pub fn best_play(&mut self, grid: &Grid, rack: &Tiles, context: EvaluationContext) -> Option<RankedPlay> {
        match context.bag {
            0 => {
                let rules = self.generator.rules().clone();
                let leaves = FinalLeaves { rules: &rules, others: context.others };
                self.generator.top_until(grid, rack, &leaves, 1, &|| self.limit.is_interrupted()).0.pop()
            }
            _ => self.top_plays(grid, rack, 1).pop(),
        }
    }

    /// The best plays while the bag is not empty, for [`StaticEvaluator::best_play_since`].
    pub(crate) fn top_plays(&mut self, grid: &Grid, rack: &Tiles, count: usize) -> Vec<RankedPlay> {
        self.generator.top_until(grid, rack, &self.leaves, count, &|| self.limit.is_interrupted()).0
    }

    /// The same as [`StaticEvaluator::best_play`] while the bag is not empty, from the best plays of the same rack
    /// before tiles were laid on these squares.
    pub(crate) fn best_play_since(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        known: &[RankedPlay],
        laid: &[Coord],
    ) -> Option<RankedPlay> {
        let stop = || self.limit.is_interrupted();
        self.generator.best_since(grid, rack, &self.leaves, known, laid, &stop)
    }

    /// The same as [`StaticEvaluator::best_play`] while the bag is not empty, faster if one of the hints is good.
    pub(crate) fn best_play_hinted(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        hints: &[GeneratedPlay],
        laid: &[Coord],
    ) -> Option<RankedPlay> {
        let stop = || self.limit.is_interrupted();
        self.generator.best_hinted(grid, rack, &self.leaves, hints, laid, &stop)
    }

    /// Passes every play to a sink.
    pub fn generate(&mut self, grid: &Grid, rack: &Tiles, sink: &mut dyn PlaySink) {
        self.generator.generate_until(grid, rack, sink, &|| self.limit.is_interrupted());
    }

    /// The best `count` plays, best first; fewer if `stop` returns `true` or the limit is reached.
    pub fn plays(
        &mut self,
        grid: &Grid,
        rack: &Tiles,
        context: EvaluationContext,
        count: usize,
        stop: StopCheck<'_>,
    ) -> Vec<RankedAction> {
        let rules = self.generator.rules().clone();
        let end = FinalLeaves { rules: &rules, others: context.others };
        let leaves: &dyn Leaves = if context.bag == 0 { &end } else { &self.leaves };
        let wanted = if grid.is_empty() { count.max(OPENINGS) } else { count };
        let limit = &self.limit;
        let stop = || stop() || limit.is_interrupted();
        let (mut plays, _) = self.generator.top_until(grid, rack, leaves, wanted, &stop);
        if grid.is_empty() {
            plays
                .iter_mut()
                .for_each(|ranked| ranked.equity = ranked.equity + opening_penalty(&rules, &ranked.play));
            plays.sort_by_key(|ranked| std::cmp::Reverse(ranked.equity));
            plays.truncate(count);
        }
        plays.into_iter().map(RankedAction::from).collect()
    }

    /// The best `count` exchanges, best first.
    pub fn exchanges(&mut self, rack: &Tiles, context: EvaluationContext, count: usize) -> Vec<RankedAction> {
        let Some((fewest, most)) = context.exchange.filter(|_| count > 0) else { return Vec::new() };
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

    fn best_exchange(&mut self, rack: &Tiles, context: EvaluationContext) -> Option<RankedAction> {
        self.exchanges(rack, context, 1).pop()
    }

    /// The value of a leave: for the next rack, or at the end of the game.
    #[must_use]
    pub fn leave_value(&self, kept: &Tiles, context: EvaluationContext) -> Equity {
        match context.bag {
            0 => FinalLeaves { rules: self.generator.rules(), others: context.others }.worth(kept),
            _ => self.leaves.worth(kept),
        }
    }

    /// Values every subset of a rack; returns `false` if there are too many.
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

    /// The number of tiles of the subset at a place.
    fn subset_len(&self, mut place: usize) -> usize {
        let mut sum = 0;
        for &(_, count) in &self.kinds {
            let base = usize::from(count) + 1;
            sum += place % base;
            place /= base;
        }
        sum
    }

    /// The tiles that are exchanged if the subset at a place is kept.
    fn returned_tiles(&self, mut place: usize) -> Vec<TileId> {
        let mut given = Vec::new();
        for &(id, count) in &self.kinds {
            let base = usize::from(count) + 1;
            given.extend(std::iter::repeat_n(id, usize::from(count) - place % base));
            place /= base;
        }
        given
    }

    /// For very large racks: exchanges the worst tile, then the next.
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

/// The penalty for a vowel next to a letter premium on an empty board: the opponent often uses both.
const OPENED: Equity = Equity(-700);

/// The penalty of the opening play for what it opens to the opponent.
fn opening_penalty(rules: &Ruleset, play: &GeneratedPlay) -> Equity {
    let across = play.line.axis.other();
    let premium =
        |at| rules.board.square(at).is_some_and(|square| square.factors().is_some_and(|f| f.letter > 1));
    let vowels =
        play.as_play_ref().placed_tiles().filter(|laid| rules.tiles.alphabet().is_vowel(laid.face.letter));
    let beside = vowels.flat_map(|laid| [-1, 1].map(|step| laid.at.step(across, step)));
    beside.filter(|&at| premium(at)).fold(Equity::ZERO, |sum, _| sum + OPENED)
}
