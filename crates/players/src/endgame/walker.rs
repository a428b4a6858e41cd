//! All plays in one lane.

use super::hand::Held;
use super::land::{EMPTY, Land, Lane, Means, Side, WALL, is_tile};
use super::lanes::{Crossing, Tile};
use super::watch::Watch;
use super::words::{At, Reachable, ones};
use rules::{Axis, Factors, Points};

/// Walks along one lane and hands on each play: where its tiles lie, which they are, what it needs and counts.
pub(crate) struct Walker<'a, F> {
    land: &'a Land,
    words: &'a Reachable,
    means: &'a Means,
    lane: Lane,
    codes: [u8; 64],
    crossings: [Crossing; 64],
    factors: [Factors; 64],
    held: Held,
    tiles: [Tile; 64],
    watch: &'a mut Watch,
    emit: F,
}

/// The word so far.
#[derive(Clone, Copy)]
struct Sofar {
    at: At,
    place: usize,
    start: usize,
    laid: u64,
    need: Held,
    sum: Points,
    factor: Points,
    crosses: Points,
    spent: Points,
    joined: bool,
}

impl<'a, F: FnMut(u64, &[Tile], Held, Points, Points)> Walker<'a, F> {
    pub(crate) fn new(
        land: &'a Land,
        words: &'a Reachable,
        side: Side,
        lane: Lane,
        watch: &'a mut Watch,
        emit: F,
    ) -> Walker<'a, F> {
        let means = &land.means[side];
        Walker {
            land,
            words,
            means,
            lane,
            codes: [WALL; 64],
            crossings: [Crossing { letters: 0, points: None }; 64],
            factors: std::array::from_fn(|place| {
                if place < lane.length { land.factors[lane.cell(place)] } else { Factors::NONE }
            }),
            held: means.all,
            tiles: [Tile::default(); 64],
            watch,
            emit,
        }
    }

    /// Learns what is at a place.
    pub(crate) fn see(&mut self, place: usize, code: u8, crossing: Crossing) {
        self.codes[place] = code;
        self.crossings[place] = crossing;
    }

    /// Finds all plays, or those it finds until the time is up.
    pub(crate) fn run(&mut self) {
        for start in 0..self.lane.length {
            let fresh = start == 0 || !is_tile(self.codes[start - 1]);
            if fresh && self.codes[start] != WALL && self.reaches(start) {
                self.walk(Sofar {
                    at: self.words.root(),
                    place: start,
                    start,
                    laid: 0,
                    need: Held::default(),
                    sum: 0,
                    factor: 1,
                    crosses: 0,
                    spent: 0,
                    joined: false,
                });
            }
        }
    }

    /// Whether a word that begins here can touch a tile before the rack is used up.
    fn reaches(&self, start: usize) -> bool {
        let mut laid = 0;
        for place in start..self.lane.length {
            match self.codes[place] {
                WALL => return false,
                EMPTY if self.crossings[place].letters == 0 => return false,
                EMPTY if laid == self.means.most => return false,
                EMPTY if self.crossings[place].points.is_some() => return true,
                EMPTY => laid += 1,
                _ => return true,
            }
        }
        false
    }

    fn walk(&mut self, sofar: Sofar) {
        match self.codes[sofar.place] {
            WALL => {}
            EMPTY => self.lay(sofar),
            code => self.pass_through(sofar, code),
        }
    }

    fn pass_through(&mut self, sofar: Sofar, code: u8) {
        let letter = self.land.letter(code);
        let node = self.words.node(sofar.at);
        if node.children >> letter & 1 == 0 {
            return;
        }
        let points = Points::from(self.land.face(code).points).wrapping_mul(self.land.used);
        let next = Sofar {
            at: self.words.child(node, letter),
            place: sofar.place + 1,
            sum: sofar.sum.wrapping_add(points),
            joined: true,
            ..sofar
        };
        self.go_on(next, node.accepts >> letter & 1 == 1);
    }

    fn lay(&mut self, sofar: Sofar) {
        let laid = sofar.laid.count_ones();
        if laid == self.means.most || self.watch.step() {
            return;
        }
        let node = self.words.node(sofar.at);
        let crossing = self.crossings[sofar.place];
        for letter in ones(node.children & crossing.letters & self.land.letters) {
            let ends = node.accepts >> letter & 1 == 1;
            let at = self.words.child(node, letter);
            for number in 0..self.means.ways[letter].len() {
                let way = self.means.ways[letter][number];
                let one = Held::one(way.kind.into());
                if !self.held.has(one) {
                    continue;
                }
                let Factors { letter: times, word } = self.factors[sofar.place];
                let points = way.points.wrapping_mul(times);
                let crossed =
                    crossing.points.map_or(0, |there| there.wrapping_add(points).wrapping_mul(word));
                self.tiles[laid as usize] = Tile { kind: way.kind, code: way.code };
                self.held = self.held.without(one);
                let next = Sofar {
                    at,
                    place: sofar.place + 1,
                    laid: sofar.laid | 1 << sofar.place,
                    need: sofar.need.with(one),
                    sum: sofar.sum.wrapping_add(points),
                    factor: sofar.factor.wrapping_mul(word),
                    crosses: sofar.crosses.wrapping_add(crossed),
                    spent: sofar.spent + self.means.points[usize::from(way.kind)],
                    joined: sofar.joined || crossing.points.is_some(),
                    ..sofar
                };
                self.go_on(next, ends);
                self.held = self.held.with(one);
            }
        }
    }

    /// Hands the word on if it may end here, and looks for longer ones.
    fn go_on(&mut self, sofar: Sofar, is_word: bool) {
        let free = !is_tile(self.codes[sofar.place]);
        if is_word && free && sofar.joined && sofar.laid != 0 && sofar.place - sofar.start > 1 {
            self.emit(sofar);
        }
        if sofar.at != 0 && sofar.place < self.lane.length {
            self.walk(sofar);
        }
    }

    fn emit(&mut self, sofar: Sofar) {
        let count = sofar.laid.count_ones() as usize;
        if count == 1 && self.lane.axis == Axis::Down && self.is_crossed(sofar.laid) {
            return; // found along the other axis as well
        }
        let main = sofar.sum.wrapping_mul(sofar.factor);
        let score = main.wrapping_add(sofar.crosses).wrapping_add(self.land.bonus[count]);
        (self.emit)(sofar.laid, &self.tiles[..count], sofar.need, score, sofar.spent);
    }

    fn is_crossed(&self, laid: u64) -> bool {
        self.crossings[laid.trailing_zeros() as usize % 64].points.is_some()
    }
}
