//! Live events as server-sent events.

use super::event_stream::{StreamStart, follow};
use super::{GamePath, QueryParams};
use crate::api_error::ApiError;
use crate::app::App;
use crate::owner::Credentials;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, BoxStream, StreamExt};
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;

/// Where a reader wants to begin.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    since: Option<u64>,
    lines: Option<u64>,
}

/// Streams the events of a game.
#[utoipa::path(get, path = "/games/{id}/events", tag = "live", params(("id" = String, Path, description = "the game"), EventsQuery), responses((status = 200, description = "server-sent events", body = String, content_type = "text/event-stream")))]
pub(crate) async fn events(
    State(app): State<App>,
    GamePath(id): GamePath,
    credentials: Credentials,
    QueryParams(begin): QueryParams<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let last =
        headers.get("last-event-id").and_then(|id| id.to_str().ok()).and_then(|id| id.trim().parse().ok());
    let from = StreamStart { since: last.or(begin.since), lines: begin.lines };
    let followed = follow(&app, &id, &credentials, from).await?;
    let frames = followed.frames.map(|frame| frame.sse.clone()).boxed();
    Ok(respond(&app, frames))
}

/// Streams news of the list of games.
#[utoipa::path(get, path = "/lobby/events", tag = "live", responses((status = 200, description = "server-sent events", body = String, content_type = "text/event-stream")))]
pub(crate) async fn lobby(State(app): State<App>) -> Response {
    let news = app.services.lobby.follow();
    let frames = stream::unfold(Some(news), |news| async move {
        let mut news = news?;
        match news.recv().await {
            Ok(frame) => Some((frame.sse.clone(), Some(news))),
            Err(RecvError::Lagged(_)) => Some((Bytes::from_static(b"event: resync\ndata: {}\n\n"), None)),
            Err(RecvError::Closed) => None,
        }
    });
    respond(&app, frames.boxed())
}

/// A stream that is never silent for long and ends when the server stops.
fn respond(app: &App, frames: BoxStream<'static, Bytes>) -> Response {
    let app = app.clone();
    let beat = app.settings().keep_alive.max(Duration::from_millis(50));
    let begin = stream::once(async { Bytes::from_static(b"retry: 2000\n: welcome\n\n") });
    let frames = stream::unfold(frames, move |mut frames| async move {
        match tokio::time::timeout(beat, frames.next()).await {
            Ok(Some(frame)) => Some((frame, frames)),
            Ok(None) => None,
            Err(_) => Some((Bytes::from_static(b": still here\n\n"), frames)),
        }
    });
    let stopped = async move { app.stopped().await };
    let body = begin.chain(frames).take_until(Box::pin(stopped)).map(Ok::<Bytes, Infallible>);
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(body)).into_response()
}
