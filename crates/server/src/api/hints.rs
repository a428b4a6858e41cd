//! `GET /api/games/{id}/hint` and `/analysis`: the best plays of a position.

use super::{Caller, GamePath, QueryParams, Requester};
use axum::Json;
use axum::extract::State;
use http_api::ApiError;
use movegen::{Equity, NoLeaves, RankedPlay};
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use players::{LeaveValues, SearchLimit};
use rules::{EventKind, Game, Grid, PlacedTile, Placement, Points, Ruleset, Seat};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::time::Duration;
use store::TableStatus;
use tables::{App, CallerRole, GameHistory, WorkKind};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use wire::{BoardTileJson, EVENT_NAMES, board_tiles_json};

/// How long plays are searched for. On ordinary boards this takes milliseconds.
const SEARCH_TIME: Duration = Duration::from_secs(5);

/// How many plays a hint shows.
const HINTS: usize = 5;

/// How many plays are looked through for words that differ.
const HINTED: usize = 60;

/// How many plays an analysis shows.
const SHOWN: usize = 10;

/// How many plays an analysis ranks.
const RANKED: usize = 500;

/// Plays for the turn, the best first.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct TurnHints {
    plays: Vec<SuggestedPlay>,
}

/// A legal play.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct SuggestedPlay {
    /// The play in notation.
    play: String,
    #[schema(value_type = i32)]
    score: Points,
    /// The score plus the value of the tiles that stay on the rack, in points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    equity: Option<f64>,
    tiles: Vec<BoardTileJson>,
}

/// A turn of a finished game.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct TurnAnalysis {
    turn: usize,
    seat: Seat,
    /// The rack before the turn.
    rack: String,
    plays: Vec<SuggestedPlay>,
    played: TurnComparison,
}

/// What the player did, compared with the best play.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct TurnComparison {
    #[schema(schema_with = event_names)]
    event: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    play: Option<String>,
    #[schema(value_type = i32)]
    score: Points,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    equity: Option<f64>,
    /// The rank among all plays, from 1; null if it was not a play, or far down.
    #[schema(required = true)]
    rank: Option<usize>,
    /// How much better the best play was, in points.
    #[schema(required = true)]
    lost: Option<f64>,
}

fn event_names() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(EVENT_NAMES)).build()
}

/// Which turn.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct TurnQuery {
    turn: usize,
}

/// Suggests plays to the player whose turn it is.
#[utoipa::path(get, path = "/games/{id}/hint", tag = "turns", params(("id" = String, Path, description = "the game")), responses((status = 200, description = "the best plays, each word once", body = TurnHints)))]
pub(crate) async fn hint(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    Requester(owner): Requester,
) -> Result<Json<TurnHints>, ApiError> {
    credentials.require_key()?;
    let snapshot = app.snapshot(&id, &credentials).await?;
    let CallerRole::Player(_) = snapshot.role else {
        return Err(ApiError::forbidden("you have no seat in this game"));
    };
    if !snapshot.resources.rules.table.hints {
        return Err(ApiError::unprocessable("hints-forbidden", "there are no hints in this game"));
    }
    if !snapshot.view.is_my_turn() {
        return Err(ApiError::unprocessable(
            "not-your-turn",
            "hints are given to the player whose turn it is",
        ));
    }
    let plays = app.work(WorkKind::Answering, owner, move || {
        let rack = snapshot.view.own_rack().cloned().unwrap_or_default();
        let mut generator = snapshot.resources.generator()?;
        let limit = SearchLimit::for_duration(SEARCH_TIME).start();
        let stop = || limit.is_interrupted();
        let (rules, grid) = (&snapshot.resources.rules, &snapshot.view.grid);
        let (best, _) = if snapshot.view.bag == 0 {
            generator.top_until(grid, &rack, &NoLeaves, HINTED, &stop)
        } else {
            let leaves = LeaveValues::of(rules, snapshot.resources.words()?);
            generator.top_until(grid, &rack, &leaves, HINTED, &stop)
        };
        let plays = best.iter().map(|ranked| suggest(ranked, rules, grid, Some(ranked.equity)));
        Ok(each_word_once(plays).take(HINTS).collect())
    });
    Ok(Json(TurnHints { plays: plays.await? }))
}

/// Of plays with the same word, the first.
fn each_word_once(plays: impl Iterator<Item = SuggestedPlay>) -> impl Iterator<Item = SuggestedPlay> {
    let mut seen = HashSet::new();
    plays.filter(move |play| {
        let word = play.play.split_once(' ').map_or(play.play.as_str(), |(_, word)| word);
        seen.insert(word.to_uppercase())
    })
}

/// Compares a turn of a finished game with the best plays.
#[utoipa::path(get, path = "/games/{id}/analysis", tag = "records", params(("id" = String, Path, description = "the game"), TurnQuery), responses((status = 200, description = "a turn and the best plays", body = TurnAnalysis)))]
pub(crate) async fn analysis(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    Requester(owner): Requester,
    QueryParams(query): QueryParams<TurnQuery>,
) -> Result<Json<TurnAnalysis>, ApiError> {
    let history = app.history(&id, &credentials).await?;
    if history.snapshot.status != TableStatus::Over {
        return Err(ApiError::conflict("not-over", "turns are analysed once the game is over"));
    }
    app.work(WorkKind::Answering, owner, move || analyse_turn(&history, query.turn)).await.map(Json)
}

fn suggest(ranked: &RankedPlay, rules: &Ruleset, grid: &Grid, equity: Option<Equity>) -> SuggestedPlay {
    let placement = ranked.play.placement();
    SuggestedPlay {
        play: play_text(&placement, rules, grid),
        score: ranked.play.score(),
        equity: equity.map(points),
        tiles: board_tiles_json(&placement.tiles, &rules.tiles),
    }
}

fn play_text(placement: &Placement, rules: &Ruleset, grid: &Grid) -> String {
    print_placement(placement, PlayContext { rules, grid, rack: None }, PlaythroughStyle::Letters)
}

fn analyse_turn(history: &GameHistory, turn: usize) -> Result<TurnAnalysis, ApiError> {
    let (before, event) = history.before_turn(turn)?;
    let (what, seat) = (&event.kind, event.kind.turn().unwrap_or(Seat(0)));
    let rules = &history.snapshot.resources.rules;
    let rack = before.seat(seat).map(|state| state.rack.clone()).unwrap_or_default();
    let leaves = LeaveValues::of(rules, history.snapshot.resources.words()?);
    let mut generator = history.snapshot.resources.generator()?;
    let limit = SearchLimit::for_duration(SEARCH_TIME).start();
    let stop = || limit.is_interrupted();
    let (best, _) = if before.bag().is_empty() {
        generator.top_until(before.grid(), &rack, &NoLeaves, RANKED, &stop)
    } else {
        generator.top_until(before.grid(), &rack, &leaves, RANKED, &stop)
    };
    let plays = best.iter().take(SHOWN);
    let plays = plays.map(|ranked| suggest(ranked, rules, before.grid(), Some(ranked.equity))).collect();
    let rack = rules.tiles.print_tiles(&rack);
    Ok(TurnAnalysis { turn, seat, rack, plays, played: turn_outcome(what, &before, &best) })
}

fn turn_outcome(what: &EventKind, before: &Game, best: &[RankedPlay]) -> TurnComparison {
    let top = best.first().map(|ranked| ranked.equity);
    let EventKind::Played { tiles, score, .. } = what else {
        let name = wire::event_name(what);
        return TurnComparison {
            event: name,
            play: None,
            score: 0,
            equity: None,
            rank: None,
            lost: top.map(points),
        };
    };
    let placement = Placement::new(tiles.iter().copied());
    let same = |ranked: &&RankedPlay| same_tiles(&ranked.play.placement().tiles, tiles);
    let found = best.iter().find(same);
    let rank = found.map(|found| best.iter().filter(|other| other.equity > found.equity).count() + 1);
    TurnComparison {
        event: "played",
        play: Some(play_text(&placement, before.rules(), before.grid())),
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
