//! `/api/games/{id}/seats`: sitting down and getting up.

use super::{Body, GamePath};
use crate::app::App;
use crate::names;
use crate::owner::{Caller, Request};
use crate::problem::Problem;
use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};

/// Who wants to sit down, and where.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Newcomer {
    player: String,
    seat: Option<u8>,
}

/// A seat that was taken, and the key that opens it from now on.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Taken {
    seat: u8,
    key: String,
}

/// Where the log stands.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Stands {
    pub(crate) seq: u64,
}

/// Takes a seat.
#[utoipa::path(post, path = "/games/{id}/seats", tag = "seats", params(("id" = String, Path, description = "the game")), request_body = Newcomer, responses((status = 200, description = "a seat and the key to it", body = Taken)))]
pub(crate) async fn join(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    Body(newcomer): Body<Newcomer>,
) -> Result<Json<Taken>, Problem> {
    let player = names::name("player", &newcomer.player, app.settings().name_length)?;
    let request = |reply| Request::Join { player: player.clone(), seat: newcomer.seat, reply };
    let joined = app.hall.ask(&id, &caller, request).await?;
    Ok(Json(Taken { seat: joined.seat, key: joined.key.told() }))
}

/// Gives the own seat up.
#[utoipa::path(delete, path = "/games/{id}/seats/{seat}", tag = "seats", params(("id" = String, Path, description = "the game"), ("seat" = u8, Path, description = "the own seat")), responses((status = 200, description = "where the log stands", body = Stands)))]
pub(crate) async fn leave(
    State(app): State<App>,
    GamePath(id): GamePath,
    Path((_id, seat)): Path<(String, String)>,
    caller: Caller,
) -> Result<Json<Stands>, Problem> {
    let seat: Option<u8> = seat.parse().ok();
    let seat = seat.ok_or_else(|| Problem::missing("no-such-seat", "there is no such seat"))?;
    let seq = app.hall.ask(&id, &caller, |reply| Request::Leave { seat, reply }).await?;
    Ok(Json(Stands { seq }))
}
