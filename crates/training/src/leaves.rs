//! Learning leave values by self-play, generation after generation.

use crate::credit::{LeaveCredit, LeaveSample};
use crate::elsewhere::{LeaveGames, LeaveTask, TrainingDataError};
use crate::smooth::smooth;
use crate::workers::{by_number, seed_of};
use lexicon::{BuildError, WordGraph};
use movegen::Generator;
use players::{
    HeuristicLeaves, LeaveShape, LeaveTable, LeaveValues, SimulationGame, StaticEvaluator, TurnAction,
};
use rules::{Chance, Ruleset, SeededChance};
use std::sync::Arc;
use tiles::Tiles;

/// How long and how to train.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaveSettings {
    /// Games in each generation.
    pub games: u64,
    /// How many generations.
    pub generations: u32,
    /// Where chance begins.
    pub seed: u64,
    /// On how many threads; it changes nothing but the time.
    pub threads: usize,
}

/// Games that are played between two looks at what they showed.
const BATCH: u64 = 2_000;

/// Games that tell what a turn is usually worth, before the first generation.
const PILOT: u64 = 200;

/// One turn of so many is played with a rack drawn anew, so that small leaves are seen with anything beside them.
const REDRAWN: u32 = 3;

/// A training under way.
#[derive(Debug)]
pub struct LeaveTraining {
    pub(crate) rules: Ruleset,
    pub(crate) words: WordGraph,
    pub(crate) settings: LeaveSettings,
    workers: Vec<StaticEvaluator>,
    pub(crate) shape: LeaveShape,
    pub(crate) learned: LeaveTrainingState,
}

/// Everything that has been learned so far: what a state file holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeaveTrainingState {
    /// Generations that are finished.
    pub(crate) generation: u32,
    /// Games of the present one.
    pub(crate) games: u64,
    /// The values the present generation plays with; `None` in the first.
    pub(crate) table: Option<Arc<LeaveTable>>,
    pub(crate) credit: LeaveCredit,
    /// What turns were worth in all, by tiles in the bag: sum and count.
    pub(crate) turns: Vec<(i64, u64)>,
    /// What a turn is usually worth, by tiles in the bag.
    pub(crate) usual: Vec<i32>,
    /// The squares of what turns were worth above the usual, in square hundredths, and their number.
    pub(crate) squares: (u64, u64),
    /// The points of both sides in all games of the generation.
    pub(crate) points: i64,
}

/// What a batch of games brought.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainingProgress {
    /// Which generation, from 1.
    pub generation: u32,
    /// Games of this generation so far.
    pub games: u64,
    /// Set when the generation is finished.
    pub finished: Option<GenerationReport>,
}

/// What a generation learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GenerationReport {
    /// Which, from 1.
    pub number: u32,
    /// What a side scored in a game, on average, with the values of the generation before.
    pub points: f64,
    /// How much the values changed: the root of the mean square in points, each leave as often as it was seen.
    pub change: f64,
    /// The share of leaves that were seen at all.
    pub seen: f64,
}

impl LeaveTraining {
    /// Begins with the rule of thumb.
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
            usual: Vec::new(),
            squares: (0, 0),
            points: 0,
        };
        let workers = vec![worker; settings.threads.max(1)];
        Ok(LeaveTraining { rules: rules.clone(), words: words.clone(), settings, workers, shape, learned })
    }

    /// Plays the next games; nothing when all generations are finished.
    pub fn advance(&mut self) -> Option<TrainingProgress> {
        if self.learned.generation >= self.settings.generations {
            return None;
        }
        if self.learned.usual.is_empty() {
            self.pilot();
        }
        let (from, to) = (self.learned.games, (self.learned.games + BATCH).min(self.settings.games));
        let played = self.play(u64::from(self.learned.generation) + 1, from, to);
        played.iter().for_each(|game| self.learned.take(&self.shape, game));
        self.learned.games = to;
        let generation = self.learned.generation + 1;
        let finished = (to >= self.settings.games).then(|| self.finish());
        Some(TrainingProgress { generation, games: to, finished })
    }

    /// What has been learned by the finished generations; nothing is worth anything before the first is.
    pub fn table(&self) -> LeaveTable {
        match &self.learned.table {
            Some(table) => LeaveTable::clone(table),
            None => LeaveTable::empty(&self.rules.tiles, self.rules.rack_size.into()),
        }
    }

    /// The settings.
    pub fn settings(&self) -> LeaveSettings {
        self.settings
    }

    /// How far it has come: finished generations, and games of the present one.
    pub fn progress(&self) -> (u32, u64) {
        (self.learned.generation, self.learned.games)
    }

    /// What somebody else needs to play the rest of the present generation; nothing when all are finished.
    pub fn task(&mut self) -> Option<LeaveTask> {
        if self.learned.generation >= self.settings.generations {
            return None;
        }
        if self.learned.usual.is_empty() {
            self.pilot();
        }
        let generation = self.learned.generation + 1;
        let seed = seed_of(self.settings.seed, generation.into());
        let games = self.learned.games..self.settings.games;
        let values =
            self.learned.table.as_ref().map(|table| table.values().iter().map(|worth| worth.0).collect());
        Some(LeaveTask { generation, seed, games, values })
    }

    /// Takes what games of the present generation showed that were played elsewhere.
    pub fn add(&mut self, games: &LeaveGames) -> Result<(), TrainingDataError> {
        if !games.0.iter().flat_map(|game| &game.samples).all(|sample| sample.fits(&self.rules)) {
            return Err(TrainingDataError::InvalidSample);
        }
        games.0.iter().for_each(|game| self.learned.take(&self.shape, game));
        self.learned.games += games.0.len() as u64;
        Ok(())
    }

    /// Ends the present generation when all its games are there.
    pub fn conclude(&mut self) -> Option<GenerationReport> {
        (self.learned.games >= self.settings.games).then(|| self.finish())
    }

    fn pilot(&mut self) {
        let played = self.play(0, 0, PILOT);
        played.iter().for_each(|game| self.learned.note(&game.samples));
        self.learned.settle_usual();
    }

    fn play(&mut self, generation: u64, from: u64, to: u64) -> Vec<GameSamples> {
        let (rules, seed) = (self.rules.clone(), seed_of(self.settings.seed, generation));
        by_number(&mut self.workers, from, to, |worker, number| play(worker, &rules, seed_of(seed, number)))
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
        self.take_over();
        report
    }

    /// Lets the workers play with what has been learned.
    pub(crate) fn take_over(&mut self) {
        if let Some(table) = &self.learned.table {
            let values = LeaveValues::Trained(table.clone());
            self.workers.iter_mut().for_each(|worker| worker.set_leaves(values.clone()));
        }
    }
}

impl LeaveTrainingState {
    fn take(&mut self, shape: &LeaveShape, game: &GameSamples) {
        for sample in &game.samples {
            let usual = self.usual.get(usize::from(sample.bag)).copied().unwrap_or(0);
            self.credit.add(shape, sample, usual);
            let apart = i64::from((sample.equity - usual) / 10);
            self.squares.0 = self.squares.0.saturating_add(apart.unsigned_abs().pow(2));
            self.squares.1 += 1;
        }
        self.note(&game.samples);
        self.points += game.points;
    }

    fn note(&mut self, samples: &[LeaveSample]) {
        for sample in samples {
            let (sum, count) = &mut self.turns[usize::from(sample.bag)];
            *sum += i64::from(sample.equity);
            *count += 1;
        }
    }

    /// The usual worth by tiles in the bag, that of all turns where there were none.
    fn settle_usual(&mut self) {
        let all = self.turns.iter().fold((0, 0), |all, turn| (all.0 + turn.0, all.1 + turn.1));
        let mean = |(sum, count): (i64, u64)| (sum / count.max(1) as i64) as i32;
        self.usual = self.turns.iter().map(|&turn| mean(if turn.1 < 30 { all } else { turn })).collect();
        self.turns.fill((0, 0));
    }

    /// The variance of a sample, in square points.
    fn variance(&self) -> f64 {
        self.squares.0 as f64 / self.squares.1.max(1) as f64 / 10_000.0
    }

    /// The next generation plays with what this one has learned, and keeps half of what it has seen: it was seen with
    /// other values, but not with very different ones. The first has seen the rule of thumb, which is forgotten.
    fn next_generation(&mut self, table: LeaveTable) {
        let keep = i64::from(self.generation > 0);
        self.credit.sums.iter_mut().for_each(|sum| *sum = *sum * keep / 2);
        self.credit.counts.iter_mut().for_each(|count| *count = *count * keep as u32 / 2);
        self.table = Some(Arc::new(table));
        self.settle_usual();
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

/// What a game showed.
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
        if many && chance.below(REDRAWN) == 0 {
            light.redraw(&mut chance);
            kept[side] = Tiles::new();
        }
        let ranked = evaluator.best(light.grid(), light.rack(side), light.evaluation_context());
        if many {
            samples.push(LeaveSample::new(&kept[side], light.rack(side), ranked.equity.0, light.bag()));
        }
        kept[side] = kept_after(light.rack(side), &ranked.action);
        light.apply(&ranked.action, &mut chance);
    }
    light.settle();
    let points: i64 = (0..seats).map(|side| i64::from(light.score(side))).sum();
    GameSamples { samples, points: points * 2 / seats as i64 }
}

fn kept_after(rack: &Tiles, act: &TurnAction) -> Tiles {
    let mut kept = rack.clone();
    match act {
        TurnAction::Play(play) => play.tiles.iter().for_each(|shown| _ = kept.take(shown.tile())),
        TurnAction::Exchange(tiles) => tiles.iter().for_each(|&tile| _ = kept.take(tile)),
        TurnAction::Pass => {}
    }
    kept
}
