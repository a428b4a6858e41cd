//! Monte-Carlo simulation: what candidates turn out to be worth when the game goes on a few turns.
//!
//! Racks of the others and the bag are dealt again and again from the tiles nobody has shown; in each deal every
//! candidate still in the race is played, the static player goes on for a few turns, and the outcome is weighed by
//! points and winning chances. Since all candidates meet the same deals, their differences become clear soon, and
//! those that fall behind for sure leave the race.
//!
//! ```
//! use quixotry_players::SearchLimit;
//! use quixotry_players::sim::{SimulationSettings, Simulation, Situation};
//! use std::ops::ControlFlow;
//!
//! let rules = presets::Library::shipped().rules("standard").unwrap();
//! let mut position = rules::Position::new(rules.clone());
//! position.racks = vec![rules.tiles.parse_tiles("AEINRST").unwrap()];
//!
//! let mut simulation = Simulation::new(&rules, presets::english()).unwrap();
//! let situation = Situation::of_position(&position);
//! let settings = SimulationSettings { candidates: 4, ..SimulationSettings::default() };
//! let found = simulation.run(&situation, &settings, &SearchLimit::for_iterations(8), &mut |_| ControlFlow::Continue(()));
//! assert!(found.len() >= 4); // four plays, and the most promising exchanges
//! assert!(found[0].win > 0.5 && found[0].iterations == 8);
//! ```

mod situation;

mod infer;

mod rollout;

mod race;

mod player;

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

/// How to simulate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SimulationSettings {
    /// How many plays enter the race, the best by score and leave.
    pub candidates: usize,
    /// How many exchanges enter it besides.
    pub exchanges: usize,
    /// How many turns are played after a candidate.
    pub plies: usize,
    /// Where chance begins.
    pub seed: u64,
    /// On how many threads; it changes nothing but the time.
    pub threads: usize,
    /// How many standard errors behind the leader a candidate leaves the race.
    pub clear: f64,
}

impl Default for SimulationSettings {
    fn default() -> SimulationSettings {
        SimulationSettings { candidates: 15, exchanges: 3, plies: 2, seed: 0, threads: 1, clear: 3.0 }
    }
}

impl SimulationSettings {
    /// The same on every core.
    pub fn on_all_cores(self) -> SimulationSettings {
        SimulationSettings { threads: std::thread::available_parallelism().map_or(1, usize::from), ..self }
    }
}

/// A turn in the race, with what it turned out to be worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// What to do.
    pub action: TurnAction,
    /// What it counts.
    pub score: Points,
    /// What it is worth at a glance.
    pub static_equity: Equity,
    /// By how many points it leaves its side ahead on average, from where the side stands now.
    pub equity: f64,
    /// The standard error of that.
    pub equity_error: f64,
    /// The chance to win.
    pub win: f64,
    /// The standard error of that.
    pub win_error: f64,
    /// How many deals it was played in.
    pub iterations: u64,
    /// Whether it was still in the race at the end.
    pub racing: bool,
}

/// Simulates positions under one set of rules with one lexicon.
#[derive(Debug)]
pub struct Simulation {
    workers: Vec<RolloutWorker>,
    evaluator: StaticEvaluator,
    chances: Arc<WinChances>,
}

/// Deals between two looks at the race.
const ROUND: usize = 32;

impl Simulation {
    /// Prepares simulations; fails only where any order of letters is good and the sorted words make no graph.
    pub fn new(rules: &Ruleset, words: &WordGraph) -> Result<Simulation, BuildError> {
        Ok(Simulation::with_data(&PlayerData::new(rules, words)?))
    }

    /// Simulations on what others share.
    pub fn with_data(data: &PlayerData) -> Simulation {
        Simulation::with_evaluator(
            StaticEvaluator::new(data.generator(), data.leaves()),
            WinChances::shipped(),
        )
    }

    /// Simulates with these leave values and winning chances.
    pub fn with_evaluator(evaluator: StaticEvaluator, chances: Arc<WinChances>) -> Simulation {
        Simulation { workers: Vec::new(), evaluator, chances }
    }

    /// Weighs turns at a glance.
    pub fn evaluator(&mut self) -> &mut StaticEvaluator {
        &mut self.evaluator
    }

    /// The turns that would enter the race, best at a glance first: plays and exchanges, or else a pass.
    pub fn candidates(&mut self, situation: &Situation, settings: &SimulationSettings) -> Vec<RankedAction> {
        let (rack, outlook) = (situation.rack(), situation.evaluation_context());
        let mut field =
            self.evaluator.plays(situation.grid(), rack, outlook, settings.candidates.max(1), &|| false);
        field.extend(self.evaluator.exchanges(rack, outlook, settings.exchanges));
        field.sort_by_key(|ranked| std::cmp::Reverse(ranked.equity));
        if field.is_empty() {
            field.push(RankedAction { action: TurnAction::Pass, equity: Equity::ZERO });
        }
        field
    }

    /// Simulates the best turns of a situation until the limit is reached, one of them is clearly best, or
    /// `progress`, which is told how it stands after each round, says so; gives them back best first.
    pub fn run(
        &mut self,
        situation: &Situation,
        settings: &SimulationSettings,
        limit: &SearchLimit,
        progress: &mut dyn FnMut(&[Candidate]) -> ControlFlow<()>,
    ) -> Vec<Candidate> {
        let limit = &limit.start();
        let field = self.candidates(situation, settings);
        self.run_candidates(situation, field, settings, limit, progress)
    }

    /// The same for turns of the caller's choice.
    pub fn run_candidates(
        &mut self,
        situation: &Situation,
        field: Vec<RankedAction>,
        settings: &SimulationSettings,
        limit: &SearchLimit,
        progress: &mut dyn FnMut(&[Candidate]) -> ControlFlow<()>,
    ) -> Vec<Candidate> {
        let limit = &limit.start();
        let mut race = Race::new(field, settings.clear);
        self.make_ready(situation, settings);
        loop {
            let done = race.iterations();
            let left = limit.iterations().map_or(u64::MAX, |most| most.saturating_sub(done));
            let round = usize::try_from(left).unwrap_or(ROUND).min(ROUND);
            if round == 0 || race.is_decided() {
                break;
            }
            let dealt = self.round(situation, &race, settings, limit, done, round);
            let finished = dealt.len() == round;
            dealt.iter().for_each(|outcomes| race.add(outcomes));
            race.drop_inferior();
            if !finished || progress(&race.standing()).is_break() {
                break;
            }
        }
        race.standing()
    }

    fn make_ready(&mut self, situation: &Situation, settings: &SimulationSettings) {
        let (evaluator, chances) = (&self.evaluator, &self.chances);
        self.workers
            .resize_with(settings.threads.max(1), || RolloutWorker::new(evaluator.clone(), chances.clone()));
        self.workers.iter_mut().for_each(|worker| worker.begin(situation));
    }

    /// Plays the next deals; when the time is up, only the first of them that were finished by everybody.
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

/// Lets all workers work at once, the first on this thread.
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
