//! The naive generator: tries every placement and asks the rules.
#![allow(missing_docs)]

use lexicon::WordGraph;
use rules::{Axis, Coord, Grid, PlacedTile, Placement, Points, Rect, Ruleset, TileOwner, judge};
use std::collections::BTreeMap;
use tiles::{TileId, Tiles};

/// A play as a set of tiles on squares.
pub type PlayKey = Vec<(Coord, TileId, tiles::Face)>;

/// A play as a set.
pub fn key(laid: impl IntoIterator<Item = PlacedTile>) -> PlayKey {
    let mut key: PlayKey = laid.into_iter().map(|laid| (laid.at, laid.tile, laid.face)).collect();
    key.sort();
    key
}

/// Every legal play with its score. A play touches the tiles on the board, so no play starts further away than the rack
/// reaches.
pub fn all_plays(rules: &Ruleset, graph: &WordGraph, grid: &Grid, rack: &Tiles) -> BTreeMap<PlayKey, Points> {
    let reach = rack.len() as i32 + 1;
    let start = Rect { min: rules.board.start(), max: rules.board.start() };
    let around = grid.bounds().unwrap_or(start).expand(reach);
    let window = rules.board.window().unwrap_or(around);
    let near = |at: Coord| around.contains(at);
    let mut naive = NaiveGenerator { rules, graph, grid, rack, found: BTreeMap::new() };
    for at in window.places().filter(|&at| near(at)) {
        for axis in Axis::BOTH {
            if rules.board.has(at) && !grid.has(at) {
                naive.lay(&mut Vec::new(), &mut rack.clone(), at, axis);
            }
        }
    }
    naive.found
}

struct NaiveGenerator<'a> {
    rules: &'a Ruleset,
    graph: &'a WordGraph,
    grid: &'a Grid,
    rack: &'a Tiles,
    found: BTreeMap<PlayKey, Points>,
}

impl NaiveGenerator<'_> {
    /// Lays every tile with every face on the next empty square, and tries the placement.
    fn lay(&mut self, laid: &mut Vec<PlacedTile>, left: &mut Tiles, mut at: Coord, axis: Axis) {
        while self.grid.has(at) {
            at = at.step(axis, 1);
        }
        if !self.rules.board.has(at) {
            return;
        }
        for (tile, _) in left.clone().kinds() {
            let faces = self.rules.tiles.kind(tile).unwrap().faces().to_vec();
            for face in faces {
                laid.push(PlacedTile { at, tile, face });
                left.take(tile).unwrap();
                self.try_placement(laid, axis);
                self.lay(laid, left, at.step(axis, 1), axis);
                left.add(tile);
                laid.pop();
            }
        }
    }

    fn try_placement(&mut self, laid: &[PlacedTile], axis: Axis) {
        let placement = Placement { tiles: laid.to_vec(), axis: Some(axis), written: None };
        let owner = TileOwner { seat: None, rack: Some(self.rack) };
        if let Ok(play) = judge(self.rules, self.grid, owner, &placement, Some(self.graph)) {
            let before = self.found.insert(key(laid.iter().copied()), play.score());
            assert!(before.is_none_or(|before| before == play.score()), "one play with two scores");
        }
    }
}
