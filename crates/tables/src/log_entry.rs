//! The log of a table: the events of its game and the events of its seats, in one sequence.

use http_api::{
    ApiError, EventNotes, GameEventJson, LoggedEventJson, TableEventJson, TableEventKind, TurnEntry,
    json_text,
};
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use rules::{Event, EventKind, Game, Millis, Placement, Points, Ruleset, Viewer};
use store::{EventKindName, GameId, NewEvent, Payload, Seq, Store, StoredEvent};
use wire::{event_view_json, parse_event, print_event};

/// The version of the payloads that are written.
const VERSION: u16 = 1;

/// An entry of a table's log.
#[derive(Clone, Debug)]
pub(crate) enum LogEntry {
    /// An event of the game.
    Game(Event),
    /// An event of the table.
    Table(TableEvent),
}

/// Something that happened at a table outside the game, and when.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TableEvent {
    pub(crate) at: Millis,
    pub(crate) kind: TableEventKind,
}

/// An entry of the log with its sequence number and notes.
#[derive(Clone, Debug)]
pub(crate) struct LoggedEvent {
    pub(crate) seq: Seq,
    pub(crate) entry: LogEntry,
    pub(crate) notes: EventNotes,
}

impl LogEntry {
    pub(crate) fn table(at: Millis, kind: TableEventKind) -> LogEntry {
        LogEntry::Table(TableEvent { at, kind })
    }

    /// When it happened.
    pub(crate) fn at(&self) -> Millis {
        match self {
            LogEntry::Game(event) => event.at,
            LogEntry::Table(event) => event.at,
        }
    }

    /// The stable name of the event.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            LogEntry::Game(event) => wire::event_name(&event.kind),
            LogEntry::Table(event) => event.kind.name(),
        }
    }
}

/// The score, after an event, of the seat whose score it may change.
pub(crate) fn total_after(kind: &EventKind, game: &Game) -> Option<Points> {
    let seat = match kind {
        EventKind::Challenged { of, .. } => Some(*of),
        kind => kind.turn(),
    };
    game.seat(seat?).map(|state| state.score)
}

/// The play of an event in notation, before the event is applied.
pub(crate) fn play_text(kind: &EventKind, before: &Game) -> Option<String> {
    let (EventKind::Played { tiles, .. } | EventKind::PlayFailed { tiles, .. }) = kind else { return None };
    let scene = PlayContext { rules: before.rules(), grid: before.grid(), rack: None };
    let placement = Placement::new(tiles.iter().copied());
    Some(print_placement(&placement, scene, PlaythroughStyle::Letters))
}

impl LoggedEvent {
    /// Whether this takes other events back.
    pub(crate) fn is_undo(&self) -> bool {
        matches!(&self.entry, LogEntry::Table(event) if matches!(event.kind, TableEventKind::Undone { .. }))
    }

    /// The stored form: the event as in a record, and the notes on a second line.
    pub(crate) fn to_stored(&self, rules: &Ruleset) -> Result<NewEvent, ApiError> {
        let mut text = match &self.entry {
            LogEntry::Game(event) => print_event(self.seq.0, event, &rules.tiles),
            LogEntry::Table(event) => json_text(&self.table_json(event)),
        };
        if self.notes != EventNotes::default() {
            text.push('\n');
            text.push_str(&json_text(&self.notes));
        }
        let internal =
            |error: &dyn std::fmt::Display| ApiError::Internal(format!("an event cannot be stored: {error}"));
        let kind = EventKindName::new(self.entry.name()).map_err(|error| internal(&error))?;
        let payload = Payload::new(VERSION, text).map_err(|error| internal(&error))?;
        Ok(NewEvent { kind, payload })
    }

    /// Reads a stored event.
    pub(crate) fn from_stored(stored: &StoredEvent, rules: &Ruleset) -> Result<LoggedEvent, ApiError> {
        let damaged =
            |why: String| ApiError::Internal(format!("event {} of game {}: {why}", stored.seq, stored.game));
        if stored.payload.version() != VERSION {
            let version = stored.payload.version();
            return Err(damaged(format!("this program does not know its version {version}")));
        }
        let text = stored.payload.text();
        let (line, notes) = text.split_once('\n').map_or((text, None), |(line, notes)| (line, Some(notes)));
        let notes = notes.map_or(Ok(EventNotes::default()), serde_json::from_str);
        let notes = notes.map_err(|error| damaged(error.to_string()))?;
        let (seq, entry) = if TableEventKind::NAMES.contains(&stored.kind.as_str()) {
            let line: TableEventJson =
                serde_json::from_str(line).map_err(|error| damaged(error.to_string()))?;
            (line.seq, LogEntry::table(line.at, line.kind))
        } else {
            let (seq, event) = parse_event(line, &rules.tiles).map_err(|error| damaged(error.to_string()))?;
            (Seq(seq), LogEntry::Game(event))
        };
        if seq != stored.seq {
            return Err(damaged(format!("it says that it is event {seq}")));
        }
        Ok(LoggedEvent { seq, entry, notes })
    }

    /// The event as a viewer gets it.
    pub(crate) fn to_json(&self, viewer: Viewer, rules: &Ruleset) -> LoggedEventJson {
        match &self.entry {
            LogEntry::Game(event) => {
                let event = event_view_json(self.seq.0, &event.view(viewer, rules), &rules.tiles);
                LoggedEventJson::Game(Box::new(GameEventJson { event, notes: self.notes.clone() }))
            }
            LogEntry::Table(event) => LoggedEventJson::Table(self.table_json(event)),
        }
    }

    /// The entry of the list of turns for a game event, as a viewer gets it.
    pub(crate) fn to_turn(&self, event: &Event, viewer: Viewer, rules: &Ruleset) -> Option<TurnEntry> {
        let turn = event_view_json(self.seq.0, &event.view(viewer, rules), &rules.tiles).into_turn()?;
        Some(TurnEntry { turn, notes: self.notes.clone() })
    }

    fn table_json(&self, event: &TableEvent) -> TableEventJson {
        TableEventJson { seq: self.seq, at: event.at, kind: event.kind.clone() }
    }
}

/// The log of a game after an event.
pub(crate) async fn read_log(
    store: &Store,
    id: &GameId,
    after: Seq,
    rules: &Ruleset,
) -> Result<Vec<LoggedEvent>, ApiError> {
    let stored = store.all_events(id, after).await?;
    stored.iter().map(|event| LoggedEvent::from_stored(event, rules)).collect()
}
