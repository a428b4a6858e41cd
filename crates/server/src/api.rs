//! The HTTP API: everything under `/api`.

use crate::api_error::ApiError;
use crate::app::App;
use crate::keys;
use crate::owner::Credentials;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use openapi::Document;
use serde::de::DeserializeOwned;
use store::GameId;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

mod catalogue;
mod chat;
mod commands;
mod create;
mod event_stream;
mod games;
mod hints;
mod history;
mod live;
mod openapi;
mod preview;
mod record;
mod rematch;
mod rule_choice;
mod schema;
mod seats;
mod setup;
mod sse;
mod view;

/// Everything under `/api`.
pub fn api(app: App) -> Router {
    let limit = app.settings().body_bytes;
    let (routes, mut document) = OpenApiRouter::new().nest("/api", routes()).split_for_parts();
    openapi::complete(&mut document);
    let document = Document::new(&document);
    let documents = Router::new()
        .route("/api", get(index))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/docs", get(openapi::docs))
        .layer(Extension(document));
    let nothing = Router::new().fallback(no_such_page);
    routes
        .merge(documents)
        .nest("/api", nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limit))
        .with_state(app)
}

/// Every route with its description.
fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(games::list, create::create))
        .routes(routes!(view::view))
        .routes(routes!(setup::setup))
        .routes(routes!(setup::squares))
        .routes(routes!(seats::join))
        .routes(routes!(seats::leave))
        .routes(routes!(commands::command))
        .routes(routes!(preview::preview))
        .routes(routes!(hints::hint))
        .routes(routes!(hints::analysis))
        .routes(routes!(chat::lines, chat::say))
        .routes(routes!(record::record))
        .routes(routes!(rematch::rematch))
        .routes(routes!(sse::events))
        .routes(routes!(sse::lobby))
        .routes(routes!(live::live))
        .routes(routes!(catalogue::rules))
        .routes(routes!(catalogue::one_rules))
        .routes(routes!(catalogue::boards))
        .routes(routes!(catalogue::lexica))
        .routes(routes!(catalogue::word))
        .routes(routes!(catalogue::players))
}

/// Where everything is.
async fn index() -> axum::Json<serde_json::Value> {
    axum::Json(serde_json::json!({
        "docs": "/api/docs",
        "openapi": "/api/openapi.json",
        "games": "/api/games",
        "lobby": "/api/lobby/events",
        "live": "/api/live",
        "rules": "/api/rules",
        "boards": "/api/boards",
        "lexicons": "/api/lexicons",
        "players": "/api/players",
    }))
}

async fn no_such_page() -> ApiError {
    ApiError::missing("no-such-page", "there is nothing here; /api/docs describes what there is")
}

async fn wrong_method() -> Response {
    let error = ApiError::unfit("wrong-method", "this address does not take this method; see /api/docs");
    error.with_status(StatusCode::METHOD_NOT_ALLOWED)
}

/// The id of a game in a path. What cannot be an id is no game.
pub(crate) struct GamePath(pub(crate) GameId);

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GamePath, ApiError> {
        let fields = axum::extract::Path::<std::collections::HashMap<String, String>>::from_request_parts(
            parts, state,
        );
        let id = fields.await.ok().and_then(|mut fields| fields.0.remove("id"));
        id.and_then(|id| GameId::new(id.as_str()).ok()).map(GamePath).ok_or_else(ApiError::no_such_game)
    }
}

/// What the caller shows: a key in the header, an invitation in a header or the query.
impl<S: Send + Sync> FromRequestParts<S> for Credentials {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Credentials, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let invite = header_text(&parts.headers, "x-invite").or_else(|| query_value(query, "invite"));
        let key = bearer(&parts.headers)?.or_else(|| query_value(query, "key"));
        Ok(Credentials {
            key: key.map(|key| keys::hash(&key)),
            invite: invite.map(|invite| keys::hash(&invite)),
        })
    }
}

fn header_text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

fn bearer(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(text) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let text = text.to_str().map_err(|_| ApiError::UnknownKey)?;
    match text.split_once(' ') {
        Some((scheme, key)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(key.trim().to_owned())),
        _ => Err(ApiError::UnknownKey),
    }
}

/// A value of a query; keys and invitations need no decoding, for they are plain.
fn query_value(query: &str, name: &str) -> Option<String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.filter(|(key, value)| *key == name && !value.is_empty()).map(|(_, value)| value.to_owned()).next()
}

/// A JSON body, with messages that say where it is wrong.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Response> {
        if !is_json(request.headers()) {
            let error = ApiError::unfit("not-json", "send JSON, with Content-Type: application/json");
            return Err(error.with_status(StatusCode::UNSUPPORTED_MEDIA_TYPE));
        }
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| {
            let error = ApiError::unfit("too-large", "the body of this request is too large, or broke off");
            error.with_status(rejection.status())
        })?;
        read_json(&bytes).map(JsonBody).map_err(IntoResponse::into_response)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json") || kind.ends_with("+json")
}

fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ApiError> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        ApiError::invalid(if path == "." { "" } else { &path }, error.into_inner().to_string())
    })?;
    reader.end().map_err(|error| ApiError::invalid("", error.to_string()))?;
    Ok(value)
}

/// A query, with messages that say where it is wrong.
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<QueryParams<T>, ApiError> {
        let query = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        query
            .map(|query| QueryParams(query.0))
            .map_err(|rejection| ApiError::invalid("", rejection.body_text()))
    }
}
