//! Reading JSON with errors that have a path.

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// Invalid JSON, or JSON of the wrong shape.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JsonError {
    /// The path of the invalid value, such as `tiles[2].x`. It is empty for the whole text.
    pub path: String,
    /// What is wrong with the value.
    pub message: String,
    /// Whether the text is the start of a longer JSON text.
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
        JsonError {
            path: trim_path(&path).to_owned(),
            message: message_with_place(&inner),
            truncated: inner.is_eof(),
        }
    }

    /// Prepends the path of the enclosing value.
    pub(crate) fn below(self, outer: &str) -> JsonError {
        let path = match self.path.as_str() {
            "" => outer.to_owned(),
            inner if inner.starts_with('[') => format!("{outer}{inner}"),
            inner => format!("{outer}.{inner}"),
        };
        JsonError { path, ..self }
    }
}

/// Longer paths are not reported.
const LONGEST_PATH: usize = 100;

/// The path without the placeholder of `serde_path_to_error` for an unknown key.
fn trim_path(path: &str) -> &str {
    if path.len() > LONGEST_PATH { "" } else { path.trim_end_matches(['.', '?']) }
}

/// The message of `serde_json` with the place in parentheses at its end.
fn message_with_place(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let text = match error.is_eof() {
        true => format!("the text is truncated at line {line} column {column}"),
        false => error.to_string(),
    };
    match text.strip_suffix(&format!(" at line {line} column {column}")) {
        Some(message) if line == 1 => format!("{message} (column {column})"),
        Some(message) => format!("{message} (line {line}, column {column})"),
        None => text,
    }
}

/// Parses a JSON text, which must be an object.
pub(crate) fn from_text<T: DeserializeOwned>(text: &str) -> Result<T, JsonError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let JsonObject(value) = serde_path_to_error::deserialize(&mut reader).map_err(JsonError::new)?;
    reader.end().map_err(|error| JsonError {
        path: String::new(),
        message: message_with_place(&error),
        truncated: false,
    })?;
    Ok(value)
}

/// Converts a JSON value.
pub(crate) fn from_value<T: DeserializeOwned>(value: Value) -> Result<T, JsonError> {
    serde_path_to_error::deserialize(value).map_err(JsonError::new)
}

/// A value that must be a JSON object. Derived implementations also accept an array of the fields.
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

/// Deserialises a field that must be an object.
pub(crate) fn object<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<T, D::Error> {
    JsonObject::deserialize(reader).map(|JsonObject(value)| value)
}

/// Deserialises a field that must be a list of objects.
pub(crate) fn objects<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<Vec<T>, D::Error> {
    let list: Vec<JsonObject<T>> = Vec::deserialize(reader)?;
    Ok(list.into_iter().map(|JsonObject(value)| value).collect())
}

/// Deserialises a value that is written as its name. Anything but a text is refused as such.
///
/// # Errors
///
/// Fails if the value is not a text, or no name of this type.
pub fn deserialize_name<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<T, D::Error> {
    T::deserialize(String::deserialize(reader)?.into_deserializer())
}

/// Deserialises an optional value that is written as its name.
///
/// # Errors
///
/// Fails if there is a value that is not a text, or no name of this type.
pub fn deserialize_optional_name<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    reader: D,
) -> Result<Option<T>, D::Error> {
    let name = Option::<String>::deserialize(reader)?;
    name.map(|name| T::deserialize(name.into_deserializer())).transpose()
}

/// Serialises a value on one line.
pub(crate) fn to_text(value: &impl serde::Serialize) -> String {
    // The types of this crate have only string keys, so serialisation cannot fail.
    serde_json::to_string(value).unwrap_or_else(|error| unreachable!("{error}"))
}

/// An error in a draft, with its path.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{path}: {message}")]
pub struct DraftError {
    /// The path of the value, such as `tiles[2].letter`.
    pub path: String,
    /// What is wrong with the value, and what to do.
    pub message: String,
}

/// All errors in a draft.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DraftErrors(pub Vec<DraftError>);

impl DraftErrors {
    pub(crate) fn add(&mut self, path: impl Into<String>, message: impl fmt::Display) {
        self.0.push(DraftError { path: path.into(), message: message.to_string() });
    }

    /// Returns the value if there are no errors.
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
