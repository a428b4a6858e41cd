//! Positions before the end: simulation.

use crate::analyst::{Analyst, Watch};
use crate::assessment::{Assessed, Assessment, Method, same};
use movegen::Equity;
use players::sim::{Candidate, Settings, Situation};
use players::{Act, Weighed};
use rules::View;
use std::ops::ControlFlow;

/// Exchanges that are looked at besides plays.
const EXCHANGES: usize = 3;

/// Simulates the turns that are best at a glance, and one more if it is not among them.
pub(crate) fn simulate(
    analyst: &mut Analyst,
    view: &View,
    also: Option<&Act>,
    watch: Watch<'_>,
) -> Assessment {
    let effort = analyst.effort;
    let Some(situation) = Situation::of_view(view) else {
        return Assessment { method: Method::Simulation, turns: Vec::new(), proven: false };
    };
    let settings = Settings {
        candidates: effort.plays,
        exchanges: EXCHANGES,
        seed: effort.seed,
        threads: effort.threads.get(),
        ..Settings::default()
    };
    let mut field = analyst.simulation.field(&situation, &settings);
    if let Some(act) = also.filter(|act| !field.iter().any(|known| same(&known.act, act))) {
        field.push(Weighed { act: act.clone(), equity: glance(analyst, view, act) });
    }
    let budget = effort.budget();
    let standing = analyst.simulation.race(&situation, field, &settings, budget, &mut |standing| {
        watch(&assessment(standing));
        ControlFlow::Continue(())
    });
    assessment(&standing)
}

/// What an act is worth by its points and what it keeps.
fn glance(analyst: &mut Analyst, view: &View, act: &Act) -> Equity {
    let mut kept = view.own_rack().cloned().unwrap_or_default();
    let (given, score): (Vec<_>, _) = match act {
        Act::Play(play) => (play.tiles.iter().map(|shown| shown.tile()).collect(), play.score()),
        Act::Exchange(tiles) => (tiles.clone(), 0),
        Act::Pass => (Vec::new(), 0),
    };
    given.into_iter().for_each(|tile| _ = kept.take(tile));
    Equity::points(score) + analyst.simulation.weigher().kept(&kept, players::Outlook::of(view))
}

fn assessment(standing: &[Candidate]) -> Assessment {
    let turns = standing.iter().map(|candidate| Assessed {
        act: candidate.act.clone(),
        score: candidate.score,
        equity: candidate.equity,
        win: candidate.win,
        error: Some(candidate.win_error),
        iterations: candidate.iterations,
        proven: false,
    });
    Assessment { method: Method::Simulation, turns: turns.collect(), proven: false }
}
