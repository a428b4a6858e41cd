//! Simulation of positions before the endgame.

use crate::analyst::{Analyst, AssessmentCallback, Effort};
use crate::assessment::{AnalysisMethod, AssessedTurn, Assessment, StopReason, is_same_action};
use crate::facts::{FollowedTurn, compare};
use movegen::Equity;
use players::sim::{Candidate, SimulationRun, SimulationSettings, Situation};
use players::{RankedAction, SearchLimit, TurnAction};
use rules::{Ruleset, View};
use std::ops::ControlFlow;

/// The number of exchanges that are assessed besides plays.
const EXCHANGES: usize = 3;

/// The number of games whose follow-ups are kept and compared: more would change no sentence.
const MOST_FOLLOW_UPS: usize = 5000;

/// A simulation of a position that can be stopped and continued.
///
/// [`Analyst::begin_simulation`] makes it.
#[derive(Debug)]
pub struct PositionSimulation {
    run: SimulationRun,
    situation: Situation,
    settings: SimulationSettings,
}

impl PositionSimulation {
    /// How many games were played for the best turns.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        self.run.iterations()
    }
}

impl Analyst {
    /// Begins to simulate the turns with the best static equity, and those of `also` that are not among them. `None` if
    /// the viewer has no rack.
    pub fn begin_simulation(&mut self, view: &View, also: &[TurnAction]) -> Option<PositionSimulation> {
        let situation = Situation::of_view(view)?;
        let settings = simulation_settings(&self.effort);
        let mut field = self.simulation.candidates(&situation, &settings);
        for action in also {
            if !field.iter().any(|known| is_same_action(&known.action, action)) {
                field
                    .push(RankedAction { action: action.clone(), equity: static_equity(self, view, action) });
            }
        }
        Some(PositionSimulation { run: SimulationRun::new(field, &settings), situation, settings })
    }

    /// Simulates until the limit is reached, in which all games since the beginning count, or a turn is clearly best.
    pub fn continue_simulation(
        &mut self,
        simulation: &mut PositionSimulation,
        limit: &SearchLimit,
        watch: AssessmentCallback<'_>,
    ) -> Assessment {
        let limit = &limit.start();
        let PositionSimulation { run, situation, settings } = simulation;
        self.simulation.advance(run, situation, settings, limit, &mut |standing| {
            watch(&assessment(standing));
            ControlFlow::Continue(())
        });
        let ended = Some(StopReason::of(limit, run.iterations(), StopReason::Clear));
        let standing = run.standing();
        let mut found = Assessment { ended, ..assessment(&standing) };
        explain(&mut found, &standing, run, situation.rules());
        found
    }
}

/// Simulates a position with all the effort.
pub(crate) fn simulate(
    analyst: &mut Analyst,
    view: &View,
    also: &[TurnAction],
    watch: AssessmentCallback<'_>,
) -> Assessment {
    let limit = analyst.effort.limit.start();
    match analyst.begin_simulation(view, also) {
        Some(mut simulation) => analyst.continue_simulation(&mut simulation, &limit, watch),
        None => assessment(&[]),
    }
}

/// Adds to each turn what followed it, and why the first turn is better.
fn explain(found: &mut Assessment, standing: &[Candidate], run: &SimulationRun, rules: &Ruleset) {
    let Some(first) = standing.first() else { return };
    for (candidate, assessed) in standing.iter().zip(&mut found.turns) {
        assessed.follow_up = follow(candidate, run).means(rules);
        assessed.facts = compare(rules, follow(first, run), follow(candidate, run));
    }
}

fn follow<'a>(candidate: &'a Candidate, run: &'a SimulationRun) -> FollowedTurn<'a> {
    FollowedTurn {
        action: &candidate.action,
        leave: Equity(candidate.static_equity.0 - Equity::points(candidate.score).0).as_f64(),
        follow_ups: run.follow_ups(&candidate.action),
    }
}

/// The settings of a simulation with this effort.
fn simulation_settings(effort: &Effort) -> SimulationSettings {
    let usual = SimulationSettings::default();
    SimulationSettings {
        candidates: effort.plays,
        exchanges: EXCHANGES,
        plies: effort.plies,
        seed: effort.seed,
        threads: effort.threads.get(),
        follow_ups: MOST_FOLLOW_UPS,
        clear: if effort.keep_going { f64::INFINITY } else { usual.clear },
    }
}

/// The static equity of an action: its score and the value of its leave.
fn static_equity(analyst: &mut Analyst, view: &View, action: &TurnAction) -> Equity {
    let mut kept = view.own_rack().cloned().unwrap_or_default();
    let (given, score): (Vec<_>, _) = match action {
        TurnAction::Play(play) => (play.tiles.iter().map(|shown| shown.tile()).collect(), play.score()),
        TurnAction::Exchange(tiles) => (tiles.clone(), 0),
        TurnAction::Pass => (Vec::new(), 0),
    };
    given.into_iter().for_each(|tile| _ = kept.take(tile));
    Equity::points(score)
        + analyst.simulation.evaluator().leave_value(&kept, players::EvaluationContext::of(view))
}

fn assessment(standing: &[Candidate]) -> Assessment {
    let turns = standing.iter().map(|candidate| AssessedTurn {
        action: candidate.action.clone(),
        score: candidate.score,
        equity: candidate.equity,
        win: candidate.win,
        error: Some(candidate.win_error),
        iterations: candidate.iterations,
        proven: false,
        follow_up: None,
        facts: Vec::new(),
    });
    Assessment { method: AnalysisMethod::Simulation, turns: turns.collect(), proven: false, ended: None }
}
