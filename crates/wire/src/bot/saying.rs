//! What is said around the game: hello, your turn, too late, still there?

use super::gameplay::{BotMove, BotTileCounts, ClientMessage, GameplayError};
use super::start::StartMessage;
use crate::json::{JsonError, from_text, from_value, to_text};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How a bot begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// The version of the protocol it speaks.
    pub protocol: u32,
    /// What it is called.
    pub name: String,
    /// What the server gave it when it was here before, so that it gets its seat back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

/// A line of the server: what it says, and the game and turn it belongs to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ServerLine {
    /// The game; none before a game begins.
    pub game: Option<String>,
    /// How many turns have ended.
    pub turn: u32,
    /// What it says.
    #[serde(flatten)]
    pub what: ServerPayload,
}

/// What the server says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum ServerPayload {
    /// The answer to a hello.
    #[serde(rename = "welcome")]
    Welcome(Welcome),
    /// A game begins.
    #[serde(rename = "start")]
    Start(Box<StartMessage>),
    /// Something happened in the game.
    RCM(ClientMessage),
    /// What you tried to do is bad, for these reasons.
    RGPE(Vec<GameplayError>),
    /// Your answer is awaited.
    #[serde(rename = "your_turn")]
    YourTurn(YourTurn),
    /// Your answer came too late and was not taken.
    #[serde(rename = "stale")]
    Stale(StaleAnswer),
    /// Your line could not be used.
    #[serde(rename = "error")]
    Error(ErrorMessage),
    /// The words you asked for.
    #[serde(rename = "words")]
    Words(LexiconWords),
    /// Are you there? Answer with `pong` and the same number.
    #[serde(rename = "ping")]
    Ping(u64),
    /// I am here.
    #[serde(rename = "pong")]
    Pong(u64),
    /// The connection ends now.
    #[serde(rename = "bye")]
    Bye(Bye),
}

/// The names of everything the server says.
const WORDS: [&str; 11] =
    ["welcome", "start", "RCM", "RGPE", "your_turn", "stale", "error", "words", "ping", "pong", "bye"];

/// The answer to a hello.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Welcome {
    /// The version of the protocol the server speaks.
    pub protocol: u32,
    /// What the server is called.
    pub name: String,
    /// Say this in your hello when the connection broke, and you get your seat back.
    pub token: String,
}

/// Your answer is awaited, and what the game looks like for you.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct YourTurn {
    /// Milliseconds until the answer is too late; none without a clock.
    pub left: Option<i64>,
    /// Your tiles.
    pub hand: BotTileCounts,
    /// How many tiles are in the bag.
    pub bag: u32,
    /// All players in order.
    pub players: Vec<PlayerState>,
    /// Turns without progress.
    pub tally: TallyState,
    /// The play that can be challenged now, where there are challenges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<ChallengeablePlay>,
    /// Whether that play ends the game: accept it with `SMPass`, or challenge it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub last: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// A player as everybody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerState {
    /// Points.
    pub score: i32,
    /// How many tiles are on the rack.
    pub tiles: u32,
    /// Whether the player is still in the game.
    pub active: bool,
    /// How often tiles were exchanged.
    pub exchanges: u16,
}

/// Turns without progress.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TallyState {
    /// Passes in a row.
    pub passes: u16,
    /// Turns without points in a row.
    pub scoreless: u16,
    /// Rounds of passes in a row.
    pub rounds: u16,
    /// The players whose last turn was a pass.
    pub passed: Vec<u32>,
}

/// A play that can be challenged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChallengeablePlay {
    /// Whose.
    pub player: u32,
    /// Its tiles.
    #[serde(rename = "move")]
    pub tiles: BotMove,
    /// Its words, letter by letter, the main word first.
    pub words: Vec<Vec<String>>,
    /// Its points.
    pub score: i32,
}

/// An answer that came too late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StaleAnswer {
    /// The turn it was meant for.
    #[serde(rename = "for")]
    pub meant: u32,
}

/// A line that could not be used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ErrorMessage {
    /// What is wrong, for programs.
    pub code: String,
    /// What is wrong and what to do, for people.
    pub message: String,
}

/// All words of a lexicon.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LexiconWords {
    /// The hash of the lexicon.
    pub hash: String,
    /// Its words in capitals, in the order of the alphabet.
    pub words: Vec<String>,
}

/// The connection ends.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Bye {
    /// Why, for people.
    pub reason: String,
}

impl ServerLine {
    /// Reads a line of the server.
    pub fn read(line: &str) -> Result<ServerLine, JsonError> {
        let mut object: Map<String, Value> = from_text(line)?;
        let mut part = |key: &str| object.remove(key).unwrap_or(Value::Null);
        let game = from_value(part("game")).map_err(|fault| fault.below("game"))?;
        let turn = from_value(part("turn")).map_err(|fault| fault.below("turn"))?;
        // Whatever a later server adds beside its word is passed over; a word is what has a name we know.
        object.retain(|key, _| WORDS.contains(&key.as_str()));
        Ok(ServerLine { game, turn, what: from_value(Value::Object(object))? })
    }

    /// Writes the line, without its end.
    pub fn print(&self) -> String {
        to_text(self)
    }
}
