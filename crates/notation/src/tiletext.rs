//! Tiles in words: `A` is plain, `a` wild, `[CH]` has several characters, and `e{AE}` names the tile if the letter
//! is not enough.

use rules::{BoardTile, PlacedTile};
use tiles::{BoardLetter, Face, TileId, TileSet, Tiles, TilesParseError};

/// A letter of a word, with its tile if the text names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WrittenTile {
    pub(crate) spelled: BoardLetter,
    pub(crate) named: Option<(TileId, Face)>,
}

/// Why a letter of a word cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TileTextError {
    /// It is not a letter.
    #[error("{0:?} is not a letter of these tiles")]
    NoLetter(String),
    /// A blank without its letter.
    #[error("write the letter that the blank stands for, in lower case, instead of {0:?}")]
    BareBlank(String),
    /// A brace is not closed.
    #[error("the {{ after a letter is not closed by }}")]
    Unclosed,
    /// The braces do not name a tile with that letter.
    #[error("{tile:?} is not a tile that can be read as {letter}")]
    NoSuchTile {
        /// The text in the braces.
        tile: String,
        /// The letter before them.
        letter: String,
    },
    /// No plain tile shows the letter.
    #[error("no plain tile shows {0}; lower case stands for a wild tile")]
    NoPlain(String),
    /// No wild tile shows the letter.
    #[error("no wild tile can be read as {0}; upper case stands for a plain tile")]
    NoWild(String),
}

/// Reads one letter from the beginning of a text, and returns its length in bytes.
pub(crate) fn next(set: &TileSet, text: &str) -> Result<(WrittenTile, usize), TileTextError> {
    let Some((spelled, len)) = set.alphabet().next_board_letter(text) else {
        return Err(no_letter(set, text));
    };
    match text[len..].strip_prefix('{') {
        None => Ok((WrittenTile { spelled, named: None }, len)),
        Some(rest) => {
            let (inner, _) = rest.split_once('}').ok_or(TileTextError::Unclosed)?;
            let named = parse_tile_name(set, spelled, inner)?;
            Ok((WrittenTile { spelled, named: Some(named) }, len + inner.len() + 2))
        }
    }
}

fn no_letter(set: &TileSet, text: &str) -> TileTextError {
    if let Some((_, len)) = set.next_tile(text).filter(|_| text.starts_with(['?', '{'])) {
        return TileTextError::BareBlank(text[..len].to_owned());
    }
    let one = text.split_inclusive(|_| true).next().unwrap_or_default();
    if one == "_" {
        TileTextError::BareBlank(one.to_owned())
    } else {
        TileTextError::NoLetter(one.to_owned())
    }
}

fn parse_tile_name(
    set: &TileSet,
    spelled: BoardLetter,
    inner: &str,
) -> Result<(TileId, Face), TileTextError> {
    let unknown = || TileTextError::NoSuchTile {
        tile: short(inner),
        letter: set.alphabet().upper(spelled.letter).to_owned(),
    };
    let (label, points) = match inner.rsplit_once(':') {
        Some((label, points)) => (label, Some(points.parse().map_err(|_| unknown())?)),
        None => (inner, None),
    };
    let braced = format!("{{{label}}}");
    let found = [label, &braced].into_iter().find_map(|text| {
        set.next_tile(text).filter(|&(id, len)| len == text.len() && is_wild(set, id) == spelled.wild)
    });
    let (id, _) = found.ok_or_else(unknown)?;
    let kind = set.kind(id).ok_or_else(unknown)?;
    let face = match points {
        Some(points) => Some(Face::new(spelled.letter, points)).filter(|&face| kind.has(face)),
        None => kind.face_for(spelled.letter),
    };
    face.map(|face| (id, face)).ok_or_else(unknown)
}

fn is_wild(set: &TileSet, id: TileId) -> bool {
    set.kind(id).is_some_and(tiles::TileKind::is_wild)
}

/// The tile of a letter: the named one, else one of this rack, else the first of the set.
pub(crate) fn choose(set: &TileSet, rack: &Tiles, written: WrittenTile) -> Result<BoardTile, TileTextError> {
    if let Some((tile, face)) = written.named {
        return Ok(BoardTile { tile, face });
    }
    let BoardLetter { letter, wild } = written.spelled;
    let fits = |&id: &TileId| {
        is_wild(set, id) == wild && set.kind(id).is_some_and(|kind| kind.face_for(letter).is_some())
    };
    let first = if wild { set.wild(letter) } else { set.plain(letter) };
    let tile = rack.kinds().map(|(id, _)| id).find(fits).or(first);
    let face = tile.and_then(|tile| set.kind(tile)?.face_for(letter));
    match (tile, face) {
        (Some(tile), Some(face)) => Ok(BoardTile { tile, face }),
        _ if wild => Err(TileTextError::NoWild(set.alphabet().upper(letter).to_owned())),
        _ => Err(TileTextError::NoPlain(set.alphabet().upper(letter).to_owned())),
    }
}

/// The letter that a tile shows on the board.
pub(crate) fn board_letter(set: &TileSet, placed: BoardTile) -> BoardLetter {
    BoardLetter { letter: placed.face.letter, wild: is_wild(set, placed.tile) }
}

/// The text after a letter that makes [`choose`] find this tile with this rack; usually empty.
pub(crate) fn suffix(set: &TileSet, rack: &Tiles, placed: BoardTile) -> String {
    let written = WrittenTile { spelled: board_letter(set, placed), named: None };
    if choose(set, rack, written) == Ok(placed) {
        return String::new();
    }
    let label = set.label(placed.tile);
    let label = label.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(label);
    let dearest = set.kind(placed.tile).and_then(|kind| kind.face_for(placed.face.letter));
    match dearest == Some(placed.face) {
        true => format!("{{{label}}}"),
        false => format!("{{{label}:{}}}", placed.face.points),
    }
}

/// Writes tiles one after the other, and takes each from `rack`.
pub(crate) fn print(set: &TileSet, rack: &mut Tiles, tiles: &[BoardTile]) -> String {
    let (mut text, mut run) = (String::new(), Vec::new());
    for &placed in tiles {
        run.push(board_letter(set, placed));
        let suffix = suffix(set, rack, placed);
        if !suffix.is_empty() {
            text += &set.alphabet().print_board_letters(&run);
            text += &suffix;
            run.clear();
        }
        let _absent = rack.take(placed.tile);
    }
    text + &set.alphabet().print_board_letters(&run)
}

/// The most characters a word or a list of tiles may have.
pub(crate) const LONGEST: usize = 4096;

/// A text for a message, shortened.
pub(crate) fn short(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Reads the tiles of a rack. A text longer than any rack is refused without counting its tiles.
pub(crate) fn rack(set: &TileSet, text: &str) -> Result<Tiles, TilesParseError> {
    tile_list(set, text).map(|list| list.into_iter().collect())
}

/// Reads tiles in their order, at most [`LONGEST`] characters.
pub(crate) fn tile_list(set: &TileSet, text: &str) -> Result<Vec<TileId>, TilesParseError> {
    match text.chars().nth(LONGEST) {
        Some(_) => Err(TilesParseError { at: LONGEST, text: "…".to_owned(), set: set.name().to_owned() }),
        None => set.parse_tile_list(text),
    }
}

/// The tile on the board after it is laid.
pub(crate) fn board_tile(laid: &PlacedTile) -> BoardTile {
    BoardTile { tile: laid.tile, face: laid.face }
}
