//! Which tile shows which letter of a word that has been found at a place.
//!
//! The score of a play is linear in the points of its tiles, so each letter's weight is computed once for the word
//! and every way to lay it costs one addition a tile.

use crate::play::{Found, Line, Shown};
use crate::rack::Rack;
use crate::walk::{Scene, Visitor, Walker};
use rules::{Points, WildPolicy};
use std::ops::ControlFlow;

/// The letters of one word that are to be laid.
pub(crate) struct Assign<'w, 'a, V> {
    scene: &'w Scene<'a>,
    rack: &'w Rack,
    visitor: &'w mut V,
    line: Line,
    /// The letters.
    letters: [u8; 64],
    /// What a point of each letter adds to the score.
    weights: [i32; 64],
    count: usize,
    tiles: [Shown; 64],
    /// Tiles left of each of the rack's kinds.
    left: [u8; 64],
    /// The score of the word with every tile at no points.
    base: Points,
}

impl<'w, 'a, V: Visitor> Assign<'w, 'a, V> {
    pub(crate) fn new(walker: &'w mut Walker<'a, V>, line: Line) -> Assign<'w, 'a, V> {
        let mut letters = [0; 64];
        let mut count = 0;
        for step in crate::plane::ones(line.laid) {
            letters[count] = walker.word[step];
            count += 1;
        }
        Assign {
            scene: &walker.scene,
            rack: walker.scene.rack,
            visitor: &mut walker.visitor,
            line,
            letters,
            weights: [0; 64],
            count,
            tiles: walker.tiles,
            left: [0; 64],
            base: line.score,
        }
    }

    /// Finds what a point of each tile adds, for a word from `start` on whose factors multiply to `factor`.
    pub(crate) fn weigh(&mut self, start: usize, factor: i32) {
        for (at, step) in crate::plane::ones(self.line.laid).enumerate() {
            let square = &self.scene.field.squares[start + step];
            let weight = square.letter.wrapping_mul(factor).wrapping_add(square.cross_letter);
            self.weights[at] = weight;
            self.base = self.base.wrapping_sub(weight.wrapping_mul(self.tiles[at].points()));
        }
    }

    pub(crate) fn run(&mut self) -> ControlFlow<()> {
        for (left, kind) in self.left.iter_mut().zip(&self.rack.kinds) {
            *left = kind.count;
        }
        self.choose(0, self.base)
    }

    /// Tries every tile that can show the letter at `at`, then the letters after it.
    fn choose(&mut self, at: usize, score: Points) -> ControlFlow<()> {
        if at == self.count {
            return self.emit(score);
        }
        for way in self.rack.ways(self.letters[at].into()) {
            let kind = usize::from(way.kind);
            if self.left[kind] == 0 {
                continue;
            }
            self.left[kind] -= 1;
            self.tiles[at] = way.shown;
            let score = score.wrapping_add(self.weights[at].wrapping_mul(way.shown.points()));
            let flow = self.choose(at + 1, score);
            self.left[kind] += 1;
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn emit(&mut self, score: Points) -> ControlFlow<()> {
        if self.scene.terms.wild == WildPolicy::NotOnRack && self.wastes_a_wild() {
            return ControlFlow::Continue(());
        }
        let tiles = &self.tiles[..self.count];
        let mut line = Line { score, ..self.line };
        if let Some(exact) = self.scene.exact {
            match exact(&line, tiles) {
                Some(score) => line.score = score,
                None => return ControlFlow::Continue(()),
            }
        }
        self.visitor.visit(&Found { line, tiles })
    }

    /// Whether a wild tile shows a letter whose plain tile stays on the rack.
    fn wastes_a_wild(&self) -> bool {
        let is_wild = |tile: &Shown| self.rack.kinds.iter().any(|kind| kind.tile == tile.tile() && kind.wild);
        let keeps = |letter: u8| {
            let ways = self.rack.ways(letter.into()).iter();
            ways.map(|way| usize::from(way.kind))
                .any(|kind| !self.rack.kinds[kind].wild && self.left[kind] > 0)
        };
        self.tiles[..self.count].iter().any(|tile| is_wild(tile) && keeps(tile.place()))
    }
}
