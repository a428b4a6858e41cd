//! Jobs that train winning chances.

use super::{job_count, job_games};
use anyhow::Context;
use jobs::{GameSpec, JobBatch, JobQueue, JobRunner, collect_results};
use lexicon::WordGraph;
use players::WinChances;
use presets::Library;
use rules::Ruleset;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use training::{LeadOutcomes, LeadPlayer, LeadTraining};

/// The specification of the games of a training.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WinChanceJobSpec {
    #[serde(flatten)]
    game: GameSpec,
    seed: u64,
    games: u64,
}

impl WinChanceJobSpec {
    pub(crate) const KIND: &'static str = "winpct";
}

/// Trains winning chances with games of workers, and calls `played` with the finished and total number of jobs.
pub(crate) fn learn_win_chances(
    queue: &JobQueue,
    (rules, words): (&Ruleset, &WordGraph),
    games: u64,
    seed: u64,
    mut played: impl FnMut(u64, u64),
) -> anyhow::Result<WinChances> {
    let spec = WinChanceJobSpec { game: GameSpec::new(rules, words), seed, games };
    let batch = JobBatch::new(WinChanceJobSpec::KIND, serde_json::to_string(&spec)?, job_count(&(0..games)));
    let (mut training, mut done) = (LeadTraining::new(rules), 0);
    collect_results(queue, &batch, |job, result| {
        let leads = LeadOutcomes::parse(result).with_context(|| format!("the result of job {job}"))?;
        training.add(&leads).with_context(|| format!("the result of job {job}"))?;
        done += 1;
        played(done, batch.jobs);
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    Ok(training.chances())
}

/// Plays the games of a job.
pub(super) struct WinChanceJobRunner {
    player: LeadPlayer,
    games: u64,
}

impl WinChanceJobRunner {
    pub(super) fn new(spec: &str, library: &Library) -> Result<WinChanceJobRunner, String> {
        let spec: WinChanceJobSpec = serde_json::from_str(spec).map_err(|error| error.to_string())?;
        let (rules, words) = spec.game.load(library).map_err(|error| error.to_string())?;
        let player = LeadPlayer::new(&rules, &words, spec.seed).map_err(|error| error.to_string())?;
        Ok(WinChanceJobRunner { player, games: spec.games })
    }
}

impl JobRunner for WinChanceJobRunner {
    fn run(&mut self, number: u64) -> Result<String, String> {
        Ok(self.player.play(job_games(&(0..self.games), number)).print())
    }
}
