//! `/api/games/{id}/seats`: sitting down and getting up.

use super::{GamePath, JsonBody};
use crate::api_error::ApiError;
use crate::app::App;
use crate::names;
use crate::owner::{Credentials, Request};
use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

/// Who wants to sit down, and where.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct JoinRequest {
    player: String,
    seat: Option<u8>,
}

/// A seat that was taken, and the key that opens it from now on.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct SeatKey {
    seat: u8,
    key: String,
}

/// Where the log stands.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct LogPosition {
    pub(crate) seq: u64,
}

/// Takes a seat.
#[utoipa::path(post, path = "/games/{id}/seats", tag = "seats", params(("id" = String, Path, description = "the game")), request_body = JoinRequest, responses((status = 200, description = "a seat and the key to it", body = SeatKey)))]
pub(crate) async fn join(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
    JsonBody(newcomer): JsonBody<JoinRequest>,
) -> Result<Json<SeatKey>, ApiError> {
    let player = names::name("player", &newcomer.player, app.settings().name_length)?;
    let request = |reply| Request::Join { player: player.clone(), seat: newcomer.seat, reply };
    let joined = app.registry.ask(&id, &credentials, request).await?;
    Ok(Json(SeatKey { seat: joined.seat, key: joined.key.told() }))
}

/// Gives the own seat up.
#[utoipa::path(delete, path = "/games/{id}/seats/{seat}", tag = "seats", params(("id" = String, Path, description = "the game"), ("seat" = u8, Path, description = "the own seat")), responses((status = 200, description = "where the log stands", body = LogPosition)))]
pub(crate) async fn leave(
    State(app): State<App>,
    GamePath(id): GamePath,
    Path((_id, seat)): Path<(String, String)>,
    credentials: Credentials,
) -> Result<Json<LogPosition>, ApiError> {
    let seat: Option<u8> = seat.parse().ok();
    let seat = seat.ok_or_else(|| ApiError::missing("no-such-seat", "there is no such seat"))?;
    let seq = app.registry.ask(&id, &credentials, |reply| Request::Leave { seat, reply }).await?;
    Ok(Json(LogPosition { seq }))
}
