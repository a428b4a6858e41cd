//! The rack as the search sees it: letters first, tiles later.
//!
//! The walk only checks whether a sequence of *letters* can be laid. Which tile shows which letter (a blank or a plain
//! tile, one of two kinds with different points) is decided when a word has been found at a place. So a rack with two
//! blanks walks the graph once for each sequence of letters, not once for each choice of tiles.

use crate::play::PackedTile;
use tiles::{TileId, TileSet, Tiles};

/// The most tiles that can be laid at once: words have at most 63 letters.
pub(crate) const MOST: usize = 63;

/// A tile that can show a letter.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LetterTile {
    pub(crate) shown: PackedTile,
    /// The index of its kind in [`Rack::kinds`].
    pub(crate) kind: u8,
}

/// A kind of tile on the rack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RackKind {
    pub(crate) tile: TileId,
    pub(crate) count: u8,
    pub(crate) wild: bool,
}

/// Whether several tiles of a rack can show the same letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TileAmbiguity {
    /// Each letter has one kind of tile and no kind is wild: there is no choice.
    None,
    /// As above, with one wild kind that can show each letter of the rack, each with one face.
    Blank,
    /// Anything else.
    Any,
}

/// The tiles left during the search: two machine words, which calls pass in registers, so that laying a tile need not
/// be undone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RackHand {
    /// The letters of plain tiles, counted from 1 as in [`tiles::Letter::place`], and [`MIXED`].
    plain: u64,
    /// The tiles: bits of [`Rack::plain_tiles`] from the lowest up, and bits of [`Rack::wilds`] from the highest down.
    /// Wild tiles are used from the lowest bit up, so that the highest bit says whether any is left.
    tiles: u64,
}

/// A wild tile was laid for a letter of which the rack had plain tiles, so the two could be exchanged. No letter has
/// this bit.
const MIXED: u64 = 1;

impl RackHand {
    const EMPTY: RackHand = RackHand { plain: 0, tiles: 0 };

    /// The hand after a plain tile with this letter has been laid; `own` are the bits of the plain tiles left of it.
    #[inline(always)]
    fn without(self, letter: usize, own: u64) -> RackHand {
        let last = own & own.wrapping_sub(1) == 0;
        let tiles = self.tiles ^ (own & own.wrapping_neg());
        RackHand { plain: self.plain & !(u64::from(last) << (letter % 64)), tiles }
    }

    /// The hand after a wild tile has been laid for this letter.
    #[inline(always)]
    fn without_wild(self, letter: usize, rack: &Rack) -> RackHand {
        let wild = self.tiles & rack.wilds;
        let mixed = rack.hand.plain >> (letter % 64) & MIXED;
        RackHand { plain: self.plain | mixed, tiles: self.tiles ^ (wild & wild.wrapping_neg()) }
    }

    /// Whether a wild tile is left.
    #[inline(always)]
    pub(crate) fn has_wild(self) -> bool {
        (self.tiles as i64) < 0
    }

    /// Whether the choice of tiles is unique: no wild tile is left, and none stands for a letter of a plain tile.
    #[inline(always)]
    pub(crate) fn is_settled(self) -> bool {
        self.plain & MIXED == 0 && !self.has_wild()
    }

    /// The letters that can be laid next.
    #[inline(always)]
    pub(crate) fn letters(self, wild_letters: u64) -> u64 {
        if self.has_wild() { self.plain | wild_letters } else { self.plain }
    }
}

/// A rack prepared for the search.
#[derive(Clone, Debug)]
pub(crate) struct Rack {
    pub(crate) hand: RackHand,
    /// Plain tiles for each letter.
    pub(crate) plain: [u8; 64],
    /// The same as bit sets, one bit for each tile.
    plain_tiles: [u64; 64],
    /// The wild tiles, one bit for each.
    wilds: u64,
    /// The letters that a wild tile can show.
    pub(crate) wild_letters: u64,
    /// The number of tiles.
    pub(crate) total: u32,
    /// The sum of points of the 0, 1, 2… tiles with the most points.
    pub(crate) dearest: [i32; MOST + 1],
    /// The most points with which each letter can be shown.
    most: [i16; 64],
    /// The first tile for each letter: a plain tile before a wild one.
    pub(crate) first: [PackedTile; 64],
    /// The first wild tile for each letter.
    pub(crate) first_wild: [PackedTile; 64],
    pub(crate) choice: TileAmbiguity,
    pub(crate) kinds: Vec<RackKind>,
    ways: Vec<LetterTile>,
    spans: [(u32, u32); 64],
}

impl Rack {
    pub(crate) fn empty() -> Rack {
        Rack {
            hand: RackHand::EMPTY,
            plain: [0; 64],
            plain_tiles: [0; 64],
            wilds: 0,
            wild_letters: 0,
            total: 0,
            dearest: [0; MOST + 1],
            most: [0; 64],
            first: [PackedTile::default(); 64],
            first_wild: [PackedTile::default(); 64],
            choice: TileAmbiguity::None,
            kinds: Vec::new(),
            ways: Vec::new(),
            spans: [(0, 0); 64],
        }
    }

    /// Replaces the tiles by these; at most [`MOST`] of them are used.
    pub(crate) fn fill(&mut self, set: &TileSet, tiles: &Tiles) {
        self.clear();
        for (tile, count) in tiles.kinds() {
            let Some(kind) = set.kind(tile) else { continue };
            let count = count.min(MOST as u16 - self.total as u16) as u8;
            if count == 0 {
                continue;
            }
            self.kinds.push(RackKind { tile, count, wild: kind.is_wild() });
            self.total += u32::from(count);
            if kind.is_wild() {
                (0..count).for_each(|_| self.wilds = self.wilds >> 1 | 1 << 63);
            }
            self.add_ways(kind.faces(), tile, count);
        }
        self.hand.tiles |= self.wilds;
        self.order_ways();
        self.sum_points(set);
        self.choice = self.choose();
    }

    fn clear(&mut self) {
        (self.hand, self.total, self.wild_letters) = (RackHand::EMPTY, 0, 0);
        (self.plain, self.plain_tiles, self.wilds) = ([0; 64], [0; 64], 0);
        self.kinds.clear();
        self.ways.clear();
    }

    fn add_ways(&mut self, faces: &[tiles::Face], tile: TileId, count: u8) {
        let (kind, wild) = ((self.kinds.len() - 1) as u8, faces.len() > 1);
        for &face in faces {
            let letter = face.letter.place() as usize % 64;
            match wild {
                true => self.wild_letters |= 1 << letter,
                false => {
                    self.hand.plain |= 1 << letter;
                    self.plain[letter] = self.plain[letter].saturating_add(count);
                    let free = self.hand.tiles.trailing_ones();
                    let bits = (!0 >> (64 - u32::from(count).clamp(1, 64))) << free.min(63);
                    self.plain_tiles[letter] |= bits;
                    self.hand.tiles |= bits;
                }
            }
            self.ways.push(LetterTile { shown: PackedTile::new(tile, face), kind });
        }
    }

    fn sum_points(&mut self, set: &TileSet) {
        let tiles = self.kinds.iter().flat_map(|held| std::iter::repeat_n(held.tile, held.count.into()));
        let mut points = [i32::MIN; MOST];
        let mut count = 0;
        for tile in tiles.take(MOST) {
            points[count] = set.max_points(tile);
            count += 1;
        }
        points[..count].sort_unstable_by(|a, b| b.cmp(a));
        self.dearest = [0; MOST + 1];
        for (at, &points) in points[..count].iter().enumerate() {
            self.dearest[at + 1] = self.dearest[at] + points;
        }
    }

    /// The most points of a tile that shows one of these letters.
    #[inline(always)]
    pub(crate) fn points(&self, letters: u64) -> i16 {
        crate::plane::ones(letters).map(|letter| self.most[letter]).max().unwrap_or(0)
    }

    fn order_ways(&mut self) {
        let kinds = &self.kinds;
        self.ways.sort_unstable_by_key(|way| {
            (way.shown.place(), kinds[usize::from(way.kind)].wild, way.kind, way.shown)
        });
        self.spans = [(0, 0); 64];
        let mut at = 0;
        for run in self.ways.chunk_by(|a, b| a.shown.place() == b.shown.place()) {
            let letter = usize::from(run[0].shown.place()) % 64;
            self.spans[letter] = (at, at + run.len() as u32);
            self.first[letter] = run[0].shown;
            self.most[letter] = run.iter().map(|way| way.shown.points() as i16).max().unwrap_or(0);
            let wild = run.iter().find(|way| kinds[usize::from(way.kind)].wild);
            self.first_wild[letter] = wild.map_or(PackedTile::default(), |way| way.shown);
            at += run.len() as u32;
        }
    }

    fn choose(&self) -> TileAmbiguity {
        let wilds = |wild| move |way: &&LetterTile| self.kinds[usize::from(way.kind)].wild == wild;
        let single = |letter: usize| {
            let ways = self.ways(letter);
            ways.iter().filter(wilds(false)).count() <= 1 && ways.iter().filter(wilds(true)).count() <= 1
        };
        let wild_kinds = self.kinds.iter().filter(|kind| kind.wild).count();
        let shows_all = self.hand.plain & !self.wild_letters == 0;
        match (wild_kinds, (1..64).all(single)) {
            (0, true) => TileAmbiguity::None,
            (1, true) if shows_all => TileAmbiguity::Blank,
            _ => TileAmbiguity::Any,
        }
    }

    /// The tiles that can show a letter, plain ones first.
    pub(crate) fn ways(&self, letter: usize) -> &[LetterTile] {
        let (from, to) = self.spans[letter % 64];
        self.ways.get(from as usize..to as usize).unwrap_or_default()
    }

    /// The number of wild tiles left in a hand.
    pub(crate) fn wild(&self, hand: RackHand) -> u32 {
        (hand.tiles & self.wilds).count_ones()
    }

    /// The tile to lay for a letter, a plain one if one is left, and the hand after it.
    #[inline(always)]
    pub(crate) fn lay(&self, hand: RackHand, letter: usize) -> (PackedTile, RackHand) {
        let own = hand.tiles & self.plain_tiles[letter % 64];
        match own {
            0 => (self.first_wild[letter % 64], hand.without_wild(letter, self)),
            _ => (self.first[letter % 64], hand.without(letter, own)),
        }
    }

    /// The letters that can be laid first.
    pub(crate) fn letters(&self) -> u64 {
        self.hand.letters(self.wild_letters)
    }
}
