//! `/api/games/{id}/chat`: what is said at a table.

use super::{Body, GamePath, Query};
use crate::app::App;
use crate::names;
use crate::owner::{Caller, Request, chat_json};
use crate::problem::Problem;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Limit, LineNo};

/// Something to be said.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Saying {
    text: String,
}

/// The number of a line.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Spoken {
    line: u64,
}

/// After which line to begin.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Since {
    #[param(minimum = 0)]
    since: Option<i64>,
}

/// Lines of a chat.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Lines {
    #[schema(value_type = Vec<super::schema::ChatLine>)]
    lines: Vec<Value>,
}

/// Says something.
#[utoipa::path(post, path = "/games/{id}/chat", tag = "chat", params(("id" = String, Path, description = "the game")), request_body = Saying, responses((status = 201, description = "the number of the line", body = Spoken)))]
pub(crate) async fn say(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    Body(saying): Body<Saying>,
) -> Result<(StatusCode, Json<Spoken>), Problem> {
    if caller.key.is_none() {
        return Err(Problem::UnknownKey);
    }
    let text = names::line(&saying.text, app.settings().chat_length)?;
    let line = app.hall.ask(&id, &caller, |reply| Request::Say(text.clone(), reply)).await?;
    Ok((StatusCode::CREATED, Json(Spoken { line })))
}

/// Lists what was said.
#[utoipa::path(get, path = "/games/{id}/chat", tag = "chat", params(("id" = String, Path, description = "the game"), Since), responses((status = 200, description = "what was said", body = Lines)))]
pub(crate) async fn lines(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    Query(since): Query<Since>,
) -> Result<Json<Lines>, Problem> {
    app.hall.ask(&id, &caller, Request::Look).await?;
    let after = since.since.unwrap_or(0).try_into().map(LineNo);
    let after = after.map_err(|_| Problem::invalid("since", "lines are counted from 0"))?;
    let lines = app.store().lines(&id, after, Limit::MAX).await?;
    Ok(Json(Lines { lines: lines.iter().filter_map(chat_json).collect() }))
}
