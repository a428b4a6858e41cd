//! The board as the clients know it: fifteen rows of fifteen squares, and letters of one character.

use rules::{Coord, Grid, PlacedTile, Rect, Ruleset};
use tiles::{Letter, TileId, TileSet, Tiles};

/// Rows and columns of the clients' board.
pub(crate) const SIDE: usize = 15;

/// Rows and columns from the top left corner, counted from 0, for the squares of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardMap {
    window: Rect,
}

impl BoardMap {
    /// The map of these rules.
    ///
    /// # Errors
    /// Why a client that knows one board and one alphabet cannot play by these rules.
    pub(crate) fn new(rules: &Ruleset) -> Result<BoardMap, &'static str> {
        let window = rules.board.window();
        let window = window.filter(|window| window.width() == SIDE && window.height() == SIDE);
        let window = window.ok_or("its board is not 15 by 15")?;
        let is_short = |text: &str| text.chars().count() == 1;
        let alphabet = rules.tiles.alphabet();
        let is_spelled = alphabet.letters().all(|letter| is_short(alphabet.upper(letter)))
            && rules.tiles.kinds().all(|(tile, _)| is_short(rules.tiles.label(tile)));
        if is_spelled { Ok(BoardMap { window }) } else { Err("its tiles have several characters") }
    }

    /// The square in a row and a column, also of those that are not on the board.
    pub(crate) fn coord(self, row: i32, column: i32) -> Coord {
        Coord::new(self.window.min.x.saturating_add(column), self.window.min.y.saturating_add(row))
    }

    /// The row and the column of a square.
    pub(crate) fn row_and_column(self, at: Coord) -> (i32, i32) {
        (at.y.saturating_sub(self.window.min.y), at.x.saturating_sub(self.window.min.x))
    }

    /// All squares, row by row.
    pub(crate) fn squares(self) -> impl Iterator<Item = Coord> {
        self.window.places()
    }
}

/// The letter on a square; an empty text if there is none.
pub(crate) fn letter_at(rules: &Ruleset, grid: &Grid, at: Coord) -> String {
    grid.get(at).map(|tile| letter_text(rules, tile.face.letter)).unwrap_or_default()
}

/// A letter in capitals.
pub(crate) fn letter_text(rules: &Ruleset, letter: Letter) -> String {
    rules.tiles.alphabet().upper(letter).to_owned()
}

/// The letter that a client wrote, in any case.
pub(crate) fn read_letter(set: &TileSet, text: &str) -> Option<Letter> {
    set.alphabet().letter(text).or_else(|| set.alphabet().letter(&text.to_uppercase()))
}

/// A tile with a letter at a square: the plain tile if the rack has it, a blank otherwise.
///
/// A tile that the rack does not have is the plain one, which the rules refuse.
pub(crate) fn take_letter(set: &TileSet, rack: &mut Tiles, letter: Letter, at: Coord) -> Option<PlacedTile> {
    let choices = [set.plain(letter), set.wild(letter)];
    let held = choices.iter().flatten().copied().find(|tile| rack.contains(*tile));
    let tile = held.or_else(|| choices.into_iter().flatten().next())?;
    place(set, rack, tile, letter, at)
}

/// The plain tile with a letter at a square.
pub(crate) fn take_plain(set: &TileSet, rack: &mut Tiles, letter: Letter, at: Coord) -> Option<PlacedTile> {
    place(set, rack, set.plain(letter)?, letter, at)
}

/// A blank with a letter at a square.
pub(crate) fn take_blank(set: &TileSet, rack: &mut Tiles, letter: Letter, at: Coord) -> Option<PlacedTile> {
    place(set, rack, set.wild(letter)?, letter, at)
}

fn place(set: &TileSet, rack: &mut Tiles, tile: TileId, letter: Letter, at: Coord) -> Option<PlacedTile> {
    // If the rack does not have it, the rules say so.
    rack.take(tile).ok();
    Some(PlacedTile { at, tile, face: set.kind(tile)?.face_for(letter)? })
}

/// The tiles that a client wants to exchange, by their labels. A letter that the rack does not have stands for a
/// blank that the client shows as that letter.
pub(crate) fn take_labels(set: &TileSet, mut rack: Tiles, labels: &[String]) -> Result<Vec<TileId>, String> {
    let mut chosen = Vec::with_capacity(labels.len());
    for label in labels {
        let named = set.next_tile(label).or_else(|| set.next_tile(&label.to_uppercase()));
        let (tile, _) = named.ok_or_else(|| format!("'{label}' is not a tile of this game"))?;
        let wild = read_letter(set, label).and_then(|letter| set.wild(letter));
        let tile = [Some(tile), wild].into_iter().flatten().find(|tile| rack.contains(*tile)).unwrap_or(tile);
        rack.take(tile).ok();
        chosen.push(tile);
    }
    Ok(chosen)
}
