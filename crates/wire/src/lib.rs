//! The JSON formats of games: positions, plays, records, views and bot messages.
//!
//! Game data is serialised only in this crate. It converts text to checked values of `quixotry-rules` and back. It opens
//! no files and reads no clock. All conversions are exhaustive, so a new event or reason does not compile until it has
//! a JSON form.
//!
//! A [`PositionDraft`] is a position as read from JSON. Its coordinates may be anywhere, also on unbounded boards:
//!
//! ```
//! # mod quixotry { pub use quixotry_wire as wire; }
//! use quixotry::wire::PositionDraft;
//!
//! let text = r#"{"rules":"itu","board":"infinite","tiles":[{"x":0,"y":0,"letter":"D"}],"racks":["ABC?"]}"#;
//! let draft = PositionDraft::read(text).unwrap();
//! assert_eq!(draft.rules.as_deref(), Some("itu")); // The caller loads these rules,
//! assert_eq!(draft.tiles[0].letter.as_deref(), Some("D")); // and `draft.check(&rules)` gives the position.
//!
//! let error = PositionDraft::read(r#"{"tiles":[{"x":0,"y":"up"}]}"#).unwrap_err();
//! assert_eq!(error.to_string(), "tiles[0].y: invalid type: string \"up\", expected i32 (column 25)");
//! ```
//!
//! A [`Record`] is a complete game as JSON lines: a header, then every event. `docs/records.md` describes the formats.

pub mod bot;

mod event;
mod header;
mod hidden_tiles;
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

pub use event::{EVENT_NAMES, EventViewJson, TurnJson, event_name, event_view_json};
pub use header::{
    HeaderError, RECORD_VERSION, RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind,
};
pub use hidden_tiles::{PartialDrawJson, PartialJson, RecordTiles};
pub use json::{DraftError, DraftErrors, JsonError, deserialize_name, deserialize_optional_name};
pub use place::{AxisName, BoardTileJson, TileDraft, board_tiles_json};
pub use play::{PlayDraft, RefusalJson, ScoreJson, WordJson, refusal_json, score_json};
pub use position::{PositionDraft, RackDraft};
pub use reason::ReasonJson;
pub use record::{
    ExtensionLine, ParsedRecord, PartialRecord, Record, RecordError, RecordLineError, TruncatedLine,
    parse_event, print_event,
};
pub use replay::{ReplayError, check_event};
pub use setup::{BoardExtent, LexiconJson, SetupJson, SquaresJson, setup_json, squares_json};
pub use verify::{Disagreement, VerifyIssue, verify};
pub use view::{GameStateJson, SeatJson, ViewJson, game_state_json, seats_json, view_json};
