//! Endgames and pre-endgames.

use crate::analyst::{AnalysisError, Analyst};
use crate::assessment::{AnalysisMethod, AssessedTurn, Assessment, StopReason, is_same_action};
use movegen::GeneratedPlay;
use players::endgame::{Endgame, EndgameStep, SolveOptions};
use players::preendgame::{PreEndgame, PreEndgameResult, StudyOptions, study_with};
use players::{EvaluationContext, TurnAction};
use rules::{Points, View};

/// The number of positions that an endgame search may visit for each iteration of a limit.
const NODES_PER_ITERATION: u64 = 500;

/// The same for each endgame of a pre-endgame.
const NODES_PER_DRAW: u64 = 20;

/// How many positions are searched for each other turn before the endgame itself is solved, so that each has a value.
const NODES_AT_FIRST: u64 = 200;

/// The share of the time that the other turns may take at first.
const FIRST_SHARE: u32 = 20;

/// Solves an endgame with all the time there is. The endgames after the turns with the best static equity are searched
/// a little before that, and solved with the time that is left.
pub(crate) fn endgame(
    analyst: &mut Analyst,
    view: &View,
    endgame: &Endgame,
    also: &[TurnAction],
) -> Result<Assessment, AnalysisError> {
    let limit = analyst.effort.limit.start().scale_iterations(NODES_PER_ITERATION);
    let counts = limit.iterations().is_some();
    let threads = if counts { std::num::NonZeroUsize::MIN } else { analyst.effort.threads };
    let spread = spread(view);
    let actions = other_turns(analyst, view, also);
    let mut others: Vec<AssessedTurn> = Vec::new();
    if !counts {
        let at_first = limit.divide_time(FIRST_SHARE).with_iterations(NODES_AT_FIRST);
        let options = SolveOptions { limit: at_first, threads: std::num::NonZeroUsize::MIN };
        for (number, action) in actions.iter().enumerate() {
            // What is asked for has a value in any case; the rest must not take the time of the endgame itself.
            if number >= also.len() && options.limit.is_interrupted() {
                break;
            }
            others.extend(assess_turn(analyst, endgame, action, spread, &options)?);
        }
    }
    let solution = analyst.solver().solve(endgame, &SolveOptions { limit: limit.clone(), threads })?;
    let nodes = solution.nodes;
    let best = solution.line.into_iter().next().flatten();
    let first = solved_turn(best, solution.spread_delta, spread, nodes, solution.proven);
    let rest: Vec<TurnAction> =
        actions.into_iter().filter(|action| !is_same_action(action, &first.action)).collect();
    for (number, action) in rest.iter().enumerate() {
        let known = others.iter().position(|turn| is_same_action(&turn.action, action));
        let is_late = !counts && limit.is_interrupted();
        if is_late || known.is_some_and(|known| others[known].proven || limit.is_interrupted()) {
            continue;
        }
        let share = SolveOptions { limit: limit.divide_time((rest.len() - number) as u32), threads };
        let Some(turn) = assess_turn(analyst, endgame, action, spread, &share)? else { continue };
        match known {
            Some(known) => others[known] = turn,
            None => others.push(turn),
        }
    }
    others.retain(|turn| !is_same_action(&turn.action, &first.action));
    let proven = first.proven;
    let complete = if proven { StopReason::Proven } else { StopReason::Complete };
    let ended = Some(StopReason::of(&limit, nodes, complete));
    let mut assessment = Assessment { method: AnalysisMethod::Endgame, turns: others, proven, ended };
    assessment.sort();
    assessment.turns.insert(0, first);
    if !proven {
        assessment.prefer_proven();
    }
    Ok(assessment)
}

/// The turns to assess besides the best one: first those that are asked for.
fn other_turns(analyst: &mut Analyst, view: &View, also: &[TurnAction]) -> Vec<TurnAction> {
    let rack = view.own_rack().cloned().unwrap_or_default();
    let plays = analyst.effort.plays;
    let found =
        analyst
            .simulation
            .evaluator()
            .plays(&view.grid, &rack, EvaluationContext::of(view), plays, &|| false);
    let mut actions: Vec<TurnAction> = also.to_vec();
    for ranked in found {
        if !actions.iter().any(|known| is_same_action(known, &ranked.action)) {
            actions.push(ranked.action);
        }
    }
    actions
}

/// The value of a turn if both sides play optimally afterwards.
fn assess_turn(
    analyst: &mut Analyst,
    endgame: &Endgame,
    action: &TurnAction,
    spread: Points,
    options: &SolveOptions,
) -> Result<Option<AssessedTurn>, AnalysisError> {
    let play = match action {
        TurnAction::Play(play) => Some(play.clone()),
        TurnAction::Pass => None,
        TurnAction::Exchange(_) => return Ok(None),
    };
    Ok(match endgame.follow(play.as_ref()) {
        Ok(EndgameStep::Over(gained)) => Some(solved_turn(play, gained, spread, 1, true)),
        Ok(EndgameStep::Continues(next)) => {
            let solution = analyst.solver().solve(&next, options)?;
            let gained = play.as_ref().map_or(0, GeneratedPlay::score) - solution.spread_delta;
            Some(solved_turn(play, gained, spread, solution.nodes, solution.proven))
        }
        Err(_) => None,
    })
}

fn solved_turn(
    play: Option<GeneratedPlay>,
    gained: Points,
    spread: Points,
    nodes: u64,
    proven: bool,
) -> AssessedTurn {
    let end = spread.saturating_add(gained);
    AssessedTurn {
        score: play.as_ref().map_or(0, GeneratedPlay::score),
        action: play.map_or(TurnAction::Pass, TurnAction::Play),
        equity: f64::from(gained),
        win: 0.5 + 0.5 * f64::from(end.signum()),
        error: None,
        iterations: nodes,
        proven,
        follow_up: None,
        facts: Vec::new(),
    }
}

/// The lead of the viewer over the best of the others.
pub(crate) fn spread(view: &View) -> Points {
    let own = view.viewer.seat().map_or(0, rules::Seat::index);
    let score = view.seats.get(own).map_or(0, |seat| seat.score);
    let others = view.seats.iter().enumerate().filter(|(seat, _)| *seat != own);
    score - others.map(|(_, seat)| seat.score).max().unwrap_or(0)
}

/// Studies a pre-endgame.
pub(crate) fn pre_endgame(
    analyst: &mut Analyst,
    view: &View,
    game: &PreEndgame,
    also: &[TurnAction],
) -> Result<Assessment, AnalysisError> {
    let effort = analyst.effort.clone();
    let limit = effort.limit.start();
    let options = StudyOptions {
        nodes_per_endgame: limit.scale_iterations(NODES_PER_DRAW).iterations(),
        limit: limit.clone(),
        use_all_time: true,
        plays: effort.plays,
        threads: effort.threads,
        seed: effort.seed,
    };
    let leaves = analyst.simulation.evaluator().leaves().clone();
    let prospects = study_with(game, &analyst.words, &leaves, &options, also)?;
    let spread = f64::from(spread(view));
    let turns: Vec<AssessedTurn> = prospects.iter().map(|prospect| studied_turn(prospect, spread)).collect();
    let proven = prospects.iter().all(|prospect| prospect.proven || prospect.beaten) && !turns.is_empty();
    let draws = prospects.iter().map(|prospect| prospect.draws).max().unwrap_or(0);
    let complete = if proven { StopReason::Proven } else { StopReason::Complete };
    let ended = Some(StopReason::of(&limit, draws, complete));
    Ok(Assessment { method: AnalysisMethod::PreEndgame, turns, proven, ended })
}

fn studied_turn(prospect: &PreEndgameResult, spread: f64) -> AssessedTurn {
    AssessedTurn {
        action: prospect.action.clone(),
        score: if let TurnAction::Play(play) = &prospect.action { play.score() } else { 0 },
        equity: prospect.spread - spread,
        win: prospect.win,
        error: None,
        iterations: prospect.draws,
        proven: prospect.proven,
        follow_up: None,
        facts: Vec::new(),
    }
}
