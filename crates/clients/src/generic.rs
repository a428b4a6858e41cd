//! The Phoenix channels of the two-player web game: one WebSocket with the list of games and with games by name.

mod connection;
mod framing;
mod game_channel;
mod index_channel;
mod known_browser;
mod messages;
mod play_reading;
mod seating;

use crate::request_meter::ClientState;
use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, State};
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use connection::{GenericCaller, GenericConnection};
use framing::FrameVersion;
use known_browser::KnownBrowser;
use seating::GenericSeating;
use serde::Deserialize;
use tables::ClientAddress;

/// The maximum size of a message from a client, in bytes. It sends the whole board, and the chat that it shows.
const MAX_MESSAGE: usize = 128 << 10;

/// The WebSocket of the two-player web game, for a path such as `/socket`.
pub fn generic_routes(state: ClientState, path: &str) -> Router {
    let seating = GenericSeating::new(state);
    Router::new().route(&generic_route(path), any(connect)).with_state(seating)
}

/// The route of the WebSocket, for the limits of the server.
#[must_use]
pub fn generic_route(path: &str) -> String {
    format!("{path}/websocket")
}

/// What a client says when it connects.
#[derive(Deserialize)]
struct ConnectQuery {
    /// The version of its frames.
    vsn: Option<String>,
    /// The key of a seat, if the client has one. The original's page sends a text without meaning.
    token: Option<String>,
}

async fn connect(
    State(seating): State<GenericSeating>,
    Query(query): Query<ConnectQuery>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
    extensions: Extensions,
) -> Response {
    let Some(version) = FrameVersion::from_name(query.vsn.as_deref()) else {
        let text = "this version of the serializer is unknown; use vsn=1.0.0 or vsn=2.0.0";
        return (StatusCode::FORBIDDEN, text).into_response();
    };
    let known = KnownBrowser::from_headers(&headers);
    let browser = known.clone().unwrap_or_else(KnownBrowser::new);
    let cookie = known.is_none().then(|| browser.cookie(&headers));
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    let mut response = upgrade.on_upgrade(move |socket| async move {
        let address = extensions.get::<ClientAddress>().copied();
        let caller = GenericCaller { browser, token: query.token, address };
        GenericConnection::new(seating, caller, version, socket).run().await;
        // The connection counts as an open stream until here.
        drop(extensions);
    });
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}
