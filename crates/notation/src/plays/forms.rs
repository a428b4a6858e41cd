//! The notations of other games.

use super::{PlayContext, PlayError, PlayNotation, Turn};
use crate::coords::{self, GridRef, PlayLocation, parse_integer};
use crate::tiletext;
use rules::{Axis, BoardTile, Coord, PlacedTile, Placement};
use tiles::{Face, TileId};

const SKRABBKLE: &str = "tiles, a comma and the first square (HI,f4 goes down, HI,4f across), or `,` to pass";
const SKRABBKLE_2022: &str = "tiles, the first square and d or r, separated by commas (HI,f4,d goes down, HI,f4,r to the right), or `,,` to pass";
const ROW_COLUMN: &str = "word, row, column and H or V (WORD 7 7 H); row and column count from 0";
const TILE_LIST: &str = "x, y and the tile for each tile: 0 0 4D2 0 1 0O0";

/// Recognises the notation of a play by its form.
pub(super) fn detect(text: &str) -> PlayNotation {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [x, y, _, ..] if is_number(x) && is_number(y) => PlayNotation::TileList,
        [_, row, column, direction] if is_number(row) && is_number(column) && is_direction(direction) => {
            PlayNotation::RowColumn
        }
        [_, pair, direction] if pair.starts_with('(') && is_direction(direction) => PlayNotation::RowColumn,
        [] => PlayNotation::Standard,
        [first, ..] if is_pair(first) => PlayNotation::Standard,
        _ => match split_commas(text).len() {
            1 => PlayNotation::Standard,
            3 => PlayNotation::SkraBBKle2022,
            _ => PlayNotation::SkraBBKle,
        },
    }
}

fn is_number(text: &str) -> bool {
    text.parse::<i64>().is_ok()
}

fn is_direction(text: &str) -> bool {
    ["H", "V", "HZ", "VT"].iter().any(|direction| text.eq_ignore_ascii_case(direction))
}

/// Whether this is a square of an unbounded board, such as `-3,5>`.
fn is_pair(text: &str) -> bool {
    text.split_once(',').is_some_and(|(x, rest)| {
        is_number(x) && rest.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit())
    })
}

/// SkraBBKle: `HI,f4`, `HI,4f`, `,`.
pub(super) fn parse_skrabbkle(text: &str, context: PlayContext<'_>) -> Result<Turn, PlayError> {
    let form = || PlayError::Form { text: tiletext::short(text), expected: SKRABBKLE };
    match split_commas(text)[..] {
        ["", ""] => Ok(Turn::Pass),
        [tiles, square] if !tiles.is_empty() => {
            GridRef::parse(square).ok_or_else(form)?;
            lay_from(coords::parse_location(square, &context.rules.board)?, tiles, context)
        }
        _ => Err(form()),
    }
}

/// SkraBBKle of 2022: `HI,f4,d`, `HI,f4,r`, `,,`.
pub(super) fn parse_skrabbkle_2022(text: &str, context: PlayContext<'_>) -> Result<Turn, PlayError> {
    let form = || PlayError::Form { text: tiletext::short(text), expected: SKRABBKLE_2022 };
    match split_commas(text)[..] {
        ["", "", ""] => Ok(Turn::Pass),
        [tiles, square, direction] if !tiles.is_empty() => {
            let axis = match direction {
                "r" | "R" => Axis::Across,
                "d" | "D" => Axis::Down,
                _ => return Err(form()),
            };
            GridRef::parse(square).filter(|found| found.axis == Axis::Down).ok_or_else(form)?;
            let at = coords::parse_location(square, &context.rules.board)?.at;
            lay_from(PlayLocation { at, axis }, tiles, context)
        }
        _ => Err(form()),
    }
}

/// The parts between commas, without the blanks around them. Commas in the name of a tile (`e{A1,E1}`) do not separate parts.
fn split_commas(text: &str) -> Vec<&str> {
    let mut inside = false;
    let outside = |c: char| {
        inside = (inside || c == '{') && c != '}';
        c == ',' && !inside
    };
    text.split(outside).map(str::trim).collect()
}

/// Lays tiles beginning at an empty square, skipping squares that have a tile.
fn lay_from(location: PlayLocation, tiles: &str, context: PlayContext<'_>) -> Result<Turn, PlayError> {
    if let Some(there) = context.grid.get(location.at) {
        let square = context.rules.board.square_name(location.at);
        let there = context.set().alphabet().upper(there.face.letter).to_owned();
        return Err(PlayError::Occupied { square, there });
    }
    super::check_length(tiles)?;
    let (mut at, mut square, mut rack, mut laid) = (0, location.at, context.rack(), Vec::new());
    while at < tiles.len() {
        let bad = |reason| PlayError::Letter {
            at: tiles[..at].chars().count() + 1,
            word: tiletext::short(tiles),
            reason,
        };
        let (written, len) = tiletext::next(context.set(), &tiles[at..]).map_err(bad)?;
        let placed = tiletext::choose(context.set(), &rack, written).map_err(bad)?;
        let _absent = rack.take(placed.tile);
        square = next_free(context, location, square, laid.is_empty());
        if !context.rules.board.has(square) {
            let square = context.rules.board.square_name(square);
            return Err(PlayError::OffBoard { word: tiletext::short(tiles), square });
        }
        laid.push(PlacedTile { at: square, tile: placed.tile, face: placed.face });
        at += len;
    }
    Ok(Turn::Place(Placement { tiles: laid, axis: Some(location.axis), written: None }))
}

fn next_free(context: PlayContext<'_>, location: PlayLocation, from: Coord, first: bool) -> Coord {
    let mut square = if first { from } else { from.step(location.axis, 1) };
    while context.grid.has(square) {
        square = square.step(location.axis, 1);
    }
    square
}

/// Writes a play as SkraBBKle does: the new tiles and the square of the first one, `HI,f4`.
///
/// SkraBBKle has no names for squares of a board without edges. There the standard form is used.
#[must_use]
pub fn print_skrabbkle(placement: &Placement, context: PlayContext<'_>) -> String {
    if context.rules.board.window().is_none() {
        return super::print_placement(placement, context, super::PlaythroughStyle::Parentheses);
    }
    let (tiles, location) = print_new_tiles(placement, context);
    format!("{tiles},{}", coords::print_location(location, &context.rules.board).to_lowercase())
}

/// Writes a play as SkraBBKle of 2022 does: `HI,f4,d`.
pub(super) fn print_skrabbkle_2022(placement: &Placement, context: PlayContext<'_>) -> String {
    if context.rules.board.window().is_none() {
        return super::print_placement(placement, context, super::PlaythroughStyle::Parentheses);
    }
    let (tiles, location) = print_new_tiles(placement, context);
    let square = context.rules.board.square_name(location.at).to_lowercase();
    let direction = if location.axis == Axis::Across { 'r' } else { 'd' };
    format!("{tiles},{square},{direction}")
}

fn print_new_tiles(placement: &Placement, context: PlayContext<'_>) -> (String, PlayLocation) {
    let axis = super::axis_of(placement, context.grid).unwrap_or(Axis::Across);
    let mut tiles = placement.tiles.clone();
    tiles.sort_by_key(|laid| laid.at.along(axis));
    let at = tiles.first().map_or(Coord::default(), |laid| laid.at);
    let placed: Vec<BoardTile> = tiles.iter().map(tiletext::board_tile).collect();
    (tiletext::print(context.set(), &mut context.rack(), &placed), PlayLocation { at, axis })
}

/// The Haskell game: `WORD 7 7 H`, also `WORD (7,7) H` and `WORD: (7,7) HZ`.
pub(super) fn parse_row_column(text: &str, context: PlayContext<'_>) -> Result<Turn, PlayError> {
    let form = || PlayError::Form { text: tiletext::short(text), expected: ROW_COLUMN };
    match text.trim().to_ascii_uppercase().as_str() {
        ":PASS" | "PASS" => return Ok(Turn::Pass),
        _ => {}
    }
    let (word, rest) = text.trim().split_once(char::is_whitespace).ok_or_else(form)?;
    let word = word.trim_end_matches(':');
    let spaced = rest.replace(['(', ')', ','], " ");
    let [row, column, direction] = spaced.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err(form());
    };
    let axis = match direction.to_ascii_uppercase().as_str() {
        "H" | "HZ" => Axis::Across,
        "V" | "VT" => Axis::Down,
        _ => return Err(form()),
    };
    let (Some(row), Some(column)) = (parse_integer(row), parse_integer(column)) else { return Err(form()) };
    let at = from_corner(context, row, column).ok_or_else(|| PlayError::OffBoard {
        word: tiletext::short(word),
        square: format!("row {row}, column {column}"),
    })?;
    super::parse_word(PlayLocation { at, axis }, word, context).map(Turn::Place)
}

/// Rows and columns are counted from the top left, or from the origin of a board without edges.
fn from_corner(context: PlayContext<'_>, row: i32, column: i32) -> Option<Coord> {
    let corner = context.rules.board.window().map_or(Coord::default(), |window| window.min);
    let at = Coord::new(corner.x.checked_add(column)?, corner.y.checked_add(row)?);
    context.rules.board.window().is_none_or(|window| window.contains(at)).then_some(at)
}

/// Writes a play as the Haskell game does: the whole word, row and column from 0, `WORD 7 7 H`.
#[must_use]
pub fn print_row_column(placement: &Placement, context: PlayContext<'_>) -> String {
    let Some(line) = super::MainWord::of(placement, context.grid) else {
        return print_tile_list(placement, context);
    };
    let corner = context.rules.board.window().map_or(Coord::default(), |window| window.min);
    let word = super::print_word(&line, context, super::PlaythroughStyle::Letters);
    let (row, column) =
        (line.location.at.y.wrapping_sub(corner.y), line.location.at.x.wrapping_sub(corner.x));
    let direction = if line.location.axis == Axis::Across { 'H' } else { 'V' };
    format!("{word} {row} {column} {direction}")
}

/// The ITU game: `0 0 4D2 0 1 0O0`, every tile with x, y, number, letter and points.
pub(super) fn parse_tile_list(text: &str, context: PlayContext<'_>) -> Result<Placement, PlayError> {
    let form = || PlayError::Form { text: tiletext::short(text), expected: TILE_LIST };
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() || !words.len().is_multiple_of(3) || words.len() > tiletext::LONGEST {
        return Err(form());
    }
    let tile = |chunk: &[&str]| {
        let at = Coord::new(parse_integer(chunk[0])?, parse_integer(chunk[1])?);
        let (tile, face) = parse_tile(chunk[2], context)?;
        Some(PlacedTile { at, tile, face })
    };
    let tiles = words.chunks(3).map(tile).collect::<Option<Vec<_>>>().ok_or_else(form)?;
    Ok(Placement::new(tiles))
}

/// `4D2`: number, letter, points; `3[0]1` if the letter has a digit. Whether the tile can show this face is checked by
/// the rules.
fn parse_tile(text: &str, context: PlayContext<'_>) -> Option<(TileId, Face)> {
    let (id, letter, points) = bracket_parts(text).or_else(|| plain_parts(text))?;
    let id = u8::try_from(parse_integer(id)?).ok()?;
    let letter = context.set().alphabet().letter(letter)?;
    Some((TileId(id), Face::new(letter, i16::try_from(parse_integer(points)?).ok()?)))
}

fn bracket_parts(text: &str) -> Option<(&str, &str, &str)> {
    let (id, rest) = text.split_once('[')?;
    let (letter, points) = rest.split_once(']')?;
    Some((id, letter, points))
}

fn plain_parts(text: &str) -> Option<(&str, &str, &str)> {
    let letter_at = text.find(|c: char| !c.is_ascii_digit())?;
    let points_at = text.rfind(|c: char| !c.is_ascii_digit() && c != '-')?;
    let points_at = points_at + text[points_at..].chars().next()?.len_utf8();
    Some((&text[..letter_at], text.get(letter_at..points_at)?, &text[points_at..]))
}

/// Writes a placement as the ITU game does: `0 0 4D2 0 1 0O0`.
#[must_use]
pub fn print_tile_list(placement: &Placement, context: PlayContext<'_>) -> String {
    let alphabet = context.set().alphabet();
    let tile = |laid: &PlacedTile| {
        let letter = alphabet.print(&[laid.face.letter]);
        format!("{} {} {}{letter}{}", laid.at.x, laid.at.y, laid.tile, laid.face.points)
    };
    placement.tiles.iter().map(tile).collect::<Vec<_>>().join(" ")
}
