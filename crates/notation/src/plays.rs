//! Plays as text: `8H WORD`, `-ABC`, `pass`, and the notations of other games.
//!
//! ```
//! # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
//! use quixotry::notation::plays::{self, PlayContext, PlaythroughStyle, Turn};
//! use quixotry::presets::Library;
//! use quixotry::rules::empty_grid;
//!
//! let rules = Library::shipped().rules("standard").unwrap();
//! let grid = empty_grid(&rules.board);
//! let context = PlayContext { rules: &rules, grid: &grid, rack: None };
//! let turn = plays::parse("8H WORd", context).unwrap();
//! let Turn::Place(placement) = &turn else { panic!("a play") };
//! assert_eq!(placement.tiles.len(), 4);
//! assert_eq!(plays::print(&turn, context, PlaythroughStyle::Parentheses), "8H WORd");
//! ```
//!
//! Upper case is a plain tile, lower case a wild tile. A tile that is already on the board is written as `.`, as its
//! letter, or as its letter in parentheses.

mod forms;

use crate::coords::{self, CoordError, PlayLocation};
use crate::tiletext::{self, TileTextError, WrittenTile};
use rules::{Axis, BoardTile, Coord, Grid, PlacedTile, Placement, Play, Position, Ruleset};
use std::iter::Peekable;
use tiles::{TileId, TileSet, Tiles};

pub use forms::{print_row_column, print_skrabbkle, print_tile_list};

/// What is needed to read or write a play: the rules, the tiles on the board, and the rack if it is known.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
/// use quixotry::notation::plays::{self, PlayContext};
/// use quixotry::presets::Library;
/// use quixotry::rules::Position;
///
/// let position = Position::new(Library::shipped().rules("standard")?);
/// assert!(plays::parse("8G QUIZ", PlayContext::of(&position)).is_ok());
/// assert!(plays::parse("8Z QUIZ", PlayContext::of(&position)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlayContext<'a> {
    /// The rules.
    pub rules: &'a Ruleset,
    /// The tiles on the board before the play.
    pub grid: &'a Grid,
    /// The rack, which decides between tiles that show the same letter.
    pub rack: Option<&'a Tiles>,
}

impl<'a> PlayContext<'a> {
    /// The context of the player to move in a position.
    #[must_use]
    pub fn of(position: &'a Position) -> PlayContext<'a> {
        let rack = Some(position.rack()).filter(|rack| !rack.is_empty());
        PlayContext { rules: &position.rules, grid: &position.grid, rack }
    }

    pub(crate) fn set(&self) -> &'a TileSet {
        &self.rules.tiles
    }

    fn rack(&self) -> Tiles {
        self.rack.cloned().unwrap_or_default()
    }
}

/// What a player does with a turn.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
/// use quixotry::notation::plays::{self, PlayContext, Turn};
/// use quixotry::presets::Library;
/// use quixotry::rules::Position;
///
/// let position = Position::new(Library::shipped().rules("standard")?);
/// let read = |text| plays::parse(text, PlayContext::of(&position));
/// assert!(matches!(read("8G QUIZ")?, Turn::Place(placement) if placement.tiles.len() == 4));
/// assert!(matches!(read("-QV")?, Turn::Exchange(tiles) if tiles.len() == 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Lays tiles.
    Place(Placement),
    /// Exchanges these tiles.
    Exchange(Vec<TileId>),
    /// Exchanges this many unknown tiles.
    ExchangeUnknown(usize),
    /// Does nothing.
    Pass,
}

/// The notation of a play.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
/// use quixotry::notation::plays::{self, PlayContext, PlayNotation};
/// use quixotry::presets::Library;
/// use quixotry::rules::Position;
///
/// let position = Position::new(Library::shipped().rules("standard")?);
/// let context = PlayContext::of(&position);
/// let turn = plays::parse("8G QUIZ", context)?;
/// let text = plays::print_as(PlayNotation::SkraBBKle, &turn, context);
/// assert_eq!(plays::parse_as(PlayNotation::SkraBBKle, &text, context)?, turn);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayNotation {
    /// `8H WORD`, `WORD 8H`, `8H.WORD`, `-ABC`, `pass`.
    Standard,
    /// SkraBBKle: `WORD,f4` down, `WORD,4f` across, `,` to pass. Only new tiles are written.
    SkraBBKle,
    /// SkraBBKle of 2022: `WORD,f4,d`, `WORD,f4,r`, `,,` to pass.
    SkraBBKle2022,
    /// The Haskell game: `WORD ROW COLUMN H|V`, counted from 0.
    RowColumn,
    /// The ITU game: `x y idLETTERpoints` for each tile.
    TileList,
}

impl PlayNotation {
    /// All notations.
    pub const ALL: [PlayNotation; 5] = [
        PlayNotation::Standard,
        PlayNotation::SkraBBKle,
        PlayNotation::SkraBBKle2022,
        PlayNotation::RowColumn,
        PlayNotation::TileList,
    ];

    /// Recognises the notation of a play by its form.
    #[must_use]
    pub fn detect(text: &str) -> PlayNotation {
        forms::detect(text)
    }
}

/// How to write the letters on the board that a play runs through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaythroughStyle {
    /// `W(OR)D`.
    Parentheses,
    /// `W..D`.
    Dots,
    /// `WORD`.
    Letters,
}

/// Why a text is not a play.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The text is empty.
    #[error("the play is empty; write a coordinate and a word, such as 8H WORD")]
    Empty,
    /// The text does not have the form of a play.
    #[error("{text:?} is not a play: write {expected}")]
    Form {
        /// The text.
        text: String,
        /// The right form.
        expected: &'static str,
    },
    /// The coordinate is wrong.
    #[error(transparent)]
    Coord(#[from] CoordError),
    /// A letter of the word cannot be read.
    #[error("character {at} of {word:?}: {reason}")]
    Letter {
        /// Which character of the word, from 1.
        at: usize,
        /// The word as written.
        word: String,
        /// Why.
        reason: TileTextError,
    },
    /// A parenthesis is not closed or not opened.
    #[error("the parentheses of {word:?} do not match")]
    Parentheses {
        /// The word as written.
        word: String,
    },
    /// The board has another letter there.
    #[error("{word:?} has {said} at {square}, but the board has {there} there")]
    Conflict {
        /// The word as written.
        word: String,
        /// Where.
        square: String,
        /// The letter written.
        said: String,
        /// The letter on the board.
        there: String,
    },
    /// The board has no tile there.
    #[error("{word:?} runs through a tile at {square}, but there is no tile")]
    NothingThere {
        /// The word as written.
        word: String,
        /// Where.
        square: String,
    },
    /// The word leaves the board.
    #[error("{word:?} leaves the board: there is no square at {square}")]
    OffBoard {
        /// The word as written.
        word: String,
        /// Where.
        square: String,
    },
    /// No tile is laid.
    #[error("{word:?} lays no tile")]
    NoTiles {
        /// The word as written.
        word: String,
    },
    /// The first square has a tile already.
    #[error("the first tile cannot be laid at {square}: the tile {there} is there")]
    Occupied {
        /// Where.
        square: String,
        /// The letter on the board.
        there: String,
    },
    /// Tiles to exchange cannot be read.
    #[error(transparent)]
    Tiles(#[from] tiles::TilesParseError),
}

const STANDARD: &str = "a coordinate and a word (8H WORD), `-` and tiles to exchange (-ABC), or `pass`";

/// Reads a play in any of the standard forms.
///
/// # Errors
///
/// The text is not a play, or does not fit the board.
pub fn parse(text: &str, context: PlayContext<'_>) -> Result<Turn, PlayError> {
    let text = text.trim();
    if text.is_empty() {
        return Err(PlayError::Empty);
    }
    if let Some(turn) = parse_without_tiles(text, context.set())? {
        return Ok(turn);
    }
    let (location, word) = split(text, context)?;
    parse_word(location, word, context).map(Turn::Place)
}

/// Reads a play in any notation, which is recognised by its form.
///
/// # Errors
///
/// The text is not a play, or does not fit the board.
pub fn parse_any(text: &str, context: PlayContext<'_>) -> Result<Turn, PlayError> {
    parse_as(PlayNotation::detect(text), text, context)
}

/// Reads a play in one notation.
///
/// # Errors
///
/// The text is not a play in this notation, or does not fit the board.
pub fn parse_as(style: PlayNotation, text: &str, context: PlayContext<'_>) -> Result<Turn, PlayError> {
    match style {
        PlayNotation::Standard => parse(text, context),
        PlayNotation::SkraBBKle => forms::parse_skrabbkle(text, context),
        PlayNotation::SkraBBKle2022 => forms::parse_skrabbkle_2022(text, context),
        PlayNotation::RowColumn => forms::parse_row_column(text, context),
        PlayNotation::TileList => forms::parse_tile_list(text, context).map(Turn::Place),
    }
}

/// Passes and exchanges.
fn parse_without_tiles(text: &str, set: &TileSet) -> Result<Option<Turn>, PlayError> {
    let lower = text.to_ascii_lowercase();
    if lower == "-" || lower == "pass" {
        return Ok(Some(Turn::Pass));
    }
    let named = ["exchange", "exch", "ex"].into_iter().find_map(|name| {
        lower.strip_prefix(name).filter(|rest| rest.starts_with([' ', '.'])).map(|_| &text[name.len() + 1..])
    });
    let is_pair = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains(',');
    let signed = text.strip_prefix('-').filter(|rest| !is_pair(rest));
    named.or(signed).map(|tiles| parse_exchange(tiles.trim(), set)).transpose()
}

/// Reads the tiles of an exchange, or their number.
///
/// # Errors
///
/// The text has no tiles, or tiles that the set does not have.
pub fn parse_exchange(tiles: &str, set: &TileSet) -> Result<Turn, PlayError> {
    let form = || PlayError::Form {
        text: tiletext::short(tiles),
        expected: "the tiles to exchange, or how many they are",
    };
    if tiles.is_empty() {
        return Err(form());
    }
    if tiles.bytes().all(|byte| byte.is_ascii_digit()) {
        let count = tiles.parse().ok().filter(|&count| count > 0);
        return count.map(Turn::ExchangeUnknown).ok_or_else(form);
    }
    Ok(Turn::Exchange(tiletext::tile_list(set, tiles)?))
}

/// Finds the coordinate and the word, in either order.
fn split<'t>(text: &'t str, context: PlayContext<'_>) -> Result<(PlayLocation, &'t str), PlayError> {
    let board = &context.rules.board;
    let form = || PlayError::Form { text: tiletext::short(text), expected: STANDARD };
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [one] => {
            let (location, word) =
                one.split_once('.').filter(|(_, word)| !word.is_empty()).ok_or_else(form)?;
            Ok((coords::parse_location(location, board)?, word))
        }
        [first, second] if looks_like_coordinate(second) && !looks_like_coordinate(first) => {
            Ok((coords::parse_location(second, board)?, first))
        }
        [first, second] => Ok((coords::parse_location(first, board)?, second)),
        [pair, direction, word] => {
            let arrow = match direction.to_ascii_lowercase().as_str() {
                "across" => '>',
                "down" => 'v',
                _ => return Err(form()),
            };
            Ok((coords::parse_location(&format!("{pair}{arrow}"), board)?, word))
        }
        _ => Err(form()),
    }
}

/// A text with a digit outside brackets and braces is a coordinate. A word whose letters have digits comes after it, or
/// has brackets.
fn looks_like_coordinate(text: &str) -> bool {
    let outside = text.split(['{', '[']).next().unwrap_or_default();
    outside.bytes().any(|byte| byte.is_ascii_digit())
}

/// Reads a word that begins at a square: new letters, and letters that are already on the board.
///
/// # Errors
///
/// The word cannot be read, or does not fit the board.
pub fn parse_word(
    location: PlayLocation,
    word: &str,
    context: PlayContext<'_>,
) -> Result<Placement, PlayError> {
    check_length(word)?;
    let mut reader = WordReader { context, word, location, rack: context.rack(), laid: Vec::new() };
    let (mut at, mut inside, mut place) = (0, false, 0);
    while let Some(sign) = word[at..].chars().next() {
        match sign {
            '(' if !inside => inside = true,
            ')' if inside => inside = false,
            '(' | ')' => return Err(PlayError::Parentheses { word: tiletext::short(word) }),
            _ => {
                at += reader.letter(at, place, inside)?;
                place += 1;
                continue;
            }
        }
        at += 1;
    }
    if inside {
        return Err(PlayError::Parentheses { word: tiletext::short(word) });
    }
    if reader.laid.is_empty() {
        return Err(PlayError::NoTiles { word: tiletext::short(word) });
    }
    Ok(Placement { tiles: reader.laid, axis: Some(location.axis), written: None })
}

/// A word longer than this fits on no board.
fn check_length(word: &str) -> Result<(), PlayError> {
    match word.chars().nth(tiletext::LONGEST) {
        Some(_) => {
            Err(PlayError::Form { text: tiletext::short(word), expected: "a word that fits on a board" })
        }
        None => Ok(()),
    }
}

struct WordReader<'a> {
    context: PlayContext<'a>,
    word: &'a str,
    location: PlayLocation,
    rack: Tiles,
    laid: Vec<PlacedTile>,
}

impl WordReader<'_> {
    /// Reads the letter at a byte of the word, which belongs to the given square of the play.
    fn letter(&mut self, at: usize, place: i32, old: bool) -> Result<usize, PlayError> {
        let square = self.location.at.step(self.location.axis, place);
        if !self.context.rules.board.has(square) || (place > 0 && square == self.location.at) {
            return Err(PlayError::OffBoard { word: tiletext::short(self.word), square: self.name(square) });
        }
        let there = self.context.grid.get(square);
        if self.word[at..].starts_with('.') {
            return there.map(|_| 1).ok_or_else(|| self.nothing(square));
        }
        let (written, len) = self.lexeme(at)?;
        match there {
            Some(there) => self.agree(written, there, square)?,
            None if old => return Err(self.nothing(square)),
            None => self.lay(at, written, square)?,
        }
        Ok(len)
    }

    fn lexeme(&self, at: usize) -> Result<(WrittenTile, usize), PlayError> {
        tiletext::next(self.context.set(), &self.word[at..]).map_err(|reason| self.bad_letter(at, reason))
    }

    fn agree(&self, written: WrittenTile, there: BoardTile, square: Coord) -> Result<(), PlayError> {
        if written.spelled.letter == there.face.letter {
            return Ok(());
        }
        let upper = |letter| self.context.set().alphabet().upper(letter).to_owned();
        Err(PlayError::Conflict {
            word: tiletext::short(self.word),
            square: self.name(square),
            said: upper(written.spelled.letter),
            there: upper(there.face.letter),
        })
    }

    fn lay(&mut self, at: usize, written: WrittenTile, square: Coord) -> Result<(), PlayError> {
        let placed = tiletext::choose(self.context.set(), &self.rack, written)
            .map_err(|reason| self.bad_letter(at, reason))?;
        let _absent = self.rack.take(placed.tile);
        self.laid.push(PlacedTile { at: square, tile: placed.tile, face: placed.face });
        Ok(())
    }

    fn name(&self, square: Coord) -> String {
        self.context.rules.board.square_name(square)
    }

    fn nothing(&self, square: Coord) -> PlayError {
        PlayError::NothingThere { word: tiletext::short(self.word), square: self.name(square) }
    }

    fn bad_letter(&self, at: usize, reason: TileTextError) -> PlayError {
        PlayError::Letter {
            at: self.word[..at].chars().count() + 1,
            word: tiletext::short(self.word),
            reason,
        }
    }
}

/// Writes a turn in one notation so that [`parse_as`] reads it back. What a notation cannot express is written in the
/// standard one.
#[must_use]
pub fn print_as(style: PlayNotation, turn: &Turn, context: PlayContext<'_>) -> String {
    match (style, turn) {
        (PlayNotation::SkraBBKle, Turn::Place(placement)) => print_skrabbkle(placement, context),
        (PlayNotation::SkraBBKle, Turn::Pass) => ",".to_owned(),
        (PlayNotation::SkraBBKle2022, Turn::Place(placement)) => {
            forms::print_skrabbkle_2022(placement, context)
        }
        (PlayNotation::SkraBBKle2022, Turn::Pass) => ",,".to_owned(),
        (PlayNotation::RowColumn, Turn::Place(placement)) => print_row_column(placement, context),
        (PlayNotation::TileList, Turn::Place(placement)) => print_tile_list(placement, context),
        (PlayNotation::Standard, _)
        | (_, Turn::Exchange(_) | Turn::ExchangeUnknown(_))
        | (PlayNotation::RowColumn | PlayNotation::TileList, Turn::Pass) => {
            print(turn, context, PlaythroughStyle::Parentheses)
        }
    }
}

/// Writes a turn in the standard form.
#[must_use]
pub fn print(turn: &Turn, context: PlayContext<'_>, through: PlaythroughStyle) -> String {
    match turn {
        Turn::Place(placement) => print_placement(placement, context, through),
        Turn::Exchange(tiles) => format!("-{}", context.set().print_tile_list(tiles.iter().copied())),
        Turn::ExchangeUnknown(count) => format!("-{count}"),
        Turn::Pass => "pass".to_owned(),
    }
}

/// Writes a checked play: `8H W(OR)D`.
#[must_use]
pub fn print_play(play: &Play, context: PlayContext<'_>, through: PlaythroughStyle) -> String {
    print_placement(&play.placement(), context, through)
}

/// Writes a placement: `8H W(OR)D`. Tiles that are not in one unbroken line are written as a tile list.
#[must_use]
pub fn print_placement(placement: &Placement, context: PlayContext<'_>, through: PlaythroughStyle) -> String {
    match MainWord::of(placement, context.grid) {
        Some(line) => {
            let location = coords::print_location(line.location, &context.rules.board);
            format!("{location} {}", print_word(&line, context, through))
        }
        None => print_tile_list(placement, context),
    }
}

/// Writes the coordinate and the word of a placement. `None` if its tiles are not in one unbroken line.
#[must_use]
pub fn print_parts(
    placement: &Placement,
    context: PlayContext<'_>,
    through: PlaythroughStyle,
) -> Option<(String, String)> {
    let line = MainWord::of(placement, context.grid)?;
    Some((coords::print_location(line.location, &context.rules.board), print_word(&line, context, through)))
}

fn print_word(line: &MainWord, context: PlayContext<'_>, through: PlaythroughStyle) -> String {
    let mut rack = context.rack();
    if through == PlaythroughStyle::Letters {
        return print_letters(line, context, &mut rack);
    }
    let mut text = String::new();
    let mut cells = line.cells.iter().copied().peekable();
    while let Some(&(_, new)) = cells.peek() {
        let run = take_run(&mut cells, new);
        match (new, through) {
            (true, _) => text += &tiletext::print(context.set(), &mut rack, &run),
            (false, PlaythroughStyle::Dots) => text += &".".repeat(run.len()),
            (false, _) => text += &format!("({})", letters(context.set(), &run)),
        }
    }
    text
}

/// Only new letters may need the name of their tile.
fn print_letters(line: &MainWord, context: PlayContext<'_>, rack: &mut Tiles) -> String {
    let set = context.set();
    let (mut text, mut run) = (String::new(), Vec::new());
    for &(placed, new) in &line.cells {
        run.push(tiletext::board_letter(set, placed));
        let suffix = if new { tiletext::suffix(set, rack, placed) } else { String::new() };
        if !suffix.is_empty() {
            text += &set.alphabet().print_board_letters(&run);
            text += &suffix;
            run.clear();
        }
        if new {
            let _absent = rack.take(placed.tile);
        }
    }
    text + &set.alphabet().print_board_letters(&run)
}

fn letters(set: &TileSet, run: &[BoardTile]) -> String {
    let spelled: Vec<_> = run.iter().map(|&placed| tiletext::board_letter(set, placed)).collect();
    set.alphabet().print_board_letters(&spelled)
}

fn take_run(cells: &mut Peekable<impl Iterator<Item = (BoardTile, bool)>>, new: bool) -> Vec<BoardTile> {
    std::iter::from_fn(|| cells.next_if(|&(_, is_new)| is_new == new)).map(|(placed, _)| placed).collect()
}

/// The main word of a placement: where it begins, and its tiles, each with whether it is new.
struct MainWord {
    location: PlayLocation,
    cells: Vec<(BoardTile, bool)>,
}

impl MainWord {
    fn of(placement: &Placement, grid: &Grid) -> Option<MainWord> {
        let axis = axis_of(placement, grid)?;
        let mut tiles = placement.tiles.clone();
        tiles.sort_by_key(|laid| laid.at.along(axis));
        let (first, last) = (tiles.first()?.at, tiles.last()?.at);
        if tiles.iter().any(|laid| laid.at.along(axis.other()) != first.along(axis.other())) {
            return None;
        }
        let (start, end) = (grid.run_start(first, axis), grid.run_end(last, axis));
        let span = i64::from(end.along(axis)) - i64::from(start.along(axis)) + 1;
        if span > (grid.len() + tiles.len()) as i64 {
            return None;
        }
        let cell = |step| {
            let at = start.step(axis, step);
            let new = tiles.iter().find(|laid| laid.at == at).map(|laid| (tiletext::board_tile(laid), true));
            new.or_else(|| grid.get(at).map(|placed| (placed, false)))
        };
        let cells = (0..span as i32).map(cell).collect::<Option<Vec<_>>>()?;
        let laid = cells.iter().filter(|(_, new)| *new).count();
        (laid == tiles.len()).then_some(MainWord { location: PlayLocation { at: start, axis }, cells })
    }
}

/// Several tiles show their direction. One tile has the direction of the placement, or else that of its longer word.
fn axis_of(placement: &Placement, grid: &Grid) -> Option<Axis> {
    let (first, last) = (placement.tiles.first()?.at, placement.tiles.last()?.at);
    if placement.tiles.len() > 1 {
        return Some(if first.x == last.x { Axis::Down } else { Axis::Across });
    }
    let length = |axis| grid.run_end(first, axis).along(axis) - grid.run_start(first, axis).along(axis);
    let longer = if length(Axis::Down) > length(Axis::Across) { Axis::Down } else { Axis::Across };
    Some(placement.axis.unwrap_or(longer))
}

#[cfg(test)]
mod tests;
