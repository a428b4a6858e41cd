//! The games of a match as jobs.

use crate::description::MatchDescription;
use crate::entrant::EntrantKind;
use crate::game_runner::FinishedGame;
use crate::result::GameResult;
use crate::run::{Arena, ArenaError, MatchListener, MatchResults, WorkerResources};
use jobs::{JobBatch, JobError, JobQueue, JobRunner, collect_results};
use presets::Library;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use tiles::TileSet;
use wire::{parse_event, print_event};

/// The kind of the jobs.
const KIND: &str = "match";

/// A finished game as the result of a job.
#[derive(Serialize, Deserialize)]
struct FinishedGameJson {
    result: GameResult,
    events: Vec<String>,
    reports: Vec<(usize, String)>,
    #[serde(default)]
    illegal: Vec<(usize, String)>,
}

/// Plays the games of a match as jobs.
pub struct MatchJobRunner {
    arena: Arena,
    resources: WorkerResources,
}

impl MatchJobRunner {
    /// The kind of the jobs.
    pub const KIND: &'static str = KIND;

    /// A runner for a described match. Programs are started only if `programs` is set.
    ///
    /// # Errors
    ///
    /// The description is invalid, or a worker cannot play one of the bots.
    pub fn new(description: &str, library: &Library, programs: bool) -> Result<MatchJobRunner, String> {
        let description: MatchDescription =
            serde_json::from_str(description).map_err(|error| error.to_string())?;
        let plan = description.plan(library).map_err(|error| error.to_string())?;
        for bot in plan.entrants() {
            match &bot.kind {
                EntrantKind::Program(_) if !programs => {
                    return Err(format!("{} is a program: say --allow-programs to start it", bot.name));
                }
                EntrantKind::Network(_) => {
                    return Err(format!("{} connects, and cannot be played elsewhere", bot.name));
                }
                EntrantKind::Program(_) | EntrantKind::BuiltIn(_) => {}
            }
        }
        let arena = Arena { policy: description.policy(), ..Arena::new(plan) };
        let resources = WorkerResources::new(&arena.plan.setup().rules);
        Ok(MatchJobRunner { arena, resources })
    }
}

impl JobRunner for MatchJobRunner {
    fn run(&mut self, number: u64) -> Result<String, String> {
        if number >= self.arena.plan.games() {
            return Err(format!("the match has no game {number}"));
        }
        let game = self.arena.plan.game(number);
        let played = self.arena.play(&game, &mut self.resources).map_err(|error| error.to_string())?;
        let tiles = &self.arena.plan.setup().rules.tiles;
        let lines = played.events.iter().zip(1..).map(|(event, seq)| print_event(seq, event, tiles));
        let parcel = FinishedGameJson {
            result: played.result,
            events: lines.collect(),
            reports: played.reports,
            illegal: played.illegal,
        };
        serde_json::to_string(&parcel).map_err(|error| error.to_string())
    }
}

/// Submits the games of a match as jobs and collects the results, until all are there or the test has decided.
///
/// # Errors
///
/// The queue failed, a job was given up, or a result cannot be saved.
pub fn distribute_match(
    queue: &JobQueue,
    arena: &Arena,
    description: &MatchDescription,
    done: Vec<GameResult>,
    listener: &mut dyn MatchListener,
) -> Result<Vec<GameResult>, DistributeError> {
    let mut collected = MatchResults::new(arena, done);
    if !collected.is_complete() {
        collect_results(queue, &batch(arena, description)?, |number, text| {
            take(number, text, &mut collected, listener)
        })?;
    }
    Ok(collected.results())
}

/// Adds a result, unless it is known already. Breaks when no further result is needed.
fn take(
    number: u64,
    text: &str,
    collected: &mut MatchResults<'_>,
    listener: &mut dyn MatchListener,
) -> Result<ControlFlow<()>, DistributeError> {
    if collected.has(number) {
        return Ok(ControlFlow::Continue(()));
    }
    let played = read_result(number, text, &collected.plan().setup().rules.tiles)?;
    let goes_on = listener.game_finished(&played).map_err(ArenaError::from)?;
    collected.add(played.result);
    Ok(if collected.is_complete() { ControlFlow::Break(()) } else { goes_on })
}

/// Why a match cannot be played by workers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DistributeError {
    /// The queue failed.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The match failed.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The description cannot be written as JSON.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
}

fn batch(arena: &Arena, description: &MatchDescription) -> Result<JobBatch, DistributeError> {
    Ok(JobBatch::new(KIND, serde_json::to_string(description)?, arena.plan.games()))
}

fn read_result(number: u64, text: &str, tiles: &TileSet) -> Result<FinishedGame, JobError> {
    let wrong = |message: String| JobError::InvalidResult { number, message };
    let parcel: FinishedGameJson = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let read = |line: &String| parse_event(line, tiles).map(|(_, event)| event);
    let events = parcel.events.iter().map(read).collect::<Result<_, _>>();
    Ok(FinishedGame {
        result: parcel.result,
        events: events.map_err(|fault| wrong(fault.to_string()))?,
        reports: parcel.reports,
        illegal: parcel.illegal,
    })
}
