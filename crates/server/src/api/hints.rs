//! `GET /api/games/{id}/hint`: the best plays of a position.

use super::{Caller, GamePath, Requester};
use axum::Json;
use axum::extract::State;
use http_api::ApiError;
use movegen::{Equity, NoLeaves, RankedPlay};
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use players::{LeaveValues, SearchLimit};
use rules::{Grid, Placement, Points, Ruleset};
use serde::Serialize;
use std::collections::HashSet;
use std::time::Duration;
use tables::{App, CallerRole, WorkKind};
use wire::{BoardTileJson, board_tiles_json};

/// How long plays are searched for. On ordinary boards this takes milliseconds.
pub(super) const SEARCH_TIME: Duration = Duration::from_secs(5);

/// How many plays a hint shows.
const HINTS: usize = 5;

/// How many plays are looked through for words that differ.
const HINTED: usize = 60;

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

fn suggest(ranked: &RankedPlay, rules: &Ruleset, grid: &Grid, equity: Option<Equity>) -> SuggestedPlay {
    let placement = ranked.play.placement();
    SuggestedPlay {
        play: play_text(&placement, rules, grid),
        score: ranked.play.score(),
        equity: equity.map(points),
        tiles: board_tiles_json(&placement.tiles, &rules.tiles),
    }
}

pub(super) fn play_text(placement: &Placement, rules: &Ruleset, grid: &Grid) -> String {
    print_placement(placement, PlayContext { rules, grid, rack: None }, PlaythroughStyle::Letters)
}

pub(super) fn points(equity: Equity) -> f64 {
    (equity.as_f64() * 100.0).round() / 100.0
}
