//! Coordinates: `8H` across, `H8` down, and `-3,5>` on boards without edges.
//!
//! ```
//! # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
//! use quixotry::notation::coords::{parse_location, print_location};
//! use quixotry::presets::Library;
//! use quixotry::rules::{Axis, Coord};
//!
//! let board = Library::shipped().board("classic").unwrap();
//! let location = parse_location("8H", &board).unwrap();
//! assert_eq!((location.at, location.axis), (Coord::new(7, 7), Axis::Across));
//! assert_eq!(print_location(location, &board), "8H");
//! assert!(parse_location("16H", &board).is_err());
//! ```

use crate::tiletext::short;
pub use rules::column_letters;
use rules::{Axis, Board, Coord, Rect};

/// Where a play begins, and its direction.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
/// use quixotry::notation::coords;
/// use quixotry::presets::Library;
/// use quixotry::rules::Axis;
///
/// let board = Library::shipped().board("classic")?;
/// let location = coords::parse_location("H8", &board)?;
/// assert_eq!((location.at, location.axis), (board.start(), Axis::Down));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayLocation {
    /// The square of its first letter.
    pub at: Coord,
    /// Its direction.
    pub axis: Axis,
}

/// Why a text is not a coordinate on a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CoordError {
    /// It does not have the form of a coordinate.
    #[error("{text:?} is not a coordinate: write {expected}")]
    Malformed {
        /// The text.
        text: String,
        /// The right form.
        expected: &'static str,
    },
    /// The row or the column is outside the board.
    #[error("{text:?} is outside the board, which has columns A to {last_column} and rows 1 to {rows}")]
    Outside {
        /// The text.
        text: String,
        /// The last column's letters.
        last_column: String,
        /// How many rows there are.
        rows: usize,
    },
    /// Columns and rows are counted from edges, and the board has none.
    #[error(
        "{text:?} counts from the edge, but this board has none: write x,y and a direction, such as -3,5> or -3,5v"
    )]
    NoEdges {
        /// The text.
        text: String,
    },
}

const CLASSIC: &str = "row and column for across (8H), column and row for down (H8)";
const SIGNED: &str = "x,y and a direction: -3,5> for across, -3,5v for down";

/// The column, counted from 0, with these letters in upper or lower case.
#[must_use]
pub fn column_number(letters: &str) -> Option<usize> {
    if letters.is_empty() {
        return None;
    }
    let number = letters.bytes().try_fold(0usize, |sum, byte| {
        let digit = byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_uppercase() - b'A') + 1)?;
        sum.checked_mul(26)?.checked_add(digit)
    })?;
    Some(number - 1)
}

/// Reads a row, counted from 1, in decimal digits without a leading zero. The result is counted from 0.
#[must_use]
pub fn row_number(digits: &str) -> Option<usize> {
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse::<usize>().ok().filter(|_| plain).map(|row| row - 1)
}

/// A square of a rectangle by column and row, independent of a board.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, rules}; }
/// use quixotry::notation::coords::GridRef;
/// use quixotry::rules::Axis;
///
/// assert_eq!(GridRef::parse("8H"), Some(GridRef { column: 7, row: 7, axis: Axis::Across }));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GridRef {
    /// Columns from the left edge, from 0.
    pub column: usize,
    /// Rows from the top edge, from 0.
    pub row: usize,
    /// Across if the row comes first, down if the column comes first.
    pub axis: Axis,
}

impl GridRef {
    /// Reads `8H` or `h8`.
    #[must_use]
    pub fn parse(text: &str) -> Option<GridRef> {
        let row_first = text.find(|c: char| c.is_ascii_alphabetic())?;
        if row_first > 0 {
            let (row, column) = (row_number(&text[..row_first])?, column_number(&text[row_first..])?);
            return Some(GridRef { column, row, axis: Axis::Across });
        }
        let split = text.find(|c: char| c.is_ascii_digit())?;
        let (column, row) = (column_number(&text[..split])?, row_number(&text[split..])?);
        Some(GridRef { column, row, axis: Axis::Down })
    }

    /// Its coordinates in a rectangle, or `None` if it is outside.
    #[must_use]
    pub fn within(self, window: Rect) -> Option<Coord> {
        if self.column >= window.width() || self.row >= window.height() {
            return None;
        }
        let x = i64::from(window.min.x) + self.column as i64;
        let y = i64::from(window.min.y) + self.row as i64;
        Some(Coord::new(i32::try_from(x).ok()?, i32::try_from(y).ok()?))
    }
}

impl std::fmt::Display for GridRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (letters, row) = (column_letters(self.column), self.row + 1);
        match self.axis {
            Axis::Across => write!(f, "{row}{letters}"),
            Axis::Down => write!(f, "{letters}{row}"),
        }
    }
}

/// Reads a coordinate on a board: `8H` and `H8` on boards with edges, `-3,5>` and `-3,5v` on every board.
///
/// # Errors
///
/// The text is not a coordinate, or is outside the board.
pub fn parse_location(text: &str, board: &Board) -> Result<PlayLocation, CoordError> {
    if text.contains(',') {
        return parse_signed(text);
    }
    let malformed = || {
        let expected = if board.window().is_some() { CLASSIC } else { SIGNED };
        CoordError::Malformed { text: short(text), expected }
    };
    let found = GridRef::parse(text).ok_or_else(malformed)?;
    let Some(window) = board.window() else { return Err(CoordError::NoEdges { text: short(text) }) };
    let outside = || CoordError::Outside {
        text: short(text),
        last_column: column_letters(window.width() - 1),
        rows: window.height(),
    };
    let at = found.within(window).ok_or_else(outside)?;
    Ok(PlayLocation { at, axis: found.axis })
}

/// Writes a coordinate so that [`parse_location`] reads it back: with letters if the board has edges.
#[must_use]
pub fn print_location(location: PlayLocation, board: &Board) -> String {
    match board.column_and_row(location.at) {
        Some((column, row)) => GridRef { column, row, axis: location.axis }.to_string(),
        None => {
            let arrow = if location.axis == Axis::Across { '>' } else { 'v' };
            format!("{},{}{arrow}", location.at.x, location.at.y)
        }
    }
}

fn parse_signed(text: &str) -> Result<PlayLocation, CoordError> {
    let malformed = || CoordError::Malformed { text: short(text), expected: SIGNED };
    let (pair, axis) = split_arrow(text).ok_or_else(malformed)?;
    let (x, y) = pair.split_once(',').ok_or_else(malformed)?;
    let at = Coord::new(parse_integer(x).ok_or_else(malformed)?, parse_integer(y).ok_or_else(malformed)?);
    Ok(PlayLocation { at, axis })
}

fn split_arrow(text: &str) -> Option<(&str, Axis)> {
    let across = [">", "→"].into_iter().find_map(|arrow| text.strip_suffix(arrow));
    let down = || ["v", "V", "↓"].into_iter().find_map(|arrow| text.strip_suffix(arrow));
    across.map(|pair| (pair, Axis::Across)).or_else(|| down().map(|pair| (pair, Axis::Down)))
}

/// A whole number in decimal digits, without plus sign, leading zeros or minus zero.
pub(crate) fn parse_integer(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain =
        digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    text.parse().ok().filter(|_| plain && text != "-0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn columns_are_lettered_as_in_a_spreadsheet() {
        for (number, letters) in
            [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
        {
            assert_eq!(column_letters(number), letters);
            assert_eq!(column_number(&letters.to_lowercase()), Some(number));
        }
    }

    #[test]
    fn the_order_of_row_and_column_is_the_direction() {
        let read = |text| GridRef::parse(text).map(|found| (found.column, found.row, found.axis));
        assert_eq!(read("8H"), Some((7, 7, Axis::Across)));
        assert_eq!(read("h8"), Some((7, 7, Axis::Down)));
        assert_eq!(read("12aa"), Some((26, 11, Axis::Across)));
        for bad in
            ["", "8", "H", "0H", "08H", "H0", "8H8", "H8H", "-8H", "8 H", "8É", "H99999999999999999999999"]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn printed_references_are_read_back(column in 0usize..100_000, row in 0usize..100_000, down: bool) {
            let found = GridRef { column, row, axis: if down { Axis::Down } else { Axis::Across } };
            prop_assert_eq!(GridRef::parse(&found.to_string()), Some(found));
        }

        #[test]
        fn no_text_makes_it_panic(text in ".*") {
            let _ = (GridRef::parse(&text), column_number(&text), row_number(&text), parse_signed(&text));
        }

        #[test]
        fn signed_pairs_are_read_back(x: i32, y: i32) {
            prop_assert_eq!(parse_signed(&format!("{x},{y}>")).unwrap().at, Coord::new(x, y));
            prop_assert_eq!(parse_signed(&format!("{x},{y}v")).unwrap().axis, Axis::Down);
        }
    }
}
