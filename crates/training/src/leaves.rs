//! Trains leave values by self-play in generations.

use crate::credit::{LeaveCredit, LeaveSample};
use crate::elsewhere::{LeaveGames, LeaveTask, TrainingDataError};
use crate::smooth::smooth;
use crate::workers::{map_numbers, seed_of};
use lexicon::{BuildError, WordGraph};
use movegen::Generator;
use players::{
    HeuristicLeaves, LeaveShape, LeaveTable, LeaveValues, SimulationGame, StaticEvaluator, TurnAction,
};
use rules::{Chance, Ruleset, SeededChance};
use std::sync::Arc;
use tiles::Tiles;

/// The options of a leave training.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaveSettings {
    /// The number of games in each generation.
    pub games: u64,
    /// The number of generations.
    pub generations: u32,
    /// The seed.
    pub seed: u64,
    /// The number of threads. It does not change the result.
    pub threads: usize,
}

/// The number of games in each call of [`LeaveTraining::advance`].
const BATCH: u64 = 2_000;

/// The number of games before the first generation that measure the mean equity of turns.
const PILOT: u64 = 200;

/// One in this number of turns is played with a new random rack, so that small leaves occur with all other tiles.
const REDRAW_INTERVAL: u32 = 3;

/// A training of leave values.
#[derive(Debug)]
pub struct LeaveTraining {
    pub(crate) rules: Ruleset,
    pub(crate) words: WordGraph,
    pub(crate) settings: LeaveSettings,
    workers: Vec<StaticEvaluator>,
    pub(crate) shape: LeaveShape,
    pub(crate) learned: LeaveTrainingState,
}

/// The state of a training, which a state file contains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeaveTrainingState {
    /// The number of finished generations.
    pub(crate) generation: u32,
    /// The number of games of the current generation.
    pub(crate) games: u64,
    /// The leave values of the current generation; `None` in the first.
    pub(crate) table: Option<Arc<LeaveTable>>,
    pub(crate) credit: LeaveCredit,
    /// The equity of all turns by the number of tiles in the bag: sum and count.
    pub(crate) turns: Vec<(i64, u64)>,
    /// The mean equity of a turn by the number of tiles in the bag.
    pub(crate) mean_equity: Vec<i32>,
    /// The sum of the squared differences to the mean equity, in square hundredths, and their number.
    pub(crate) squares: (u64, u64),
    /// The scores of both sides in all games of the generation.
    pub(crate) points: i64,
}

/// The progress of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingProgress {
    /// The number of the generation, from 1.
    pub generation: u32,
    /// The number of games of this generation so far.
    pub games: u64,
    /// The report of the generation, when it is finished.
    pub finished: Option<GenerationReport>,
}

/// The report of a finished generation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GenerationReport {
    /// The number of the generation, from 1.
    pub number: u32,
    /// The mean score of a side with the values of the previous generation.
    pub points: f64,
    /// The change of the values: the root mean square in points, weighted by the samples of each leave.
    pub change: f64,
    /// The share of leaves with at least one sample.
    pub seen: f64,
}

impl LeaveTraining {
    /// A new training, which begins with the rule of thumb.
    ///
    /// # Errors
    ///
    /// The words make no graph.
    pub fn new(
        rules: &Ruleset,
        words: &WordGraph,
        settings: LeaveSettings,
    ) -> Result<LeaveTraining, BuildError> {
        let generator = Generator::new(rules, words)?;
        let shape = LeaveShape::new(&rules.tiles, rules.rack_size.into());
        let thumb = LeaveValues::Heuristic(Arc::new(HeuristicLeaves::new(&rules.tiles, words)));
        let worker = StaticEvaluator::new(generator, thumb);
        let learned = LeaveTrainingState {
            generation: 0,
            games: 0,
            table: None,
            credit: LeaveCredit::new(&shape),
            turns: vec![(0, 0); rules.tiles.all().len() + 1],
            mean_equity: Vec::new(),
            squares: (0, 0),
            points: 0,
        };
        let workers = vec![worker; settings.threads.max(1)];
        Ok(LeaveTraining { rules: rules.clone(), words: words.clone(), settings, workers, shape, learned })
    }

    /// Plays the next games; `None` when all generations are finished.
    pub fn advance(&mut self) -> Option<TrainingProgress> {
        if self.learned.generation >= self.settings.generations {
            return None;
        }
        if self.learned.mean_equity.is_empty() {
            self.pilot();
        }
        let (from, to) = (self.learned.games, (self.learned.games + BATCH).min(self.settings.games));
        let played = self.play(u64::from(self.learned.generation) + 1, from, to);
        played.iter().for_each(|game| self.learned.add_game(&self.shape, game));
        self.learned.games = to;
        let generation = self.learned.generation + 1;
        let finished = (to >= self.settings.games).then(|| self.finish());
        Some(TrainingProgress { generation, games: to, finished })
    }

    /// The values of the last finished generation; all values are 0 before the first.
    #[must_use]
    pub fn table(&self) -> LeaveTable {
        match &self.learned.table {
            Some(table) => LeaveTable::clone(table),
            None => LeaveTable::empty(&self.rules.tiles, self.rules.rack_size.into()),
        }
    }

    /// The options.
    pub fn settings(&self) -> LeaveSettings {
        self.settings
    }

    /// The number of finished generations, and of games of the current one.
    pub fn progress(&self) -> (u32, u64) {
        (self.learned.generation, self.learned.games)
    }

    /// The task to play the rest of the current generation on other machines; `None` when all are finished.
    pub fn task(&mut self) -> Option<LeaveTask> {
        if self.learned.generation >= self.settings.generations {
            return None;
        }
        if self.learned.mean_equity.is_empty() {
            self.pilot();
        }
        let generation = self.learned.generation + 1;
        let seed = seed_of(self.settings.seed, generation.into());
        let games = self.learned.games..self.settings.games;
        let values =
            self.learned.table.as_ref().map(|table| table.values().iter().map(|worth| worth.0).collect());
        Some(LeaveTask { generation, seed, games, values })
    }

    /// Adds games of the current generation that another machine played.
    ///
    /// # Errors
    ///
    /// A sample is impossible under the rules; nothing is added then.
    pub fn add(&mut self, games: &LeaveGames) -> Result<(), TrainingDataError> {
        if !games.0.iter().flat_map(|game| &game.samples).all(|sample| sample.fits(&self.rules)) {
            return Err(TrainingDataError::InvalidSample);
        }
        games.0.iter().for_each(|game| self.learned.add_game(&self.shape, game));
        self.learned.games += games.0.len() as u64;
        Ok(())
    }

    /// Finishes the current generation when all its games are there.
    pub fn conclude(&mut self) -> Option<GenerationReport> {
        (self.learned.games >= self.settings.games).then(|| self.finish())
    }

    fn pilot(&mut self) {
        let played = self.play(0, 0, PILOT);
        played.iter().for_each(|game| self.learned.add_turns(&game.samples));
        self.learned.update_mean_equity();
    }

    fn play(&mut self, generation: u64, from: u64, to: u64) -> Vec<GameSamples> {
        let (rules, seed) = (self.rules.clone(), seed_of(self.settings.seed, generation));
        map_numbers(&mut self.workers, from, to, |worker, number| play(worker, &rules, seed_of(seed, number)))
    }

    fn finish(&mut self) -> GenerationReport {
        let table = smooth(&self.shape, &self.learned.credit, self.learned.variance());
        let (learned, games) = (&self.learned, self.settings.games.max(1) as f64);
        let seen = learned.credit.counts.iter().filter(|&&count| count > 0).count();
        let report = GenerationReport {
            number: learned.generation + 1,
            points: learned.points as f64 / (2.0 * games),
            change: change(&learned.credit, learned.table.as_deref(), &table),
            seen: seen as f64 / self.shape.len() as f64,
        };
        self.learned.next_generation(table);
        self.update_workers();
        report
    }

    /// Gives the trained values to the workers.
    pub(crate) fn update_workers(&mut self) {
        if let Some(table) = &self.learned.table {
            let values = LeaveValues::Trained(table.clone());
            self.workers.iter_mut().for_each(|worker| worker.set_leaves(values.clone()));
        }
    }
}

impl LeaveTrainingState {
    fn add_game(&mut self, shape: &LeaveShape, game: &GameSamples) {
        for sample in &game.samples {
            let mean_equity = self.mean_equity.get(usize::from(sample.bag)).copied().unwrap_or(0);
            self.credit.add(shape, sample, mean_equity);
            let apart = i64::from((sample.equity - mean_equity) / 10);
            self.squares.0 = self.squares.0.saturating_add(apart.unsigned_abs().pow(2));
            self.squares.1 += 1;
        }
        self.add_turns(&game.samples);
        self.points += game.points;
    }

    fn add_turns(&mut self, samples: &[LeaveSample]) {
        for sample in samples {
            let (sum, count) = &mut self.turns[usize::from(sample.bag)];
            *sum += i64::from(sample.equity);
            *count += 1;
        }
    }

    /// Computes the mean equity by the number of tiles in the bag; the overall mean for numbers with few turns.
    fn update_mean_equity(&mut self) {
        let all = self.turns.iter().fold((0, 0), |all, turn| (all.0 + turn.0, all.1 + turn.1));
        let mean = |(sum, count): (i64, u64)| (sum / count.max(1) as i64) as i32;
        self.mean_equity =
            self.turns.iter().map(|&turn| mean(if turn.1 < 30 { all } else { turn })).collect();
        self.turns.fill((0, 0));
    }

    /// The variance of a sample, in square points.
    fn variance(&self) -> f64 {
        self.squares.0 as f64 / self.squares.1.max(1) as f64 / 10_000.0
    }

    /// Starts the next generation. It keeps half the weight of the samples, because they were made with similar values.
    /// The samples of the first generation are dropped: it played with the rule of thumb.
    fn next_generation(&mut self, table: LeaveTable) {
        let keep = i64::from(self.generation > 0);
        self.credit.sums.iter_mut().for_each(|sum| *sum = *sum * keep / 2);
        self.credit.counts.iter_mut().for_each(|count| *count = *count * keep as u32 / 2);
        self.table = Some(Arc::new(table));
        self.update_mean_equity();
        (self.generation, self.games, self.points, self.squares) = (self.generation + 1, 0, 0, (0, 0));
    }
}

fn change(credit: &LeaveCredit, before: Option<&LeaveTable>, after: &LeaveTable) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for (place, (&count, now)) in credit.counts.iter().zip(after.values()).enumerate() {
        let then = before.map_or(0.0, |table| table.values()[place].as_f64());
        sum += (now.as_f64() - then).powi(2) * f64::from(count);
        weight += f64::from(count);
    }
    (sum / f64::max(weight, 1.0)).sqrt()
}

/// The samples of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameSamples {
    pub(crate) samples: Vec<LeaveSample>,
    pub(crate) points: i64,
}

/// Plays a game of the static player against itself.
pub(crate) fn play(evaluator: &mut StaticEvaluator, rules: &Ruleset, seed: u64) -> GameSamples {
    let mut chance = SeededChance::new(seed);
    let seats = usize::from(rules.seats.min.max(2).min(rules.seats.max));
    let mut light = SimulationGame::begin(rules, seats, &mut chance);
    let mut kept = vec![Tiles::new(); seats];
    let mut samples = Vec::new();
    while !light.is_over() {
        let side = light.turn();
        let many = light.bag() >= usize::from(rules.rack_size);
        if many && chance.below(REDRAW_INTERVAL) == 0 {
            light.redraw(&mut chance);
            kept[side] = Tiles::new();
        }
        let ranked = evaluator.best(light.grid(), light.rack(side), light.evaluation_context());
        if many {
            samples.push(LeaveSample::new(&kept[side], light.rack(side), ranked.equity.0, light.bag()));
        }
        kept[side] = leave_after(light.rack(side), &ranked.action);
        light.apply(&ranked.action, &mut chance);
    }
    light.settle();
    let points: i64 = (0..seats).map(|side| i64::from(light.score(side))).sum();
    GameSamples { samples, points: points * 2 / seats as i64 }
}

fn leave_after(rack: &Tiles, act: &TurnAction) -> Tiles {
    let mut kept = rack.clone();
    match act {
        TurnAction::Play(play) => play.tiles.iter().for_each(|shown| _ = kept.take(shown.tile())),
        TurnAction::Exchange(tiles) => tiles.iter().for_each(|&tile| _ = kept.take(tile)),
        TurnAction::Pass => {}
    }
    kept
}
