//! `/api/games/{id}/seats`: taking and leaving seats.

use super::{Caller, GamePath, JsonBody};
use axum::Json;
use axum::extract::{Path, State};
use http_api::{ApiError, JoinRequest, LogPosition, SeatKey};
use rules::Seat;
use tables::{App, RequestId, TableRequest};

/// Takes a seat.
#[utoipa::path(post, path = "/games/{id}/seats", tag = "seats", params(("id" = String, Path, description = "the game")), request_body = JoinRequest, responses((status = 200, description = "a seat and the key to it", body = SeatKey)))]
pub(crate) async fn join(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    JsonBody(request): JsonBody<JoinRequest>,
) -> Result<Json<SeatKey>, ApiError> {
    let player = app.check_player_name(&request.player)?;
    let secret = request.id.as_deref().map(RequestId::new).transpose()?;
    let join =
        |reply| TableRequest::Join { player: player.clone(), seat: request.seat, id: secret.clone(), reply };
    Ok(Json(app.request(&id, &credentials, join).await?.into()))
}

/// Leaves the caller's seat.
#[utoipa::path(delete, path = "/games/{id}/seats/{seat}", tag = "seats", params(("id" = String, Path, description = "the game"), ("seat" = u8, Path, description = "the caller's seat")), responses((status = 200, description = "the last event of the log", body = LogPosition)))]
pub(crate) async fn leave(
    State(app): State<App>,
    GamePath(id): GamePath,
    Path((_id, seat)): Path<(String, String)>,
    Caller(credentials): Caller,
) -> Result<Json<LogPosition>, ApiError> {
    let seat = seat.parse().map(Seat);
    let seat = seat.map_err(|_| ApiError::not_found("no-such-seat", "there is no such seat"))?;
    let seq = app.request(&id, &credentials, |reply| TableRequest::Leave { seat, reply }).await?;
    Ok(Json(seq.into()))
}
