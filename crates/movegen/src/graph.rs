//! The word graph as the walk reads it.
//!
//! A record for each node: the mask of letters that may follow, the mask of those that end a word, then the record of
//! each letter that may follow, indexed by the number of set bits below it. Masks take one 32-bit word for alphabets of
//! up to 31 letters (0.9 MiB for the English list) and two beyond. A letter is its place in the alphabet, from 1.

use lexicon::{NodeId, Walk, WordGraph};

/// The offset of a node's record; 0 for the node without children.
pub(crate) type NodeOffset = u32;

/// All records of a lexicon.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    words: Vec<u32>,
    root: NodeOffset,
    wide: bool,
}

/// What follows a prefix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordNode {
    /// The letters that may follow.
    pub(crate) children: u64,
    /// The letters that end a word.
    pub(crate) accepts: u64,
    arcs: usize,
}

impl RecordNode {
    /// Whether a letter ends a word here.
    #[inline(always)]
    pub(crate) fn accepts(&self, letter: usize) -> bool {
        self.accepts >> letter & 1 == 1
    }
}

/// How masks are stored.
pub(crate) trait RecordWidth: 'static {
    fn node(words: &[u32], at: NodeOffset) -> RecordNode;
}

/// One word for a mask.
pub(crate) struct Narrow;

/// Two words for a mask.
pub(crate) struct Wide;

impl RecordWidth for Narrow {
    #[inline(always)]
    fn node(words: &[u32], at: NodeOffset) -> RecordNode {
        let at = at as usize;
        match words.get(at..at + 2) {
            Some(&[children, accepts]) => {
                RecordNode { children: children.into(), accepts: accepts.into(), arcs: at + 2 }
            }
            _ => RecordNode { children: 0, accepts: 0, arcs: 0 },
        }
    }
}

impl RecordWidth for Wide {
    #[inline(always)]
    fn node(words: &[u32], at: NodeOffset) -> RecordNode {
        let at = at as usize;
        let join = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        match words.get(at..at + 4) {
            Some(&[children, more, accepts, most]) => {
                RecordNode { children: join(children, more), accepts: join(accepts, most), arcs: at + 4 }
            }
            _ => RecordNode { children: 0, accepts: 0, arcs: 0 },
        }
    }
}

/// The records alone, read without a detour through the graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeRecords<'a>(&'a [u32]);

impl NodeRecords<'_> {
    #[inline(always)]
    pub(crate) fn node<W: RecordWidth>(self, at: NodeOffset) -> RecordNode {
        W::node(self.0, at)
    }

    /// The record after one of a node's children.
    #[inline(always)]
    pub(crate) fn child(self, node: &RecordNode, letter: usize) -> NodeOffset {
        let before = node.children & ((1 << letter) - 1);
        self.0.get(node.arcs + before.count_ones() as usize).copied().unwrap_or(0)
    }
}

impl Graph {
    /// Copies a lexicon's graph, the nodes of each level of the walk close to each other.
    pub(crate) fn new(lexicon: &WordGraph) -> Graph {
        let walk = lexicon.walk();
        let wide = lexicon.alphabet().len() > 31;
        let mut copy = GraphCopier { walk, wide, words: vec![0; 4], seen: Vec::new() };
        let root = copy.record(walk.root());
        let mut at = 0;
        let mut open = vec![walk.root()];
        while let Some(&id) = open.get(at) {
            copy.fill(id, &mut open);
            at += 1;
        }
        Graph { words: copy.words, root, wide }
    }

    pub(crate) fn is_wide(&self) -> bool {
        self.wide
    }

    /// The bytes that all records take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }

    #[inline(always)]
    pub(crate) fn root(&self) -> NodeOffset {
        self.root
    }

    /// The records as the hot path reads them.
    #[inline(always)]
    pub(crate) fn records(&self) -> NodeRecords<'_> {
        NodeRecords(&self.words)
    }

    /// The record after one of a node's children.
    #[inline(always)]
    pub(crate) fn child(&self, node: &RecordNode, letter: usize) -> NodeOffset {
        self.records().child(node, letter)
    }

    /// A node, whatever the width.
    #[inline(always)]
    pub(crate) fn any_node(&self, at: NodeOffset) -> RecordNode {
        if self.wide { self.records().node::<Wide>(at) } else { self.records().node::<Narrow>(at) }
    }

    /// The number of letters of the longest word.
    pub(crate) fn longest(&self) -> usize {
        self.height(self.root, &mut vec![0; self.words.len()]).into()
    }

    /// The most letters that can follow a node; `known` caches the results.
    fn height(&self, at: NodeOffset, known: &mut [u8]) -> u8 {
        if known[at as usize] == 0 && at != 0 {
            let node = self.any_node(at);
            let arcs = self.words.get(node.arcs..).unwrap_or_default();
            let below = arcs.iter().take(node.children.count_ones() as usize);
            known[at as usize] = below.map(|&child| 1 + self.height(child, known)).max().unwrap_or(0);
        }
        known[at as usize]
    }

    /// Whether these letters are a word.
    pub(crate) fn contains(&self, letters: impl IntoIterator<Item = u8>) -> bool {
        let (mut at, mut is_word) = (self.root, false);
        for letter in letters {
            let node = self.any_node(at);
            if node.children >> letter & 1 == 0 {
                return false;
            }
            is_word = node.accepts(letter.into());
            at = self.child(&node, letter.into());
        }
        is_word
    }
}

struct GraphCopier<'a> {
    walk: Walk<'a>,
    wide: bool,
    words: Vec<u32>,
    /// The record of each node by its index, or 0.
    seen: Vec<NodeOffset>,
}

impl GraphCopier<'_> {
    /// The record of a node, allocated if it is new.
    fn record(&mut self, id: NodeId) -> NodeOffset {
        if id == NodeId::END {
            return 0;
        }
        if self.seen.len() <= id.index() {
            self.seen.resize(id.index() + 1, 0);
        }
        if self.seen[id.index()] == 0 {
            self.seen[id.index()] = self.words.len() as NodeOffset;
            self.words.resize(self.words.len() + self.size(id), 0);
        }
        self.seen[id.index()]
    }

    fn size(&self, id: NodeId) -> usize {
        self.masks() + self.walk.node(id).children.len()
    }

    fn masks(&self) -> usize {
        if self.wide { 4 } else { 2 }
    }

    fn fill(&mut self, id: NodeId, open: &mut Vec<NodeId>) {
        let (node, at) = (self.walk.node(id), self.record(id) as usize);
        let (children, accepts) = (node.children.bits(), node.accepts.bits());
        let masks: &[u32] = match self.wide {
            true => &[children as u32, (children >> 32) as u32, accepts as u32, (accepts >> 32) as u32],
            false => &[children as u32, accepts as u32],
        };
        self.words[at..at + masks.len()].copy_from_slice(masks);
        for (nth, (_, child)) in self.walk.children(node).enumerate() {
            let known = self.words.len();
            let record = self.record(child);
            if self.words.len() > known {
                open.push(child);
            }
            let arc = at + self.masks() + nth;
            self.words[arc] = record;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiles::Alphabet;

    fn graph(words: &[&str]) -> Graph {
        let alphabet = Alphabet::english();
        let words: Vec<_> = words.iter().map(|word| alphabet.parse_word(word).unwrap()).collect();
        Graph::new(&WordGraph::build("case", &alphabet, &words).unwrap())
    }

    #[test]
    fn the_longest_word_is_known_without_going_over_all() {
        assert_eq!(graph(&[]).longest(), 0);
        assert_eq!(graph(&["A"]).longest(), 1);
        assert_eq!(graph(&["CAT", "CATS", "SCAT", "AT"]).longest(), 4);
    }
}
