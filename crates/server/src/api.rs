//! The HTTP API: everything under `/api`.

use crate::base_path::BasePath;
use axum::extract::{DefaultBodyLimit, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Json, Router};
use http_api::ApiError;
use input::{JsonBody, QueryParams};
use openapi::ApiDocument;
use serde::Serialize;
use store::GameId;
use tables::{App, ClientAddress, Credentials, WorkOwner};
use utoipa::openapi::{OpenApi, ServerBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

mod analysis;
mod catalogue;
mod chat;
mod commands;
mod create;
mod games;
mod hand_over;
mod hints;
mod input;
mod live;
mod openapi;
mod preview;
mod record;
mod rematch;
mod seats;
mod setup;
mod sse;
mod trial;
mod view;
mod workshop;

/// Everything under `/api`.
pub fn api(app: App) -> Router {
    api_below(app, &BasePath::default())
}

/// Everything under `/api` of a site that a proxy serves below a path.
pub(crate) fn api_below(app: App, base: &BasePath) -> Router {
    let limit = app.settings().body_bytes;
    let (routes, mut document) = described_routes();
    if !base.is_root() {
        document.servers = Some(vec![ServerBuilder::new().url(base.to_string()).build()]);
    }
    let index = ApiIndex::new(base);
    let documents = Router::new()
        .route("/api", get(async move || Json(index)))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/docs", get(openapi::docs))
        .layer(Extension(ApiDocument::new(&document)));
    let fallback = Router::new().fallback(no_such_page);
    routes
        .merge(documents)
        .nest("/api", fallback)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limit))
        .with_state(app)
}

/// The OpenAPI document of the API as JSON text, without a running server.
#[must_use]
pub fn openapi_json() -> String {
    let (_, document) = described_routes();
    document.to_pretty_json().unwrap_or_else(|error| unreachable!("{error}"))
}

fn described_routes() -> (Router<App>, OpenApi) {
    let (routes, mut document) = OpenApiRouter::new().nest("/api", routes()).split_for_parts();
    openapi::complete(&mut document);
    (routes, document)
}

/// All routes with their descriptions. [`route_class`] says which limits apply to them.
fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(games::list, create::create))
        .routes(routes!(games::counts))
        .routes(routes!(games::list_held))
        .routes(routes!(view::view))
        .routes(routes!(setup::setup))
        .routes(routes!(setup::squares))
        .routes(routes!(seats::join))
        .routes(routes!(seats::leave))
        .routes(routes!(hand_over::offer))
        .routes(routes!(hand_over::exchange))
        .routes(routes!(commands::command))
        .routes(routes!(preview::preview))
        .routes(routes!(hints::hint))
        .routes(routes!(analysis::analysis))
        .routes(routes!(chat::list, chat::post))
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
        .routes(routes!(workshop::workshop))
        .routes(routes!(workshop::check_draft))
        .routes(routes!(trial::try_draft))
}

/// What limits apply to a route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RouteClass {
    /// It creates a game.
    CreatesGame,
    /// It opens a stream that stays open.
    OpensStream,
    /// It is answered at once.
    Ordinary,
}

/// The routes that are not ordinary.
const SPECIAL_ROUTES: [(Method, &str, RouteClass); 5] = [
    (Method::POST, "/api/games", RouteClass::CreatesGame),
    (Method::POST, "/api/games/{id}/rematch", RouteClass::CreatesGame),
    (Method::GET, "/api/games/{id}/events", RouteClass::OpensStream),
    (Method::GET, "/api/lobby/events", RouteClass::OpensStream),
    (Method::GET, LIVE_ROUTE, RouteClass::OpensStream),
];

/// The route of the WebSocket.
pub(crate) const LIVE_ROUTE: &str = "/api/live";

/// What limits apply to a request for this route.
pub(crate) fn route_class(method: &Method, route: &str) -> RouteClass {
    let special = SPECIAL_ROUTES.iter().find(|(of, path, _)| of == method && *path == route);
    special.map_or(RouteClass::Ordinary, |(_, _, class)| *class)
}

/// The addresses of the main resources.
#[derive(Clone, Serialize)]
struct ApiIndex {
    docs: String,
    openapi: String,
    games: String,
    lobby: String,
    live: String,
    rules: String,
    boards: String,
    lexicons: String,
    players: String,
    workshop: String,
}

impl ApiIndex {
    fn new(base: &BasePath) -> ApiIndex {
        ApiIndex {
            docs: base.join("/api/docs"),
            openapi: base.join("/api/openapi.json"),
            games: base.join("/api/games"),
            lobby: base.join("/api/lobby/events"),
            live: base.join(LIVE_ROUTE),
            rules: base.join("/api/rules"),
            boards: base.join("/api/boards"),
            lexicons: base.join("/api/lexicons"),
            players: base.join("/api/players"),
            workshop: base.join("/api/workshop"),
        }
    }
}

async fn no_such_page() -> ApiError {
    ApiError::not_found("no-such-page", "there is nothing here; /api/docs describes what there is")
}

async fn wrong_method() -> Response {
    let error =
        ApiError::unprocessable("wrong-method", "this address does not take this method; see /api/docs");
    error.with_status(StatusCode::METHOD_NOT_ALLOWED)
}

/// Whose work a request causes.
pub(crate) struct Requester(pub(crate) WorkOwner);

impl<S: Send + Sync> FromRequestParts<S> for Requester {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Requester, Self::Rejection> {
        Ok(Requester(parts.extensions.get::<ClientAddress>().copied().into()))
    }
}

/// The id of a game in a path. A text that cannot be an id is a game that does not exist.
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

/// The credentials of a request: a key in a header or the query, an invitation in a header or the query.
pub(crate) struct Caller(pub(crate) Credentials);

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let invite = parts.headers.get("x-invite").and_then(|invite| invite.to_str().ok());
        let invite = invite.or_else(|| query_value(query, "invite"));
        let key = bearer(&parts.headers)?.or_else(|| query_value(query, "key"));
        Ok(Caller(Credentials::new(key, invite)))
    }
}

/// The key that a request has, wherever it has it.
pub(crate) fn sent_key<'a>(headers: &'a HeaderMap, uri: &'a Uri) -> Option<&'a str> {
    let in_query = || query_value(uri.query().unwrap_or_default(), "key");
    bearer(headers).ok().flatten().or_else(in_query)
}

fn bearer(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let Some(text) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let text = text.to_str().map_err(|_| ApiError::UnknownKey)?;
    match text.split_once(' ') {
        Some((scheme, key)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(key.trim())),
        _ => Err(ApiError::UnknownKey),
    }
}

/// A value of a query. Keys and invitations have no characters that need decoding.
fn query_value<'a>(query: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, value)| *key == name && !value.is_empty()).map(|(_, value)| value)
}
