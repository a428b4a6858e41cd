//! The plays of a position from cached lists for each lane.
//!
//! The plays in a lane depend only on the tiles in it, the cross-sets of its squares and the rack. A play changes only
//! a few lanes, and the same states of a lane occur in thousands of positions. So for each state all plays with all
//! tiles that a player may ever hold are found once; a node of the search takes those that its rack can make. In the
//! sixty test positions 99 of 100 lanes are found in the cache.

use super::data::{EMPTY, EndgameData, Lane, SideIndex, WALL, is_tile};
use super::interrupt::InterruptCheck;
use super::lane_walker::LaneWalker;
use super::packed_rack::PackedRack;
use super::reachable::ReachableWords;
use movegen::{GeneratedPlay, PackedTile, PlayLine};
use rules::{Axis, Points};
use rustc_hash::FxHashMap;

/// A list that has not been looked up yet.
const UNKNOWN: u32 = u32::MAX;

/// The lists are cleared when they hold more plays than this.
const MOST_LISTED: usize = 2 << 20;

/// The tiles of a position with its cross-sets and lane lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct LaneBoard {
    cells: Vec<u8>,
    /// For plays along each axis: the word across each free cell, as a number of `LaneLists::cross_sets`.
    cross: [Vec<u32>; 2],
    /// For each player: the list of each lane.
    lists: [Vec<u32>; 2],
}

/// The cross-set of an empty cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CrossSet {
    /// The letters that make a word.
    pub(crate) letters: u64,
    /// The points of the tiles of the cross word; `None` if there is no cross word.
    pub(crate) points: Option<Points>,
}

/// One play of a list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LanePlay {
    /// Its change of the hash of the board.
    pub(crate) hash: u64,
    /// The places of its lane that get a tile.
    pub(crate) laid: u64,
    pub(crate) score: Points,
    /// The points of its tiles as leftovers.
    pub(crate) spent: Points,
    first: u32,
    lane: u16,
}

/// A tile of a play: its kind and the code of its face.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct CodedTile {
    pub(crate) kind: u8,
    pub(crate) code: u8,
}

/// The cache of all lists found so far.
#[derive(Clone, Debug)]
pub(crate) struct LaneLists<'a> {
    pub(crate) data: &'a EndgameData,
    words: &'a ReachableWords,
    cross_sets: Vec<CrossSet>,
    cross_set_numbers: FxHashMap<CrossSet, u32>,
    cross_set_of_run: FxHashMap<u64, u32>,
    needs: Vec<PackedRack>,
    plays: Vec<LanePlay>,
    tiles: Vec<CodedTile>,
    spans: Vec<(u32, u32)>,
    list_of_lane: FxHashMap<u64, u32>,
    /// The number of plays listed before the lists were cleared.
    forgotten: u64,
    pub(crate) interrupt: InterruptCheck,
}

impl<'a> LaneLists<'a> {
    pub(crate) fn new(data: &'a EndgameData, words: &'a ReachableWords) -> LaneLists<'a> {
        let free = CrossSet { letters: u64::MAX, points: None };
        LaneLists {
            data,
            words,
            cross_sets: vec![free],
            cross_set_numbers: FxHashMap::from_iter([(free, 0)]),
            cross_set_of_run: FxHashMap::default(),
            needs: Vec::new(),
            plays: Vec::new(),
            tiles: Vec::new(),
            spans: Vec::new(),
            list_of_lane: FxHashMap::default(),
            forgotten: 0,
            interrupt: InterruptCheck::default(),
        }
    }

    /// The root position.
    pub(crate) fn root(&mut self) -> LaneBoard {
        self.board(self.data.cells.clone())
    }

    /// A position with these tiles.
    pub(crate) fn board(&mut self, cells: Vec<u8>) -> LaneBoard {
        let lanes = self.data.lanes.len();
        let unknown = vec![UNKNOWN; lanes];
        let none = vec![0; cells.len()];
        let mut board = LaneBoard { cross: [none.clone(), none], lists: [unknown.clone(), unknown], cells };
        for cell in 0..board.cells.len() {
            Axis::BOTH.into_iter().for_each(|axis| self.cross(&mut board, cell, axis));
        }
        board
    }

    /// The hash of the tiles that these cells have and the first position has not.
    pub(crate) fn hash_new_tiles(&self, cells: &[u8]) -> u64 {
        let new = cells.iter().zip(&self.data.cells).enumerate().filter(|(_, (new, old))| new != old);
        new.fold(0, |hash, (cell, (&code, _))| hash ^ mark(cell, code))
    }

    /// The number of plays listed so far.
    pub(crate) fn play_count(&self) -> u64 {
        self.forgotten + self.plays.len() as u64
    }

    /// Whether the lists have grown too long.
    pub(crate) fn is_full(&self) -> bool {
        self.plays.len() > MOST_LISTED
    }

    /// Clears the lists.
    pub(crate) fn forget(&mut self) {
        let forgotten = self.play_count();
        *self = LaneLists {
            forgotten,
            interrupt: self.interrupt.clone(),
            ..LaneLists::new(self.data, self.words)
        };
    }

    /// Passes on every play that these tiles can make.
    #[inline]
    pub(crate) fn plays(
        &mut self,
        board: &mut LaneBoard,
        side: SideIndex,
        held: PackedRack,
        mut take: impl FnMut(u32, &LanePlay, PackedRack),
    ) {
        for lane in 0..self.data.lanes.len() {
            let list = match board.lists[side][lane] {
                UNKNOWN => self.look_up(board, side, lane),
                known => known,
            };
            let (from, to) = self.spans[list as usize];
            for number in from..to {
                let need = self.needs[number as usize];
                if held.has(need) {
                    take(number, &self.plays[number as usize], need);
                }
            }
        }
    }

    /// The play with this number.
    pub(crate) fn lane_play(&self, number: u32) -> LanePlay {
        self.plays[number as usize]
    }

    fn tiles_of(&self, play: &LanePlay) -> &[CodedTile] {
        &self.tiles[play.first as usize..][..play.laid.count_ones() as usize]
    }

    /// Makes a play on a board.
    pub(crate) fn lay(&mut self, board: &mut LaneBoard, number: u32) {
        let play = self.lane_play(number);
        let lane = self.data.lanes[usize::from(play.lane)];
        for (place, tile) in super::reachable::ones(play.laid).zip(self.tiles_of(&play)) {
            board.cells[lane.cell(place)] = tile.code;
        }
        board.forget(play.lane.into());
        let last = lane.cell(play.laid.trailing_zeros() as usize);
        self.refresh_ends(board, last, lane.axis);
        for place in super::reachable::ones(play.laid) {
            let cell = lane.cell(place);
            board.forget(self.data.lane(cell, lane.axis.other()));
            self.refresh_ends(board, cell, lane.axis.other());
        }
    }

    /// Updates the cross-sets of the empty cells at both ends of the word through a cell.
    fn refresh_ends(&mut self, board: &mut LaneBoard, cell: usize, axis: Axis) {
        let lane = self.data.lanes[self.data.lane(cell, axis)];
        let place = (cell - lane.first) / lane.step;
        let (start, end) = run(&board.cells, lane, place);
        let ends = [start.checked_sub(1), Some(end).filter(|&end| end < lane.length)];
        for cell in ends.into_iter().flatten().map(|place| lane.cell(place)) {
            self.cross(board, cell, axis.other());
            board.forget(self.data.lane(cell, axis.other()));
        }
    }

    /// Updates the cross-set of a cell for plays along an axis.
    fn cross(&mut self, board: &mut LaneBoard, cell: usize, axis: Axis) {
        if board.cells[cell] != EMPTY {
            return;
        }
        let lane = self.data.lanes[self.data.lane(cell, axis.other())];
        let place = (cell - lane.first) / lane.step;
        let (start, end) = run(&board.cells, lane, place);
        board.cross[axis as usize][cell] =
            if end - start == 1 { 0 } else { self.cross_set(&board.cells, lane, [start, place, end]) };
    }

    fn cross_set(&mut self, cells: &[u8], lane: Lane, [start, place, end]: [usize; 3]) -> u32 {
        let codes = (start..end).map(|at| if at == place { EMPTY } else { cells[lane.cell(at)] });
        let key = codes.fold(1, |key, code| mix(key ^ u64::from(code)));
        if let Some(&known) = self.cross_set_of_run.get(&key) {
            return known;
        }
        let letters = |from: usize, to: usize| {
            (from..to).map(|at| self.data.letter(cells[lane.cell(at)]) as u8).collect::<Vec<_>>()
        };
        let fitting =
            self.words.between(&letters(start, place), &letters(place + 1, end)) & self.data.letters;
        let points = (start..end)
            .filter(|&at| at != place)
            .map(|at| i32::from(self.data.face(cells[lane.cell(at)]).points).wrapping_mul(self.data.used))
            .fold(0, i32::wrapping_add);
        let points = if fitting == 0 { 0 } else { points };
        let number = self.number(CrossSet { letters: fitting, points: Some(points) });
        self.cross_set_of_run.insert(key, number);
        number
    }

    fn number(&mut self, cross_set: CrossSet) -> u32 {
        let next = self.cross_sets.len() as u32;
        let number = *self.cross_set_numbers.entry(cross_set).or_insert(next);
        if number == next {
            self.cross_sets.push(cross_set);
        }
        number
    }

    #[cold]
    fn look_up(&mut self, board: &mut LaneBoard, side: SideIndex, lane: usize) -> u32 {
        let line = self.data.lanes[lane];
        let cross = &board.cross[line.axis as usize];
        let mut key = mix((lane * 2 + side) as u64 + 1);
        for cell in (0..line.length).map(|place| line.cell(place)) {
            key = mix(key ^ (u64::from(board.cells[cell]) << 32 | u64::from(cross[cell])));
        }
        let known = self.list_of_lane.get(&key).copied();
        let list = known.unwrap_or_else(|| self.list(board, side, lane, key));
        board.lists[side][lane] = list;
        list
    }

    fn list(&mut self, board: &LaneBoard, side: SideIndex, lane: usize, key: u64) -> u32 {
        let first = self.plays.len() as u32;
        let line = self.data.lanes[lane];
        let cross = &board.cross[line.axis as usize];
        let (needs, plays, tiles) = (&mut self.needs, &mut self.plays, &mut self.tiles);
        let mut walker = LaneWalker::new(
            self.data,
            self.words,
            side,
            line,
            &mut self.interrupt,
            |laid, laying: &[CodedTile], need, score, spent| {
                let cells = super::reachable::ones(laid).map(|place| line.cell(place));
                let hash = cells.zip(laying).fold(0, |hash, (cell, tile)| hash ^ mark(cell, tile.code));
                plays.push(LanePlay {
                    hash,
                    laid,
                    score,
                    spent,
                    first: tiles.len() as u32,
                    lane: lane as u16,
                });
                needs.push(need);
                tiles.extend(laying);
            },
        );
        for (place, cell) in (0..line.length).map(|place| (place, line.cell(place))) {
            walker.set_cell(place, board.cells[cell], self.cross_sets[cross[cell] as usize]);
        }
        walker.run();
        let list = self.spans.len() as u32;
        self.spans.push((first, self.plays.len() as u32));
        if !self.interrupt.is_interrupted() {
            self.list_of_lane.insert(key, list);
        }
        list
    }

    /// A play in the form of the move generator.
    pub(crate) fn play(&self, board: &LaneBoard, side: SideIndex, number: u32) -> GeneratedPlay {
        let play = self.lane_play(number);
        let lane = self.data.lanes[usize::from(play.lane)];
        let laid_last = 63 - play.laid.leading_zeros() as usize;
        let mut cells = board.cells.clone();
        super::reachable::ones(play.laid).for_each(|place| cells[lane.cell(place)] = 1);
        let (start, end) = run(&cells, lane, laid_last);
        let kinds = self.data.player_tiles[side].kinds.ids();
        let shown =
            |tile: &CodedTile| PackedTile::new(kinds[usize::from(tile.kind)], self.data.face(tile.code));
        let line = PlayLine {
            laid: play.laid >> start,
            start: self.data.coord(lane.cell(start)),
            score: play.score,
            axis: lane.axis,
            length: (end - start) as u8,
        };
        GeneratedPlay { line, tiles: self.tiles_of(&play).iter().map(shown).collect() }
    }
}

impl LaneBoard {
    fn forget(&mut self, lane: usize) {
        self.lists.iter_mut().for_each(|lists| lists[lane] = UNKNOWN);
    }

    /// Becomes a copy of another board.
    pub(crate) fn copy(&mut self, other: &LaneBoard) {
        self.cells.clone_from(&other.cells);
        (0..2).for_each(|number| {
            self.cross[number].clone_from(&other.cross[number]);
            self.lists[number].clone_from(&other.lists[number]);
        });
    }
}

/// The run of tiles through a place, the place itself counted as a tile: its first place and the place after it.
fn run(cells: &[u8], lane: Lane, place: usize) -> (usize, usize) {
    let tile = |at: &usize| is_tile(cells[lane.cell(*at)]);
    let start = (0..place).rev().take_while(tile).last().unwrap_or(place);
    let end = (place + 1..lane.length).take_while(tile).last().unwrap_or(place);
    debug_assert!(cells[lane.cell(place)] != WALL);
    (start, end + 1)
}

/// The hash of a tile on a cell.
fn mark(cell: usize, code: u8) -> u64 {
    mix((cell as u64) << 8 | u64::from(code))
}

/// Mixes the bits of a number (splitmix64).
#[inline(always)]
pub(crate) fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
