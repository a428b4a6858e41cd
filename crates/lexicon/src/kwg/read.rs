//! Converting a KWG file to a word graph, node by node.

use super::{KwgError, KwgNode, Packing};
use crate::build::{GraphBuilder, NodeMasks};
use crate::{MAX_WORD_LENGTH, NodeId, WordGraph};
use tiles::{Alphabet, Letter};

/// Reads the words of a KWG, KBWG or KAD file. The caller must know its alphabet.
///
/// Every node is checked. The GADDAG is ignored. Siblings may be in any order.
///
/// # Errors
///
/// Fails if the bytes are not a valid file for this alphabet and packing, or if a limit of [`WordGraph`] is exceeded.
pub fn read(bytes: &[u8], name: &str, alphabet: &Alphabet, packing: Packing) -> Result<WordGraph, KwgError> {
    let nodes = unpack(bytes, packing)?;
    check_nodes(&nodes, alphabet.len())?;
    let seen = vec![CopyState::NotStarted; nodes.len()];
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
    /// The progress of the list of siblings that starts at each node.
    seen: Vec<CopyState>,
    to: GraphBuilder,
}

#[derive(Clone, Copy)]
enum CopyState {
    NotStarted,
    InProgress,
    Done(CopiedList),
}

#[derive(Clone, Copy)]
struct CopiedList {
    id: NodeId,
    /// The maximum number of letters after it.
    height: usize,
}

impl KwgImporter<'_> {
    /// Copies the siblings that start here, with everything below them.
    fn list(&mut self, start: usize, depth: usize) -> Result<CopiedList, KwgError> {
        if start == 0 {
            return Ok(CopiedList { id: NodeId::END, height: 0 });
        }
        match self.seen[start] {
            CopyState::Done(copied) => return Ok(copied),
            CopyState::InProgress => return Err(KwgError::Cycle { at: start }),
            CopyState::NotStarted if depth >= MAX_WORD_LENGTH => return Err(KwgError::LongWord),
            CopyState::NotStarted => self.seen[start] = CopyState::InProgress,
        }
        let copied = self.siblings(start, depth)?;
        if copied.height > MAX_WORD_LENGTH {
            return Err(KwgError::LongWord);
        }
        self.seen[start] = CopyState::Done(copied);
        Ok(copied)
    }

    fn siblings(&mut self, start: usize, depth: usize) -> Result<CopiedList, KwgError> {
        let siblings = self.sort_siblings(start)?;
        let (mut masks, first_arc, mut height) = (NodeMasks::default(), self.to.begin(), 0);
        for (letter, node) in siblings.into_iter().filter_map(|(letter, node)| Some((letter?, node))) {
            let below = self.list(node.arc as usize, depth + 1)?;
            height = height.max(below.height + 1);
            self.to.arc(&mut masks, letter, node.accepts, below.id);
        }
        Ok(CopiedList { id: self.to.add_node(&masks, first_arc), height })
    }

    /// The siblings in alphabet order.
    fn sort_siblings(&self, start: usize) -> Result<Vec<(Option<Letter>, KwgNode)>, KwgError> {
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
