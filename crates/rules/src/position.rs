//! A position: what a diagram in a book shows.

use crate::grid::MAX_SPREAD;
use crate::{
    Board, BoardTile, Coord, Grid, PartialTiles, Placement, Play, Points, Refusal, Ruleset, Seat, TileOwner,
    judge,
};
use lexicon::WordList;
use tiles::Tiles;

/// A board with tiles, racks as far as they are known, and scores; the player to move comes first.
///
/// ```
/// # mod quixotry { pub use {presets, quixotry_rules as rules}; }
/// use quixotry::presets::Library;
/// use quixotry::rules::Position;
///
/// let mut position = Position::new(Library::shipped().rules("standard")?);
/// position.racks = vec![position.rules.tiles.parse_tiles("RETAINS")?];
/// assert_eq!(position.unseen().len(), 93);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    /// The rules.
    pub rules: Ruleset,
    /// The tiles on the board.
    pub grid: Grid,
    /// Racks from the player to move on, as far as they are known; empty where unknown.
    pub racks: Vec<Tiles>,
    /// How many tiles each of these racks has besides; where the list ends, there are none.
    pub unknown: Vec<usize>,
    /// Scores from the player to move on.
    pub scores: Vec<Points>,
    /// Turns without points in a row before this one.
    pub scoreless: u16,
}

/// Why tiles cannot lie on a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// No square.
    #[error("there is no square at {0}")]
    NoSquare(Coord),
    /// Two tiles.
    #[error("two tiles lie at {0}")]
    Twice(Coord),
    /// Too far apart.
    #[error("the tiles lie too far apart: the rectangle around them has more than {MAX_SPREAD} places")]
    TooFar,
}

impl Position {
    /// An empty board.
    #[must_use]
    pub fn new(rules: Ruleset) -> Position {
        let grid = empty_grid(&rules.board);
        Position {
            rules,
            grid,
            racks: vec![Tiles::new()],
            unknown: Vec::new(),
            scores: vec![0],
            scoreless: 0,
        }
    }

    /// The rack of the player to move.
    #[must_use]
    pub fn rack(&self) -> &Tiles {
        static NONE: Tiles = Tiles::new();
        self.racks.first().unwrap_or(&NONE)
    }

    /// A rack, counted from the player to move: its tiles, and how many others it has.
    #[must_use]
    pub fn partial_rack(&self, place: usize) -> PartialTiles {
        let known = self.racks.get(place).cloned().unwrap_or_default();
        PartialTiles { known, unknown: self.unknown.get(place).copied().unwrap_or(0) }
    }

    /// The tiles that are neither on the board nor on a rack that is known.
    #[must_use]
    pub fn unseen(&self) -> Tiles {
        let mut unseen = self.rules.tiles.all().clone();
        let known =
            self.grid.iter().map(|(_, placed)| placed.tile).chain(self.racks.iter().flat_map(Tiles::iter));
        known.for_each(|tile| _ = unseen.take(tile));
        unseen
    }

    /// Checks and scores a placement here. A rack that is empty or has unknown tiles stands for any tiles.
    ///
    /// # Errors
    ///
    /// Fails with every reason why the placement is not a legal play.
    pub fn judge(&self, placement: &Placement, words: Option<&dyn WordList>) -> Result<Play, Refusal> {
        let is_known = self.partial_rack(0).unknown == 0;
        let rack = Some(self.rack()).filter(|rack| is_known && !rack.is_empty());
        judge(&self.rules, &self.grid, TileOwner { seat: Some(Seat(0)), rack }, placement, words)
    }
}

/// An empty grid for a board.
#[must_use]
pub fn empty_grid(board: &Board) -> Grid {
    board.window().map_or_else(Grid::new, Grid::with_window)
}

/// Lays tiles on an empty board.
///
/// # Errors
///
/// Fails if a tile is not on a square or on an occupied square, or if the tiles lie too far apart.
pub fn lay_grid(
    board: &Board,
    tiles: impl IntoIterator<Item = (Coord, BoardTile)>,
) -> Result<Grid, GridError> {
    let tiles: Vec<(Coord, BoardTile)> = tiles.into_iter().collect();
    let bounds = crate::Rect::around(tiles.iter().map(|&(at, _)| at));
    if bounds.is_some_and(|bounds| bounds.expand(crate::grid::MARGIN).area() > MAX_SPREAD) {
        return Err(GridError::TooFar);
    }
    let mut grid = match (board.window(), bounds) {
        (None, Some(bounds)) => Grid::with_window(bounds),
        _ => empty_grid(board),
    };
    for (at, placed) in tiles {
        if !board.has(at) {
            return Err(GridError::NoSquare(at));
        }
        if grid.put(at, placed).is_some() {
            return Err(GridError::Twice(at));
        }
    }
    Ok(grid)
}
