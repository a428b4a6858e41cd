//! The first line of a record: what was played, by whom, with which words.

use crate::json::{JsonError, from_text, from_value, to_text};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The version of the record format that is written and read.
pub const RECORD_VERSION: u64 = 1;

/// What a record says before its first event. Keys of other programs are kept and written back.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordHeader {
    /// The rules.
    pub rules: RecordRules,
    /// The lexicon, when one was used.
    #[serde(default)]
    pub lexicon: Option<RecordLexicon>,
    /// Who sat where.
    pub seats: Vec<RecordSeat>,
    /// When the game began, as `2026-11-15T20:48:00Z`; events count their milliseconds on a clock of their own.
    #[serde(default)]
    pub started: Option<String>,
    /// The name of the game where it was played.
    #[serde(default)]
    pub id: Option<String>,
    /// A line for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What other programs put here.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// The rules of a record.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordRules {
    /// Their name.
    pub name: String,
    /// The whole rules file, with board and tiles in it, so that the record needs nothing else.
    pub source: String,
    /// What other programs put here.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// The lexicon of a record: its words are not in it, for replaying does not ask for them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordLexicon {
    /// Its name.
    pub name: String,
    /// The hash of its words in hexadecimal digits.
    #[serde(default)]
    pub hash: Option<String>,
    /// What other programs put here.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// Who sits at a seat.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RecordSeat {
    /// The player's name.
    pub player: String,
    /// What kind of player.
    pub kind: SeatKind,
    /// What other programs put here.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// What kind of player sits at a seat when the game begins.
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
pub enum HeaderError {
    /// It is no JSON.
    #[error("the header is broken: {0}")]
    Json(JsonError),
    /// It is something else.
    #[error("this is not the header of a record, which says {{\"record\":{RECORD_VERSION},…}}")]
    NoRecord,
    /// Another version.
    #[error(
        "this record has version {0}, but this program reads version {RECORD_VERSION}: use a newer program"
    )]
    Version(String),
    /// A key is missing or wrong.
    #[error("the header is wrong: {0}")]
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
    pub fn read(line: &str) -> Result<RecordHeader, HeaderError> {
        let mut object: Map<String, Value> = from_text(line).map_err(HeaderError::Json)?;
        match object.remove("record") {
            None => Err(HeaderError::NoRecord),
            Some(version) if version != RECORD_VERSION => Err(HeaderError::Version(version.to_string())),
            Some(_) => from_value(Value::Object(object)).map_err(HeaderError::Shape),
        }
    }

    /// Writes the first line of a record, without the line's end.
    pub fn print(&self) -> String {
        to_text(&VersionedHeader { record: RECORD_VERSION, header: self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: &str = r#"{"record":1,"rules":{"name":"standard","source":"title = \"x\"\n"},"lexicon":{"name":"english","hash":"0a"},"seats":[{"player":"Ann","kind":"human","elo":1200.5},{"player":"greedy","kind":"computer"}],"started":"2026-11-15T20:48:00Z","id":null,"note":"final","venue":{"city":"Brno"}}"#;

    fn fault(line: &str) -> String {
        RecordHeader::read(line).unwrap_err().to_string()
    }

    #[test]
    fn keys_of_others_are_written_back() {
        let header = RecordHeader::read(FULL).unwrap();
        assert_eq!(header.print(), FULL);
        assert_eq!(header.more["venue"]["city"], "Brno");
        assert_eq!(header.seats[1].kind, SeatKind::Computer);
    }

    #[test]
    fn what_need_not_be_known_may_be_left_out() {
        let header =
            RecordHeader::read(r#"{"record":1,"rules":{"name":"a","source":""},"seats":[]}"#).unwrap();
        assert_eq!((header.lexicon.clone(), header.id.clone(), header.started.clone()), (None, None, None));
        assert_eq!(RecordHeader::read(&header.print()).unwrap(), header);
    }

    #[test]
    fn faults_say_what_to_do() {
        assert_eq!(
            fault(r#"{"record":2}"#),
            "this record has version 2, but this program reads version 1: use a newer program"
        );
        assert_eq!(fault("{}"), "this is not the header of a record, which says {\"record\":1,…}");
        assert!(fault("[]").starts_with("the header is broken: invalid type: sequence, expected an object"));
        assert_eq!(fault(r#"{"record":1}"#), "the header is wrong: missing field `rules`");
        assert!(fault(r#"{"record":1,"#).starts_with("the header is broken: the text breaks off"));
        let kind = r#"{"record":1,"rules":{"name":"a","source":""},"seats":[{"player":"A","kind":"cat"}]}"#;
        assert!(fault(kind).contains("seats[0].kind: unknown variant `cat`"), "{}", fault(kind));
    }
}
