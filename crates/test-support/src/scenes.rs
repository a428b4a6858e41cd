//! Positions that are hard in different ways.
#![allow(missing_docs)]

use crate::classic;
use movegen::{Generator, NoLeaves};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rules::*;
use tiles::{TileId, Tiles};

/// A position with its rules.
#[derive(Clone, Debug)]
pub struct BenchPosition {
    pub name: &'static str,
    pub rules: Ruleset,
    pub grid: Grid,
    pub rack: Tiles,
}

/// How many plays have been made on a board.
#[derive(Clone, Copy, Debug)]
pub struct PlayCount(pub usize);

/// Everything from a quiet position to a board full of words with twelve tiles and two blanks.
pub fn all() -> Vec<BenchPosition> {
    let classic = classic::rules();
    let large = classic::rules_on(tiled_board(21, 21));
    let vast = classic::rules_on(tiled_board(99, 26));
    let endless = classic::rules_on(classic::program_board(true));
    [
        ("classic, no blank", &classic, PlayCount(14), "AEINRST"),
        ("classic, one blank", &classic, PlayCount(14), "?AEINRS"),
        ("classic, two blanks", &classic, PlayCount(14), "??AEINR"),
        ("classic, 12 tiles, two blanks", &classic, PlayCount(14), "??ADEGILNORS"),
        ("21×21, no blank", &large, PlayCount(30), "AEINRST"),
        ("21×21, two blanks", &large, PlayCount(30), "??AEINR"),
        ("99×26, no blank", &vast, PlayCount(150), "AEINRST"),
        ("99×26, 12 tiles, no blank", &vast, PlayCount(150), "ADEGILNORSTU"),
        ("99×26, 12 tiles, two blanks", &vast, PlayCount(150), "??ADEGILNORS"),
        ("unbounded, two blanks", &endless, PlayCount(40), "??AEINR"),
        ("unbounded, 12 tiles, two blanks", &endless, PlayCount(40), "??ADEGILNORS"),
    ]
    .map(|(name, rules, turns, rack)| BenchPosition {
        name,
        rules: rules.clone(),
        grid: played_grid(rules, turns),
        rack: rules.tiles.parse_tiles(rack).unwrap(),
    })
    .into()
}

/// A board of this size with the classic squares repeated.
pub fn tiled_board(width: i32, height: i32) -> Board {
    let window = Rect { min: Coord::new(0, 0), max: Coord::new(width - 1, height - 1) };
    let classic = classic::board();
    let id = |at: Coord| classic.square(Coord::new(at.x % 15, at.y % 15)).map(Square::id);
    let ids = window.places().map(id).collect();
    classic::board_of(Coord::new(width / 2, height / 2), BoardLayout::Cells { window, ids })
}

/// A board with this many plays, each the best by score with seven random tiles.
pub fn played_grid(rules: &Ruleset, PlayCount(turns): PlayCount) -> Grid {
    let mut generator = Generator::new(rules, &classic::ENGLISH).unwrap();
    let mut random = StdRng::seed_from_u64(turns as u64);
    let bag: Vec<TileId> = rules.tiles.all().iter().collect();
    let mut grid = empty_grid(&rules.board);
    for _ in 0..turns {
        let rack: Tiles = (0..7).map(|_| bag[random.random_range(0..bag.len())]).collect();
        let best = generator.best(&grid, &rack, &NoLeaves);
        let laid = best.iter().flat_map(|best| best.play.as_play_ref().placed_tiles().collect::<Vec<_>>());
        laid.for_each(|PlacedTile { at, tile, face }| _ = grid.put(at, BoardTile { tile, face }));
    }
    grid
}
