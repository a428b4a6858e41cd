//! What only the operator may see and do, behind a token.
//!
//! | | |
//! |---|---|
//! | `GET /admin/requests.har` | the last requests, without secrets |
//! | `GET /admin/games` | every game, private ones too; `?state=open|running|over`, `?before=`, `?limit=` |
//! | `GET /admin/games/{id}/log` | everything stored about a game, as lines of JSON |
//! | `POST /admin/games/{id}/adjudicate` | ends a game as it stands |
//! | `DELETE /admin/games/{id}` | deletes a game and all that is stored about it |
//! | `DELETE /admin/games/{id}/seats/{seat}/key` | revokes the keys of a seat |
//!
//! Without a token in the configuration there is nothing of all this.

use crate::App;
use crate::api_error::ApiError;
use crate::config::Secret;
use crate::listing;
use crate::logs::RequestObserver;
use crate::owner::{Credentials, Request};
use axum::extract::{self, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use store::{Cursor, GameCopy, GameFilter, GameId, GameStatus as GameState, RowLimit};

/// What the operator looks at.
#[derive(Clone)]
pub(crate) struct AdminState {
    pub(crate) app: App,
    pub(crate) observer: Arc<RequestObserver>,
}

/// The operator's pages; none without a token.
pub(crate) fn routes(token: Option<Secret>, state: AdminState) -> Router {
    let Some(token) = token else { return Router::new() };
    Router::new()
        .route("/admin/requests.har", get(requests))
        .route("/admin/games", get(games))
        .route("/admin/games/{id}", delete(remove))
        .route("/admin/games/{id}/log", get(log))
        .route("/admin/games/{id}/adjudicate", post(adjudicate))
        .route("/admin/games/{id}/seats/{seat}/key", delete(revoke))
        .with_state(state)
        .layer(from_fn_with_state(Arc::new(token), authorise))
}

async fn authorise(State(token): State<Arc<Secret>>, request: extract::Request, next: Next) -> Response {
    match shown(request.headers()).is_some_and(|shown| token.is(shown)) {
        true => next.run(request).await,
        false => ApiError::UnknownKey.into_response(),
    }
}

fn shown(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

async fn requests(State(state): State<AdminState>) -> Response {
    let name = "attachment; filename=\"quixotry-requests.har\"";
    ([(header::CONTENT_DISPOSITION, name)], Json(state.observer.requests.har())).into_response()
}

#[derive(Deserialize)]
struct AdminGamesQuery {
    state: Option<String>,
    before: Option<String>,
    limit: Option<u32>,
}

async fn games(
    State(state): State<AdminState>,
    Query(listing): Query<AdminGamesQuery>,
) -> Result<Json<Value>, ApiError> {
    let wanted = listing.state.as_deref().map(read_state).transpose()?;
    let before = listing.before.as_deref().map(str::parse::<Cursor>).transpose();
    let before = before.map_err(|error| ApiError::invalid("before", error.to_string()))?;
    let filter = GameFilter { state: wanted, ..GameFilter::default() };
    let limit = RowLimit::new(listing.limit.unwrap_or(100).clamp(1, 1_000));
    let page = state.app.store().list(&filter, before, limit).await?;
    let watchers = &state.app.services.spectators;
    let games: Vec<_> = page
        .games
        .iter()
        .map(|game| listing::listed(game, watchers.of(&game.id)))
        .collect::<Result<_, _>>()?;
    Ok(Json(json!({ "games": games, "next": page.next.map(|next| next.to_string()) })))
}

fn read_state(word: &str) -> Result<GameState, ApiError> {
    match word {
        "open" => Ok(GameState::Open),
        "running" => Ok(GameState::Running),
        "over" => Ok(GameState::Finished),
        _ => Err(ApiError::invalid("state", "must be open, running or over")),
    }
}

fn game(id: &str) -> Result<GameId, ApiError> {
    GameId::new(id).map_err(|_| ApiError::no_such_game())
}

/// Everything stored about a game: the header, every event with all racks, the chat.
async fn log(State(state): State<AdminState>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let copy = state.app.store().copy(&game(&id)?).await?.ok_or_else(ApiError::no_such_game)?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl; charset=utf-8")], lines(&copy)).into_response())
}

fn lines(copy: &GameCopy) -> String {
    // Beside an event may stand notes, on a line of their own.
    let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    let payload = |text: &str| serde_json::from_str(&first(text)).unwrap_or_else(|_| Value::from(text));
    let (header, summary) = (&copy.game.header, &copy.game.summary);
    let head = json!({
        "game": copy.game.id.as_str(), "name": summary.name.as_str(), "state": summary.state.as_str(),
        "visibility": header.visibility.as_str(), "created": header.created.0, "active": summary.activity.0,
        "lexicon": header.lexicon.as_str(), "seats": header.seats.0, "rules": payload(header.rules.text()),
    });
    let events = copy.events.iter().map(|event| {
        json!({ "seq": event.seq.0, "kind": event.kind.as_str(), "event": payload(event.payload.text()) })
    });
    let chat = copy
        .lines
        .iter()
        .map(|line| json!({ "line": line.number.0, "at": line.at.0, "chat": payload(line.payload.text()) }));
    let all = std::iter::once(head).chain(events).chain(chat);
    all.map(|line| format!("{line}\n")).collect()
}

async fn adjudicate(
    State(state): State<AdminState>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let seq = state.app.registry.ask(&game(&id)?, &Credentials::default(), Request::Adjudicate).await?;
    tracing::info!(game = id, "adjudicated by the operator");
    Ok(Json(json!({ "seq": seq })))
}

/// Deletes a game; whoever watches it is told that it is gone.
async fn remove(State(state): State<AdminState>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    state.app.store().delete(game(&id)?).await?;
    tracing::info!(game = id, "deleted by the operator");
    Ok(StatusCode::NO_CONTENT)
}

async fn revoke(
    State(state): State<AdminState>,
    Path((id, seat)): Path<(String, u8)>,
) -> Result<StatusCode, ApiError> {
    let revoke = |reply| Request::Revoke { seat, reply };
    state.app.registry.ask(&game(&id)?, &Credentials::default(), revoke).await?;
    tracing::info!(game = id, seat, "the keys of this seat were revoked by the operator");
    Ok(StatusCode::NO_CONTENT)
}
