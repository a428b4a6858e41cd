//! Monte-Carlo simulation: evaluates candidates by rollouts of a few turns.
//!
//! The racks of the opponents and the bag are dealt again and again from the unseen tiles. In each deal every remaining
//! candidate is played, the static player continues for a few turns, and the outcome is measured by points and winning
//! chances. All candidates get the same deals, so their differences become significant soon, and candidates that are
//! clearly behind are dropped.
//!
//! ```
//! # mod quixotry { pub use {quixotry_players as players, presets, rules}; }
//! use quixotry::players::SearchLimit;
//! use quixotry::players::sim::{SimulationSettings, Simulation, Situation};
//! use std::ops::ControlFlow;
//!
//! let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
//! let mut position = quixotry::rules::Position::new(rules.clone());
//! position.racks = vec![rules.tiles.parse_tiles("AEINRST").unwrap()];
//!
//! let mut simulation = Simulation::new(&rules, quixotry::presets::english()).unwrap();
//! let situation = Situation::of_position(&position);
//! let settings = SimulationSettings { candidates: 4, ..SimulationSettings::default() };
//! let found = simulation.run(&situation, &settings, &SearchLimit::for_iterations(8), &mut |_| ControlFlow::Continue(()));
//! assert!(found.len() >= 4); // four plays, and the most promising exchanges
//! assert!(found[0].win > 0.5 && found[0].iterations == 8);
//! ```

mod situation;

mod infer;

mod follow_up;

mod rollout;

mod race;

mod player;

pub use follow_up::FollowUp;
pub use infer::{LeaveInference, ObservedPlay, infer};
pub(crate) use player::{SimulationPlayer, command};
pub use situation::{Opponent, Situation};

use crate::evaluator::{RankedAction, StaticEvaluator, TurnAction};
use crate::limit::SearchLimit;
use crate::player_data::PlayerData;
use crate::win_chances::WinChances;
use lexicon::{BuildError, WordGraph};
use movegen::Equity;
use race::Race;
use rollout::{RolloutWorker, RoundInput};
use rules::{Points, Ruleset};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Settings of a simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimulationSettings {
    /// How many plays are compared: the best by static equity.
    pub candidates: usize,
    /// How many exchanges are compared besides.
    pub exchanges: usize,
    /// How many turns are played after a candidate.
    pub plies: usize,
    /// The seed of the random deals.
    pub seed: u64,
    /// The number of threads; it does not change the result.
    pub threads: usize,
    /// How many standard errors a candidate must be behind the leader to be dropped.
    pub clear: f64,
    /// For how many deals what follows each candidate is kept ([`SimulationRun::follow_ups`]).
    pub follow_ups: usize,
}

impl Default for SimulationSettings {
    fn default() -> SimulationSettings {
        SimulationSettings {
            candidates: 15,
            exchanges: 3,
            plies: 2,
            seed: 0,
            threads: 1,
            clear: 3.0,
            follow_ups: 0,
        }
    }
}

impl SimulationSettings {
    /// The same settings with all cores.
    #[must_use]
    pub fn on_all_cores(self) -> SimulationSettings {
        SimulationSettings { threads: std::thread::available_parallelism().map_or(1, usize::from), ..self }
    }
}

/// A turn of a simulation with its results.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The turn.
    pub action: TurnAction,
    /// What it counts.
    pub score: Points,
    /// Its static equity.
    pub static_equity: Equity,
    /// The average gain in spread.
    pub equity: f64,
    /// The standard error of that.
    pub equity_error: f64,
    /// The chance to win.
    pub win: f64,
    /// The standard error of that.
    pub win_error: f64,
    /// The number of deals it was played in.
    pub iterations: u64,
    /// Whether it was not dropped.
    pub racing: bool,
}

/// A simulation of some turns that can be stopped and continued ([`Simulation::advance`]).
#[derive(Debug)]
pub struct SimulationRun {
    race: Race,
}

impl SimulationRun {
    /// Before the first deal.
    #[must_use]
    pub fn new(field: Vec<RankedAction>, settings: &SimulationSettings) -> SimulationRun {
        SimulationRun { race: Race::new(field, settings.clear, settings.follow_ups) }
    }

    /// The turns with their results so far, best first.
    #[must_use]
    pub fn standing(&self) -> Vec<Candidate> {
        self.race.standing()
    }

    /// How many deals were played.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.race.iterations()
    }

    /// What followed a turn in the first deals, one after the other: as many as the settings say, or fewer if the turn
    /// was dropped before. The deals of all turns are the same.
    #[must_use]
    pub fn follow_ups(&self, action: &TurnAction) -> &[FollowUp] {
        self.race.follow_ups(action)
    }
}

/// Simulates positions under one set of rules with one lexicon. The [module](self) has an example.
#[derive(Debug)]
pub struct Simulation {
    workers: Vec<RolloutWorker>,
    evaluator: StaticEvaluator,
    chances: Arc<WinChances>,
}

/// How long candidates may be looked for after the time for the search is up: many times as long as it takes on an
/// ordinary board, so that a turn is chosen there even without time.
const CANDIDATES: Duration = Duration::from_millis(500);

/// The number of deals between two checks for candidates to drop.
const ROUND: usize = 32;

impl Simulation {
    /// Compiles rules and words for simulations.
    ///
    /// # Errors
    ///
    /// Fails if any order of letters is good and the graph of the sorted words cannot be built.
    pub fn new(rules: &Ruleset, words: &WordGraph) -> Result<Simulation, BuildError> {
        Ok(Simulation::with_data(&PlayerData::new(rules, words)?))
    }

    /// Simulations on shared data.
    #[must_use]
    pub fn with_data(data: &PlayerData) -> Simulation {
        Simulation::with_evaluator(StaticEvaluator::new(data.generator(), data.leaves()), data.win_chances())
    }

    /// Simulates with these leave values and winning chances.
    #[must_use]
    pub fn with_evaluator(evaluator: StaticEvaluator, chances: Arc<WinChances>) -> Simulation {
        Simulation { workers: Vec::new(), evaluator, chances }
    }

    /// The static evaluator.
    pub fn evaluator(&mut self) -> &mut StaticEvaluator {
        &mut self.evaluator
    }

    /// The turns that would be compared, best static equity first: plays and exchanges, or a pass if there are none.
    pub fn candidates(&mut self, situation: &Situation, settings: &SimulationSettings) -> Vec<RankedAction> {
        let (rack, context) = (situation.rack(), situation.evaluation_context());
        let mut field =
            self.evaluator.plays(situation.grid(), rack, context, settings.candidates.max(1), &|| false);
        field.extend(self.evaluator.exchanges(rack, context, settings.exchanges));
        field.sort_by_key(|ranked| std::cmp::Reverse(ranked.equity));
        if field.is_empty() {
            field.push(RankedAction { action: TurnAction::Pass, equity: Equity::ZERO });
        }
        field
    }

    /// Simulates the best turns of a situation until the limit is reached, one of them is clearly best, or `progress`
    /// breaks, which is called with the standing after each round; returns the turns best first.
    pub fn run(
        &mut self,
        situation: &Situation,
        settings: &SimulationSettings,
        limit: &SearchLimit,
        progress: &mut dyn FnMut(&[Candidate]) -> ControlFlow<()>,
    ) -> Vec<Candidate> {
        let limit = &limit.start();
        self.evaluator.set_limit(&limit.allow_grace(CANDIDATES));
        let field = self.candidates(situation, settings);
        self.evaluator.set_limit(&SearchLimit::UNLIMITED);
        self.run_candidates(situation, field, settings, limit, progress)
    }

    /// The same for turns chosen by the caller.
    pub fn run_candidates(
        &mut self,
        situation: &Situation,
        field: Vec<RankedAction>,
        settings: &SimulationSettings,
        limit: &SearchLimit,
        progress: &mut dyn FnMut(&[Candidate]) -> ControlFlow<()>,
    ) -> Vec<Candidate> {
        let mut run = SimulationRun::new(field, settings);
        self.advance(&mut run, situation, settings, limit, progress);
        run.standing()
    }

    /// Goes on with a simulation that was stopped: until the limit is reached, where all deals since its start count, a
    /// turn is clearly best, or `progress` breaks. The result is the same as without the interruption.
    pub fn advance(
        &mut self,
        run: &mut SimulationRun,
        situation: &Situation,
        settings: &SimulationSettings,
        limit: &SearchLimit,
        progress: &mut dyn FnMut(&[Candidate]) -> ControlFlow<()>,
    ) {
        let (limit, race) = (&limit.start(), &mut run.race);
        self.make_ready(situation, settings, limit);
        loop {
            let done = race.iterations();
            let left = limit.iterations().map_or(u64::MAX, |most| most.saturating_sub(done));
            let round = usize::try_from(left).unwrap_or(ROUND).min(ROUND);
            if round == 0 || race.is_decided() {
                break;
            }
            let dealt = self.round(situation, race, settings, limit, done, round);
            let finished = dealt.len() == round;
            dealt.iter().for_each(|outcomes| race.add(outcomes));
            race.drop_inferior();
            if !finished || progress(&race.standing()).is_break() {
                break;
            }
        }
    }

    fn make_ready(&mut self, situation: &Situation, settings: &SimulationSettings, limit: &SearchLimit) {
        let (evaluator, chances) = (&self.evaluator, &self.chances);
        self.workers
            .resize_with(settings.threads.max(1), || RolloutWorker::new(evaluator.clone(), chances.clone()));
        self.workers.iter_mut().for_each(|worker| worker.begin(situation, limit));
    }

    /// Plays the next deals; if the search is interrupted, returns only the leading deals that are complete.
    fn round(
        &mut self,
        situation: &Situation,
        race: &Race,
        settings: &SimulationSettings,
        limit: &SearchLimit,
        from: u64,
        count: usize,
    ) -> Vec<Vec<rollout::RolloutOutcome>> {
        let next = AtomicUsize::new(0);
        let job = RoundInput { situation, field: race.field(), racing: race.racing(), settings, limit };
        let work = |worker: &mut RolloutWorker| {
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let outcomes = (number < count).then(|| worker.deal(&job, from + number as u64)).flatten();
                match outcomes {
                    Some(outcomes) => done.push((number, outcomes)),
                    None => return done,
                }
            }
        };
        let mut all = run_on_threads(&mut self.workers, work);
        all.sort_by_key(|&(number, _)| number);
        let whole = all.iter().enumerate().take_while(|(index, (number, _))| index == number).count();
        all.into_iter().take(whole).map(|(_, outcomes)| outcomes).collect()
    }
}

/// Runs all workers in parallel, the first on this thread.
fn run_on_threads<W: Send, T: Send>(workers: &mut [W], work: impl Fn(&mut W) -> Vec<T> + Sync) -> Vec<T> {
    let Some((first, others)) = workers.split_first_mut() else { return Vec::new() };
    if others.is_empty() {
        return work(first);
    }
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = others.iter_mut().map(|worker| scope.spawn(move || work(worker))).collect();
        let mut all = work(first);
        for thread in threads {
            match thread.join() {
                Ok(done) => all.extend(done),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        all
    })
}
