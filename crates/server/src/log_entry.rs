//! What happens at a table: the events of its game, and those of its seats. Both are one log.

use crate::api_error::ApiError;
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use rules::{Event, EventKind, Game, Millis, Placement, Points, Ruleset, Seat, Viewer};
use serde::{Deserialize, Serialize};
use store::{EventKindName, NewEvent, Payload, StoredEvent};
use wire::{EventViewJson, event_view_json, parse_event, print_event};

/// The version of the payloads that are written.
const VERSION: u16 = 1;

/// Something that happened at a table.
#[derive(Clone, Debug)]
pub(crate) enum LogEntry {
    /// In the game.
    Game(Event),
    /// Around it.
    Table(TableEvent),
}

/// Something that happened around a game, and when.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TableEvent {
    pub(crate) at: Millis,
    pub(crate) kind: TableEventKind,
}

/// What happened around a game. Everybody may know all of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum TableEventKind {
    /// Somebody sat down.
    Joined {
        seat: u8,
        player: String,
        kind: OccupantKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        level: Option<String>,
    },
    /// A seat is kept for a bot, which has not come yet.
    Awaited { seat: u8, player: String, level: String },
    /// A seat became free before the game began.
    Vacated { seat: u8 },
    /// Somebody wants to take back everything after an event.
    UndoAsked { seat: u8, to: u64 },
    /// Somebody agreed to that; the last to agree is told by `Undone` alone.
    UndoAgreed { seat: u8 },
    /// Somebody did not.
    UndoDeclined { seat: u8 },
    /// Everything after this event was taken back.
    Undone { to: u64 },
    /// The same players meet again in another game.
    Rematch { id: String },
    /// Nobody came, and the table was closed.
    Closed,
}

/// Who can sit at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OccupantKind {
    Human,
    Computer,
    Bot,
}

/// What is easily said when an event happens, and would need the whole game later.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct EventNotes {
    /// A play as players write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) play: Option<String>,
    /// What the seat concerned has afterwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) total: Option<Points>,
}

/// An event of a table's log.
#[derive(Clone, Debug)]
pub(crate) struct LoggedEvent {
    pub(crate) seq: u64,
    pub(crate) what: LogEntry,
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

    /// Its name, which never changes.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            LogEntry::Game(event) => wire::event_name(&event.kind),
            LogEntry::Table(event) => event.kind.name(),
        }
    }
}

impl TableEventKind {
    fn name(&self) -> &'static str {
        match self {
            TableEventKind::Joined { .. } => "joined",
            TableEventKind::Awaited { .. } => "awaited",
            TableEventKind::Vacated { .. } => "vacated",
            TableEventKind::UndoAsked { .. } => "undo-asked",
            TableEventKind::UndoAgreed { .. } => "undo-agreed",
            TableEventKind::UndoDeclined { .. } => "undo-declined",
            TableEventKind::Undone { .. } => "undone",
            TableEventKind::Rematch { .. } => "rematch",
            TableEventKind::Closed => "closed",
        }
    }

    fn is_named(name: &str) -> bool {
        const NAMES: [&str; 9] = [
            "joined",
            "awaited",
            "vacated",
            "undo-asked",
            "undo-agreed",
            "undo-declined",
            "undone",
            "rematch",
            "closed",
        ];
        NAMES.contains(&name)
    }
}

impl EventNotes {
    /// Notes about an event that is about to happen in a game.
    pub(crate) fn before(event: &Event, game: &Game) -> EventNotes {
        EventNotes { play: play_text(&event.kind, game), total: None }
    }

    /// The same, with what is known after it.
    pub(crate) fn after(self, event: &Event, game: &Game) -> EventNotes {
        let total = concerned(&event.kind).and_then(|seat| game.seat(seat)).map(|state| state.score);
        EventNotes { total, ..self }
    }

    fn is_empty(&self) -> bool {
        *self == EventNotes::default()
    }
}

/// Whose points an event is about.
fn concerned(what: &EventKind) -> Option<Seat> {
    match what {
        EventKind::Challenged { of, .. } => Some(*of),
        _ => what.turn(),
    }
}

fn play_text(what: &EventKind, before: &Game) -> Option<String> {
    let (EventKind::Played { tiles, .. } | EventKind::PlayFailed { tiles, .. }) = what else { return None };
    let scene = PlayContext { rules: before.rules(), grid: before.grid(), rack: None };
    let placement = Placement { tiles: tiles.clone(), axis: None };
    Some(print_placement(&placement, scene, PlaythroughStyle::Letters))
}

/// A table event with its number and time.
#[derive(Serialize, Deserialize)]
struct TableLine {
    seq: u64,
    at: i64,
    #[serde(flatten)]
    what: TableEventKind,
}

/// An event of a game as a viewer gets it, with its notes.
#[derive(Serialize)]
struct NotedLine<'a> {
    #[serde(flatten)]
    line: EventViewJson,
    #[serde(flatten)]
    notes: &'a EventNotes,
}

impl LoggedEvent {
    /// What is stored: the event as a record has it, and on a second line the notes.
    pub(crate) fn stored(&self, rules: &Ruleset) -> Result<NewEvent, ApiError> {
        let mut text = match &self.what {
            LogEntry::Game(event) => print_event(self.seq, event, &rules.tiles),
            LogEntry::Table(event) => self.table_text(event),
        };
        if !self.notes.is_empty() {
            text.push('\n');
            text.push_str(&json(&self.notes));
        }
        let broken =
            |error: &dyn std::fmt::Display| ApiError::Broken(format!("an event cannot be stored: {error}"));
        let kind = EventKindName::new(self.what.name()).map_err(|error| broken(&error))?;
        let payload = Payload::new(VERSION, text).map_err(|error| broken(&error))?;
        Ok(NewEvent { kind, payload })
    }

    /// Reads an event back.
    pub(crate) fn read(stored: &StoredEvent, rules: &Ruleset) -> Result<LoggedEvent, ApiError> {
        let damaged =
            |why: String| ApiError::Broken(format!("event {} of game {}: {why}", stored.seq, stored.game));
        if stored.payload.version() != VERSION {
            return Err(damaged(format!(
                "its version {} is unknown to this program",
                stored.payload.version()
            )));
        }
        let text = stored.payload.text();
        let (line, notes) = text.split_once('\n').map_or((text, None), |(line, notes)| (line, Some(notes)));
        let notes = notes.map_or(Ok(EventNotes::default()), serde_json::from_str);
        let notes = notes.map_err(|error| damaged(error.to_string()))?;
        let (seq, what) = if TableEventKind::is_named(stored.kind.as_str()) {
            let line: TableLine = serde_json::from_str(line).map_err(|error| damaged(error.to_string()))?;
            (line.seq, LogEntry::table(Millis(line.at), line.what))
        } else {
            let (seq, event) = parse_event(line, &rules.tiles).map_err(|fault| damaged(fault.to_string()))?;
            (seq, LogEntry::Game(event))
        };
        if seq != stored.seq.0 {
            return Err(damaged(format!("it says that it is event {seq}")));
        }
        Ok(LoggedEvent { seq, what, notes })
    }

    /// What a viewer is told, as JSON.
    pub(crate) fn told(&self, viewer: Viewer, rules: &Ruleset) -> String {
        match &self.what {
            LogEntry::Game(event) => {
                let line = event_view_json(self.seq, &event.view(viewer, rules), &rules.tiles);
                json(&NotedLine { line, notes: &self.notes })
            }
            LogEntry::Table(event) => self.table_text(event),
        }
    }

    fn table_text(&self, event: &TableEvent) -> String {
        json(&TableLine { seq: self.seq, at: event.at.0, what: event.kind.clone() })
    }
}

/// Our own types can always be written.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("{error}"))
}
