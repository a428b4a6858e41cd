//! `GET /api/games/{id}`.

use super::{Caller, GamePath};
use axum::Json;
use axum::extract::State;
use http_api::{ApiError, GameView};
use tables::App;

/// Shows a game as the caller may see it.
#[utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path, description = "the game")), responses((status = 200, description = "the game as the caller may see it", body = GameView)))]
pub(crate) async fn view(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
) -> Result<Json<GameView>, ApiError> {
    app.view(&id, &credentials).await.map(Json)
}
