//! Games of a training of winning chances.

use super::{jobs, part};
use anyhow::Context;
use jobs::{GameSpec, JobBatch, JobQueue, JobRunner, collect_results};
use lexicon::WordGraph;
use players::WinChances;
use presets::Library;
use rules::Ruleset;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use training::{LeadOutcomes, LeadPlayer, LeadTraining};

/// All games of a training.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LeadOrder {
    #[serde(flatten)]
    game: GameSpec,
    seed: u64,
    games: u64,
}

impl LeadOrder {
    pub(crate) const KIND: &'static str = "winpct";
}

/// Lets workers play games and learns what leads become; `played` is told how many jobs of how many are done.
pub(crate) fn learn_leads(
    queue: &JobQueue,
    (rules, words): (&Ruleset, &WordGraph),
    games: u64,
    seed: u64,
    mut played: impl FnMut(u64, u64),
) -> anyhow::Result<WinChances> {
    let order = LeadOrder { game: GameSpec::new(rules, words), seed, games };
    let batch = JobBatch::new(LeadOrder::KIND, serde_json::to_string(&order)?, jobs(&(0..games)));
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

/// Plays them.
pub(super) struct Player {
    player: LeadPlayer,
    games: u64,
}

impl Player {
    pub(super) fn new(order: &str, library: &Library) -> Result<Player, String> {
        let order: LeadOrder = serde_json::from_str(order).map_err(|error| error.to_string())?;
        let (rules, words) = order.game.load(library).map_err(|error| error.to_string())?;
        let player = LeadPlayer::new(&rules, &words, order.seed).map_err(|error| error.to_string())?;
        Ok(Player { player, games: order.games })
    }
}

impl JobRunner for Player {
    fn run(&mut self, number: u64) -> Result<String, String> {
        Ok(self.player.play(part(&(0..self.games), number)).print())
    }
}
