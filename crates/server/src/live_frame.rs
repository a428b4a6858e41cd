//! What a live connection is sent: written once for everybody who may see the same.

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};
use store::GameId;

/// One message of a game's live events, ready for both kinds of connection.
#[derive(Clone, Debug)]
pub(crate) struct LiveFrame {
    /// The number of the event, for those that are in the log.
    pub(crate) seq: Option<u64>,
    /// The number of the chat line, for those that are one.
    pub(crate) line: Option<u64>,
    resync: bool,
    /// As a stream of server-sent events has it.
    pub(crate) sse: Bytes,
    /// As a WebSocket has it.
    pub(crate) live: Utf8Bytes,
}

impl LiveFrame {
    /// News of the lobby; `data` is JSON.
    pub(crate) fn news(name: &str, data: &str) -> LiveFrame {
        LiveFrame {
            seq: None,
            line: None,
            resync: false,
            sse: format!("event: {name}\ndata: {data}\n\n").into(),
            live: format!(r#"{{"lobby":"{name}","data":{data}}}"#).into(),
        }
    }

    /// An event of the log; `data` is JSON.
    pub(crate) fn event(game: &GameId, seq: u64, name: &str, data: &str) -> LiveFrame {
        LiveFrame {
            seq: Some(seq),
            line: None,
            resync: false,
            sse: format!("id: {seq}\nevent: {name}\ndata: {data}\n\n").into(),
            live: format!(r#"{{"game":"{game}","event":"{name}","seq":{seq},"data":{data}}}"#).into(),
        }
    }

    /// Something that has no number in the log.
    fn passing(game: &GameId, line: Option<u64>, name: &str, data: &Value) -> LiveFrame {
        LiveFrame {
            seq: None,
            line,
            resync: name == "resync",
            sse: format!("event: {name}\ndata: {data}\n\n").into(),
            live: format!(r#"{{"game":"{game}","event":"{name}","data":{data}}}"#).into(),
        }
    }

    /// A line of chat.
    pub(crate) fn chat(game: &GameId, line: u64, data: &Value) -> LiveFrame {
        LiveFrame::passing(game, Some(line), "chat", data)
    }

    /// Whether somebody is there.
    pub(crate) fn presence(game: &GameId, seat: u8, online: bool) -> LiveFrame {
        LiveFrame::passing(game, None, "presence", &json!({ "seat": seat, "online": online }))
    }

    /// The game was deleted.
    pub(crate) fn gone(game: &GameId) -> LiveFrame {
        LiveFrame::passing(game, None, "gone", &json!({}))
    }

    /// Whether the reader has to begin again.
    pub(crate) fn is_resync(&self) -> bool {
        self.resync
    }

    /// The reader was too slow and has to begin again where it stopped.
    pub(crate) fn resync(game: &GameId) -> LiveFrame {
        LiveFrame::passing(game, None, "resync", &json!({}))
    }
}
