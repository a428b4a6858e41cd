//! The messages between a server and its bots, one JSON value a line, with the names and shapes of the ITU game.
//!
//! A bot says hello, gets a start message with everything it needs, and then answers whenever it is asked. What the
//! ITU game sends bare is wrapped here, so that every message of the server carries the game and the turn it belongs
//! to. `docs/bot-protocol.md` describes the whole conversation.

mod gameplay;
mod reading;
mod saying;
mod start;

pub use gameplay::{
    BotCoord, BotFace, BotMove, BotTile, BotTileCounts, ChallengeOutcome, ClientMessage, GameplayError,
    ServerMessage,
};
pub use reading::{BotLine, BotLineError, MAX_BOT_TILES};
pub use saying::{
    Bye, ChallengeablePlay, ErrorMessage, Hello, LexiconWords, PlayerState, ServerLine, ServerPayload,
    StaleAnswer, TallyState, Welcome, YourTurn,
};
pub use start::{BoardCells, BoardState, ClockState, GameSetting, LexiconState, RulesState, StartMessage};

/// The version of the protocol that is spoken.
pub const BOT_PROTOCOL: u32 = 1;

#[cfg(test)]
mod tests;
