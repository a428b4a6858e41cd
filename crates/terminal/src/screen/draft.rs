//! Tiles laid on the screen but not yet played.

use crate::table::Table;
use rules::{Axis, Coord, Laid, Owner, Placement, Play, Refusal, Seat, judge};
use tiles::{TileId, TileKind, Tiles};

/// Tiles laid on the screen but not yet played.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    laid: Vec<Laid>,
}

impl Draft {
    pub(super) fn is_empty(&self) -> bool {
        self.laid.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.laid.clear();
    }

    pub(super) fn pop(&mut self) -> Option<Laid> {
        self.laid.pop()
    }

    pub(super) fn has(&self, at: Coord) -> bool {
        self.get(at).is_some()
    }

    pub(super) fn get(&self, at: Coord) -> Option<Laid> {
        self.laid.iter().find(|laid| laid.at == at).copied()
    }

    /// Lays a tile that shows a letter: a plain one for a small letter if there is one, a wild one for a capital.
    pub(super) fn lay(&mut self, table: &Table, seat: Seat, at: Coord, sign: char) -> Result<(), String> {
        let rules = table.rules();
        let upper: String = sign.to_uppercase().collect();
        let Some(letter) = rules.tiles.alphabet().letter(&upper) else {
            return Err(format!("{upper:?} is no letter of these tiles; type `/` to write a play as text."));
        };
        if !rules.board.has(at) || table.game().grid().has(at) || self.has(at) {
            return Err("There is no free square under the cursor.".to_owned());
        }
        let left = self.left(table.rack(seat));
        let kind = |id: TileId| rules.tiles.kind(id).filter(|kind| kind.face_for(letter).is_some());
        let plain = || left.kinds().find(|&(id, _)| kind(id).is_some_and(|kind| !kind.is_wild()));
        let wild = || left.kinds().find(|&(id, _)| kind(id).is_some_and(TileKind::is_wild));
        let found = if sign.is_uppercase() { wild().or_else(plain) } else { plain().or_else(wild) };
        let Some((tile, face)) = found.and_then(|(id, _)| Some((id, kind(id)?.face_for(letter)?))) else {
            return Err(format!("You do not have {upper}."));
        };
        self.laid.push(Laid { at, tile, face });
        Ok(())
    }

    fn left(&self, rack: &[TileId]) -> Tiles {
        let mut left: Tiles = rack.iter().copied().collect();
        self.laid.iter().for_each(|laid| _ = left.take(laid.tile));
        left
    }

    /// A rack in its order, with whether each tile is still on it.
    pub(super) fn rack(&self, rack: &[TileId]) -> Vec<(TileId, bool)> {
        let mut spent: Tiles = self.laid.iter().map(|laid| laid.tile).collect();
        rack.iter().map(|&tile| (tile, spent.take(tile).is_err())).collect()
    }

    pub(super) fn placement(&self, axis: Axis) -> Placement {
        Placement { tiles: self.laid.clone(), axis: Some(axis) }
    }

    /// What the play would be; words are looked up unless bad ones wait for a challenge.
    pub(super) fn judged(&self, table: &Table, seat: Seat, axis: Axis) -> Option<Result<Play, Refusal>> {
        if self.is_empty() {
            return None;
        }
        let (rules, rack): (_, Tiles) = (table.rules(), table.rack(seat).iter().copied().collect());
        let owner = Owner { seat: Some(seat), rack: Some(&rack) };
        let words: Option<&dyn lexicon::WordList> =
            if rules.checks_words() { Some(table.words()) } else { None };
        Some(judge(rules, table.game().grid(), owner, &self.placement(axis), words))
    }
}
