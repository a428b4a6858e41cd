//! The static data of a search: the squares, the faces, and the tiles that each player may hold.

use super::packed_rack::{PackedRack, TileKinds};
use rules::{Axis, Coord, CrossWords, Factors, GoodWord, Grid, Points, Rect, Ruleset, WildPolicy};
use tiles::{Face, TileId, Tiles};

/// The code of an empty square.
pub(crate) const EMPTY: u8 = 0;

/// The code of a cell without a square.
pub(crate) const WALL: u8 = u8::MAX;

/// The longest lane that lane lists support.
const LONGEST: usize = 63;

/// The index of one of the two players.
pub(crate) type SideIndex = usize;

/// A row or a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lane {
    pub(crate) first: usize,
    pub(crate) step: usize,
    pub(crate) length: usize,
    pub(crate) axis: Axis,
}

impl Lane {
    pub(crate) fn cell(self, place: usize) -> usize {
        self.first + place * self.step
    }
}

/// A kind of tile with a face that shows a letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FaceOption {
    pub(crate) kind: u8,
    pub(crate) code: u8,
    pub(crate) points: Points,
}

/// The tiles that one player may hold.
#[derive(Clone, Debug)]
pub(crate) struct PlayerTiles {
    pub(crate) kinds: TileKinds,
    /// All tiles the player may ever hold.
    pub(crate) all: PackedRack,
    /// The most tiles laid at once.
    pub(crate) most: u32,
    /// The options to show each letter, by its place in the alphabet.
    pub(crate) ways: Vec<Vec<FaceOption>>,
    /// The points of a leftover tile of each kind.
    pub(crate) points: Vec<Points>,
    /// The letters each kind shows.
    pub(crate) shows: Vec<u64>,
}

/// The static data of a search on plain squares.
#[derive(Clone, Debug)]
pub(crate) struct EndgameData {
    window: Rect,
    pub(crate) width: usize,
    pub(crate) lanes: Vec<Lane>,
    pub(crate) factors: Vec<Factors>,
    /// The letter factor under tiles that are already on the board.
    pub(crate) used: Points,
    pub(crate) faces: Vec<Face>,
    pub(crate) bonus: Vec<Points>,
    pub(crate) player_tiles: [PlayerTiles; 2],
    /// The letters that any of these tiles can show.
    pub(crate) letters: u64,
    pub(crate) cells: Vec<u8>,
}

impl EndgameData {
    /// Prepares a position; `None` if the board has programs or words need not be in listed order.
    pub(crate) fn new(rules: &Ruleset, grid: &Grid, holdings: [&Tiles; 2]) -> Option<EndgameData> {
        let window = rules.board.window().filter(|window| window.width().max(window.height()) <= LONGEST)?;
        let used = rules.board.square_under_tiles().factors()?;
        let plain = rules.board.is_plain()
            && used.word == 1
            && rules.words.good == GoodWord::Listed
            && rules.words.cross == CrossWords::Counted
            && rules.wild == WildPolicy::Any
            && !grid.is_empty();
        let faces = faces(rules).filter(|_| plain)?;
        let [first, second] = holdings.map(|tiles| PlayerTiles::new(rules, tiles, &faces));
        let player_tiles = [first?, second?];
        let letters = player_tiles
            .iter()
            .flat_map(|player_tiles| &player_tiles.shows)
            .fold(0, |all, shows| all | shows);
        let mut data = EndgameData {
            window,
            width: window.width(),
            lanes: lanes(window),
            factors: window.places().map(|at| factors(rules, at)).collect(),
            used: used.letter,
            bonus: (0..=LONGEST).map(|laid| rules.bonus_for(laid)).collect(),
            cells: Vec::new(),
            faces,
            player_tiles,
            letters,
        };
        data.cells = data.cells_of(rules, grid)?;
        Some(data)
    }

    /// The cells of another grid on the same board.
    pub(crate) fn cells_of(&self, rules: &Ruleset, grid: &Grid) -> Option<Vec<u8>> {
        self.window.places().map(|at| self.code_at(rules, grid, at)).collect()
    }

    fn code_at(&self, rules: &Ruleset, grid: &Grid, at: Coord) -> Option<u8> {
        match grid.get(at) {
            Some(placed) => code(&self.faces, placed.face),
            None => Some(if rules.board.has(at) { EMPTY } else { WALL }),
        }
    }

    /// The coordinates of a cell.
    pub(crate) fn coord(&self, cell: usize) -> Coord {
        let (x, y) = ((cell % self.width) as i32, (cell / self.width) as i32);
        Coord::new(self.window.min.x + x, self.window.min.y + y)
    }

    /// The lane through a cell.
    pub(crate) fn lane(&self, cell: usize, axis: Axis) -> usize {
        match axis {
            Axis::Across => cell / self.width,
            Axis::Down => self.window.height() + cell % self.width,
        }
    }

    /// The face of a tile code.
    pub(crate) fn face(&self, code: u8) -> Face {
        self.faces[usize::from(code) - 1]
    }

    /// The place in the alphabet of a tile's letter.
    #[inline(always)]
    pub(crate) fn letter(&self, code: u8) -> usize {
        usize::from(self.faces[usize::from(code) - 1].letter.place())
    }

    /// The count of each letter on the tiles of a lane.
    pub(crate) fn letter_counts(&self, lane: Lane) -> [u8; 64] {
        let mut letter_counts = [0; 64];
        let codes = (0..lane.length).map(|place| self.cells[lane.cell(place)]);
        codes.filter(|&code| is_tile(code)).for_each(|code| letter_counts[self.letter(code)] += 1);
        letter_counts
    }

    /// The largest count of each letter that these tiles can show.
    pub(crate) fn showable_letters(&self, tiles: &Tiles, rules: &Ruleset) -> [u8; 64] {
        let mut letter_counts = [0u8; 64];
        let kinds = tiles.iter().filter_map(|id| rules.tiles.kind(id));
        let faces = kinds.flat_map(tiles::TileKind::faces);
        faces.for_each(|face| {
            let count = &mut letter_counts[usize::from(face.letter.place())];
            *count = count.saturating_add(1);
        });
        letter_counts
    }

    pub(crate) fn longest(&self) -> usize {
        self.lanes.iter().map(|lane| lane.length).max().unwrap_or(0)
    }
}

/// Whether a code stands for a tile.
#[inline(always)]
pub(crate) fn is_tile(code: u8) -> bool {
    code != EMPTY && code != WALL
}

impl PlayerTiles {
    fn new(rules: &Ruleset, tiles: &Tiles, faces: &[Face]) -> Option<PlayerTiles> {
        let set = &rules.tiles;
        let kinds = TileKinds::new(tiles, set, rules.leftovers)?;
        let mut ways = vec![Vec::new(); 64];
        for (number, &id) in kinds.ids().iter().enumerate() {
            for &face in set.kind(id)?.faces() {
                let way =
                    FaceOption { kind: number as u8, code: code(faces, face)?, points: face.points.into() };
                ways[usize::from(face.letter.place())].push(way);
            }
        }
        let shows = |id: &TileId| {
            let faces = set.kind(*id).map(tiles::TileKind::faces).unwrap_or_default();
            faces.iter().fold(0, |mask, face| mask | 1 << face.letter.place())
        };
        Some(PlayerTiles {
            all: kinds.pack(tiles)?,
            most: tiles.len().min(usize::from(rules.rack_size).max(1)) as u32,
            points: kinds.ids().iter().map(|&id| set.max_points(id)).collect(),
            shows: kinds.ids().iter().map(shows).collect(),
            ways,
            kinds,
        })
    }
}

fn faces(rules: &Ruleset) -> Option<Vec<Face>> {
    let mut faces: Vec<Face> =
        rules.tiles.kinds().flat_map(|(_, kind)| kind.faces().iter().copied()).collect();
    faces.sort_by_key(|face| (face.letter, face.points));
    faces.dedup();
    (faces.len() < usize::from(WALL)).then_some(faces)
}

fn code(faces: &[Face], face: Face) -> Option<u8> {
    faces.iter().position(|&known| known == face).map(|place| place as u8 + 1)
}

fn factors(rules: &Ruleset, at: Coord) -> Factors {
    rules.board.square(at).and_then(rules::Square::factors).unwrap_or(Factors::NONE)
}

fn lanes(window: Rect) -> Vec<Lane> {
    let (width, height) = (window.width(), window.height());
    let rows = (0..height).map(|y| Lane { first: y * width, step: 1, length: width, axis: Axis::Across });
    let columns = (0..width).map(|x| Lane { first: x, step: width, length: height, axis: Axis::Down });
    rows.chain(columns).collect()
}
