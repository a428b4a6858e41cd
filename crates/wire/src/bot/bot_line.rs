//! The lines of a bot.

use super::gameplay::ServerMessage;
use super::server_line::Hello;
use crate::json::{from_value, to_text};
use serde::Serialize;
use serde_json::{Map, Value};

/// The maximum number of tiles of a play or an exchange, and of words of a challenge.
pub const MAX_BOT_TILES: usize = 64;

/// A line of a bot.
///
/// ```
/// # mod quixotry { pub use quixotry_wire as wire; }
/// use quixotry::wire::bot::BotLine;
///
/// assert!(BotLine::read("nonsense").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotLine {
    /// A hello, the first line.
    Hello(Hello),
    /// An answer.
    Answer {
        /// The game it is for, if given.
        game: Option<String>,
        /// The turn it is for, if given.
        turn: Option<u32>,
        /// The answer.
        what: ServerMessage,
    },
    /// A request for the words of the lexicon with this hash.
    Words(String),
    /// A request for a pong with the same number.
    Ping(u64),
    /// The answer to a ping.
    Pong(u64),
}

/// Why a line of a bot is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BotLineError {
    /// It is not JSON.
    #[error("this is not JSON: {0}")]
    NotJson(String),
    /// It is not a known message.
    #[error(
        "this is not a message: send {{\"hello\":…}}, {{\"game\":…,\"turn\":…,\"SM\":…}}, {{\"words\":…}}, {{\"ping\":…}} or {{\"pong\":…}}"
    )]
    Unknown,
    /// A part is missing or invalid.
    #[error("{0}")]
    Shape(String),
    /// It has too many tiles or words.
    #[error("a play or an exchange has at most {MAX_BOT_TILES} tiles, not {0}")]
    TooManyTiles(usize),
}

impl BotLineError {
    /// Returns a code for programs, which does not change between versions.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            BotLineError::NotJson(_) => "not-json",
            BotLineError::Unknown => "unknown-message",
            BotLineError::Shape(_) => "wrong-shape",
            BotLineError::TooManyTiles(_) => "too-many-tiles",
        }
    }
}

impl BotLine {
    /// Parses a line of a bot. As in the ITU game, an answer need not be wrapped in an object with game and turn.
    ///
    /// # Errors
    ///
    /// Fails if the line is not JSON, not a known message, or too long.
    pub fn read(line: &str) -> Result<BotLine, BotLineError> {
        let value: Value =
            serde_json::from_str(line).map_err(|error| BotLineError::NotJson(error.to_string()))?;
        match value {
            Value::Object(object) => parse_object(object),
            bare @ Value::String(_) => parse_bare_answer(bare),
            _ => Err(BotLineError::Unknown),
        }
    }

    /// Returns the line, without a line feed.
    #[must_use]
    pub fn print(&self) -> String {
        match self {
            BotLine::Hello(hello) => to_text(&SingleKey { key: "hello", value: hello }),
            BotLine::Words(hash) => to_text(&SingleKey { key: "words", value: hash }),
            BotLine::Ping(number) => to_text(&SingleKey { key: "ping", value: number }),
            BotLine::Pong(number) => to_text(&SingleKey { key: "pong", value: number }),
            BotLine::Answer { game: None, turn: None, what } => to_text(what),
            BotLine::Answer { game, turn, what } => to_text(&AnswerJson { game, turn, what }),
        }
    }
}

struct SingleKey<'a, T> {
    key: &'static str,
    value: &'a T,
}

impl<T: Serialize> Serialize for SingleKey<'_, T> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map([(self.key, self.value)])
    }
}

#[derive(Serialize)]
struct AnswerJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    game: &'a Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: &'a Option<u32>,
    #[serde(rename = "SM")]
    what: &'a ServerMessage,
}

fn parse_object(mut object: Map<String, Value>) -> Result<BotLine, BotLineError> {
    if let Some(what) = object.remove("SM") {
        return parse_wrapped_answer(object, what);
    }
    let mut entries = object.into_iter();
    let (Some((key, value)), None) = (entries.next(), entries.next()) else {
        return Err(BotLineError::Unknown);
    };
    match key.as_str() {
        "hello" => parse_part("hello", value).map(BotLine::Hello),
        "words" => parse_part("words", value).map(BotLine::Words),
        "ping" => parse_part("ping", value).map(BotLine::Ping),
        "pong" => parse_part("pong", value).map(BotLine::Pong),
        name if name.starts_with("SM") => parse_bare_answer(Value::Object(Map::from_iter([(key, value)]))),
        _ => Err(BotLineError::Unknown),
    }
}

fn parse_wrapped_answer(mut object: Map<String, Value>, what: Value) -> Result<BotLine, BotLineError> {
    let game = object.remove("game").map(|value| parse_part("game", value)).transpose()?;
    let turn = object.remove("turn").map(|value| parse_part("turn", value)).transpose()?;
    if let Some(key) = object.keys().next() {
        return Err(BotLineError::Shape(format!(
            "an answer has the keys game, turn and SM, but not {key:?}"
        )));
    }
    Ok(BotLine::Answer { game, turn, what: parse_answer("SM", what)? })
}

fn parse_bare_answer(value: Value) -> Result<BotLine, BotLineError> {
    if value.as_str().is_some_and(|name| !name.starts_with("SM")) {
        return Err(BotLineError::Unknown);
    }
    Ok(BotLine::Answer { game: None, turn: None, what: parse_answer("", value)? })
}

fn parse_answer(path: &str, value: Value) -> Result<ServerMessage, BotLineError> {
    let what: ServerMessage = parse_part(path, value)?;
    let named = match &what {
        ServerMessage::SMPlay(tiles) => tiles.len(),
        ServerMessage::SMChange(tiles) => tiles.len(),
        ServerMessage::SMChallenge(words) => words.len(),
        ServerMessage::SMPass | ServerMessage::SMForfeit => 0,
    };
    if named > MAX_BOT_TILES { Err(BotLineError::TooManyTiles(named)) } else { Ok(what) }
}

fn parse_part<T: serde::de::DeserializeOwned>(path: &str, value: Value) -> Result<T, BotLineError> {
    from_value(value).map_err(|error| match path {
        "" => BotLineError::Shape(error.to_string()),
        path => BotLineError::Shape(error.below(path).to_string()),
    })
}
