//! Boards: which places have a square, and what each square does to the score.

use crate::coord::column_letters;
use crate::{Axis, Coord, Rect, Square, SquareDraft, SquareIssue};
use boardlang::{Dialect, Fuel, Program, RunCause, Signature, StepMeter};
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::sync::Arc;
use tiles::Alphabet;

/// The steps one evaluation of a board, square or print program may take.
pub const STEP_BUDGET: Fuel = Fuel::DEFAULT;

/// The steps that a board program may take at all places together when a board is loaded, so that every board loads
/// within a fraction of a second.
pub const LAYOUT_STEPS: Fuel = Fuel(50_000_000);

/// The steps that the program of an unbounded board may take at one place: it runs again for every play.
pub const PLACE_STEPS: Fuel = Fuel(10_000);

/// The most squares a finite board may have.
pub const MAX_SQUARES: usize = 1 << 16;

/// The edge of the world: an unbounded board has no square further than this from the origin, so that no step
/// along a line can overflow.
pub const WORLD_EDGE: i32 = 1_000_000;

/// How far around the start an unbounded board is tried when it is loaded.
const TRIAL_RADIUS: i32 = 24;

/// The id of a kind of square, as board programs compute it.
pub type SquareId = i32;

/// A board as a file gives it, not yet checked.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{
///     Board, BoardDraft, BoardLayout, Coord, Dialect, Factors, Rect, SquareDraft, SquareEffect,
/// };
///
/// let square = |id, word| SquareDraft {
///     id,
///     name: format!("word ×{word}"),
///     effect: SquareEffect::Factors(Factors { letter: 1, word }),
/// };
/// let window = Rect::between(Coord::new(0, 0), Coord::new(2, 0));
/// let draft = BoardDraft {
///     title: "Three squares".to_owned(),
///     start: Coord::new(1, 0),
///     layout: BoardLayout::Cells { window, ids: vec![Some(1), Some(0), Some(1)] },
///     squares: vec![square(0, 1), square(1, 3)],
///     used: 0,
///     print: None,
///     dialect: Dialect::Left,
///     seed: None,
/// };
/// assert_eq!(Board::try_from(draft)?.window(), Some(window));
/// # Ok::<(), quixotry::rules::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BoardDraft {
    /// What it is called.
    pub title: String,
    /// The square the first play must cover.
    pub start: Coord,
    /// Where which square lies.
    pub layout: BoardLayout,
    /// The kinds of square.
    pub squares: Vec<SquareDraft>,
    /// The kind that counts under tiles already played.
    pub used: SquareId,
    /// The program that turns a square's id into the character to draw, if there is one.
    pub print: Option<String>,
    /// How programs associate.
    pub dialect: Dialect,
    /// The seed that the squares were dealt from, if they were.
    pub seed: Option<u64>,
}

/// Where which square lies.
#[derive(Clone, Debug)]
pub enum BoardLayout {
    /// A rectangle of square ids, row by row; `None` is a hole.
    Cells {
        /// The rectangle.
        window: Rect,
        /// The ids, row by row.
        ids: Vec<Option<SquareId>>,
    },
    /// A program that computes the id at `_x_`, `_y_`; an id that no square has is a hole.
    Program {
        /// Its text.
        source: String,
        /// Whether the board has no edges.
        unbounded: bool,
    },
}

/// A checked board. Cloning it is cheap.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::Library;
/// use quixotry::rules::Factors;
///
/// let board = Library::shipped().rules("standard")?.board.clone();
/// assert_eq!(board.square_name(board.start()), "H8");
/// let start = board.square(board.start()).unwrap();
/// assert_eq!(start.factors(), Some(Factors { letter: 1, word: 2 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Board(Arc<Inner>);

#[derive(Clone)]
struct Inner {
    title: String,
    start: Coord,
    extent: Extent,
    layout: CheckedLayout,
    squares: Vec<Square>,
    by_id: HashMap<SquareId, usize>,
    used: usize,
    print: Option<Program>,
    dialect: Dialect,
    seed: Option<u64>,
    /// The vowels that square programs ask for; `None` for a, e, i, o and u.
    vowels: Option<Vec<u16>>,
    plain: bool,
}

#[derive(Clone)]
enum CheckedLayout {
    Cells { window: Rect, cells: Vec<Option<u16>>, program: Option<Program> },
    Endless(Program),
}

/// How far a board reaches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All its squares lie in this rectangle.
    Finite(Rect),
    /// It has no edges.
    Unbounded,
}

/// Everything that is wrong with a board.
#[derive(Clone, Debug)]
pub struct BoardError(pub Vec<BoardIssue>);

/// One thing that is wrong with a board.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BoardIssue {
    /// The board program does not compile.
    #[error("the board program is wrong:\n{0}")]
    Program(boardlang::Diagnostics),
    /// The print program does not compile.
    #[error("the print program is wrong:\n{0}")]
    Print(boardlang::Diagnostics),
    /// A square is wrong.
    #[error("square {id} ({name}): {fault}")]
    Square {
        /// Its id.
        id: SquareId,
        /// Its name.
        name: String,
        /// What is wrong.
        fault: SquareIssue,
    },
    /// Two squares have one id.
    #[error("the square id {0} is used twice")]
    Twice(SquareId),
    /// No square is defined.
    #[error("the board defines no square")]
    NoSquares,
    /// The id for tiles already played is not defined.
    #[error("the square under tiles already played has the id {0}, which no square has")]
    UnknownUsed(SquareId),
    /// A cell names a square that is not defined.
    #[error("the cell at {at} has the square id {id}, which no square has")]
    UnknownCell {
        /// Where.
        at: Coord,
        /// Which id.
        id: SquareId,
    },
    /// The cells do not fill the window.
    #[error("the board is {width}×{height} but has {cells} cells")]
    WrongSize {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
        /// Cells given.
        cells: usize,
    },
    /// There is no square at the start.
    #[error("the start {0} is not on a square")]
    StartIsNoSquare(Coord),
    /// The program failed somewhere.
    #[error("the board program fails at {at}: {error}")]
    Fails {
        /// Where.
        at: Coord,
        /// Why.
        error: boardlang::RunError,
    },
    /// The board does not end, or is too large.
    #[error(
        "the board has more than {MAX_SQUARES} squares that can be reached from its start: say `unbounded = true` if it has no end"
    )]
    TooLarge,
    /// The program takes too many steps in all.
    #[error(
        "the board program takes more than {} steps in all: make it simpler or the board smaller",
        LAYOUT_STEPS.0
    )]
    TooCostly,
    /// Only one square can be reached.
    #[error("no word of two letters fits over the start {0}")]
    NoRoom(Coord),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for BoardError {}

impl Board {
    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.0.title
    }

    /// The square the first play must cover.
    #[must_use]
    pub fn start(&self) -> Coord {
        self.0.start
    }

    /// How far it reaches.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.0.extent
    }

    /// The rectangle of a finite board.
    #[must_use]
    pub fn window(&self) -> Option<Rect> {
        match self.0.extent {
            Extent::Finite(window) => Some(window),
            Extent::Unbounded => None,
        }
    }

    /// The square at a place, or `None` for a hole or a place outside.
    #[must_use]
    pub fn square(&self, at: Coord) -> Option<&Square> {
        self.index_at(at).map(|index| &self.0.squares[index])
    }

    /// Whether there is a square at a place.
    #[must_use]
    pub fn has(&self, at: Coord) -> bool {
        self.index_at(at).is_some()
    }

    /// The kind of square that counts under tiles already played.
    #[must_use]
    pub fn square_under_tiles(&self) -> &Square {
        &self.0.squares[self.0.used]
    }

    /// All kinds of square.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.0.squares
    }

    /// A kind of square by its id.
    #[must_use]
    pub fn kind(&self, id: SquareId) -> Option<&Square> {
        self.0.by_id.get(&id).map(|&index| &self.0.squares[index])
    }

    /// The text of its board program, when it has one.
    #[must_use]
    pub fn program(&self) -> Option<&str> {
        match &self.0.layout {
            CheckedLayout::Cells { program, .. } => program.as_ref().map(Program::source),
            CheckedLayout::Endless(program) => Some(program.source()),
        }
    }

    /// The text of its print program, when it has one.
    #[must_use]
    pub fn print_program(&self) -> Option<&str> {
        self.0.print.as_ref().map(Program::source)
    }

    /// How its programs associate.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    /// The board in a game with this alphabet: `isVowel` follows its vowels. Programs of the ITU game ask for a, e, i, o
    /// and u in any game, and so do all programs if the alphabet says nothing about vowels.
    pub(crate) fn follow_vowels(&self, alphabet: &Alphabet) -> Board {
        let vowels = match self.0.dialect {
            Dialect::Left => own_vowels(alphabet),
            Dialect::ItuRight => None,
        };
        if vowels == self.0.vowels || !self.0.squares.iter().any(Square::asks_for_vowels) {
            return self.clone();
        }
        let mut inner = Inner::clone(&self.0);
        for square in &mut inner.squares {
            *square = square.with_vowels(vowels.as_deref(), inner.dialect);
        }
        inner.plain = is_plain(&inner.squares);
        inner.vowels = vowels;
        Board(Arc::new(inner))
    }

    /// The seed that its squares were dealt from, for a random board.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.0.seed
    }

    /// Whether every square is a plain letter or word factor, so that a word counts
    /// (sum of letters × letter factors) × product of word factors.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.0.plain
    }

    /// The character the print program draws for a square id, when there is such a program and it yields one.
    #[must_use]
    pub fn print_char(&self, id: SquareId) -> Option<char> {
        let code = self.0.print.as_ref()?.run_print(id, STEP_BUDGET).ok()?;
        char::from_u32(u32::try_from(code).ok()?)
    }

    /// What the board program computes at a place, also where no square has that id.
    #[must_use]
    pub fn raw_id(&self, at: Coord) -> Option<SquareId> {
        let (program, fuel) = match &self.0.layout {
            CheckedLayout::Cells { program: Some(program), .. } => (program, STEP_BUDGET),
            CheckedLayout::Cells { .. } => return self.square(at).map(Square::id),
            CheckedLayout::Endless(program) => (program, PLACE_STEPS),
        };
        program.run_board(at.x, at.y, fuel).ok()
    }

    /// Whether a place lies within the board's bounds, be there a square or a hole.
    #[must_use]
    pub fn in_bounds(&self, at: Coord) -> bool {
        match self.0.extent {
            Extent::Finite(window) => window.contains(at),
            Extent::Unbounded => at.x.unsigned_abs().max(at.y.unsigned_abs()) <= WORLD_EDGE as u32,
        }
    }

    /// The name of a square, as players and all messages use it: column and row from the top left corner, `H8`, or
    /// the coordinates `-3,5` on a board without edges.
    ///
    /// ```
    /// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
    /// use quixotry::rules::Coord;
    ///
    /// let library = quixotry::presets::Library::shipped();
    /// let board = library.rules("standard").unwrap().board.clone();
    /// assert_eq!(board.square_name(board.start()), "H8");
    /// let infinite = library.rules("infinite").unwrap();
    /// assert_eq!(infinite.board.square_name(Coord::new(-3, 5)), "-3,5");
    /// ```
    #[must_use]
    pub fn square_name(&self, at: Coord) -> String {
        match self.column_and_row(at) {
            Some((column, row)) => format!("{}{}", column_letters(column), row + 1),
            None => format!("{},{}", at.x, at.y),
        }
    }

    /// Column and row from the top left corner, counted from 0. They go on beyond the far edges; there are none
    /// before the corner and on a board without edges.
    #[must_use]
    pub fn column_and_row(&self, at: Coord) -> Option<(usize, usize)> {
        let window = self.window()?;
        let from = |value: i32, edge: i32| usize::try_from(i64::from(value) - i64::from(edge)).ok();
        Some((from(at.x, window.min.x)?, from(at.y, window.min.y)?))
    }

    fn index_at(&self, at: Coord) -> Option<usize> {
        if !self.in_bounds(at) {
            return None;
        }
        match &self.0.layout {
            CheckedLayout::Cells { window, cells, .. } => cells[window.index(at)?].map(usize::from),
            CheckedLayout::Endless(program) => {
                let id = program.run_board(at.x, at.y, PLACE_STEPS).ok()?;
                self.0.by_id.get(&id).copied()
            }
        }
    }
}

/// The vowels of an alphabet as programs see them, in both cases; `None` if they are a, e, i, o and u, or unknown.
fn own_vowels(alphabet: &Alphabet) -> Option<Vec<u16>> {
    let first = |text: &str| text.encode_utf16().next();
    let vowels = alphabet.letters().filter(|&letter| alphabet.is_vowel(letter));
    let units = vowels.flat_map(|letter| [first(alphabet.upper(letter)), first(alphabet.lower(letter))]);
    let mut units: Vec<u16> = units.flatten().collect();
    units.sort_unstable();
    units.dedup();
    let usual: Vec<u16> = "AEIOUaeiou".encode_utf16().collect();
    (!units.is_empty() && units != usual).then_some(units)
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board").field("title", &self.0.title).field("extent", &self.0.extent).finish()
    }
}

impl TryFrom<BoardDraft> for Board {
    type Error = BoardError;

    fn try_from(draft: BoardDraft) -> Result<Board, BoardError> {
        let mut faults = Vec::new();
        let squares = check_squares(&draft, &mut faults);
        let by_id = index_squares(&squares, &mut faults);
        let used = by_id.get(&draft.used).copied();
        if used.is_none() && !squares.is_empty() {
            faults.push(BoardIssue::UnknownUsed(draft.used));
        }
        let print = draft.print.as_deref().and_then(|source| {
            compile(source, Signature::Print, draft.dialect)
                .map_err(|d| faults.push(BoardIssue::Print(d)))
                .ok()
        });
        let laid_out = lay_out(&draft, &by_id, &mut faults);
        match (laid_out, used) {
            (Some((layout, extent)), Some(used)) if faults.is_empty() => {
                let plain = is_plain(&squares);
                let (title, start, dialect, seed) = (draft.title, draft.start, draft.dialect, draft.seed);
                let board = Board(Arc::new(Inner {
                    title,
                    start,
                    extent,
                    layout,
                    squares,
                    by_id,
                    used,
                    print,
                    dialect,
                    seed,
                    vowels: None,
                    plain,
                }));
                board.checked_start()
            }
            _ => Err(BoardError(without_consequences(faults))),
        }
    }
}

/// The faults of a board without those that only follow from others: a square that is wrong is not missing too.
fn without_consequences(mut faults: Vec<BoardIssue>) -> Vec<BoardIssue> {
    let wrong: Vec<SquareId> = faults
        .iter()
        .filter_map(|fault| if let BoardIssue::Square { id, .. } = fault { Some(*id) } else { None })
        .collect();
    faults.retain(|fault| match fault {
        BoardIssue::UnknownUsed(id) | BoardIssue::UnknownCell { id, .. } => !wrong.contains(id),
        BoardIssue::NoSquares => wrong.is_empty(),
        BoardIssue::Program(_)
        | BoardIssue::Print(_)
        | BoardIssue::Square { .. }
        | BoardIssue::Twice(_)
        | BoardIssue::WrongSize { .. }
        | BoardIssue::StartIsNoSquare(_)
        | BoardIssue::Fails { .. }
        | BoardIssue::TooLarge
        | BoardIssue::TooCostly
        | BoardIssue::NoRoom(_) => true,
    });
    faults
}

impl Board {
    fn checked_start(self) -> Result<Board, BoardError> {
        let start = self.start();
        if !self.has(start) {
            return Err(BoardError(vec![BoardIssue::StartIsNoSquare(start)]));
        }
        let room = Axis::BOTH
            .into_iter()
            .any(|axis| self.has(start.step(axis, 1)) || self.has(start.step(axis, -1)));
        if room { Ok(self) } else { Err(BoardError(vec![BoardIssue::NoRoom(start)])) }
    }
}

fn compile(source: &str, signature: Signature, dialect: Dialect) -> Result<Program, boardlang::Diagnostics> {
    boardlang::compile(source, signature, dialect).map(|compiled| compiled.program)
}

fn check_squares(draft: &BoardDraft, faults: &mut Vec<BoardIssue>) -> Vec<Square> {
    if draft.squares.is_empty() {
        faults.push(BoardIssue::NoSquares);
    }
    let mut squares = Vec::new();
    for square in &draft.squares {
        match Square::new(square, draft.dialect) {
            Ok(checked) => squares.push(checked),
            Err(found) => faults.extend(found.into_iter().map(|fault| BoardIssue::Square {
                id: square.id,
                name: square.name.clone(),
                fault,
            })),
        }
    }
    squares
}

fn index_squares(squares: &[Square], faults: &mut Vec<BoardIssue>) -> HashMap<SquareId, usize> {
    let mut by_id = HashMap::new();
    for (index, square) in squares.iter().enumerate() {
        if by_id.insert(square.id(), index).is_some() {
            faults.push(BoardIssue::Twice(square.id()));
        }
    }
    by_id
}

type SquareIndex = HashMap<SquareId, usize>;

fn lay_out(
    draft: &BoardDraft,
    ids: &SquareIndex,
    faults: &mut Vec<BoardIssue>,
) -> Option<(CheckedLayout, Extent)> {
    match &draft.layout {
        BoardLayout::Cells { window, ids: cells } => lay_cells(*window, cells, ids, faults),
        BoardLayout::Program { source, unbounded } => {
            let program = compile(source, Signature::Board, draft.dialect)
                .map_err(|diagnostics| faults.push(BoardIssue::Program(diagnostics)))
                .ok()?;
            if *unbounded {
                try_around(&program, draft.start, faults);
                return Some((CheckedLayout::Endless(program), Extent::Unbounded));
            }
            let mut quick = StepMeter::quick(LAYOUT_STEPS, STEP_BUDGET);
            let laid_out = flood(&program, draft.start, ids, &mut quick).or_else(|_| {
                // Only exact counting decides.
                flood(&program, draft.start, ids, &mut StepMeter::exact(LAYOUT_STEPS, STEP_BUDGET))
            });
            laid_out.map_err(|fault| faults.push(fault)).ok()
        }
    }
}

fn lay_cells(
    window: Rect,
    cells: &[Option<SquareId>],
    ids: &SquareIndex,
    faults: &mut Vec<BoardIssue>,
) -> Option<(CheckedLayout, Extent)> {
    if cells.len() != window.area() {
        let (width, height) = (window.width(), window.height());
        faults.push(BoardIssue::WrongSize { width, height, cells: cells.len() });
        return None;
    }
    if cells.len() > MAX_SQUARES {
        faults.push(BoardIssue::TooLarge);
        return None;
    }
    let find = |(at, cell): (Coord, &Option<SquareId>)| match cell {
        None => Ok(None),
        Some(id) => {
            ids.get(id).map(|&index| Some(index as u16)).ok_or(BoardIssue::UnknownCell { at, id: *id })
        }
    };
    let (found, missing): (Vec<_>, Vec<_>) = window.places().zip(cells).map(find).partition(Result::is_ok);
    faults.extend(missing.into_iter().filter_map(Result::err));
    let cells = found.into_iter().filter_map(Result::ok).collect();
    Some((CheckedLayout::Cells { window, cells, program: None }, Extent::Finite(window)))
}

/// Runs the program around the start, so that its mistakes show when it is loaded.
fn try_around(program: &Program, start: Coord, faults: &mut Vec<BoardIssue>) {
    let trial = Rect { min: start, max: start }.expand(TRIAL_RADIUS);
    let failing = trial.places().find_map(|at| {
        program.run_board(at.x, at.y, PLACE_STEPS).err().map(|error| BoardIssue::Fails { at, error })
    });
    faults.extend(failing);
}

/// Finds the squares of a finite board. A word is an unbroken line of squares and every word hangs together
/// with the start, so no square that cannot be reached from it step by step is ever used.
fn flood(
    program: &Program,
    start: Coord,
    ids: &SquareIndex,
    meter: &mut StepMeter,
) -> Result<(CheckedLayout, Extent), BoardIssue> {
    let mut seen: BTreeMap<Coord, Option<u16>> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    let mut squares = 0;
    while let Some(at) = queue.pop_front() {
        if seen.contains_key(&at) {
            continue;
        }
        let id = match program.run_board_on(at.x, at.y, meter) {
            Ok(id) => id,
            Err(error) if error.cause == RunCause::StepLimit && meter.remaining() == Fuel(0) => {
                return Err(BoardIssue::TooCostly);
            }
            Err(error) => return Err(BoardIssue::Fails { at, error }),
        };
        let found = ids.get(&id).map(|&index| index as u16);
        seen.insert(at, found);
        if found.is_some() {
            squares += 1;
            let near = Axis::BOTH.into_iter().flat_map(|axis| [at.step(axis, 1), at.step(axis, -1)]);
            queue.extend(near.filter(|next| !seen.contains_key(next)));
        }
        if squares > MAX_SQUARES {
            return Err(BoardIssue::TooLarge);
        }
    }
    let reached = seen.iter().filter(|(_, square)| square.is_some()).map(|(&at, _)| at);
    let window = Rect::around(reached).ok_or(BoardIssue::StartIsNoSquare(start))?;
    if window.area() > 16 * MAX_SQUARES {
        return Err(BoardIssue::TooLarge);
    }
    let cells = window.places().map(|at| seen.get(&at).copied().flatten()).collect();
    Ok((CheckedLayout::Cells { window, cells, program: Some(program.clone()) }, Extent::Finite(window)))
}

/// Factors add up to the plain formula only when all letters are counted before the first word factor.
fn is_plain(squares: &[Square]) -> bool {
    let last_letter = squares.iter().filter_map(Square::letter_priority).max();
    let first_word = squares.iter().filter_map(Square::word_priority).min();
    squares.iter().all(|square| square.factors().is_some())
        && last_letter.zip(first_word).is_none_or(|(letter, word)| letter < word)
}
