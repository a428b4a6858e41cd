//! The check of a graph's records that makes all later walks safe.

use crate::build::{MAX_WORD_LENGTH, MAX_WORDS};
use crate::format::LoadError;
use crate::walk::{GraphNode, MaskWidth, NodeId, Walk};
use tiles::LetterSet;

/// The number of words below each node, by node id.
#[derive(Debug)]
pub(crate) struct WordCounts(Box<[u32]>);

impl WordCounts {
    pub(crate) fn below(&self, id: NodeId) -> u32 {
        self.0.get(id.0 as usize).copied().unwrap_or(0)
    }
}

/// Marks an index at which no record starts.
const NO_NODE: u32 = u32::MAX;

/// Checks that the records fill the array without gaps, that the masks are consistent, that every arc leads to the
/// start of a later record or to the empty node (so there is no cycle), and that no word is too long.
pub(crate) fn check(words: &[u32], letters: usize, root: NodeId) -> Result<WordCounts, LoadError> {
    let walk = Walk::new(words, MaskWidth::of(letters), root);
    let mut pass =
        RecordChecker { words, walk, counts: vec![NO_NODE; words.len()], heights: vec![0; words.len()] };
    let starts = pass.starts(LetterSet::first(letters))?;
    starts.into_iter().rev().try_for_each(|at| pass.arcs(at))?;
    match pass.counts.get(root.0 as usize) {
        Some(&count) if count != NO_NODE => Ok(WordCounts(pass.counts.into())),
        _ => Err(LoadError::BadNode { at: root.0 as usize, why: "the root is not a node" }),
    }
}

/// Compares the number of words with the one in the file.
pub(crate) fn check_count(stated: u32, found: u32) -> Result<(), LoadError> {
    match found {
        _ if found as usize > MAX_WORDS => Err(LoadError::TooManyWords),
        _ if found != stated => Err(LoadError::Count { stated, found }),
        _ => Ok(()),
    }
}

struct RecordChecker<'a> {
    words: &'a [u32],
    walk: Walk<'a>,
    counts: Vec<u32>,
    /// The maximum number of letters after each node.
    heights: Vec<u8>,
}

impl RecordChecker<'_> {
    /// Finds and marks the start of each record.
    fn starts(&mut self, letters: LetterSet) -> Result<Vec<usize>, LoadError> {
        let mut starts = Vec::new();
        let mut at = 0;
        while at < self.words.len() {
            let bad = |why| LoadError::BadNode { at, why };
            let node = self.walk.read(at).ok_or(bad("its masks are truncated"))?;
            check_masks(at, node, letters).map_err(bad)?;
            if node.arcs().end > self.words.len() {
                return Err(bad("its arcs are truncated"));
            }
            self.counts[at] = 0;
            starts.push(at);
            at = node.arcs().end;
        }
        Ok(starts)
    }

    /// Checks the arcs of a record and counts the words below it. All later records must have been checked.
    fn arcs(&mut self, at: usize) -> Result<(), LoadError> {
        let node = self.walk.read(at).unwrap_or(GraphNode::END);
        let (mut count, mut height) = (node.accepts.len() as u32, 0);
        for &arc in &self.words[node.arcs()] {
            let below = self.counts.get(arc as usize).copied().unwrap_or(NO_NODE);
            if below == NO_NODE || (arc as usize <= at && arc != NodeId::END.0) {
                return Err(LoadError::BadNode { at, why: "an arc does not lead to a later node" });
            }
            count = count.saturating_add(below).min(NO_NODE - 1);
            height = height.max(self.heights[arc as usize] + 1);
        }
        if usize::from(height) > MAX_WORD_LENGTH {
            return Err(LoadError::BadNode { at, why: "its words are too long" });
        }
        (self.counts[at], self.heights[at]) = (count, height);
        Ok(())
    }
}

fn check_masks(at: usize, node: GraphNode, letters: LetterSet) -> Result<(), &'static str> {
    match at {
        0 if !node.children.is_empty() => Err("the first node must be empty"),
        _ if node.children.intersection(letters) != node.children => Err("a letter is not in the alphabet"),
        _ if node.accepts.intersection(node.children) != node.accepts => {
            Err("a letter ends a word but may not follow")
        }
        _ => Ok(()),
    }
}
