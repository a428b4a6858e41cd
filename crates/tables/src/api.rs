//! The types of the HTTP API: what clients send, and what they get.

mod chat;
mod command;
mod create;
mod error;
mod listing;
mod live;
mod rule_choice;
mod seats;
mod view;

pub(crate) use chat::ChatMessage;
pub use chat::{ChatLineJson, ChatLines, ChatPost, ChatPosted};
pub use command::{CommandRequest, CommandTiles, CommandType};
pub use create::{ClockChoice, CreateGame, CreatedGame, PaceChoice, RulesChoice, SeatChoice};
pub use error::{ApiError, ErrorBrief, ProblemDetails, RefusedCommand};
pub use listing::{LobbyEntry, LobbyPage, TableVisibility};
pub use live::{
    EmptyData, GameMessage, GameMessageData, GameRef, LiveError, LiveMessage, LiveRequest, LobbyMessage,
    Pong, SeatPresence, WatchConfirmation, WatchState,
};
pub use rule_choice::{ChallengeChoice, RackVisibilityChoice, TurnTimeoutChoice};
pub use seats::{JoinRequest, LogPosition, SeatKey};
pub use view::{AllowedAction, GameView, TableSeatJson};
