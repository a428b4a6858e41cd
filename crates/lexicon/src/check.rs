//! What makes every later walk safe: one pass over a graph's records before anyone walks them.

use crate::build::{MAX_WORD, MAX_WORDS};
use crate::format::LoadError;
use crate::walk::{Node, NodeId, Walk, Width};
use tiles::LetterSet;

/// How many words lie below each node, by node id.
#[derive(Debug)]
pub(crate) struct Counts(Box<[u32]>);

impl Counts {
    pub(crate) fn below(&self, id: NodeId) -> u32 {
        self.0.get(id.0 as usize).copied().unwrap_or(0)
    }
}

/// Marks a place where no record begins.
const NO_NODE: u32 = u32::MAX;

/// Checks that the records follow each other without gaps, that every arc leads to the beginning of an earlier
/// one (so there is no way round in a circle), that masks make sense and that no word is too long.
pub(crate) fn check(words: &[u32], letters: usize, root: NodeId) -> Result<Counts, LoadError> {
    let mut pass = Pass {
        words,
        walk: Walk::new(words, Width::of(letters), root),
        letters: LetterSet::first(letters),
        counts: vec![NO_NODE; words.len()],
        heights: vec![0; words.len()],
    };
    let mut at = 0;
    while at < words.len() {
        at = pass.record(at)?;
    }
    match pass.counts.get(root.0 as usize) {
        Some(&count) if count != NO_NODE => Ok(Counts(pass.counts.into())),
        _ => Err(LoadError::BadNode { at: root.0 as usize, why: "the root is no node" }),
    }
}

/// Checks the number of words against what the file says.
pub(crate) fn check_count(stated: u32, found: u32) -> Result<(), LoadError> {
    match found {
        _ if found as usize > MAX_WORDS => Err(LoadError::TooManyWords),
        _ if found != stated => Err(LoadError::Count { stated, found }),
        _ => Ok(()),
    }
}

struct Pass<'a> {
    words: &'a [u32],
    walk: Walk<'a>,
    letters: LetterSet,
    counts: Vec<u32>,
    heights: Vec<u8>,
}

impl Pass<'_> {
    /// Checks the record here and says where the next begins.
    fn record(&mut self, at: usize) -> Result<usize, LoadError> {
        let bad = |why| LoadError::BadNode { at, why };
        let node = self.walk.read(at).ok_or(bad("its masks are cut off"))?;
        self.masks(at, node).map_err(bad)?;
        let arcs = self.words.get(node.arcs()).ok_or(bad("its arcs are cut off"))?;
        let (mut count, mut height) = (node.accepts.len() as u32, 0);
        for &arc in arcs {
            let below = self.counts[..at].get(arc as usize).copied().unwrap_or(NO_NODE);
            if below == NO_NODE {
                return Err(bad("an arc does not lead to an earlier node"));
            }
            count = count.saturating_add(below).min(NO_NODE - 1);
            height = height.max(self.heights[arc as usize] + 1);
        }
        if usize::from(height) > MAX_WORD {
            return Err(bad("too long words follow"));
        }
        (self.counts[at], self.heights[at]) = (count, height);
        Ok(node.arcs().end)
    }

    fn masks(&self, at: usize, node: Node) -> Result<(), &'static str> {
        match at {
            0 if !node.children.is_empty() => Err("the first node must be the one that ends"),
            _ if node.children.intersection(self.letters) != node.children => {
                Err("a letter is not in the alphabet")
            }
            _ if node.accepts.intersection(node.children) != node.accepts => {
                Err("a letter ends a word without being there")
            }
            _ => Ok(()),
        }
    }
}
