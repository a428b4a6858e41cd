//! What a bot says, line by line.

use super::gameplay::ServerMessage;
use super::saying::Hello;
use crate::json::{from_value, to_text};
use serde::Serialize;
use serde_json::{Map, Value};

/// The most tiles a play or an exchange of a bot may name.
pub const MAX_BOT_TILES: usize = 64;

/// A line of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotLine {
    /// The first line.
    Hello(Hello),
    /// An answer.
    Answer {
        /// The game it is meant for, when that is said.
        game: Option<String>,
        /// The turn it is meant for, when that is said.
        turn: Option<u32>,
        /// The answer.
        what: ServerMessage,
    },
    /// Asks for the words of the lexicon with this hash.
    Words(String),
    /// Are you there?
    Ping(u64),
    /// I am here.
    Pong(u64),
}

/// Why a line of a bot cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BotLineError {
    /// It is no JSON.
    #[error("this is not JSON: {0}")]
    NotJson(String),
    /// It is something else.
    #[error(
        "this is no message: say {{\"hello\":…}}, {{\"game\":…,\"turn\":…,\"SM\":…}}, {{\"words\":…}}, {{\"ping\":…}} or {{\"pong\":…}}"
    )]
    Unknown,
    /// A part is missing or wrong.
    #[error("{0}")]
    Shape(String),
    /// It names more tiles than any rack has.
    #[error("a play or an exchange names at most {MAX_BOT_TILES} tiles, not {0}")]
    TooManyTiles(usize),
}

impl BotLineError {
    /// A stable name for programs.
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
    /// Reads a line of a bot. What the ITU game's bots say may stand alone, without its turn.
    pub fn read(line: &str) -> Result<BotLine, BotLineError> {
        let value: Value =
            serde_json::from_str(line).map_err(|error| BotLineError::NotJson(error.to_string()))?;
        match value {
            Value::Object(object) => read_object(object),
            bare @ Value::String(_) => bare_answer(bare),
            _ => Err(BotLineError::Unknown),
        }
    }

    /// Writes the line, without its end.
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

fn read_object(mut object: Map<String, Value>) -> Result<BotLine, BotLineError> {
    if let Some(what) = object.remove("SM") {
        return wrapped_answer(object, what);
    }
    let mut entries = object.into_iter();
    let (Some((key, value)), None) = (entries.next(), entries.next()) else {
        return Err(BotLineError::Unknown);
    };
    match key.as_str() {
        "hello" => shaped("hello", value).map(BotLine::Hello),
        "words" => shaped("words", value).map(BotLine::Words),
        "ping" => shaped("ping", value).map(BotLine::Ping),
        "pong" => shaped("pong", value).map(BotLine::Pong),
        name if name.starts_with("SM") => bare_answer(Value::Object(Map::from_iter([(key, value)]))),
        _ => Err(BotLineError::Unknown),
    }
}

fn wrapped_answer(mut object: Map<String, Value>, what: Value) -> Result<BotLine, BotLineError> {
    let game = object.remove("game").map(|value| shaped("game", value)).transpose()?;
    let turn = object.remove("turn").map(|value| shaped("turn", value)).transpose()?;
    if let Some(key) = object.keys().next() {
        return Err(BotLineError::Shape(format!(
            "an answer has the keys game, turn and SM, but not {key:?}"
        )));
    }
    Ok(BotLine::Answer { game, turn, what: answer("SM", what)? })
}

fn bare_answer(value: Value) -> Result<BotLine, BotLineError> {
    if value.as_str().is_some_and(|name| !name.starts_with("SM")) {
        return Err(BotLineError::Unknown);
    }
    Ok(BotLine::Answer { game: None, turn: None, what: answer("", value)? })
}

fn answer(path: &str, value: Value) -> Result<ServerMessage, BotLineError> {
    let what: ServerMessage = shaped(path, value)?;
    let named = match &what {
        ServerMessage::SMPlay(tiles) => tiles.len(),
        ServerMessage::SMChange(tiles) => tiles.len(),
        ServerMessage::SMChallenge(words) => words.len(),
        ServerMessage::SMPass | ServerMessage::SMForfeit => 0,
    };
    if named > MAX_BOT_TILES { Err(BotLineError::TooManyTiles(named)) } else { Ok(what) }
}

fn shaped<T: serde::de::DeserializeOwned>(path: &str, value: Value) -> Result<T, BotLineError> {
    from_value(value).map_err(|fault| match path {
        "" => BotLineError::Shape(fault.to_string()),
        path => BotLineError::Shape(fault.below(path).to_string()),
    })
}
