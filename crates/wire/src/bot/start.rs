//! The start message: everything a bot needs to play.

use super::gameplay::{BotCoord, BotFace, BotTileCounts};
use rules::{Board, Clock, Coord, Dialect, Extent, Rect, Ruleset};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use tiles::{TileKind, TileSet};

/// How far around the start the squares of an unbounded board are listed.
const LISTED: i32 = 20;

/// A game begins: what stays the same for every player and every game of a match, and what does not.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StartMessage {
    /// How many play.
    pub players: u32,
    /// What they are called, in order.
    pub names: Vec<String>,
    /// Your number, from 1.
    pub you: u32,
    /// Who begins.
    pub first: u32,
    /// Your tiles.
    pub hand: BotTileCounts,
    /// Whether the game has been going on: what happened so far follows.
    #[serde(default)]
    pub resumed: bool,
    /// The game itself.
    #[serde(with = "shared")]
    pub setting: Arc<GameSetting>,
}

/// A value that many start messages share.
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

/// What stays the same for every player and every game of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameSetting {
    /// Milliseconds for each turn, when there is such a limit.
    pub timeout: Option<i64>,
    /// The clock for all of a player's turns, when there is one.
    pub clock: Option<ClockState>,
    /// The letters in the order of the alphabet.
    pub alphabet: Vec<String>,
    /// The dictionary.
    pub lexicon: LexiconState,
    /// The tiles by number: how each can be read.
    pub tiles: BTreeMap<u32, Vec<BotFace>>,
    /// How many tiles of each number there are in all.
    pub counts: BotTileCounts,
    /// How many tiles a full rack has.
    pub rack: u32,
    /// Extra points for laying at least so many tiles.
    pub bonus: Vec<(u32, i32)>,
    /// The board.
    pub board: BoardState,
    /// The rules.
    pub rules: RulesState,
}

/// A clock for all of a player's turns, in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockState {
    /// To begin with.
    pub initial: i64,
    /// Added after each turn.
    pub increment: i64,
    /// Overtime after which the game is lost.
    pub overtime: i64,
    /// Points lost for each minute of overtime.
    pub penalty: i32,
}

/// The dictionary.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LexiconState {
    /// Its name.
    pub name: String,
    /// The hash of its words: ask for them with `{"words":HASH}`.
    pub hash: String,
    /// How many words it has.
    pub count: u32,
}

/// The rules: everything in which this game may differ from others, as a rules file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RulesState {
    /// Their name.
    pub name: String,
    /// The rules file.
    pub source: String,
}

/// The board, with the names of the ITU game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BoardState {
    /// The board program, when the board is one.
    pub prog: Option<String>,
    /// The square programs by id and priority.
    pub squares: BTreeMap<i32, BTreeMap<i32, String>>,
    /// Letter and word factor of the squares that are plain factors.
    pub factors: BTreeMap<i32, (i32, i32)>,
    /// The id of the square that counts under tiles already played.
    pub used_square: i32,
    /// The place the first play must cover.
    pub center: BotCoord,
    /// Whether the board has no end.
    pub is_infinite: bool,
    /// The program that says how a square is drawn, when there is one.
    pub pp_square: Option<String>,
    /// Whether programs associate to the right, as those of the ITU game do.
    pub right_associative: bool,
    /// The square ids: of the whole board, or of the part around the centre when it has no end.
    pub cells: BoardCells,
}

/// Square ids of a rectangle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BoardCells {
    /// The place of the first id.
    pub min: BotCoord,
    /// The ids row by row; none where there is no square.
    pub rows: Vec<Vec<Option<i32>>>,
}

impl GameSetting {
    /// The start of games with these rules; their source comes from whoever writes rules files.
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
