//! `POST /api/games/{id}/commands`.

use super::{Caller, GamePath, JsonBody};
use axum::Json;
use axum::extract::State;
use http_api::{ApiError, CommandRequest, LogPosition};
use tables::{App, PlayerCommand, TableRequest};

/// Carries out a command of a player.
#[utoipa::path(post, path = "/games/{id}/commands", tag = "turns", params(("id" = String, Path, description = "the game")), request_body = CommandRequest, responses((status = 200, description = "the last event of the command", body = LogPosition)))]
pub(crate) async fn command(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    JsonBody(request): JsonBody<CommandRequest>,
) -> Result<Json<LogPosition>, ApiError> {
    credentials.require_key()?;
    let command = PlayerCommand::try_from(request)?;
    let seq = app.request(&id, &credentials, |reply| TableRequest::Command(command.clone(), reply)).await?;
    Ok(Json(seq.into()))
}
