//! Which tile shows which letter of a word that has been found at a place.
//!
//! The score of a play is linear in the points of its tiles, so the loss of each letter by a blank is computed once for
//! the word, and each choice of tiles costs a subtraction or two.

use crate::plane::{PLACES, ones};
use crate::play::{PackedTile, PlayLine, PlayRef};
use crate::rack::Rack;
use crate::stop::{StopCheck, check_stop};
use crate::walk::{ExactScorer, GraphWalker, Visitor, WordMatch};
use rules::{Axis, Coord, Points, WildPolicy};
use std::ops::ControlFlow;

/// A word whose blanks are being chosen; reused from word to word, because clearing it took a quarter of the time.
#[derive(Clone, Debug)]
pub(crate) struct BlankSpread {
    line: PlayLine,
    /// How many tiles it lays.
    count: usize,
    /// The points the play loses if each tile is a blank.
    losses: [Points; 64],
    /// How many of each letter must be blanks; all zero between words.
    missing: [u8; 64],
}

impl BlankSpread {
    pub(crate) fn new() -> BlankSpread {
        let line = PlayLine { laid: 0, start: Coord::new(0, 0), score: 0, axis: Axis::Across, length: 0 };
        BlankSpread { line, count: 0, losses: [0; 64], missing: [0; 64] }
    }
}

impl<V: Visitor> GraphWalker<'_, V> {
    /// Reports every choice of tiles for a word with plain tiles and blanks of one kind.
    ///
    /// All tiles are plain at first, also where the rack lacks them; then blanks replace them in every way that covers
    /// the missing tiles.
    #[inline(never)]
    pub(crate) fn spread_blanks(&mut self, line: PlayLine, word: WordMatch, factor: i32) {
        if self.should_stop() {
            return;
        }
        let rack = self.input.rack;
        let (mut lent, mut at, mut laid) = (0u64, 0, line.laid);
        self.blanks.line = line;
        while laid != 0 {
            let letter = usize::from(self.tiles[at % 64].place()) % 64;
            let (plain, blank) = (rack.first[letter], rack.first_wild[letter]);
            let weight = self.weight(word.start + laid.trailing_zeros() as usize, factor);
            let loss = weight.wrapping_mul(plain.points() - blank.points());
            self.blanks.losses[at % 64] = loss;
            if self.tiles[at % 64] == blank {
                self.blanks.line.score = self.blanks.line.score.wrapping_add(loss);
                self.blanks.missing[letter] += 1;
                self.tiles[at % 64] = plain;
                lent |= 1 << (at % 64);
            }
            (at, laid) = (at + 1, laid & (laid - 1));
        }
        self.blanks.count = at;
        let wild = rack.wild(rack.hand);
        self.spread(0, wild, wild - rack.wild(word.hand));
        while lent != 0 {
            let at = lent.trailing_zeros() as usize;
            let letter = usize::from(self.tiles[at % 64].place()) % 64;
            self.tiles[at % 64] = rack.first_wild[letter];
            self.blanks.missing[letter] = 0;
            lent &= lent - 1;
        }
    }

    /// The weight of a point of the tile laid at a place in the score.
    #[inline(always)]
    fn weight(&self, place: usize, factor: i32) -> i32 {
        let square = &self.input.field.squares[place % PLACES];
        square.letter().wrapping_mul(factor).wrapping_add(square.cross_letter())
    }

    /// Reports the play if no tile is missing, then replaces one more of the tiles from `from` on by a blank.
    fn spread(&mut self, from: usize, left: u32, missing: u32) {
        if missing == 0 {
            self.emit(self.blanks.line);
        }
        let score = self.blanks.line.score;
        for at in from..self.blanks.count {
            let plain = self.tiles[at % 64];
            let letter = usize::from(plain.place()) % 64;
            let makes_up = u32::from(self.blanks.missing[letter] > 0);
            if missing - makes_up > left - 1 || self.stopped {
                continue;
            }
            self.blanks.line.score = score.wrapping_sub(self.blanks.losses[at % 64]);
            self.blanks.missing[letter] -= makes_up as u8;
            self.tiles[at % 64] = self.input.rack.first_wild[letter];
            match left {
                1 => self.emit(self.blanks.line),
                _ => self.spread(at + 1, left - 1, missing - makes_up),
            }
            self.tiles[at % 64] = plain;
            self.blanks.missing[letter] += makes_up as u8;
        }
        self.blanks.line.score = score;
    }

    /// Reports every choice of tiles for a word with any tiles under any rules.
    #[inline(never)]
    pub(crate) fn assign_tiles(&mut self, line: PlayLine, word: WordMatch, factor: i32) {
        let rack = self.input.rack;
        let mut assign = TileAssignment {
            rack,
            policy: self.input.terms.wild,
            exact: self.input.exact,
            line,
            letters: self.tiles.map(PackedTile::place),
            weights: [0; 64],
            count: line.count(),
            tiles: self.tiles,
            left: [0; 64],
            stop: self.input.stop,
            countdown: CHOICES,
        };
        let mut base = line.score;
        for (at, step) in ones(line.laid).enumerate() {
            assign.weights[at] = self.weight(word.start + step, factor);
            base = base.wrapping_sub(assign.weights[at].wrapping_mul(self.tiles[at].points()));
        }
        assign.left.iter_mut().zip(&rack.kinds).for_each(|(left, kind)| *left = kind.count);
        if assign.choose(&mut self.visitor, 0, base).is_break() {
            self.stop_walk();
        }
    }
}

/// A word whose tiles are being chosen.
struct TileAssignment<'a> {
    rack: &'a Rack,
    policy: WildPolicy,
    exact: Option<ExactScorer<'a>>,
    line: PlayLine,
    letters: [u8; 64],
    /// The weight of a point of each letter in the score.
    weights: [i32; 64],
    count: usize,
    tiles: [PackedTile; 64],
    /// Tiles left of each of the rack's kinds.
    left: [u8; 64],
    stop: StopCheck<'a>,
    /// Choices until the next call of [`StopCheck`].
    countdown: u32,
}

/// How many choices of tiles pass between two calls of [`StopCheck`], if no programs are run.
const CHOICES: u32 = 64;

impl TileAssignment<'_> {
    /// Tries every tile that can show the letter at `at`, then the letters after it.
    fn choose(&mut self, visitor: &mut impl Visitor, at: usize, score: Points) -> ControlFlow<()> {
        self.countdown = self.countdown.saturating_sub(1);
        if self.countdown == 0 {
            check_stop(self.stop)?;
            self.countdown = CHOICES;
        }
        if at == self.count {
            return self.emit(visitor, score);
        }
        for way in self.rack.ways(self.letters[at].into()) {
            let kind = usize::from(way.kind) % 64;
            if self.left[kind] == 0 {
                continue;
            }
            self.left[kind] -= 1;
            self.tiles[at] = way.shown;
            let score = score.wrapping_add(self.weights[at].wrapping_mul(way.shown.points()));
            let flow = self.choose(visitor, at + 1, score);
            self.left[kind] += 1;
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn emit(&mut self, visitor: &mut impl Visitor, score: Points) -> ControlFlow<()> {
        if self.policy == WildPolicy::NotOnRack && self.wastes_a_wild() {
            return ControlFlow::Continue(());
        }
        let mut line = PlayLine { score, ..self.line };
        if let Some(exact) = self.exact {
            match exact(&line, &self.tiles[..self.count]) {
                Some(score) => line.score = score,
                None => return check_stop(self.stop),
            }
        }
        visitor.visit(&PlayRef { line, tiles: &self.tiles })
    }

    /// Whether a wild tile shows a letter whose plain tile stays on the rack.
    fn wastes_a_wild(&self) -> bool {
        let is_wild =
            |tile: &PackedTile| self.rack.kinds.iter().any(|kind| kind.tile == tile.tile() && kind.wild);
        let keeps = |letter: u8| {
            let ways = self.rack.ways(letter.into()).iter();
            ways.map(|way| usize::from(way.kind))
                .any(|kind| !self.rack.kinds[kind].wild && self.left[kind] > 0)
        };
        self.tiles[..self.count].iter().any(|tile| is_wild(tile) && keeps(tile.place()))
    }
}
