//! Events of a table's log, as clients get them.

use rules::{Millis, Points, Seat};
use serde::{Deserialize, Serialize};
use store::Seq;
use wire::{EventViewJson, TurnJson};

/// What happened at a table outside the game. It is public.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum TableEventKind {
    /// A player took a seat.
    Joined {
        /// The seat.
        seat: Seat,
        /// The name of the player.
        player: String,
        /// What took the seat.
        kind: OccupantKind,
        /// The level of a computer, or `bot:` and the name of a bot.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        level: Option<String>,
    },
    /// A seat is reserved for a bot, or in a rematch for a person, that has not come yet.
    Awaited {
        /// The seat.
        seat: Seat,
        /// The name at the table.
        player: String,
        /// `bot:` and the name of the bot; left out for a person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        level: Option<String>,
    },
    /// A player left a seat before the game began.
    Vacated {
        /// The seat.
        seat: Seat,
    },
    /// A player has lost the connection.
    Away {
        /// The seat.
        seat: Seat,
        /// Since when.
        since: Millis,
        /// When the rules act, or the others may, unless the player is back before.
        due: Millis,
    },
    /// A player who was away is back.
    Back {
        /// The seat.
        seat: Seat,
    },
    /// A player asks to take back everything after an event.
    UndoAsked {
        /// The seat that asks.
        seat: Seat,
        /// The last event that would stay.
        to: Seq,
    },
    /// A player agreed. The last agreement is an `undone` instead.
    UndoAgreed {
        /// The seat that agreed.
        seat: Seat,
    },
    /// A player declined.
    UndoDeclined {
        /// The seat that declined.
        seat: Seat,
    },
    /// Everything after an event was taken back.
    Undone {
        /// The last event that stays.
        to: Seq,
    },
    /// The same players meet again in another game.
    Rematch {
        /// The other game.
        id: String,
    },
    /// The table was closed before a game began.
    Closed,
}

/// What can take a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OccupantKind {
    /// A person.
    Human,
    /// A computer player of this server.
    Computer,
    /// A bot.
    Bot,
}

impl TableEventKind {
    /// The names of all table events.
    pub const NAMES: [&'static str; 11] = [
        "joined",
        "awaited",
        "vacated",
        "away",
        "back",
        "undo-asked",
        "undo-agreed",
        "undo-declined",
        "undone",
        "rematch",
        "closed",
    ];

    /// The stable name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            TableEventKind::Joined { .. } => "joined",
            TableEventKind::Awaited { .. } => "awaited",
            TableEventKind::Vacated { .. } => "vacated",
            TableEventKind::Away { .. } => "away",
            TableEventKind::Back { .. } => "back",
            TableEventKind::UndoAsked { .. } => "undo-asked",
            TableEventKind::UndoAgreed { .. } => "undo-agreed",
            TableEventKind::UndoDeclined { .. } => "undo-declined",
            TableEventKind::Undone { .. } => "undone",
            TableEventKind::Rematch { .. } => "rematch",
            TableEventKind::Closed => "closed",
        }
    }
}

/// Facts about an event that are known when it happens and would need the whole game later.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub struct EventNotes {
    /// The play in notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub play: Option<String>,
    /// The score of the seat after the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<i32>, nullable = false)]
    pub total: Option<Points>,
}

/// A table event with its sequence number and time.
#[derive(Clone, Serialize, Deserialize, utoipa::ToSchema)]
pub struct TableEventJson {
    /// The sequence number.
    pub seq: Seq,
    /// When it happened.
    pub at: Millis,
    /// What happened.
    #[serde(flatten)]
    pub kind: TableEventKind,
}

/// A game event as a viewer gets it, with its notes.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub struct GameEventJson {
    /// The event.
    #[serde(flatten)]
    pub event: EventViewJson,
    /// The notes.
    #[serde(flatten)]
    pub notes: EventNotes,
}

/// An event of the log as a viewer gets it.
#[derive(Clone, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum LoggedEventJson {
    /// An event of the game.
    Game(Box<GameEventJson>),
    /// An event of the table.
    Table(TableEventJson),
}

/// A turn of the list of turns: a game event without what a list does not show.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub struct TurnEntry {
    /// The turn.
    #[serde(flatten)]
    pub turn: TurnJson,
    /// The notes.
    #[serde(flatten)]
    pub notes: EventNotes,
}
