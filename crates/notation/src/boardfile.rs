//! The board files of SkraBBKle: a size, then rows of squares such as `.`, `(3)` and `{2}`.
//!
//! ```
//! # mod quixotry { pub use {quixotry_notation as notation, rules}; }
//! use quixotry::notation::boardfile::{self, BoardFileEdition};
//!
//! let text = format!("11\n{}", "...........\n".repeat(11).replacen('.', "{2}", 1));
//! let board = quixotry::rules::Board::try_from(boardfile::parse("small", &text)?)?;
//! assert_eq!(boardfile::print(&board, BoardFileEdition::Classic)?, text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::coords::{GridRef, column_letters, column_number, parse_integer, row_number};
use crate::squares::{Palette, letter, word};
use rules::{Board, BoardDraft, BoardLayout, Coord, Dialect, Rect, Square, SquareId};
use std::fmt;
use std::ops::RangeInclusive;

/// The factors a square may have.
const FACTORS: RangeInclusive<i32> = -9..=99;
/// Columns and rows of the edition of 2026, and the fewest squares.
const COLUMNS: RangeInclusive<usize> = 7..=26;
const ROWS: RangeInclusive<usize> = 10..=99;
const FEWEST_SQUARES: usize = 192;
/// The default sizes of the classic edition.
pub const SIZES: RangeInclusive<usize> = 11..=26;

/// The editions of SkraBBKle, which write board files in two ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardFileEdition {
    /// One line with the size, squares `.`, `(letter)` and `{word}`.
    Classic,
    /// Three lines with columns, rows and start, squares `.`, `[letter]` and `<word>`.
    Of2026,
}

impl BoardFileEdition {
    fn letter_brackets(self) -> (char, char) {
        match self {
            BoardFileEdition::Classic => ('(', ')'),
            BoardFileEdition::Of2026 => ('[', ']'),
        }
    }

    fn word_brackets(self) -> (char, char) {
        match self {
            BoardFileEdition::Classic => ('{', '}'),
            BoardFileEdition::Of2026 => ('<', '>'),
        }
    }

    fn squares_expected(self) -> String {
        let ((l1, l2), (w1, w2)) = (self.letter_brackets(), self.word_brackets());
        format!(
            "a square: `.`, `{l1}n{l2}` for a letter factor or `{w1}n{w2}` for a word factor, n from -9 to 99"
        )
    }
}

/// An error of a board file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: found {found}, expected {expected}")]
pub struct BoardFileError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// What the file has there.
    pub found: String,
    /// What it should have there.
    pub expected: String,
}

/// All errors of a board file, from top to bottom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardFileErrors(pub Vec<BoardFileError>);

/// How many errors are listed at once.
const MAX_LISTED: usize = 20;

impl fmt::Display for BoardFileErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines: Vec<String> = self.0.iter().take(MAX_LISTED).map(ToString::to_string).collect();
        if self.0.len() > MAX_LISTED {
            lines.push(format!("and {} more", self.0.len() - MAX_LISTED));
        }
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for BoardFileErrors {}

/// The edition of a board file. The edition of 2026 has a number on its second line.
#[must_use]
pub fn edition(text: &str) -> BoardFileEdition {
    let second = text.lines().nth(1).unwrap_or_default();
    let number = !second.is_empty() && second.bytes().all(|byte| byte.is_ascii_digit());
    if number { BoardFileEdition::Of2026 } else { BoardFileEdition::Classic }
}

/// Reads a board file of either edition.
///
/// # Errors
///
/// All errors of the file, with line and column.
pub fn parse(title: &str, text: &str) -> Result<BoardDraft, BoardFileErrors> {
    parse_sized(title, text, SIZES)
}

/// Reads a board file of either edition. `sizes` are the sizes that the classic edition may have.
///
/// # Errors
///
/// All errors of the file, with line and column.
pub fn parse_sized(
    title: &str,
    text: &str,
    sizes: RangeInclusive<usize>,
) -> Result<BoardDraft, BoardFileErrors> {
    let lines = lines_of(text);
    let edition = edition(text);
    let head = match edition {
        BoardFileEdition::Classic => classic_head(&lines, &sizes),
        BoardFileEdition::Of2026 => head_of_2026(&lines),
    }?;
    let mut reader = BoardFileReader { edition, palette: Palette::new(), errors: Vec::new() };
    let ids = reader.body(&lines, &head);
    if !reader.errors.is_empty() {
        return Err(BoardFileErrors(reader.errors));
    }
    let corner = Coord::new(head.columns as i32 - 1, head.rows as i32 - 1);
    let window = Rect::between(Coord::default(), corner);
    Ok(BoardDraft {
        title: title.to_owned(),
        start: head.start,
        layout: BoardLayout::Cells { window, ids: ids.into_iter().map(Some).collect() },
        squares: reader.palette.into_squares(),
        used: 0,
        print: None,
        dialect: Dialect::Left,
        seed: None,
    })
}

/// The lines without their ends. A newline at the end of the file does not begin another line.
fn lines_of(text: &str) -> Vec<&str> {
    let body = text.strip_suffix('\n').unwrap_or(text);
    body.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect()
}

struct BoardFileHeader {
    lines: usize,
    columns: usize,
    rows: usize,
    start: Coord,
}

fn classic_head(lines: &[&str], sizes: &RangeInclusive<usize>) -> Result<BoardFileHeader, BoardFileErrors> {
    let size =
        number(lines, 1, "the size of the board", sizes).map_err(|error| BoardFileErrors(vec![error]))?;
    let middle = size.div_ceil(2) as i32 - 1;
    Ok(BoardFileHeader { lines: 1, columns: size, rows: size, start: Coord::new(middle, middle) })
}

fn head_of_2026(lines: &[&str]) -> Result<BoardFileHeader, BoardFileErrors> {
    let columns = number(lines, 1, "the number of columns", &COLUMNS);
    let rows = number(lines, 2, "the number of rows", &ROWS);
    let (columns, rows) = match (columns, rows) {
        (Ok(columns), Ok(rows)) => (columns, rows),
        (columns, rows) => {
            return Err(BoardFileErrors(columns.err().into_iter().chain(rows.err()).collect()));
        }
    };
    let mut errors = Vec::new();
    if columns * rows < FEWEST_SQUARES {
        let found = format!("{columns} × {rows} = {} squares", columns * rows);
        let expected = format!("at least {FEWEST_SQUARES} squares");
        errors.push(BoardFileError { line: 2, column: 1, found, expected });
    }
    let start = start_square(lines, columns, rows).map_err(|error| errors.push(error));
    match start {
        Ok(start) if errors.is_empty() => Ok(BoardFileHeader { lines: 3, columns, rows, start }),
        _ => Err(BoardFileErrors(errors)),
    }
}

fn number(
    lines: &[&str],
    line: usize,
    what: &str,
    range: &RangeInclusive<usize>,
) -> Result<usize, BoardFileError> {
    let text = lines.get(line - 1).copied().unwrap_or_default();
    let value = row_number(text).map(|value| value + 1).filter(|value| range.contains(value));
    value.ok_or_else(|| BoardFileError {
        line,
        column: 1,
        found: quote_short(text),
        expected: format!("{what}, a number from {} to {}", range.start(), range.end()),
    })
}

fn start_square(lines: &[&str], columns: usize, rows: usize) -> Result<Coord, BoardFileError> {
    let text = lines.get(2).copied().unwrap_or_default();
    let split = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    let column = column_number(&text[..split]).filter(|&column| column < columns);
    let row = row_number(&text[split..]).filter(|&row| row < rows);
    match (column, row) {
        (Some(column), Some(row)) => Ok(Coord::new(column as i32, row as i32)),
        _ => {
            let last = GridRef { column: columns - 1, row: rows - 1, axis: rules::Axis::Down };
            let last = last.to_string().to_lowercase();
            let expected = format!("the start square, column and row from a1 to {last}");
            Err(BoardFileError { line: 3, column: 1, found: quote_short(text), expected })
        }
    }
}

struct BoardFileReader {
    edition: BoardFileEdition,
    palette: Palette,
    errors: Vec<BoardFileError>,
}

impl BoardFileReader {
    fn body(&mut self, lines: &[&str], head: &BoardFileHeader) -> Vec<SquareId> {
        let rows = lines.get(head.lines..).unwrap_or_default();
        let mut ids = Vec::with_capacity(head.columns * head.rows);
        for (index, row) in rows.iter().take(head.rows).enumerate() {
            self.row(head.lines + index + 1, row, head.columns, &mut ids);
        }
        if rows.len() < head.rows {
            let found = format!("the end of the file after {} rows", rows.len());
            self.error(lines.len() + 1, 1, found, format!("{} rows", head.rows));
        }
        if let Some(extra) = rows.get(head.rows) {
            let expected = format!("the end of the file after {} rows", head.rows);
            self.error(head.lines + head.rows + 1, 1, quote_short(extra), expected);
        }
        ids
    }

    fn row(&mut self, line: usize, text: &str, columns: usize, ids: &mut Vec<SquareId>) {
        let (mut rest, mut column, mut count) = (text, 1, 0);
        let mut sound = true;
        while !rest.is_empty() {
            if sound && count == columns {
                self.error(
                    line,
                    column,
                    quote_short(rest),
                    format!("the end of the row after {columns} squares"),
                );
                return;
            }
            let taken = match self.token(rest) {
                Ok((id, taken)) => {
                    ids.push(id);
                    taken
                }
                Err((taken, found, expected)) => {
                    sound = false;
                    self.error(line, column, found, expected);
                    taken
                }
            };
            count += 1;
            column += rest[..taken].chars().count();
            rest = &rest[taken..];
        }
        if sound && count < columns {
            let found = format!("the end of the row after {count} squares");
            self.error(line, column, found, format!("{columns} squares"));
        }
    }

    /// The square at the beginning of a text and its length in bytes; or how many bytes to skip, what was found and what
    /// was expected.
    fn token(&mut self, text: &str) -> Result<(SquareId, usize), (usize, String, String)> {
        if text.starts_with('.') {
            return Ok((0, 1));
        }
        let brackets = [(self.edition.letter_brackets(), true), (self.edition.word_brackets(), false)];
        let found = brackets.into_iter().find(|((open, _), _)| text.starts_with(*open));
        let Some(((_, close), is_letter)) = found else {
            return Err(self.no_square(text));
        };
        let Some((inner, _)) = text[1..].split_once(close) else {
            let expected = format!("the factor to be closed by `{close}`");
            return Err((text.len(), quote_short(text), expected));
        };
        let taken = inner.len() + 2;
        match parse_integer(inner).filter(|factor| FACTORS.contains(factor)) {
            Some(factor) => Ok((self.square(factor, is_letter), taken)),
            None => Err((taken, quote_short(&text[..taken]), self.edition.squares_expected())),
        }
    }

    fn no_square(&self, text: &str) -> (usize, String, String) {
        let starts = |c: char| {
            c == '.' || c == self.edition.letter_brackets().0 || c == self.edition.word_brackets().0
        };
        let end = text.find(starts).unwrap_or(text.len());
        (end, quote_short(&text[..end]), self.edition.squares_expected())
    }

    /// A factor of 1 does nothing, but its square has its own name, so that printing gives the same file.
    fn square(&mut self, factor: i32, is_letter: bool) -> SquareId {
        let factors = if is_letter { letter(factor) } else { word(factor) };
        let kind = if is_letter { "letter" } else { "word" };
        self.palette.id_with_name(factors, format!("{kind} ×{factor}"))
    }

    fn error(&mut self, line: usize, column: usize, found: String, expected: String) {
        self.errors.push(BoardFileError { line, column, found, expected });
    }
}

/// A part of the file for a message: quoted and shortened.
fn quote_short(text: &str) -> String {
    const LONGEST: usize = 24;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let short: String = text.chars().take(LONGEST).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{:?}{more}", short)
}

/// Why a board cannot be written as a board file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardFilePrintError {
    /// It has no edges.
    #[error("a board without edges cannot be written as a board file")]
    Unbounded,
    /// The classic edition has square boards only.
    #[error("the board has {columns} columns and {rows} rows, but a board file of this edition is square")]
    NotSquare {
        /// Columns.
        columns: usize,
        /// Rows.
        rows: usize,
    },
    /// The edition does not allow its size.
    #[error("a board file of this edition cannot have {columns} columns and {rows} rows")]
    Size {
        /// Columns.
        columns: usize,
        /// Rows.
        rows: usize,
    },
    /// The classic edition starts in the middle.
    #[error("the start square {0} is not in the middle, which a board file of this edition cannot say")]
    StartNotInMiddle(Coord),
    /// There is a hole.
    #[error("the board has a hole at {0}, and a board file cannot have holes")]
    Hole(Coord),
    /// A square does more than a factor.
    #[error("the square {name} at {at} is more than a letter factor or a word factor from -9 to 99")]
    Square {
        /// Where.
        at: Coord,
        /// What it is called.
        name: String,
    },
}

/// Writes a board as a board file that [`parse`] reads back.
///
/// # Errors
///
/// The edition cannot express this board.
pub fn print(board: &Board, edition: BoardFileEdition) -> Result<String, BoardFilePrintError> {
    let window = board.window().ok_or(BoardFilePrintError::Unbounded)?;
    let mut text = print_head(board, window, edition)?;
    for row in window.rows() {
        for at in row {
            text.push_str(&print_square(board, at, edition)?);
        }
        text.push('\n');
    }
    Ok(text)
}

fn print_head(board: &Board, window: Rect, edition: BoardFileEdition) -> Result<String, BoardFilePrintError> {
    let (columns, rows) = (window.width(), window.height());
    let start = board.start();
    let (column, row) = ((start.x - window.min.x) as usize, (start.y - window.min.y) as usize);
    match edition {
        BoardFileEdition::Classic if columns != rows => Err(BoardFilePrintError::NotSquare { columns, rows }),
        BoardFileEdition::Classic if column + 1 != columns.div_ceil(2) || row + 1 != rows.div_ceil(2) => {
            Err(BoardFilePrintError::StartNotInMiddle(start))
        }
        BoardFileEdition::Classic => Ok(format!("{columns}\n")),
        BoardFileEdition::Of2026
            if !COLUMNS.contains(&columns) || !ROWS.contains(&rows) || columns * rows < FEWEST_SQUARES =>
        {
            Err(BoardFilePrintError::Size { columns, rows })
        }
        BoardFileEdition::Of2026 => {
            Ok(format!("{columns}\n{rows}\n{}{}\n", column_letters(column).to_lowercase(), row + 1))
        }
    }
}

fn print_square(board: &Board, at: Coord, edition: BoardFileEdition) -> Result<String, BoardFilePrintError> {
    let square = board.square(at).ok_or(BoardFilePrintError::Hole(at))?;
    let limit = || BoardFilePrintError::Square { at, name: square.name().to_owned() };
    match factor_of(square).ok_or_else(limit)? {
        None => Ok(".".to_owned()),
        Some((factor, is_letter)) => {
            let (open, close) = if is_letter { edition.letter_brackets() } else { edition.word_brackets() };
            Ok(format!("{open}{factor}{close}"))
        }
    }
}

/// The factor of a square, and whether it is the letter's factor. The inner `None` is a plain square, the outer
/// `None` a square that has more than one factor.
pub(crate) fn factor_of(square: &Square) -> Option<Option<(i32, bool)>> {
    let factors = square.factors()?;
    let single = match (factors.letter, factors.word) {
        (1, 1) if square.name() == "letter ×1" => Some((1, true)),
        (1, 1) if square.name() == "word ×1" => Some((1, false)),
        (1, 1) => None,
        (letter, 1) => Some((letter, true)),
        (1, word) => Some((word, false)),
        _ => return None,
    };
    single.is_none_or(|(factor, _)| FACTORS.contains(&factor)).then_some(single)
}

#[cfg(test)]
mod tests;
