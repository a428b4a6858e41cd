//! The hot path: one walk of the word graph for the whole board.
//!
//! A state of the walk is a node of the graph (a prefix) with the set of places where its next letter would go.
//! A step with a letter takes the places where that letter lies or can be laid to the next square; no place left ends
//! the branch. So a prefix is walked once, however many anchors it could serve.
//!
//! Only prefixes of tiles are walked together. A place that stands before a tile on the board, and one of few that are
//! left, goes on alone, square by square: see [`Walker::alone`]. Nothing is scored on the way, because there are four
//! steps for each word that is found.

use crate::assign::Blanks;
use crate::bounds::Bounds;
use crate::graph::{Graph, Node, Record, Records};
use crate::kernel::Kernel;
use crate::layout::Sheet;
use crate::plane::{Busy, PLACES, Plane, WORDS};
use crate::play::{PackedTile, PlayLine, PlayRef};
use crate::rack::{Choice, Hand, Rack};
use crate::ready::Ready;
use crate::stop::StopCheck;
use crate::surface::{Field, Square, Weights, is_occupied};
use crate::terms::Terms;
use rules::{Axis, CrossWords, Points};
use std::ops::ControlFlow;

/// What receives each play.
pub(crate) trait Visitor {
    /// Takes a play, and says whether to go on.
    fn visit(&mut self, found: &PlayRef<'_>) -> ControlFlow<()>;

    /// Whether a play of so many tiles with this score can be of any use.
    #[inline(always)]
    fn wants(&self, _score: Points, _count: usize) -> bool {
        true
    }

    /// The bounds, if there are any.
    #[inline(always)]
    fn bounds(&self) -> Option<&Bounds> {
        None
    }
}

/// Scores a play word by word; `None` when a program fails on one of its words.
pub(crate) type Exactly<'a> = &'a dyn Fn(&PlayLine, &[PackedTile]) -> Option<Points>;

/// Everything a walk reads.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) records: Records<'a>,
    pub(crate) sheet: &'a Sheet,
    pub(crate) field: &'a Field,
    pub(crate) ready: &'a Ready,
    pub(crate) rack: &'a Rack,
    pub(crate) terms: &'a Terms,
    /// The fewest tiles of a play.
    pub(crate) fewest: usize,
    /// Plays of so many tiles or fewer may not be plays at all; all of them once a walk is over.
    pub(crate) few: usize,
    /// How plays are scored where points are not linear.
    pub(crate) exact: Option<Exactly<'a>>,
    /// Whether to do without the wide registers of the processor.
    pub(crate) portable: bool,
    /// Whether to give up.
    pub(crate) stop: StopCheck<'a>,
}

impl Scene<'_> {
    /// How many machine words hold all beginnings.
    pub(crate) fn begin_words(&self) -> usize {
        self.ready.begin.filled()
    }
}

/// How many states of the walk pass between two looks at [`StopCheck`]: a few hundred microseconds at most.
const PATIENCE: u32 = 512;

/// The part of a walk that begins in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Everything.
    Whole,
    /// Words that begin on a tile of the board.
    Through,
    /// Words that begin with this letter from the rack.
    Letter(usize),
}

/// A walk under way.
pub(crate) struct Walker<'a, V> {
    pub(crate) scene: Scene<'a>,
    pub(crate) visitor: V,
    /// The tiles laid so far.
    pub(crate) tiles: [PackedTile; 64],
    pub(crate) blanks: Blanks,
    pub(crate) stopped: bool,
    /// States until the next look at whether to stop; stays 1 afterwards.
    patience: u32,
    /// Where the word begins and which anchor it must cover, for places that go on alone.
    start: usize,
    anchor: usize,
}

/// A word that has been found: which squares it covers, which of them get a tile, and what is left then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    pub(crate) start: usize,
    pub(crate) length: usize,
    pub(crate) laid: u64,
    pub(crate) hand: Hand,
}

/// Where several places go on together after a letter.
struct State<P> {
    record: Record,
    hand: Hand,
    places: P,
}

/// The lowest letter of a set, taken out of it.
#[inline(always)]
fn next_letter(letters: &mut u64) -> usize {
    let letter = letters.trailing_zeros() as usize % 64;
    *letters &= letters.wrapping_sub(1);
    letter
}

/// The first `count` bits.
#[inline(always)]
fn first(count: usize) -> u64 {
    (1 << (count % 64)) - 1
}

impl<'a, V: Visitor> Walker<'a, V> {
    pub(crate) fn new(scene: Scene<'a>, visitor: V) -> Walker<'a, V> {
        Walker {
            scene,
            visitor,
            tiles: [PackedTile::default(); 64],
            blanks: Blanks::new(),
            stopped: false,
            patience: 1,
            start: 0,
            anchor: 0,
        }
    }

    /// Finds every play of this field that begins in one way.
    pub(crate) fn run<K: Kernel>(&mut self, part: Part) {
        if self.scene.rack.total == 0 || self.scene.ready.begin.is_empty() {
            return;
        }
        let begin = self.hopeful::<K>(0, K::Plane::load(&self.scene.ready.begin));
        K::begin(self, part, begin);
    }

    /// Sets off from the root.
    #[inline(always)]
    pub(crate) fn begin<K: Kernel>(&mut self, part: Part, places: K::Plane) {
        let (through, first) = match part {
            Part::Whole => (true, u64::MAX),
            Part::Through => (true, 0),
            Part::Letter(letter) => (false, 1 << (letter % 64)),
        };
        let (root, hand) = (self.scene.graph.root(), self.scene.rack.hand);
        let node = self.scene.records.node::<K::Width>(root);
        if through {
            self.pass_through::<K>(&node, 0, hand, &places);
        }
        if let Some(last) = self.lay_each::<K>(&node, first, 0, hand, &places) {
            K::together(self, last.record, 1, last.hand, last.places);
        }
    }

    /// Whether the search is to end; looks only now and then.
    #[inline(always)]
    pub(crate) fn is_over(&mut self) -> bool {
        self.patience = self.patience.wrapping_sub(1);
        self.patience == 0 && self.is_over_now()
    }

    #[cold]
    fn is_over_now(&mut self) -> bool {
        self.patience = PATIENCE;
        if self.stopped || (self.scene.stop)() {
            self.end();
        }
        self.stopped
    }

    #[inline(always)]
    fn square(&self, place: usize) -> &'a Square {
        &self.scene.field.squares[place % PLACES]
    }

    /// The letters that may be laid at a place, or the one that lies there.
    #[inline(always)]
    fn letters_at(&self, place: usize) -> u64 {
        self.scene.field.letters[place % PLACES]
    }

    #[inline(always)]
    fn letters(&self, hand: Hand) -> u64 {
        hand.letters(self.scene.rack.wild_letters)
    }

    /// Goes on from a prefix of tiles with every place together. Places before a tile on the board go on alone.
    #[inline(always)]
    pub(crate) fn together<K: Kernel>(
        &mut self,
        mut record: Record,
        mut length: usize,
        mut hand: Hand,
        mut places: K::Plane,
    ) {
        loop {
            let node = self.scene.records.node::<K::Width>(record);
            self.pass_through::<K>(&node, length, hand, &places);
            if self.is_over() {
                return;
            }
            match self.lay_each::<K>(&node, u64::MAX, length, hand, &places) {
                Some(last) => {
                    (record, hand, places, length) = (last.record, last.hand, last.places, length + 1);
                }
                None => return,
            }
        }
    }

    /// Lays each of these letters that can follow; where the last of them leads is left to the caller, because most
    /// states have only one that leads anywhere.
    #[inline(always)]
    fn lay_each<K: Kernel>(
        &mut self,
        node: &Node,
        which: u64,
        length: usize,
        hand: Hand,
        places: &K::Plane,
    ) -> Option<State<K::Plane>> {
        let mut letters = node.children & self.letters(hand) & which;
        while letters != 0 {
            let letter = next_letter(&mut letters);
            let laid = places.and(K::Plane::load(&self.scene.ready.lay[letter]));
            if laid.is_empty() {
                continue;
            }
            let hand = self.lay(hand, letter, length);
            match self.step::<K>(node, letter, length + 1, hand, laid.next()) {
                Some(State { record, hand, places }) if letters != 0 => {
                    K::together(self, record, length + 1, hand, places);
                }
                last => {
                    if letters == 0 {
                        return last;
                    }
                }
            }
        }
        None
    }

    /// Goes on alone from those places whose tile is a next letter, a letter at a time: looking at each place before a
    /// tile took twice as long, because three of four have another letter.
    #[inline(always)]
    fn pass_through<K: Kernel>(&mut self, node: &Node, length: usize, hand: Hand, places: &K::Plane) {
        let mut letters = node.children & self.scene.field.present;
        while letters != 0 {
            let letter = next_letter(&mut letters);
            let lies = &self.scene.field.lies[letter];
            let on_tiles = places.and(K::Plane::load(lies));
            if on_tiles.is_empty() {
                continue;
            }
            let child = self.scene.records.child(node, letter);
            // A machine word at a time, because one or two have places and large boards fill seventeen.
            for word in on_tiles.busy() {
                let after = (places.words()[word] & K::Plane::words_of(lies)[word]) << 1;
                if node.accepts(letter) {
                    let ends = K::Plane::words_of(&self.scene.ready.ends[(length + 1) % 64])[word];
                    let ends = ends & after & self.wanted_in(word, length + 1, length);
                    self.report_in::<K>(word, ends, length + 1, length, hand);
                }
                let after = after & K::Plane::words_of(&self.scene.ready.live)[word];
                self.go_on_alone::<K>(child, word, after, length + 1, length, hand);
            }
        }
    }

    /// Goes on alone from these places of a machine word after so many letters, of which the first so many are tiles of
    /// the rack.
    #[inline(always)]
    fn go_on_alone<K: Kernel>(
        &mut self,
        record: Record,
        word: usize,
        mut bits: u64,
        length: usize,
        tiles: usize,
        hand: Hand,
    ) {
        while bits != 0 {
            let place = word * 64 + bits.trailing_zeros() as usize;
            if self.goes_on::<K>(record, place, hand) {
                self.begin_alone(place, length);
                K::alone(self, record, place, first(tiles), hand);
            }
            bits &= bits - 1;
        }
    }

    /// Reports the words of so many letters before these places of a machine word, each beginning with so many tiles.
    #[inline(always)]
    fn report_in<K: Kernel>(&mut self, word: usize, mut ends: u64, length: usize, tiles: usize, hand: Hand) {
        while ends != 0 {
            let end = word * 64 + ends.trailing_zeros() as usize;
            K::report(self, end.wrapping_sub(length), length, first(tiles), hand);
            ends &= ends - 1;
        }
    }

    /// Reports the words of so many tiles before these places.
    #[inline(always)]
    pub(crate) fn report_all<K: Kernel>(&mut self, length: usize, hand: Hand, ends: K::Plane) {
        let (sole, laid) = (self.is_sole(hand), first(length));
        for word in ends.busy() {
            let mut bits = ends.words()[word];
            while bits != 0 {
                let end = word * 64 + bits.trailing_zeros() as usize;
                self.report_as(Word { start: end.wrapping_sub(length), length, laid, hand }, sole);
                bits &= bits - 1;
            }
        }
    }

    /// The places of a machine word before which words of so many letters with so many tiles can be worth enough.
    #[inline(always)]
    fn wanted_in(&self, word: usize, length: usize, tiles: usize) -> u64 {
        let bounds = self.visitor.bounds();
        bounds.map_or(u64::MAX, |bounds| bounds.alive_with(tiles).0[word % WORDS] << (length % 64))
    }

    /// A letter has been added and `places` come after it: reports the words that end there, and returns the state to
    /// go on from with several places.
    #[inline(always)]
    fn step<K: Kernel>(
        &mut self,
        node: &Node,
        letter: usize,
        length: usize,
        hand: Hand,
        places: K::Plane,
    ) -> Option<State<K::Plane>> {
        if node.accepts(letter) {
            let ends = places.and(K::Plane::load(&self.scene.ready.ends[length % 64]));
            let ends = match self.visitor.bounds() {
                Some(bounds) => ends.and(K::Plane::load(bounds.alive_with(length)).next_by(length)),
                None => ends,
            };
            if !ends.is_empty() {
                K::report_all(self, length, hand, ends);
            }
        }
        let record = self.scene.records.child(node, letter);
        if record == 0 {
            return None;
        }
        let places = self.hopeful::<K>(length, places.and(K::Plane::load(&self.scene.ready.live)));
        let busy = places.busy();
        if busy.are_few() {
            for word in busy {
                self.go_on_alone::<K>(record, word, places.words()[word], length, length, hand);
            }
            return None;
        }
        let next = self.scene.records.node::<K::Width>(record).children;
        let goes_on = next & (self.letters(hand) | self.scene.field.present) != 0;
        goes_on.then_some(State { record, hand, places })
    }

    /// From now on one place goes on by itself, after a prefix of so many letters.
    #[inline(always)]
    fn begin_alone(&mut self, place: usize, length: usize) {
        self.start = place.wrapping_sub(length);
        self.anchor = self.scene.field.anchors.first_from(self.start);
    }

    /// Goes on from a prefix at one place, square by square; `laid` says which of its letters are tiles of the rack.
    #[inline(always)]
    pub(crate) fn alone<K: Kernel>(
        &mut self,
        mut record: Record,
        mut place: usize,
        mut laid: u64,
        mut hand: Hand,
    ) {
        'square: loop {
            let mut node = self.scene.records.node::<K::Width>(record);
            let mut here = self.letters_at(place);
            while is_occupied(here) {
                let letters = node.children & here;
                place += 1;
                let child = match letters {
                    0 => 0,
                    _ => self.end_word::<K>(&node, letters.trailing_zeros() as usize, place, laid, hand),
                };
                if child == 0 {
                    return;
                }
                node = self.scene.records.node::<K::Width>(child);
                here = self.letters_at(place);
            }
            if self.is_over() {
                return;
            }
            let mut letters = node.children & here & self.letters(hand);
            let count = laid.count_ones() as usize;
            laid |= 1 << (place.wrapping_sub(self.start) % 64);
            place += 1;
            while letters != 0 {
                let letter = next_letter(&mut letters);
                let rest = self.lay(hand, letter, count);
                let child = self.end_word::<K>(&node, letter, place, laid, rest);
                if self.goes_on::<K>(child, place, rest) && self.is_hopeful(count + 1, self.start) {
                    if letters == 0 {
                        (record, hand) = (child, rest);
                        continue 'square;
                    }
                    K::alone(self, child, place, laid, rest);
                }
            }
            return;
        }
    }

    /// Whether any letter can follow at a place; looking before calling saves a third of the calls of `alone`.
    #[inline(always)]
    fn goes_on<K: Kernel>(&self, record: Record, place: usize, hand: Hand) -> bool {
        let letters = self.letters_at(place);
        let here = if is_occupied(letters) { letters } else { letters & self.letters(hand) };
        self.scene.records.node::<K::Width>(record).children & here != 0
    }

    /// The places that belong to beginnings from which a play with at least so many tiles can be worth enough.
    #[inline(always)]
    fn hopeful<K: Kernel>(&self, length: usize, places: K::Plane) -> K::Plane {
        match self.visitor.bounds() {
            Some(bounds) => places.and(K::Plane::load(bounds.alive(length)).next_by(length)),
            None => places,
        }
    }

    /// Whether a play from a beginning with just so many tiles can be worth enough.
    #[inline(always)]
    fn is_wanted(&self, laid: u64, start: usize) -> bool {
        self.visitor.bounds().is_none_or(|bounds| bounds.is_alive_with(laid.count_ones() as usize, start))
    }

    /// Whether a play from a beginning with at least so many tiles can be worth enough.
    #[inline(always)]
    fn is_hopeful(&self, count: usize, start: usize) -> bool {
        self.visitor.bounds().is_none_or(|bounds| bounds.is_alive(count, start))
    }

    /// Reports the word if this letter before `end` ends one, and returns the node after the letter.
    #[inline(always)]
    fn end_word<K: Kernel>(
        &mut self,
        node: &Node,
        letter: usize,
        end: usize,
        laid: u64,
        hand: Hand,
    ) -> Record {
        if node.accepts(letter) && end > self.anchor && !is_occupied(self.letters_at(end)) {
            let (start, length) = (self.start, end.wrapping_sub(self.start));
            if length >= 2 && self.is_wanted(laid, start) {
                K::report(self, start, length, laid, hand);
            }
        }
        self.scene.records.child(node, letter)
    }

    /// Lays a tile for a letter, a plain one if there is one; returns the hand after it.
    #[inline(always)]
    pub(crate) fn lay(&mut self, hand: Hand, letter: usize, count: usize) -> Hand {
        let (tile, rest) = self.scene.rack.lay(hand, letter);
        self.tiles[count % 64] = tile;
        rest
    }

    /// A word is good: hands over the plays that lay it.
    #[inline(always)]
    pub(crate) fn report(&mut self, word: Word) {
        self.report_as(word, self.is_sole(word.hand));
    }

    /// The same where it is known whether no tile could be another.
    #[inline(always)]
    fn report_as(&mut self, word: Word, sole: bool) {
        let count = word.laid.count_ones() as usize;
        if count <= self.scene.few && (self.stopped || self.is_no_play(word, count)) {
            return;
        }
        let (score, factor) = self.score(word, count);
        if !sole {
            self.share_out(word.start, word.length, word.laid, word.hand, score, factor);
        } else if self.visitor.wants(score, count) {
            self.hand_over(self.line(word.start, word.length, word.laid, score));
        }
    }

    /// Whether no tile of a word could be another.
    #[inline(always)]
    fn is_sole(&self, hand: Hand) -> bool {
        match self.scene.rack.choice {
            Choice::None => true,
            Choice::Blank => hand.is_settled(),
            Choice::Any => false,
        }
    }

    #[inline(always)]
    fn line(&self, start: usize, length: usize, laid: u64, score: Points) -> PlayLine {
        let spot = &self.scene.sheet.spots[start % PLACES];
        PlayLine { laid, start: spot.at, score, axis: spot.axis, length: length as u8 }
    }

    /// Hands over every way to lay a word; its parts are passed one by one, so that other words stay in registers.
    #[inline(never)]
    fn share_out(&mut self, start: usize, length: usize, laid: u64, hand: Hand, score: Points, factor: i32) {
        let (line, word) = (self.line(start, length, laid, score), Word { start, length, laid, hand });
        match self.scene.rack.choice {
            Choice::None => {}
            Choice::Blank => self.spread_blanks(line, word, factor),
            Choice::Any => self.assign_tiles(line, word, factor),
        }
    }

    #[inline(always)]
    pub(crate) fn hand_over(&mut self, line: PlayLine) {
        if self.visitor.visit(&PlayRef { line, tiles: &self.tiles }).is_break() {
            self.end();
        }
    }

    /// Nothing more is wanted.
    #[inline(always)]
    pub(crate) fn end(&mut self) {
        (self.stopped, self.patience, self.scene.few) = (true, 1, usize::MAX);
    }

    /// What the play counts where points are linear, and what its main word is multiplied with.
    #[inline(always)]
    fn score(&self, word: Word, count: usize) -> (Points, i32) {
        let before = &self.scene.field.before;
        let through = before[(word.start + word.length) % PLACES].wrapping_sub(before[word.start % PLACES]);
        let (mut sum, mut factor, mut cross, mut laid) = (0i64, 1i32, 0i32, word.laid);
        for at in 0..count {
            let square = self.square(word.start + laid.trailing_zeros() as usize);
            sum = sum.wrapping_add(square.weights.of(self.tiles[at % 64].points()));
            factor = factor.wrapping_mul(square.word);
            cross = cross.wrapping_add(square.cross);
            laid &= laid - 1;
        }
        let (main, crossing) = Weights::parts(sum);
        let bonus = self.scene.terms.bonus[count % 64];
        let main = main.wrapping_add(through).wrapping_mul(factor);
        (main.wrapping_add(crossing).wrapping_add(cross).wrapping_add(bonus), factor)
    }

    /// One tile that makes a word both ways is one play: it was found across. The first play may need several.
    fn is_no_play(&self, word: Word, count: usize) -> bool {
        let place = word.start + word.laid.trailing_zeros() as usize;
        count < self.scene.fewest
            || count == 1
                && self.scene.field.crossed.has(place)
                && self.scene.sheet.spots[place % PLACES].axis == Axis::Down
                && self.scene.terms.cross == CrossWords::Counted
    }
}
