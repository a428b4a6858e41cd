//! Whether the whole rack can make a word: a small table with false positives but no false negatives.
//!
//! Most racks cannot, and without the filter the bonus for playing every tile would keep every open place of the board
//! in the search. The table has a bit for each multiset of letters, indexed by a sum of one random number for each
//! letter: 128 KiB for each of two lengths. One answer of twenty is a false positive, which is harmless because it only
//! leaves a bound too high.

use crate::graph::Graph;
use crate::rack::Rack;

/// The bits of a table.
const BITS: u32 = 20;

/// The multisets of letters that make words of one length and of the next.
#[derive(Clone, Debug)]
pub(crate) struct AnagramFilter {
    length: usize,
    exact: Vec<u64>,
    longer: Vec<u64>,
    letters: u64,
}

/// A random number for each letter; multisets have different sums.
fn number(letter: usize) -> u64 {
    let mut z = (letter as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb)
}

fn bit(sum: u64) -> (usize, u64) {
    let at = sum.wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - BITS);
    (at as usize / 64, 1 << (at % 64))
}

impl AnagramFilter {
    /// The table for racks of `length` tiles.
    pub(crate) fn new(graph: &Graph, length: usize, letters: u64) -> AnagramFilter {
        let empty = || vec![0; 1 << (BITS - 6)];
        let mut filter = AnagramFilter { length, exact: empty(), longer: empty(), letters };
        filter.collect(graph, graph.root(), 0, 0);
        filter
    }

    /// The size of both tables in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.exact[..]) + size_of_val(&self.longer[..])
    }

    fn collect(&mut self, graph: &Graph, record: u32, length: usize, sum: u64) {
        let node = graph.any_node(record);
        for letter in crate::plane::ones(node.children) {
            let (length, sum) = (length + 1, sum.wrapping_add(number(letter)));
            if node.accepts(letter) && (length == self.length || length == self.length + 1) {
                let (at, bit) = bit(sum);
                let table = if length == self.length { &mut self.exact } else { &mut self.longer };
                table[at] |= bit;
            }
            let child = graph.child(&node, letter);
            if child != 0 && length <= self.length {
                self.collect(graph, child, length, sum);
            }
        }
    }

    /// The sum of a rack's plain tiles, if the table covers such racks.
    fn sum(&self, rack: &Rack) -> Option<u64> {
        let fits = rack.total as usize == self.length && rack.wild(rack.hand) <= 1;
        fits.then(|| {
            let letters = (1..64).filter(|&letter| rack.plain[letter] > 0);
            letters.fold(0u64, |sum, letter| {
                sum.wrapping_add(number(letter).wrapping_mul(rack.plain[letter].into()))
            })
        })
    }

    /// Whether all tiles may make a word.
    pub(crate) fn makes_word(&self, rack: &Rack) -> bool {
        let Some(sum) = self.sum(rack) else { return true };
        self.any(&self.exact, rack, sum)
    }

    /// The letters that may make a word together with all tiles.
    pub(crate) fn makes_word_with(&self, rack: &Rack) -> u64 {
        let Some(sum) = self.sum(rack) else { return u64::MAX };
        let good = |&letter: &usize| self.any(&self.longer, rack, sum.wrapping_add(number(letter)));
        crate::plane::ones(self.letters).filter(good).fold(0, |all, letter| all | 1 << letter)
    }

    fn any(&self, table: &[u64], rack: &Rack, sum: u64) -> bool {
        let has = |sum| {
            let (at, bit) = bit(sum);
            table[at] & bit != 0
        };
        match rack.wild(rack.hand) {
            0 => has(sum),
            _ => crate::plane::ones(rack.wild_letters).any(|letter| has(sum.wrapping_add(number(letter)))),
        }
    }
}
