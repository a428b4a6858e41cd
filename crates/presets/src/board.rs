//! Board files.

use crate::deal::{self, DealPlan};
use crate::error::DataFileError;
use crate::names::BoardKind;
use crate::reader::{ErrorCollector, TableReader, number, wrong_kind};
use crate::source::{Source, SourceSpan};
use crate::squares;
use crate::toml_tree::{TomlNode, TomlValue};
use notation::picture::{Legend, PictureError};
use notation::{boardfile, picture};
use rules::{Board, BoardDraft, BoardIssue, BoardLayout, Coord, Dialect, Rect, SquareId, SquareIssue};
use std::sync::Arc;

/// The seed of a random board. The same seed gives the same board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BoardSeed(pub u64);

/// What a rules file may change in the board that it names.
#[derive(Clone, Copy, Default)]
pub(crate) struct BoardOverrides {
    /// The seed if none is requested.
    pub(crate) default_seed: BoardSeed,
    /// The seed that is requested. Only random boards have one.
    pub(crate) seed: Option<BoardSeed>,
    pub(crate) dialect: Option<Dialect>,
}

impl BoardOverrides {
    /// No changes.
    pub(crate) fn none(default_seed: BoardSeed) -> BoardOverrides {
        BoardOverrides { default_seed, ..BoardOverrides::default() }
    }

    fn seed(self) -> BoardSeed {
        self.seed.unwrap_or(self.default_seed)
    }
}

/// The error of a seed for a board that is not random.
const NOT_RANDOM: &str = "only random boards have a seed, and this board is not random";

/// Reads and checks a board table.
pub(crate) fn read(
    node: &TomlNode,
    path: &str,
    changes: BoardOverrides,
    errors: &ErrorCollector,
) -> Option<Board> {
    let reader = TableReader::new(node, path, errors)?;
    reader.require("kind");
    let kind: Option<BoardKind> = reader.choice("kind");
    let title = reader.required_text("title");
    if changes.seed.is_some() && kind.is_some_and(|kind| kind != BoardKind::Random) {
        reader.report("kind", NOT_RANDOM);
    }
    let draft = match kind? {
        BoardKind::Picture => read_picture(&reader, errors),
        BoardKind::Cells => read_cells(&reader, errors),
        BoardKind::Program => read_program(&reader, errors),
        BoardKind::Random => read_random(&reader, changes.seed(), errors),
    };
    reader.finish();
    let mut draft = BoardDraft { title: title?.to_owned(), ..draft? };
    draft.dialect = changes.dialect.unwrap_or(draft.dialect);
    check(draft, node, path, errors)
}

/// Reads and checks a board file of SkraBBKle.
pub(crate) fn read_text(
    source: &Arc<Source>,
    changes: BoardOverrides,
    errors: &ErrorCollector,
) -> Option<Board> {
    if changes.seed.is_some() {
        errors.add(DataFileError::new(&SourceSpan::start(source), "", NOT_RANDOM));
    }
    match boardfile::parse(&source.name, &source.text) {
        Ok(draft) => {
            let span = SourceSpan::start(source);
            let blame = |fault: BoardIssue| errors.add(DataFileError::new(&span, "", fault.to_string()));
            Board::try_from(draft).map_err(|faults| faults.0.into_iter().for_each(blame)).ok()
        }
        Err(faults) => {
            errors.extend(faults.0.iter().map(|fault| {
                let span = span_at(source, fault.line, fault.column);
                DataFileError::new(
                    &span,
                    "",
                    format!("expected {}, but found {}", fault.expected, fault.found),
                )
            }));
            None
        }
    }
}

fn span_at(source: &Arc<Source>, line: usize, column: usize) -> SourceSpan {
    let before: usize = source.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let rest = source.text.get(before..).unwrap_or_default();
    let at = before + rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>();
    SourceSpan { source: source.clone(), range: at..at }
}

/// The keys of every kind of board but pictures: squares, the square under earlier tiles, and how squares are drawn.
struct CommonBoardKeys {
    squares: Vec<rules::SquareDraft>,
    used: SquareId,
    print: Option<String>,
    dialect: Dialect,
}

impl CommonBoardKeys {
    fn read(reader: &TableReader<'_>, errors: &ErrorCollector) -> Option<CommonBoardKeys> {
        let used = reader.number("used", squares::IDS).unwrap_or(0);
        let print = reader.text("print").map(str::to_owned);
        let dialect = reader.choice("dialect").unwrap_or_default();
        Some(CommonBoardKeys { squares: squares::read(reader, errors)?, used, print, dialect })
    }

    fn draft(self, start: Coord, layout: BoardLayout) -> BoardDraft {
        let CommonBoardKeys { squares, used, print, dialect } = self;
        BoardDraft { title: String::new(), start, layout, squares, used, print, dialect, seed: None }
    }
}

fn read_program(reader: &TableReader<'_>, errors: &ErrorCollector) -> Option<BoardDraft> {
    let common = CommonBoardKeys::read(reader, errors);
    let start = centre(reader, errors);
    let unbounded = reader.flag("unbounded").unwrap_or(false);
    let source = reader.required_text("program").map(str::to_owned);
    let seed = read_seed(reader);
    let layout = BoardLayout::Program { source: source?, unbounded };
    Some(BoardDraft { seed, ..common?.draft(start?, layout) })
}

/// The seed that a board was dealt from. It is a text, because TOML has no numbers of 64 bits without a sign.
fn read_seed(reader: &TableReader<'_>) -> Option<u64> {
    let text = reader.text("seed")?;
    let seed = text.parse().ok();
    if seed.is_none() {
        reader.report("seed", format!("must be a whole number in quotation marks, not {text:?}"));
    }
    seed
}

fn centre(reader: &TableReader<'_>, errors: &ErrorCollector) -> Option<Coord> {
    let node = reader.require("centre")?;
    pair(node, &reader.path("centre"), errors).map(|(x, y)| Coord::new(x, y))
}

fn pair(node: &TomlNode, path: &str, errors: &ErrorCollector) -> Option<(i32, i32)> {
    match &node.value {
        TomlValue::List(items) if items.len() == 2 => {
            let first = number(&items[0], path, squares::IDS, errors);
            first.zip(number(&items[1], path, squares::IDS, errors))
        }
        _ => {
            errors.add(wrong_kind(node, path, "a list of two numbers"));
            None
        }
    }
}

fn read_random(reader: &TableReader<'_>, seed: BoardSeed, errors: &ErrorCollector) -> Option<BoardDraft> {
    let common = CommonBoardKeys::read(reader, errors);
    let unbounded = reader.flag("unbounded").unwrap_or(false);
    let radius: Option<i32> = reader.require("radius").and_then(|_| reader.number("radius", 1..=50));
    let counts = read_counts(reader, errors);
    let fixed = match reader.require("centre")?.text() {
        Some("random") => None,
        Some(other) => {
            reader.report("centre", format!("must be \"random\" or two numbers, not {other:?}"));
            return None;
        }
        None => Some(centre(reader, errors)?),
    };
    let (common, radius, counts) = (common?, radius?, counts?);
    let room = (2 * radius + 1).pow(2) as u32;
    let wanted: u32 = counts.iter().map(|(_, count)| count).sum();
    if wanted > room {
        reader.report("counts", format!("there are {wanted} squares to deal, but only {room} places"));
        return None;
    }
    let hole = common.squares.iter().map(|square| square.id).min().unwrap_or(0).min(0).saturating_sub(1);
    let dealt = deal::deal(&DealPlan { radius, counts, unbounded, hole }, seed);
    let start = fixed.unwrap_or(dealt.centre);
    let layout = BoardLayout::Program { source: dealt.program, unbounded };
    Some(BoardDraft { seed: Some(seed.0), ..common.draft(start, layout) })
}

fn read_counts(reader: &TableReader<'_>, errors: &ErrorCollector) -> Option<Vec<(SquareId, u32)>> {
    reader.require("counts")?;
    let items = reader.list("counts")?;
    let path = reader.path("counts");
    let count = |node: &TomlNode| {
        let (id, count) = pair(node, &path, errors)?;
        let counted = u32::try_from(count).ok().filter(|&count| count <= 65_536);
        if counted.is_none() {
            errors.add(DataFileError::new(&node.span, &path, format!("{count} squares cannot be dealt")));
        }
        counted.map(|count| (id, count))
    };
    let counts: Vec<Option<(SquareId, u32)>> = items.iter().map(count).collect();
    counts.into_iter().collect()
}

fn read_cells(reader: &TableReader<'_>, errors: &ErrorCollector) -> Option<BoardDraft> {
    let common = CommonBoardKeys::read(reader, errors);
    let start = centre(reader, errors);
    let corner = reader.get("corner").map_or(Some((0, 0)), |node| pair(node, &reader.path("corner"), errors));
    let rows = reader.require("cells").and_then(|node| id_rows(node, reader, errors));
    let (rows, (x, y)) = (rows?, corner?);
    let (width, height) = (rows[0].len(), rows.len());
    let max = Coord::new(x.saturating_add(width as i32 - 1), y.saturating_add(height as i32 - 1));
    let window = Rect { min: Coord::new(x, y), max };
    Some(common?.draft(start?, BoardLayout::Cells { window, ids: rows.concat() }))
}

/// Rows of square ids, separated by white space; `#` is a hole.
fn id_rows(
    node: &TomlNode,
    reader: &TableReader<'_>,
    errors: &ErrorCollector,
) -> Option<Vec<Vec<Option<SquareId>>>> {
    let Some(text) = node.text() else {
        reader.wrong_kind("cells", node, "a text with a line of square ids for each row");
        return None;
    };
    let is_row = |(_, line): &(usize, &str)| !line.trim().is_empty();
    let lines: Vec<(usize, &str)> = text.lines().enumerate().filter(is_row).collect();
    let width = lines.first().map_or(0, |(_, line)| line.split_whitespace().count());
    if width == 0 {
        reader.report("cells", "has no rows");
        return None;
    }
    let row = |&(index, line): &(usize, &str)| {
        let span = || part_of(node, index, 0..line.len());
        let blame = |message| errors.add(DataFileError::new(&span(), reader.path("cells"), message));
        id_row(line, width).map_err(blame).ok()
    };
    let rows: Vec<Option<Vec<_>>> = lines.iter().map(row).collect();
    rows.into_iter().collect()
}

fn id_row(line: &str, width: usize) -> Result<Vec<Option<SquareId>>, String> {
    let cells: Vec<Option<Option<SquareId>>> = line.split_whitespace().map(cell).collect();
    if cells.len() != width {
        return Err(format!("this row has {} cells, the first one has {width}", cells.len()));
    }
    let row: Option<Vec<Option<SquareId>>> = cells.into_iter().collect();
    row.ok_or_else(|| "a cell is the id of a square, or # for a hole".to_owned())
}

fn cell(text: &str) -> Option<Option<SquareId>> {
    if text == "#" { Some(None) } else { text.parse().ok().map(Some) }
}

fn read_picture(reader: &TableReader<'_>, errors: &ErrorCollector) -> Option<BoardDraft> {
    let dialect = reader.choice("dialect").unwrap_or_default();
    let legend = read_legend(reader, errors);
    let start = reader.required_text("start");
    let node = reader.require("picture");
    let text = reader.text("picture");
    match picture::parse("", text?, start?, &legend?) {
        Ok(draft) => Some(BoardDraft { dialect, ..draft }),
        Err(faults) => {
            for fault in faults.0 {
                let (key, span) = span_in_picture(&fault, node?, text?);
                match span {
                    Some(span) => errors.add(DataFileError::new(&span, reader.path(key), fault.to_string())),
                    None => reader.report(key, fault.to_string()),
                }
            }
            None
        }
    }
}

fn read_legend(reader: &TableReader<'_>, errors: &ErrorCollector) -> Option<Legend> {
    let Some(legend) = reader.table("legend") else {
        return reader.get("legend").is_none().then(Legend::new);
    };
    let mut signs = Some(Legend::new());
    for (key, node) in legend.entries() {
        let mut characters = key.chars();
        let sign = characters.next().filter(|_| characters.next().is_none());
        let factors = legend_entry(node, &legend.path(key), errors);
        if sign.is_none() {
            legend.report(key, "a sign is a single character");
        }
        signs = signs.zip(sign.zip(factors)).map(|(mut signs, (sign, factors))| {
            signs.insert(sign, factors);
            signs
        });
    }
    signs
}

fn legend_entry(node: &TomlNode, path: &str, errors: &ErrorCollector) -> Option<rules::Factors> {
    let entry = TableReader::new(node, path, errors)?;
    let factors = squares::read_factors(&entry);
    if factors.is_none() && entry.get("letter").or(entry.get("word")).is_none() {
        errors.add(DataFileError::new(&node.span, path, "needs a factor for the `letter` or for the `word`"));
    }
    entry.finish();
    factors
}

/// The key that an error of a picture is about and, inside the picture, its position.
fn span_in_picture(fault: &PictureError, node: &TomlNode, text: &str) -> (&'static str, Option<SourceSpan>) {
    // An empty line before the first row is not a row.
    let skipped = usize::from(text.starts_with(['\n', '\r']));
    let line = |row: usize| text.lines().nth(row - 1 + skipped).unwrap_or_default();
    match fault {
        PictureError::Empty | PictureError::TooLarge(_) => ("picture", None),
        PictureError::Ragged { row, .. } => {
            ("picture", Some(part_of(node, row - 1 + skipped, 0..line(*row).len())))
        }
        PictureError::UnknownSign { row, column, sign } => {
            let at: usize = line(*row).chars().take(column - 1).map(char::len_utf8).sum();
            ("picture", Some(part_of(node, row - 1 + skipped, at..at + sign.len_utf8())))
        }
        PictureError::FixedSign(_) | PictureError::UnseenSign(_) => ("legend", None),
        PictureError::NoStart(_) | PictureError::StartOutside { .. } | PictureError::StartIsHole { .. } => {
            ("start", None)
        }
    }
}

/// A part of a line of a text value. Lines are counted from 0.
pub(crate) fn part_of(node: &TomlNode, line: usize, part: std::ops::Range<usize>) -> SourceSpan {
    let text = node.text().unwrap_or_default();
    let offset: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let inner = node.span.subspan(text, offset + part.start..offset + part.end);
    inner.unwrap_or_else(|| node.span.clone())
}

/// Turns a draft into a board. Errors are reported at their positions in the file.
fn check(draft: BoardDraft, node: &TomlNode, path: &str, errors: &ErrorCollector) -> Option<Board> {
    let reporter = BoardErrorReporter { node, path, errors };
    Board::try_from(draft).map_err(|faults| faults.0.iter().for_each(|fault| reporter.report(fault))).ok()
}

struct BoardErrorReporter<'a> {
    node: &'a TomlNode,
    path: &'a str,
    errors: &'a ErrorCollector,
}

impl BoardErrorReporter<'_> {
    fn report(&self, fault: &BoardIssue) {
        match fault {
            BoardIssue::Program(diagnostics) => self.report_program("program", None, diagnostics),
            BoardIssue::Print(diagnostics) => self.report_program("print", None, diagnostics),
            BoardIssue::Square { id, fault: SquareIssue::Program { priority, diagnostics }, .. } => {
                let step = self.square(*id).map(|square| square.nearest(&format!("steps.{priority}")));
                self.report_program("square", step, diagnostics);
            }
            BoardIssue::Square { id, .. } | BoardIssue::Twice(id) => {
                self.report_at("square", self.square(*id), fault);
            }
            BoardIssue::NoSquares => self.report_at("square", None, fault),
            BoardIssue::UnknownUsed(_) => self.report_at("used", None, fault),
            BoardIssue::UnknownCell { .. } | BoardIssue::WrongSize { .. } => {
                self.report_at("cells", None, fault);
            }
            BoardIssue::StartIsNoSquare(_) | BoardIssue::NoRoom(_) => self.report_at("centre", None, fault),
            BoardIssue::Fails { .. } | BoardIssue::TooLarge | BoardIssue::TooCostly => {
                self.report_at("program", None, fault);
            }
        }
    }

    fn report_at(&self, key: &str, node: Option<&TomlNode>, fault: &BoardIssue) {
        let node = node.unwrap_or_else(|| self.node.nearest(key));
        self.errors.add(DataFileError::new(&node.span, self.key(key), fault.to_string()));
    }

    /// Reports each diagnostic of a program at its position in the file, if the file has the text unescaped.
    fn report_program(&self, key: &str, node: Option<&TomlNode>, diagnostics: &boardlang::Diagnostics) {
        let node = node.unwrap_or_else(|| self.node.nearest(key));
        for found in diagnostics.errors() {
            let span = node.text().and_then(|text| node.span.subspan(text, found.span.bytes()));
            let message = match &span {
                Some(_) => found.problem.to_string(),
                None => format!("at {} of the program: {}", found.start, found.problem),
            };
            let span = span.unwrap_or_else(|| node.span.clone());
            let help = found.problem.hint().map(std::borrow::Cow::into_owned);
            self.errors.add(DataFileError::new(&span, self.key(key), message).with_optional_help(help));
        }
    }

    fn key(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// The table of the last square with an id.
    fn square(&self, id: SquareId) -> Option<&TomlNode> {
        let TomlValue::List(squares) = &self.node.table()?.get("square")?.value else { return None };
        let has_id = |node: &&TomlNode| {
            let value = node.table().and_then(|table| table.get("id")).map(|node| &node.value);
            matches!(value, Some(TomlValue::Number(number)) if *number == i64::from(id))
        };
        squares.iter().rev().find(has_id)
    }
}
