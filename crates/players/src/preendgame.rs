//! Pre-endgames: few tiles are left in the bag, and every possible draw can be tried.
//!
//! For each play that may be best and each choice of tiles in the bag, the rest of the game is solved as an endgame. A
//! play that empties the bag is evaluated exactly: after it both players know all tiles. For any other turn, and for an
//! exchange if the rules allow one with so few tiles, the search assumes that both players know the order of the bag
//! and do not exchange; so its value is always an estimate.
//!
//! ```
//! # mod quixotry { pub use {notation, quixotry_players as players, presets}; }
//! use quixotry::players::preendgame::{PreEndgame, StudyOptions, study};
//! use quixotry::players::SearchLimit;
//!
//! let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
//! let cgp = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/\
//!            N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERS/DEL 321/447 0";
//! let game = PreEndgame::of_position(&quixotry::notation::cgp::parse(cgp, &rules).unwrap().position).unwrap();
//! let limit = SearchLimit::for_iterations(2);
//! let options = StudyOptions { limit, nodes_per_endgame: Some(50), plays: 4, ..StudyOptions::default() };
//! let results = study(&game, quixotry::presets::english(), &options).unwrap();
//! assert!(results[0].win >= results[1].win);
//! ```

mod draws;

use crate::EvaluationContext;
use crate::endgame::{
    Endgame, EndgameData, EndgameError, LaneLists, ReachableWords, SideIndex, Solution, SolveOptions, Solver,
    StandstillRule, reachable_words, standstill, swap_sides, tally_of,
};
use crate::evaluator::{StaticEvaluator, TurnAction};
use crate::leaves::LeaveValues;
use crate::limit::SearchLimit;
use crate::search::{exchange_range, exchangeable};
use draws::{Draw, draws, orders};
use lexicon::{BuildError, WordGraph};
use movegen::Generator;
use rules::{BoardTile, ExchangeOrder, Grid, Points, Position, Ruleset, SeededChance, Tally, View};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tiles::{TileId, Tiles};

/// The most tiles in the bag of a pre-endgame.
pub const MOST_IN_BAG: usize = 4;

/// Two players, a rack, and a few tiles that are in the bag or on the other rack. The [module](self) has an example.
#[derive(Clone, Debug)]
pub struct PreEndgame {
    rules: Ruleset,
    grid: Grid,
    rack: Tiles,
    unseen: Tiles,
    bag: usize,
    spread: Points,
    /// The turns without progress so far; its seats are sides, the side to move first.
    tally: Tally,
    /// The side that began the game.
    first: SideIndex,
    /// How many tiles may be exchanged: none, or the smallest and the largest number.
    exchange: Option<(usize, usize)>,
}

/// Why a position is not a pre-endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PreEndgameError {
    /// Not two players.
    #[error("a pre-endgame is for two players, but there are {0}")]
    Players(usize),
    /// Too few or too many tiles in the bag.
    #[error("the bag has {0} tiles: a pre-endgame has 1 to {MOST_IN_BAG} tiles in the bag")]
    Bag(usize),
    /// The rack of the player to move is unknown.
    #[error("the rack of the player to move is empty: write it into the position")]
    NoRack,
}

impl PreEndgame {
    /// The pre-endgame in a position, as the player to move sees it.
    ///
    /// # Errors
    ///
    /// Fails if the position is not a pre-endgame of two players.
    pub fn of_position(position: &Position) -> Result<PreEndgame, PreEndgameError> {
        let mut unseen = position.unseen();
        let full = usize::from(position.rules.rack_size);
        let others = match &position.racks[..] {
            [_] => full,
            [_, other] if other.is_empty() => full,
            [_, other] => {
                unseen.add_all(other);
                other.len()
            }
            more => return Err(PreEndgameError::Players(more.len())),
        };
        let spread = match position.scores[..] {
            [own, other] => own - other,
            _ => 0,
        };
        let bag = unseen.len().saturating_sub(others);
        let (rules, grid, rack) = (position.rules.clone(), position.grid.clone(), position.rack().clone());
        let exchange = exchange_range(&rules, rack.len(), bag, 0);
        let tally = Tally { scoreless: position.scoreless, ..Tally::default() };
        PreEndgame { rules, grid, rack, unseen, bag, spread, tally, first: 0, exchange }.check()
    }

    /// The pre-endgame in the view of the player to move.
    ///
    /// # Errors
    ///
    /// Fails if the view is not a pre-endgame of two players.
    pub fn of_view(view: &View) -> Result<PreEndgame, PreEndgameError> {
        let players = view.seats.iter().filter(|seat| seat.active).count();
        let (Some(own), 2, 2) = (view.viewer.seat(), players, view.seats.len()) else {
            return Err(PreEndgameError::Players(players));
        };
        let other = &view.seats[1 - own.index()];
        let mut unseen = view.unseen.clone();
        if let Some(rack) = other.rack.tiles() {
            unseen.add_all(rack);
        }
        let (tally, first) = tally_of(view);
        PreEndgame {
            rules: view.rules.clone(),
            grid: view.grid.clone(),
            rack: view.own_rack().cloned().ok_or(PreEndgameError::NoRack)?,
            unseen,
            bag: view.bag,
            spread: view.seats[own.index()].score - other.score,
            tally,
            first,
            exchange: exchangeable(view),
        }
        .check()
    }

    fn check(self) -> Result<PreEndgame, PreEndgameError> {
        match (self.bag, self.rack.is_empty()) {
            (_, true) => Err(PreEndgameError::NoRack),
            (1..=MOST_IN_BAG, false) => Ok(self),
            (bag, false) => Err(PreEndgameError::Bag(bag)),
        }
    }

    /// The endgame, seen by the other player, after a turn and the draw of tiles in this order.
    fn after(&self, action: &TurnAction, order: &[TileId], others: Tiles) -> Result<Endgame, EndgameError> {
        let mut grid = self.grid.clone();
        if let TurnAction::Play(play) = action {
            let laid = play.as_play_ref().placed_tiles();
            laid.for_each(|laid| _ = grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face }));
        }
        let (rack, left) = self.draw_after(action, order);
        let endgame = Endgame::new(&self.rules, &grid, [others, rack])?.with_bag(left)?;
        Ok(endgame.with_tally(swap_sides(self.tally_after(action)), 1 - self.first))
    }

    /// The player's rack after a turn and the draw of tiles in this order, and the rest of the bag.
    fn draw_after(&self, action: &TurnAction, order: &[TileId]) -> (Tiles, Vec<TileId>) {
        let mut rack = self.rack.clone();
        let (drawn, left) = order.split_at(self.draws(action).min(order.len()));
        match action {
            TurnAction::Play(play) => play.tiles.iter().for_each(|shown| _ = rack.take(shown.tile())),
            TurnAction::Exchange(given) => given.iter().for_each(|&tile| _ = rack.take(tile)),
            TurnAction::Pass => {}
        }
        rack.extend(drawn.iter().copied());
        (rack, left.to_vec())
    }

    /// A sample of the orders in which these tiles of the bag may be drawn, including the tiles that a turn returns.
    fn orders(&self, action: &TurnAction, bag: &[TileId]) -> Vec<Vec<TileId>> {
        match action {
            TurnAction::Exchange(given) if self.returns_first() => sample_orders(&[bag, given].concat()),
            TurnAction::Exchange(given) => {
                let orders = take_spaced(orders(bag)).into_iter().enumerate();
                orders.map(|(turn, order)| return_tiles(&order, given, turn)).collect()
            }
            action if self.empties_the_bag(action) => vec![bag.to_vec()],
            _ => take_spaced(orders(bag)),
        }
    }

    /// Whether exchanged tiles are returned to the bag before new ones are drawn.
    fn returns_first(&self) -> bool {
        self.rules.exchange_limits().is_some_and(|limits| limits.order == ExchangeOrder::ReturnFirst)
    }

    /// How many tiles are drawn after a turn, if the bag has enough.
    fn draws(&self, action: &TurnAction) -> usize {
        match action {
            TurnAction::Play(play) => {
                (usize::from(self.rules.rack_size) + play.tiles.len()).saturating_sub(self.rack.len())
            }
            TurnAction::Exchange(given) => given.len(),
            TurnAction::Pass => 0,
        }
    }

    fn standstill_rule(&self) -> StandstillRule {
        StandstillRule::new(&self.rules, self.first)
    }

    /// The turns without progress after this one.
    fn tally_after(&self, action: &TurnAction) -> Tally {
        self.standstill_rule().count(self.tally, 0, action.outcome())
    }

    /// Whether the limits of the rules end the game after a turn.
    fn ends_with(&self, action: &TurnAction) -> bool {
        let board_is_empty = self.grid.is_empty() && !matches!(action, TurnAction::Play(_));
        self.standstill_rule().is_reached(self.tally_after(action), board_is_empty)
    }

    /// Whether the position has too many blanks to solve an endgame quickly. A simulation is usually better then.
    #[must_use]
    pub fn is_wild(&self) -> bool {
        let all = tiles_of(self);
        let faces = all.iter().filter_map(|id| self.rules.tiles.kind(id)).map(|kind| kind.faces().len());
        faces.map(|faces| faces.saturating_sub(1)).sum::<usize>() > MOST_CHOICES
    }

    fn empties_the_bag(&self, action: &TurnAction) -> bool {
        matches!(action, TurnAction::Play(_)) && self.draws(action) >= self.bag
    }
}

/// How a pre-endgame is studied.
#[derive(Clone, Debug)]
pub struct StudyOptions {
    /// How much work the search may do; an iteration is a draw. Without a limit all draws are tried.
    pub limit: SearchLimit,
    /// How many positions to search in each endgame; without it, and without a limit of time, all are solved.
    pub nodes_per_endgame: Option<u64>,
    /// How many plays to compare: those with the best static equity.
    pub plays: usize,
    /// How many threads.
    pub threads: NonZeroUsize,
    /// The seed of the order in which draws are tried.
    pub seed: u64,
    /// Whether time that is left is used to complete what was cut short or dropped to save time.
    pub use_all_time: bool,
}

impl Default for StudyOptions {
    fn default() -> StudyOptions {
        StudyOptions {
            limit: SearchLimit::UNLIMITED,
            nodes_per_endgame: None,
            plays: 24,
            threads: NonZeroUsize::MIN,
            seed: 0,
            use_all_time: false,
        }
    }
}

/// The result of a turn of a pre-endgame.
#[derive(Clone, PartialEq, Debug)]
pub struct PreEndgameResult {
    /// The turn.
    pub action: TurnAction,
    /// The chance to win, a tie counting half.
    pub win: f64,
    /// The expected spread at the end of the game.
    pub spread: f64,
    /// The probability of the draws that were tried: from 0 to 1.
    pub tried: f64,
    /// How many draws were tried.
    pub draws: u64,
    /// Whether every draw was tried and every endgame solved, without assumptions.
    pub proven: bool,
    /// Whether it was dropped because it cannot win as many games as another turn.
    pub beaten: bool,
}

/// Evaluates the turns of a pre-endgame, best first; turns that cannot be best come last.
///
/// # Errors
///
/// Fails if any order of letters is good and the graph of the sorted words cannot be built.
pub fn study(
    game: &PreEndgame,
    words: &WordGraph,
    options: &StudyOptions,
) -> Result<Vec<PreEndgameResult>, BuildError> {
    study_with(game, words, &LeaveValues::of(&game.rules, words), options, &[])
}

/// The same with the leave values that select the plays to compare, and turns that are evaluated in any case.
///
/// # Errors
///
/// Fails if any order of letters is good and the graph of the sorted words cannot be built.
pub fn study_with(
    game: &PreEndgame,
    words: &WordGraph,
    leaves: &LeaveValues,
    options: &StudyOptions,
    also: &[TurnAction],
) -> Result<Vec<PreEndgameResult>, BuildError> {
    let mut study = Study::new(game, words, leaves, options, also)?;
    let mut draws = draws(&game.unseen, game.bag);
    shuffle(&mut draws, options.seed);
    study.run(&draws, words)?;
    Ok(study.prospects())
}

fn is_same(one: &TurnAction, other: &TurnAction) -> bool {
    match (one, other) {
        (TurnAction::Play(one), TurnAction::Play(other)) => {
            one.as_play_ref().placed_tiles().eq(other.as_play_ref().placed_tiles())
        }
        (TurnAction::Exchange(one), TurnAction::Exchange(other)) => {
            one.iter().copied().collect::<Tiles>() == other.iter().copied().collect()
        }
        (one, other) => one == other,
    }
}

fn tiles_of(game: &PreEndgame) -> Tiles {
    let mut all = game.rack.clone();
    all.add_all(&game.unseen);
    all
}

fn shuffle(draws: &mut [Draw], seed: u64) {
    let mut chance = SeededChance::new(seed);
    for place in (1..draws.len()).rev() {
        draws.swap(place, rules::Chance::below(&mut chance, place as u32 + 1) as usize);
    }
}

/// A turn with its results so far.
struct StudyRow {
    action: TurnAction,
    won: f64,
    spread: f64,
    tried: f64,
    draws: u64,
    is_exact: bool,
    state: RowState,
    /// The result with each draw that was tried.
    outcomes: Vec<Option<DrawOutcome>>,
}

/// Whether a turn is still compared.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum RowState {
    /// It is compared.
    Racing,
    /// It was dropped to save time.
    Behind,
    /// It cannot win as many games as another turn.
    Beaten,
}

/// The result of a turn with one draw.
#[derive(Clone, Copy, Debug)]
struct DrawOutcome {
    won: f64,
    spread: f64,
    is_exact: bool,
}

impl StudyRow {
    fn new(action: TurnAction) -> StudyRow {
        StudyRow {
            action,
            won: 0.0,
            spread: 0.0,
            tried: 0.0,
            draws: 0,
            is_exact: true,
            state: RowState::Racing,
            outcomes: Vec::new(),
        }
    }

    /// Keeps the result with a draw, in place of an earlier one, and counts all of them again.
    fn replace(&mut self, draws: &[Draw], number: usize, outcome: DrawOutcome) {
        self.outcomes.resize(draws.len(), None);
        self.outcomes[number] = Some(outcome);
        (self.won, self.spread, self.tried, self.draws, self.is_exact) = (0.0, 0.0, 0.0, 0, true);
        for (draw, outcome) in draws.iter().zip(self.outcomes.clone()) {
            outcome.into_iter().for_each(|outcome| self.add(draw.weight, outcome));
        }
    }

    /// Whether more time could make the result with a draw better.
    fn is_open(&self, number: usize) -> bool {
        let outcome = self.outcomes.get(number).copied().flatten();
        self.state != RowState::Beaten && outcome.is_none_or(|outcome| !outcome.is_exact)
    }

    fn add(&mut self, weight: f64, outcome: DrawOutcome) {
        self.won += weight * outcome.won;
        self.spread += weight * outcome.spread;
        self.tried += weight;
        self.draws += 1;
        self.is_exact &= outcome.is_exact;
    }

    /// The averages so far, of games won and of spread.
    fn worth(&self) -> (f64, f64) {
        let share = |sum: f64| if self.tried > 0.0 { sum / self.tried } else { 0.0 };
        (share(self.won), share(self.spread))
    }

    /// The most games that can still be won.
    fn most(&self) -> f64 {
        self.won + (1.0 - self.tried)
    }
}

struct Study<'a> {
    game: &'a PreEndgame,
    options: StudyOptions,
    reachable: Option<ReachableWords>,
    rows: Vec<StudyRow>,
}

impl<'a> Study<'a> {
    fn new(
        game: &'a PreEndgame,
        words: &WordGraph,
        leaves: &LeaveValues,
        options: &StudyOptions,
        also: &[TurnAction],
    ) -> Result<Study<'a>, BuildError> {
        let generator = Generator::new(&game.rules, words)?;
        let mut evaluator = StaticEvaluator::new(generator, leaves.clone());
        let context = EvaluationContext { bag: game.bag, others: 0, exchange: game.exchange };
        let options = StudyOptions { limit: options.limit.start(), ..options.clone() };
        let stop = || options.limit.is_interrupted();
        let mut field = evaluator.plays(&game.grid, &game.rack, context, options.plays, &stop);
        field.extend(evaluator.exchanges(&game.rack, context, EXCHANGES));
        let mut actions: Vec<TurnAction> =
            field.into_iter().map(|ranked| ranked.action).chain([TurnAction::Pass]).collect();
        for also in also {
            if !actions.iter().any(|action| is_same(action, also)) {
                actions.push(also.clone());
            }
        }
        let reachable = reachable_words(&game.rules, &game.grid, &tiles_of(game), words);
        let rows = actions.into_iter().map(StudyRow::new).collect();
        Ok(Study { game, options, reachable, rows })
    }

    /// Tries the draws one after the other with all turns that can still be best.
    fn run(&mut self, draws: &[Draw], words: &WordGraph) -> Result<(), BuildError> {
        // With a limit of nodes the result must repeat, and the work of one endgame depends on the entries of the one
        // before.
        let threads = if self.options.nodes_per_endgame.is_some() { 1 } else { self.options.threads.get() };
        let mut solvers: Vec<Solver> = (0..threads).map(|_| Solver::small(words)).collect();
        let most = self.options.limit.iterations().and_then(|most| usize::try_from(most).ok());
        let draws = &draws[..draws.len().min(most.unwrap_or(usize::MAX))];
        for (number, draw) in draws.iter().enumerate() {
            if self.is_interrupted() {
                break;
            }
            let alive: Vec<usize> =
                (0..self.rows.len()).filter(|&row| self.rows[row].state == RowState::Racing).collect();
            let slice = self.slice(alive.len() * (draws.len() - number));
            let found = self.try_draw(draw, &alive, slice, &mut solvers)?;
            let is_cut = self.is_interrupted() && found.iter().any(|(_, outcome)| !outcome.is_exact);
            if (found.len() < alive.len() || is_cut) && number > 0 {
                break; // a draw that only some turns met, or met with less time, would favour them
            }
            found.into_iter().for_each(|(row, outcome)| self.rows[row].replace(draws, number, outcome));
            self.rows.iter_mut().filter(|row| row.draws == 0).for_each(|row| row.state = RowState::Behind);
            self.drop_beaten();
            if HALVINGS.contains(&(number + 1))
                && (self.options.limit.is_timed() || self.options.limit.iterations().is_some())
            {
                self.halve();
            }
        }
        if self.options.use_all_time && self.options.nodes_per_endgame.is_none() {
            self.use_rest(draws, &mut solvers)?;
        }
        Ok(())
    }

    /// Uses the time that is left: solves what was cut short, and tries the draws that turns were dropped without.
    fn use_rest(&mut self, draws: &[Draw], solvers: &mut [Solver]) -> Result<(), BuildError> {
        loop {
            let mut left = self.count_open(draws.len());
            let before = left;
            for (number, draw) in draws.iter().enumerate() {
                let open: Vec<usize> =
                    (0..self.rows.len()).filter(|&row| self.rows[row].is_open(number)).collect();
                if open.is_empty() {
                    continue;
                }
                let found = self.try_draw(draw, &open, self.slice(left), solvers)?;
                left = left.saturating_sub(open.len());
                let is_cut = self.is_interrupted();
                let sound = found.into_iter().filter(|(_, outcome)| outcome.is_exact || !is_cut);
                sound.for_each(|(row, outcome)| self.rows[row].replace(draws, number, outcome));
                self.drop_beaten();
                if is_cut {
                    return Ok(());
                }
            }
            let all = draws.len() as u64;
            let complete =
                self.rows.iter_mut().filter(|row| row.state == RowState::Behind && row.draws == all);
            complete.for_each(|row| row.state = RowState::Racing);
            // What did not become better with a larger share of the time cannot be solved.
            if self.count_open(draws.len()) >= before {
                return Ok(());
            }
        }
    }

    /// How many results could be better.
    fn count_open(&self, draws: usize) -> usize {
        self.rows.iter().map(|row| (0..draws).filter(|&number| row.is_open(number)).count()).sum()
    }

    fn is_interrupted(&self) -> bool {
        self.options.limit.is_interrupted()
    }

    /// The time for one endgame, if this many are still to be solved.
    fn slice(&self, endgames: usize) -> Option<Duration> {
        let left = self.options.limit.deadline()?.saturating_duration_since(Instant::now());
        let each = left * self.options.threads.get() as u32 * 2 / (endgames.max(1) as u32);
        Some(each.max(Duration::from_millis(2)))
    }

    fn try_draw(
        &self,
        draw: &Draw,
        alive: &[usize],
        slice: Option<Duration>,
        solvers: &mut [Solver],
    ) -> Result<Vec<(usize, DrawOutcome)>, BuildError> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let data = self.data(draw);
        let work = |solver: &mut Solver| {
            let mut lanes =
                data.as_ref().zip(self.reachable.as_ref()).map(|(data, words)| LaneLists::new(data, words));
            while let Some(&row) = alive.get(next.fetch_add(1, Relaxed)).filter(|_| !self.is_interrupted()) {
                let outcome = self.outcome(&self.rows[row].action, draw, slice, solver, lanes.as_mut());
                found.lock().unwrap_or_else(PoisonError::into_inner).push((row, outcome));
            }
        };
        std::thread::scope(|scope| {
            let (first, rest) = solvers.split_at_mut(1);
            rest.iter_mut().for_each(|solver| _ = scope.spawn(|| work(solver)));
            first.iter_mut().for_each(work);
        });
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort_by_key(|&(row, _)| row);
        found.into_iter().map(|(row, outcome)| Ok((row, outcome?))).collect()
    }

    /// The data that all turns share if these tiles are in the bag: the opponent comes first. With several blanks, the
    /// lists for all tiles a player might hold would be longer than the lists of all turns together.
    fn data(&self, draw: &Draw) -> Option<EndgameData> {
        let game = self.game;
        if game.is_wild() {
            return None;
        }
        let mut own = game.rack.clone();
        own.extend(draw.tiles.iter().copied());
        EndgameData::new(&game.rules, &game.grid, [&game.unseen, &own])
    }

    /// The result of a turn with a draw: the average over the orders of the tiles that stay in the bag.
    fn outcome(
        &self,
        action: &TurnAction,
        draw: &Draw,
        slice: Option<Duration>,
        solver: &mut Solver,
        mut lanes: Option<&mut LaneLists<'_>>,
    ) -> Result<DrawOutcome, BuildError> {
        let orders = self.game.orders(action, &draw.tiles);
        let share = 1.0 / orders.len() as f64;
        let mut sum = DrawOutcome { won: 0.0, spread: 0.0, is_exact: true };
        for order in orders {
            let (spread, proven) = self.end(action, (draw, &order), slice, solver, lanes.as_deref_mut())?;
            let won = if spread == 0 { 0.5 } else { f64::from(u8::from(spread > 0)) };
            sum.won += share * won;
            sum.spread += share * f64::from(spread);
            sum.is_exact &= proven;
        }
        Ok(sum)
    }

    /// The spread at the end of the game after a turn and a draw, and whether it is proven.
    fn end(
        &self,
        action: &TurnAction,
        (draw, order): (&Draw, &[TileId]),
        slice: Option<Duration>,
        solver: &mut Solver,
        lanes: Option<&mut LaneLists<'_>>,
    ) -> Result<(Points, bool), BuildError> {
        let game = self.game;
        let mut others = game.unseen.clone();
        draw.tiles.iter().for_each(|&tile| _ = others.take(tile));
        let spread = game.spread + if let TurnAction::Play(play) = action { play.score() } else { 0 };
        if game.ends_with(action) {
            let (rack, _) = game.draw_after(action, order);
            return Ok((spread + standstill(&game.rules, &rack, &others), true));
        }
        let Ok(endgame) = game.after(action, order, others) else { return Ok((spread, false)) };
        let options = SolveOptions { limit: self.endgame_limit(slice), ..SolveOptions::default() };
        solver.forget();
        // The shared lists do not cover tiles that were exchanged.
        let solution = match lanes.filter(|_| !matches!(action, TurnAction::Exchange(_))) {
            Some(lanes) => solver.solve_with_lists(&endgame, lanes, &options),
            None => self.solve_alone(&endgame, solver, &options)?,
        };
        Ok((spread - solution.spread_delta, solution.proven))
    }

    /// The limit of one endgame.
    fn endgame_limit(&self, slice: Option<Duration>) -> SearchLimit {
        let limit = match slice {
            Some(slice) => self.options.limit.clone().and_deadline(Instant::now() + slice),
            None => self.options.limit.clone(),
        };
        limit.set_iterations(self.options.nodes_per_endgame)
    }

    /// Solves an endgame with lists for the tiles of its players alone.
    fn solve_alone(
        &self,
        endgame: &Endgame,
        solver: &mut Solver,
        options: &SolveOptions,
    ) -> Result<Solution, BuildError> {
        match endgame.data().as_ref().zip(self.reachable.as_ref()) {
            Some((data, words)) => {
                Ok(solver.solve_with_lists(endgame, &mut LaneLists::new(data, words), options))
            }
            None => solver.solve(endgame, options),
        }
    }

    /// Drops the turns that can no longer win as many games as another.
    fn drop_beaten(&mut self) {
        let sure = self.rows.iter().map(|row| row.won).fold(0.0, f64::max);
        let beaten = self.rows.iter_mut().filter(|row| row.most() < sure - 1e-9);
        beaten.for_each(|row| row.state = RowState::Beaten);
    }

    /// Drops the worse half of the turns to save time.
    fn halve(&mut self) {
        let mut racing: Vec<usize> =
            (0..self.rows.len()).filter(|&row| self.rows[row].state == RowState::Racing).collect();
        racing.sort_by(|&a, &b| better_first(&self.rows[a], &self.rows[b]));
        let kept = racing.len().div_ceil(2).max(FEWEST);
        racing.iter().skip(kept).for_each(|&row| self.rows[row].state = RowState::Behind);
    }

    fn prospects(self) -> Vec<PreEndgameResult> {
        let mut rows = self.rows;
        rows.sort_by(|a, b| a.state.cmp(&b.state).then_with(|| better_first(a, b)));
        let game = self.game;
        let prospect = |row: StudyRow| {
            let (win, spread) = row.worth();
            let proven = row.is_exact && row.tried > 1.0 - 1e-9 && game.empties_the_bag(&row.action);
            let StudyRow { action, tried, draws, state, .. } = row;
            PreEndgameResult { action, win, spread, tried, draws, proven, beaten: state == RowState::Beaten }
        };
        rows.into_iter().map(prospect).collect()
    }
}

/// The number of exchanges that are compared besides plays, if the rules allow any.
const EXCHANGES: usize = 3;

/// The worse half is dropped after these numbers of draws, to save time.
const HALVINGS: [usize; 3] = [8, 20, 40];

/// With more alternative faces than this, as with two blanks, a game is wild, and turns do not share their lists.
const MOST_CHOICES: usize = 40;

/// This many turns are never dropped.
const FEWEST: usize = 4;

/// The most orders of the bag that are tried if tiles stay in it.
const MOST_ORDERS: usize = 4;

/// With more tiles than this there are too many orders to list.
const MOST_ORDERED: usize = 5;

/// A sample of the orders of these tiles.
fn sample_orders(tiles: &[TileId]) -> Vec<Vec<TileId>> {
    if tiles.len() <= MOST_ORDERED {
        return take_spaced(orders(tiles));
    }
    let for_opponent = |turn: usize| {
        let mut order = tiles.to_vec();
        order.rotate_left(turn * tiles.len() / MOST_ORDERS);
        order
    };
    (0..MOST_ORDERS).map(for_opponent).collect()
}

/// The order of a bag after an exchange: as many tiles are drawn as are then returned somewhere among the rest.
fn return_tiles(order: &[TileId], given: &[TileId], turn: usize) -> Vec<TileId> {
    let (drawn, left) = order.split_at(given.len().min(order.len()));
    let mut left = [left, given].concat();
    let places = left.len().max(1);
    left.rotate_left(turn % places);
    [drawn, &left].concat()
}

/// An evenly spaced sample of all orders.
fn take_spaced(orders: Vec<Vec<TileId>>) -> Vec<Vec<TileId>> {
    let every = orders.len().div_ceil(MOST_ORDERS);
    orders.into_iter().step_by(every).collect()
}

fn better_first(a: &StudyRow, b: &StudyRow) -> std::cmp::Ordering {
    b.worth().partial_cmp(&a.worth()).unwrap_or(std::cmp::Ordering::Equal)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/\
                         N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15";

    fn game(board: &str, racks: &str) -> PreEndgame {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let position = notation::cgp::parse(&format!("{board} {racks} 321/447 0"), &rules).unwrap().position;
        PreEndgame::of_position(&position).unwrap()
    }

    #[test]
    fn shared_and_separate_lists_give_the_same_results() {
        let (game, words) = (game(BOARD, "ERS/DEL"), presets::english());
        let options = StudyOptions { plays: 6, ..StudyOptions::default() };
        let study = Study::new(&game, words, &LeaveValues::of(&game.rules, words), &options, &[]).unwrap();
        let mut solver = Solver::small(words);
        for draw in draws(&game.unseen, game.bag) {
            let data = study.data(&draw).unwrap();
            let mut lanes = LaneLists::new(&data, study.reachable.as_ref().unwrap());
            for row in &study.rows {
                let mut end =
                    |lanes| study.end(&row.action, (&draw, &draw.tiles), None, &mut solver, lanes).unwrap();
                assert_eq!(end(Some(&mut lanes)), end(None), "{draw:?}, {:?}", row.action);
            }
        }
    }

    #[test]
    fn no_endgame_goes_on_after_the_end_of_the_study() {
        let (game, words) = (game(BOARD, "ERS/DEL"), presets::english());
        let end = Instant::now() + Duration::from_secs(3600);
        let options = StudyOptions { limit: SearchLimit::until(end), plays: 1, ..StudyOptions::default() };
        let study = Study::new(&game, words, &LeaveValues::of(&game.rules, words), &options, &[]).unwrap();
        let limit = study.endgame_limit(Some(Duration::from_secs(7200)));
        assert_eq!(limit.deadline(), Some(end));
        assert!(study.endgame_limit(Some(Duration::from_secs(1))).deadline().unwrap() < end);
    }

    #[test]
    fn the_time_that_is_left_completes_what_was_dropped() {
        let (game, words) = (game(BOARD, "ERS/DEL"), presets::english());
        let studied = |limit| {
            let options = StudyOptions { limit, use_all_time: true, ..StudyOptions::default() };
            study(&game, words, &options).unwrap()
        };
        let all = studied(SearchLimit::UNLIMITED);
        // So much time that everything is solved; the test ends as soon as it is.
        let timed = studied(SearchLimit::for_duration(Duration::from_secs(3600)));
        let whole = |results: &[PreEndgameResult]| -> Vec<(TurnAction, u64)> {
            let racing = results.iter().filter(|result| !result.beaten);
            racing.map(|result| (result.action.clone(), result.draws)).collect()
        };
        assert_eq!(whole(&timed), whole(&all));
        assert_eq!((timed[0].win, timed[0].spread), (all[0].win, all[0].spread));
    }

    #[test]
    fn two_blanks_make_a_game_wild() {
        assert!(!game(BOARD, "ERS/DEL").is_wild());
        let freed = BOARD.replacen("gERMIEST", "1ERMIEST", 1).replacen("PRaYS", "PR1YS", 1);
        assert!(game(&freed, "ERS/DEL").is_wild());
    }
}
