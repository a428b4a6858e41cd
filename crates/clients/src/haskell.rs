//! The WebSocket of the game library in Haskell: one connection, one player, one game.

mod dialogue;
mod matchmaking;
mod messages;

use crate::request_meter::{ClientState, RequestWork};
use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::Extensions;
use axum::response::Response;
use axum::routing::any;
use dialogue::HaskellDialogue;
use matchmaking::Matchmaker;
use messages::HaskellRequest;
use tables::ClientAddress;

/// The maximum size of a message from a client, in bytes.
const MAX_MESSAGE: usize = 16 << 10;

/// A WebSocket at every path of a port of its own.
pub fn haskell_router(state: ClientState) -> Router {
    let state = HaskellState { matchmaker: Matchmaker::new(state.clone()), client: state };
    Router::new().route("/", any(connect)).route("/{*path}", any(connect)).with_state(state)
}

#[derive(Clone)]
struct HaskellState {
    client: ClientState,
    matchmaker: Matchmaker,
}

async fn connect(
    State(state): State<HaskellState>,
    upgrade: WebSocketUpgrade,
    extensions: Extensions,
) -> Response {
    let upgrade = upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE);
    upgrade.on_upgrade(move |socket| async move {
        let client = extensions.get::<ClientAddress>().copied();
        serve(&state, client, socket).await;
        // The connection counts as an open stream until here.
        drop(extensions);
    })
}

async fn serve(state: &HaskellState, client: Option<ClientAddress>, mut socket: WebSocket) {
    let Some(text) = first_text(&mut socket).await else { return };
    let (name, against_computer) = match serde_json::from_str(&text) {
        Ok(HaskellRequest::Join(join)) => join,
        Ok(_) => return end(socket, format!("Not expecting: {text}")).await,
        Err(_) => return end(socket, format!("Bad input: {text}")).await,
    };
    let seat = match state.client.count_request(client, RequestWork::NewGame) {
        Ok(()) => state.matchmaker.find_seat(client, &name, against_computer).await,
        Err(error) => Err(error),
    };
    match seat {
        Ok(seat) => HaskellDialogue::new(state.client.clone(), client, seat, socket).run().await,
        Err(error) => {
            let text = messages::HaskellAnswer::Announce(error.message()).to_text();
            end(socket, text).await;
        }
    }
}

async fn first_text(socket: &mut WebSocket) -> Option<String> {
    loop {
        match socket.recv().await?.ok()? {
            Message::Text(text) => return Some(text.to_string()),
            Message::Close(_) => return None,
            Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => {}
        }
    }
}

/// Sends a last text. An error says that the client is gone.
async fn end(mut socket: WebSocket, text: String) {
    socket.send(Message::Text(text.into())).await.ok();
    socket.send(Message::Close(None)).await.ok();
}
