//! Chat.

use rules::Seat;
use serde::{Deserialize, Serialize};
use store::{LineNo, Timestamp};

/// A line to add to the chat.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a line of chat, such as {\"text\": \"Good luck!\"}")]
pub struct ChatPost {
    /// An id chosen by the client. A line that is sent again with the same id is stored once.
    pub id: Option<String>,
    /// The text.
    pub text: String,
}

/// The number of a chat line that was added.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ChatPosted {
    line: LineNo,
}

impl From<LineNo> for ChatPosted {
    fn from(line: LineNo) -> ChatPosted {
        ChatPosted { line }
    }
}

/// Lines of a chat.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ChatLines {
    lines: Vec<ChatLineJson>,
}

/// A line of chat.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ChatLineJson {
    line: LineNo,
    at: Timestamp,
    #[serde(flatten)]
    message: ChatMessage,
}

/// The stored part of a chat line: the author and the text.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub struct ChatMessage {
    /// The seat of the author.
    #[schema(required = true)]
    pub seat: Option<Seat>,
    /// The name of the author.
    pub player: String,
    /// The text.
    pub text: String,
}

impl ChatLineJson {
    /// A stored line; `None` if it cannot be read.
    #[must_use]
    pub fn from_stored(line: &store::StoredChatLine) -> Option<ChatLineJson> {
        let message = serde_json::from_str(line.payload.text()).ok()?;
        Some(ChatLineJson { line: line.number, at: line.at, message })
    }
}

impl FromIterator<ChatLineJson> for ChatLines {
    fn from_iter<I: IntoIterator<Item = ChatLineJson>>(lines: I) -> ChatLines {
        ChatLines { lines: lines.into_iter().collect() }
    }
}
