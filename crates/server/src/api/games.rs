//! `GET /api/games`: the list of games.

use super::QueryParams;
use axum::Json;
use axum::extract::State;
use http_api::{ApiError, LobbyEntry, LobbyPage};
use serde::Deserialize;
use store::{Cursor, CursorError, GameFilter, GameName, RowLimit, TableStatus, Visibility};
use tables::App;

/// The maximum size of a page.
const MAX_LIMIT: u32 = 200;

/// How often the store is asked for one page if the client filters by player or rules. The page may then be short.
const MAX_READS: usize = 40;

/// Which games to list.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GameQuery {
    #[param(inline)]
    state: Option<TableStatus>,
    q: Option<String>,
    player: Option<String>,
    rules: Option<String>,
    before: Option<String>,
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u32>,
}

/// Lists public games.
#[utoipa::path(get, path = "/games", tag = "games", params(GameQuery), responses((status = 200, description = "games, the newest first", body = LobbyPage)))]
pub(crate) async fn list(
    State(app): State<App>,
    QueryParams(query): QueryParams<GameQuery>,
) -> Result<Json<LobbyPage>, ApiError> {
    let limit = query.limit()?;
    let filter = query.filter()?;
    let mut after = query.before.as_deref().filter(|text| !text.is_empty()).map(parse_cursor).transpose()?;
    let mut games = Vec::new();
    for _ in 0..MAX_READS {
        let left = limit - games.len() as u32;
        let page = app.store().list(&filter, after, RowLimit::new(left)).await?;
        for game in &page.games {
            games.extend(Some(app.lobby_entry(game)?).filter(|game| query.matches(game)));
        }
        after = page.next;
        if after.is_none() || games.len() as u32 >= limit {
            break;
        }
    }
    Ok(Json(LobbyPage::new(games, after)))
}

impl GameQuery {
    fn limit(&self) -> Result<u32, ApiError> {
        match self.limit.unwrap_or(50) {
            limit @ 1..=MAX_LIMIT => Ok(limit),
            _ => Err(ApiError::malformed("limit", format!("a page has 1 to {MAX_LIMIT} games"))),
        }
    }

    fn matches(&self, game: &LobbyEntry) -> bool {
        self.player.as_ref().is_none_or(|player| game.has_player(player))
            && self.rules.as_ref().is_none_or(|rules| game.has_rules(rules))
    }

    /// The part of the query that the store answers.
    fn filter(&self) -> Result<GameFilter, ApiError> {
        let name = self.q.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let name = name.map(GameName::new).transpose();
        Ok(GameFilter {
            state: self.state,
            visibility: Some(Visibility::Public),
            name: name.map_err(|error| ApiError::malformed("q", error.to_string()))?,
        })
    }
}

fn parse_cursor(text: &str) -> Result<Cursor, ApiError> {
    text.parse().map_err(|error: CursorError| ApiError::malformed("before", error.to_string()))
}
