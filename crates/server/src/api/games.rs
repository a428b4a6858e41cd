//! `GET /api/games`: the list of games.

use super::QueryParams;
use crate::api_error::ApiError;
use crate::app::App;
use crate::listing::{GameListing, listed};
use crate::names;
use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use store::{Cursor, GameFilter, GameName, RowLimit, Visibility};

/// The most games of a page.
const MOST: u32 = 200;

/// How often the store is asked for one page, where only some of the games are wanted. A page may then be short.
const PAGES: usize = 40;

/// Which games are wanted.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GameQuery {
    #[param(inline)]
    state: Option<TableStatusFilter>,
    q: Option<String>,
    player: Option<String>,
    rules: Option<String>,
    before: Option<String>,
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

#[derive(Deserialize, Clone, Copy, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TableStatusFilter {
    Open,
    Running,
    Over,
}

/// A page of the list.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct GamePage {
    games: Vec<GameListing>,
    next: Option<String>,
}

/// Lists public games.
#[utoipa::path(get, path = "/games", tag = "games", params(GameQuery), responses((status = 200, description = "games, the newest first", body = GamePage)))]
pub(crate) async fn list(
    State(app): State<App>,
    QueryParams(which): QueryParams<GameQuery>,
) -> Result<Json<GamePage>, ApiError> {
    let limit = rows(which.limit)?;
    let filter = filter(&which)?;
    let mut after = which.before.as_deref().filter(|text| !text.is_empty()).map(cursor).transpose()?;
    let mut games = Vec::new();
    for _ in 0..PAGES {
        let left = limit - games.len() as u32;
        let page = app.store().list(&filter, after, RowLimit::new(left)).await?;
        for game in &page.games {
            let watchers = app.services.spectators.of(&game.id);
            games.extend(Some(listed(game, watchers)?).filter(|game| which.wants(game)));
        }
        after = page.next;
        if after.is_none() || games.len() as u32 >= limit {
            break;
        }
    }
    Ok(Json(GamePage { games, next: after.map(|cursor| cursor.to_string()) }))
}

/// How many games a page has.
fn rows(limit: Option<u32>) -> Result<u32, ApiError> {
    match limit.unwrap_or(50) {
        limit @ 1..=MOST => Ok(limit),
        _ => Err(ApiError::invalid("limit", format!("a page has 1 to {MOST} games"))),
    }
}

impl GameQuery {
    fn wants(&self, game: &GameListing) -> bool {
        let plays = |name: &String| {
            let name = names::fold_name(name);
            let players = game.shown.seats.iter().filter_map(|seat| seat.player.as_deref());
            players.map(names::fold_name).any(|player| player.contains(&name))
        };
        self.player.as_ref().is_none_or(plays)
            && self.rules.as_ref().is_none_or(|rules| *rules == game.shown.rules)
    }
}

fn filter(which: &GameQuery) -> Result<GameFilter, ApiError> {
    let name =
        which.q.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(GameName::new).transpose();
    Ok(GameFilter {
        state: which.state.map(|state| match state {
            TableStatusFilter::Open => store::GameStatus::Open,
            TableStatusFilter::Running => store::GameStatus::Running,
            TableStatusFilter::Over => store::GameStatus::Finished,
        }),
        visibility: Some(Visibility::Public),
        name: name.map_err(|error| ApiError::invalid("q", error.to_string()))?,
    })
}

fn cursor(text: &str) -> Result<Cursor, ApiError> {
    text.parse().map_err(|error: store::CursorError| ApiError::invalid("before", error.to_string()))
}
