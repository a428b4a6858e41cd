//! The start message: everything a bot needs to play.

use super::gameplay::{BotCoord, BotFace, BotTileCounts};
use rules::{Board, Clock, Coord, Dialect, Extent, Rect, Ruleset};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use tiles::{TileKind, TileSet};

/// The distance from the start up to which the squares of an unbounded board are listed.
const LISTED: i32 = 20;

/// The start of a game: the data of this player and this game, and the data that all games of a match share.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StartMessage {
    /// The number of players.
    pub players: u32,
    /// The names of the players, in order.
    pub names: Vec<String>,
    /// Your number, from 1.
    pub you: u32,
    /// The number of the first player.
    pub first: u32,
    /// Your tiles.
    pub hand: BotTileCounts,
    /// Whether the game is resumed. The messages up to now follow.
    #[serde(default)]
    pub resumed: bool,
    /// The data that all games of a match share.
    #[serde(with = "shared")]
    pub setting: Arc<GameSetting>,
}

/// Serialisation of a shared value.
mod shared {
    use super::{Arc, Deserialize, GameSetting, Serialize};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &Arc<GameSetting>, to: S) -> Result<S::Ok, S::Error> {
        GameSetting::serialize(value, to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<GameSetting>, D::Error> {
        GameSetting::deserialize(from).map(Arc::new)
    }
}

/// The data that all players and all games of a match share.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSetting {
    /// The time limit of a turn in milliseconds, if there is one.
    pub timeout: Option<i64>,
    /// The clock for the whole game, if there is one.
    pub clock: Option<ClockState>,
    /// The letters in the order of the alphabet.
    pub alphabet: Vec<String>,
    /// The dictionary.
    pub lexicon: LexiconState,
    /// The faces of each tile, by tile number.
    pub tiles: BTreeMap<u32, Vec<BotFace>>,
    /// The total count of each tile.
    pub counts: BotTileCounts,
    /// The number of tiles of a full rack.
    pub rack: u32,
    /// The bonuses: a minimum number of tiles and its points.
    pub bonus: Vec<(u32, i32)>,
    /// The board.
    pub board: BoardState,
    /// The rules.
    pub rules: RulesState,
}

/// A clock for the whole game of a player, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockState {
    /// The initial time.
    pub initial: i64,
    /// The time added after each turn.
    pub increment: i64,
    /// The overtime after which the game is lost.
    pub overtime: i64,
    /// The points lost for each minute of overtime.
    pub penalty: i32,
}

/// The dictionary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LexiconState {
    /// Its name.
    pub name: String,
    /// The content hash of its words. Request the words with `{"words":HASH}`.
    pub hash: String,
    /// The number of words.
    pub count: u32,
}

/// The rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulesState {
    /// The name of the rules.
    pub name: String,
    /// The rules file.
    pub source: String,
}

/// The board, with the names of the ITU game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BoardState {
    /// The board program, if the board has one.
    pub prog: Option<String>,
    /// The square programs by id and priority.
    pub squares: BTreeMap<i32, BTreeMap<i32, String>>,
    /// The letter and word factors of the squares that have no other effect.
    pub factors: BTreeMap<i32, (i32, i32)>,
    /// The id of the square that counts under tiles already played.
    pub used_square: i32,
    /// The square that the first play must cover.
    pub center: BotCoord,
    /// Whether the board is unbounded.
    pub is_infinite: bool,
    /// The print program, if the board has one.
    pub pp_square: Option<String>,
    /// Whether operators associate to the right, as in the ITU game.
    pub right_associative: bool,
    /// The square ids of the board, or of the area around the start if the board is unbounded.
    pub cells: BoardCells,
}

/// The square ids of a rectangle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardCells {
    /// The coordinate of the first id.
    pub min: BotCoord,
    /// The ids row by row, with null where there is no square.
    pub rows: Vec<Vec<Option<i32>>>,
}

impl GameSetting {
    /// Creates the data for games with these rules. `source` is the rules as a rules file.
    #[must_use]
    pub fn new(rules: &Ruleset, source: String, lexicon: LexiconState) -> GameSetting {
        let (timeout, clock) = clock(rules.clock);
        GameSetting {
            timeout,
            clock,
            alphabet: letters(&rules.tiles),
            lexicon,
            tiles: rules.tiles.kinds().map(|(id, kind)| (id.0.into(), faces(kind, &rules.tiles))).collect(),
            counts: rules.tiles.all().kinds().map(|(id, count)| (id.0.into(), count.into())).collect(),
            rack: rules.rack_size.into(),
            bonus: rules.bonus.iter().map(|bonus| (bonus.tiles.into(), bonus.points)).collect(),
            board: board(&rules.board),
            rules: RulesState { name: rules.name.clone(), source },
        }
    }
}

fn clock(clock: Clock) -> (Option<i64>, Option<ClockState>) {
    match clock {
        Clock::Off => (None, None),
        Clock::Turn { limit, .. } => (Some(limit.0), None),
        Clock::Game(game) => {
            let (initial, increment, overtime) = (game.initial.0, game.increment.0, game.overtime.0);
            (None, Some(ClockState { initial, increment, overtime, penalty: game.penalty }))
        }
    }
}

fn letters(tiles: &TileSet) -> Vec<String> {
    let alphabet = tiles.alphabet();
    alphabet.letters().map(|letter| alphabet.upper(letter).to_owned()).collect()
}

fn faces(kind: &TileKind, tiles: &TileSet) -> Vec<BotFace> {
    let inst = |face: &tiles::Face| (tiles.alphabet().upper(face.letter).to_owned(), face.points.into());
    kind.faces().iter().map(inst).collect()
}

fn board(board: &Board) -> BoardState {
    let squares = board.squares();
    let steps = |square: &rules::Square| {
        square.steps().iter().map(|step| (step.priority, step.source().to_owned())).collect()
    };
    BoardState {
        prog: board.program().map(str::to_owned),
        squares: squares.iter().map(|square| (square.id(), steps(square))).collect(),
        factors: squares
            .iter()
            .filter_map(|square| square.factors().map(|plain| (square.id(), (plain.letter, plain.word))))
            .collect(),
        used_square: board.square_under_tiles().id(),
        center: (board.start().x, board.start().y),
        is_infinite: board.extent() == Extent::Unbounded,
        pp_square: board.print_program().map(str::to_owned),
        right_associative: board.dialect() == Dialect::ItuRight,
        cells: cells(board),
    }
}

fn cells(board: &Board) -> BoardCells {
    let start = board.start();
    let window = board.window().unwrap_or(Rect { min: start, max: start }.expand(LISTED));
    let id = |x: i32, y: i32| board.square(Coord::new(x, y)).map(rules::Square::id);
    let row = |y: i32| (window.min.x..=window.max.x).map(|x| id(x, y)).collect();
    BoardCells { min: (window.min.x, window.min.y), rows: (window.min.y..=window.max.y).map(row).collect() }
}
