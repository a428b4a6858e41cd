//! Which tile shows which letter of a word that has been found at a place.
//!
//! The score of a play is linear in the points of its tiles, so what each letter loses by a blank is computed once for
//! the word, and every way to lay it costs a subtraction or two.

use crate::plane::{PLACES, ones};
use crate::play::{PackedTile, PlayLine, PlayRef};
use crate::rack::Rack;
use crate::stop::{StopCheck, look};
use crate::walk::{Exactly, Visitor, Walker, Word};
use rules::{Axis, Coord, Points, WildPolicy};
use std::ops::ControlFlow;

/// A word for which blanks are to be chosen; kept from word to word, because clearing it took a quarter of the work.
#[derive(Clone, Debug)]
pub(crate) struct Blanks {
    line: PlayLine,
    /// How many tiles it lays.
    count: usize,
    /// What the play loses when each of its tiles is a blank.
    losses: [Points; 64],
    /// How many of each letter must be blanks; all zero between words.
    missing: [u8; 64],
}

impl Blanks {
    pub(crate) fn new() -> Blanks {
        let line = PlayLine { laid: 0, start: Coord::new(0, 0), score: 0, axis: Axis::Across, length: 0 };
        Blanks { line, count: 0, losses: [0; 64], missing: [0; 64] }
    }
}

impl<V: Visitor> Walker<'_, V> {
    /// Hands over every way to lay a word with plain tiles and blanks of one kind.
    ///
    /// All tiles are plain at first, also where the rack lacks them; then blanks are spread over them in every way
    /// that makes up for what is missing.
    #[inline(never)]
    pub(crate) fn spread_blanks(&mut self, line: PlayLine, word: Word, factor: i32) {
        if self.is_over() {
            return;
        }
        let rack = self.scene.rack;
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

    /// What a point of the tile laid at a place adds to the score.
    #[inline(always)]
    fn weight(&self, place: usize, factor: i32) -> i32 {
        let square = &self.scene.field.squares[place % PLACES];
        square.letter().wrapping_mul(factor).wrapping_add(square.cross_letter())
    }

    /// Hands over the play if no tile is missing, then makes one more of the tiles from `from` on a blank.
    fn spread(&mut self, from: usize, left: u32, missing: u32) {
        if missing == 0 {
            self.hand_over(self.blanks.line);
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
            self.tiles[at % 64] = self.scene.rack.first_wild[letter];
            match left {
                1 => self.hand_over(self.blanks.line),
                _ => self.spread(at + 1, left - 1, missing - makes_up),
            }
            self.tiles[at % 64] = plain;
            self.blanks.missing[letter] += makes_up as u8;
        }
        self.blanks.line.score = score;
    }

    /// Hands over every way to lay a word with any tiles under any rules.
    #[inline(never)]
    pub(crate) fn assign_tiles(&mut self, line: PlayLine, word: Word, factor: i32) {
        let rack = self.scene.rack;
        let mut assign = Assign {
            rack,
            policy: self.scene.terms.wild,
            exact: self.scene.exact,
            line,
            letters: self.tiles.map(PackedTile::place),
            weights: [0; 64],
            count: line.count(),
            tiles: self.tiles,
            left: [0; 64],
            stop: self.scene.stop,
            patience: CHOICES,
        };
        let mut base = line.score;
        for (at, step) in ones(line.laid).enumerate() {
            assign.weights[at] = self.weight(word.start + step, factor);
            base = base.wrapping_sub(assign.weights[at].wrapping_mul(self.tiles[at].points()));
        }
        assign.left.iter_mut().zip(&rack.kinds).for_each(|(left, kind)| *left = kind.count);
        if assign.choose(&mut self.visitor, 0, base).is_break() {
            self.end();
        }
    }
}

/// A word for which any tiles are to be chosen.
struct Assign<'a> {
    rack: &'a Rack,
    policy: WildPolicy,
    exact: Option<Exactly<'a>>,
    line: PlayLine,
    letters: [u8; 64],
    /// What a point of each letter adds to the score.
    weights: [i32; 64],
    count: usize,
    tiles: [PackedTile; 64],
    /// Tiles left of each of the rack's kinds.
    left: [u8; 64],
    stop: StopCheck<'a>,
    /// Choices until the next look at whether to stop.
    patience: u32,
}

/// How many choices of tiles pass between two looks at [`StopCheck`], where no programs are run.
const CHOICES: u32 = 64;

impl Assign<'_> {
    /// Tries every tile that can show the letter at `at`, then the letters after it.
    fn choose(&mut self, visitor: &mut impl Visitor, at: usize, score: Points) -> ControlFlow<()> {
        self.patience = self.patience.saturating_sub(1);
        if self.patience == 0 {
            look(self.stop)?;
            self.patience = CHOICES;
        }
        if at == self.count {
            return self.hand_over(visitor, score);
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

    fn hand_over(&mut self, visitor: &mut impl Visitor, score: Points) -> ControlFlow<()> {
        if self.policy == WildPolicy::NotOnRack && self.wastes_a_wild() {
            return ControlFlow::Continue(());
        }
        let mut line = PlayLine { score, ..self.line };
        if let Some(exact) = self.exact {
            match exact(&line, &self.tiles[..self.count]) {
                Some(score) => line.score = score,
                None => return look(self.stop),
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
