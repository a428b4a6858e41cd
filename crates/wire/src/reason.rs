//! Reasons of refusals and failed plays as JSON.

#[cfg(feature = "schema")]
mod schema;

use crate::bot::GameplayError;
use crate::json::{JsonError, from_value, object, objects};
use crate::place::CoordJson;
use rules::{Board, FaceLabel, Millis, Points, Reason, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tiles::TileId;

/// A reason: a code for programs, a message for people, its name in the ITU game if it has one, and its data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReasonJson {
    #[cfg_attr(feature = "schema", schema(ignore))]
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    gpe: Option<&'static str>,
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = schema::ReasonData))]
    data: Map<String, Value>,
}

impl ReasonJson {
    /// Returns the code, which does not change between versions.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// Converts a reason. Its message uses the square names of the board.
    #[must_use]
    pub fn on(board: &Board, reason: &Reason) -> ReasonJson {
        ReasonJson { message: reason.message(board), ..ReasonJson::from(reason) }
    }
}

impl From<&Reason> for ReasonJson {
    fn from(reason: &Reason) -> ReasonJson {
        let (code, gpe) = (reason.code(), GameplayError::name_of(reason));
        ReasonJson { code, message: reason.to_string(), gpe, data: fields(&ReasonBody::from(reason)) }
    }
}

/// The fields of a reason, without its name.
fn fields(why: &ReasonBody) -> Map<String, Value> {
    let named = match serde_json::to_value(why) {
        Ok(Value::Object(named)) => named,
        _ => Map::new(),
    };
    match named.into_iter().next() {
        Some((_, Value::Object(fields))) => fields,
        _ => Map::new(),
    }
}

/// Reads a reason. The message and the ITU name are ignored, because they follow from code and data.
pub(crate) fn read_reason(mut object: Map<String, Value>) -> Result<Reason, JsonError> {
    object.remove("message");
    object.remove("gpe");
    let error = |message: String| JsonError { path: "code".to_owned(), message, truncated: false };
    let code = match object.remove("code") {
        Some(Value::String(code)) => code,
        Some(other) => return Err(error(format!("a reason's code is a string, not {other}"))),
        None => return Err(error("a reason needs its code".to_owned())),
    };
    let named = Value::Object(Map::from_iter([(code.clone(), Value::Object(object))]));
    let why: ReasonBody = from_value(named).map_err(|error| without(error, &code))?;
    Ok(why.into())
}

/// Removes the code from the path of an error, because it is not a key of the JSON object.
fn without(error: JsonError, name: &str) -> JsonError {
    let rest = error.path.strip_prefix(name).map(|rest| rest.trim_start_matches('.').to_owned());
    JsonError { path: rest.unwrap_or_default(), ..error }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
struct ShownFaceJson {
    letter: String,
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    points: Points,
}

impl From<&FaceLabel> for ShownFaceJson {
    fn from(face: &FaceLabel) -> ShownFaceJson {
        ShownFaceJson { letter: face.letter.clone(), points: face.points }
    }
}

impl From<ShownFaceJson> for FaceLabel {
    fn from(face: ShownFaceJson) -> FaceLabel {
        FaceLabel { letter: face.letter, points: face.points }
    }
}

/// A reason by code, with its fields.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum ReasonBody {
    EmptyPlay {},
    TooManyTiles {
        tiles: usize,
        most: u8,
    },
    NotInLine {
        #[serde(deserialize_with = "objects")]
        coords: Vec<CoordJson>,
    },
    SameSquare {
        #[serde(deserialize_with = "object")]
        at: CoordJson,
    },
    NotOnStart {
        #[serde(deserialize_with = "object")]
        start: CoordJson,
    },
    OpeningTooShort {
        needed: u8,
    },
    NoSuchTile {
        tile: u8,
    },
    NotAFace {
        tile: u8,
        #[serde(deserialize_with = "object")]
        face: ShownFaceJson,
    },
    Hole {
        #[serde(deserialize_with = "object")]
        at: CoordJson,
    },
    Gap {},
    OffBoard {},
    NotAWord {
        word: String,
    },
    NotAdjacent {},
    NotOnRack {
        #[cfg_attr(feature = "schema", schema(required = true))]
        seat: Option<u8>,
        tile: u8,
        label: String,
    },
    Occupied {
        #[serde(deserialize_with = "object")]
        face: ShownFaceJson,
        #[serde(deserialize_with = "object")]
        at: CoordJson,
        #[serde(deserialize_with = "object")]
        there: ShownFaceJson,
    },
    CrossWord {
        words: Vec<String>,
    },
    WildForOwnLetter {
        letter: String,
    },
    NoWord {},
    SquareFailed {
        #[serde(deserialize_with = "object")]
        at: CoordJson,
        word: String,
        error: String,
    },
    BagTooSmall {
        wanted: u16,
        needed: u16,
        available: u16,
    },
    ExchangeForbidden {},
    ExchangeCount {
        wanted: u16,
        fewest: u8,
        most: u8,
    },
    ExchangesUsedUp {
        times: u16,
    },
    NotYourTurn {
        turn: u8,
    },
    NoSuchSeat {},
    NotStarted {},
    GameOver {},
    NoChallenges {},
    NothingToChallenge {},
    NoSuchWord {
        number: usize,
        count: usize,
    },
    AnswerFirst {},
    AlreadyAnswered {},
    TimeIsUp {},
    TimeLeft {
        left: i64,
    },
    NoClock {},
}

impl From<&Reason> for ReasonBody {
    fn from(reason: &Reason) -> ReasonBody {
        match reason.clone() {
            Reason::EmptyPlay => ReasonBody::EmptyPlay {},
            Reason::TooManyTiles { tiles, most } => ReasonBody::TooManyTiles { tiles, most },
            Reason::NotInLine { coords } => {
                ReasonBody::NotInLine { coords: coords.into_iter().map(CoordJson::from).collect() }
            }
            Reason::SameSquare { at } => ReasonBody::SameSquare { at: at.into() },
            Reason::NotOnStart { start } => ReasonBody::NotOnStart { start: start.into() },
            Reason::OpeningTooShort { needed } => ReasonBody::OpeningTooShort { needed },
            Reason::NoSuchTile { tile } => ReasonBody::NoSuchTile { tile: tile.0 },
            Reason::NotAFace { tile, face } => ReasonBody::NotAFace { tile: tile.0, face: (&face).into() },
            Reason::Hole { at } => ReasonBody::Hole { at: at.into() },
            Reason::Gap => ReasonBody::Gap {},
            Reason::OffBoard => ReasonBody::OffBoard {},
            Reason::NotAWord { word } => ReasonBody::NotAWord { word },
            Reason::NotAdjacent => ReasonBody::NotAdjacent {},
            Reason::NotOnRack { seat, tile, label } => {
                ReasonBody::NotOnRack { seat: seat.map(|seat| seat.0), tile: tile.0, label }
            }
            Reason::Occupied { face, at, there } => {
                ReasonBody::Occupied { face: (&face).into(), at: at.into(), there: (&there).into() }
            }
            Reason::CrossWord { words } => ReasonBody::CrossWord { words },
            Reason::WildForOwnLetter { letter } => ReasonBody::WildForOwnLetter { letter },
            Reason::NoWord => ReasonBody::NoWord {},
            Reason::SquareFailed { at, word, error } => {
                ReasonBody::SquareFailed { at: at.into(), word, error }
            }
            Reason::BagTooSmall { wanted, needed, available } => {
                ReasonBody::BagTooSmall { wanted, needed, available }
            }
            Reason::ExchangeForbidden => ReasonBody::ExchangeForbidden {},
            Reason::ExchangeCount { wanted, fewest, most } => {
                ReasonBody::ExchangeCount { wanted, fewest, most }
            }
            Reason::ExchangesUsedUp { times } => ReasonBody::ExchangesUsedUp { times },
            Reason::NotYourTurn { turn } => ReasonBody::NotYourTurn { turn: turn.0 },
            Reason::NoSuchSeat => ReasonBody::NoSuchSeat {},
            Reason::NotStarted => ReasonBody::NotStarted {},
            Reason::GameOver => ReasonBody::GameOver {},
            Reason::NoChallenges => ReasonBody::NoChallenges {},
            Reason::NothingToChallenge => ReasonBody::NothingToChallenge {},
            Reason::NoSuchWord { number, count } => ReasonBody::NoSuchWord { number, count },
            Reason::AnswerFirst => ReasonBody::AnswerFirst {},
            Reason::AlreadyAnswered => ReasonBody::AlreadyAnswered {},
            Reason::TimeIsUp => ReasonBody::TimeIsUp {},
            Reason::TimeLeft { left } => ReasonBody::TimeLeft { left: left.0 },
            Reason::NoClock => ReasonBody::NoClock {},
        }
    }
}

impl From<ReasonBody> for Reason {
    fn from(why: ReasonBody) -> Reason {
        match why {
            ReasonBody::EmptyPlay {} => Reason::EmptyPlay,
            ReasonBody::TooManyTiles { tiles, most } => Reason::TooManyTiles { tiles, most },
            ReasonBody::NotInLine { coords } => {
                Reason::NotInLine { coords: coords.into_iter().map(Into::into).collect() }
            }
            ReasonBody::SameSquare { at } => Reason::SameSquare { at: at.into() },
            ReasonBody::NotOnStart { start } => Reason::NotOnStart { start: start.into() },
            ReasonBody::OpeningTooShort { needed } => Reason::OpeningTooShort { needed },
            ReasonBody::NoSuchTile { tile } => Reason::NoSuchTile { tile: TileId(tile) },
            ReasonBody::NotAFace { tile, face } => Reason::NotAFace { tile: TileId(tile), face: face.into() },
            ReasonBody::Hole { at } => Reason::Hole { at: at.into() },
            ReasonBody::Gap {} => Reason::Gap,
            ReasonBody::OffBoard {} => Reason::OffBoard,
            ReasonBody::NotAWord { word } => Reason::NotAWord { word },
            ReasonBody::NotAdjacent {} => Reason::NotAdjacent,
            ReasonBody::NotOnRack { seat, tile, label } => {
                Reason::NotOnRack { seat: seat.map(Seat), tile: TileId(tile), label }
            }
            ReasonBody::Occupied { face, at, there } => {
                Reason::Occupied { face: face.into(), at: at.into(), there: there.into() }
            }
            ReasonBody::CrossWord { words } => Reason::CrossWord { words },
            ReasonBody::WildForOwnLetter { letter } => Reason::WildForOwnLetter { letter },
            ReasonBody::NoWord {} => Reason::NoWord,
            ReasonBody::SquareFailed { at, word, error } => {
                Reason::SquareFailed { at: at.into(), word, error }
            }
            ReasonBody::BagTooSmall { wanted, needed, available } => {
                Reason::BagTooSmall { wanted, needed, available }
            }
            ReasonBody::ExchangeForbidden {} => Reason::ExchangeForbidden,
            ReasonBody::ExchangeCount { wanted, fewest, most } => {
                Reason::ExchangeCount { wanted, fewest, most }
            }
            ReasonBody::ExchangesUsedUp { times } => Reason::ExchangesUsedUp { times },
            ReasonBody::NotYourTurn { turn } => Reason::NotYourTurn { turn: Seat(turn) },
            ReasonBody::NoSuchSeat {} => Reason::NoSuchSeat,
            ReasonBody::NotStarted {} => Reason::NotStarted,
            ReasonBody::GameOver {} => Reason::GameOver,
            ReasonBody::NoChallenges {} => Reason::NoChallenges,
            ReasonBody::NothingToChallenge {} => Reason::NothingToChallenge,
            ReasonBody::NoSuchWord { number, count } => Reason::NoSuchWord { number, count },
            ReasonBody::AnswerFirst {} => Reason::AnswerFirst,
            ReasonBody::AlreadyAnswered {} => Reason::AlreadyAnswered,
            ReasonBody::TimeIsUp {} => Reason::TimeIsUp,
            ReasonBody::TimeLeft { left } => Reason::TimeLeft { left: Millis(left) },
            ReasonBody::NoClock {} => Reason::NoClock,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Coord;

    /// The reason after this one. A new reason does not compile until it is part of the chain.
    fn next(reason: &Reason) -> Option<Reason> {
        let (at, tile) = (Coord::new(-3, 7), TileId(255));
        let face = |letter: &str, points| FaceLabel { letter: letter.to_owned(), points };
        Some(match reason {
            Reason::EmptyPlay => Reason::TooManyTiles { tiles: 500, most: 7 },
            Reason::TooManyTiles { .. } => {
                Reason::NotInLine { coords: vec![at, Coord::new(i32::MAX, i32::MIN)] }
            }
            Reason::NotInLine { .. } => Reason::SameSquare { at },
            Reason::SameSquare { .. } => Reason::NotOnStart { start: at },
            Reason::NotOnStart { .. } => Reason::OpeningTooShort { needed: 2 },
            Reason::OpeningTooShort { .. } => Reason::NoSuchTile { tile },
            Reason::NoSuchTile { .. } => Reason::NotAFace { tile, face: face("L·L", -1) },
            Reason::NotAFace { .. } => Reason::Hole { at },
            Reason::Hole { .. } => Reason::Gap,
            Reason::Gap => Reason::OffBoard,
            Reason::OffBoard => Reason::NotAWord { word: "[C][H]A\"\u{1}".to_owned() },
            Reason::NotAWord { .. } => Reason::NotAdjacent,
            Reason::NotAdjacent => Reason::NotOnRack { seat: Some(Seat(1)), tile, label: "?".to_owned() },
            Reason::NotOnRack { seat: Some(_), .. } => {
                Reason::NotOnRack { seat: None, tile, label: String::new() }
            }
            Reason::NotOnRack { seat: None, .. } => {
                Reason::Occupied { face: face("A", 1), at, there: face("Ñ", 8) }
            }
            Reason::Occupied { .. } => Reason::CrossWord { words: vec!["AB".to_owned(), "CD".to_owned()] },
            Reason::CrossWord { .. } => Reason::WildForOwnLetter { letter: "E".to_owned() },
            Reason::WildForOwnLetter { .. } => Reason::NoWord,
            Reason::NoWord => {
                Reason::SquareFailed { at, word: "AB".to_owned(), error: "too many steps".to_owned() }
            }
            Reason::SquareFailed { .. } => Reason::BagTooSmall { wanted: 3, needed: 7, available: 2 },
            Reason::BagTooSmall { .. } => Reason::ExchangeForbidden,
            Reason::ExchangeForbidden => Reason::ExchangeCount { wanted: 9, fewest: 1, most: 7 },
            Reason::ExchangeCount { .. } => Reason::ExchangesUsedUp { times: 3 },
            Reason::ExchangesUsedUp { .. } => Reason::NotYourTurn { turn: Seat(3) },
            Reason::NotYourTurn { .. } => Reason::NoSuchSeat,
            Reason::NoSuchSeat => Reason::NotStarted,
            Reason::NotStarted => Reason::GameOver,
            Reason::GameOver => Reason::NoChallenges,
            Reason::NoChallenges => Reason::NothingToChallenge,
            Reason::NothingToChallenge => Reason::NoSuchWord { number: 4, count: 2 },
            Reason::NoSuchWord { .. } => Reason::AnswerFirst,
            Reason::AnswerFirst => Reason::AlreadyAnswered,
            Reason::AlreadyAnswered => Reason::TimeIsUp,
            Reason::TimeIsUp => Reason::TimeLeft { left: Millis(61_500) },
            Reason::TimeLeft { .. } => Reason::NoClock,
            Reason::NoClock => return None,
        })
    }

    fn all() -> impl Iterator<Item = Reason> {
        std::iter::successors(Some(Reason::EmptyPlay), next)
    }

    fn object(reason: &Reason) -> Map<String, Value> {
        match serde_json::to_value(ReasonJson::from(reason)) {
            Ok(Value::Object(object)) => object,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_reason_round_trips() {
        for reason in all() {
            assert_eq!(read_reason(object(&reason)).unwrap(), reason);
        }
        assert_eq!(all().count(), 36);
    }

    #[cfg(feature = "schema")]
    #[test]
    fn every_reason_has_a_schema_with_its_fields() {
        use utoipa::PartialSchema;
        let schema = serde_json::to_value(schema::ReasonData::schema()).unwrap();
        for reason in all() {
            let reason = object(&reason);
            let mut described = schema["oneOf"].as_array().unwrap().iter();
            let described = described.find(|each| each["properties"]["code"]["enum"][0] == reason["code"]);
            let described = described.unwrap_or_else(|| panic!("{} has no schema", reason["code"]));
            let (properties, required) =
                (described["properties"].as_object().unwrap(), &described["required"]);
            for name in reason.keys().filter(|name| !["message", "gpe"].contains(&name.as_str())) {
                assert!(properties.contains_key(name), "{}: {name}", reason["code"]);
            }
            for name in required.as_array().unwrap() {
                assert!(reason.contains_key(name.as_str().unwrap()), "{}: {name}", reason["code"]);
            }
        }
    }

    #[test]
    fn names_are_the_codes_of_the_rules() {
        for reason in all() {
            let named = serde_json::to_value(ReasonBody::from(&reason)).unwrap();
            assert_eq!(named.as_object().unwrap().keys().next().unwrap(), reason.code());
        }
    }

    #[test]
    fn a_reason_has_code_message_and_data() {
        let json = serde_json::to_string(&ReasonJson::from(&Reason::NotAWord { word: "XQ".into() })).unwrap();
        assert_eq!(
            json,
            r#"{"code":"not-a-word","message":"XQ is not in the word list.","gpe":"GPEWordNotInDictionary","word":"XQ"}"#
        );
    }

    #[test]
    fn errors_have_a_path_and_a_message() {
        let read = |text: &str| read_reason(serde_json::from_str(text).unwrap()).unwrap_err().to_string();
        assert_eq!(read("{}"), "code: a reason needs its code");
        assert_eq!(read(r#"{"code":7}"#), "code: a reason's code is a string, not 7");
        assert_eq!(read(r#"{"code":"hole"}"#), "missing field `at`");
        assert_eq!(
            read(r#"{"code":"hole","at":{"x":1,"y":[]}}"#),
            "at.y: invalid type: sequence, expected i32"
        );
        assert!(read(r#"{"code":"bad-luck"}"#).starts_with("unknown variant `bad-luck`"));
        assert!(read(r#"{"code":"gap","x":1}"#).starts_with("x: unknown field `x`"));
    }
}
