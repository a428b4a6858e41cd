//! A player who knows only what a client shows: the letters on the board, and the tiles of its rack.

use movegen::{Generator, NoLeaves};
use presets::Library;
use rules::{BoardTile, Coord, Grid, Ruleset};
use tiles::{TileKind, Tiles};

/// A tile to lay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    pub(crate) row: i32,
    pub(crate) col: i32,
    pub(crate) letter: String,
    pub(crate) is_blank: bool,
}

pub(crate) struct Brain {
    rules: Ruleset,
    generator: Generator,
}

impl Brain {
    pub(crate) fn new(rules: &str) -> Brain {
        let rules = Library::shipped().rules(rules).unwrap();
        let generator = Generator::new(&rules, presets::english()).unwrap();
        Brain { rules, generator }
    }

    /// The best play, in the order of the board; `None` if there is none.
    pub(crate) fn best(&mut self, board: &[Vec<String>], rack: &[String]) -> Option<Vec<Laid>> {
        let (set, corner) = (&self.rules.tiles, self.rules.board.window().unwrap().min);
        let mut grid = Grid::new();
        for (y, row) in board.iter().enumerate() {
            for (x, text) in row.iter().enumerate().filter(|(_, text)| !text.is_empty()) {
                let letter = set.alphabet().letter(text).unwrap();
                let tile = set.plain(letter).unwrap();
                let face = set.kind(tile).unwrap().face_for(letter).unwrap();
                grid.put(Coord::new(corner.x + x as i32, corner.y + y as i32), BoardTile { tile, face });
            }
        }
        let rack: Tiles = set.parse_tiles(&rack.concat()).unwrap();
        let best = self.generator.top(&grid, &rack, &NoLeaves, 1);
        let laid = best.first()?.play.placement().tiles.into_iter().map(|laid| Laid {
            row: laid.at.y - corner.y,
            col: laid.at.x - corner.x,
            letter: set.alphabet().upper(laid.face.letter).to_owned(),
            is_blank: set.kind(laid.tile).is_some_and(TileKind::is_wild),
        });
        Some(laid.collect())
    }
}
