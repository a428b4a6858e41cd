//! Plays as the generator finds them.

use rules::{Axis, Coord, PlacedTile, Placement, Points};
use std::fmt;
use tiles::{Face, Letter, TileId};

/// A tile with the face it shows, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PackedTile(u32);

impl PackedTile {
    /// A tile that shows a face.
    #[must_use]
    pub fn new(tile: TileId, face: Face) -> PackedTile {
        PackedTile(
            u32::from(tile.0) << 24 | u32::from(face.letter.place()) << 16 | u32::from(face.points as u16),
        )
    }

    /// Which tile.
    #[must_use]
    #[inline]
    pub fn tile(self) -> TileId {
        TileId((self.0 >> 24) as u8)
    }

    /// The face it shows; `None` only for [`PackedTile::default`].
    #[must_use]
    #[inline]
    pub fn face(self) -> Option<Face> {
        Letter::new((self.0 >> 16) as u8).map(|letter| Face::new(letter, self.0 as u16 as i16))
    }

    /// The points of the face.
    #[must_use]
    #[inline]
    pub fn points(self) -> Points {
        i32::from(self.0 as u16 as i16)
    }

    /// Tile and face as one number.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The position of the letter in its alphabet, from 1.
    #[inline]
    pub(crate) fn place(self) -> u8 {
        (self.0 >> 16) as u8
    }
}

impl fmt::Debug for PackedTile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}:{:?}", self.tile(), self.face())
    }
}

/// The squares and the score of a play, without its tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayLine {
    /// The squares of the main word that get a new tile: bit `n` stands for letter `n`.
    pub laid: u64,
    /// The first square of the main word.
    pub start: Coord,
    /// The score of the play.
    pub score: Points,
    /// The direction of the main word.
    pub axis: Axis,
    /// The number of letters of the main word.
    pub length: u8,
}

impl PlayLine {
    /// How many tiles are laid.
    #[must_use]
    pub fn count(&self) -> usize {
        self.laid.count_ones() as usize
    }

    /// The squares that get a tile, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Coord> + use<> {
        let (start, axis) = (self.start, self.axis);
        crate::plane::ones(self.laid).map(move |step| start.step(axis, step as i32))
    }
}

/// A legal play as a sink receives it; borrowed from the generator.
#[derive(Clone, Copy, Debug)]
pub struct PlayRef<'a> {
    /// Its squares and its score.
    pub line: PlayLine,
    /// The tiles it lays, in reading order; entries after them are unused.
    pub(crate) tiles: &'a [PackedTile],
}

impl<'a> PlayRef<'a> {
    /// Its score.
    #[must_use]
    pub fn score(&self) -> Points {
        self.line.score
    }

    /// The tiles it lays, in reading order.
    #[must_use]
    pub fn tiles(&self) -> &'a [PackedTile] {
        &self.tiles[..self.line.count()]
    }

    /// The tiles with their squares.
    pub fn placed_tiles(&self) -> impl Iterator<Item = PlacedTile> + use<'a> {
        let faces = self.tiles().iter().filter_map(|shown| Some((shown.tile(), shown.face()?)));
        self.line.squares().zip(faces).map(|(at, (tile, face))| PlacedTile { at, tile, face })
    }

    /// The play as a placement that `rules` can judge.
    #[must_use]
    pub fn placement(&self) -> Placement {
        let mut tiles = Vec::with_capacity(self.tiles().len());
        tiles.extend(self.placed_tiles());
        Placement { tiles, axis: Some(self.line.axis), written: None }
    }

    /// An owned copy.
    #[must_use]
    pub fn to_play(&self) -> GeneratedPlay {
        GeneratedPlay { line: self.line, tiles: self.tiles().to_vec() }
    }

    /// An owned copy in reused memory.
    pub(crate) fn write_to(&self, mut tiles: Vec<PackedTile>) -> GeneratedPlay {
        tiles.clear();
        tiles.extend_from_slice(self.tiles());
        GeneratedPlay { line: self.line, tiles }
    }

    /// Orders plays of equal equity, so that the best play does not depend on the order of the search.
    pub(crate) fn rank(&self) -> (Points, std::cmp::Reverse<TieBreak<'a>>) {
        let PlayLine { laid, start, axis, length, score } = self.line;
        (score, std::cmp::Reverse((start.y, start.x, axis, length, laid, self.tiles())))
    }
}

type TieBreak<'a> = (i32, i32, Axis, u8, u64, &'a [PackedTile]);

/// A legal play, owned.
///
/// ```
/// # mod quixotry { pub use {quixotry_movegen as movegen, presets, rules}; }
/// use quixotry::movegen::{Generator, NoLeaves};
/// use quixotry::presets::{Library, english};
/// use quixotry::rules::empty_grid;
///
/// let rules = Library::shipped().rules("standard")?;
/// let (grid, rack) = (empty_grid(&rules.board), rules.tiles.parse_tiles("RETAINS")?);
/// let play = Generator::new(&rules, english())?.best(&grid, &rack, &NoLeaves).unwrap().play;
/// assert_eq!(play.placement().rack_tiles(), rack);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GeneratedPlay {
    /// Its squares and its score.
    pub line: PlayLine,
    /// The tiles it lays, in reading order.
    pub tiles: Vec<PackedTile>,
}

impl GeneratedPlay {
    /// The play as a sink receives it.
    #[must_use]
    pub fn as_play_ref(&self) -> PlayRef<'_> {
        PlayRef { line: self.line, tiles: &self.tiles }
    }

    /// Its score.
    #[must_use]
    pub fn score(&self) -> Points {
        self.line.score
    }

    /// The play as a placement that `rules` can judge.
    #[must_use]
    pub fn placement(&self) -> Placement {
        self.as_play_ref().placement()
    }
}
