//! The data of a game that does not change and is needed to display it: rules, board and tiles.

use crate::place::CoordJson;
use rules::{Board, Clock, Coord, ExchangePolicy, Extent, Named, Rect, Ruleset, Square, SquareId};
use serde::Serialize;
use tiles::{Face, TileId, TileKind, TileSet};
#[cfg(feature = "schema")]
use {
    rules::{CrossWords, FailedPlay, RackVisibility, TurnTimeout, WildPolicy},
    utoipa::openapi::schema::{Object, ObjectBuilder, Type},
};

/// How far around its start a board without end is shown at first.
const FIRST_LOOK: i32 = 20;

/// The rules, board and tiles of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SetupJson {
    rules: RulesJson,
    board: BoardJson,
    tiles: Vec<TileKindJson>,
    alphabet: Vec<String>,
    vowels: String,
    lexicon: LexiconJson,
}

/// The lexicon of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LexiconJson {
    /// Its name.
    pub name: String,
    /// The content hash of its words.
    pub hash: String,
    /// The number of words, if known.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub words: Option<u64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct RulesJson {
    name: String,
    title: String,
    about: String,
    rack: u8,
    bonus: Vec<BonusJson>,
    exchange: ExchangeJson,
    challenge: String,
    #[cfg_attr(feature = "schema", schema(schema_with = names_schema::<FailedPlay>))]
    failed_play: &'static str,
    #[cfg_attr(feature = "schema", schema(schema_with = names_schema::<RackVisibility>))]
    racks: &'static str,
    #[cfg_attr(feature = "schema", schema(schema_with = names_schema::<WildPolicy>))]
    wild: &'static str,
    #[cfg_attr(feature = "schema", schema(schema_with = names_schema::<CrossWords>))]
    cross: &'static str,
    opening: u8,
    seats: [u8; 2],
    clock: ClockJson,
    hints: bool,
    undo: bool,
    takeover: bool,
    source: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct BonusJson {
    tiles: u8,
    points: i32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct ExchangeJson {
    allowed: bool,
    bag: u16,
    fewest: u8,
    #[cfg_attr(feature = "schema", schema(required = true))]
    most: Option<u8>,
    #[cfg_attr(feature = "schema", schema(required = true))]
    times: Option<u16>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ClockJson {
    Off,
    Game {
        initial: i64,
        increment: i64,
        penalty: i32,
        overtime: i64,
    },
    Turn {
        turn: i64,
        #[cfg_attr(feature = "schema", schema(schema_with = names_schema::<TurnTimeout>))]
        then: &'static str,
    },
}

/// A text that is one of the names of a choice of the rules.
#[cfg(feature = "schema")]
fn names_schema<T: Named>() -> Object {
    let names = T::NAMES.iter().map(|(name, _)| *name);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).build()
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct BoardJson {
    title: String,
    kind: BoardExtent,
    x: i32,
    y: i32,
    width: usize,
    height: usize,
    start: CoordJson,
    /// The seed that a random board was dealt from, as text: it may have more digits than a JSON number can carry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    seed: Option<String>,
    coords: CoordStyleName,
    squares: Vec<SquareJson>,
    rows: Vec<String>,
}

/// Whether a board has an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BoardExtent {
    /// It has one.
    Finite,
    /// It goes on without end.
    Unbounded,
}

/// How people write the squares of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
enum CoordStyleName {
    /// A letter and a number, such as H8.
    Classic,
    /// Two numbers.
    Numbers,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct SquareJson {
    #[cfg_attr(feature = "schema", schema(value_type = i32))]
    id: SquareId,
    name: String,
    kind: SquareKindName,
    /// What a letter or word square multiplies by.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(nullable = false))]
    factor: Option<i32>,
    short: String,
    about: String,
}

/// What a square does to a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
enum SquareKindName {
    /// Nothing.
    Plain,
    /// It multiplies the points of its letter.
    Letter,
    /// It multiplies the points of the word.
    Word,
    /// Anything else.
    Program,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct TileKindJson {
    tile: u8,
    label: String,
    faces: Vec<FaceJson>,
    wild: bool,
    count: u16,
    points: i32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
struct FaceJson {
    letter: String,
    points: i32,
}

/// A rectangle of squares. Each is a character that encodes its index in the list of squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SquaresJson {
    x: i32,
    y: i32,
    width: usize,
    height: usize,
    rows: Vec<String>,
}

/// Converts rules, board and tiles, with the text of the rules and the lexicon.
#[must_use]
pub fn setup_json(rules: &Ruleset, source: &str, lexicon: LexiconJson) -> SetupJson {
    let alphabet = rules.tiles.alphabet();
    let vowels = alphabet.letters().filter(|&letter| alphabet.is_vowel(letter));
    SetupJson {
        rules: rules_json(rules, source),
        board: board_json(&rules.board),
        tiles: rules.tiles.kinds().map(|(id, kind)| kind_json(id, kind, &rules.tiles)).collect(),
        alphabet: alphabet.letters().map(|letter| alphabet.upper(letter).to_owned()).collect(),
        vowels: vowels.map(|letter| alphabet.upper(letter)).collect(),
        lexicon,
    }
}

/// Converts the squares in a rectangle of a board.
#[must_use]
pub fn squares_json(board: &Board, window: Rect) -> SquaresJson {
    SquaresJson {
        x: window.min.x,
        y: window.min.y,
        width: window.width(),
        height: window.height(),
        rows: rows(board, window),
    }
}

fn rules_json(rules: &Ruleset, source: &str) -> RulesJson {
    RulesJson {
        name: rules.name.clone(),
        title: rules.title.clone(),
        about: rules.about.clone(),
        rack: rules.rack_size,
        bonus: rules
            .bonus
            .iter()
            .map(|bonus| BonusJson { tiles: bonus.tiles, points: bonus.points })
            .collect(),
        exchange: exchange(rules.exchange),
        challenge: rules.challenge.to_string(),
        failed_play: rules.failed_play.name(),
        racks: rules.racks.name(),
        wild: rules.wild.name(),
        cross: rules.words.cross.name(),
        opening: rules.opening_tiles,
        seats: [rules.seats.min, rules.seats.max],
        clock: clock(rules.clock),
        hints: rules.table.hints,
        undo: rules.table.undo,
        takeover: rules.table.takeover,
        source: source.to_owned(),
    }
}

fn exchange(policy: ExchangePolicy) -> ExchangeJson {
    match policy {
        ExchangePolicy::Forbidden => {
            ExchangeJson { allowed: false, bag: 0, fewest: 0, most: None, times: None }
        }
        ExchangePolicy::Allowed(limits) => ExchangeJson {
            allowed: true,
            bag: limits.bag,
            fewest: limits.fewest,
            most: Some(limits.most),
            times: limits.times,
        },
    }
}

fn clock(clock: Clock) -> ClockJson {
    match clock {
        Clock::Off => ClockJson::Off,
        Clock::Game(clock) => ClockJson::Game {
            initial: clock.initial.0,
            increment: clock.increment.0,
            penalty: clock.penalty,
            overtime: clock.overtime.0,
        },
        Clock::Turn { limit, then } => ClockJson::Turn { turn: limit.0, then: then.name() },
    }
}

fn board_json(board: &Board) -> BoardJson {
    let around = Rect { min: board.start(), max: board.start() }.expand(FIRST_LOOK);
    let window = board.window().unwrap_or(around);
    let (kind, coords) = match board.extent() {
        Extent::Finite(_) => (BoardExtent::Finite, CoordStyleName::Classic),
        Extent::Unbounded => (BoardExtent::Unbounded, CoordStyleName::Numbers),
    };
    BoardJson {
        title: board.title().to_owned(),
        kind,
        x: window.min.x,
        y: window.min.y,
        width: window.width(),
        height: window.height(),
        start: board.start().into(),
        seed: board.seed().map(|seed| seed.to_string()),
        coords,
        squares: board.squares().iter().map(square_json).collect(),
        rows: rows(board, window),
    }
}

/// One character for each place of each row. A space means that there is no square.
fn rows(board: &Board, window: Rect) -> Vec<String> {
    let row = |row: &mut dyn Iterator<Item = Coord>| row.map(|at| sign_at(board, at)).collect();
    window.rows().map(|mut places| row(&mut places)).collect()
}

fn sign_at(board: &Board, at: Coord) -> char {
    let place = |square: &Square| board.squares().iter().position(|kind| kind.id() == square.id());
    board.square(at).and_then(place).map_or(' ', sign)
}

/// The character for an index in the list of squares: a digit, a letter, then the characters from U+0100.
fn sign(place: usize) -> char {
    let place = u32::try_from(place).unwrap_or(0);
    char::from_digit(place, 36).or_else(|| char::from_u32(0x100 + place - 36)).unwrap_or('?')
}

fn square_json(square: &Square) -> SquareJson {
    let (kind, factor, short, about) = match square.factors().map(|factors| (factors.letter, factors.word)) {
        Some((1, 1)) => (SquareKindName::Plain, None, String::new(), "nothing special".to_owned()),
        Some((letter, 1)) => {
            (SquareKindName::Letter, Some(letter), format!("{letter}L"), format!("{} letter", times(letter)))
        }
        Some((1, word)) => {
            (SquareKindName::Word, Some(word), format!("{word}W"), format!("{} word", times(word)))
        }
        Some((letter, word)) => {
            let about = format!("{} letter, {} word", times(letter), times(word));
            (SquareKindName::Program, None, format!("{letter}L{word}W"), about)
        }
        None => (SquareKindName::Program, None, initials(square.name()), square.name().to_owned()),
    };
    SquareJson { id: square.id(), name: square.name().to_owned(), kind, factor, short, about }
}

fn times(factor: i32) -> String {
    match factor {
        2 => "double".to_owned(),
        3 => "triple".to_owned(),
        4 => "quadruple".to_owned(),
        other => format!("{other}-fold"),
    }
}

/// The initials of the first words of a name.
fn initials(name: &str) -> String {
    let first = name.split_whitespace().filter_map(|word| word.chars().find(|c| c.is_alphanumeric()));
    let letters: String = first.take(3).flat_map(char::to_uppercase).collect();
    if letters.is_empty() { "*".to_owned() } else { letters }
}

fn kind_json(id: TileId, kind: &TileKind, set: &TileSet) -> TileKindJson {
    let face = |face: &Face| FaceJson {
        letter: set.alphabet().upper(face.letter).to_owned(),
        points: face.points.into(),
    };
    TileKindJson {
        tile: id.0,
        label: set.label(id).to_owned(),
        faces: kind.faces().iter().map(face).collect(),
        wild: kind.is_wild(),
        count: set.all().count(id),
        points: kind.max_points().into(),
    }
}
