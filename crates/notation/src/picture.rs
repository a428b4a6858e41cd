//! Boards drawn as rows of signs.
//!
//! ```
//! # mod quixotry { pub use {quixotry_notation as notation, rules}; }
//! use quixotry::notation::picture;
//!
//! let draft = picture::parse("tiny", "=.=\n.-.\n=.#", "2B", &picture::Legend::new())?;
//! let board = quixotry::rules::Board::try_from(draft)?;
//! let drawn = picture::print(&board)?;
//! assert_eq!((drawn.rows.as_str(), drawn.start.as_str()), ("=.=\n.-.\n=.#\n", "2B"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::coords::GridRef;
use crate::squares::{Palette, letter, word};
use rules::{Axis, Board, BoardDraft, BoardLayout, Coord, Dialect, Factors, MAX_SQUARES, Rect, SquareId};
use std::collections::BTreeMap;
use std::fmt;

/// Additional signs with the factors of their squares.
pub type Legend = BTreeMap<char, Factors>;

/// The sign of a hole.
pub const HOLE: char = '#';

/// The signs that have the same meaning in every picture.
pub const SIGNS: [(char, Factors); 7] = [
    ('.', Factors::NONE),
    ('\'', letter(2)),
    ('"', letter(3)),
    ('^', letter(4)),
    ('-', word(2)),
    ('=', word(3)),
    ('~', word(4)),
];

/// An error of a picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PictureError {
    /// There are no rows.
    #[error("the picture has no rows")]
    Empty,
    /// There are too many squares.
    #[error("the picture has {0} squares, but a board has at most {MAX_SQUARES}")]
    TooLarge(usize),
    /// A row is shorter or longer than the first.
    #[error("row {row} has {signs} signs, but the first row has {expected}")]
    Ragged {
        /// Which row, from 1.
        row: usize,
        /// How many signs it has.
        signs: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A sign is unknown.
    #[error(
        "row {row}, column {column}: the sign {sign:?} is neither one of . ' \" ^ - = ~ # nor in the legend"
    )]
    UnknownSign {
        /// Which row, from 1.
        row: usize,
        /// Which sign of the row, from 1.
        column: usize,
        /// The sign.
        sign: char,
    },
    /// The legend has a sign with a fixed meaning.
    #[error("the legend cannot give {0:?} another meaning")]
    FixedSign(char),
    /// The legend has an invisible sign.
    #[error("the legend cannot use {0:?}, which is invisible")]
    UnseenSign(char),
    /// The start is not a coordinate.
    #[error("the start {0:?} is not a square: write its row and column, such as 8H")]
    NoStart(String),
    /// The start is outside the picture.
    #[error("the start {start:?} is outside the picture of {columns} columns and {rows} rows")]
    StartOutside {
        /// The start as written.
        start: String,
        /// Columns.
        columns: usize,
        /// Rows.
        rows: usize,
    },
    /// The start is a hole.
    #[error("the start {start:?} is a hole: row {row}, column {column} is `#`")]
    StartIsHole {
        /// The start as written.
        start: String,
        /// Which row, from 1.
        row: usize,
        /// Which column, from 1.
        column: usize,
    },
}

/// All errors of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureErrors(pub Vec<PictureError>);

impl fmt::Display for PictureErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for PictureErrors {}

/// Reads a picture: rows of signs, the start square as row and column (`8H`), and a legend of additional signs.
///
/// # Errors
///
/// All errors of the picture.
pub fn parse(title: &str, rows: &str, start: &str, legend: &Legend) -> Result<BoardDraft, PictureErrors> {
    let rows = rows_of(rows);
    let mut errors = Vec::new();
    check_legend(legend, &mut errors);
    check_shape(&rows, &mut errors);
    let mut palette = Palette::new();
    let known = known_signs(legend, &mut palette);
    let ids = read_rows(&rows, &known, &mut errors);
    let start = read_start(start, &rows, &mut errors);
    match start {
        Some(start) if errors.is_empty() => {
            let corner = Coord::new(rows[0].chars().count() as i32 - 1, rows.len() as i32 - 1);
            let window = Rect::between(Coord::default(), corner);
            let mut squares = palette.into_squares();
            squares.retain(|square| square.id == 0 || ids.contains(&Some(square.id)));
            let layout = BoardLayout::Cells { window, ids };
            let (title, dialect) = (title.to_owned(), Dialect::Left);
            Ok(BoardDraft { title, start, layout, squares, used: 0, print: None, dialect, seed: None })
        }
        _ => Err(PictureErrors(errors)),
    }
}

/// The rows, without a line end before the first row and after the last one.
fn rows_of(text: &str) -> Vec<&str> {
    let text = text.strip_prefix('\n').or_else(|| text.strip_prefix("\r\n")).unwrap_or(text);
    text.lines().collect()
}

fn check_legend(legend: &Legend, errors: &mut Vec<PictureError>) {
    for &sign in legend.keys() {
        if sign == HOLE || SIGNS.iter().any(|&(fixed, _)| fixed == sign) {
            errors.push(PictureError::FixedSign(sign));
        } else if sign.is_whitespace() || sign.is_control() {
            errors.push(PictureError::UnseenSign(sign));
        }
    }
}

fn check_shape(rows: &[&str], errors: &mut Vec<PictureError>) {
    let Some(expected) = rows.first().map(|row| row.chars().count()).filter(|&width| width > 0) else {
        errors.push(PictureError::Empty);
        return;
    };
    for (index, row) in rows.iter().enumerate() {
        let signs = row.chars().count();
        if signs != expected {
            errors.push(PictureError::Ragged { row: index + 1, signs, expected });
        }
    }
    if expected.saturating_mul(rows.len()) > MAX_SQUARES {
        errors.push(PictureError::TooLarge(expected.saturating_mul(rows.len())));
    }
}

fn known_signs(legend: &Legend, palette: &mut Palette) -> BTreeMap<char, SquareId> {
    let all = SIGNS.iter().map(|(sign, factors)| (sign, factors)).chain(legend);
    all.map(|(&sign, &factors)| (sign, palette.id(factors))).collect()
}

fn read_rows(
    rows: &[&str],
    known: &BTreeMap<char, SquareId>,
    errors: &mut Vec<PictureError>,
) -> Vec<Option<SquareId>> {
    let mut ids = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.chars().enumerate() {
            let id = known.get(&sign).copied();
            if id.is_none() && sign != HOLE {
                errors.push(PictureError::UnknownSign { row: y + 1, column: x + 1, sign });
            }
            ids.push(id);
        }
    }
    ids
}

fn read_start(text: &str, rows: &[&str], errors: &mut Vec<PictureError>) -> Option<Coord> {
    let Some(GridRef { column, row, .. }) = GridRef::parse(text) else {
        errors.push(PictureError::NoStart(text.to_owned()));
        return None;
    };
    match rows.get(row).and_then(|signs| signs.chars().nth(column)) {
        None => {
            let columns = rows.first().map_or(0, |row| row.chars().count());
            errors.push(PictureError::StartOutside { start: text.to_owned(), columns, rows: rows.len() });
            None
        }
        Some(HOLE) => {
            let start = text.to_owned();
            errors.push(PictureError::StartIsHole { start, row: row + 1, column: column + 1 });
            None
        }
        Some(_) => Some(Coord::new(column as i32, row as i32)),
    }
}

/// A board drawn as a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardPicture {
    /// The rows, each with a line end.
    pub rows: String,
    /// The start square: row, then column.
    pub start: String,
    /// The additional signs.
    pub legend: Legend,
}

/// Why a board cannot be drawn as a picture.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PicturePrintError {
    /// It has no edges.
    #[error("a board without edges cannot be drawn as a picture")]
    Unbounded,
    /// A square is a program.
    #[error("the square {name} at {at} is a program, which a picture cannot show")]
    Program {
        /// Where.
        at: Coord,
        /// What it is called.
        name: String,
    },
    /// There are more kinds of square than signs.
    #[error("the board has too many kinds of square to give each a sign")]
    TooManyKinds,
}

/// The signs for squares that have no fixed sign.
const SPARE: &str = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0!$%&*+/:;<>?@_|";

/// Draws a board so that [`parse`] reads it back.
///
/// # Errors
///
/// The board has no edges, or a square that a picture cannot show.
pub fn print(board: &Board) -> Result<BoardPicture, PicturePrintError> {
    let window = board.window().ok_or(PicturePrintError::Unbounded)?;
    let mut legend = Legend::new();
    let mut rows = String::new();
    for row in window.rows() {
        for at in row {
            rows.push(sign_at(board, at, &mut legend)?);
        }
        rows.push('\n');
    }
    let at = board.start();
    let (column, row) = ((at.x - window.min.x) as usize, (at.y - window.min.y) as usize);
    Ok(BoardPicture { rows, start: GridRef { column, row, axis: Axis::Across }.to_string(), legend })
}

fn sign_at(board: &Board, at: Coord, legend: &mut Legend) -> Result<char, PicturePrintError> {
    let Some(square) = board.square(at) else { return Ok(HOLE) };
    let Some(factors) = square.factors() else {
        return Err(PicturePrintError::Program { at, name: square.name().to_owned() });
    };
    let fixed = SIGNS.iter().find(|(_, known)| *known == factors).map(|&(sign, _)| sign);
    let own = legend.iter().find(|(_, known)| **known == factors).map(|(&sign, _)| sign);
    if let Some(sign) = fixed.or(own) {
        return Ok(sign);
    }
    let spare =
        SPARE.chars().find(|sign| !legend.contains_key(sign)).ok_or(PicturePrintError::TooManyKinds)?;
    legend.insert(spare, factors);
    Ok(spare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn five() -> Legend {
        Legend::from([('5', word(5)), ('x', Factors { letter: 2, word: 3 })])
    }

    #[test]
    fn signs_are_squares_with_known_ids() {
        let draft = parse("test", ".'\"^-=~#5x\n", "1A", &five()).unwrap();
        let BoardLayout::Cells { ids, .. } = &draft.layout else { panic!("cells") };
        let expect = [Some(0), Some(1), Some(2), Some(5), Some(3), Some(4), Some(6), None, Some(7), Some(8)];
        assert_eq!(ids[..], expect);
        let names: Vec<&str> = draft.squares.iter().map(|square| square.name.as_str()).collect();
        assert_eq!(names[..3], ["plain", "letter ×2", "letter ×3"]);
        assert_eq!(names[8], "letter ×2, word ×3");
    }

    #[test]
    fn only_squares_that_occur_are_kept() {
        let draft = parse("test", "..\n==\n", "H1", &Legend::new());
        assert_eq!(draft.unwrap_err().0.len(), 1);
        let draft = parse("test", "==\r\n==\r\n", "a2", &five()).unwrap();
        assert_eq!(draft.squares.iter().map(|square| square.id).collect::<Vec<_>>(), [0, 4]);
        assert_eq!(draft.start, Coord::new(0, 1));
    }

    #[test]
    fn faults_are_named_with_their_places() {
        let check = |rows: &str, start: &str, legend: &Legend, expect: &[PictureError]| {
            assert_eq!(parse("test", rows, start, legend).unwrap_err().0, expect, "{rows:?}");
        };
        let none = Legend::new();
        check(
            "",
            "1A",
            &none,
            &[PictureError::Empty, PictureError::StartOutside { start: "1A".into(), columns: 0, rows: 0 }],
        );
        check(
            "...\n..\n..x",
            "1A",
            &none,
            &[
                PictureError::Ragged { row: 2, signs: 2, expected: 3 },
                PictureError::UnknownSign { row: 3, column: 3, sign: 'x' },
            ],
        );
        check("..\n.#", "2B", &none, &[PictureError::StartIsHole { start: "2B".into(), row: 2, column: 2 }]);
        check("..", "centre", &none, &[PictureError::NoStart("centre".into())]);
        let bad = Legend::from([('#', word(2)), (' ', word(2))]);
        check("..", "1A", &bad, &[PictureError::UnseenSign(' '), PictureError::FixedSign('#')]);
        let wide = ".".repeat(70_000);
        check(&wide, "1A", &none, &[PictureError::TooLarge(70_000)]);
    }

    #[test]
    fn a_program_cannot_be_drawn() {
        let mut draft = parse("test", "..\n..", "1A", &Legend::new()).unwrap();
        draft.squares[0].effect = rules::SquareEffect::Steps(vec![(0, "_result_ := _acc_ + 1".into())]);
        let board = Board::try_from(draft).unwrap();
        let expect = PicturePrintError::Program { at: Coord::new(0, 0), name: "plain".into() };
        assert_eq!(print(&board), Err(expect));
    }

    proptest! {
        #[test]
        fn drawn_boards_are_read_back(
            rows in (2usize..20, 2usize..20).prop_flat_map(|(width, height)| {
                let row = prop::collection::vec(prop::sample::select(vec!['.', '\'', '"', '^', '-', '=', '~', '#', '5', 'x']), width);
                prop::collection::vec(row.prop_map(|row| row.into_iter().collect::<String>() + "\n"), height)
            })
        ) {
            let rows = format!("{}{}", "..\n".replacen("..", &".".repeat(rows[0].chars().count() - 1), 1), rows.concat());
            let draft = parse("test", &rows, "1A", &five()).unwrap();
            let ids = |draft: &BoardDraft| match &draft.layout {
                BoardLayout::Cells { window, ids } => (*window, ids.clone()),
                BoardLayout::Program { .. } => unreachable!("pictures are cells"),
            };
            let drawn = print(&Board::try_from(draft.clone()).unwrap()).unwrap();
            let again = parse("test", &drawn.rows, &drawn.start, &drawn.legend).unwrap();
            let board = |draft: BoardDraft| Board::try_from(draft).unwrap();
            let (window, _) = ids(&draft);
            let (a, b) = (board(draft), board(again));
            for at in window.places() {
                let factors = |board: &Board| board.square(at).map(rules::Square::factors);
                prop_assert_eq!(factors(&a), factors(&b));
            }
            prop_assert_eq!(a.start(), b.start());
        }

        #[test]
        fn no_text_makes_it_panic(rows in any::<String>(), start in any::<String>()) {
            let _ = parse("test", &rows, &start, &Legend::new());
        }
    }
}
