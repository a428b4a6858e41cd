//! CGP, a position on one line: `board racks scores zeros`, then options.
//!
//! ```
//! # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets}; }
//! use quixotry::notation::cgp;
//! use quixotry::presets::Library;
//!
//! let rules = Library::shipped().rules("standard").unwrap();
//! let line = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 AEINRST/ 0/10 0";
//! let position = cgp::parse(line, &rules).unwrap().position;
//! assert_eq!((position.grid.len(), position.scores[1]), (3, 10));
//! assert_eq!(cgp::print_position(&position), line);
//! ```
//!
//! Rows are separated by `/`, digits count empty squares, and a hole counts as an empty square. A letter that has a
//! digit itself stands in brackets: `3[0]11`.
//! Racks and scores begin with the player to move. An unknown rack is empty.
//! On a board without edges the rows are a rectangle, and the option `org x,y;` gives its top left corner.

mod op;

use crate::tiletext::{self, TileTextError};
use rules::{BoardTile, Coord, GridError, MAX_SEATS, Points, Position, Rect, Ruleset, lay_grid};
use std::fmt;
use tiles::{TileId, TileSet, Tiles};

pub use op::{CgpLastPlay, CgpOption};

/// A position with its options.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets}; }
/// use quixotry::notation::cgp;
/// use quixotry::presets::Library;
///
/// let rules = Library::shipped().rules("standard")?;
/// let text = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0 lex english;";
/// let read = cgp::parse(text, &rules)?;
/// assert_eq!(read.position.rack().len(), 7);
/// assert_eq!(cgp::print(&read), text);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Cgp {
    /// The position.
    pub position: Position,
    /// The options in their order.
    pub ops: Vec<CgpOption>,
}

/// A part of a CGP line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CgpField {
    /// The rows.
    Board,
    /// The racks.
    Racks,
    /// The scores.
    Scores,
    /// The number of turns without points.
    Zeros,
    /// The options.
    Options,
}

impl fmt::Display for CgpField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CgpField::Board => "board",
            CgpField::Racks => "racks",
            CgpField::Scores => "scores",
            CgpField::Zeros => "scoreless turns",
            CgpField::Options => "options",
        })
    }
}

/// Why a line is not a position: which part is wrong, where, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field}, column {column}: {reason}")]
pub struct CgpError {
    /// Which part.
    pub field: CgpField,
    /// Which character of the line, from 1.
    pub column: usize,
    /// What is wrong.
    pub reason: CgpErrorKind,
}

/// What is wrong with a part of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CgpErrorKind {
    /// A part is missing.
    #[error("it is missing; a position is `board racks scores zeros`, separated by one space each")]
    Missing,
    /// The number of rows is wrong.
    #[error("it has {rows} rows, but the board has {expected}")]
    Rows {
        /// Rows found.
        rows: usize,
        /// Rows of the board.
        expected: usize,
    },
    /// The number of squares in a row is wrong.
    #[error("row {row} has {squares} squares, but should have {expected}")]
    Squares {
        /// Which row, from 1.
        row: usize,
        /// Squares found.
        squares: usize,
        /// Squares of the board.
        expected: usize,
    },
    /// A number of empty squares is invalid.
    #[error("{0:?} is not a number of empty squares")]
    Run(String),
    /// A letter cannot be read.
    #[error(transparent)]
    Letter(TileTextError),
    /// A tile cannot lie there.
    #[error(transparent)]
    Grid(GridError),
    /// A rack cannot be read.
    #[error(transparent)]
    Rack(tiles::TilesParseError),
    /// A rack holds too many tiles.
    #[error("the rack {rack} has {tiles} tiles, but a full rack has {full}")]
    RackSize {
        /// The rack.
        rack: String,
        /// How many tiles it has.
        tiles: usize,
        /// How many it may have.
        full: u8,
    },
    /// There are more tiles of a kind than the set has.
    #[error("board and racks have {found} tiles {tile}, but the set has {there}")]
    TooMany {
        /// The tile.
        tile: String,
        /// How many were found.
        found: u16,
        /// How many there are.
        there: u16,
    },
    /// There are more tiles than the set has.
    #[error("board and racks have {found} tiles, but the set has {there}")]
    TooManyTiles {
        /// How many were found.
        found: usize,
        /// How many there are.
        there: usize,
    },
    /// The number of scores is not the number of racks.
    #[error("there are {scores} scores, but {racks} racks")]
    Players {
        /// Racks.
        racks: usize,
        /// Scores.
        scores: usize,
    },
    /// Too many players.
    #[error("there are {0} players, but at most {MAX_SEATS} can play")]
    TooManyPlayers(usize),
    /// Not a number.
    #[error("{0:?} is not a whole number")]
    Number(String),
    /// An option cannot be read.
    #[error("the option {code} cannot be {value:?}: it is {expected}")]
    Option {
        /// Which option.
        code: String,
        /// What it says.
        value: String,
        /// What it should say.
        expected: &'static str,
    },
    /// The origin is missing.
    #[error("this board has no edges: say with `org x,y;` where the top left corner of the rows lies")]
    NoOrigin,
    /// The board has edges, so an origin is not allowed.
    #[error("this board has edges, so its rows need no `org`")]
    NeedlessOrigin,
}

/// Reads a position under these rules.
///
/// # Errors
///
/// The first part of the line that is wrong.
pub fn parse(text: &str, rules: &Ruleset) -> Result<Cgp, CgpError> {
    let fields = CgpFields::split(text.trim_end_matches(['\n', '\r']))?;
    let ops =
        op::parse_all(fields.options).map_err(|(at, reason)| fields.error(CgpField::Options, at, reason))?;
    let rows = read_rows(&fields, rules)?;
    let tiles = place_rows(&fields, &rows, rules, &ops)?;
    check_total(tiles.len(), rules).map_err(|reason| fields.error(CgpField::Board, 0, reason))?;
    let grid_error = |error| fields.error(CgpField::Board, 0, CgpErrorKind::Grid(error));
    let grid = lay_grid(&rules.board, tiles).map_err(grid_error)?;
    let racks = read_racks(&fields, rules)?;
    let scores = read_scores(&fields, racks.len())?;
    let scoreless = number(fields.zeros).map_err(|reason| fields.error(CgpField::Zeros, 0, reason))?;
    let position =
        Position { rules: rules.clone(), grid, racks, unknown: unknown_tiles(&ops), scores, scoreless };
    check_counts(&position).map_err(|reason| fields.error(CgpField::Board, 0, reason))?;
    let ops = ops
        .into_iter()
        .filter(|op| !matches!(op, CgpOption::Origin(_) | CgpOption::UnknownTiles(_)))
        .collect();
    Ok(Cgp { position, ops })
}

fn unknown_tiles(ops: &[CgpOption]) -> Vec<usize> {
    let found = ops.iter().find_map(|op| match op {
        CgpOption::UnknownTiles(counts) => Some(counts.clone()),
        _ => None,
    });
    found.unwrap_or_default()
}

/// The parts of a line.
struct CgpFields<'a> {
    text: &'a str,
    board: &'a str,
    racks: &'a str,
    scores: &'a str,
    zeros: &'a str,
    options: &'a str,
}

impl<'a> CgpFields<'a> {
    fn split(text: &'a str) -> Result<CgpFields<'a>, CgpError> {
        let mut parts = text.splitn(5, ' ');
        let mut part = |field| {
            let column = text.chars().count() + 1;
            parts.next().ok_or(CgpError { field, column, reason: CgpErrorKind::Missing })
        };
        let (board, racks) = (part(CgpField::Board)?, part(CgpField::Racks)?);
        let (scores, zeros) = (part(CgpField::Scores)?, part(CgpField::Zeros)?);
        let options = parts.next().unwrap_or_default();
        Ok(CgpFields { text, board, racks, scores, zeros, options })
    }

    fn of(&self, field: CgpField) -> &'a str {
        match field {
            CgpField::Board => self.board,
            CgpField::Racks => self.racks,
            CgpField::Scores => self.scores,
            CgpField::Zeros => self.zeros,
            CgpField::Options => self.options,
        }
    }

    /// The error at this byte of a part.
    fn error(&self, field: CgpField, at: usize, reason: CgpErrorKind) -> CgpError {
        let before = [CgpField::Board, CgpField::Racks, CgpField::Scores, CgpField::Zeros, CgpField::Options]
            .into_iter()
            .take_while(|&other| other != field)
            .map(|other| self.of(other).len() + 1);
        let byte = (before.sum::<usize>() + at).min(self.text.len());
        let column = self.text.get(..byte).map_or(byte, |before| before.chars().count()) + 1;
        CgpError { field, column, reason }
    }
}

/// A row: its tiles by column, its length, and the byte at which it begins.
struct CgpRow {
    tiles: Vec<(usize, BoardTile)>,
    length: usize,
    at: usize,
}

fn read_rows(fields: &CgpFields<'_>, rules: &Ruleset) -> Result<Vec<CgpRow>, CgpError> {
    let mut at = 0;
    let mut rows = Vec::new();
    for text in fields.board.split('/') {
        let row = read_row(text, &rules.tiles, at)
            .map_err(|(within, reason)| fields.error(CgpField::Board, at + within, reason))?;
        rows.push(row);
        at += text.len() + 1;
    }
    Ok(rows)
}

fn read_row(text: &str, set: &TileSet, start: usize) -> Result<CgpRow, (usize, CgpErrorKind)> {
    let (mut at, mut end) = (0, 0);
    let mut row = CgpRow { tiles: Vec::new(), length: 0, at: start };
    while at < text.len() {
        let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            row.length += empty_run(&text[at..at + digits]).map_err(|reason| (at, reason))?;
            at += digits;
            continue;
        }
        let letter = |why| (at, CgpErrorKind::Letter(why));
        if at >= end {
            end = at + tiles_end(&text[at..]);
        }
        let (written, len) = tiletext::next(set, &text[at..end]).map_err(letter)?;
        row.tiles.push((row.length, tiletext::choose(set, &Tiles::new(), written).map_err(letter)?));
        row.length += 1;
        at += len;
    }
    Ok(row)
}

/// Where the first tiles of a text end at the latest: before the digits that count empty squares. Digits in brackets and
/// braces belong to a tile.
fn tiles_end(text: &str) -> usize {
    let after = |from: usize, close: char| text[from..].find(close).map_or(text.len(), |at| from + at + 1);
    match text.find(|c: char| c.is_ascii_digit() || c == '[' || c == '{') {
        None => text.len(),
        Some(at) if text[at..].starts_with('{') => after(at, '}'),
        Some(0) => {
            let end = after(0, ']');
            if text[end..].starts_with('{') { after(end, '}') } else { end }
        }
        Some(at) => at,
    }
}

fn empty_run(digits: &str) -> Result<usize, CgpErrorKind> {
    let run = digits.parse::<u16>().ok().filter(|_| !digits.starts_with('0'));
    run.map(usize::from).ok_or_else(|| CgpErrorKind::Run(tiletext::short(digits)))
}

fn place_rows(
    fields: &CgpFields<'_>,
    rows: &[CgpRow],
    rules: &Ruleset,
    ops: &[CgpOption],
) -> Result<Vec<(Coord, BoardTile)>, CgpError> {
    let origin = ops.iter().find_map(|op| if let CgpOption::Origin(at) = op { Some(*at) } else { None });
    let corner = match (rules.board.window(), origin) {
        (Some(window), None) => {
            check_shape(fields, rows, window.width(), Some(window.height()))?;
            window.min
        }
        (Some(_), Some(_)) => return Err(fields.error(CgpField::Options, 0, CgpErrorKind::NeedlessOrigin)),
        (None, Some(origin)) => {
            check_shape(fields, rows, rows.first().map_or(0, |row| row.length), None)?;
            origin
        }
        (None, None) => return Err(fields.error(CgpField::Options, 0, CgpErrorKind::NoOrigin)),
    };
    let place = |(y, row): (usize, &CgpRow)| {
        row.tiles.iter().map(move |&(x, placed)| (offset(corner, x, y), placed)).collect::<Vec<_>>()
    };
    Ok(rows.iter().enumerate().flat_map(place).collect())
}

fn offset(corner: Coord, x: usize, y: usize) -> Coord {
    Coord::new(corner.x.saturating_add(x as i32), corner.y.saturating_add(y as i32))
}

fn check_shape(
    fields: &CgpFields<'_>,
    rows: &[CgpRow],
    width: usize,
    height: Option<usize>,
) -> Result<(), CgpError> {
    if let Some(expected) = height.filter(|&height| height != rows.len()) {
        return Err(fields.error(CgpField::Board, 0, CgpErrorKind::Rows { rows: rows.len(), expected }));
    }
    match rows.iter().enumerate().find(|(_, row)| row.length != width) {
        Some((index, row)) => {
            let reason = CgpErrorKind::Squares { row: index + 1, squares: row.length, expected: width };
            Err(fields.error(CgpField::Board, row.at, reason))
        }
        None => Ok(()),
    }
}

fn read_racks(fields: &CgpFields<'_>, rules: &Ruleset) -> Result<Vec<Tiles>, CgpError> {
    let mut at = 0;
    let mut racks = Vec::new();
    for text in fields.racks.split('/') {
        let rack = read_rack(text, rules).map_err(|reason| fields.error(CgpField::Racks, at, reason))?;
        racks.push(rack);
        at += text.len() + 1;
    }
    match racks.len() {
        n if n > usize::from(MAX_SEATS) => {
            Err(fields.error(CgpField::Racks, 0, CgpErrorKind::TooManyPlayers(n)))
        }
        _ => Ok(racks),
    }
}

fn read_rack(text: &str, rules: &Ruleset) -> Result<Tiles, CgpErrorKind> {
    let rack = tiletext::rack(&rules.tiles, text).map_err(CgpErrorKind::Rack)?;
    if rack.len() > usize::from(rules.rack_size) {
        let (rack, tiles) = (tiletext::short(text), rack.len());
        return Err(CgpErrorKind::RackSize { rack, tiles, full: rules.rack_size });
    }
    Ok(rack)
}

fn read_scores(fields: &CgpFields<'_>, racks: usize) -> Result<Vec<Points>, CgpError> {
    let mut at = 0;
    let mut scores: Vec<Points> = Vec::new();
    for text in fields.scores.split('/') {
        scores.push(number(text).map_err(|reason| fields.error(CgpField::Scores, at, reason))?);
        at += text.len() + 1;
    }
    if scores.len() != racks {
        let reason = CgpErrorKind::Players { racks, scores: scores.len() };
        return Err(fields.error(CgpField::Scores, 0, reason));
    }
    Ok(scores)
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, CgpErrorKind> {
    text.parse().map_err(|_| CgpErrorKind::Number(tiletext::short(text)))
}

fn check_total(found: usize, rules: &Ruleset) -> Result<(), CgpErrorKind> {
    let there = rules.tiles.all().len();
    if found > there { Err(CgpErrorKind::TooManyTiles { found, there }) } else { Ok(()) }
}

fn check_counts(position: &Position) -> Result<(), CgpErrorKind> {
    let set = &position.rules.tiles;
    let unknown = position.unknown.iter().fold(0, |sum: usize, &count| sum.saturating_add(count));
    let on_racks = position.racks.iter().map(Tiles::len).sum::<usize>().saturating_add(unknown);
    check_total(on_racks.saturating_add(position.grid.len()), &position.rules)?;
    let on_board = position.grid.iter().map(|(_, placed)| placed.tile);
    let all: Tiles = on_board.chain(position.racks.iter().flat_map(Tiles::iter)).collect();
    let too_many = |(tile, found): (TileId, u16)| {
        let there = set.all().count(tile);
        (found > there).then(|| CgpErrorKind::TooMany { tile: set.label(tile).to_owned(), found, there })
    };
    all.kinds().find_map(too_many).map_or(Ok(()), Err)
}

/// Writes a position so that [`parse`] reads it back.
#[must_use]
pub fn print(cgp: &Cgp) -> String {
    let mut text = print_position(&cgp.position);
    for op in &cgp.ops {
        text += &format!(" {op};");
    }
    text
}

/// Writes a position without options, except for the origin that a board without edges needs and the number of unknown
/// tiles on its racks.
#[must_use]
pub fn print_position(position: &Position) -> String {
    let bounded = position.rules.board.window();
    let start = position.rules.board.start();
    let window = bounded.or_else(|| position.grid.bounds()).unwrap_or(Rect { min: start, max: start });
    let rows: Vec<String> = window.rows().map(|row| print_row(position, row)).collect();
    let racks: Vec<String> =
        position.racks.iter().map(|rack| position.rules.tiles.print_tiles(rack)).collect();
    let scores: Vec<String> = position.scores.iter().map(ToString::to_string).collect();
    let mut text =
        format!("{} {} {} {}", rows.join("/"), racks.join("/"), scores.join("/"), position.scoreless);
    if bounded.is_none() {
        text += &format!(" {};", CgpOption::Origin(window.min));
    }
    if position.unknown.iter().any(|&count| count > 0) {
        text += &format!(" {};", CgpOption::UnknownTiles(position.unknown.clone()));
    }
    text
}

fn print_row(position: &Position, row: impl Iterator<Item = Coord>) -> String {
    let set = &position.rules.tiles;
    let (mut text, mut empty, mut run) = (String::new(), 0, Vec::new());
    for at in row {
        match position.grid.get(at) {
            Some(placed) => {
                if empty > 0 {
                    text += &empty.to_string();
                }
                empty = 0;
                run.push(placed);
            }
            None => {
                text += &tiletext::print(set, &mut Tiles::new(), &run);
                run.clear();
                empty += 1;
            }
        }
    }
    text += &tiletext::print(set, &mut Tiles::new(), &run);
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

#[cfg(test)]
mod tests;
