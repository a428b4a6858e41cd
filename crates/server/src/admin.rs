//! What only the operator may see and do, with a token.
//!
//! | | |
//! |---|---|
//! | `GET /admin/requests.har` | the last requests, without secrets |
//! | `GET /admin/games` | every game, private ones too; `?state=open|running|over`, `?before=`, `?limit=` |
//! | `GET /admin/set-aside` | the games that cannot be loaded or go on, with the reason |
//! | `GET /admin/games/{id}/log` | everything stored about a game, as lines of JSON |
//! | `POST /admin/games/{id}/adjudicate` | ends a game as it stands |
//! | `DELETE /admin/games/{id}` | deletes a game and all that is stored about it |
//! | `DELETE /admin/games/{id}/seats/{seat}/key` | revokes the keys of a seat |
//!
//! Without a token in the configuration, these routes do not exist.

use crate::config::Secret;
use crate::logs::RequestObserver;
use crate::request_log::Har;
use axum::extract::{self, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use http_api::{ApiError, LobbyPage, LogPosition};
use rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use store::{Cursor, GameCopy, GameFilter, GameId, LineNo, RowLimit, SeatCount, Seq, TableStatus, Timestamp};
use tables::{App, Credentials, GameSetAside, TableRequest};

/// The state of the operator's routes.
#[derive(Clone)]
pub(crate) struct AdminState {
    pub(crate) app: App,
    pub(crate) observer: Arc<RequestObserver>,
}

/// The operator's routes; none without a token.
pub(crate) fn routes(token: Option<Secret>, state: AdminState) -> Router {
    let Some(token) = token else { return Router::new() };
    Router::new()
        .route("/admin/requests.har", get(requests))
        .route("/admin/games", get(games))
        .route("/admin/set-aside", get(games_set_aside))
        .route("/admin/games/{id}", delete(remove))
        .route("/admin/games/{id}/log", get(log))
        .route("/admin/games/{id}/adjudicate", post(adjudicate))
        .route("/admin/games/{id}/seats/{seat}/key", delete(revoke))
        .with_state(state)
        .layer(from_fn_with_state(Arc::new(token), authorise))
}

async fn authorise(State(token): State<Arc<Secret>>, request: extract::Request, next: Next) -> Response {
    match bearer(request.headers()).is_some_and(|sent| token.is(sent)) {
        true => next.run(request).await,
        false => ApiError::UnknownKey.into_response(),
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

async fn requests(State(state): State<AdminState>) -> ([(header::HeaderName, &'static str); 1], Json<Har>) {
    let name = "attachment; filename=\"quixotry-requests.har\"";
    ([(header::CONTENT_DISPOSITION, name)], Json(state.observer.requests.har()))
}

#[derive(Deserialize)]
struct AdminGamesQuery {
    state: Option<String>,
    before: Option<String>,
    limit: Option<u32>,
}

async fn games(
    State(AdminState { app, .. }): State<AdminState>,
    Query(query): Query<AdminGamesQuery>,
) -> Result<Json<LobbyPage>, ApiError> {
    let state = query.state.as_deref().map(parse_status).transpose()?;
    let before = query.before.as_deref().map(str::parse::<Cursor>).transpose();
    let before = before.map_err(|error| ApiError::malformed("before", error.to_string()))?;
    let filter = GameFilter { state, ..GameFilter::default() };
    let limit = RowLimit::new(query.limit.unwrap_or(100).clamp(1, 1_000));
    let page = app.store().list(&filter, before, limit).await?;
    let games = page.games.iter().map(|game| app.lobby_entry(game)).collect::<Result<_, _>>()?;
    Ok(Json(LobbyPage::new(games, page.next)))
}

/// The games that cannot be loaded or go on.
async fn games_set_aside(State(state): State<AdminState>) -> Json<Vec<GameSetAside>> {
    Json(state.app.games_set_aside())
}

fn parse_status(word: &str) -> Result<TableStatus, ApiError> {
    match word {
        "open" => Ok(TableStatus::Open),
        "running" => Ok(TableStatus::Running),
        "over" => Ok(TableStatus::Over),
        _ => Err(ApiError::malformed("state", "must be open, running or over")),
    }
}

fn parse_id(id: &str) -> Result<GameId, ApiError> {
    GameId::new(id).map_err(|_| ApiError::no_such_game())
}

/// Everything that is stored about a game: the header, every event with all racks, the chat.
async fn log(State(state): State<AdminState>, Path(id): Path<String>) -> Result<Response, ApiError> {
    let copy = state.app.store().copy(&parse_id(&id)?).await?.ok_or_else(ApiError::no_such_game)?;
    Ok(([(header::CONTENT_TYPE, "application/jsonl; charset=utf-8")], log_text(&copy)).into_response())
}

/// A line of the log of a game. Payloads are shown as they are stored.
#[derive(Serialize)]
#[serde(untagged)]
enum LogLine<'a> {
    Header {
        game: &'a str,
        name: &'a str,
        state: &'a str,
        visibility: &'a str,
        created: Timestamp,
        active: Timestamp,
        lexicon: &'a str,
        seats: SeatCount,
        rules: Value,
    },
    Event {
        seq: Seq,
        kind: &'a str,
        event: Value,
    },
    Chat {
        line: LineNo,
        at: Timestamp,
        chat: Value,
    },
}

fn log_text(copy: &GameCopy) -> String {
    let (header, summary) = (&copy.game.header, &copy.game.summary);
    let first = LogLine::Header {
        game: copy.game.id.as_str(),
        name: summary.name.as_str(),
        state: summary.state.as_str(),
        visibility: header.visibility.as_str(),
        created: header.created,
        active: summary.activity,
        lexicon: header.lexicon.as_str(),
        seats: header.seats,
        rules: payload(header.rules.text()),
    };
    let events = copy.events.iter().map(|event| LogLine::Event {
        seq: event.seq,
        kind: event.kind.as_str(),
        event: payload(event.payload.text()),
    });
    let chat = copy.lines.iter().map(|line| LogLine::Chat {
        line: line.number,
        at: line.at,
        chat: payload(line.payload.text()),
    });
    let lines = std::iter::once(first).chain(events).chain(chat);
    lines.map(|line| serde_json::to_string(&line).unwrap_or_default() + "\n").collect()
}

/// The first line of a payload as JSON. The second line of an event has notes.
fn payload(text: &str) -> Value {
    let first = text.lines().next().unwrap_or_default();
    serde_json::from_str(first).unwrap_or_else(|_| Value::from(text))
}

async fn adjudicate(
    State(state): State<AdminState>,
    Path(id): Path<String>,
) -> Result<Json<LogPosition>, ApiError> {
    let game = parse_id(&id)?;
    let seq = state.app.request(&game, &Credentials::default(), TableRequest::Adjudicate).await?;
    tracing::info!(game = id, "adjudicated by the operator");
    Ok(Json(seq.into()))
}

/// Deletes a game. Clients that watch it get the message `gone`.
async fn remove(State(state): State<AdminState>, Path(id): Path<String>) -> Result<StatusCode, ApiError> {
    state.app.store().delete(parse_id(&id)?).await?;
    tracing::info!(game = id, "deleted by the operator");
    Ok(StatusCode::NO_CONTENT)
}

async fn revoke(
    State(state): State<AdminState>,
    Path((id, seat)): Path<(String, Seat)>,
) -> Result<StatusCode, ApiError> {
    let revoke = |reply| TableRequest::RevokeKeys { seat, reply };
    state.app.request(&parse_id(&id)?, &Credentials::default(), revoke).await?;
    tracing::info!(game = id, seat = seat.0, "the keys of this seat were revoked by the operator");
    Ok(StatusCode::NO_CONTENT)
}
