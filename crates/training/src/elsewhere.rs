//! Training games on other machines: the task, and the text format of their samples.

use crate::credit::LeaveSample;
use crate::leaves::{GameSamples, play};
use crate::workers::seed_of;
use lexicon::{BuildError, WordGraph};
use movegen::Equity;
use players::{HeuristicLeaves, LeaveShape, LeaveTable, LeaveValues, PlayerData, StaticEvaluator};
use rules::Ruleset;
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;

/// What a worker needs to play games of a leave training.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaveTask {
    /// The number of the generation, from 1.
    pub generation: u32,
    /// The seed of the generation.
    pub seed: u64,
    /// The games that remain.
    pub games: Range<u64>,
    /// The leave values of the players, in thousandths of a point; `None` for the rule of thumb.
    pub values: Option<Vec<i32>>,
}

/// The samples of games of a leave training.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeaveGames(pub(crate) Vec<GameSamples>);

/// Why a task or samples from another machine cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TrainingDataError {
    /// The values belong to other tiles.
    #[error("the task has {found} leave values, but these rules have {wanted}")]
    Values {
        /// The number of values in the task.
        found: usize,
        /// The number of leaves under the rules.
        wanted: usize,
    },
    /// The words make no graph.
    #[error(transparent)]
    Words(#[from] BuildError),
    /// A line is not a list of samples.
    #[error("line {line} is not a list of samples")]
    Text {
        /// The line, from 1.
        line: usize,
    },
    /// A sample is impossible under the rules.
    #[error("a sample does not fit the rules of the training")]
    InvalidSample,
}

/// Plays games of a leave training.
#[derive(Debug)]
pub struct LeavePlayer {
    evaluator: StaticEvaluator,
    rules: Ruleset,
    seed: u64,
}

impl LeavePlayer {
    /// A player for a task.
    ///
    /// # Errors
    ///
    /// The values belong to other tiles, or the words make no graph.
    pub fn new(
        rules: &Ruleset,
        words: &WordGraph,
        task: &LeaveTask,
    ) -> Result<LeavePlayer, TrainingDataError> {
        let values = match &task.values {
            None => LeaveValues::Heuristic(Arc::new(HeuristicLeaves::new(&rules.tiles, words))),
            Some(values) => {
                let shape = LeaveShape::new(&rules.tiles, rules.rack_size.into());
                if shape.len() != values.len() {
                    return Err(TrainingDataError::Values { found: values.len(), wanted: shape.len() });
                }
                let worth = values.iter().map(|&worth| Equity(worth)).collect();
                LeaveValues::Trained(Arc::new(LeaveTable::with(shape, worth)))
            }
        };
        let evaluator = StaticEvaluator::new(PlayerData::new(rules, words)?.generator(), values);
        Ok(LeavePlayer { evaluator, rules: rules.clone(), seed: task.seed })
    }

    /// Plays the games with these numbers.
    #[must_use]
    pub fn play(&mut self, games: Range<u64>) -> LeaveGames {
        let one = |number| play(&mut self.evaluator, &self.rules, seed_of(self.seed, number));
        LeaveGames(games.map(one).collect())
    }
}

impl LeaveGames {
    /// The number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Prints a line for each game: its points, then for each turn a semicolon, the equity, the number of tiles in the
    /// bag, and for each kind of tile the kind, the number of kept tiles and the number of drawn tiles.
    #[must_use]
    pub fn print(&self) -> String {
        let mut text = String::new();
        for game in &self.0 {
            // Writing to a string cannot fail.
            _ = write!(text, "{}", game.points);
            for sample in &game.samples {
                _ = write!(text, ";{} {}", sample.equity, sample.bag);
                sample
                    .kinds
                    .iter()
                    .for_each(|(kind, kept, drawn)| _ = write!(text, " {kind} {kept} {drawn}"));
            }
            text.push('\n');
        }
        text
    }

    /// Parses the text that [`print`](LeaveGames::print) makes.
    ///
    /// # Errors
    ///
    /// The number of the first invalid line.
    pub fn parse(text: &str) -> Result<LeaveGames, TrainingDataError> {
        let game = |(line, text): (usize, &str)| game(text).ok_or(TrainingDataError::Text { line: line + 1 });
        text.lines().enumerate().map(game).collect::<Result<_, _>>().map(LeaveGames)
    }
}

fn game(line: &str) -> Option<GameSamples> {
    let mut parts = line.split(';');
    let points = parts.next()?.parse().ok()?;
    let samples = parts.map(sample).collect::<Option<_>>()?;
    Some(GameSamples { samples, points })
}

fn sample(text: &str) -> Option<LeaveSample> {
    let mut numbers = text.split(' ');
    let (equity, bag) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    let mut kinds = Vec::new();
    while let Some(kind) = numbers.next() {
        kinds.push((kind.parse().ok()?, numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?));
    }
    Some(LeaveSample { kinds, equity, bag })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LeaveSettings, LeaveTraining};
    use proptest::prelude::*;

    fn a_sample() -> impl Strategy<Value = LeaveSample> {
        (prop::collection::vec(any::<(u8, u8, u8)>(), 0..5), any::<i32>(), any::<u16>())
            .prop_map(|(kinds, equity, bag)| LeaveSample { kinds, equity, bag })
    }

    proptest! {
        #[test]
        fn printed_samples_are_parsed_back(games in prop::collection::vec((prop::collection::vec(a_sample(), 0..5), any::<i64>()), 0..5)) {
            let games = LeaveGames(games.into_iter().map(|(samples, points)| GameSamples { samples, points }).collect());
            prop_assert_eq!(LeaveGames::parse(&games.print()), Ok(games));
        }

        #[test]
        fn no_text_makes_reading_panic(text in "[0-9; \n-]{0,60}") {
            let _ = LeaveGames::parse(&text);
        }
    }

    #[test]
    fn games_played_elsewhere_teach_the_same() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let settings = LeaveSettings { games: 12, generations: 2, seed: 5, threads: 1 };
        let mut alone = LeaveTraining::new(&rules, presets::english(), settings).unwrap();
        let mut reports = Vec::new();
        while let Some(batch) = alone.advance() {
            reports.extend(batch.finished);
        }
        let mut distributed = LeaveTraining::new(&rules, presets::english(), settings).unwrap();
        let mut others = Vec::new();
        while let Some(task) = distributed.task() {
            let mut player = LeavePlayer::new(&rules, presets::english(), &task).unwrap();
            // Parts arrive in any order.
            for part in [7..12, 0..3, 3..7] {
                distributed.add(&LeaveGames::parse(&player.play(part).print()).unwrap()).unwrap();
            }
            others.extend(distributed.conclude());
        }
        assert_eq!(others, reports);
        assert_eq!(distributed.table(), alone.table());
    }

    #[test]
    fn impossible_samples_are_refused() {
        let rules = presets::Library::shipped().rules("standard").unwrap();
        let settings = LeaveSettings { games: 2, generations: 1, seed: 5, threads: 1 };
        let mut training = LeaveTraining::new(&rules, presets::english(), settings).unwrap();
        for wrong in ["0;100 500", "0;100 50 99 1 0", "0;100 50 1 9 9", "0;100 50 2 1 0 1 1 0", "0;1 1 1 0 0"]
        {
            let games = LeaveGames::parse(wrong).unwrap();
            assert_eq!(training.add(&games), Err(TrainingDataError::InvalidSample), "{wrong}");
        }
        for wrong in ["x", "0;", "0;1", "0;1 2 3", "0;1 2 3 4 x", "0;1 99999999"] {
            assert_eq!(LeaveGames::parse(wrong), Err(TrainingDataError::Text { line: 1 }), "{wrong}");
        }
        let task = LeaveTask { generation: 2, seed: 1, games: 0..2, values: Some(vec![1, 2]) };
        let refused = LeavePlayer::new(&rules, presets::english(), &task).unwrap_err();
        assert!(refused.to_string().starts_with("the task has 2 leave values"), "{refused}");
    }
}
