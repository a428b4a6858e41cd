//! Trains winning chances by self-play.

use crate::elsewhere::TrainingDataError;
use crate::workers::{map_numbers, seed_of};
use lexicon::{BuildError, WordGraph};
use movegen::Generator;
use players::{GainQuantiles, LeaveValues, QUANTILES, SimulationGame, StaticEvaluator, WinChances};
use rules::{Ruleset, SeededChance};
use std::fmt::Write as _;
use std::ops::{ControlFlow, Range};

/// The number of games between two reports.
const BATCH: u64 = 2_000;

/// Larger gains are clamped to this value.
const MAX_GAIN: i32 = 500;

/// The number of samples that a number of unseen tiles needs.
const MIN_SAMPLES: usize = 200;

/// Trains winning chances with games of the static player against itself; `played` is called with the number of games
/// so far, and can end the training. Then the chances are those of the games so far.
///
/// # Errors
///
/// The words make no graph.
pub fn learn_winpct(
    rules: &Ruleset,
    words: &WordGraph,
    games: u64,
    seed: u64,
    threads: usize,
    mut played: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<WinChances, BuildError> {
    let mut players = vec![LeadPlayer::new(rules, words, seed)?; threads.max(1)];
    let mut training = LeadTraining::new(rules);
    for from in (0..games).step_by(BATCH as usize) {
        let to = (from + BATCH).min(games);
        let batch = map_numbers(&mut players, from, to, |player, number| player.play(number..number + 1));
        batch.iter().for_each(|leads| training.add_all(leads));
        if played(to).is_break() {
            break;
        }
    }
    Ok(training.chances())
}

/// Plays games of a training of winning chances.
#[derive(Clone, Debug)]
pub struct LeadPlayer {
    evaluator: StaticEvaluator,
    rules: Ruleset,
    seed: u64,
}

/// Samples of games: for each turn, the number of unseen tiles and the gain of the side to move until the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeadOutcomes(Vec<(u16, i16)>);

/// A training of winning chances.
#[derive(Clone, Debug)]
pub struct LeadTraining {
    /// Gains by the number of unseen tiles.
    gains: Vec<Vec<i16>>,
}

impl LeadPlayer {
    /// A player for games with this seed.
    ///
    /// # Errors
    ///
    /// The words make no graph.
    pub fn new(rules: &Ruleset, words: &WordGraph, seed: u64) -> Result<LeadPlayer, BuildError> {
        let evaluator = StaticEvaluator::new(Generator::new(rules, words)?, LeaveValues::of(rules, words));
        Ok(LeadPlayer { evaluator, rules: rules.clone(), seed })
    }

    /// Plays the games with these numbers.
    #[must_use]
    pub fn play(&mut self, games: Range<u64>) -> LeadOutcomes {
        let one = |number| play(&mut self.evaluator, &self.rules, seed_of(self.seed, number));
        LeadOutcomes(games.flat_map(one).collect())
    }
}

impl LeadOutcomes {
    /// Prints a line with both numbers for each turn.
    #[must_use]
    pub fn print(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        self.0.iter().for_each(|(unseen, gain)| _ = writeln!(text, "{unseen} {gain}"));
        text
    }

    /// Parses the text that [`print`](LeadOutcomes::print) makes.
    ///
    /// # Errors
    ///
    /// The number of the first invalid line.
    pub fn parse(text: &str) -> Result<LeadOutcomes, TrainingDataError> {
        let turn = |(line, text): (usize, &str)| {
            let numbers = text
                .split_once(' ')
                .and_then(|(unseen, gain)| Some((unseen.parse().ok()?, gain.parse().ok()?)));
            numbers.ok_or(TrainingDataError::Text { line: line + 1 })
        };
        text.lines().enumerate().map(turn).collect::<Result<_, _>>().map(LeadOutcomes)
    }
}

impl LeadTraining {
    /// A training without samples.
    #[must_use]
    pub fn new(rules: &Ruleset) -> LeadTraining {
        LeadTraining { gains: vec![Vec::new(); rules.tiles.all().len() + 1] }
    }

    /// Adds samples of games that another machine played.
    ///
    /// # Errors
    ///
    /// A sample is impossible under the rules; nothing is added then.
    pub fn add(&mut self, leads: &LeadOutcomes) -> Result<(), TrainingDataError> {
        if leads.0.iter().any(|&(unseen, _)| usize::from(unseen) >= self.gains.len()) {
            return Err(TrainingDataError::InvalidSample);
        }
        self.add_all(leads);
        Ok(())
    }

    fn add_all(&mut self, leads: &LeadOutcomes) {
        leads.0.iter().for_each(|&(unseen, gain)| self.gains[usize::from(unseen)].push(gain));
    }

    /// The trained winning chances.
    #[must_use]
    pub fn chances(mut self) -> WinChances {
        WinChances::new(parts(&mut self.gains)).unwrap_or_else(WinChances::plain)
    }
}

/// Plays a game and returns the samples of all turns.
fn play(evaluator: &mut StaticEvaluator, rules: &Ruleset, seed: u64) -> Vec<(u16, i16)> {
    let mut chance = SeededChance::new(seed);
    let mut light = SimulationGame::begin(rules, 2, &mut chance);
    let mut turns = Vec::new();
    while !light.is_over() {
        let side = light.turn();
        turns.push((light.unseen(), side, light.spread(side)));
        let ranked = evaluator.best(light.grid(), light.rack(side), light.evaluation_context());
        light.apply(&ranked.action, &mut chance);
    }
    light.settle();
    let gain = |(unseen, side, before): (usize, usize, i32)| {
        (unseen as u16, (light.spread(side) - before).clamp(-MAX_GAIN, MAX_GAIN) as i16)
    };
    turns.into_iter().map(gain).collect()
}

/// The 64-quantiles for each number of unseen tiles; those of the nearest number with enough samples if there are few.
fn parts(gains: &mut [Vec<i16>]) -> Vec<GainQuantiles> {
    gains.iter_mut().for_each(|gains| gains.sort_unstable());
    let known: Vec<usize> = (0..gains.len()).filter(|&unseen| gains[unseen].len() >= MIN_SAMPLES).collect();
    let nearest = |unseen: usize| known.iter().copied().min_by_key(|known| known.abs_diff(unseen));
    let part = |gains: &[i16]| -> GainQuantiles {
        std::array::from_fn(|part| gains[(gains.len() - 1) * part / QUANTILES])
    };
    (0..gains.len()).filter_map(nearest).map(|known| part(&gains[known])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_played_elsewhere_teach_the_same() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let alone =
            learn_winpct(&rules, presets::english(), 20, 3, 1, |_| ControlFlow::Continue(())).unwrap();
        let mut training = LeadTraining::new(&rules);
        let mut player = LeadPlayer::new(&rules, presets::english(), 3).unwrap();
        for part in [12..20, 0..12] {
            training.add(&LeadOutcomes::parse(&player.play(part).print()).unwrap()).unwrap();
        }
        assert_eq!(training.chances().pack(), alone.pack());
    }

    #[test]
    fn impossible_samples_are_refused() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let mut training = LeadTraining::new(&rules);
        assert_eq!(
            training.add(&LeadOutcomes::parse("101 5\n").unwrap()),
            Err(TrainingDataError::InvalidSample)
        );
        assert_eq!(training.add(&LeadOutcomes::parse("100 -5\n").unwrap()), Ok(()));
        for wrong in ["5", "x 5", "5 99999", "5 5 5"] {
            assert_eq!(LeadOutcomes::parse(wrong), Err(TrainingDataError::Text { line: 1 }), "{wrong}");
        }
    }
}
