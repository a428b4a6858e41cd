//! From a KWG to a graph of ours, node by node and never word by word.

use super::{KwgError, KwgNode, Packing};
use crate::build::{GraphBuilder, NodeMasks};
use crate::{MAX_WORD_LENGTH, NodeId, WordGraph};
use tiles::{Alphabet, Letter};

/// Reads the words of a KWG, KBWG or KAD file, whose alphabet the caller must know.
///
/// Every node is checked, also those of the turnings, which are not kept. Siblings may come in any order.
pub fn read(bytes: &[u8], name: &str, alphabet: &Alphabet, packing: Packing) -> Result<WordGraph, KwgError> {
    let nodes = unpack(bytes, packing)?;
    check_nodes(&nodes, alphabet.len())?;
    let seen = vec![CopyState::Never; nodes.len()];
    let mut copier =
        KwgImporter { from: &nodes, letters: alphabet.len(), seen, to: GraphBuilder::new(alphabet.len()) };
    let root = copier.list(nodes[0].arc as usize, 0)?;
    Ok(copier.to.freeze(name, alphabet, root.id)?)
}

fn unpack(bytes: &[u8], packing: Packing) -> Result<Vec<KwgNode>, KwgError> {
    let (nodes, rest) = bytes.as_chunks();
    if nodes.is_empty() || !rest.is_empty() {
        return Err(KwgError::Length(bytes.len()));
    }
    packing.check_room(nodes.len())?;
    Ok(nodes.iter().map(|&node| packing.unpack(u32::from_le_bytes(node))).collect())
}

fn check_nodes(nodes: &[KwgNode], letters: usize) -> Result<(), KwgError> {
    for (at, node) in nodes.iter().enumerate() {
        if usize::from(node.tile) > letters {
            return Err(KwgError::NoLetter { at, tile: node.tile, letters });
        }
        if node.arc as usize >= nodes.len() {
            return Err(KwgError::ArcOutside { at });
        }
    }
    if nodes.last().is_some_and(|node| node.last) { Ok(()) } else { Err(KwgError::Unfinished) }
}

struct KwgImporter<'a> {
    from: &'a [KwgNode],
    letters: usize,
    /// What became of the siblings that begin at each node.
    seen: Vec<CopyState>,
    to: GraphBuilder,
}

#[derive(Clone, Copy)]
enum CopyState {
    Never,
    UnderWay,
    Done(CopiedList),
}

#[derive(Clone, Copy)]
struct CopiedList {
    id: NodeId,
    /// How many letters may follow.
    height: usize,
}

impl KwgImporter<'_> {
    /// Copies the siblings that begin here, with all that follows them.
    fn list(&mut self, start: usize, depth: usize) -> Result<CopiedList, KwgError> {
        if start == 0 {
            return Ok(CopiedList { id: NodeId::END, height: 0 });
        }
        match self.seen[start] {
            CopyState::Done(copied) => return Ok(copied),
            CopyState::UnderWay => return Err(KwgError::Circle { at: start }),
            CopyState::Never if depth >= MAX_WORD_LENGTH => return Err(KwgError::LongWord),
            CopyState::Never => self.seen[start] = CopyState::UnderWay,
        }
        let copied = self.siblings(start, depth)?;
        if copied.height > MAX_WORD_LENGTH {
            return Err(KwgError::LongWord);
        }
        self.seen[start] = CopyState::Done(copied);
        Ok(copied)
    }

    fn siblings(&mut self, start: usize, depth: usize) -> Result<CopiedList, KwgError> {
        let siblings = self.sorted(start)?;
        let (mut masks, first_arc, mut height) = (NodeMasks::default(), self.to.begin(), 0);
        for (letter, node) in siblings.into_iter().filter_map(|(letter, node)| Some((letter?, node))) {
            let below = self.list(node.arc as usize, depth + 1)?;
            height = height.max(below.height + 1);
            self.to.arc(&mut masks, letter, node.accepts, below.id);
        }
        Ok(CopiedList { id: self.to.add_node(&masks, first_arc), height })
    }

    /// The siblings in alphabet order.
    fn sorted(&self, start: usize) -> Result<Vec<(Option<Letter>, KwgNode)>, KwgError> {
        let mut siblings = Vec::new();
        for (at, &node) in self.from.iter().enumerate().skip(start) {
            let letter = Letter::new(node.tile);
            if letter.is_none() {
                return Err(KwgError::NoLetter { at, tile: node.tile, letters: self.letters });
            }
            if siblings.iter().any(|&(other, _)| other == letter) {
                return Err(KwgError::Twice { at });
            }
            siblings.push((letter, node));
            if node.last {
                break;
            }
        }
        siblings.sort_by_key(|&(letter, _)| letter);
        Ok(siblings)
    }
}
