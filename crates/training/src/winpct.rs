//! Learning winning chances by self-play.

use crate::elsewhere::TrainingDataError;
use crate::workers::{by_number, seed_of};
use lexicon::{BuildError, WordGraph};
use movegen::Generator;
use players::{GainQuantiles, LeaveValues, QUANTILES, SimulationGame, StaticEvaluator, WinChances};
use rules::{Ruleset, SeededChance};
use std::fmt::Write as _;
use std::ops::Range;

/// Games between two reports.
const BATCH: u64 = 2_000;

/// The largest gain that is told apart.
const MOST: i32 = 500;

/// Samples that make a number of unseen tiles known.
const ENOUGH: usize = 200;

/// Lets the static player play so many games against itself and learns what leads become; `played` is told how many
/// games are played.
pub fn learn_winpct(
    rules: &Ruleset,
    words: &WordGraph,
    games: u64,
    seed: u64,
    threads: usize,
    mut played: impl FnMut(u64),
) -> Result<WinChances, BuildError> {
    let mut players = vec![LeadPlayer::new(rules, words, seed)?; threads.max(1)];
    let mut training = LeadTraining::new(rules);
    for from in (0..games).step_by(BATCH as usize) {
        let to = (from + BATCH).min(games);
        let batch = by_number(&mut players, from, to, |player, number| player.play(number..number + 1));
        batch.iter().for_each(|leads| training.take(leads));
        played(to);
    }
    Ok(training.chances())
}

/// Somebody who plays games to see what leads become.
#[derive(Clone, Debug)]
pub struct LeadPlayer {
    evaluator: StaticEvaluator,
    rules: Ruleset,
    seed: u64,
}

/// What leads became in some games: the tiles that could not be seen, and what the side to move gained until the end.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeadOutcomes(Vec<(u16, i16)>);

/// What leads became in all games so far.
#[derive(Clone, Debug)]
pub struct LeadTraining {
    /// By the number of unseen tiles.
    gains: Vec<Vec<i16>>,
}

impl LeadPlayer {
    /// Makes ready for games whose chance begins here.
    pub fn new(rules: &Ruleset, words: &WordGraph, seed: u64) -> Result<LeadPlayer, BuildError> {
        let evaluator = StaticEvaluator::new(Generator::new(rules, words)?, LeaveValues::of(rules, words));
        Ok(LeadPlayer { evaluator, rules: rules.clone(), seed })
    }

    /// Plays games by their numbers.
    pub fn play(&mut self, games: Range<u64>) -> LeadOutcomes {
        let one = |number| play(&mut self.evaluator, &self.rules, seed_of(self.seed, number));
        LeadOutcomes(games.flat_map(one).collect())
    }
}

impl LeadOutcomes {
    /// Two numbers for each turn.
    pub fn print(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        self.0.iter().for_each(|(unseen, gain)| _ = writeln!(text, "{unseen} {gain}"));
        text
    }

    /// Reads what was printed.
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
    /// Nothing is known yet.
    pub fn new(rules: &Ruleset) -> LeadTraining {
        LeadTraining { gains: vec![Vec::new(); rules.tiles.all().len() + 1] }
    }

    /// Takes what games showed that were played elsewhere.
    pub fn add(&mut self, leads: &LeadOutcomes) -> Result<(), TrainingDataError> {
        if leads.0.iter().any(|&(unseen, _)| usize::from(unseen) >= self.gains.len()) {
            return Err(TrainingDataError::InvalidSample);
        }
        self.take(leads);
        Ok(())
    }

    fn take(&mut self, leads: &LeadOutcomes) {
        leads.0.iter().for_each(|&(unseen, gain)| self.gains[usize::from(unseen)].push(gain));
    }

    /// What has been learned.
    pub fn chances(mut self) -> WinChances {
        WinChances::new(parts(&mut self.gains)).unwrap_or_else(WinChances::plain)
    }
}

/// What the side to move gained until the end, with the tiles it could not see, for every turn of a game.
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
        (unseen as u16, (light.spread(side) - before).clamp(-MOST, MOST) as i16)
    };
    turns.into_iter().map(gain).collect()
}

/// The 64ths of each number of unseen tiles; where there are few samples, those of the nearest that has enough.
fn parts(gains: &mut [Vec<i16>]) -> Vec<GainQuantiles> {
    gains.iter_mut().for_each(|gains| gains.sort_unstable());
    let known: Vec<usize> = (0..gains.len()).filter(|&unseen| gains[unseen].len() >= ENOUGH).collect();
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
        let alone = learn_winpct(&rules, presets::english(), 20, 3, 1, |_| ()).unwrap();
        let mut training = LeadTraining::new(&rules);
        let mut player = LeadPlayer::new(&rules, presets::english(), 3).unwrap();
        for part in [12..20, 0..12] {
            training.add(&LeadOutcomes::parse(&player.play(part).print()).unwrap()).unwrap();
        }
        assert_eq!(training.chances().pack(), alone.pack());
    }

    #[test]
    fn what_does_not_fit_is_refused() {
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
