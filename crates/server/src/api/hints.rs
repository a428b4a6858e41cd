//! `GET /api/games/{id}/hint` and `/analysis`: plays the computer would think of.

use super::history::{History, history};
use super::{GamePath, Query};
use crate::app::App;
use crate::owner::{Caller, Request, Who};
use crate::problem::Problem;
use crate::table::Stage;
use axum::Json;
use axum::extract::State;
use movegen::{Equity, NoLeaves, Ranked};
use notation::plays::{Scene, Through, print_placement};
use players::LeaveValues;
use rules::{Game, Grid, Happened, Laid, Placement, Ruleset, Seat};
use serde::{Deserialize, Serialize};
use wire::{PlayDraft, TileDraft};

/// How many plays a hint has.
const HINTS: usize = 5;

/// How many plays of a turn an analysis shows.
const SHOWN: usize = 10;

/// How many plays of a turn are ranked.
const RANKED: usize = 500;

/// Plays for the turn.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Hint {
    plays: Vec<Suggested>,
}

/// A play that can be made.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Suggested {
    /// As players write it.
    play: String,
    score: i32,
    /// Score and the worth of the tiles kept, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    equity: Option<f64>,
    tiles: Vec<TileDraft>,
}

/// A turn of a game that is over.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Analysed {
    turn: usize,
    seat: u8,
    /// The tiles that were held.
    rack: String,
    plays: Vec<Suggested>,
    played: Played,
}

/// What was done in a turn, against what could have been done.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Played {
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<String>,
    score: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    equity: Option<f64>,
    /// Its place among all plays, from 1; null where it was no play or far down.
    rank: Option<usize>,
    /// How much better the best play was, in points.
    lost: Option<f64>,
}

/// Which turn.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct WhichTurn {
    turn: usize,
}

/// Suggests plays.
#[utoipa::path(get, path = "/games/{id}/hint", tag = "turns", params(("id" = String, Path, description = "the game")), responses((status = 200, description = "the plays that count most", body = Hint)))]
pub(crate) async fn hint(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<Hint>, Problem> {
    if caller.key.is_none() {
        return Err(Problem::UnknownKey);
    }
    let look = app.hall.ask(&id, &caller, Request::Look).await?;
    let Who::Seat(_) = look.who else { return Err(Problem::forbidden("you have no seat in this game")) };
    if !look.kit.rules.table.hints {
        return Err(Problem::unfit("hints-forbidden", "there are no hints in this game"));
    }
    if !look.view.is_my_turn() {
        return Err(Problem::unfit("not-your-turn", "hints are given to the player whose turn it is"));
    }
    let plays = thinking(&app, move || {
        let rack = look.view.own_rack().cloned().unwrap_or_default();
        let mut generator = look.kit.generator()?;
        let best = generator.top(&look.view.grid, &rack, &NoLeaves, HINTS);
        Ok(best.iter().map(|ranked| suggested(ranked, &look.kit.rules, &look.view.grid, None)).collect())
    });
    Ok(Json(Hint { plays: plays.await? }))
}

/// Compares a turn with what could have been played.
#[utoipa::path(get, path = "/games/{id}/analysis", tag = "records", params(("id" = String, Path, description = "the game"), WhichTurn), responses((status = 200, description = "a turn against what could have been played", body = Analysed)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    Query(which): Query<WhichTurn>,
) -> Result<Json<Analysed>, Problem> {
    let history = history(&app, &id, &caller).await?;
    if history.look.stage != Stage::Over {
        return Err(Problem::conflict("not-over", "turns are analysed once the game is over"));
    }
    thinking(&app, move || analysed(&history, which.turn)).await.map(Json)
}

/// Runs a search where threads may block, and no more at once than the operator wants.
async fn thinking<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let permit = app.shared.thinkers.clone().acquire_owned().await;
    let work = tokio::task::spawn_blocking(move || {
        let done = work();
        drop(permit);
        done
    });
    work.await.map_err(|error| Problem::Broken(error.to_string()))?
}

fn suggested(ranked: &Ranked, rules: &Ruleset, grid: &Grid, equity: Option<Equity>) -> Suggested {
    let placement = ranked.play.placement();
    Suggested {
        play: written(&placement, rules, grid),
        score: ranked.play.score(),
        equity: equity.map(points),
        tiles: PlayDraft::new(&placement, &rules.tiles).tiles,
    }
}

fn written(placement: &Placement, rules: &Ruleset, grid: &Grid) -> String {
    print_placement(placement, Scene { rules, grid, rack: None }, Through::Letters)
}

fn analysed(history: &History, turn: usize) -> Result<Analysed, Problem> {
    let (before, event) = history.before_turn(turn)?;
    let (what, seat) = (&event.what, event.what.turn().unwrap_or(Seat(0)));
    let rules = &history.look.kit.rules;
    let rack = before.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
    let leaves = LeaveValues::of(rules, history.look.kit.words()?);
    let mut generator = history.look.kit.generator()?;
    let best = if before.bag().is_empty() {
        generator.top(before.grid(), &rack, &NoLeaves, RANKED)
    } else {
        generator.top(before.grid(), &rack, &leaves, RANKED)
    };
    let plays = best.iter().take(SHOWN);
    let plays = plays.map(|ranked| suggested(ranked, rules, before.grid(), Some(ranked.equity))).collect();
    let rack = rules.tiles.print_tiles(&rack);
    Ok(Analysed { turn, seat: seat.0, rack, plays, played: played(what, &before, &best) })
}

fn played(what: &Happened, before: &Game, best: &[Ranked]) -> Played {
    let top = best.first().map(|ranked| ranked.equity);
    let Happened::Played { tiles, score, .. } = what else {
        let name = wire::event_name(what);
        return Played { event: name, play: None, score: 0, equity: None, rank: None, lost: top.map(points) };
    };
    let placement = Placement { tiles: tiles.clone(), axis: None };
    let same = |ranked: &&Ranked| same_tiles(&ranked.play.placement().tiles, tiles);
    let found = best.iter().find(same);
    let rank = found.map(|found| best.iter().filter(|other| other.equity > found.equity).count() + 1);
    Played {
        event: "played",
        play: Some(written(&placement, before.rules(), before.grid())),
        score: *score,
        equity: found.map(|found| points(found.equity)),
        rank,
        lost: found.zip(top).map(|(found, top)| points(top) - points(found.equity)),
    }
}

fn same_tiles(a: &[Laid], b: &[Laid]) -> bool {
    let sorted = |tiles: &[Laid]| {
        let mut tiles: Vec<_> =
            tiles.iter().map(|laid| (laid.at, laid.tile.0, laid.face.letter.place())).collect();
        tiles.sort_unstable();
        tiles
    };
    sorted(a) == sorted(b)
}

fn points(equity: Equity) -> f64 {
    (equity.as_f64() * 100.0).round() / 100.0
}
