//! The messages around a game: hello, welcome, your turn, errors, ping.

use super::gameplay::{BotMove, BotTileCounts, ClientMessage, GameplayError};
use super::start::StartMessage;
use crate::json::{JsonError, from_text, from_value, to_text};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The first message of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The version of the protocol of the bot.
    pub protocol: u32,
    /// The name of the bot.
    pub name: String,
    /// The token of an earlier welcome, to get the seat back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A line of the server: a message with its game and turn.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ServerLine {
    /// The game, or `None` before a game starts.
    pub game: Option<String>,
    /// The number of finished turns.
    pub turn: u32,
    /// The message.
    #[serde(flatten)]
    pub what: ServerPayload,
}

/// A message of the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum ServerPayload {
    /// The answer to a hello.
    #[serde(rename = "welcome")]
    Welcome(Welcome),
    /// A game starts.
    #[serde(rename = "start")]
    Start(Box<StartMessage>),
    /// Something happened in the game.
    RCM(ClientMessage),
    /// Your answer is invalid for these reasons.
    RGPE(Vec<GameplayError>),
    /// It is your turn.
    #[serde(rename = "your_turn")]
    YourTurn(YourTurn),
    /// Your answer was too late and is ignored.
    #[serde(rename = "stale")]
    Stale(StaleAnswer),
    /// Your line is invalid.
    #[serde(rename = "error")]
    Error(ErrorMessage),
    /// The words that you have requested.
    #[serde(rename = "words")]
    Words(LexiconWords),
    /// A request for a `pong` with the same number.
    #[serde(rename = "ping")]
    Ping(u64),
    /// The answer to a ping.
    #[serde(rename = "pong")]
    Pong(u64),
    /// The server closes the connection.
    #[serde(rename = "bye")]
    Bye(Bye),
}

/// The names of all messages of the server.
const NAMES: [&str; 11] =
    ["welcome", "start", "RCM", "RGPE", "your_turn", "stale", "error", "words", "ping", "pong", "bye"];

/// The answer to a hello.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of the protocol of the server.
    pub protocol: u32,
    /// The name of the server.
    pub name: String,
    /// A token for your hello after a lost connection, to get your seat back.
    pub token: String,
}

/// It is your turn: the state of the game from your point of view.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct YourTurn {
    /// The milliseconds until the answer is too late, or `None` without a clock.
    pub left: Option<i64>,
    /// Your tiles.
    pub hand: BotTileCounts,
    /// The number of tiles in the bag.
    pub bag: u32,
    /// All players in order.
    pub players: Vec<PlayerState>,
    /// Turns without progress.
    pub tally: TallyState,
    /// The play that can be challenged now, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<ChallengeablePlayState>,
    /// Whether that play ends the game: accept it with `SMPass`, or challenge it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub last: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The public state of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerState {
    /// The score.
    pub score: i32,
    /// The number of tiles on the rack.
    pub tiles: u32,
    /// Whether the player is still in the game.
    pub active: bool,
    /// The number of exchanges.
    pub exchanges: u16,
}

/// Turns without progress.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TallyState {
    /// Consecutive passes.
    pub passes: u16,
    /// Consecutive scoreless turns.
    pub scoreless: u16,
    /// Consecutive rounds of passes.
    pub rounds: u16,
    /// The players who have passed in the round that is under way; if the rules count rounds at the first player,
    /// those whose last turn was a pass.
    pub passed: Vec<u32>,
}

/// A play that can be challenged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChallengeablePlayState {
    /// The player.
    pub player: u32,
    /// Its tiles.
    #[serde(rename = "move")]
    pub tiles: BotMove,
    /// Its words, letter by letter, the main word first.
    pub words: Vec<Vec<String>>,
    /// Its points.
    pub score: i32,
}

/// An answer that was too late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StaleAnswer {
    /// The turn it was for.
    #[serde(rename = "for")]
    pub meant: u32,
}

/// An invalid line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ErrorMessage {
    /// The code of the error, for programs.
    pub code: String,
    /// The message, for people.
    pub message: String,
}

/// All words of a lexicon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LexiconWords {
    /// The hash of the lexicon.
    pub hash: String,
    /// Its words in capitals, in alphabet order.
    pub words: Vec<String>,
}

/// The server closes the connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bye {
    /// The reason, for people.
    pub reason: String,
}

impl ServerLine {
    /// Parses a line of the server. Unknown keys beside the message are ignored, so that servers can add some.
    ///
    /// # Errors
    ///
    /// Fails if the line is not a JSON object with a known message.
    pub fn read(line: &str) -> Result<ServerLine, JsonError> {
        let mut object: Map<String, Value> = from_text(line)?;
        let mut part = |key: &str| object.remove(key).unwrap_or(Value::Null);
        let game = from_value(part("game")).map_err(|error| error.below("game"))?;
        let turn = from_value(part("turn")).map_err(|error| error.below("turn"))?;
        object.retain(|key, _| NAMES.contains(&key.as_str()));
        Ok(ServerLine { game, turn, what: from_value(Value::Object(object))? })
    }

    /// Returns the line, without a line feed.
    #[must_use]
    pub fn print(&self) -> String {
        to_text(self)
    }
}
