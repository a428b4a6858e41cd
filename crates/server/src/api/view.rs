//! `GET /api/games/{id}`.

use super::{Caller, GamePath, QueryParams};
use axum::Json;
use axum::extract::State;
use http_api::{ApiError, GameView};
use serde::Deserialize;
use store::Seq;
use tables::{App, TurnsPage};

/// Which turns of the game.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ViewQuery {
    /// How many turns at most, from 1 to 500. The default is 500.
    turns: Option<usize>,
    /// Only turns before this event.
    #[param(minimum = 0)]
    turns_before: Option<i64>,
}

/// Shows a game as the caller may see it.
#[utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path, description = "the game"), ViewQuery), responses((status = 200, description = "the game as the caller may see it", body = GameView)))]
pub(crate) async fn view(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    QueryParams(query): QueryParams<ViewQuery>,
) -> Result<Json<GameView>, ApiError> {
    let before = query.turns_before.map(u64::try_from).transpose();
    let before = before.map_err(|_| ApiError::malformed("turns_before", "events are counted from 0"))?;
    let page = TurnsPage::new(query.turns, before.map(Seq));
    app.view(&id, &credentials, page).await.map(Json)
}
