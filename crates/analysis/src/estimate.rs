//! Simulation of positions before the endgame.

use crate::analyst::{Analyst, AssessmentCallback, Effort};
use crate::assessment::{AnalysisMethod, AssessedTurn, Assessment, StopReason, is_same_action};
use movegen::Equity;
use players::sim::{Candidate, SimulationSettings, Situation};
use players::{RankedAction, TurnAction};
use rules::View;
use std::ops::ControlFlow;

/// The number of exchanges that are assessed besides plays.
const EXCHANGES: usize = 3;

/// Simulates the turns with the best static equity, and those of `also` that are not among them.
pub(crate) fn simulate(
    analyst: &mut Analyst,
    view: &View,
    also: &[TurnAction],
    watch: AssessmentCallback<'_>,
) -> Assessment {
    let effort = analyst.effort.clone();
    let Some(situation) = Situation::of_view(view) else {
        return assessment(&[]);
    };
    let settings = simulation_settings(&effort);
    let mut field = analyst.simulation.candidates(&situation, &settings);
    for action in also {
        if !field.iter().any(|known| is_same_action(&known.action, action)) {
            field.push(RankedAction { action: action.clone(), equity: static_equity(analyst, view, action) });
        }
    }
    let limit = &effort.limit.start();
    let standing = analyst.simulation.run_candidates(&situation, field, &settings, limit, &mut |standing| {
        watch(&assessment(standing));
        ControlFlow::Continue(())
    });
    let iterations = standing.iter().map(|candidate| candidate.iterations).max().unwrap_or(0);
    let ended = Some(StopReason::of(limit, iterations, StopReason::Clear));
    Assessment { ended, ..assessment(&standing) }
}

/// The settings of a simulation with this effort.
pub(crate) fn simulation_settings(effort: &Effort) -> SimulationSettings {
    let usual = SimulationSettings::default();
    SimulationSettings {
        candidates: effort.plays,
        exchanges: EXCHANGES,
        plies: effort.plies,
        seed: effort.seed,
        threads: effort.threads.get(),
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
    });
    Assessment { method: AnalysisMethod::Simulation, turns: turns.collect(), proven: false, ended: None }
}
