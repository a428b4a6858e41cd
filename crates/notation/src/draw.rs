//! Drawings of boards: as text in several styles, and as SVG.
//!
//! ```
//! # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
//! use quixotry::notation::draw::{BoardScene, Colour, DrawingStyle, draw, svg};
//! use quixotry::presets::Library;
//! use quixotry::rules::empty_grid;
//!
//! let rules = Library::shipped().rules("standard").unwrap();
//! let grid = empty_grid(&rules.board);
//! let scene = BoardScene::new(&rules, &grid);
//! let text = draw(scene, DrawingStyle::Classic, Colour::None);
//! assert!(text.starts_with("   A B C D E"));
//! assert!(svg(scene).starts_with("<svg"));
//! ```

mod svg;
mod text;

use rules::{Board, BoardTile, Coord, Factors, Grid, Rect, Ruleset, Square};

pub use svg::{escape_xml, svg};
pub use text::{Colour, DrawingStyle, draw};

/// The most rows or columns that are drawn.
pub const MOST_LANES: usize = 256;

/// How many squares around the tiles are drawn on a board without edges.
const AROUND: i32 = 4;

/// What to draw: a board, the tiles on it, and a part of the board.
///
/// ```
/// # mod quixotry { pub use {quixotry_notation as notation, quixotry_presets as presets, rules}; }
/// use quixotry::notation::draw::{BoardScene, Colour, DrawingStyle, draw};
/// use quixotry::presets::Library;
/// use quixotry::rules::{Coord, Rect, empty_grid};
///
/// let rules = Library::shipped().rules("standard")?;
/// let grid = empty_grid(&rules.board);
/// let corner = Rect::between(Coord::new(0, 0), Coord::new(2, 2));
/// let scene = BoardScene::new(&rules, &grid).with_window(corner);
/// assert!(draw(scene, DrawingStyle::Classic, Colour::None).lines().count() < 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardScene<'a> {
    /// The rules with the board and the tile set.
    pub rules: &'a Ruleset,
    /// The tiles on the board.
    pub grid: &'a Grid,
    /// Which part to draw.
    pub window: Rect,
}

impl<'a> BoardScene<'a> {
    /// The whole board, or the squares around the tiles if the board has no edges.
    #[must_use]
    pub fn new(rules: &'a Ruleset, grid: &'a Grid) -> BoardScene<'a> {
        let start = rules.board.start();
        let around = || grid.bounds().map_or(Rect { min: start, max: start }, |bounds| bounds.with(start));
        let window = rules.board.window().unwrap_or_else(|| around().expand(AROUND));
        BoardScene { rules, grid, window }
    }

    /// The same with another part of the board.
    #[must_use]
    pub fn with_window(self, window: Rect) -> BoardScene<'a> {
        BoardScene { window, ..self }
    }

    fn board(&self) -> &'a Board {
        &self.rules.board
    }

    /// The part to draw, at most [`MOST_LANES`] in each direction.
    fn drawn_window(&self) -> Rect {
        let Rect { min, max } = self.window;
        let most = MOST_LANES as i32 - 1;
        let corner = Coord::new(max.x.min(min.x.saturating_add(most)), max.y.min(min.y.saturating_add(most)));
        Rect { min, max: corner }
    }

    fn letter(&self, placed: BoardTile) -> &'a str {
        self.rules.tiles.alphabet().text(crate::tiletext::board_letter(&self.rules.tiles, placed))
    }

    fn is_wild(&self, placed: BoardTile) -> bool {
        crate::tiletext::board_letter(&self.rules.tiles, placed).wild
    }

    /// The names of the columns and rows: letters and numbers from the edges, or x and y without edges.
    fn column_name(&self, x: i32) -> String {
        match self.board().window() {
            Some(window) => usize::try_from(i64::from(x) - i64::from(window.min.x))
                .map_or_else(|_| x.to_string(), crate::coords::column_letters),
            None => x.to_string(),
        }
    }

    fn row_name(&self, y: i32) -> String {
        match self.board().window() {
            Some(window) => (i64::from(y) - i64::from(window.min.y) + 1).to_string(),
            None => y.to_string(),
        }
    }
}

/// How a square looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Premium {
    Plain,
    Letter(i32),
    Word(i32),
    Both(Factors),
    Program,
}

impl Premium {
    fn of(square: &Square) -> Premium {
        match square.factors() {
            None => Premium::Program,
            Some(Factors::NONE) => Premium::Plain,
            Some(Factors { letter, word: 1 }) => Premium::Letter(letter),
            Some(Factors { letter: 1, word }) => Premium::Word(word),
            Some(factors) => Premium::Both(factors),
        }
    }

    /// `2L`, `3W`, `2L3W`, a star for programs, nothing for plain squares.
    fn label(self) -> String {
        match self {
            Premium::Plain => String::new(),
            Premium::Letter(factor) => format!("{factor}L"),
            Premium::Word(factor) => format!("{factor}W"),
            Premium::Both(Factors { letter, word }) => format!("{letter}L{word}W"),
            Premium::Program => "★".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
