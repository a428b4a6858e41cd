//! Jobs that judge the turns of a game.

use analysis::{Analyst, Effort, JudgedTurn, RecordedGame, judge_turn};
use anyhow::Context;
use jobs::{GameSpec, JobBatch, JobQueue, JobRunner, collect_results};
use lexicon::WordGraph;
use players::SearchLimit;
use presets::Library;
use rules::{Event, PartialDraw, Ruleset};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;
use wire::{parse_event, print_event};

/// The specification of a game to judge, with one job per turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TurnJobSpec {
    #[serde(flatten)]
    game: GameSpec,
    names: Vec<String>,
    events: Vec<String>,
    #[serde(default)]
    notes: Vec<(usize, String)>,
    limit: SearchLimitJson,
    plays: usize,
    seed: u64,
}

/// [`SearchLimit`] as JSON: how much to search for each turn.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SearchLimitJson {
    Rounds(u64),
    Millis(u64),
}

impl From<SearchLimitJson> for SearchLimit {
    fn from(limit: SearchLimitJson) -> SearchLimit {
        match limit {
            SearchLimitJson::Rounds(rounds) => SearchLimit::for_iterations(rounds),
            SearchLimitJson::Millis(millis) => SearchLimit::for_duration(Duration::from_millis(millis)),
        }
    }
}

impl From<&SearchLimit> for SearchLimitJson {
    fn from(limit: &SearchLimit) -> SearchLimitJson {
        match (limit.iterations(), limit.duration()) {
            (Some(rounds), _) => SearchLimitJson::Rounds(rounds),
            (None, time) => SearchLimitJson::Millis(time.map_or(u64::MAX, |time| time.as_millis() as u64)),
        }
    }
}

impl TurnJobSpec {
    pub(crate) const KIND: &'static str = "analysis";

    fn effort(&self) -> Effort {
        let limit = SearchLimit::from(self.limit);
        // Each thread of a worker judges a different turn.
        Effort { limit, plays: self.plays, seed: self.seed, ..Effort::default() }
    }
}

/// Lets workers judge every turn of a game, and calls `on_turn` for each result.
pub(crate) fn judge_turns(
    queue: &JobQueue,
    (rules, words): (&Ruleset, &WordGraph),
    judging: RecordedGame<'_>,
    effort: &Effort,
    mut on_turn: impl FnMut(&JudgedTurn),
) -> anyhow::Result<Vec<JudgedTurn>> {
    let lines = judging.events.iter().zip(1..).map(|(event, seq)| print_event(seq, event, &rules.tiles));
    let spec = TurnJobSpec {
        game: GameSpec::new(rules, words),
        names: judging.names.to_vec(),
        events: lines.collect(),
        notes: judging.notes.to_vec(),
        limit: SearchLimitJson::from(&effort.limit),
        plays: effort.plays,
        seed: effort.seed,
    };
    let batch = JobBatch::new(TurnJobSpec::KIND, serde_json::to_string(&spec)?, judging.len() as u64);
    let mut turns = BTreeMap::new();
    collect_results(queue, &batch, |number, result| {
        let turn: JudgedTurn =
            serde_json::from_str(result).with_context(|| format!("the result of job {number}"))?;
        on_turn(&turn);
        turns.insert(number, turn);
        anyhow::Ok(ControlFlow::Continue(()))
    })?;
    Ok(turns.into_values().collect())
}

/// Judges the turn of a job.
pub(super) struct TurnJobRunner {
    analyst: Analyst,
    names: Vec<String>,
    events: Vec<Event<PartialDraw>>,
    notes: Vec<(usize, String)>,
}

impl TurnJobRunner {
    pub(super) fn new(spec: &str, library: &Library) -> Result<TurnJobRunner, String> {
        let spec: TurnJobSpec = serde_json::from_str(spec).map_err(|error| error.to_string())?;
        let (rules, words) = spec.game.load(library).map_err(|error| error.to_string())?;
        let read = |line: &String| parse_event(line, &rules.tiles).map(|(_, event)| event);
        let events = spec.events.iter().map(read).collect::<Result<_, _>>();
        let events = events.map_err(|fault| format!("the game cannot be read: {fault}"))?;
        let analyst = Analyst::new(&rules, &words, spec.effort()).map_err(|error| error.to_string())?;
        Ok(TurnJobRunner { analyst, names: spec.names, events, notes: spec.notes })
    }
}

impl JobRunner for TurnJobRunner {
    fn run(&mut self, number: u64) -> Result<String, String> {
        let judging = RecordedGame { names: &self.names, events: &self.events, notes: &self.notes };
        let turn = judge_turn(&mut self.analyst, judging, usize::try_from(number).unwrap_or(usize::MAX));
        let turn = turn.map_err(|error| error.to_string())?;
        let turn = turn.ok_or_else(|| format!("the game has no turn {}", number.saturating_add(1)))?;
        serde_json::to_string(&turn).map_err(|error| error.to_string())
    }
}
