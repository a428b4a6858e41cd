//! The hot path: one walk of the word graph for the whole board.
//!
//! A state of the walk is a node of the graph (a prefix) with the set of places where its next letter would go.
//! A step with a letter takes the places where that letter lies or can be laid to the next square; no place left ends
//! the branch. So a prefix is walked once, however many anchors it could serve.
//!
//! Most states have one or two places left. Those go on alone, square by square, with the score carried along:
//! see [`Walker::alone`].

use crate::assign::Assign;
use crate::kernel::Kernel;
use crate::layout::Sheet;
use crate::plane::{Bits, Plane, ones};
use crate::play::{Found, Line, Shown};
use crate::rack::{Choice, Hand, Rack};
use crate::ready::Ready;
use crate::surface::{Field, OCCUPIED};
use crate::terms::Terms;
use lexicon::{NodeId, Walk};
use rules::{Axis, CrossWords, Points};
use std::ops::ControlFlow;
use tiles::Letter;

/// What receives each play.
pub(crate) trait Visitor {
    /// Takes a play, and says whether to go on.
    fn visit(&mut self, found: &Found<'_>) -> ControlFlow<()>;
}

/// Everything a walk reads.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) graph: Walk<'a>,
    pub(crate) sheet: &'a Sheet,
    pub(crate) field: &'a Field,
    pub(crate) ready: &'a Ready,
    pub(crate) rack: &'a Rack,
    pub(crate) terms: &'a Terms,
    /// The fewest tiles of a play.
    pub(crate) fewest: usize,
    /// Scores a play word by word where points are not linear; `None` when its program fails.
    pub(crate) exact: Option<&'a dyn Fn(&Line, &[Shown]) -> Option<Points>>,
}

/// A walk under way.
pub(crate) struct Walker<'a, V> {
    pub(crate) scene: Scene<'a>,
    pub(crate) hand: Hand,
    pub(crate) visitor: V,
    pub(crate) stopped: bool,
    /// The letters so far.
    pub(crate) word: [u8; 64],
    /// What each letter counts; 1 for those that lie on the board, whose squares hold their points.
    points: [i32; 64],
    /// The tiles laid so far.
    pub(crate) tiles: [Shown; 64],
    pub(crate) count: usize,
    /// Which letters are laid.
    pub(crate) laid: u64,
}

/// The parts of a score: the main word's letters, its factor, and the cross words.
#[derive(Clone, Copy)]
pub(crate) struct Sums {
    main: i32,
    factor: i32,
    cross: i32,
}

impl Sums {
    const NONE: Sums = Sums { main: 0, factor: 1, cross: 0 };
}

/// Where a walk stands: a prefix of so many letters and the node it leads to.
#[derive(Clone, Copy)]
pub(crate) struct Prefix {
    node: NodeId,
    length: usize,
}

/// A prefix at a single place.
#[derive(Clone, Copy)]
pub(crate) struct Alone {
    prefix: Prefix,
    place: usize,
    /// The first anchor from the word's beginning on: the word is joined once it has covered it.
    anchor: usize,
    sums: Sums,
}

impl<'a, V: Visitor> Walker<'a, V> {
    pub(crate) fn new(scene: Scene<'a>, visitor: V) -> Walker<'a, V> {
        Walker {
            scene,
            hand: scene.rack.hand,
            visitor,
            stopped: false,
            word: [0; 64],
            points: [0; 64],
            tiles: [Shown::default(); 64],
            count: 0,
            laid: 0,
        }
    }

    /// Finds every play of this field.
    pub(crate) fn run<K: Kernel>(&mut self) {
        if self.hand.left > 0 && !self.scene.ready.begin.is_empty() {
            let root = Prefix { node: self.scene.graph.root(), length: 0 };
            K::together(self, root, K::Plane::load(&self.scene.ready.begin));
        }
    }

    /// Goes on with every place of a prefix together.
    #[inline(always)]
    pub(crate) fn together<K: Kernel>(&mut self, prefix: Prefix, places: K::Plane) {
        let node = self.scene.graph.node(prefix.node);
        let field = self.scene.field;
        let on_tiles = places.and(K::Plane::load(&field.occupied));
        if !on_tiles.is_empty() {
            self.points[prefix.length % 64] = 1;
            for letter in ones(node.children.bits() & field.present) {
                let through = on_tiles.and(K::Plane::load(&field.letters[letter]));
                if !through.is_empty() {
                    self.step::<K>(node, prefix.length, letter, through);
                }
            }
        }
        if self.hand.left == 0 || self.stopped {
            return;
        }
        for letter in ones(node.children.bits() & self.hand.letters()) {
            let laid = places.and(K::Plane::load(&self.scene.ready.lay[letter]));
            if !laid.is_empty() {
                let plain = self.lay(prefix.length, letter);
                self.step::<K>(node, prefix.length, letter, laid);
                self.lift(prefix.length, letter, plain);
            }
        }
    }

    /// Adds a letter at these places: reports the words that end there and goes on.
    #[inline(always)]
    fn step<K: Kernel>(&mut self, node: lexicon::Node, length: usize, letter: usize, places: K::Plane) {
        let Some(named) = Letter::new(letter as u8) else { return };
        self.word[length % 64] = letter as u8;
        let (length, places) = (length + 1, places.next());
        if node.accepts.contains(named) && length >= 2 && self.count > 0 {
            let ends = places.and(K::Plane::load(&self.scene.ready.free));
            let ends = ends.and(K::Plane::load(&self.scene.ready.joined[length]));
            if !ends.is_empty() {
                self.report_all(ends.store(), length);
            }
        }
        let child = self.scene.graph.child(node, named);
        if child != NodeId::END {
            self.go_on::<K>(Prefix { node: child, length }, places);
        }
    }

    #[inline(always)]
    fn go_on<K: Kernel>(&mut self, prefix: Prefix, places: K::Plane) {
        if places.busy_words().count_ones() > 1 {
            return K::together(self, prefix, places);
        }
        for place in places.store().places() {
            let start = place - prefix.length;
            let anchor = self.scene.field.anchors.first_from(start);
            let sums = self.sums(start, prefix.length);
            K::alone(self, Alone { prefix, place, anchor, sums });
        }
    }

    /// Goes on with one place, square by square.
    #[inline(always)]
    pub(crate) fn alone<K: Kernel>(&mut self, at: Alone) {
        let square = &self.scene.field.squares[at.place];
        let node = self.scene.graph.node(at.prefix.node);
        let letters = node.children.bits() & square.letters;
        if square.letters & OCCUPIED != 0 {
            if letters != 0 {
                self.points[at.prefix.length % 64] = 1;
                self.step_alone::<K>(node, at, letters.trailing_zeros() as usize);
            }
            return;
        }
        if self.hand.left == 0 || self.stopped {
            return;
        }
        for letter in ones(letters & self.hand.letters()) {
            let plain = self.lay(at.prefix.length, letter);
            self.step_alone::<K>(node, at, letter);
            self.lift(at.prefix.length, letter, plain);
        }
    }

    #[inline(always)]
    fn step_alone<K: Kernel>(&mut self, node: lexicon::Node, at: Alone, letter: usize) {
        let Some(named) = Letter::new(letter as u8) else { return };
        let length = at.prefix.length + 1;
        self.word[(length - 1) % 64] = letter as u8;
        let sums = self.add(at.sums, at.place, self.points[(length - 1) % 64]);
        let next = &self.scene.field.squares[at.place + 1];
        if node.accepts.contains(named) && at.place >= at.anchor && length >= 2 && !next.is_occupied() {
            self.report(at.place + 1 - length, length, sums);
        }
        let child = self.scene.graph.child(node, named);
        if child != NodeId::END && next.letters != 0 {
            let prefix = Prefix { node: child, length };
            K::alone(self, Alone { prefix, place: at.place + 1, anchor: at.anchor, sums });
        }
    }

    #[inline(always)]
    pub(crate) fn lay(&mut self, length: usize, letter: usize) -> bool {
        let plain = self.hand.take(letter);
        let shown =
            if plain { self.scene.rack.first[letter % 64] } else { self.scene.rack.first_wild[letter % 64] };
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

    #[inline(always)]
    fn add(&self, sums: Sums, place: usize, points: i32) -> Sums {
        let square = &self.scene.field.squares[place];
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
        (0..length).fold(Sums::NONE, |sums, step| self.add(sums, start + step, self.points[step % 64]))
    }

    /// A letter of the word that lies on the board already.
    #[inline(always)]
    pub(crate) fn pass(&mut self, length: usize, letter: usize) {
        self.points[length % 64] = 1;
        self.word[length % 64] = letter as u8;
    }

    pub(crate) fn report_jumbled(&mut self, start: usize, length: usize) {
        let sums = self.sums(start, length);
        self.report(start, length, sums);
    }

    fn report_all(&mut self, ends: Bits, length: usize) {
        for end in ends.places() {
            let start = end - length;
            let sums = self.sums(start, length);
            self.report(start, length, sums);
        }
    }

    /// A word of `length` letters from `start` on is good: chooses its tiles and hands the plays over.
    #[inline(always)]
    fn report(&mut self, start: usize, length: usize, sums: Sums) {
        if self.count < self.scene.fewest || self.is_seen_across(start) {
            return;
        }
        let spot = self.scene.sheet.spots[start];
        let score = sums.main.wrapping_mul(sums.factor).wrapping_add(sums.cross);
        let score = score.wrapping_add(self.scene.terms.bonus[self.count % 64]);
        let line = Line { laid: self.laid, start: spot.at, score, axis: spot.axis, length: length as u8 };
        if self.scene.rack.choice == Choice::None && self.scene.exact.is_none() {
            let found = Found { line, tiles: &self.tiles[..self.count] };
            self.stopped |= self.visitor.visit(&found).is_break();
        } else {
            self.assign(line, start, sums.factor);
        }
    }

    #[inline(never)]
    fn assign(&mut self, line: Line, start: usize, factor: i32) {
        let mut assign = Assign::new(self, line);
        assign.weigh(start, factor);
        if assign.run().is_break() {
            self.stopped = true;
        }
    }

    /// One tile that makes a word both ways is one play: it was found across.
    #[inline(always)]
    fn is_seen_across(&self, start: usize) -> bool {
        self.count == 1 && {
            let place = start + self.laid.trailing_zeros() as usize;
            self.scene.field.crossed.has(place)
                && self.scene.sheet.spots[place].axis == Axis::Down
                && self.scene.terms.cross == CrossWords::Counted
        }
    }
}
