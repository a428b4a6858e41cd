//! `POST /api/games`.

use super::JsonBody;
use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use http_api::{ApiError, CreateGame, CreatedGame};
use tables::{App, ClientAddress};

/// Creates a game.
#[utoipa::path(post, path = "/games", tag = "games", request_body = CreateGame, responses((status = 201, description = "the game, the caller's seat and the key to it", body = CreatedGame)))]
pub(crate) async fn create(
    State(app): State<App>,
    client: Option<Extension<ClientAddress>>,
    JsonBody(request): JsonBody<CreateGame>,
) -> Result<(StatusCode, Json<CreatedGame>), ApiError> {
    let created = app.create_game(client.map(|Extension(client)| client), request).await?;
    Ok((StatusCode::CREATED, Json(created)))
}
