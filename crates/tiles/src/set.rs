//! Tile sets: the numbered kinds of tiles of a game with their counts.

use crate::alphabet::bracket_digits;
use crate::{Alphabet, Face, TileCount, TileId, TileKind, Tiles};
use std::borrow::Cow;

/// A tile set as read from a file, not checked yet.
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{Alphabet, Face, TileSet, TileSetDraft};
///
/// let alphabet = Alphabet::latin("AB").unwrap();
/// let mut draft = TileSetDraft::new("tiny", alphabet.clone());
/// for (letter, points) in alphabet.letters().zip([1, 3]) {
///     draft.add([Face::new(letter, points)], 5);
/// }
/// draft.add_blank(0, 2);
/// assert_eq!(TileSet::try_from(draft).unwrap().all().len(), 12);
/// ```
#[derive(Clone, Debug)]
pub struct TileSetDraft {
    /// Its name.
    pub name: String,
    /// The alphabet of its faces.
    pub alphabet: Alphabet,
    /// Faces and count of each kind.
    pub kinds: Vec<(Vec<Face>, TileCount)>,
}

impl TileSetDraft {
    /// Creates a set without tiles.
    #[must_use]
    pub fn new(name: &str, alphabet: Alphabet) -> TileSetDraft {
        TileSetDraft { name: name.to_owned(), alphabet, kinds: Vec::new() }
    }

    /// Adds a kind.
    pub fn add(&mut self, faces: impl IntoIterator<Item = Face>, count: TileCount) {
        self.kinds.push((faces.into_iter().collect(), count));
    }

    /// Adds a blank: every letter, each with the same points.
    pub fn add_blank(&mut self, points: crate::FacePoints, count: TileCount) {
        let faces: Vec<Face> = self.alphabet.letters().map(|letter| Face::new(letter, points)).collect();
        self.add(faces, count);
    }
}

/// The tiles of a game.
///
/// Kinds are numbered in the order of their faces, so the blank comes first.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use quixotry_tiles as tiles; }
/// use quixotry::tiles::{Alphabet, Face, TileId, TileSet, TileSetDraft};
///
/// let alphabet = Alphabet::english();
/// let q = alphabet.letter("Q").unwrap();
/// let mut draft = TileSetDraft::new("two kinds", alphabet);
/// draft.add([Face::new(q, 10)], 1);
/// draft.add_blank(0, 2);
/// let set = TileSet::try_from(draft)?;
///
/// assert_eq!(set.label(TileId(0)), "?");
/// assert_eq!(set.print_tiles(set.all()), "??Q");
/// assert_eq!(set.points(&set.parse_tiles("Q?")?), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileSet {
    name: String,
    alphabet: Alphabet,
    kinds: Vec<TileKind>,
    labels: Vec<String>,
    all: Tiles,
}

/// Why a draft is not a valid tile set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TileSetError {
    /// There are no tiles.
    #[error("a tile set needs at least one tile")]
    Empty,
    /// A kind has no face.
    #[error("tile kind {0} (counted from 1) has no face")]
    NoFace(usize),
    /// A face has a letter that the alphabet does not have.
    #[error("tile kind {0} (counted from 1) has a letter that the alphabet does not have")]
    ForeignLetter(usize),
    /// The same kind is listed twice.
    #[error("the tile {0} is listed twice: list it once with the sum of both counts")]
    Twice(String),
    /// There are too many kinds.
    #[error("a tile set has at most 256 kinds of tile, this one has {0}")]
    TooManyKinds(usize),
    /// There are too many tiles.
    #[error("a tile set has at most 65535 tiles, this one has {0}")]
    TooManyTiles(u64),
}

/// Text that does not name tiles of a set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{text:?} at character {} is not a tile of the set {set:?}", .at + 1)]
pub struct TilesParseError {
    /// The index of the character, from 0.
    pub at: usize,
    /// The character.
    pub text: String,
    /// The name of the tile set.
    pub set: String,
}

impl TileSet {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the alphabet of the faces.
    #[must_use]
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Returns the kind with this number.
    #[must_use]
    pub fn kind(&self, id: TileId) -> Option<&TileKind> {
        self.kinds.get(id.index())
    }

    /// Iterates over the kinds by number.
    pub fn kinds(&self) -> impl Iterator<Item = (TileId, &TileKind)> {
        self.kinds.iter().enumerate().map(|(index, kind)| (TileId(index as u8), kind))
    }

    /// Returns every tile of the set: the bag before the first draw.
    #[must_use]
    pub fn all(&self) -> &Tiles {
        &self.all
    }

    /// Returns the label of a tile on a rack: its letter, `?` for a blank, `{AE}` for other wild tiles.
    #[must_use]
    pub fn label(&self, id: TileId) -> &str {
        self.labels.get(id.index()).map_or("#", |label| label)
    }

    /// Returns the points of a tile that is left on a rack.
    #[must_use]
    pub fn max_points(&self, id: TileId) -> i32 {
        self.kind(id).map_or(0, |kind| kind.max_points().into())
    }

    /// Returns the points of tiles that are left on a rack.
    #[must_use]
    pub fn points(&self, tiles: &Tiles) -> i32 {
        tiles.kinds().map(|(id, count)| self.max_points(id) * i32::from(count)).sum()
    }

    /// Returns the first plain kind with this letter.
    #[must_use]
    pub fn plain(&self, letter: crate::Letter) -> Option<TileId> {
        self.find(|kind| !kind.is_wild() && kind.face_for(letter).is_some())
    }

    /// Returns the first wild kind that has a face with this letter.
    #[must_use]
    pub fn wild(&self, letter: crate::Letter) -> Option<TileId> {
        self.find(|kind| kind.is_wild() && kind.face_for(letter).is_some())
    }

    fn find(&self, wanted: impl Fn(&TileKind) -> bool) -> Option<TileId> {
        self.kinds().find(|(_, kind)| wanted(kind)).map(|(id, _)| id)
    }

    /// Parses a rack: tiles written without separators.
    ///
    /// # Errors
    ///
    /// Fails at the first character that does not start a tile of the set.
    pub fn parse_tiles(&self, text: &str) -> Result<Tiles, TilesParseError> {
        self.parse_tile_list(text).map(|list| list.into_iter().collect())
    }

    /// Parses tiles written without separators and keeps their order.
    ///
    /// # Errors
    ///
    /// Fails at the first character that does not start a tile of the set.
    pub fn parse_tile_list(&self, text: &str) -> Result<Vec<TileId>, TilesParseError> {
        let mut list = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let (id, len) = self.next_tile(&text[at..]).ok_or_else(|| self.unknown_tile(text, at))?;
            list.push(id);
            at += len;
        }
        Ok(list)
    }

    /// Parses one tile at the start of a text. Returns it with its length in bytes.
    #[must_use]
    pub fn next_tile(&self, text: &str) -> Option<(TileId, usize)> {
        let labelled = self.labels.iter().enumerate().filter(|(_, label)| text.starts_with(label.as_str()));
        let best = labelled.max_by_key(|(_, label)| label.len());
        if let Some((index, label)) = best {
            return Some((TileId(index as u8), label.len()));
        }
        if let Some((spelled, len)) = self.alphabet.next_board_letter(text) {
            return self.plain(spelled.letter).map(|id| (id, len));
        }
        let full = text.starts_with('{').then(|| text.find('}')).flatten()?;
        let wanted = &text[..=full];
        self.find(|kind| full_label(&self.alphabet, kind) == wanted).map(|id| (id, wanted.len()))
    }

    /// Prints tiles by number. [`parse_tiles`](TileSet::parse_tiles) parses the result to the same tiles.
    #[must_use]
    pub fn print_tiles(&self, tiles: &Tiles) -> String {
        self.print_tile_list(tiles.iter())
    }

    /// Prints tiles in the given order.
    #[must_use]
    pub fn print_tile_list(&self, tiles: impl IntoIterator<Item = TileId>) -> String {
        let list: Vec<TileId> = tiles.into_iter().collect();
        let plain: String = list.iter().map(|&id| self.plain_label(id)).collect();
        if self.parse_tile_list(&plain).is_ok_and(|read| read == list) {
            return plain;
        }
        list.iter().map(|&id| self.bracketed_label(id)).collect()
    }

    /// The label, in brackets if it is a letter with a digit.
    fn plain_label(&self, id: TileId) -> Cow<'_, str> {
        let label = self.label(id);
        self.alphabet.letter(label).map_or(label.into(), |_| bracket_digits(label))
    }

    fn bracketed_label(&self, id: TileId) -> String {
        let label = self.label(id);
        match self.alphabet.letter(label) {
            Some(_) => format!("[{label}]"),
            None => label.to_owned(),
        }
    }

    fn unknown_tile(&self, text: &str, byte: usize) -> TilesParseError {
        let shown = text[byte..].chars().next().map(String::from).unwrap_or_default();
        TilesParseError { at: text[..byte].chars().count(), text: shown, set: self.name.clone() }
    }

    /// Returns the set with every count multiplied by `times`: several sets in one bag.
    ///
    /// # Errors
    ///
    /// Fails if the result has too many tiles or none.
    pub fn multiply(&self, times: TileCount) -> Result<TileSet, TileSetError> {
        let total = self.all.len() as u64 * u64::from(times);
        if total > u64::from(TileCount::MAX) {
            return Err(TileSetError::TooManyTiles(total));
        }
        let mut all = Tiles::new();
        self.all.kinds().for_each(|(id, count)| all.add_many(id, count * times));
        if all.is_empty() {
            return Err(TileSetError::Empty);
        }
        Ok(TileSet { all, ..self.clone() })
    }
}

impl TryFrom<TileSetDraft> for TileSet {
    type Error = TileSetError;

    fn try_from(draft: TileSetDraft) -> Result<TileSet, TileSetError> {
        let mut counted = check_kinds(&draft)?;
        counted.sort_unstable();
        check_distinct(&draft.alphabet, &counted)?;
        check_sizes(&counted)?;
        let mut all = Tiles::new();
        for (index, (_, count)) in counted.iter().enumerate() {
            all.add_many(TileId(index as u8), *count);
        }
        let kinds: Vec<TileKind> = counted.into_iter().map(|(kind, _)| kind).collect();
        let labels = labels(&draft.alphabet, &kinds);
        Ok(TileSet { name: draft.name, alphabet: draft.alphabet, kinds, labels, all })
    }
}

fn check_kinds(draft: &TileSetDraft) -> Result<Vec<(TileKind, TileCount)>, TileSetError> {
    let letters = draft.alphabet.len();
    let check = |(index, (faces, count)): (usize, &(Vec<Face>, TileCount))| {
        if faces.iter().any(|face| face.letter.index() >= letters) {
            return Err(TileSetError::ForeignLetter(index + 1));
        }
        let kind = TileKind::new(faces.iter().copied()).ok_or(TileSetError::NoFace(index + 1))?;
        Ok((kind, *count))
    };
    draft.kinds.iter().enumerate().map(check).collect()
}

fn check_distinct(alphabet: &Alphabet, kinds: &[(TileKind, TileCount)]) -> Result<(), TileSetError> {
    match kinds.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(TileSetError::Twice(full_label(alphabet, &pair[0].0))),
        None => Ok(()),
    }
}

fn check_sizes(kinds: &[(TileKind, TileCount)]) -> Result<(), TileSetError> {
    let total: u64 = kinds.iter().map(|(_, count)| u64::from(*count)).sum();
    match kinds.len() {
        n if n > 256 => Err(TileSetError::TooManyKinds(n)),
        _ if total == 0 => Err(TileSetError::Empty),
        _ if total > u64::from(TileCount::MAX) => Err(TileSetError::TooManyTiles(total)),
        _ => Ok(()),
    }
}

/// Short labels where they are unique, full labels where two kinds have the same short label.
fn labels(alphabet: &Alphabet, kinds: &[TileKind]) -> Vec<String> {
    let short: Vec<String> = kinds.iter().map(|kind| short_label(alphabet, kind)).collect();
    let unique = |label: &String| short.iter().filter(|other| *other == label).count() == 1;
    let choose = |(kind, label): (&TileKind, &String)| {
        if unique(label) { label.clone() } else { full_label(alphabet, kind) }
    };
    kinds.iter().zip(&short).map(choose).collect()
}

fn short_label(alphabet: &Alphabet, kind: &TileKind) -> String {
    let letters: crate::LetterSet = kind.faces().iter().map(|face| face.letter).collect();
    if kind.is_wild() && letters == alphabet.all() {
        return "?".to_owned();
    }
    let text: String = letters.iter().map(|letter| alphabet.upper(letter)).collect();
    if kind.is_wild() { format!("{{{text}}}") } else { text }
}

fn full_label(alphabet: &Alphabet, kind: &TileKind) -> String {
    let faces: Vec<String> =
        kind.faces().iter().map(|face| format!("{}{}", alphabet.upper(face.letter), face.points)).collect();
    format!("{{{}}}", faces.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Letter;
    use proptest::prelude::*;

    fn letter(place: u8) -> Letter {
        Letter::new(place).unwrap()
    }

    fn odd_set() -> TileSet {
        let mut draft = TileSetDraft::new("odd", Alphabet::latin("ABE").unwrap());
        draft.add([Face::new(letter(1), 1)], 4);
        draft.add([Face::new(letter(2), 3)], 2);
        draft.add([Face::new(letter(2), 5)], 1);
        draft.add([Face::new(letter(1), 1), Face::new(letter(3), 1)], 2);
        draft.add_blank(0, 2);
        TileSet::try_from(draft).unwrap()
    }

    #[test]
    fn kinds_are_numbered_by_their_faces_blank_first() {
        let set = odd_set();
        let labels: Vec<&str> = set.kinds().map(|(id, _)| set.label(id)).collect();
        assert_eq!(labels, ["?", "A", "{AE}", "{B3}", "{B5}"]);
    }

    #[test]
    fn full_labels_are_parsed() {
        let set = odd_set();
        assert_eq!(set.parse_tile_list("{A1,E1}A?").unwrap(), [TileId(2), TileId(1), TileId(0)]);
    }

    #[test]
    fn leftovers_count_the_most_valuable_face() {
        let set = odd_set();
        assert_eq!(set.points(&set.parse_tiles("?A{AE}{B5}").unwrap()), 7);
    }

    #[test]
    fn an_unknown_tile_is_reported_with_its_index() {
        let error = odd_set().parse_tiles("AAX").unwrap_err();
        assert_eq!(error.to_string(), "\"X\" at character 3 is not a tile of the set \"odd\"");
    }

    #[test]
    fn invalid_tile_sets_are_rejected() {
        let alphabet = Alphabet::latin("AB").unwrap();
        let check = |kinds: Vec<(Vec<Face>, TileCount)>| {
            TileSet::try_from(TileSetDraft { name: "x".into(), alphabet: alphabet.clone(), kinds })
                .unwrap_err()
        };
        let a = Face::new(letter(1), 1);
        assert_eq!(check(vec![]), TileSetError::Empty);
        assert_eq!(check(vec![(vec![a], 0)]), TileSetError::Empty);
        assert_eq!(check(vec![(vec![], 1)]), TileSetError::NoFace(1));
        assert_eq!(check(vec![(vec![Face::new(letter(3), 1)], 1)]), TileSetError::ForeignLetter(1));
        assert_eq!(check(vec![(vec![a], 1), (vec![a], 2)]), TileSetError::Twice("{A1}".into()));
        assert!(odd_set().multiply(60_000).is_err());
        assert_eq!(odd_set().multiply(3).unwrap().all().len(), 33);
    }

    proptest! {
        #[test]
        fn printed_tiles_parse_to_the_same_tiles(ids in prop::collection::vec((0u8..5).prop_map(TileId), 0..12)) {
            let set = odd_set();
            let text = set.print_tile_list(ids.iter().copied());
            prop_assert_eq!(set.parse_tile_list(&text).unwrap(), ids);
        }

        #[test]
        fn parsing_never_panics(text in ".*") {
            let _ = odd_set().parse_tiles(&text);
        }
    }
}
