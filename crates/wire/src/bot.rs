//! The messages between a server and its bots, one JSON value a line, with the names and shapes of the ITU game.
//!
//! A bot says hello, gets a start message with everything it needs, and then answers whenever it is asked. What the
//! ITU game sends bare is wrapped here, so that every message of the server carries the game and the turn it belongs
//! to. `docs/bot-protocol.md` describes the whole conversation.

mod gameplay;
mod reading;
mod saying;
mod start;

pub use gameplay::{ClientMessage, Counts, Fate, GameplayError, Inst, Move, Place, ServerMessage, Tile};
pub use reading::{BotFault, BotLine, MOST_TILES};
pub use saying::{
    Bye, Fault, Hello, Open, PlayerState, ServerLine, ServerWord, Stale, TallyState, Welcome, Words, YourTurn,
};
pub use start::{BoardState, Cells, ClockState, GameStart, LexiconState, RulesState, Start};

/// The version of the protocol that is spoken.
pub const BOT_PROTOCOL: u32 = 1;

#[cfg(test)]
mod tests;
