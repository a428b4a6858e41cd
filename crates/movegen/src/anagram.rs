//! Plays where any order of a word's letters is good.
//!
//! Prefixes are useless there, so each stretch of squares is searched by itself: the letters on its tiles are fixed,
//! the graph of alphagrams gives the letters to add, and these are laid in every order that the cross-sets allow.

use crate::graph::NodeOffset;
use crate::plane::ones;
use crate::rack::RackHand;
use crate::search_board::{OCCUPIED, is_occupied, tile_of};
use crate::walk::{GraphWalker, Visitor, WordMatch};

/// The count of each letter.
type LetterCounts = [u8; 64];

/// A stretch of squares from `start` on.
#[derive(Clone, Copy)]
struct Stretch {
    start: usize,
    length: usize,
    /// The open squares in it.
    laid: u64,
}

/// The choice of letters for a stretch, under way.
struct LetterPick {
    stretch: Stretch,
    /// Letters on the board that the word must still use.
    fixed: LetterCounts,
    /// Letters to lay.
    chosen: LetterCounts,
    /// How many more are to be laid.
    missing: usize,
}

impl<V: Visitor> GraphWalker<'_, V> {
    /// Finds every play of this field when words are good in any order; the graph has sorted words.
    pub(crate) fn run_anagrams(&mut self, longest: usize) {
        for start in self.input.planes.begin.places() {
            self.stretches(start, longest);
            if self.should_stop() {
                return;
            }
        }
    }

    fn stretches(&mut self, start: usize, longest: usize) {
        let anchor = self.input.field.anchors.first_from(start);
        let (mut fixed, mut laid, mut length) = ([0; 64], 0u64, 0);
        while length < longest && start % 64 + length < 64 {
            let letters = self.input.field.letters[start + length];
            if is_occupied(letters) {
                fixed[tile_of(letters)] += 1;
            } else if letters == 0 || laid.count_ones() == self.input.rack.total {
                return;
            } else {
                laid |= 1 << length;
            }
            length += 1;
            let ends = !is_occupied(self.input.field.letters[start + length]);
            if ends && length >= 2 && start + length > anchor && !self.stopped {
                self.pick_letters(Stretch { start, length, laid }, fixed);
            }
        }
    }

    fn pick_letters(&mut self, stretch: Stretch, fixed: LetterCounts) {
        let missing = stretch.laid.count_ones() as usize;
        let mut pick = LetterPick { stretch, fixed, chosen: [0; 64], missing };
        let mut wild = self.input.rack.wild(self.input.rack.hand);
        self.pick(&mut pick, self.input.graph.root(), &mut wild);
    }

    /// Adds the next letter in alphabetical order: one that lies there as long as there is one, or one from the rack.
    fn pick(&mut self, pick: &mut LetterPick, id: NodeOffset, wild: &mut u32) {
        if self.should_stop() {
            return;
        }
        let node = self.input.graph.any_node(id);
        let first_fixed = (1..64).find(|&letter| pick.fixed[letter] > 0);
        for at in ones(node.children) {
            let child = self.input.graph.child(&node, at);
            if first_fixed.is_some_and(|fixed| at > fixed) || self.stopped {
                return;
            }
            let ends = node.accepts(at);
            if first_fixed == Some(at) {
                pick.fixed[at] -= 1;
                self.finish_pick(pick, ends, child, wild);
                pick.fixed[at] += 1;
            } else if let Some(cost) = self.cost(pick, at, *wild) {
                *wild -= cost;
                (pick.chosen[at], pick.missing) = (pick.chosen[at] + 1, pick.missing - 1);
                self.finish_pick(pick, ends, child, wild);
                (pick.chosen[at], pick.missing) = (pick.chosen[at] - 1, pick.missing + 1);
                *wild += cost;
            }
        }
    }

    fn finish_pick(&mut self, pick: &mut LetterPick, ends: bool, child: NodeOffset, wild: &mut u32) {
        if ends && pick.missing == 0 && pick.fixed.iter().all(|&count| count == 0) {
            self.order(pick.stretch, &mut pick.chosen.clone(), 0, self.input.rack.hand);
        }
        if child != 0 {
            self.pick(pick, child, wild);
        }
    }

    /// The wild tiles that one more of this letter takes, if the rack has it.
    fn cost(&self, pick: &LetterPick, at: usize, wild: u32) -> Option<u32> {
        if pick.missing == 0 {
            return None;
        }
        if pick.chosen[at] < self.input.rack.plain[at] {
            return Some(0);
        }
        (wild > 0 && self.input.rack.wild_letters >> at & 1 == 1).then_some(1)
    }

    /// Lays the chosen letters in every order on the squares from `step` on.
    fn order(&mut self, stretch: Stretch, chosen: &mut LetterCounts, step: usize, hand: RackHand) {
        let Stretch { start, length, laid } = stretch;
        if self.should_stop() {
            return;
        }
        if step == length {
            return self.report(WordMatch { start, length, laid, hand });
        }
        if laid >> step & 1 == 0 {
            return self.order(stretch, chosen, step + 1, hand);
        }
        let count = (laid & ((1 << step) - 1)).count_ones() as usize;
        for letter in ones(self.input.field.letters[start + step] & !OCCUPIED) {
            if chosen[letter] > 0 {
                chosen[letter] -= 1;
                let hand = self.lay(hand, letter, count);
                self.order(stretch, chosen, step + 1, hand);
                chosen[letter] += 1;
            }
        }
    }
}
