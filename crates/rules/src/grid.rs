//! The tiles that lie on a board.

use crate::{Axis, Coord, Rect};
use std::sync::Arc;
use tiles::{Face, TileId};

/// A tile on the board, with the face it shows.
///
/// [`Grid`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardTile {
    /// Which tile.
    pub tile: TileId,
    /// How it is read.
    pub face: Face,
}

/// The tiles on a board: a window of cells that grows with them. Copies share the cells until one of them changes.
///
/// ```
/// # mod quixotry { pub use {quixotry_rules as rules, tiles}; }
/// use quixotry::rules::{BoardTile, Coord, Grid};
/// use quixotry::tiles::{Face, Letter, TileId};
///
/// let tile = BoardTile { tile: TileId(0), face: Face::new(Letter::new(1).unwrap(), 1) };
/// let mut grid = Grid::new();
/// grid.put(Coord::new(7, 7), tile);
/// assert_eq!(grid.get(Coord::new(7, 7)), Some(tile));
/// assert_eq!(grid.len(), 1);
/// ```
#[derive(Clone, Default)]
pub struct Grid {
    window: Option<Rect>,
    cells: Arc<[Option<BoardTile>]>,
    count: usize,
}

/// How much room is made around a tile that falls outside the window.
pub(crate) const MARGIN: i32 = 7;

/// The most cells the rectangle around all tiles may have, with the room a grid makes for more.
pub(crate) const MAX_SPREAD: usize = 1 << 20;

impl Grid {
    /// A board without tiles.
    #[must_use]
    pub fn new() -> Grid {
        Grid::default()
    }

    /// A board without tiles whose window is known before.
    #[must_use]
    pub fn with_window(window: Rect) -> Grid {
        Grid { window: Some(window), cells: std::iter::repeat_n(None, window.area()).collect(), count: 0 }
    }

    /// The tile at a place.
    #[must_use]
    pub fn get(&self, at: Coord) -> Option<BoardTile> {
        self.cells[self.window?.index(at)?]
    }

    /// Whether a tile lies at a place.
    #[must_use]
    pub fn has(&self, at: Coord) -> bool {
        self.get(at).is_some()
    }

    /// Whether no tile has been laid.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many tiles lie on the board.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Lays a tile, in the place of the one that was there.
    pub fn put(&mut self, at: Coord, placed: BoardTile) -> Option<BoardTile> {
        let index = self.room_for(at);
        let before = Arc::make_mut(&mut self.cells)[index].replace(placed);
        self.count += usize::from(before.is_none());
        before
    }

    /// Takes a tile off.
    pub fn remove(&mut self, at: Coord) -> Option<BoardTile> {
        let index = self.window?.index(at)?;
        let taken = Arc::make_mut(&mut self.cells)[index].take();
        self.count -= usize::from(taken.is_some());
        taken
    }

    /// All tiles, row by row.
    pub fn iter(&self) -> impl Iterator<Item = (Coord, BoardTile)> + '_ {
        let (min, width) = self.window.map_or((Coord::new(0, 0), 1), |window| (window.min, window.width()));
        let at =
            move |index: usize| Coord::new(min.x + (index % width) as i32, min.y + (index / width) as i32);
        let cells = self.cells.iter().enumerate();
        cells.filter_map(move |(index, cell)| cell.map(|placed| (at(index), placed)))
    }

    /// The smallest rectangle with all tiles.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        Rect::around(self.iter().map(|(at, _)| at))
    }

    /// The first place of the unbroken run of tiles that reaches `at` along an axis, `at` itself counted as a tile.
    #[must_use]
    pub fn run_start(&self, at: Coord, axis: Axis) -> Coord {
        self.run_end_towards(at, axis, -1)
    }

    /// The last place of that run.
    #[must_use]
    pub fn run_end(&self, at: Coord, axis: Axis) -> Coord {
        self.run_end_towards(at, axis, 1)
    }

    fn run_end_towards(&self, mut at: Coord, axis: Axis, step: i32) -> Coord {
        while self.has(at.step(axis, step)) {
            at = at.step(axis, step);
        }
        at
    }

    /// Whether a tile can be put at a place without growing beyond all measure.
    pub(crate) fn has_room_for(&self, at: Coord) -> bool {
        let inside = self.window.is_some_and(|window| window.contains(at));
        inside || self.window_with(at).area() <= MAX_SPREAD
    }

    /// The window that it grows to for a tile outside.
    fn window_with(&self, at: Coord) -> Rect {
        let wanted = Rect { min: at, max: at }.expand(MARGIN);
        self.window.map_or(wanted, |old| old.with(wanted.min).with(wanted.max))
    }

    fn room_for(&mut self, at: Coord) -> usize {
        if let Some(index) = self.window.and_then(|window| window.index(at)) {
            return index;
        }
        let window = self.window_with(at);
        let mut grown = Grid::with_window(window);
        for (at, placed) in self.iter() {
            grown.put(at, placed);
        }
        *self = grown;
        window.index(at).unwrap_or_default()
    }
}

impl PartialEq for Grid {
    fn eq(&self, other: &Grid) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

impl Eq for Grid {}

impl std::fmt::Debug for Grid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;
    use tiles::Letter;

    fn placed(id: u8) -> BoardTile {
        BoardTile { tile: TileId(id), face: Face::new(Letter::new(1).unwrap(), i16::from(id)) }
    }

    proptest! {
        #[test]
        fn it_behaves_like_a_map(acts in prop::collection::vec((-40i32..40, -40i32..40, 0u8..5, any::<bool>()), 0..60)) {
            let (mut grid, mut map) = (Grid::new(), BTreeMap::new());
            for (x, y, id, put) in acts {
                let at = Coord::new(x, y);
                if put {
                    prop_assert_eq!(grid.put(at, placed(id)), map.insert((y, x), placed(id)));
                } else {
                    prop_assert_eq!(grid.remove(at), map.remove(&(y, x)));
                }
            }
            prop_assert_eq!(grid.len(), map.len());
            prop_assert!(grid.iter().map(|(at, p)| ((at.y, at.x), p)).eq(map));
        }
    }

    #[test]
    fn a_run_reaches_over_all_neighbours() {
        let mut grid = Grid::new();
        [-2, -1, 1, 4].into_iter().for_each(|x| _ = grid.put(Coord::new(x, 0), placed(1)));
        assert_eq!(grid.run_start(Coord::new(0, 0), Axis::Across), Coord::new(-2, 0));
        assert_eq!(grid.run_end(Coord::new(0, 0), Axis::Across), Coord::new(1, 0));
        assert_eq!(grid.run_end(Coord::new(0, 0), Axis::Down), Coord::new(0, 0));
    }
}
