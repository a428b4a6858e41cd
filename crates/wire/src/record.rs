//! The record of a game: a header and its events, one JSON object a line.

use crate::event::{event_json, read_event};
use crate::header::{HeaderError, RecordHeader};
use crate::json::{JsonError, from_text, to_text};
use crate::replay::{RecordReplay, ReplayError};
use rules::{Event, Game, Ruleset};
use serde_json::{Map, Value};
use std::fmt;
use tiles::TileSet;

/// A game written down. Each of its events makes sense after the ones before it.
#[derive(Clone, Debug)]
pub struct Record {
    header: RecordHeader,
    events: Vec<Event>,
    /// The line of each event.
    lines: Vec<usize>,
    extensions: Vec<ExtensionLine>,
    last_line: usize,
    replay: RecordReplay,
}

/// A line of another program among the events: chat, remarks, times. It is kept as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExtensionLine {
    /// After how many events it stands.
    pub after: usize,
    /// The line, without its end.
    pub text: String,
}

/// A record that was read.
#[derive(Clone, Debug)]
pub struct ParsedRecord {
    /// The record, up to the cut if there is one.
    pub record: Record,
    /// Where the text breaks off, as that of an interrupted game may.
    pub truncated: Option<TruncatedLine>,
}

/// A last line that breaks off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TruncatedLine {
    /// Its number, from 1.
    pub line: usize,
}

impl fmt::Display for TruncatedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: the record breaks off here; it was read up to the line before", self.line)
    }
}

/// Why a text is no record: the line and the reason.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct RecordError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: RecordLineError,
}

/// What is wrong with a line of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecordLineError {
    /// There is no line at all.
    #[error("the record is empty: it begins with a header")]
    Empty,
    /// The header.
    #[error(transparent)]
    RecordHeader(#[from] HeaderError),
    /// The rules in the header.
    #[error("the rules of this record cannot be used: {0}")]
    Rules(String),
    /// Not text.
    #[error("byte {0} of this line is not UTF-8 text")]
    NotText(usize),
    /// Not the JSON it should be.
    #[error("{0}")]
    Json(#[from] JsonError),
    /// A number out of order.
    #[error("this event should have the seq {expected}, not {found}: an event is missing or stands twice")]
    Seq {
        /// The number that comes next.
        expected: u64,
        /// The number there is.
        found: u64,
    },
    /// Not something that can have happened.
    #[error("{0}")]
    Event(#[from] ReplayError),
    /// Another program's line that is not marked as one.
    #[error("a line of another program is an object whose \"event\" begins with \"x-\"")]
    NotExtension,
}

impl Record {
    /// A record without events.
    pub fn new(header: RecordHeader, rules: Ruleset) -> Record {
        let replay = RecordReplay::new(rules, header.seats.len());
        Record { header, events: Vec::new(), lines: Vec::new(), extensions: Vec::new(), last_line: 1, replay }
    }

    /// Reads a record; `rules` makes the rules from the header.
    ///
    /// A last line that breaks off is left out and told. Blank lines are passed over.
    pub fn read<E: fmt::Display>(
        text: impl AsRef<[u8]>,
        rules: impl FnOnce(&RecordHeader) -> Result<Ruleset, E>,
    ) -> Result<ParsedRecord, RecordError> {
        let mut lines = RecordLines::new(text.as_ref());
        let first = lines.next().ok_or(RecordError { line: 1, error: RecordLineError::Empty })?;
        let header =
            first.text().map_err(RecordLineError::from).and_then(|text| Ok(RecordHeader::read(text)?));
        let header = header.map_err(|fault| first.error(fault))?;
        let rules = rules(&header).map_err(|error| first.error(RecordLineError::Rules(error.to_string())))?;
        let mut record = Record::new(header, rules);
        for line in lines {
            match record.take_line(&line) {
                Ok(()) => {}
                Err(fault) if line.is_truncated(&fault) => {
                    return Ok(ParsedRecord { record, truncated: Some(TruncatedLine { line: line.number }) });
                }
                Err(fault) => return Err(line.error(fault)),
            }
        }
        Ok(ParsedRecord { record, truncated: None })
    }

    fn take_line(&mut self, line: &RecordLine<'_>) -> Result<(), RecordLineError> {
        let text = line.text()?;
        let object: Map<String, Value> = from_text(text)?;
        if is_extension(&object) {
            self.extensions.push(ExtensionLine { after: self.events.len(), text: text.trim().to_owned() });
        } else {
            let (found, event) = read_event(object, &self.replay.game().rules().tiles)?;
            let expected = self.next_seq();
            if found != expected {
                return Err(RecordLineError::Seq { expected, found });
            }
            self.replay.step(&event)?;
            self.events.push(event);
            self.lines.push(line.number);
        }
        self.last_line = line.number;
        Ok(())
    }

    /// The header.
    pub fn header(&self) -> &RecordHeader {
        &self.header
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        self.replay.game().rules()
    }

    /// All events in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The lines of other programs.
    pub fn extensions(&self) -> &[ExtensionLine] {
        &self.extensions
    }

    /// The game after all events.
    pub fn game(&self) -> &Game {
        self.replay.game()
    }

    /// The game after the first `count` events, or after all if there are not so many.
    pub fn game_at(&self, count: usize) -> Game {
        let mut game = Game::new(self.rules().clone());
        self.events.iter().take(count).for_each(|event| game.apply(event));
        game
    }

    /// The number of the next event.
    pub fn next_seq(&self) -> u64 {
        self.events.len() as u64 + 1
    }

    /// The line on which the event with this index stands, from 1.
    pub fn line_of(&self, index: usize) -> Option<usize> {
        self.lines.get(index).copied()
    }

    /// Adds an event and gives its line, without the line's end, for whoever keeps the file.
    pub fn append(&mut self, event: Event) -> Result<String, ReplayError> {
        self.replay.step(&event)?;
        let line = print_event(self.next_seq(), &event, &self.rules().tiles);
        self.events.push(event);
        self.last_line += 1;
        self.lines.push(self.last_line);
        Ok(line)
    }

    /// Adds another program's line.
    pub fn append_extension(&mut self, line: &str) -> Result<(), RecordLineError> {
        let object: Map<String, Value> = from_text(line)?;
        if !is_extension(&object) || line.contains(['\n', '\r']) {
            return Err(RecordLineError::NotExtension);
        }
        self.extensions.push(ExtensionLine { after: self.events.len(), text: line.trim().to_owned() });
        self.last_line += 1;
        Ok(())
    }

    /// Writes the whole record, each line with its end.
    pub fn print(&self) -> String {
        let (mut text, mut extensions) = (String::new(), self.extensions.iter().peekable());
        push_line(&mut text, &self.header.print());
        for (index, event) in self.events.iter().enumerate() {
            while let Some(extra) = extensions.next_if(|extra| extra.after <= index) {
                push_line(&mut text, &extra.text);
            }
            push_line(&mut text, &print_event(index as u64 + 1, event, &self.rules().tiles));
        }
        extensions.for_each(|extra| push_line(&mut text, &extra.text));
        text
    }
}

/// Two records are the same when they say the same; the header holds the rules.
impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        (&self.header, &self.events, &self.extensions) == (&other.header, &other.events, &other.extensions)
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Writes one event as a line of a record, without the line's end.
pub fn print_event(seq: u64, event: &Event, set: &TileSet) -> String {
    to_text(&event_json(seq, event, set))
}

/// Reads one event from a line of a record, with its number. Whether it can have happened is not asked.
pub fn parse_event(line: &str, set: &TileSet) -> Result<(u64, Event), JsonError> {
    read_event(from_text(line)?, set)
}

fn is_extension(object: &Map<String, Value>) -> bool {
    matches!(object.get("event"), Some(Value::String(name)) if name.starts_with("x-"))
}

/// A line of a text, and whether it has its end.
struct RecordLine<'a> {
    number: usize,
    bytes: &'a [u8],
    ended: bool,
}

impl RecordLine<'_> {
    fn text(&self) -> Result<&str, TextFault> {
        std::str::from_utf8(self.bytes).map_err(TextFault)
    }

    fn error(&self, error: RecordLineError) -> RecordError {
        RecordError { line: self.number, error }
    }

    /// Whether this is the last line of a text that stops in the middle of it.
    fn is_truncated(&self, fault: &RecordLineError) -> bool {
        let cut_letter = self.text().is_err_and(|TextFault(error)| error.error_len().is_none());
        let cut_json = matches!(fault, RecordLineError::Json(json) if json.truncated);
        !self.ended && (cut_letter || cut_json)
    }
}

struct TextFault(std::str::Utf8Error);

impl From<TextFault> for RecordLineError {
    fn from(TextFault(error): TextFault) -> RecordLineError {
        RecordLineError::NotText(error.valid_up_to() + 1)
    }
}

/// The lines of a text that are not blank.
struct RecordLines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> RecordLines<'a> {
    fn new(text: &'a [u8]) -> RecordLines<'a> {
        RecordLines { rest: text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text), number: 0 }
    }

    fn next_line(&mut self) -> Option<RecordLine<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        let (bytes, rest) = match end {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, &[][..]),
        };
        self.rest = rest;
        Some(RecordLine { number: self.number, bytes, ended: end.is_some() })
    }
}

impl<'a> Iterator for RecordLines<'a> {
    type Item = RecordLine<'a>;

    fn next(&mut self) -> Option<RecordLine<'a>> {
        std::iter::from_fn(|| self.next_line()).find(|line| !line.bytes.iter().all(u8::is_ascii_whitespace))
    }
}
