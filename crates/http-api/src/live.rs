//! The messages of live connections: server-sent events and the WebSocket.

use crate::{ChatLineJson, ErrorBrief, LobbyEntry, LoggedEventJson, TableEventKind, json_text};
use rules::Seat;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use store::{LineNo, Seq};
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};
use wire::EVENT_NAMES;

/// A message from a client on the WebSocket.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "an object such as {\"watch\": \"<game>\"}")]
pub struct LiveRequest {
    /// The game to watch.
    pub watch: Option<String>,
    /// The game to watch no longer.
    pub unwatch: Option<String>,
    /// The key of a seat of the watched game.
    pub key: Option<String>,
    /// The invitation to the watched game.
    pub invite: Option<String>,
    /// The last event that the client has seen.
    pub since: Option<Seq>,
    /// The last chat line that the client has seen.
    pub lines: Option<LineNo>,
    /// Whether the client wants the news of the lobby.
    pub lobby: Option<bool>,
    /// Any value; the server sends it back.
    #[schema(value_type = Option<Value>)]
    pub ping: Option<serde_json::Value>,
}

/// A message from the server on the WebSocket.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum LiveMessage<'a> {
    /// Something happened in a watched game.
    Game(GameMessage<'a>),
    /// The client now watches a game.
    Watching(WatchConfirmation<'a>),
    /// News of the lobby.
    Lobby(LobbyMessage),
    /// The answer to `ping`.
    Pong(Pong<'a>),
    /// A request that failed.
    Error(LiveError<'a>),
}

/// Something that happened in a watched game.
#[derive(Serialize, utoipa::ToSchema)]
pub struct GameMessage<'a> {
    /// The game.
    pub game: &'a str,
    /// The name of the event, or `chat`, `presence`, `gone`, `resync`.
    #[schema(schema_with = message_names)]
    pub event: &'a str,
    /// The sequence number, for events of the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seq: Option<Seq>,
    /// The data of the event.
    #[schema(value_type = GameMessageData)]
    pub data: &'a RawValue,
}

/// The names of game messages: those of events, and of what is no event.
fn message_names() -> Object {
    let others = ["chat", "presence", "gone", "resync"];
    let names = EVENT_NAMES.into_iter().chain(TableEventKind::NAMES).chain(others);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).build()
}

/// The data of a game message.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum GameMessageData {
    /// An event of the log.
    Event(LoggedEventJson),
    /// A line of chat.
    Chat(ChatLineJson),
    /// A player came or went.
    Presence(SeatPresence),
    /// Nothing: the name of the message says all.
    Empty(EmptyData),
}

/// Whether the player at a seat is present.
#[derive(Serialize, utoipa::ToSchema)]
pub struct SeatPresence {
    /// The seat.
    pub seat: Seat,
    /// Whether the player is present.
    pub online: bool,
}

/// No data.
#[derive(Serialize, utoipa::ToSchema)]
pub struct EmptyData {}

/// The client now watches a game.
#[derive(Serialize, utoipa::ToSchema)]
pub struct WatchConfirmation<'a> {
    /// The game.
    pub game: &'a str,
    /// The state of the game at this moment.
    pub watching: WatchState<'a>,
}

/// The state of a game when a client begins to watch.
#[derive(Serialize, utoipa::ToSchema)]
pub struct WatchState<'a> {
    /// The last event.
    pub seq: Seq,
    /// The last chat line.
    pub lines: LineNo,
    /// Which seats are present.
    #[schema(value_type = Vec<bool>)]
    pub online: &'a [bool],
}

/// News of the lobby.
#[derive(Serialize, utoipa::ToSchema)]
#[serde(tag = "lobby", content = "data", rename_all = "kebab-case")]
pub enum LobbyMessage {
    /// A public game is new or has changed.
    Game(Box<LobbyEntry>),
    /// A game was deleted.
    Gone(GameRef),
    /// The client gets the news from now on.
    Watching(EmptyData),
    /// The client was too slow and has to read the list again.
    Resync(EmptyData),
}

/// A game by its id.
#[derive(Clone, PartialEq, Debug, Serialize, utoipa::ToSchema)]
pub struct GameRef {
    /// The id.
    pub id: String,
}

/// The answer to `ping`.
#[derive(Serialize, utoipa::ToSchema)]
pub struct Pong<'a> {
    /// The value of the `ping`.
    #[schema(value_type = Value)]
    pub pong: &'a serde_json::Value,
}

/// A request that failed.
#[derive(Serialize, utoipa::ToSchema)]
pub struct LiveError<'a> {
    /// The game that the request was about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub game: Option<&'a str>,
    /// Why.
    pub error: ErrorBrief,
}

impl LiveMessage<'_> {
    /// The message as JSON text.
    #[must_use]
    pub fn to_text(&self) -> String {
        json_text(self)
    }
}

impl LobbyMessage {
    /// The name and the data, for a server-sent event.
    #[must_use]
    pub fn parts(&self) -> (&'static str, String) {
        match self {
            LobbyMessage::Game(entry) => ("game", json_text(entry)),
            LobbyMessage::Gone(game) => ("gone", json_text(game)),
            LobbyMessage::Watching(data) => ("watching", json_text(data)),
            LobbyMessage::Resync(data) => ("resync", json_text(data)),
        }
    }
}
