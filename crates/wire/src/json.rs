//! JSON texts that do not fit, and where.

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// A JSON text that is broken or does not have the shape it must have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonError {
    /// The path of the value that does not fit, such as `tiles[2].x`; empty for the whole text.
    pub path: String,
    /// What is wrong with it.
    pub message: String,
    /// Whether the text merely stops too early.
    pub truncated: bool,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&self.message),
            path => write!(f, "{path}: {}", self.message),
        }
    }
}

impl std::error::Error for JsonError {}

impl JsonError {
    fn new(error: serde_path_to_error::Error<serde_json::Error>) -> JsonError {
        let path = error.path().to_string();
        let inner = error.into_inner();
        JsonError { path: known(&path).to_owned(), message: located(&inner), truncated: inner.is_eof() }
    }

    /// The same fault in a value that lies at this path of a larger one.
    pub(crate) fn below(self, outer: &str) -> JsonError {
        let path = match self.path.as_str() {
            "" => outer.to_owned(),
            inner if inner.starts_with('[') => format!("{outer}{inner}"),
            inner => format!("{outer}.{inner}"),
        };
        JsonError { path, ..self }
    }
}

/// A path longer than this helps nobody.
const LONGEST_PATH: usize = 100;

/// The path without what the library says where it knows no name.
fn known(path: &str) -> &str {
    if path.len() > LONGEST_PATH { "" } else { path.trim_end_matches(['.', '?']) }
}

/// The library's message with the place in brackets at its end.
fn located(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let text = match error.is_eof() {
        true => format!("the text breaks off at line {line} column {column}"),
        false => error.to_string(),
    };
    match text.strip_suffix(&format!(" at line {line} column {column}")) {
        Some(message) if line == 1 => format!("{message} (column {column})"),
        Some(message) => format!("{message} (line {line}, column {column})"),
        None => text,
    }
}

/// Reads a whole JSON text, which must be an object.
pub(crate) fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, JsonError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let JsonObject(value) = serde_path_to_error::deserialize(&mut reader).map_err(JsonError::new)?;
    reader.end().map_err(|error| JsonError {
        path: String::new(),
        message: located(&error),
        truncated: false,
    })?;
    Ok(value)
}

/// Reads a JSON value.
pub(crate) fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, JsonError> {
    serde_path_to_error::deserialize(value).map_err(JsonError::new)
}

/// A value that is written as an object. Left alone, the library would also take a list of its fields.
struct JsonObject<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for JsonObject<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<JsonObject<T>, D::Error> {
        reader.deserialize_map(ObjectVisitor(PhantomData))
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = JsonObject<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<JsonObject<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(JsonObject)
    }
}

/// Reads a field that is an object.
pub(crate) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<T, D::Error> {
    JsonObject::deserialize(reader).map(|JsonObject(value)| value)
}

/// Reads a field that is a list of objects.
pub(crate) fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<Vec<T>, D::Error> {
    let list: Vec<JsonObject<T>> = Vec::deserialize(reader)?;
    Ok(list.into_iter().map(|JsonObject(value)| value).collect())
}

/// Writes a JSON text on one line.
pub(crate) fn to_text(value: &impl serde::Serialize) -> String {
    // Our own types have neither maps with keys that are no strings nor writers that fail.
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("{error}"))
}

/// Something in a draft that cannot be, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}: {message}")]
pub struct DraftError {
    /// The path of the value, such as `tiles[2].letter`.
    pub path: String,
    /// What is wrong with it and what to do.
    pub message: String,
}

/// Everything that is wrong with a draft.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftErrors(pub Vec<DraftError>);

impl DraftErrors {
    pub(crate) fn add(&mut self, path: impl Into<String>, message: impl fmt::Display) {
        self.0.push(DraftError { path: path.into(), message: message.to_string() });
    }

    /// The value, when nothing is wrong.
    pub(crate) fn or<T>(self, value: T) -> Result<T, DraftErrors> {
        if self.0.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl fmt::Display for DraftErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for DraftErrors {}
