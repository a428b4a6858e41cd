//! Game data as JSON: positions, plays, what a viewer may see, and the record of a game.
//!
//! This is the only crate where game data meets serde. It turns text into checked values of the game and back,
//! opens no file and knows no clock. Every conversion is written out, so a new event or reason does not compile
//! until it has a form here.
//!
//! A position may lie anywhere on a board, however far that reaches:
//!
//! ```
//! use quixotry_wire::PositionDraft;
//!
//! let text = r#"{"rules":"itu","board":"infinite","tiles":[{"x":0,"y":0,"letter":"D"}],"racks":["ABC?"]}"#;
//! let draft = PositionDraft::read(text).unwrap();
//! assert_eq!(draft.rules.as_deref(), Some("itu")); // which rules to load is the caller's business …
//! assert_eq!(draft.tiles[0].letter.as_deref(), Some("D")); // … and `draft.check(&rules)` does the rest.
//!
//! let fault = PositionDraft::read(r#"{"tiles":[{"x":0,"y":"up"}]}"#).unwrap_err();
//! assert_eq!(fault.to_string(), "tiles[0].y: invalid type: string \"up\", expected i32 (column 25)");
//! ```
//!
//! A [`Record`] is a game written down, one JSON object a line: the header, then every event. The formats are
//! described in `docs/records.md`.

pub mod bot;

mod event;
mod header;
mod json;
mod place;
mod play;
mod position;
mod reason;
mod record;
mod replay;
mod setup;
mod verify;
mod view;

pub use event::{SeenEventJson, event_name, seen_event_json};
pub use header::{
    HeaderError, RECORD_VERSION, RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind,
};
pub use json::{DraftError, DraftErrors, JsonError};
pub use place::{AxisName, TileDraft};
pub use play::{PlayDraft, RefusalJson, ScoreJson, WordJson, refusal_json, score_json};
pub use position::{PositionDraft, RackDraft};
pub use reason::ReasonJson;
pub use record::{
    ExtensionLine, ParsedRecord, Record, RecordError, RecordLineError, TruncatedLine, parse_event,
    print_event,
};
pub use replay::ReplayError;
pub use setup::{LexiconJson, SetupJson, SquaresJson, setup_json, squares_json};
pub use verify::{Disagreement, VerifyIssue, verify};
pub use view::{ViewJson, view_json};
