//! The words that can still be made, as a small word graph.
//!
//! In an endgame every tile is known, so nine words of ten are out of reach; the rest fits into the first-level cache.

use lexicon::{NodeId, Walk, WordGraph};
use rustc_hash::FxHashMap;
use tiles::Letter;

/// The index of a node; node 0 has no children.
pub(crate) type NodeIndex = u32;

/// What follows a prefix; bit `n` of a mask stands for the letter at place `n`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct ReachableNode {
    /// The letters that may follow.
    pub(crate) children: u64,
    /// The letters that may follow and end a word.
    pub(crate) accepts: u64,
    first: u32,
}

/// Words as a graph.
#[derive(Clone, Debug)]
pub(crate) struct ReachableWords {
    nodes: Vec<ReachableNode>,
    arcs: Vec<NodeIndex>,
    root: NodeIndex,
}

/// The letters available in each line: a word can be made in a line that has all of its letters.
#[derive(Clone, Debug)]
pub(crate) struct LetterSupply {
    /// For each letter and each count from 1: the set of lines with at least that many, modulo 128.
    lines: Vec<[u128; MOST_COUNTED]>,
    longest: usize,
}

/// The largest count of one letter.
const MOST_COUNTED: usize = 8;

impl LetterSupply {
    /// The letters of each line, by place in the alphabet, plus the letters that every line can get.
    pub(crate) fn new(lines: &[[u8; 64]], everywhere: &[u8; 64], longest: usize) -> LetterSupply {
        let mut supply = LetterSupply { lines: vec![[0; MOST_COUNTED]; 64], longest };
        for (number, line) in lines.iter().enumerate() {
            for letter in 1..64 {
                let there = usize::from(line[letter]) + usize::from(everywhere[letter]);
                let masks = &mut supply.lines[letter];
                masks.iter_mut().take(there).for_each(|mask| *mask |= 1 << (number % 128));
            }
        }
        supply
    }

    fn with(&self, letter: Letter, count: u8) -> u128 {
        let counts = &self.lines[usize::from(letter.place())];
        counts.get(usize::from(count)).copied().unwrap_or(u128::MAX)
    }
}

impl ReachableWords {
    /// The words of a lexicon for which some line has all letters.
    pub(crate) fn new(graph: &WordGraph, supply: &LetterSupply) -> ReachableWords {
        let mut words = ReachableWords { nodes: vec![ReachableNode::default()], arcs: Vec::new(), root: 0 };
        let mut pruner = Pruner {
            walk: graph.walk(),
            supply,
            known: FxHashMap::default(),
            used: [0; 64],
            words: &mut words,
        };
        let root = pruner.prune(graph.walk().root(), u128::MAX, 0);
        words.root = root;
        words
    }

    #[inline(always)]
    pub(crate) fn root(&self) -> NodeIndex {
        self.root
    }

    #[inline(always)]
    pub(crate) fn node(&self, at: NodeIndex) -> ReachableNode {
        self.nodes.get(at as usize).copied().unwrap_or_default()
    }

    /// The node after one of `node.children`.
    #[inline(always)]
    pub(crate) fn child(&self, node: ReachableNode, letter: usize) -> NodeIndex {
        let before = (node.children & ((1 << letter) - 1)).count_ones();
        self.arcs.get((node.first + before) as usize).copied().unwrap_or(0)
    }

    /// The node after a letter, if it may follow.
    #[inline]
    pub(crate) fn step(&self, at: NodeIndex, letter: usize) -> Option<NodeIndex> {
        let node = self.node(at);
        (node.children >> letter & 1 == 1).then(|| self.child(node, letter))
    }

    /// The letters that make a word between `before` and `after`.
    pub(crate) fn between(&self, before: &[u8], after: &[u8]) -> u64 {
        let start = before.iter().try_fold(self.root, |at, &letter| self.step(at, letter.into()));
        let Some(start) = start else { return 0 };
        let node = self.node(start);
        let Some((&last, middle)) = after.split_last() else { return node.accepts };
        let ends = |letter: &usize| {
            let at =
                middle.iter().try_fold(self.child(node, *letter), |at, &next| self.step(at, next.into()));
            at.is_some_and(|at| self.node(at).accepts >> last & 1 == 1)
        };
        ones(node.children).filter(ends).fold(0, |mask, letter| mask | 1 << letter)
    }

    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        fn below(words: &ReachableWords, at: NodeIndex) -> usize {
            let node = words.node(at);
            let deeper: usize =
                ones(node.children).map(|letter| below(words, words.child(node, letter))).sum();
            node.accepts.count_ones() as usize + deeper
        }
        below(self, self.root)
    }
}

/// The places of the bits that are set.
#[inline(always)]
pub(crate) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}

/// The key of a node: equal nodes are stored once.
type NodeKey = (u64, u64, Vec<NodeIndex>);

struct Pruner<'a> {
    walk: Walk<'a>,
    supply: &'a LetterSupply,
    known: FxHashMap<NodeKey, NodeIndex>,
    used: [u8; 64],
    words: &'a mut ReachableWords,
}

impl Pruner<'_> {
    /// Copies the part below a node whose words fit into some of these lines.
    fn prune(&mut self, id: NodeId, lines: u128, depth: usize) -> NodeIndex {
        let (mut children, mut accepts, mut arcs) = (0, 0, Vec::new());
        let node = self.walk.node(id);
        for (letter, child) in self.walk.children(node).filter(|_| depth < self.supply.longest) {
            let place = usize::from(letter.place());
            let lines = lines & self.supply.with(letter, self.used[place]);
            if lines == 0 {
                continue;
            }
            self.used[place] += 1;
            let below = self.prune(child, lines, depth + 1);
            self.used[place] -= 1;
            let ends = node.accepts.contains(letter);
            accepts |= u64::from(ends) << place;
            if ends || below != 0 {
                children |= 1 << place;
                arcs.push(below);
            }
        }
        self.keep((children, accepts, arcs))
    }

    fn keep(&mut self, shape: NodeKey) -> NodeIndex {
        if shape.0 == 0 {
            return 0;
        }
        let (nodes, arcs) = (&mut self.words.nodes, &mut self.words.arcs);
        let (children, accepts, below) = shape;
        *self.known.entry((children, accepts, below)).or_insert_with_key(|(_, _, below)| {
            let first = arcs.len() as u32;
            arcs.extend(below);
            nodes.push(ReachableNode { children, accepts, first });
            nodes.len() as NodeIndex - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(graph: &WordGraph, word: &str) -> Vec<u8> {
        graph.alphabet().parse_word(word).unwrap().iter().map(|letter| letter.place()).collect()
    }

    fn count_letters(graph: &WordGraph, word: &str) -> [u8; 64] {
        let mut counts = [0; 64];
        letters(graph, word).into_iter().for_each(|place| counts[usize::from(place)] += 1);
        counts
    }

    #[test]
    fn words_are_kept_that_some_line_has_the_letters_for() {
        let graph = presets::english();
        let lines = ["QUIZ", "ETH"].map(|line| count_letters(graph, line));
        let supply = LetterSupply::new(&lines, &count_letters(graph, "SA"), 15);
        let words = ReachableWords::new(graph, &supply);
        let has = |word: &str| {
            let word = letters(graph, word);
            let (last, before) = word.split_last().unwrap();
            words.between(before, &[]) >> last & 1 == 1
        };
        assert!(has("QUIZ") && has("QUAI") && has("HEATS") && has("ETAS"));
        assert!(!has("QUITE") && !has("HATTER") && !has("ZEAS"));
        assert!(words.count() < 500);
    }

    #[test]
    fn letters_between_others_make_words() {
        let graph = presets::english();
        let all = LetterSupply::new(&[[7; 64]], &[0; 64], 15);
        let words = ReachableWords::new(graph, &all);
        let between = |before: &str, after: &str| {
            let found = words.between(&letters(graph, before), &letters(graph, after));
            ones(found).filter_map(|place| Letter::new(place as u8)).collect::<Vec<_>>()
        };
        assert_eq!(graph.alphabet().print(&between("C", "T")), "AOU");
        assert_eq!(graph.alphabet().print(&between("QUI", "")), "DNPTZ");
        assert_eq!(between("XQ", "Z"), []);
    }
}
