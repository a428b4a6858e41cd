//! A message for live connections, encoded once for all viewers who see the same.

use crate::log_entry::LoggedEvent;
use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use http_api::{
    ChatLineJson, EmptyData, GameMessage, GameMessageData, LiveMessage, LobbyMessage, SeatPresence,
};
use rules::{Ruleset, Seat, Viewer};
use serde_json::value::to_raw_value;
use store::{GameId, LineNo, Seq};

/// A message for live connections, encoded for server-sent events and for the WebSocket.
#[derive(Clone, Debug)]
pub struct LiveFrame {
    /// The sequence number, for events of the log.
    pub seq: Option<Seq>,
    /// The number of the chat line, for chat.
    pub line: Option<LineNo>,
    end: Option<StreamEnd>,
    /// The frame as a server-sent event.
    pub sse: Bytes,
    /// The frame as a WebSocket message.
    pub websocket: Utf8Bytes,
}

/// Why a stream ends after a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StreamEnd {
    /// The client was too slow.
    Resync,
    /// The game was deleted.
    Gone,
}

impl LiveFrame {
    fn new(game: &GameId, name: &str, seq: Option<Seq>, data: &GameMessageData) -> LiveFrame {
        let data = to_raw_value(data).unwrap_or_else(|error| unreachable!("{error}"));
        let id = seq.map(|seq| format!("id: {seq}\n")).unwrap_or_default();
        let message = GameMessage { game: game.as_str(), event: name, seq, data: &data };
        LiveFrame {
            seq,
            line: None,
            end: None,
            sse: format!("{id}event: {name}\ndata: {}\n\n", data.get()).into(),
            websocket: LiveMessage::Game(message).to_text().into(),
        }
    }

    /// An event of the log, as a viewer gets it.
    pub(crate) fn event(game: &GameId, logged: &LoggedEvent, viewer: Viewer, rules: &Ruleset) -> LiveFrame {
        let data = GameMessageData::Event(logged.to_json(viewer, rules));
        LiveFrame::new(game, logged.entry.name(), Some(logged.seq), &data)
    }

    /// A line of chat.
    pub(crate) fn chat(game: &GameId, line: LineNo, chat: ChatLineJson) -> LiveFrame {
        let frame = LiveFrame::new(game, "chat", None, &GameMessageData::Chat(chat));
        LiveFrame { line: Some(line), ..frame }
    }

    /// A player came or went.
    pub(crate) fn presence(game: &GameId, seat: Seat, online: bool) -> LiveFrame {
        let data = GameMessageData::Presence(SeatPresence { seat, online });
        LiveFrame::new(game, "presence", None, &data)
    }

    /// The game was deleted.
    pub(crate) fn deletion(game: &GameId) -> LiveFrame {
        let frame = LiveFrame::new(game, "gone", None, &GameMessageData::Empty(EmptyData {}));
        LiveFrame { end: Some(StreamEnd::Gone), ..frame }
    }

    /// The client was too slow. It has to continue after the last event that it got.
    pub(crate) fn resync(game: &GameId) -> LiveFrame {
        let frame = LiveFrame::new(game, "resync", None, &GameMessageData::Empty(EmptyData {}));
        LiveFrame { end: Some(StreamEnd::Resync), ..frame }
    }

    /// News of the lobby.
    #[must_use]
    pub fn lobby(message: LobbyMessage) -> LiveFrame {
        let (name, data) = message.parts();
        LiveFrame {
            seq: None,
            line: None,
            end: None,
            sse: format!("event: {name}\ndata: {data}\n\n").into(),
            websocket: LiveMessage::Lobby(message).to_text().into(),
        }
    }

    /// Whether the client has to continue after the last event that it got.
    #[must_use]
    pub fn is_resync(&self) -> bool {
        self.end == Some(StreamEnd::Resync)
    }

    /// Whether the game was deleted.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.end == Some(StreamEnd::Gone)
    }
}
