//! What clients of the server send and get: requests, answers, live messages and errors.
//!
//! Every type here has its JSON form and its schema for the OpenAPI document. The crate holds no game and opens nothing:
//! `quixotry-tables` turns requests into commands of a table and makes the answers; `quixotry-server` has the routes. An
//! answer that only one route makes, such as a hint, stays with that route.
//!
//! ```
//! # use rules as quixotry_rules;
//! use quixotry_http_api::JoinRequest;
//! use quixotry_rules::Seat;
//!
//! let request: JoinRequest = serde_json::from_str(r#"{"player":"Ann","seat":1}"#).unwrap();
//! assert_eq!((request.player.as_str(), request.seat), ("Ann", Some(Seat(1))));
//! ```

mod error;

mod create;
mod rule_choice;

mod command;
mod hand_over;
mod seats;

mod chat;
mod listing;
mod log;
mod view;

mod live;

pub use chat::{ChatLineJson, ChatLines, ChatMessage, ChatPost, ChatPosted};
pub use command::{CommandRequest, CommandTiles, CommandType};
pub use create::{ClockChoice, CreateGame, CreatedGame, PaceChoice, RulesChoice, SeatChoice};
pub use error::{ApiError, ErrorBrief, ProblemDetails, RefusedCommand};
pub use hand_over::{HandOver, HandOverRequest};
pub use listing::{
    ClockTerms, GameTerms, HeldGame, HeldGameEntry, HeldGames, HeldGamesRequest, LobbyCounts, LobbyEntry,
    LobbyPage, SeatOccupancy, SeatSummary, TableSummary, TableVisibility, fold_name,
};
pub use live::{
    EmptyData, GameMessage, GameMessageData, GameRef, LiveError, LiveMessage, LiveRequest, LobbyMessage,
    Pong, SeatPresence, WatchConfirmation, WatchState,
};
pub use log::{
    EventNotes, GameEventJson, LoggedEventJson, OccupantKind, TableEventJson, TableEventKind, TurnEntry,
};
pub use rule_choice::{ChallengeChoice, RackVisibilityChoice, StarterChoice, TurnTimeoutChoice};
pub use seats::{JoinRequest, LogPosition, SeatKey};
pub use view::{AllowedAction, GameView, SeatAbsence, TableSeatJson, UndoRequest};

/// A value of our own types as JSON text, which cannot fail.
#[must_use]
pub fn json_text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("{error}"))
}
