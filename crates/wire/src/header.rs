//! The header of a record: its first line.

use crate::json::{JsonError, from_text, from_value, to_text};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of the record format.
pub const RECORD_VERSION: u64 = 1;

/// The header of a record. Unknown keys are preserved.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordHeader {
    /// The rules.
    pub rules: RecordRules,
    /// The lexicon, if one was used.
    #[serde(default)]
    pub lexicon: Option<RecordLexicon>,
    /// The players, by seat.
    pub seats: Vec<RecordSeat>,
    /// The start of the game, as `2026-11-15T20:48:00Z`. The times of events have their own origin.
    #[serde(default)]
    pub started: Option<String>,
    /// The id of the game on its server.
    #[serde(default)]
    pub id: Option<String>,
    /// A remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What other programs put here.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// The rules of a record.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordRules {
    /// The name of the rules.
    pub name: String,
    /// The complete rules file with board and tiles, so that the record needs no other file.
    pub source: String,
    /// What other programs put here.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// The lexicon of a record, without its words: replaying does not need them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordLexicon {
    /// The name of the lexicon.
    pub name: String,
    /// The content hash of its words, in hexadecimal digits.
    #[serde(default)]
    pub hash: Option<String>,
    /// What other programs put here.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// The player at a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordSeat {
    /// The player's name.
    pub player: String,
    /// The kind of player.
    pub kind: SeatKind,
    /// What other programs put here.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// The kind of player at a seat at the start of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatKind {
    /// A person.
    #[default]
    Human,
    /// A computer player.
    Computer,
}

/// Why a line is not the header of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// It is not a JSON object.
    #[error("the header is not a JSON object: {0}")]
    Json(JsonError),
    /// It has no version.
    #[error("this is not the header of a record: it does not start with {{\"record\":{RECORD_VERSION},…}}")]
    NoRecord,
    /// It has another version.
    #[error(
        "this record has version {0}, but this program reads version {RECORD_VERSION}: use a newer program"
    )]
    Version(String),
    /// A key is missing or invalid.
    #[error("the header is invalid: {0}")]
    Shape(JsonError),
}

#[derive(Serialize)]
struct VersionedHeader<'a> {
    record: u64,
    #[serde(flatten)]
    header: &'a RecordHeader,
}

impl RecordHeader {
    /// Reads the first line of a record.
    ///
    /// # Errors
    ///
    /// Fails if the line is not a header of this version.
    pub fn read(line: &str) -> Result<RecordHeader, HeaderError> {
        let mut object: Map<String, Value> = from_text(line).map_err(HeaderError::Json)?;
        match object.remove("record") {
            None => Err(HeaderError::NoRecord),
            Some(version) if version != RECORD_VERSION => Err(HeaderError::Version(version.to_string())),
            Some(_) => from_value(Value::Object(object)).map_err(HeaderError::Shape),
        }
    }

    /// Returns the first line of a record, without a line feed.
    #[must_use]
    pub fn print(&self) -> String {
        to_text(&VersionedHeader { record: RECORD_VERSION, header: self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = r#"{"record":1,"rules":{"name":"standard","source":"title = \"x\"\n"},"lexicon":{"name":"english","hash":"0a"},"seats":[{"player":"Ann","kind":"human","elo":1200.5},{"player":"greedy","kind":"computer"}],"started":"2026-11-15T20:48:00Z","id":null,"note":"final","venue":{"city":"Brno"}}"#;

    fn error(line: &str) -> String {
        RecordHeader::read(line).unwrap_err().to_string()
    }

    #[test]
    fn unknown_keys_are_preserved() {
        let header = RecordHeader::read(FULL).unwrap();
        assert_eq!(header.print(), FULL);
        assert_eq!(header.more["venue"]["city"], "Brno");
        assert_eq!(header.seats[1].kind, SeatKind::Computer);
    }

    #[test]
    fn optional_keys_may_be_left_out() {
        let header =
            RecordHeader::read(r#"{"record":1,"rules":{"name":"a","source":""},"seats":[]}"#).unwrap();
        assert_eq!((header.lexicon.clone(), header.id.clone(), header.started.clone()), (None, None, None));
        assert_eq!(RecordHeader::read(&header.print()).unwrap(), header);
    }

    #[test]
    fn errors_are_described() {
        assert_eq!(
            error(r#"{"record":2}"#),
            "this record has version 2, but this program reads version 1: use a newer program"
        );
        assert_eq!(
            error("{}"),
            "this is not the header of a record: it does not start with {\"record\":1,…}"
        );
        assert!(
            error("[]")
                .starts_with("the header is not a JSON object: invalid type: sequence, expected an object")
        );
        assert_eq!(error(r#"{"record":1}"#), "the header is invalid: missing field `rules`");
        assert!(
            error(r#"{"record":1,"#).starts_with("the header is not a JSON object: the text is truncated")
        );
        let kind = r#"{"record":1,"rules":{"name":"a","source":""},"seats":[{"player":"A","kind":"cat"}]}"#;
        assert!(error(kind).contains("seats[0].kind: unknown variant `cat`"), "{}", error(kind));
    }
}
