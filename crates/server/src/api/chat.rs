//! `/api/games/{id}/chat`.

use super::{Caller, GamePath, JsonBody, QueryParams};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use http_api::{ApiError, ChatLines, ChatPost, ChatPosted};
use serde::Deserialize;
use store::LineNo;
use tables::App;

/// After which line to start.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChatQuery {
    #[param(minimum = 0)]
    since: Option<i64>,
}

/// Adds a line to the chat.
#[utoipa::path(post, path = "/games/{id}/chat", tag = "chat", params(("id" = String, Path, description = "the game")), request_body = ChatPost, responses((status = 201, description = "the number of the line", body = ChatPosted)))]
pub(crate) async fn post(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    JsonBody(post): JsonBody<ChatPost>,
) -> Result<(StatusCode, Json<ChatPosted>), ApiError> {
    let line = app.chat(&id, &credentials, &post).await?;
    Ok((StatusCode::CREATED, Json(line.into())))
}

/// Lists the chat.
#[utoipa::path(get, path = "/games/{id}/chat", operation_id = "list_chat", tag = "chat", params(("id" = String, Path, description = "the game"), ChatQuery), responses((status = 200, description = "the lines", body = ChatLines)))]
pub(crate) async fn list(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    QueryParams(query): QueryParams<ChatQuery>,
) -> Result<Json<ChatLines>, ApiError> {
    let after = query.since.unwrap_or(0).try_into().map(LineNo);
    let after = after.map_err(|_| ApiError::malformed("since", "lines are counted from 0"))?;
    app.chat_lines(&id, &credentials, after).await.map(Json)
}
