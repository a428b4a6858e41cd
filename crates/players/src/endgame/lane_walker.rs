//! All plays in one lane.

use super::data::{EMPTY, EndgameData, Lane, PlayerTiles, SideIndex, WALL, is_tile};
use super::interrupt::InterruptCheck;
use super::lane_lists::{CodedTile, CrossSet};
use super::packed_rack::PackedRack;
use super::reachable::{NodeIndex, ReachableWords, ones};
use rules::{Axis, Factors, Points};

/// Walks along one lane and emits each play: its squares, tiles, needed rack, score and leftover points.
pub(crate) struct LaneWalker<'a, F> {
    data: &'a EndgameData,
    words: &'a ReachableWords,
    player_tiles: &'a PlayerTiles,
    lane: Lane,
    codes: [u8; 64],
    cross_sets: [CrossSet; 64],
    factors: [Factors; 64],
    held: PackedRack,
    tiles: [CodedTile; 64],
    interrupt: &'a mut InterruptCheck,
    emit: F,
}

/// A word in progress.
#[derive(Clone, Copy)]
struct PartialWord {
    at: NodeIndex,
    place: usize,
    start: usize,
    laid: u64,
    need: PackedRack,
    sum: Points,
    factor: Points,
    crosses: Points,
    spent: Points,
    joined: bool,
}

impl<'a, F: FnMut(u64, &[CodedTile], PackedRack, Points, Points)> LaneWalker<'a, F> {
    pub(crate) fn new(
        data: &'a EndgameData,
        words: &'a ReachableWords,
        side: SideIndex,
        lane: Lane,
        interrupt: &'a mut InterruptCheck,
        emit: F,
    ) -> LaneWalker<'a, F> {
        let player_tiles = &data.player_tiles[side];
        LaneWalker {
            data,
            words,
            player_tiles,
            lane,
            codes: [WALL; 64],
            cross_sets: [CrossSet { letters: 0, points: None }; 64],
            factors: std::array::from_fn(|place| {
                if place < lane.length { data.factors[lane.cell(place)] } else { Factors::NONE }
            }),
            held: player_tiles.all,
            tiles: [CodedTile::default(); 64],
            interrupt,
            emit,
        }
    }

    /// Sets the content of a place.
    pub(crate) fn set_cell(&mut self, place: usize, code: u8, cross_set: CrossSet) {
        self.codes[place] = code;
        self.cross_sets[place] = cross_set;
    }

    /// Finds all plays, or those found until the search is interrupted.
    pub(crate) fn run(&mut self) {
        for start in 0..self.lane.length {
            let fresh = start == 0 || !is_tile(self.codes[start - 1]);
            if fresh && self.codes[start] != WALL && self.reaches(start) {
                self.walk(PartialWord {
                    at: self.words.root(),
                    place: start,
                    start,
                    laid: 0,
                    need: PackedRack::default(),
                    sum: 0,
                    factor: 1,
                    crosses: 0,
                    spent: 0,
                    joined: false,
                });
            }
        }
    }

    /// Whether a word that starts here can touch a tile before the rack is used up.
    fn reaches(&self, start: usize) -> bool {
        let mut laid = 0;
        for place in start..self.lane.length {
            match self.codes[place] {
                WALL => return false,
                EMPTY if self.cross_sets[place].letters == 0 => return false,
                EMPTY if laid == self.player_tiles.most => return false,
                EMPTY if self.cross_sets[place].points.is_some() => return true,
                EMPTY => laid += 1,
                _ => return true,
            }
        }
        false
    }

    fn walk(&mut self, partial: PartialWord) {
        match self.codes[partial.place] {
            WALL => {}
            EMPTY => self.lay(partial),
            code => self.pass_through(partial, code),
        }
    }

    fn pass_through(&mut self, partial: PartialWord, code: u8) {
        let letter = self.data.letter(code);
        let node = self.words.node(partial.at);
        if node.children >> letter & 1 == 0 {
            return;
        }
        let points = Points::from(self.data.face(code).points).wrapping_mul(self.data.used);
        let next = PartialWord {
            at: self.words.child(node, letter),
            place: partial.place + 1,
            sum: partial.sum.wrapping_add(points),
            joined: true,
            ..partial
        };
        self.go_on(next, node.accepts >> letter & 1 == 1);
    }

    fn lay(&mut self, partial: PartialWord) {
        let laid = partial.laid.count_ones();
        if laid == self.player_tiles.most || self.interrupt.step() {
            return;
        }
        let node = self.words.node(partial.at);
        let cross_set = self.cross_sets[partial.place];
        for letter in ones(node.children & cross_set.letters & self.data.letters) {
            let ends = node.accepts >> letter & 1 == 1;
            let at = self.words.child(node, letter);
            for number in 0..self.player_tiles.ways[letter].len() {
                let way = self.player_tiles.ways[letter][number];
                let one = PackedRack::one(way.kind.into());
                if !self.held.has(one) {
                    continue;
                }
                let Factors { letter: times, word } = self.factors[partial.place];
                let points = way.points.wrapping_mul(times);
                let crossed =
                    cross_set.points.map_or(0, |there| there.wrapping_add(points).wrapping_mul(word));
                self.tiles[laid as usize] = CodedTile { kind: way.kind, code: way.code };
                self.held = self.held.without(one);
                let next = PartialWord {
                    at,
                    place: partial.place + 1,
                    laid: partial.laid | 1 << partial.place,
                    need: partial.need.with(one),
                    sum: partial.sum.wrapping_add(points),
                    factor: partial.factor.wrapping_mul(word),
                    crosses: partial.crosses.wrapping_add(crossed),
                    spent: partial.spent + self.player_tiles.points[usize::from(way.kind)],
                    joined: partial.joined || cross_set.points.is_some(),
                    ..partial
                };
                self.go_on(next, ends);
                self.held = self.held.with(one);
            }
        }
    }

    /// Emits the word if it may end here, and continues with longer ones.
    fn go_on(&mut self, partial: PartialWord, is_word: bool) {
        let free = !is_tile(self.codes[partial.place]);
        if is_word && free && partial.joined && partial.laid != 0 && partial.place - partial.start > 1 {
            self.emit(partial);
        }
        if partial.at != 0 && partial.place < self.lane.length {
            self.walk(partial);
        }
    }

    fn emit(&mut self, partial: PartialWord) {
        let count = partial.laid.count_ones() as usize;
        if count == 1 && self.lane.axis == Axis::Down && self.is_crossed(partial.laid) {
            return; // found along the other axis as well
        }
        let main = partial.sum.wrapping_mul(partial.factor);
        let score = main.wrapping_add(partial.crosses).wrapping_add(self.data.bonus[count]);
        (self.emit)(partial.laid, &self.tiles[..count], partial.need, score, partial.spent);
    }

    fn is_crossed(&self, laid: u64) -> bool {
        self.cross_sets[laid.trailing_zeros() as usize % 64].points.is_some()
    }
}
