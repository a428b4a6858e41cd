//! The hot path: one walk of the word graph for the whole board.
//!
//! A state of the walk is a node of the graph (a prefix) with the set of places where its next letter would go. A step
//! with a letter moves the places where that letter lies or can be laid to the next square; a branch without places
//! ends. So a prefix is walked once for all anchors.
//!
//! Only prefixes of tiles are walked together. A place before a tile on the board, and the last few places, are walked
//! alone, square by square: see [`GraphWalker::walk_alone`]. Plays are scored only when a word is found, because there
//! are four steps for each word.

use crate::assign::BlankSpread;
use crate::bounds::Bounds;
use crate::graph::{Graph, NodeOffset, NodeRecords, RecordNode};
use crate::kernel::Kernel;
use crate::layout::Sheet;
use crate::plane::{NonEmptyWords, PLACES, Plane, WORDS};
use crate::planes::RackPlanes;
use crate::play::{PackedTile, PlayLine, PlayRef};
use crate::rack::{Rack, RackHand, TileAmbiguity};
use crate::search_board::{BoardField, SquareScoring, Weights, is_occupied};
use crate::stop::StopCheck;
use crate::terms::ScoringTerms;
use rules::{Axis, CrossWords, Points};
use std::ops::ControlFlow;

/// Receives each play of a walk.
pub(crate) trait Visitor {
    /// Receives a play; `Break` ends the walk.
    fn visit(&mut self, found: &PlayRef<'_>) -> ControlFlow<()>;

    /// Whether a play of `count` tiles with this score can be useful.
    #[inline(always)]
    fn wants(&self, _score: Points, _count: usize) -> bool {
        true
    }

    /// The bounds, if the search uses them.
    #[inline(always)]
    fn bounds(&self) -> Option<&Bounds> {
        None
    }
}

/// Scores a play word by word; `None` when a program fails on one of its words.
pub(crate) type ExactScorer<'a> = &'a dyn Fn(&PlayLine, &[PackedTile]) -> Option<Points>;

/// Everything a walk reads.
#[derive(Clone, Copy)]
pub(crate) struct WalkInput<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) records: NodeRecords<'a>,
    pub(crate) sheet: &'a Sheet,
    pub(crate) field: &'a BoardField,
    pub(crate) planes: &'a RackPlanes,
    pub(crate) rack: &'a Rack,
    pub(crate) terms: &'a ScoringTerms,
    /// The fewest tiles of a play.
    pub(crate) fewest: usize,
    /// Words with at most this many new tiles need a check whether they are plays; all words once the walk is stopped.
    pub(crate) few: usize,
    /// How plays are scored where points are not linear.
    pub(crate) exact: Option<ExactScorer<'a>>,
    /// Whether to do without the wide registers of the processor.
    pub(crate) portable: bool,
    /// Whether to give up.
    pub(crate) stop: StopCheck<'a>,
}

impl WalkInput<'_> {
    /// The number of machine words that hold all starts.
    pub(crate) fn begin_words(&self) -> usize {
        self.planes.begin.used_words()
    }
}

/// How many states of the walk pass between two calls of [`StopCheck`]: a few hundred microseconds at most.
const STATES_PER_CHECK: u32 = 512;

/// A part of a walk, by how its words start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WalkPart {
    /// Everything.
    Whole,
    /// Words that start on a tile of the board.
    Through,
    /// Words that start with this letter from the rack.
    Letter(usize),
}

/// A walk under way.
pub(crate) struct GraphWalker<'a, V> {
    pub(crate) input: WalkInput<'a>,
    pub(crate) visitor: V,
    /// The tiles laid so far.
    pub(crate) tiles: [PackedTile; 64],
    pub(crate) blanks: BlankSpread,
    pub(crate) stopped: bool,
    /// States until the next call of [`StopCheck`]; stays 1 once the walk is stopped.
    countdown: u32,
    /// The start of the word and the anchor it must cover, for places that are walked alone.
    start: usize,
    anchor: usize,
}

/// A word found at a place: its squares, which of them get a new tile, and the hand after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordMatch {
    pub(crate) start: usize,
    pub(crate) length: usize,
    pub(crate) laid: u64,
    pub(crate) hand: RackHand,
}

/// The state after a letter with several places.
struct WalkState<P> {
    record: NodeOffset,
    hand: RackHand,
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

impl<'a, V: Visitor> GraphWalker<'a, V> {
    pub(crate) fn new(input: WalkInput<'a>, visitor: V) -> GraphWalker<'a, V> {
        GraphWalker {
            input,
            visitor,
            tiles: [PackedTile::default(); 64],
            blanks: BlankSpread::new(),
            stopped: false,
            countdown: 1,
            start: 0,
            anchor: 0,
        }
    }

    /// Finds every play of a part of this field.
    pub(crate) fn run<K: Kernel>(&mut self, part: WalkPart) {
        if self.input.rack.total == 0 || self.input.planes.begin.is_empty() {
            return;
        }
        let begin = self.promising::<K>(0, K::Plane::load(&self.input.planes.begin));
        K::begin(self, part, begin);
    }

    /// Starts at the root.
    #[inline(always)]
    pub(crate) fn begin<K: Kernel>(&mut self, part: WalkPart, places: K::Plane) {
        let (through, first) = match part {
            WalkPart::Whole => (true, u64::MAX),
            WalkPart::Through => (true, 0),
            WalkPart::Letter(letter) => (false, 1 << (letter % 64)),
        };
        let (root, hand) = (self.input.graph.root(), self.input.rack.hand);
        let node = self.input.records.node::<K::RecordWidth>(root);
        if through {
            self.pass_through::<K>(&node, 0, hand, &places);
        }
        if let Some(last) = self.lay_each::<K>(&node, first, 0, hand, &places) {
            K::walk_together(self, last.record, 1, last.hand, last.places);
        }
    }

    /// Whether the search must stop; checked only now and then.
    #[inline(always)]
    pub(crate) fn should_stop(&mut self) -> bool {
        self.countdown = self.countdown.wrapping_sub(1);
        self.countdown == 0 && self.check_stop_now()
    }

    #[cold]
    fn check_stop_now(&mut self) -> bool {
        self.countdown = STATES_PER_CHECK;
        if self.stopped || (self.input.stop)() {
            self.stop_walk();
        }
        self.stopped
    }

    #[inline(always)]
    fn square(&self, place: usize) -> &'a SquareScoring {
        &self.input.field.squares[place % PLACES]
    }

    /// The letters that may be laid at a place, or the one that lies there.
    #[inline(always)]
    fn letters_at(&self, place: usize) -> u64 {
        self.input.field.letters[place % PLACES]
    }

    #[inline(always)]
    fn letters(&self, hand: RackHand) -> u64 {
        hand.letters(self.input.rack.wild_letters)
    }

    /// Continues a prefix of tiles with all places together. Places before a tile on the board are walked alone.
    #[inline(always)]
    pub(crate) fn walk_together<K: Kernel>(
        &mut self,
        mut record: NodeOffset,
        mut length: usize,
        mut hand: RackHand,
        mut places: K::Plane,
    ) {
        loop {
            let node = self.input.records.node::<K::RecordWidth>(record);
            self.pass_through::<K>(&node, length, hand, &places);
            if self.should_stop() {
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

    /// Lays each of these letters that can follow; the state after the last letter is returned to the caller instead of
    /// a recursive call, because most states have only one such letter.
    #[inline(always)]
    fn lay_each<K: Kernel>(
        &mut self,
        node: &RecordNode,
        which: u64,
        length: usize,
        hand: RackHand,
        places: &K::Plane,
    ) -> Option<WalkState<K::Plane>> {
        let mut letters = node.children & self.letters(hand) & which;
        while letters != 0 {
            let letter = next_letter(&mut letters);
            let laid = places.and(K::Plane::load(&self.input.planes.lay[letter]));
            if laid.is_empty() {
                continue;
            }
            let hand = self.lay(hand, letter, length);
            match self.step::<K>(node, letter, length + 1, hand, laid.next()) {
                Some(WalkState { record, hand, places }) if letters != 0 => {
                    K::walk_together(self, record, length + 1, hand, places);
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

    /// Walks alone from those places whose tile is a next letter, one letter at a time: testing each place before a
    /// tile took twice as long, because three of four have another letter.
    #[inline(always)]
    fn pass_through<K: Kernel>(
        &mut self,
        node: &RecordNode,
        length: usize,
        hand: RackHand,
        places: &K::Plane,
    ) {
        let mut letters = node.children & self.input.field.present;
        while letters != 0 {
            let letter = next_letter(&mut letters);
            let lies = &self.input.field.lies[letter];
            let on_tiles = places.and(K::Plane::load(lies));
            if on_tiles.is_empty() {
                continue;
            }
            let child = self.input.records.child(node, letter);
            // A machine word at a time, because one or two have places and large boards fill seventeen.
            for word in on_tiles.non_empty_words() {
                let after = (places.words()[word] & K::Plane::words_of(lies)[word]) << 1;
                if node.accepts(letter) {
                    let ends = K::Plane::words_of(&self.input.planes.ends[(length + 1) % 64])[word];
                    let ends = ends & after & self.promising_ends_in(word, length + 1, length);
                    self.report_in::<K>(word, ends, length + 1, length, hand);
                }
                let after = after & K::Plane::words_of(&self.input.planes.live)[word];
                self.walk_each_alone::<K>(child, word, after, length + 1, length, hand);
            }
        }
    }

    /// Walks alone from these places of a machine word after `length` letters, of which the first `tiles` are from the
    /// rack.
    #[inline(always)]
    fn walk_each_alone<K: Kernel>(
        &mut self,
        record: NodeOffset,
        word: usize,
        mut bits: u64,
        length: usize,
        tiles: usize,
        hand: RackHand,
    ) {
        while bits != 0 {
            let place = word * 64 + bits.trailing_zeros() as usize;
            if self.can_continue::<K>(record, place, hand) {
                self.start_alone(place, length);
                K::walk_alone(self, record, place, first(tiles), hand);
            }
            bits &= bits - 1;
        }
    }

    /// Reports the words of `length` letters before these places of a machine word, each starting with `tiles` new
    /// tiles.
    #[inline(always)]
    fn report_in<K: Kernel>(
        &mut self,
        word: usize,
        mut ends: u64,
        length: usize,
        tiles: usize,
        hand: RackHand,
    ) {
        while ends != 0 {
            let end = word * 64 + ends.trailing_zeros() as usize;
            K::report(self, end.wrapping_sub(length), length, first(tiles), hand);
            ends &= ends - 1;
        }
    }

    /// Reports the words of `length` tiles before these places.
    #[inline(always)]
    pub(crate) fn report_all<K: Kernel>(&mut self, length: usize, hand: RackHand, ends: K::Plane) {
        let (one_assignment, laid) = (self.has_one_assignment(hand), first(length));
        for word in ends.non_empty_words() {
            let mut bits = ends.words()[word];
            while bits != 0 {
                let end = word * 64 + bits.trailing_zeros() as usize;
                self.report_as(
                    WordMatch { start: end.wrapping_sub(length), length, laid, hand },
                    one_assignment,
                );
                bits &= bits - 1;
            }
        }
    }

    /// The places of a machine word before which words of `length` letters with `tiles` new tiles can reach the floor.
    #[inline(always)]
    fn promising_ends_in(&self, word: usize, length: usize, tiles: usize) -> u64 {
        let bounds = self.visitor.bounds();
        bounds.map_or(u64::MAX, |bounds| bounds.alive_with(tiles).0[word % WORDS] << (length % 64))
    }

    /// A letter has been added and `places` come after it: reports the words that end there, and returns the state to
    /// continue from if several places are left.
    #[inline(always)]
    fn step<K: Kernel>(
        &mut self,
        node: &RecordNode,
        letter: usize,
        length: usize,
        hand: RackHand,
        places: K::Plane,
    ) -> Option<WalkState<K::Plane>> {
        if node.accepts(letter) {
            let ends = places.and(K::Plane::load(&self.input.planes.ends[length % 64]));
            let ends = match self.visitor.bounds() {
                Some(bounds) => ends.and(K::Plane::load(bounds.alive_with(length)).next_by(length)),
                None => ends,
            };
            if !ends.is_empty() {
                K::report_all(self, length, hand, ends);
            }
        }
        let record = self.input.records.child(node, letter);
        if record == 0 {
            return None;
        }
        let places = self.promising::<K>(length, places.and(K::Plane::load(&self.input.planes.live)));
        let non_empty_words = places.non_empty_words();
        if non_empty_words.are_few() {
            for word in non_empty_words {
                self.walk_each_alone::<K>(record, word, places.words()[word], length, length, hand);
            }
            return None;
        }
        let next = self.input.records.node::<K::RecordWidth>(record).children;
        let can_continue = next & (self.letters(hand) | self.input.field.present) != 0;
        can_continue.then_some(WalkState { record, hand, places })
    }

    /// Starts a walk from one place after a prefix of `length` letters.
    #[inline(always)]
    fn start_alone(&mut self, place: usize, length: usize) {
        self.start = place.wrapping_sub(length);
        self.anchor = self.input.field.anchors.first_from(self.start);
    }

    /// Continues a prefix at one place, square by square; `laid` says which of its letters are tiles of the rack.
    #[inline(always)]
    pub(crate) fn walk_alone<K: Kernel>(
        &mut self,
        mut record: NodeOffset,
        mut place: usize,
        mut laid: u64,
        mut hand: RackHand,
    ) {
        'square: loop {
            let mut node = self.input.records.node::<K::RecordWidth>(record);
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
                node = self.input.records.node::<K::RecordWidth>(child);
                here = self.letters_at(place);
            }
            if self.should_stop() {
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
                if self.can_continue::<K>(child, place, rest) && self.is_promising(count + 1, self.start) {
                    if letters == 0 {
                        (record, hand) = (child, rest);
                        continue 'square;
                    }
                    K::walk_alone(self, child, place, laid, rest);
                }
            }
            return;
        }
    }

    /// Whether any letter can follow at a place; checking before the call saves a third of the calls of `walk_alone`.
    #[inline(always)]
    fn can_continue<K: Kernel>(&self, record: NodeOffset, place: usize, hand: RackHand) -> bool {
        let letters = self.letters_at(place);
        let here = if is_occupied(letters) { letters } else { letters & self.letters(hand) };
        self.input.records.node::<K::RecordWidth>(record).children & here != 0
    }

    /// The places whose start allows a play with at least `length` tiles that reaches the floor.
    #[inline(always)]
    fn promising<K: Kernel>(&self, length: usize, places: K::Plane) -> K::Plane {
        match self.visitor.bounds() {
            Some(bounds) => places.and(K::Plane::load(bounds.alive(length)).next_by(length)),
            None => places,
        }
    }

    /// Whether a play from a start with exactly these tiles can reach the floor.
    #[inline(always)]
    fn is_wanted(&self, laid: u64, start: usize) -> bool {
        self.visitor.bounds().is_none_or(|bounds| bounds.is_alive_with(laid.count_ones() as usize, start))
    }

    /// Whether a play from a start with at least `count` tiles can reach the floor.
    #[inline(always)]
    fn is_promising(&self, count: usize, start: usize) -> bool {
        self.visitor.bounds().is_none_or(|bounds| bounds.is_alive(count, start))
    }

    /// Reports the word if this letter before `end` ends one, and returns the node after the letter.
    #[inline(always)]
    fn end_word<K: Kernel>(
        &mut self,
        node: &RecordNode,
        letter: usize,
        end: usize,
        laid: u64,
        hand: RackHand,
    ) -> NodeOffset {
        if node.accepts(letter) && end > self.anchor && !is_occupied(self.letters_at(end)) {
            let (start, length) = (self.start, end.wrapping_sub(self.start));
            if length >= 2 && self.is_wanted(laid, start) {
                K::report(self, start, length, laid, hand);
            }
        }
        self.input.records.child(node, letter)
    }

    /// Lays a tile for a letter, a plain one if one is left; returns the hand after it.
    #[inline(always)]
    pub(crate) fn lay(&mut self, hand: RackHand, letter: usize, count: usize) -> RackHand {
        let (tile, rest) = self.input.rack.lay(hand, letter);
        self.tiles[count % 64] = tile;
        rest
    }

    /// Reports the plays that lay a word.
    #[inline(always)]
    pub(crate) fn report(&mut self, word: WordMatch) {
        self.report_as(word, self.has_one_assignment(word.hand));
    }

    /// The same if it is known whether the choice of tiles is unique.
    #[inline(always)]
    fn report_as(&mut self, word: WordMatch, one_assignment: bool) {
        let count = word.laid.count_ones() as usize;
        if count <= self.input.few && (self.stopped || self.is_no_play(word, count)) {
            return;
        }
        let (score, factor) = self.score(word, count);
        if !one_assignment {
            self.report_assignments(word.start, word.length, word.laid, word.hand, score, factor);
        } else if self.visitor.wants(score, count) {
            self.emit(self.line(word.start, word.length, word.laid, score));
        }
    }

    /// Whether the choice of tiles for a word is unique.
    #[inline(always)]
    fn has_one_assignment(&self, hand: RackHand) -> bool {
        match self.input.rack.choice {
            TileAmbiguity::None => true,
            TileAmbiguity::Blank => hand.is_settled(),
            TileAmbiguity::Any => false,
        }
    }

    #[inline(always)]
    fn line(&self, start: usize, length: usize, laid: u64, score: Points) -> PlayLine {
        let spot = &self.input.sheet.spots[start % PLACES];
        PlayLine { laid, start: spot.at, score, axis: spot.axis, length: length as u8 }
    }

    /// Reports every choice of tiles for a word; its fields are passed one by one, so that other words stay in
    /// registers.
    #[inline(never)]
    fn report_assignments(
        &mut self,
        start: usize,
        length: usize,
        laid: u64,
        hand: RackHand,
        score: Points,
        factor: i32,
    ) {
        let (line, word) = (self.line(start, length, laid, score), WordMatch { start, length, laid, hand });
        match self.input.rack.choice {
            TileAmbiguity::None => {}
            TileAmbiguity::Blank => self.spread_blanks(line, word, factor),
            TileAmbiguity::Any => self.assign_tiles(line, word, factor),
        }
    }

    #[inline(always)]
    pub(crate) fn emit(&mut self, line: PlayLine) {
        if self.visitor.visit(&PlayRef { line, tiles: &self.tiles }).is_break() {
            self.stop_walk();
        }
    }

    /// Stops the walk.
    #[inline(always)]
    pub(crate) fn stop_walk(&mut self) {
        (self.stopped, self.countdown, self.input.few) = (true, 1, usize::MAX);
    }

    /// The score of a play under linear rules, and the factor of its main word.
    #[inline(always)]
    fn score(&self, word: WordMatch, count: usize) -> (Points, i32) {
        let before = &self.input.field.before;
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
        let bonus = self.input.terms.bonus[count % 64];
        let main = main.wrapping_add(through).wrapping_mul(factor);
        (main.wrapping_add(crossing).wrapping_add(cross).wrapping_add(bonus), factor)
    }

    /// A single tile that makes a word both ways is one play, which is reported across. The opening play may need
    /// several tiles.
    fn is_no_play(&self, word: WordMatch, count: usize) -> bool {
        let place = word.start + word.laid.trailing_zeros() as usize;
        count < self.input.fewest
            || count == 1
                && self.input.field.crossed.has(place)
                && self.input.sheet.spots[place % PLACES].axis == Axis::Down
                && self.input.terms.cross == CrossWords::Counted
    }
}
