//! Plays where any order of a word's letters is good.
//!
//! Prefixes say nothing there, so each stretch of squares is taken by itself: the letters that lie in it are fixed,
//! the graph of sorted words gives the letters to add, and those are laid in every order that the cross words allow.

use crate::graph::Record;
use crate::plane::ones;
use crate::rack::Hand;
use crate::surface::{OCCUPIED, is_occupied, tile_of};
use crate::walk::{Visitor, Walker, Word};

/// Letters with their counts.
type Counts = [u8; 64];

/// A stretch of squares from `start` on.
#[derive(Clone, Copy)]
struct Stretch {
    start: usize,
    length: usize,
    /// The open squares in it.
    laid: u64,
}

/// The choice of letters for a stretch, under way.
struct Pick {
    stretch: Stretch,
    /// Letters on the board that the word must still use.
    fixed: Counts,
    /// Letters to lay.
    chosen: Counts,
    /// How many more are to be laid.
    missing: usize,
}

impl<V: Visitor> Walker<'_, V> {
    /// Finds every play of this field when words are good in any order; the graph has sorted words.
    pub(crate) fn run_jumbled(&mut self, longest: usize) {
        for start in self.scene.ready.begin.places() {
            self.stretches(start, longest);
            if self.is_over() {
                return;
            }
        }
    }

    fn stretches(&mut self, start: usize, longest: usize) {
        let anchor = self.scene.field.anchors.first_from(start);
        let (mut fixed, mut laid, mut length) = ([0; 64], 0u64, 0);
        while length < longest && start % 64 + length < 64 {
            let letters = self.scene.field.letters[start + length];
            if is_occupied(letters) {
                fixed[tile_of(letters)] += 1;
            } else if letters == 0 || laid.count_ones() == self.scene.rack.total {
                return;
            } else {
                laid |= 1 << length;
            }
            length += 1;
            let ends = !is_occupied(self.scene.field.letters[start + length]);
            if ends && length >= 2 && start + length > anchor && !self.stopped {
                self.pick_letters(Stretch { start, length, laid }, fixed);
            }
        }
    }

    fn pick_letters(&mut self, stretch: Stretch, fixed: Counts) {
        let missing = stretch.laid.count_ones() as usize;
        let mut pick = Pick { stretch, fixed, chosen: [0; 64], missing };
        let mut wild = self.scene.rack.wild(self.scene.rack.hand);
        self.pick(&mut pick, self.scene.graph.root(), &mut wild);
    }

    /// Adds the next letter in alphabetical order: one that lies there as long as there is one, or one from the rack.
    fn pick(&mut self, pick: &mut Pick, id: Record, wild: &mut u32) {
        if self.is_over() {
            return;
        }
        let node = self.scene.graph.any_node(id);
        let first_fixed = (1..64).find(|&letter| pick.fixed[letter] > 0);
        for at in ones(node.children) {
            let child = self.scene.graph.child(&node, at);
            if first_fixed.is_some_and(|fixed| at > fixed) || self.stopped {
                return;
            }
            let ends = node.accepts(at);
            if first_fixed == Some(at) {
                pick.fixed[at] -= 1;
                self.picked(pick, ends, child, wild);
                pick.fixed[at] += 1;
            } else if let Some(cost) = self.cost(pick, at, *wild) {
                *wild -= cost;
                (pick.chosen[at], pick.missing) = (pick.chosen[at] + 1, pick.missing - 1);
                self.picked(pick, ends, child, wild);
                (pick.chosen[at], pick.missing) = (pick.chosen[at] - 1, pick.missing + 1);
                *wild += cost;
            }
        }
    }

    fn picked(&mut self, pick: &mut Pick, ends: bool, child: Record, wild: &mut u32) {
        if ends && pick.missing == 0 && pick.fixed.iter().all(|&count| count == 0) {
            self.order(pick.stretch, &mut pick.chosen.clone(), 0, self.scene.rack.hand);
        }
        if child != 0 {
            self.pick(pick, child, wild);
        }
    }

    /// The wild tiles that one more of this letter takes, if the rack has it.
    fn cost(&self, pick: &Pick, at: usize, wild: u32) -> Option<u32> {
        if pick.missing == 0 {
            return None;
        }
        if pick.chosen[at] < self.scene.rack.plain[at] {
            return Some(0);
        }
        (wild > 0 && self.scene.rack.wild_letters >> at & 1 == 1).then_some(1)
    }

    /// Lays the chosen letters in every order on the squares from `step` on.
    fn order(&mut self, stretch: Stretch, chosen: &mut Counts, step: usize, hand: Hand) {
        let Stretch { start, length, laid } = stretch;
        if self.is_over() {
            return;
        }
        if step == length {
            return self.report(Word { start, length, laid, hand });
        }
        if laid >> step & 1 == 0 {
            return self.order(stretch, chosen, step + 1, hand);
        }
        let count = (laid & ((1 << step) - 1)).count_ones() as usize;
        for letter in ones(self.scene.field.letters[start + step] & !OCCUPIED) {
            if chosen[letter] > 0 {
                chosen[letter] -= 1;
                let hand = self.lay(hand, letter, count);
                self.order(stretch, chosen, step + 1, hand);
                chosen[letter] += 1;
            }
        }
    }
}
