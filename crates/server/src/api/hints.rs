//! `GET /api/games/{id}/hint` and `/analysis`: plays the computer would think of.

use super::history::{GameHistory, history};
use super::{GamePath, QueryParams};
use crate::api_error::ApiError;
use crate::app::App;
use crate::owner::{CallerRole, Credentials, Request};
use crate::table::TableStatus;
use axum::Json;
use axum::extract::State;
use movegen::{Equity, NoLeaves, RankedPlay};
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use players::LeaveValues;
use rules::{EventKind, Game, Grid, PlacedTile, Placement, Ruleset, Seat};
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
    plays: Vec<SuggestedPlay>,
}

/// A play that can be made.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct SuggestedPlay {
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
pub(crate) struct TurnAnalysis {
    turn: usize,
    seat: u8,
    /// The tiles that were held.
    rack: String,
    plays: Vec<SuggestedPlay>,
    played: TurnOutcome,
}

/// What was done in a turn, against what could have been done.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct TurnOutcome {
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
pub(crate) struct TurnQuery {
    turn: usize,
}

/// Suggests plays.
#[utoipa::path(get, path = "/games/{id}/hint", tag = "turns", params(("id" = String, Path, description = "the game")), responses((status = 200, description = "the plays that count most", body = Hint)))]
pub(crate) async fn hint(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
) -> Result<Json<Hint>, ApiError> {
    if credentials.key.is_none() {
        return Err(ApiError::UnknownKey);
    }
    let snapshot = app.registry.ask(&id, &credentials, Request::TableSnapshot).await?;
    let CallerRole::Seat(_) = snapshot.role else {
        return Err(ApiError::forbidden("you have no seat in this game"));
    };
    if !snapshot.resources.rules.table.hints {
        return Err(ApiError::unfit("hints-forbidden", "there are no hints in this game"));
    }
    if !snapshot.view.is_my_turn() {
        return Err(ApiError::unfit("not-your-turn", "hints are given to the player whose turn it is"));
    }
    let plays = thinking(&app, move || {
        let rack = snapshot.view.own_rack().cloned().unwrap_or_default();
        let mut generator = snapshot.resources.generator()?;
        let best = generator.top(&snapshot.view.grid, &rack, &NoLeaves, HINTS);
        Ok(best
            .iter()
            .map(|ranked| suggested(ranked, &snapshot.resources.rules, &snapshot.view.grid, None))
            .collect())
    });
    Ok(Json(Hint { plays: plays.await? }))
}

/// Compares a turn with what could have been played.
#[utoipa::path(get, path = "/games/{id}/analysis", tag = "records", params(("id" = String, Path, description = "the game"), TurnQuery), responses((status = 200, description = "a turn against what could have been played", body = TurnAnalysis)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
    QueryParams(which): QueryParams<TurnQuery>,
) -> Result<Json<TurnAnalysis>, ApiError> {
    let history = history(&app, &id, &credentials).await?;
    if history.snapshot.stage != TableStatus::Over {
        return Err(ApiError::conflict("not-over", "turns are analysed once the game is over"));
    }
    thinking(&app, move || analysed(&history, which.turn)).await.map(Json)
}

/// Runs a search where threads may block, and no more at once than the operator wants.
async fn thinking<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let permit = app.services.search_permits.clone().acquire_owned().await;
    let work = tokio::task::spawn_blocking(move || {
        let done = work();
        drop(permit);
        done
    });
    work.await.map_err(|error| ApiError::Broken(error.to_string()))?
}

fn suggested(ranked: &RankedPlay, rules: &Ruleset, grid: &Grid, equity: Option<Equity>) -> SuggestedPlay {
    let placement = ranked.play.placement();
    SuggestedPlay {
        play: written(&placement, rules, grid),
        score: ranked.play.score(),
        equity: equity.map(points),
        tiles: PlayDraft::new(&placement, &rules.tiles).tiles,
    }
}

fn written(placement: &Placement, rules: &Ruleset, grid: &Grid) -> String {
    print_placement(placement, PlayContext { rules, grid, rack: None }, PlaythroughStyle::Letters)
}

fn analysed(history: &GameHistory, turn: usize) -> Result<TurnAnalysis, ApiError> {
    let (before, event) = history.before_turn(turn)?;
    let (what, seat) = (&event.kind, event.kind.turn().unwrap_or(Seat(0)));
    let rules = &history.snapshot.resources.rules;
    let rack = before.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
    let leaves = LeaveValues::of(rules, history.snapshot.resources.words()?);
    let mut generator = history.snapshot.resources.generator()?;
    let best = if before.bag().is_empty() {
        generator.top(before.grid(), &rack, &NoLeaves, RANKED)
    } else {
        generator.top(before.grid(), &rack, &leaves, RANKED)
    };
    let plays = best.iter().take(SHOWN);
    let plays = plays.map(|ranked| suggested(ranked, rules, before.grid(), Some(ranked.equity))).collect();
    let rack = rules.tiles.print_tiles(&rack);
    Ok(TurnAnalysis { turn, seat: seat.0, rack, plays, played: played(what, &before, &best) })
}

fn played(what: &EventKind, before: &Game, best: &[RankedPlay]) -> TurnOutcome {
    let top = best.first().map(|ranked| ranked.equity);
    let EventKind::Played { tiles, score, .. } = what else {
        let name = wire::event_name(what);
        return TurnOutcome {
            event: name,
            play: None,
            score: 0,
            equity: None,
            rank: None,
            lost: top.map(points),
        };
    };
    let placement = Placement { tiles: tiles.clone(), axis: None };
    let same = |ranked: &&RankedPlay| same_tiles(&ranked.play.placement().tiles, tiles);
    let found = best.iter().find(same);
    let rank = found.map(|found| best.iter().filter(|other| other.equity > found.equity).count() + 1);
    TurnOutcome {
        event: "played",
        play: Some(written(&placement, before.rules(), before.grid())),
        score: *score,
        equity: found.map(|found| points(found.equity)),
        rank,
        lost: found.zip(top).map(|(found, top)| points(top) - points(found.equity)),
    }
}

fn same_tiles(a: &[PlacedTile], b: &[PlacedTile]) -> bool {
    let sorted = |tiles: &[PlacedTile]| {
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
