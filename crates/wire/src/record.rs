//! Game records: a header and events, one JSON object on each line.

use crate::event::{event_json, read_event};
use crate::header::{HeaderError, RecordHeader};
use crate::hidden_tiles::RecordTiles;
use crate::json::{JsonError, from_text, to_text};
use crate::replay::{RecordReplay, ReplayError};
use rules::{Event, Game, PartialDraw, Ruleset, to_partial_log};
use serde_json::{Map, Value};
use std::fmt;
use tiles::{TileId, TileSet};

/// A record of a game. Every event has been replayed, so each is consistent with the events before it.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use {lexicon, quixotry_presets as presets, rules, quixotry_wire as wire}; }
/// use quixotry::lexicon::AnyWord;
/// use quixotry::presets::{Library, Source};
/// use quixotry::rules::{Context, Game, Millis, SeededChance};
/// use quixotry::wire::{Record, RecordHeader, RecordRules, RecordSeat, verify};
///
/// let library = Library::shipped();
/// let rules = library.rules("standard")?;
/// let seat = |player: &str| RecordSeat { player: player.to_owned(), ..RecordSeat::default() };
/// let header = RecordHeader {
///     rules: RecordRules {
///         name: "standard".to_owned(),
///         source: quixotry::presets::to_toml(&rules),
///         ..RecordRules::default()
///     },
///     seats: vec![seat("Ann"), seat("Bob")],
///     ..RecordHeader::default()
/// };
///
/// // The first events of a game: it starts, and both players draw their racks.
/// let mut chance = SeededChance::new(1);
/// let mut context = Context { words: &AnyWord, chance: &mut chance, now: Millis(0) };
/// let events = Game::new(rules.clone()).start(2, &mut context)?;
/// let mut record = Record::new(header, rules);
/// for event in events {
///     record.append(event)?;
/// }
///
/// // The text contains the rules, so it can be read without other files.
/// let load = |header: &RecordHeader| {
///     library.rules_from(&Source::from_text(&header.rules.name, &header.rules.source))
/// };
/// let again = Record::read(record.print(), load)?.record;
/// assert_eq!(again, record);
/// assert!(verify(&again, None).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record<T = Vec<TileId>> {
    header: RecordHeader,
    events: Vec<Event<T>>,
    /// The line number of each event.
    lines: Vec<usize>,
    extensions: Vec<ExtensionLine>,
    last_line: usize,
    replay: RecordReplay,
}

/// A record that may have unknown tiles: that of a game which somebody wrote down.
pub type PartialRecord = Record<PartialDraw>;

/// An extension line: a line of another program among the events, such as chat. It is preserved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExtensionLine {
    /// The number of events before it.
    pub after: usize,
    /// The line, without a line feed.
    pub text: String,
}

/// The result of reading a record.
#[derive(Clone, Debug)]
pub struct ParsedRecord<T = Vec<TileId>> {
    /// The record, without a truncated last line.
    pub record: Record<T>,
    /// The truncated last line, if there is one. The file of an interrupted game may have one.
    pub truncated: Option<TruncatedLine>,
}

/// An incomplete last line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TruncatedLine {
    /// Its number, from 1.
    pub line: usize,
}

impl fmt::Display for TruncatedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: the record is truncated here; it was read up to the previous line", self.line)
    }
}

/// Why a text is not a record: the line and the error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct RecordError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub error: RecordLineError,
}

/// What is wrong with a line of a record.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordLineError {
    /// There are no lines.
    #[error("the record is empty: it needs a header")]
    Empty,
    /// The header is invalid.
    #[error(transparent)]
    RecordHeader(#[from] HeaderError),
    /// The rules in the header are invalid.
    #[error("the rules of this record cannot be used: {0}")]
    Rules(String),
    /// The line is not UTF-8.
    #[error("byte {0} of this line is not UTF-8 text")]
    NotText(usize),
    /// The line is not a valid event.
    #[error("{0}")]
    Json(#[from] JsonError),
    /// The event has the wrong number.
    #[error("this event should have the seq {expected}, not {found}: an event is missing or duplicated")]
    Seq {
        /// The expected number.
        expected: u64,
        /// The actual number.
        found: u64,
    },
    /// The event is inconsistent with the events before it.
    #[error("{0}")]
    Event(#[from] ReplayError),
    /// An extension line does not have the right form.
    #[error("an extension line is an object on one line whose \"event\" starts with \"x-\"")]
    NotExtension,
}

impl Record {
    /// Creates a record without events.
    #[must_use]
    pub fn new(header: RecordHeader, rules: Ruleset) -> Record {
        Record::begin(header, rules)
    }

    /// Reads a record and replays it. `rules` loads the rules of a header.
    ///
    /// A truncated last line is not an error, but is reported. Blank lines are ignored.
    ///
    /// # Errors
    ///
    /// Fails at the first invalid line: a header of another version, rules that `rules` rejects, invalid JSON, or an
    /// event that is inconsistent with the events before it.
    pub fn read<E: fmt::Display>(
        text: impl AsRef<[u8]>,
        rules: impl FnOnce(&RecordHeader) -> Result<Ruleset, E>,
    ) -> Result<ParsedRecord, RecordError> {
        Record::parse(text.as_ref(), rules)
    }

    /// The same record as one that may have unknown tiles.
    #[must_use]
    pub fn to_partial(&self) -> PartialRecord {
        let Record { header, events, lines, extensions, last_line, replay } = self.clone();
        Record { header, events: to_partial_log(&events), lines, extensions, last_line, replay }
    }
}

impl PartialRecord {
    /// Creates a record without events that may have unknown tiles.
    #[must_use]
    pub fn new_partial(header: RecordHeader, rules: Ruleset) -> PartialRecord {
        Record::begin(header, rules)
    }

    /// Reads a record that may have unknown tiles, like [`Record::read`].
    ///
    /// # Errors
    ///
    /// Fails at the first invalid line.
    pub fn read_partial<E: fmt::Display>(
        text: impl AsRef<[u8]>,
        rules: impl FnOnce(&RecordHeader) -> Result<Ruleset, E>,
    ) -> Result<ParsedRecord<PartialDraw>, RecordError> {
        Record::parse(text.as_ref(), rules)
    }
}

impl<T: RecordTiles> Record<T> {
    fn begin(header: RecordHeader, rules: Ruleset) -> Record<T> {
        let replay = RecordReplay::new(rules, header.seats.len());
        Record { header, events: Vec::new(), lines: Vec::new(), extensions: Vec::new(), last_line: 1, replay }
    }

    fn parse<E: fmt::Display>(
        text: &[u8],
        rules: impl FnOnce(&RecordHeader) -> Result<Ruleset, E>,
    ) -> Result<ParsedRecord<T>, RecordError> {
        let mut lines = RecordLines::new(text);
        let first = lines.next().ok_or(RecordError { line: 1, error: RecordLineError::Empty })?;
        let header =
            first.text().map_err(RecordLineError::from).and_then(|text| Ok(RecordHeader::read(text)?));
        let header = header.map_err(|error| first.error(error))?;
        let rules = rules(&header).map_err(|error| first.error(RecordLineError::Rules(error.to_string())))?;
        let mut record = Record::begin(header, rules);
        for line in lines {
            match record.take_line(&line) {
                Ok(()) => {}
                Err(error) if line.is_truncated(&error) => {
                    return Ok(ParsedRecord { record, truncated: Some(TruncatedLine { line: line.number }) });
                }
                Err(error) => return Err(line.error(error)),
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

    /// Returns the header.
    #[must_use]
    pub fn header(&self) -> &RecordHeader {
        &self.header
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        self.replay.game().rules()
    }

    /// Returns all events in order.
    #[must_use]
    pub fn events(&self) -> &[Event<T>] {
        &self.events
    }

    /// Returns the extension lines.
    #[must_use]
    pub fn extensions(&self) -> &[ExtensionLine] {
        &self.extensions
    }

    /// Returns the game after all events.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.replay.game()
    }

    /// Returns the game after the first `count` events, or after all events if there are fewer.
    #[must_use]
    pub fn game_at(&self, count: usize) -> Game {
        let mut game = Game::new(self.rules().clone());
        self.events.iter().take(count).for_each(|event| game.apply(event));
        game
    }

    /// Returns the number of the next event.
    #[must_use]
    pub fn next_seq(&self) -> u64 {
        self.events.len() as u64 + 1
    }

    /// Returns the line number, from 1, of the event at an index.
    #[must_use]
    pub fn line_of(&self, index: usize) -> Option<usize> {
        self.lines.get(index).copied()
    }

    /// Appends an event. Returns its line without a line feed, so that the caller can append it to a file.
    ///
    /// # Errors
    ///
    /// Fails if the event is inconsistent with the events before it, and then changes nothing.
    pub fn append(&mut self, event: Event<T>) -> Result<String, ReplayError> {
        self.replay.step(&event)?;
        let line = print_event(self.next_seq(), &event, &self.rules().tiles);
        self.events.push(event);
        self.last_line += 1;
        self.lines.push(self.last_line);
        Ok(line)
    }

    /// Appends an extension line.
    ///
    /// # Errors
    ///
    /// Fails if the line is not a JSON object on one line whose `event` starts with `x-`.
    pub fn append_extension(&mut self, line: &str) -> Result<(), RecordLineError> {
        let object: Map<String, Value> = from_text(line)?;
        if !is_extension(&object) || line.contains(['\n', '\r']) {
            return Err(RecordLineError::NotExtension);
        }
        self.extensions.push(ExtensionLine { after: self.events.len(), text: line.trim().to_owned() });
        self.last_line += 1;
        Ok(())
    }

    /// Returns the text of the record. Each line ends with a line feed.
    #[must_use]
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

/// Records are equal if headers, events and extension lines are equal. The header contains the rules.
impl<T: PartialEq> PartialEq for Record<T> {
    fn eq(&self, other: &Record<T>) -> bool {
        (&self.header, &self.events, &self.extensions) == (&other.header, &other.events, &other.extensions)
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Returns an event as a line of a record, without a line feed.
#[must_use]
pub fn print_event<T: RecordTiles>(seq: u64, event: &Event<T>, set: &TileSet) -> String {
    to_text(&event_json(seq, event, set))
}

/// Parses a line of a record. Returns the event with its number, without checking it against other events.
///
/// # Errors
///
/// Fails if the line is not a valid event for this tile set.
pub fn parse_event<T: RecordTiles>(line: &str, set: &TileSet) -> Result<(u64, Event<T>), JsonError> {
    read_event(from_text(line)?, set)
}

fn is_extension(object: &Map<String, Value>) -> bool {
    matches!(object.get("event"), Some(Value::String(name)) if name.starts_with("x-"))
}

/// A line of a text, and whether it ends with a line feed.
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

    /// Whether this is an incomplete last line.
    fn is_truncated(&self, error: &RecordLineError) -> bool {
        let cut_letter = self.text().is_err_and(|TextFault(error)| error.error_len().is_none());
        let cut_json = matches!(error, RecordLineError::Json(json) if json.truncated);
        !self.ended && (cut_letter || cut_json)
    }
}

struct TextFault(std::str::Utf8Error);

impl From<TextFault> for RecordLineError {
    fn from(TextFault(error): TextFault) -> RecordLineError {
        RecordLineError::NotText(error.valid_up_to() + 1)
    }
}

/// An iterator over the lines of a text that are not blank.
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
