//! The hot path: one walk of the word graph for the whole board.
//!
//! A state of the walk is a node of the graph (a prefix) with the set of places where its next letter would go.
//! A step with a letter takes the places where that letter lies or can be laid to the next square; no place left ends
//! the branch. So a prefix is walked once, however many anchors it could serve.
//!
//! Most states have one or two places left. Those go on alone, square by square, with the score carried along:
//! see [`Walker::alone`].

use crate::graph::{Graph, Node, Record};
use crate::kernel::Kernel;
use crate::layout::Sheet;
use crate::plane::{PLACES, Plane, WORDS};
use crate::play::{Found, Line, Shown};
use crate::rack::{Choice, Hand, Rack};
use crate::ready::Ready;
use crate::surface::{Field, OCCUPIED};
use crate::terms::Terms;
use rules::{Axis, CrossWords, Points};
use std::ops::ControlFlow;

/// What receives each play.
pub(crate) trait Visitor {
    /// Takes a play, and says whether to go on.
    fn visit(&mut self, found: &Found<'_>) -> ControlFlow<()>;
}

/// Scores a play word by word; `None` when a program fails on one of its words.
pub(crate) type Exactly<'a> = &'a dyn Fn(&Line, &[Shown]) -> Option<Points>;

/// Everything a walk reads.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) sheet: &'a Sheet,
    pub(crate) field: &'a Field,
    pub(crate) ready: &'a Ready,
    pub(crate) rack: &'a Rack,
    pub(crate) terms: &'a Terms,
    /// The fewest tiles of a play.
    pub(crate) fewest: usize,
    /// Plays of so many tiles or fewer may not be plays at all.
    pub(crate) few: usize,
    /// How plays are scored where points are not linear.
    pub(crate) exact: Option<Exactly<'a>>,
}

/// A walk under way.
pub(crate) struct Walker<'a, V> {
    pub(crate) scene: Scene<'a>,
    pub(crate) visitor: V,
    pub(crate) hand: Hand,
    pub(crate) stopped: bool,
    /// How many tiles are laid.
    pub(crate) count: usize,
    /// Which letters of the word are laid.
    pub(crate) laid: u64,
    /// Where the word begins and which anchor it must cover, for places that go on alone.
    start: usize,
    anchor: usize,
    /// The tiles laid so far.
    pub(crate) tiles: [Shown; 64],
    /// What each letter counts; 1 for those that lie on the board, whose squares hold their points.
    points: [i32; 64],
}

/// The parts of a score: the main word's letters, its factor, and the cross words.
#[derive(Clone, Copy)]
pub(crate) struct Sums {
    main: i32,
    pub(crate) factor: i32,
    cross: i32,
}

impl Sums {
    const NONE: Sums = Sums { main: 0, factor: 1, cross: 0 };
}

/// The lowest letter of a set, taken out of it.
#[inline(always)]
fn next_letter(letters: &mut u64) -> usize {
    let letter = letters.trailing_zeros() as usize % 64;
    *letters &= letters.wrapping_sub(1);
    letter
}

impl<'a, V: Visitor> Walker<'a, V> {
    pub(crate) fn new(scene: Scene<'a>, visitor: V) -> Walker<'a, V> {
        Walker {
            scene,
            visitor,
            hand: scene.rack.hand,
            stopped: false,
            count: 0,
            laid: 0,
            start: 0,
            anchor: 0,
            tiles: [Shown::default(); 64],
            points: [0; 64],
        }
    }

    /// Finds every play of this field.
    pub(crate) fn run<K: Kernel>(&mut self) {
        if self.scene.rack.total > 0 && !self.scene.ready.begin.is_empty() {
            K::together(self, self.scene.graph.root(), 0, K::Plane::load(&self.scene.ready.begin));
        }
    }

    /// Goes on from a prefix with every place together.
    #[inline(always)]
    pub(crate) fn together<K: Kernel>(&mut self, id: Record, length: usize, places: K::Plane) {
        let node = self.scene.graph.node::<K::Width>(id);
        let field = self.scene.field;
        let on_tiles = places.and(K::Plane::load(&field.occupied));
        if !on_tiles.is_empty() {
            self.points[length % 64] = 1;
            let mut letters = node.children & field.present;
            while letters != 0 {
                let letter = next_letter(&mut letters);
                let through = on_tiles.and(K::Plane::load(&field.letters[letter]));
                if !through.is_empty() {
                    self.step::<K>(node, letter, length, through);
                }
            }
        }
        if self.stopped {
            return;
        }
        let mut letters = node.children & self.hand.letters();
        while letters != 0 {
            let letter = next_letter(&mut letters);
            let laid = places.and(K::Plane::load(&self.scene.ready.lay[letter]));
            if !laid.is_empty() {
                let plain = self.lay(length, letter);
                self.step::<K>(node, letter, length, laid);
                self.lift(length, letter, plain);
            }
        }
    }

    /// Adds a letter at these places: reports the words that end there and goes on.
    #[inline(always)]
    fn step<K: Kernel>(&mut self, node: Node, letter: usize, length: usize, places: K::Plane) {
        let (length, places) = (length + 1, places.next());
        if node.accepts(letter) && self.count > 0 {
            let ends = places.and(K::Plane::load(&self.scene.ready.ends[length % 64]));
            if !ends.is_empty() {
                self.report_all::<K>(ends, length);
            }
        }
        let child = self.scene.graph.child(&node, letter);
        if child == 0 {
            return;
        }
        let busy = places.busy_words();
        match busy & (busy - 1) {
            0 => self.split::<K>(child, length, places),
            _ => K::together(self, child, length, places),
        }
    }

    /// Goes on from a prefix with each of its places alone.
    #[inline(always)]
    fn split<K: Kernel>(&mut self, id: Record, length: usize, places: K::Plane) {
        each_place::<K>(places, |place| {
            self.start = place.wrapping_sub(length);
            self.anchor = self.scene.field.anchors.first_from(self.start);
            K::alone(self, id, place, self.sums(self.start, length));
        });
    }

    /// Goes on from a prefix at one place, square by square.
    #[inline(always)]
    pub(crate) fn alone<K: Kernel>(&mut self, id: Record, mut place: usize, mut sums: Sums) {
        let mut node = self.scene.graph.node::<K::Width>(id);
        let mut letters = node.children & self.scene.field.squares[place % PLACES].letters;
        while self.scene.field.squares[place % PLACES].letters & OCCUPIED != 0 {
            if letters == 0 {
                return;
            }
            let letter = letters.trailing_zeros() as usize % 64;
            self.points[place.wrapping_sub(self.start) % 64] = 1;
            match self.step_alone(node, letter, place, &mut sums) {
                0 => return,
                child => node = self.scene.graph.node::<K::Width>(child),
            }
            place += 1;
            letters = node.children & self.scene.field.squares[place % PLACES].letters;
        }
        letters &= self.hand.letters();
        let length = place.wrapping_sub(self.start);
        while letters != 0 {
            let letter = next_letter(&mut letters);
            let plain = self.lay(length, letter);
            let mut sums = sums;
            let child = self.step_alone(node, letter, place, &mut sums);
            if child != 0 && self.scene.field.squares[(place + 1) % PLACES].letters != 0 {
                K::alone(self, child, place + 1, sums);
            }
            self.lift(length, letter, plain);
        }
    }

    /// Adds a letter at a place, reports the word if it ends one, and returns the node after it.
    #[inline(always)]
    fn step_alone(&mut self, node: Node, letter: usize, place: usize, sums: &mut Sums) -> Record {
        let length = place.wrapping_sub(self.start) + 1;
        *sums = self.add(*sums, place, self.points[(length - 1) % 64]);
        if node.accepts(letter) && place >= self.anchor && length >= 2 {
            if !self.scene.field.squares[(place + 1) % PLACES].is_occupied() {
                self.report(self.start, length, *sums);
            }
        }
        self.scene.graph.child(&node, letter)
    }

    /// Lays a tile for a letter: a plain one if there is one.
    #[inline(always)]
    pub(crate) fn lay(&mut self, length: usize, letter: usize) -> bool {
        let plain = self.hand.take(letter);
        let ways = if plain { &self.scene.rack.first } else { &self.scene.rack.first_wild };
        let shown = ways[letter];
        self.points[length % 64] = shown.points();
        self.tiles[self.count % 64] = shown;
        self.count += 1;
        self.laid |= 1 << (length % 64);
        plain
    }

    #[inline(always)]
    pub(crate) fn lift(&mut self, length: usize, letter: usize, plain: bool) {
        self.hand.give(letter, plain);
        self.count -= 1;
        self.laid &= !(1 << (length % 64));
    }

    /// Counts a letter of the word that lies on the board already.
    pub(crate) fn pass(&mut self, length: usize) {
        self.points[length % 64] = 1;
    }

    #[inline(always)]
    fn add(&self, sums: Sums, place: usize, points: i32) -> Sums {
        let square = &self.scene.field.squares[place % PLACES];
        Sums {
            main: sums.main.wrapping_add(points.wrapping_mul(square.letter)),
            factor: sums.factor.wrapping_mul(square.word),
            cross: sums
                .cross
                .wrapping_add(square.cross)
                .wrapping_add(points.wrapping_mul(square.cross_letter)),
        }
    }

    #[inline(always)]
    fn sums(&self, start: usize, length: usize) -> Sums {
        let mut sums = Sums::NONE;
        for step in 0..length {
            sums = self.add(sums, start + step, self.points[step % 64]);
        }
        sums
    }

    #[inline(always)]
    fn report_all<K: Kernel>(&mut self, ends: K::Plane, length: usize) {
        each_place::<K>(ends, |end| self.report_at(end.wrapping_sub(length), length));
    }

    /// Reports a word whose score has not been carried along.
    #[inline(always)]
    pub(crate) fn report_at(&mut self, start: usize, length: usize) {
        let sums = self.sums(start, length);
        self.report(start, length, sums);
    }

    /// A word of `length` letters from `start` on is good: hands over the plays that lay it.
    #[inline(always)]
    fn report(&mut self, start: usize, length: usize, sums: Sums) {
        if self.stopped || self.count <= self.scene.few && self.is_no_play(start) {
            return;
        }
        let spot = &self.scene.sheet.spots[start % PLACES];
        let score = sums.main.wrapping_mul(sums.factor).wrapping_add(sums.cross);
        let score = score.wrapping_add(self.scene.terms.bonus[self.count % 64]);
        let line = Line { laid: self.laid, start: spot.at, score, axis: spot.axis, length: length as u8 };
        match self.scene.rack.choice {
            Choice::None => {
                let found = Found { line, tiles: &self.tiles };
                self.stopped |= self.visitor.visit(&found).is_break();
            }
            Choice::Blank => self.spread_blanks(line, start, sums.factor),
            Choice::Any => self.assign_tiles(line, start, sums.factor),
        }
    }

    /// One tile that makes a word both ways is one play: it was found across. The first play may need several.
    fn is_no_play(&self, start: usize) -> bool {
        let place = start + self.laid.trailing_zeros() as usize;
        self.count < self.scene.fewest
            || self.count == 1
                && self.scene.field.crossed.has(place)
                && self.scene.sheet.spots[place % PLACES].axis == Axis::Down
                && self.scene.terms.cross == CrossWords::Counted
    }
}

#[inline(always)]
fn each_place<K: Kernel>(places: K::Plane, mut f: impl FnMut(usize)) {
    let mut busy = places.busy_words();
    let words = places.store();
    while busy != 0 {
        let word = busy.trailing_zeros() as usize % WORDS;
        let mut bits = words.0[word];
        while bits != 0 {
            f(word * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
        busy &= busy - 1;
    }
}
