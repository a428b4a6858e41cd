//! A game as a client may see it.

use crate::{GameRef, SeatOccupancy, TableVisibility, TurnEntry};
use rules::{Millis, Seat};
use serde::Serialize;
use store::{LineNo, Seq, TableStatus, Timestamp};
use wire::{GameStateJson, SeatJson};

/// A game as a client may see it.
#[derive(Serialize, utoipa::ToSchema)]
pub struct GameView {
    /// The id of the game.
    pub id: String,
    /// The state of the game.
    #[serde(flatten)]
    pub game: GameStateJson,
    /// The name of the game.
    pub name: String,
    /// The progress of the table.
    pub state: TableStatus,
    /// Who finds the game.
    pub visibility: TableVisibility,
    /// The time of the server, on the clock of `since`.
    pub now: Timestamp,
    /// The name of the lexicon.
    pub lexicon: String,
    /// Whether the client created the game without taking a seat.
    pub owner: bool,
    /// The request to take turns back, if there is one.
    #[schema(required = true)]
    pub undo: Option<UndoRequest>,
    /// The next game of the same players.
    #[schema(required = true)]
    pub rematch: Option<GameRef>,
    /// Who won, in the words of the game that the rules come from; left out under standard texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub result: Option<String>,
    /// The last turns that were not taken back, or those before `turns_before` of the query.
    pub turns_list: Vec<TurnEntry>,
    /// The `turns_before` of the query for the turns before these; null if there are none.
    #[schema(required = true)]
    pub turns_before: Option<Seq>,
    /// How many spectators watch through this server.
    pub watchers: usize,
    /// The number of chat lines.
    pub lines: LineNo,
    /// Whether hints are allowed.
    pub hints: bool,
    /// What the client may do now.
    pub allow: Vec<AllowedAction>,
    /// The seats.
    pub seats: Vec<TableSeatJson>,
}

/// A seat and its occupant.
#[derive(Serialize, utoipa::ToSchema)]
pub struct TableSeatJson {
    /// The seat in the game.
    #[serde(flatten)]
    pub seat: SeatJson,
    /// The name of the player.
    #[schema(required = true)]
    pub player: Option<String>,
    /// What sits there.
    pub kind: SeatOccupancy,
    /// The level of a computer, or `bot:` and the name of a bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub level: Option<String>,
    /// Whether the player is present.
    pub online: bool,
    /// Since when the player is away, and until when the others have to wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub away: Option<SeatAbsence>,
    /// Whether the seat is reserved for a bot or a person that has not come yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub awaited: bool,
}

/// A player who has lost the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
pub struct SeatAbsence {
    /// Since when.
    pub since: Millis,
    /// When the rules act, or the others may, unless the player is back before.
    pub due: Millis,
}

/// Something that a client may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AllowedAction {
    /// Lay tiles.
    Play,
    /// Pass the turn.
    Pass,
    /// Exchange tiles.
    Exchange,
    /// Challenge the last play.
    Challenge,
    /// Accept the last play.
    Accept,
    /// Give up.
    Resign,
    /// Ask for a hint.
    Hint,
    /// Ask to take back the last turn.
    Undo,
    /// Agree to take a turn back.
    Agree,
    /// Decline to take a turn back.
    Decline,
    /// Ask for another game.
    Rematch,
    /// Take over the seat of a computer.
    Takeover,
    /// Take an open seat.
    Join,
    /// Claim a win over a player who is away.
    Claim,
    /// Offer the seat of a player who is away.
    Offer,
}

/// A request to take turns back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
pub struct UndoRequest {
    /// The seat that asks.
    pub seat: Seat,
    /// The seats that have agreed.
    pub agreed: Vec<Seat>,
    /// The last event that would stay.
    pub to: Seq,
}
