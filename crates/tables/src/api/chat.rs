//! Chat.

use serde::{Deserialize, Serialize};
use store::LineNo;

/// A line to add to the chat.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, expecting = "a line of chat, such as {\"text\": \"Good luck!\"}")]
pub struct ChatPost {
    /// The text.
    pub text: String,
}

/// The number of a chat line that was added.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ChatPosted {
    line: u64,
}

impl From<LineNo> for ChatPosted {
    fn from(line: LineNo) -> ChatPosted {
        ChatPosted { line: line.0 }
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
    line: u64,
    at: i64,
    #[serde(flatten)]
    message: ChatMessage,
}

/// The stored part of a chat line: the author and the text.
#[derive(Clone, Debug, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct ChatMessage {
    #[schema(required = true)]
    pub(crate) seat: Option<u8>,
    pub(crate) player: String,
    pub(crate) text: String,
}

impl ChatLineJson {
    /// A stored line; `None` if it cannot be read.
    pub(crate) fn from_stored(line: &store::StoredChatLine) -> Option<ChatLineJson> {
        let message = serde_json::from_str(line.payload.text()).ok()?;
        Some(ChatLineJson { line: line.number.0, at: line.at.0, message })
    }
}

impl FromIterator<ChatLineJson> for ChatLines {
    fn from_iter<I: IntoIterator<Item = ChatLineJson>>(lines: I) -> ChatLines {
        ChatLines { lines: lines.into_iter().collect() }
    }
}
