//! Jobs that train leave values.

use super::{job_count, job_games};
use anyhow::Context;
use jobs::{GameSpec, JobBatch, JobQueue, JobRunner, collect_results};
use presets::Library;
use serde::{Deserialize, Serialize};
use std::ops::{ControlFlow, Range};
use training::{LeaveGames, LeavePlayer, LeaveTask, LeaveTraining};

/// The specification of the games of one generation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LeaveJobSpec {
    #[serde(flatten)]
    game: GameSpec,
    generation: u32,
    seed: u64,
    from: u64,
    to: u64,
    values: Option<Vec<i32>>,
}

impl LeaveJobSpec {
    pub(crate) const KIND: &'static str = "leaves";

    fn new(game: &GameSpec, task: LeaveTask) -> LeaveJobSpec {
        let LeaveTask { generation, seed, games, values } = task;
        LeaveJobSpec { game: game.clone(), generation, seed, from: games.start, to: games.end, values }
    }

    fn games(&self) -> Range<u64> {
        self.from..self.to
    }
}

/// Lets workers play the rest of the current generation, and calls `played` with the number of its finished games.
/// Returns whether there was a generation to play.
pub(crate) fn learn_leaves(
    queue: &JobQueue,
    game: &GameSpec,
    training: &mut LeaveTraining,
    mut played: impl FnMut(u64),
) -> anyhow::Result<bool> {
    let Some(task) = training.task() else { return Ok(false) };
    let spec = LeaveJobSpec::new(game, task);
    let games = spec.games();
    let batch = JobBatch::new(LeaveJobSpec::KIND, serde_json::to_string(&spec)?, job_count(&games));
    drop(spec);
    collect_results(queue, &batch, |job, result| {
        let found = LeaveGames::parse(result).with_context(|| format!("the result of job {job}"))?;
        let wanted = job_games(&games, job);
        anyhow::ensure!(
            found.len() as u64 == wanted.end - wanted.start,
            "the result of job {job} is of {} games, not {}",
            found.len(),
            wanted.end - wanted.start
        );
        training.add(&found).with_context(|| format!("the result of job {job}"))?;
        played(training.progress().1);
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    Ok(true)
}

/// Plays the games of a job.
pub(super) struct LeaveJobRunner {
    player: LeavePlayer,
    games: Range<u64>,
}

impl LeaveJobRunner {
    pub(super) fn new(spec: &str, library: &Library) -> Result<LeaveJobRunner, String> {
        let spec: LeaveJobSpec = serde_json::from_str(spec).map_err(|error| error.to_string())?;
        let (rules, words) = spec.game.load(library).map_err(|error| error.to_string())?;
        let games = spec.games();
        let LeaveJobSpec { generation, seed, values, .. } = spec;
        let task = LeaveTask { generation, seed, games: games.clone(), values };
        let player = LeavePlayer::new(&rules, &words, &task).map_err(|error| error.to_string())?;
        Ok(LeaveJobRunner { player, games })
    }
}

impl JobRunner for LeaveJobRunner {
    fn run(&mut self, number: u64) -> Result<String, String> {
        Ok(self.player.play(job_games(&self.games, number)).print())
    }
}
