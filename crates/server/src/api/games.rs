//! `GET /api/games` and `/api/lobby`: the list of games, how many there are, and those of a client.

use super::{JsonBody, QueryParams};
use axum::Json;
use axum::extract::State;
use http_api::{ApiError, HeldGames, HeldGamesRequest, LobbyCounts, LobbyEntry, LobbyPage};
use serde::Deserialize;
use store::{Cursor, CursorError, GameFilter, RowLimit, TableStatus, Visibility};
use tables::App;

/// The maximum size of a page.
const MAX_LIMIT: u32 = 200;

/// How often the store is asked for one page if the client searches. The page may then be short.
const MAX_READS: usize = 10;

/// How many games are read at once for a search.
const SEARCH_ROWS: u32 = 200;

/// The largest number of games that is counted.
const MAX_COUNT: u32 = 1_000;

/// How many games a client may ask for by its keys at once.
const MAX_HELD: usize = 100;

/// How many characters a search may have.
const MAX_QUERY: usize = 100;

/// Which games to list.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GameQuery {
    #[param(inline)]
    state: Option<TableStatus>,
    /// Words that the name of the game, of a player or of the rules contains.
    #[param(max_length = 100)]
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
    let rows = RowLimit::new(if query.searches() { SEARCH_ROWS.max(limit) } else { limit });
    let mut after = query.before.as_deref().filter(|text| !text.is_empty()).map(parse_cursor).transpose()?;
    let mut games = Vec::new();
    for _ in 0..MAX_READS {
        let page = app.store().list(&filter, after, rows).await?;
        after = page.next;
        for (game, at) in page.games.iter().zip(page.cursors) {
            games.extend(Some(app.lobby_entry(game)?).filter(|game| query.matches(game)));
            if games.len() as u32 >= limit {
                return Ok(Json(LobbyPage::new(games, Some(at))));
            }
        }
        if after.is_none() {
            break;
        }
    }
    Ok(Json(LobbyPage::new(games, after)))
}

/// Counts public games.
#[utoipa::path(get, path = "/lobby/counts", tag = "games", responses((status = 200, description = "how many games there are", body = LobbyCounts)))]
pub(crate) async fn counts(State(app): State<App>) -> Result<Json<LobbyCounts>, ApiError> {
    let count = async |state| {
        let filter = GameFilter { state: Some(state), visibility: Some(Visibility::Public), name: None };
        app.store().count(&filter, RowLimit::new(MAX_COUNT)).await
    };
    Ok(Json(LobbyCounts {
        open: count(TableStatus::Open).await?,
        running: count(TableStatus::Running).await?,
        over: count(TableStatus::Over).await?,
        most: MAX_COUNT.into(),
    }))
}

/// Lists the games of a client by the keys it holds, private ones too.
#[utoipa::path(post, path = "/lobby/held", tag = "games", request_body = HeldGamesRequest, responses((status = 200, description = "those games that exist and that the keys open", body = HeldGames)))]
pub(crate) async fn list_held(
    State(app): State<App>,
    JsonBody(request): JsonBody<HeldGamesRequest>,
) -> Result<Json<HeldGames>, ApiError> {
    if request.games.len() > MAX_HELD {
        return Err(ApiError::malformed("games", format!("ask for at most {MAX_HELD} games at once")));
    }
    let mut games = Vec::new();
    for held in &request.games {
        games.extend(app.held_game(held).await?);
    }
    Ok(Json(HeldGames { games }))
}

impl GameQuery {
    fn limit(&self) -> Result<u32, ApiError> {
        match self.limit.unwrap_or(50) {
            limit @ 1..=MAX_LIMIT => Ok(limit),
            _ => Err(ApiError::malformed("limit", format!("a page has 1 to {MAX_LIMIT} games"))),
        }
    }

    /// Whether games are filtered by what the store does not know.
    fn searches(&self) -> bool {
        self.q.is_some() || self.player.is_some() || self.rules.is_some()
    }

    fn matches(&self, game: &LobbyEntry) -> bool {
        self.q.as_ref().is_none_or(|words| game.has_words(words))
            && self.player.as_ref().is_none_or(|player| game.has_player(player))
            && self.rules.as_ref().is_none_or(|rules| game.has_rules(rules))
    }

    /// The part of the query that the store answers.
    fn filter(&self) -> Result<GameFilter, ApiError> {
        if self.q.as_ref().is_some_and(|words| words.chars().count() > MAX_QUERY) {
            return Err(ApiError::malformed("q", format!("a search has at most {MAX_QUERY} characters")));
        }
        Ok(GameFilter { state: self.state, visibility: Some(Visibility::Public), name: None })
    }
}

fn parse_cursor(text: &str) -> Result<Cursor, ApiError> {
    text.parse().map_err(|error: CursorError| ApiError::malformed("before", error.to_string()))
}
