//! `/api/games/{id}/chat`: what is said at a table.

use super::{GamePath, JsonBody, QueryParams};
use crate::api_error::ApiError;
use crate::app::App;
use crate::names;
use crate::owner::{Credentials, Request, chat_json};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{LineNo, RowLimit};

/// Something to be said.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ChatPost {
    text: String,
}

/// The number of a line.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ChatPosted {
    line: u64,
}

/// After which line to begin.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ChatQuery {
    #[param(minimum = 0)]
    since: Option<i64>,
}

/// Lines of a chat.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ChatLines {
    #[schema(value_type = Vec<super::schema::ChatLine>)]
    lines: Vec<Value>,
}

/// Says something.
#[utoipa::path(post, path = "/games/{id}/chat", tag = "chat", params(("id" = String, Path, description = "the game")), request_body = ChatPost, responses((status = 201, description = "the number of the line", body = ChatPosted)))]
pub(crate) async fn say(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
    JsonBody(saying): JsonBody<ChatPost>,
) -> Result<(StatusCode, Json<ChatPosted>), ApiError> {
    if credentials.key.is_none() {
        return Err(ApiError::UnknownKey);
    }
    let text = names::line(&saying.text, app.settings().chat_length)?;
    let line = app.registry.ask(&id, &credentials, |reply| Request::Say(text.clone(), reply)).await?;
    Ok((StatusCode::CREATED, Json(ChatPosted { line })))
}

/// Lists what was said.
#[utoipa::path(get, path = "/games/{id}/chat", tag = "chat", params(("id" = String, Path, description = "the game"), ChatQuery), responses((status = 200, description = "what was said", body = ChatLines)))]
pub(crate) async fn lines(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
    QueryParams(since): QueryParams<ChatQuery>,
) -> Result<Json<ChatLines>, ApiError> {
    app.registry.ask(&id, &credentials, Request::TableSnapshot).await?;
    let after = since.since.unwrap_or(0).try_into().map(LineNo);
    let after = after.map_err(|_| ApiError::invalid("since", "lines are counted from 0"))?;
    let lines = app.store().chat_lines(&id, after, RowLimit::MAX).await?;
    Ok(Json(ChatLines { lines: lines.iter().filter_map(chat_json).collect() }))
}
