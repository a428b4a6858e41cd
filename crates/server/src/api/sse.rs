//! Live events as server-sent events.

use super::{Caller, GamePath, QueryParams};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, BoxStream, StreamExt};
use http_api::{ApiError, EmptyData, GameMessageData, LobbyMessage};
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;
use store::{LineNo, Seq};
use tables::{App, LiveFrame, StreamStart};
use tokio::sync::broadcast::error::RecvError;

/// Where a stream starts.
#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct EventsQuery {
    #[param(value_type = Option<u64>)]
    since: Option<Seq>,
    #[param(value_type = Option<u64>)]
    lines: Option<LineNo>,
}

/// Streams the events of a game.
#[utoipa::path(get, path = "/games/{id}/events", tag = "live", params(("id" = String, Path, description = "the game"), EventsQuery), responses((status = 200, description = "server-sent events; the schema is that of their data", body = GameMessageData, content_type = "text/event-stream")))]
pub(crate) async fn events(
    State(app): State<App>,
    GamePath(id): GamePath,
    Caller(credentials): Caller,
    QueryParams(query): QueryParams<EventsQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let last_id = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.trim().parse().ok()).map(Seq);
    let start = StreamStart { since: last_id.or(query.since), lines: query.lines };
    let events = app.follow(&id, &credentials, start).await?;
    let frames = events.frames.map(|frame| frame.sse.clone()).boxed();
    Ok(respond(&app, frames))
}

/// Streams the news of the list of games.
#[utoipa::path(get, path = "/lobby/events", tag = "live", responses((status = 200, description = "server-sent events; the schema has their names as `lobby`", body = LobbyMessage, content_type = "text/event-stream")))]
pub(crate) async fn lobby(State(app): State<App>) -> Response {
    let news = app.lobby_news();
    let frames = stream::unfold(Some(news), |news| async move {
        let mut news = news?;
        match news.recv().await {
            Ok(frame) => Some((frame.sse.clone(), Some(news))),
            Err(RecvError::Lagged(_)) => {
                Some((LiveFrame::lobby(LobbyMessage::Resync(EmptyData {})).sse, None))
            }
            Err(RecvError::Closed) => None,
        }
    });
    respond(&app, frames.boxed())
}

/// A stream that is never silent for long, and ends when the server stops.
fn respond(app: &App, frames: BoxStream<'static, Bytes>) -> Response {
    let app = app.clone();
    let interval = app.settings().keep_alive.max(Duration::from_millis(50));
    let start = stream::once(async { Bytes::from_static(b"retry: 2000\n: welcome\n\n") });
    let frames = stream::unfold(frames, move |mut frames| async move {
        match tokio::time::timeout(interval, frames.next()).await {
            Ok(Some(frame)) => Some((frame, frames)),
            Ok(None) => None,
            Err(_) => Some((Bytes::from_static(b": still here\n\n"), frames)),
        }
    });
    let stopped = async move { app.wait_for_stop().await };
    let body = start.chain(frames).take_until(Box::pin(stopped)).map(Ok::<Bytes, Infallible>);
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(body)).into_response()
}
