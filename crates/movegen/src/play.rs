//! Plays as the generator finds them.

use rules::{Axis, Coord, Laid, Placement, Points};
use std::fmt;
use tiles::{Face, Letter, TileId};

/// A tile with the face it shows, in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PackedTile(u32);

impl PackedTile {
    /// A tile that shows a face.
    pub fn new(tile: TileId, face: Face) -> PackedTile {
        PackedTile(
            u32::from(tile.0) << 24 | u32::from(face.letter.place()) << 16 | u32::from(face.points as u16),
        )
    }

    /// Which tile.
    #[inline]
    pub fn tile(self) -> TileId {
        TileId((self.0 >> 24) as u8)
    }

    /// How it is read; `None` only for [`PackedTile::default`].
    #[inline]
    pub fn face(self) -> Option<Face> {
        Letter::new((self.0 >> 16) as u8).map(|letter| Face::new(letter, self.0 as u16 as i16))
    }

    /// What the face counts.
    #[inline]
    pub fn points(self) -> Points {
        i32::from(self.0 as u16 as i16)
    }

    /// All of it as one number.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The place of the letter in its alphabet.
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

/// Where a play lies and what it counts, without its tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlayLine {
    /// The squares of the main word that get a tile: bit `n` stands for its letter `n`.
    pub laid: u64,
    /// The first square of the main word.
    pub start: Coord,
    /// What the play counts.
    pub score: Points,
    /// The direction of the main word.
    pub axis: Axis,
    /// The letters of the main word.
    pub length: u8,
}

impl PlayLine {
    /// How many tiles are laid.
    pub fn count(&self) -> usize {
        self.laid.count_ones() as usize
    }

    /// The squares that get a tile, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Coord> + use<> {
        let (start, axis) = (self.start, self.axis);
        crate::plane::ones(self.laid).map(move |step| start.step(axis, step as i32))
    }
}

/// A legal play on its way into a sink; borrowed from the generator.
#[derive(Clone, Copy, Debug)]
pub struct PlayRef<'a> {
    /// Where it lies and what it counts.
    pub line: PlayLine,
    /// The tiles it lays, in reading order; what follows them means nothing.
    pub(crate) tiles: &'a [PackedTile],
}

impl<'a> PlayRef<'a> {
    /// What it counts.
    pub fn score(&self) -> Points {
        self.line.score
    }

    /// The tiles it lays, in reading order.
    pub fn tiles(&self) -> &'a [PackedTile] {
        &self.tiles[..self.line.count()]
    }

    /// The tiles with their squares.
    pub fn placed_tiles(&self) -> impl Iterator<Item = Laid> + use<'a> {
        let faces = self.tiles().iter().filter_map(|shown| Some((shown.tile(), shown.face()?)));
        self.line.squares().zip(faces).map(|(at, (tile, face))| Laid { at, tile, face })
    }

    /// The same as a placement that `rules` can judge.
    pub fn placement(&self) -> Placement {
        let mut tiles = Vec::with_capacity(self.tiles().len());
        tiles.extend(self.placed_tiles());
        Placement { tiles, axis: Some(self.line.axis) }
    }

    /// A copy to keep.
    pub fn to_play(&self) -> GeneratedPlay {
        GeneratedPlay { line: self.line, tiles: self.tiles().to_vec() }
    }

    /// A copy that uses the memory of another.
    pub(crate) fn write_to(&self, mut tiles: Vec<PackedTile>) -> GeneratedPlay {
        tiles.clear();
        tiles.extend_from_slice(self.tiles());
        GeneratedPlay { line: self.line, tiles }
    }

    /// What orders plays of equal worth, so that the best one never depends on the order of the search.
    pub(crate) fn rank(&self) -> (Points, std::cmp::Reverse<Position<'a>>) {
        let PlayLine { laid, start, axis, length, score } = self.line;
        (score, std::cmp::Reverse((start.y, start.x, axis, length, laid, self.tiles())))
    }
}

type Position<'a> = (i32, i32, Axis, u8, u64, &'a [PackedTile]);

/// A legal play to keep.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GeneratedPlay {
    /// Where it lies and what it counts.
    pub line: PlayLine,
    /// The tiles it lays, in reading order.
    pub tiles: Vec<PackedTile>,
}

impl GeneratedPlay {
    /// The play as sinks see it.
    pub fn as_play_ref(&self) -> PlayRef<'_> {
        PlayRef { line: self.line, tiles: &self.tiles }
    }

    /// What it counts.
    pub fn score(&self) -> Points {
        self.line.score
    }

    /// The same as a placement that `rules` can judge.
    pub fn placement(&self) -> Placement {
        self.as_play_ref().placement()
    }
}
