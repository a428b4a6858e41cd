//! Places, letters and tiles on a board.

use rules::{Axis, BoardTile, Coord, PlacedTile, Rect, Ruleset};
use serde::{Deserialize, Serialize};
use tiles::{Alphabet, Face, FacePoints, Letter, TileId, TileKind, TileSet};

/// A place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct CoordJson {
    x: i32,
    y: i32,
}

impl From<Coord> for CoordJson {
    fn from(at: Coord) -> CoordJson {
        CoordJson { x: at.x, y: at.y }
    }
}

impl From<CoordJson> for Coord {
    fn from(at: CoordJson) -> Coord {
        Coord::new(at.x, at.y)
    }
}

/// The most places the rectangle around all tiles may have, with room around it.
pub(crate) const MAX_SPREAD: usize = 1 << 20;

/// The room a grid makes around a tile when it grows.
const MARGIN: i32 = 7;

/// Whether tiles lie so far apart that the grid between them would fill the memory.
pub(crate) fn too_spread(bounds: Rect, rules: &Ruleset) -> bool {
    rules.board.window().is_none() && bounds.expand(MARGIN).area() > MAX_SPREAD
}

/// A tile that was laid, with everything that is known of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaidJson {
    x: i32,
    y: i32,
    tile: u8,
    letter: String,
    points: FacePoints,
}

impl LaidJson {
    pub(crate) fn new(laid: &PlacedTile, alphabet: &Alphabet) -> LaidJson {
        LaidJson {
            x: laid.at.x,
            y: laid.at.y,
            tile: laid.tile.0,
            letter: print_letter(alphabet, laid.face.letter),
            points: laid.face.points,
        }
    }

    /// The tile, or the letter the alphabet does not have.
    pub(crate) fn read(self, alphabet: &Alphabet) -> Result<PlacedTile, String> {
        let letter = parse_letter(alphabet, &self.letter).ok_or(self.letter)?;
        let face = Face::new(letter, self.points);
        Ok(PlacedTile { at: Coord::new(self.x, self.y), tile: TileId(self.tile), face })
    }
}

/// How a letter is written, in capitals; a letter that the alphabet does not have by its place, as `#27`.
pub(crate) fn print_letter(alphabet: &Alphabet, letter: Letter) -> String {
    match letter.index() < alphabet.len() {
        true => alphabet.upper(letter).to_owned(),
        false => format!("#{}", letter.place()),
    }
}

/// A failed play may have named a letter that the alphabet does not have. It stays on record as a number,
/// which is no spelling of any alphabet.
fn parse_letter(alphabet: &Alphabet, text: &str) -> Option<Letter> {
    let foreign = || {
        let letter = Letter::new(text.strip_prefix('#')?.parse().ok()?)?;
        (letter.index() >= alphabet.len()).then_some(letter)
    };
    alphabet.letter(text).or_else(foreign)
}

/// The name of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum AxisName {
    /// From left to right.
    Across,
    /// From top to bottom.
    Down,
}

impl From<Axis> for AxisName {
    fn from(axis: Axis) -> AxisName {
        match axis {
            Axis::Across => AxisName::Across,
            Axis::Down => AxisName::Down,
        }
    }
}

impl From<AxisName> for Axis {
    fn from(name: AxisName) -> Axis {
        match name {
            AxisName::Across => Axis::Across,
            AxisName::Down => Axis::Down,
        }
    }
}

/// A tile on a board or to be laid, as a text gives it: some of its fields may follow from the others.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TileDraft {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// The number of the tile's kind.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tile: Option<u8>,
    /// The letter it shows; in lower case it is a wild tile's.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub letter: Option<String>,
    /// The points it shows.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schema(value_type = Option<i16>))]
    pub points: Option<FacePoints>,
    /// Whether it is a wild tile, such as a blank.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub wild: Option<bool>,
}

/// Why a tile's missing fields do not follow from the others: the field, and what to do.
pub(crate) type TileDraftError = (&'static str, String);

impl TileDraft {
    /// Everything there is to say about a tile.
    pub(crate) fn full(at: Coord, placed: BoardTile, set: &TileSet) -> TileDraft {
        let wild = set.kind(placed.tile).is_some_and(TileKind::is_wild);
        TileDraft {
            x: at.x,
            y: at.y,
            tile: Some(placed.tile.0),
            letter: Some(print_letter(set.alphabet(), placed.face.letter)),
            points: Some(placed.face.points),
            wild: wild.then_some(true),
        }
    }

    pub(crate) fn at(&self) -> Coord {
        Coord::new(self.x, self.y)
    }

    /// The tile as it was meant, which the set need not have: what a play may be judged for.
    pub(crate) fn to_placed(&self, set: &TileSet) -> Result<BoardTile, TileDraftError> {
        match self.tile.map(TileId) {
            Some(tile) => Ok(BoardTile { tile, face: self.face_of(tile, set)? }),
            None => self.choose(set),
        }
    }

    /// The tile, which must be one of the set with a face of its own.
    pub(crate) fn check(&self, set: &TileSet) -> Result<BoardTile, TileDraftError> {
        let placed = self.to_placed(set)?;
        let Some(kind) = set.kind(placed.tile) else { return Err(no_kind(placed.tile, set)) };
        if !kind.has(placed.face) {
            let letter = print_letter(set.alphabet(), placed.face.letter);
            let (tile, points) = (placed.tile, placed.face.points);
            return Err(("letter", format!("tile {tile} cannot show {letter} for {points} points")));
        }
        match self.wild {
            Some(wild) if wild != kind.is_wild() => Err(("wild", wildness(placed.tile, kind))),
            _ => Ok(placed),
        }
    }

    fn face_of(&self, tile: TileId, set: &TileSet) -> Result<Face, TileDraftError> {
        let kind = set.kind(tile);
        let Some((letter, _)) = self.letter(set)? else {
            return match kind.map(TileKind::faces) {
                Some([only]) => Ok(*only),
                Some(_) => {
                    Err(("letter", format!("tile {tile} has several faces: say which letter it shows")))
                }
                None => Err(no_kind(tile, set)),
            };
        };
        let dearest = kind.and_then(|kind| kind.face_for(letter)).map(|face| face.points);
        Ok(Face::new(letter, self.points.or(dearest).unwrap_or(0)))
    }

    fn letter(&self, set: &TileSet) -> Result<Option<(Letter, bool)>, TileDraftError> {
        let Some(text) = &self.letter else { return Ok(None) };
        let one = set.alphabet().parse_board_letters(text).ok().filter(|read| read.len() == 1);
        let spelled = one.and_then(|read| read.first().map(|one| (one.letter, one.wild)));
        let known = spelled.or_else(|| set.alphabet().letter(text).map(|letter| (letter, false)));
        let unknown = || ("letter", format!("{text:?} is not a letter of the tile set {:?}", set.name()));
        known.map(Some).ok_or_else(unknown)
    }

    /// A letter alone stands for its plain tile; in lower case, or said to be wild, for a wild one.
    fn choose(&self, set: &TileSet) -> Result<BoardTile, TileDraftError> {
        let Some((letter, lower)) = self.letter(set)? else {
            return Err(("letter", "say which tile it is, by \"tile\" or by \"letter\"".to_owned()));
        };
        let wanted = self.wild.unwrap_or(lower);
        let found = self.find(set, letter, wanted);
        let any = if self.wild.is_none() { found.or_else(|| self.find(set, letter, !wanted)) } else { found };
        any.ok_or_else(|| ("letter", self.missing(set, letter, wanted)))
    }

    fn find(&self, set: &TileSet, letter: Letter, wild: bool) -> Option<BoardTile> {
        set.kinds().filter(|(_, kind)| kind.is_wild() == wild).find_map(|(tile, kind)| {
            let face = match self.points {
                Some(points) => Some(Face::new(letter, points)).filter(|face| kind.has(*face)),
                None => kind.face_for(letter),
            };
            face.map(|face| BoardTile { tile, face })
        })
    }

    fn missing(&self, set: &TileSet, letter: Letter, wild: bool) -> String {
        let what = if wild { "wild" } else { "plain" };
        let points = self.points.map_or(String::new(), |points| format!(" for {points} points"));
        format!(
            "the tile set {:?} has no {what} tile that shows {}{points}",
            set.name(),
            set.alphabet().upper(letter)
        )
    }
}

fn no_kind(tile: TileId, set: &TileSet) -> TileDraftError {
    let last = set.kinds().count().saturating_sub(1);
    ("tile", format!("there is no tile {tile}: the tile set {:?} has the tiles 0 to {last}", set.name()))
}

fn wildness(tile: TileId, kind: &TileKind) -> String {
    match kind.is_wild() {
        true => format!("tile {tile} is wild: leave this out, or say true"),
        false => format!("tile {tile} is not wild: leave this out, or say false"),
    }
}
