//! The log of a table: the events of its game and the events of its seats, in one sequence.

use crate::api::ApiError;
use crate::json;
use notation::plays::{PlayContext, PlaythroughStyle, print_placement};
use rules::{Event, EventKind, Game, Millis, Placement, Points, Ruleset, Seat, Viewer};
use serde::{Deserialize, Serialize};
use store::{EventKindName, NewEvent, Payload, Seq, StoredEvent};
use wire::{EventViewJson, TurnJson, event_view_json, parse_event, print_event};

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

/// What happened at a table outside the game. It is public.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub(crate) enum TableEventKind {
    /// A player took a seat.
    Joined {
        #[serde(with = "json::seat")]
        #[schema(value_type = u8)]
        seat: Seat,
        player: String,
        kind: OccupantKind,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        level: Option<String>,
    },
    /// A seat is reserved for a bot that has not come yet.
    Awaited {
        #[serde(with = "json::seat")]
        #[schema(value_type = u8)]
        seat: Seat,
        player: String,
        level: String,
    },
    /// A player left a seat before the game began.
    Vacated {
        #[serde(with = "json::seat")]
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// A player asks to take back everything after an event.
    UndoAsked {
        #[serde(with = "json::seat")]
        #[schema(value_type = u8)]
        seat: Seat,
        #[serde(with = "json::seq")]
        #[schema(value_type = u64)]
        to: Seq,
    },
    /// A player agreed. The last agreement is an `undone` instead.
    UndoAgreed {
        #[serde(with = "json::seat")]
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// A player declined.
    UndoDeclined {
        #[serde(with = "json::seat")]
        #[schema(value_type = u8)]
        seat: Seat,
    },
    /// Everything after an event was taken back.
    Undone {
        #[serde(with = "json::seq")]
        #[schema(value_type = u64)]
        to: Seq,
    },
    /// The same players meet again in another game.
    Rematch { id: String },
    /// The table was closed before a game began.
    Closed,
}

/// What can take a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OccupantKind {
    Human,
    Computer,
    Bot,
}

/// Facts about an event that are known when it happens and would need the whole game later.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct EventNotes {
    /// The play in notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) play: Option<String>,
    /// The score of the seat after the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i32>, nullable = false)]
    pub(crate) total: Option<Points>,
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

impl TableEventKind {
    /// The names of all table events.
    pub(crate) const NAMES: [&'static str; 9] = [
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
}

impl EventNotes {
    /// Notes about an event that is about to be applied to a game.
    pub(crate) fn before(event: &Event, game: &Game) -> EventNotes {
        EventNotes { play: play_text(&event.kind, game), total: None }
    }

    /// The notes, completed after the event was applied.
    pub(crate) fn after(self, event: &Event, game: &Game) -> EventNotes {
        let total = scored_seat(&event.kind).and_then(|seat| game.seat(seat)).map(|state| state.score);
        EventNotes { total, ..self }
    }

    fn is_empty(&self) -> bool {
        *self == EventNotes::default()
    }
}

/// The seat whose score an event may change.
fn scored_seat(kind: &EventKind) -> Option<Seat> {
    match kind {
        EventKind::Challenged { of, .. } => Some(*of),
        kind => kind.turn(),
    }
}

fn play_text(kind: &EventKind, before: &Game) -> Option<String> {
    let (EventKind::Played { tiles, .. } | EventKind::PlayFailed { tiles, .. }) = kind else { return None };
    let scene = PlayContext { rules: before.rules(), grid: before.grid(), rack: None };
    let placement = Placement { tiles: tiles.clone(), axis: None };
    Some(print_placement(&placement, scene, PlaythroughStyle::Letters))
}

/// A table event with its sequence number and time.
#[derive(Clone, Serialize, Deserialize, utoipa::ToSchema)]
pub(crate) struct TableEventJson {
    #[serde(with = "json::seq")]
    #[schema(value_type = u64)]
    seq: Seq,
    at: i64,
    #[serde(flatten)]
    kind: TableEventKind,
}

/// A game event as a viewer gets it, with its notes.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub(crate) struct GameEventJson {
    #[serde(flatten)]
    event: EventViewJson,
    #[serde(flatten)]
    notes: EventNotes,
}

/// An event of the log as a viewer gets it.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub(crate) enum LoggedEventJson {
    /// An event of the game.
    Game(Box<GameEventJson>),
    /// An event of the table.
    Table(TableEventJson),
}

/// A turn of the list of turns: a game event without what a list does not show.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub(crate) struct TurnEntry {
    #[serde(flatten)]
    turn: TurnJson,
    #[serde(flatten)]
    notes: EventNotes,
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
            LogEntry::Table(event) => json::to_text(&self.table_json(event)),
        };
        if !self.notes.is_empty() {
            text.push('\n');
            text.push_str(&json::to_text(&self.notes));
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
            (line.seq, LogEntry::table(Millis(line.at), line.kind))
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
        TableEventJson { seq: self.seq, at: event.at.0, kind: event.kind.clone() }
    }
}
