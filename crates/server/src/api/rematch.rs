//! `POST /api/games/{id}/rematch`.

use super::{Caller, GamePath};
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use http_api::{ApiError, CreatedGame};
use tables::{App, ClientAddress};

/// Starts another game of the same players, with rotated seats.
#[utoipa::path(post, path = "/games/{id}/rematch", tag = "games", params(("id" = String, Path, description = "the game")), responses((status = 201, description = "a new game, for the first player who asks", body = CreatedGame), (status = 200, description = "the same new game, for players who ask later", body = CreatedGame)))]
pub(crate) async fn rematch(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    client: Option<Extension<ClientAddress>>,
) -> Result<(StatusCode, Json<CreatedGame>), ApiError> {
    let rematch = app.rematch(&id, &credentials, client.map(|Extension(client)| client)).await?;
    let status = if rematch.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(rematch.game)))
}
