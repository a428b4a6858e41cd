//! The two streams of server-sent events: what happens in a game, and its chat.

use super::messages::{CornellMessage, CornellUpdate, SeatName, harmless_text, updates};
use super::{CornellCaller, CornellError, CornellResult, CornellState};
use crate::board_map::BoardMap;
use crate::table_watcher::{TableNews, TableWatcher, WatchStart};
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream::{self, Stream, StreamExt};
use http_api::json_text;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;
use store::Seq;
use tables::App;

/// Who wants a stream.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StreamQuery {
    game_name: Option<String>,
    player_name: Option<String>,
    key: Option<String>,
}

impl StreamQuery {
    async fn admit(self, state: &CornellState) -> CornellResult<CornellCaller> {
        let (Some(game), Some(player), Some(key)) = (self.game_name, self.player_name, self.key) else {
            return Err(CornellError::new(StatusCode::NOT_FOUND, ""));
        };
        CornellCaller::admit(state, &key, &player, &game).await
    }
}

/// `GET /game`: what happens in a game since the player took a seat, or since the event of `Last-Event-ID`.
pub(super) async fn follow_game(
    State(state): State<CornellState>,
    Query(query): Query<StreamQuery>,
    headers: HeaderMap,
) -> CornellResult<Response> {
    let caller = query.admit(&state).await?;
    let map = BoardMap::new(&caller.snapshot.resources.rules)
        .map_err(|why| CornellError::new(StatusCode::BAD_REQUEST, why))?;
    let last = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.trim().parse().ok());
    let start = last.map_or(WatchStart::OwnSeat, |seq| WatchStart::After(Seq(seq)));
    let app = state.client.app;
    let watcher = TableWatcher::open(&app, &caller.id, &caller.credentials, start).await?;
    let names = caller.snapshot.seats.iter().map(SeatName::from).collect();
    let stream = GameUpdates { watcher, names, map, waiting: VecDeque::new() };
    Ok(respond(&app, stream.into_stream()))
}

/// `GET /messaging`: the chat from now on.
pub(super) async fn follow_chat(
    State(state): State<CornellState>,
    Query(query): Query<StreamQuery>,
) -> CornellResult<Response> {
    let caller = query.admit(&state).await?;
    let own = caller.snapshot.seats.get(caller.seat.index()).map(SeatName::from).unwrap_or_default();
    let app = state.client.app;
    let watcher = TableWatcher::open(&app, &caller.id, &caller.credentials, WatchStart::Now).await?;
    let lines = stream::unfold((watcher, own), |(mut watcher, own)| async move {
        loop {
            let (seq, news) = watcher.next().await?;
            if let TableNews::Chat(line) = news {
                let is_own = line.player == own.player;
                let player_name = if is_own { line.player } else { harmless_text(&line.player) };
                let message = CornellMessage { msg: harmless_text(&line.text), player_name };
                return Some((event(seq, &message), (watcher, own)));
            }
        }
    });
    Ok(respond(&app, lines))
}

/// What happens in a game, in the words of the client.
struct GameUpdates {
    watcher: TableWatcher,
    names: Vec<SeatName>,
    map: BoardMap,
    waiting: VecDeque<Bytes>,
}

impl GameUpdates {
    fn into_stream(self) -> impl Stream<Item = Bytes> + Send {
        stream::unfold(self, |mut updates| async move {
            let next = updates.next().await?;
            Some((next, updates))
        })
    }

    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            let (seq, news) = self.watcher.next().await?;
            self.waiting.extend(self.translate(&news).iter().map(|update| event(seq, update)));
            self.remember(news);
        }
    }

    fn translate(&self, news: &TableNews) -> Vec<CornellUpdate> {
        match news {
            TableNews::Seated { seat, player, .. } => {
                vec![CornellUpdate::Player { player_name: harmless_text(player), order: seat.0 }]
            }
            TableNews::Chat(_) | TableNews::Rematch { .. } => Vec::new(),
            TableNews::Game(news) => updates(news, &self.names, self.map),
            TableNews::Closed => vec![CornellUpdate::Over { over: true }],
        }
    }

    fn remember(&mut self, news: TableNews) {
        if let TableNews::Seated { seat, player, kind } = news
            && let Some(name) = self.names.get_mut(seat.index())
        {
            *name = SeatName::new(&player, kind);
        }
    }
}

/// A server-sent event. Its id is that of our log, so that a client can continue where it stopped.
fn event(seq: Seq, data: &impl Serialize) -> Bytes {
    format!("id: {seq}\r\ndata: {}\r\n\r\n", json_text(data)).into()
}

/// A stream that is never silent for long, and ends when the server stops.
fn respond(app: &App, events: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let app = app.clone();
    let interval = app.settings().keep_alive.max(Duration::from_millis(50));
    let events = stream::unfold(events.boxed(), move |mut events| async move {
        match tokio::time::timeout(interval, events.next()).await {
            Ok(Some(event)) => Some((event, events)),
            Ok(None) => None,
            Err(_) => Some((Bytes::from_static(b": \n\n"), events)),
        }
    });
    // The headers are sent with the first bytes.
    let start = stream::once(async { Bytes::from_static(b": \n\n") });
    let stopped = async move { app.wait_for_stop().await };
    let body = start.chain(events).take_until(Box::pin(stopped)).map(Ok::<Bytes, Infallible>);
    let headers = [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::HeaderName::from_static("x-accel-buffering"), "no"),
    ];
    (headers, Body::from_stream(body)).into_response()
}
