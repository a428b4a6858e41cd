//! Coordinates, letters and tiles.

use rules::{Axis, BoardTile, Coord, PlacedTile, Rect, Ruleset};
use serde::{Deserialize, Serialize};
use tiles::{Alphabet, Face, FacePoints, Letter, TileId, TileKind, TileSet};

/// A coordinate.
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

/// A tile of a play, with all its data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacedTileJson {
    x: i32,
    y: i32,
    tile: u8,
    letter: String,
    #[cfg_attr(feature = "schema", schema(value_type = i16))]
    points: FacePoints,
}

impl PlacedTileJson {
    pub(crate) fn new(laid: &PlacedTile, alphabet: &Alphabet) -> PlacedTileJson {
        PlacedTileJson {
            x: laid.at.x,
            y: laid.at.y,
            tile: laid.tile.0,
            letter: print_letter(alphabet, laid.face.letter),
            points: laid.face.points,
        }
    }

    /// Returns the tile, or the text of a letter that the alphabet does not have.
    pub(crate) fn read(self, alphabet: &Alphabet) -> Result<PlacedTile, String> {
        let letter = parse_letter(alphabet, &self.letter).ok_or(self.letter)?;
        let face = Face::new(letter, self.points);
        Ok(PlacedTile { at: Coord::new(self.x, self.y), tile: TileId(self.tile), face })
    }
}

/// A tile on a board or of a play, as viewers get it: a wild tile says so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BoardTileJson {
    x: i32,
    y: i32,
    tile: u8,
    letter: String,
    #[cfg_attr(feature = "schema", schema(value_type = i16))]
    points: FacePoints,
    /// Whether it is a wild tile, such as a blank. Left out for other tiles.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    wild: bool,
}

impl BoardTileJson {
    pub(crate) fn new(at: Coord, placed: BoardTile, set: &TileSet) -> BoardTileJson {
        BoardTileJson {
            x: at.x,
            y: at.y,
            tile: placed.tile.0,
            letter: print_letter(set.alphabet(), placed.face.letter),
            points: placed.face.points,
            wild: set.kind(placed.tile).is_some_and(TileKind::is_wild),
        }
    }
}

/// Converts the tiles of a play for viewers.
#[must_use]
pub fn board_tiles_json(tiles: &[PlacedTile], set: &TileSet) -> Vec<BoardTileJson> {
    let convert =
        |laid: &PlacedTile| BoardTileJson::new(laid.at, BoardTile { tile: laid.tile, face: laid.face }, set);
    tiles.iter().map(convert).collect()
}

/// Prints a letter in capitals. A letter outside the alphabet is printed by its place, as `#27`.
pub(crate) fn print_letter(alphabet: &Alphabet, letter: Letter) -> String {
    match letter.index() < alphabet.len() {
        true => alphabet.upper(letter).to_owned(),
        false => format!("#{}", letter.place()),
    }
}

/// A failed play may have a letter outside the alphabet. A record has it as a number, which is not a spelling of any
/// alphabet.
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

/// A tile of a position or a play as read from JSON. Some fields may be omitted if they follow from the others.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields, expecting = "a tile, such as {\"x\": 7, \"y\": 7, \"letter\": \"A\"}")]
pub struct TileDraft {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// The number of the tile's kind.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tile: Option<u8>,
    /// The letter. Lower case means a wild tile.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub letter: Option<String>,
    /// The points of its face.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "schema", schema(value_type = Option<i16>))]
    pub points: Option<FacePoints>,
    /// Whether it is a wild tile, such as a blank.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub wild: Option<bool>,
}

/// Why the omitted fields do not follow from the others: the field, and what to do.
pub(crate) type TileDraftError = (&'static str, String);

impl TileDraft {
    /// Creates a draft with all fields.
    pub(crate) fn full(at: Coord, placed: BoardTile, set: &TileSet) -> TileDraft {
        let BoardTileJson { x, y, tile, letter, points, wild } = BoardTileJson::new(at, placed, set);
        TileDraft {
            x,
            y,
            tile: Some(tile),
            letter: Some(letter),
            points: Some(points),
            wild: wild.then_some(true),
        }
    }

    pub(crate) fn at(&self) -> Coord {
        Coord::new(self.x, self.y)
    }

    /// Returns the tile. The tile set need not have it: the rules refuse such a play with a reason.
    pub(crate) fn to_placed(&self, set: &TileSet) -> Result<BoardTile, TileDraftError> {
        match self.tile.map(TileId) {
            Some(tile) => Ok(BoardTile { tile, face: self.face_of(tile, set)? }),
            None => self.choose(set),
        }
    }

    /// Returns the tile, which must be a tile of the set with one of its faces.
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
                Some(_) => Err(("letter", format!("tile {tile} has several faces: specify its letter"))),
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

    /// A letter without a tile number stands for its plain tile. In lower case, or with `wild`, it stands for a wild one.
    fn choose(&self, set: &TileSet) -> Result<BoardTile, TileDraftError> {
        let Some((letter, lower)) = self.letter(set)? else {
            return Err(("letter", "specify the tile with \"tile\" or \"letter\"".to_owned()));
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
        true => format!("tile {tile} is wild: omit this field, or set it to true"),
        false => format!("tile {tile} is not wild: omit this field, or set it to false"),
    }
}
