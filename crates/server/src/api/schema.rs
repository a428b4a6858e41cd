//! Descriptions of what is put together by hand, for the OpenAPI document.

#![allow(dead_code, reason = "only described, never made")]

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A game as its viewer may see it.
#[derive(Serialize, ToSchema)]
pub(crate) struct View {
    /// What the rules know of it; its seats are described below.
    #[serde(flatten)]
    game: wire::ViewJson,
    name: String,
    /// `open`, `running` or `over`.
    state: String,
    /// `public` or `private`.
    visibility: String,
    /// The server's time, on the clock of `since`.
    now: i64,
    lexicon: String,
    /// Whether the caller made the game without playing in it.
    owner: bool,
    undo: Option<UndoWish>,
    rematch: Option<NextGame>,
    /// Every turn so far that was not taken back.
    turns_list: Vec<TurnEntry>,
    /// How many watch without playing, through this server.
    watchers: usize,
    /// How many lines of chat there are.
    lines: u64,
    hints: bool,
    /// What the caller may do now: `play`, `pass`, `exchange`, `challenge`, `accept`, `resign`, `hint`, `undo`,
    /// `agree`, `decline`, `rematch`, `takeover`, `join`.
    allow: Vec<String>,
}

/// Somebody wants to take a turn back.
#[derive(Serialize, ToSchema)]
pub(crate) struct UndoWish {
    seat: u8,
    agreed: Vec<u8>,
    /// The last event that would stay.
    to: u64,
}

/// The game after this one.
#[derive(Serialize, ToSchema)]
pub(crate) struct NextGame {
    id: String,
}

/// A turn in the list of turns: the event, shortened.
#[derive(Serialize, ToSchema)]
pub(crate) struct TurnEntry {
    seq: u64,
    at: i64,
    event: String,
    seat: Option<u8>,
    play: Option<String>,
    score: Option<i32>,
    total: Option<i32>,
    /// How many tiles were exchanged.
    count: Option<u64>,
    words: Option<Vec<wire::WordJson>>,
    #[schema(value_type = Option<Vec<Object>>)]
    tiles: Option<Vec<Value>>,
}

/// A line of chat.
#[derive(Serialize, ToSchema)]
pub(crate) struct ChatLine {
    line: u64,
    at: i64,
    seat: Option<u8>,
    player: String,
    text: String,
}

/// A problem as RFC 9457 describes it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProblemDetails {
    #[serde(rename = "type")]
    kind: String,
    title: String,
    status: u16,
    detail: String,
    /// A code that never changes.
    code: String,
    /// The same as `detail`.
    message: String,
    /// Why the rules refuse a command.
    refused: Option<Vec<wire::ReasonJson>>,
    /// Where the log stands, for what came too late.
    seq: Option<u64>,
}
