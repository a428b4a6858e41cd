//! `GET /api/games/{id}/setup` and `/squares`: what never changes during a game.

use super::{Caller, GamePath, QueryParams, Requester};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use http_api::ApiError;
use rules::{Coord, Rect, WORLD_EDGE};
use serde::Deserialize;
use tables::{App, WorkKind};
use wire::{SquaresJson, squares_json};

/// What never changes may be cached.
const CACHE_FOREVER: &str = "private, max-age=31536000, immutable";

/// The maximum width and height.
const MAX_SIZE: i32 = 200;

/// Shows rules, board and tiles of a game.
#[utoipa::path(get, path = "/games/{id}/setup", tag = "games", params(("id" = String, Path, description = "the game")), responses((status = 200, description = "what never changes about the game", body = wire::SetupJson)))]
pub(crate) async fn setup(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
) -> Result<Response, ApiError> {
    let snapshot = app.snapshot(&id, &credentials).await?;
    let text = snapshot.resources.setup_text().to_string();
    Ok(([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, CACHE_FOREVER)], text)
        .into_response())
}

/// A rectangle of a board.
#[derive(Clone, Copy, Deserialize, utoipa::IntoParams, utoipa::ToSchema)]
#[serde(expecting = "a part of a board: {\"x\": 0, \"y\": 0, \"width\": 40, \"height\": 40}")]
#[into_params(parameter_in = Query)]
pub(crate) struct SquaresQuery {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
}

/// Shows a part of a board, which may be unbounded.
#[utoipa::path(get, path = "/games/{id}/squares", tag = "games", params(("id" = String, Path, description = "the game"), SquaresQuery), responses((status = 200, description = "a part of the board", body = SquaresJson)))]
pub(crate) async fn squares(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    Requester(owner): Requester,
    QueryParams(window): QueryParams<SquaresQuery>,
) -> Result<([(header::HeaderName, &'static str); 1], Json<SquaresJson>), ApiError> {
    let snapshot = app.snapshot(&id, &credentials).await?;
    let window = window.check()?;
    let compute = move || Ok(squares_json(&snapshot.resources.rules.board, window));
    let squares = app.work(WorkKind::Answering, owner, compute).await?;
    Ok(([(header::CACHE_CONTROL, CACHE_FOREVER)], Json(squares)))
}

impl SquaresQuery {
    pub(crate) fn check(&self) -> Result<Rect, ApiError> {
        for (field, size) in [("width", self.width), ("height", self.height)] {
            if !(1..=MAX_SIZE).contains(&size) {
                return Err(ApiError::malformed(
                    field,
                    format!("1 to {MAX_SIZE} squares can be asked for at once, not {size}"),
                ));
            }
        }
        for (field, at) in [("x", self.x), ("y", self.y)] {
            if !(-WORLD_EDGE..=WORLD_EDGE - MAX_SIZE).contains(&at) {
                return Err(ApiError::malformed(field, format!("no board reaches as far as {at}")));
            }
        }
        let min = Coord::new(self.x, self.y);
        Ok(Rect { min, max: Coord::new(self.x + self.width - 1, self.y + self.height - 1) })
    }
}
