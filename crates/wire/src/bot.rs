//! The messages between a server and bots: one JSON value on each line, with the names and shapes of the ITU game.
//!
//! A bot sends a hello, receives a start message with everything it needs, and answers when it is its turn. Every
//! message of the server is wrapped in an object with the game and the turn, which the ITU game does not send.
//! `docs/bot-protocol.md` describes the protocol.

mod bot_line;
mod gameplay;
mod server_line;
mod start;

pub use bot_line::{BotLine, BotLineError, MAX_BOT_TILES};
pub use gameplay::{
    BotCoord, BotFace, BotMove, BotTile, BotTileCounts, ChallengeOutcome, ClientMessage, GameplayError,
    ServerMessage, bot_coord, player_number, print_bot_move, read_bot_move,
};
pub use server_line::{
    Bye, ChallengeablePlayState, ErrorMessage, Hello, LexiconWords, PlayerState, ServerLine, ServerPayload,
    StaleAnswer, TallyState, Welcome, YourTurn,
};
pub use start::{BoardCells, BoardState, ClockState, GameSetting, LexiconState, RulesState, StartMessage};

/// The version of the protocol.
pub const BOT_PROTOCOL: u32 = 1;

#[cfg(test)]
mod tests;
