//! The draft of a play: tiles placed on the screen but not yet played.

use crate::local_game::LocalGame;
use rules::{Axis, Coord, PlacedTile, Placement, Play, Refusal, Ruleset, Seat, TileOwner, judge};
use tiles::{TileId, TileKind, Tiles};

/// Tiles placed on the screen but not yet played.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScreenDraft {
    laid: Vec<PlacedTile>,
}

impl ScreenDraft {
    pub(super) fn is_empty(&self) -> bool {
        self.laid.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.laid.clear();
    }

    pub(super) fn pop(&mut self) -> Option<PlacedTile> {
        self.laid.pop()
    }

    /// Whether the last tile is a blank.
    pub(super) fn ends_with_blank(&self, rules: &Ruleset) -> bool {
        self.laid.last().is_some_and(|laid| rules.tiles.kind(laid.tile).is_some_and(TileKind::is_wild))
    }

    /// Puts back a tile that was removed.
    pub(super) fn put_back(&mut self, tile: Option<PlacedTile>) {
        self.laid.extend(tile);
    }

    pub(super) fn has(&self, at: Coord) -> bool {
        self.get(at).is_some()
    }

    pub(super) fn get(&self, at: Coord) -> Option<PlacedTile> {
        self.laid.iter().find(|laid| laid.at == at).copied()
    }

    /// Places a tile that shows a letter, which may have several characters. A lower-case letter prefers a plain tile, a
    /// capital prefers a blank.
    pub(super) fn place(
        &mut self,
        local: &LocalGame,
        seat: Seat,
        at: Coord,
        typed: &str,
    ) -> Result<(), String> {
        let rules = local.rules();
        let upper = typed.to_uppercase();
        let Some(letter) = rules.tiles.alphabet().letter(&upper) else {
            return Err(format!(
                "{upper:?} is not a letter of these tiles; press `/` to type a play as text."
            ));
        };
        if !rules.board.has(at) || local.game().grid().has(at) || self.has(at) {
            return Err("There is no free square under the cursor.".to_owned());
        }
        let left = self.tiles_left(local.rack(seat));
        let kind = |id: TileId| rules.tiles.kind(id).filter(|kind| kind.face_for(letter).is_some());
        let plain = || left.kinds().find(|&(id, _)| kind(id).is_some_and(|kind| !kind.is_wild()));
        let wild = || left.kinds().find(|&(id, _)| kind(id).is_some_and(TileKind::is_wild));
        let found =
            if typed.starts_with(char::is_uppercase) { wild().or_else(plain) } else { plain().or_else(wild) };
        let Some((tile, face)) = found.and_then(|(id, _)| Some((id, kind(id)?.face_for(letter)?))) else {
            return Err(format!("You do not have {upper}."));
        };
        self.laid.push(PlacedTile { at, tile, face });
        Ok(())
    }

    fn tiles_left(&self, rack: &[TileId]) -> Tiles {
        let mut left: Tiles = rack.iter().copied().collect();
        self.laid.iter().for_each(|laid| _ = left.take(laid.tile));
        left
    }

    /// The tiles of a rack in order, each with whether it is still on the rack.
    pub(super) fn rack(&self, rack: &[TileId]) -> Vec<(TileId, bool)> {
        let mut spent: Tiles = self.laid.iter().map(|laid| laid.tile).collect();
        rack.iter().map(|&tile| (tile, spent.take(tile).is_err())).collect()
    }

    pub(super) fn placement(&self, axis: Axis) -> Placement {
        Placement { tiles: self.laid.clone(), axis: Some(axis), written: None }
    }

    /// Judges the draft. Words are looked up unless the rules leave that to a challenge.
    pub(super) fn judge_play(
        &self,
        local: &LocalGame,
        seat: Seat,
        axis: Axis,
    ) -> Option<Result<Play, Refusal>> {
        if self.is_empty() {
            return None;
        }
        let (rules, rack): (_, Tiles) = (local.rules(), local.rack(seat).iter().copied().collect());
        let owner = TileOwner { seat: Some(seat), rack: Some(&rack) };
        let words: Option<&dyn lexicon::WordList> =
            if rules.checks_words() { Some(local.words()) } else { None };
        Some(judge(rules, local.game().grid(), owner, &self.placement(axis), words))
    }
}
