//! Reading and writing KWG, the word graph format of Wolges and related programs.
//!
//! A KWG file is an array of 32-bit nodes without a header; the reader must know the alphabet. Node 0 points to the
//! words as a DAWG. Node 1, if present, points to a GADDAG: for each word and each of its prefixes, the prefix
//! reversed, a separator, and the rest of the word. Other move generators walk it outward from a square in both
//! directions. KBWG is the same format with room for more nodes. KAD is a KWG of words with sorted letters.
//!
//! # Examples
//!
//! ```
//! # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
//! use quixotry::lexicon::{WordGraph, kwg};
//! use quixotry::tiles::Alphabet;
//!
//! let alphabet = Alphabet::english();
//! let list = ["CAT", "CATS"].map(|word| alphabet.parse_word(word).unwrap());
//! let graph = WordGraph::build("cats", &alphabet, &list)?;
//!
//! let file = kwg::write(&graph, kwg::Packing::Kwg, kwg::KwgContents::DawgAndGaddag)?;
//! let again = kwg::read(&file, "cats", &alphabet, kwg::Packing::Kwg)?;
//! assert_eq!(again.content_hash(), graph.content_hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::{BuildError, MAX_WORD_LENGTH};

/// The bit layout of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// KWG and KAD: room for 4 Mi nodes.
    Kwg,
    /// KBWG: room for 16 Mi nodes.
    Kbwg,
}

/// The graphs in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KwgContents {
    /// Only the words, as in KAD files.
    Dawg,
    /// The words, and their GADDAG.
    DawgAndGaddag,
}

/// Why bytes are not a valid KWG file, or a graph cannot be written as one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KwgError {
    /// The length is not a multiple of four, or zero.
    #[error(
        "a KWG file consists of 4-byte nodes, but this one has {0} bytes: it is truncated or not a KWG file"
    )]
    Length(usize),
    /// There are too many nodes for the format.
    #[error("the graph has {nodes} nodes; this format has room for {room}")]
    TooLarge {
        /// The number of nodes.
        nodes: usize,
        /// The maximum number of nodes.
        room: usize,
    },
    /// The last node has a sibling after the end of the file.
    #[error("the file is truncated: a sibling of its last node is missing")]
    Unfinished,
    /// An arc leads out of the file.
    #[error("node {at} points outside the file: it is truncated, damaged or in another format")]
    ArcOutside {
        /// The node.
        at: usize,
    },
    /// A letter is not in the alphabet.
    #[error(
        "node {at} has letter number {tile}, but the alphabet has {letters}: the file is for another language or in another format"
    )]
    NoLetter {
        /// The node.
        at: usize,
        /// The letter's number.
        tile: u8,
        /// The number of letters of the alphabet.
        letters: usize,
    },
    /// Two siblings have the same letter.
    #[error("node {at} repeats a letter of its siblings")]
    Twice {
        /// The node.
        at: usize,
    },
    /// The graph has a cycle.
    #[error("the graph has a cycle at node {at}")]
    Cycle {
        /// A node of the cycle.
        at: usize,
    },
    /// A word is too long.
    #[error("the graph has words of more than {MAX_WORD_LENGTH} letters")]
    LongWord,
    /// The words cannot be stored in a [`WordGraph`](crate::WordGraph).
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// A node of a KWG file: a letter, and the index of its first child.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KwgNode {
    /// The place of the letter, or 0 for the separator.
    tile: u8,
    accepts: bool,
    /// Whether it is the last of its siblings.
    last: bool,
    /// The index of its first child, or 0.
    arc: u32,
}

impl Packing {
    /// The maximum number of nodes.
    const fn room(self) -> usize {
        match self {
            Packing::Kwg => 1 << 22,
            Packing::Kbwg => 1 << 24,
        }
    }

    fn check_room(self, nodes: usize) -> Result<(), KwgError> {
        let room = self.room();
        if nodes > room { Err(KwgError::TooLarge { nodes, room }) } else { Ok(()) }
    }

    fn unpack(self, bits: u32) -> KwgNode {
        match self {
            Packing::Kwg => KwgNode {
                tile: (bits >> 24) as u8,
                accepts: bits & 0x80_0000 != 0,
                last: bits & 0x40_0000 != 0,
                arc: bits & 0x3f_ffff,
            },
            Packing::Kbwg => KwgNode {
                tile: (bits & 0x3f) as u8,
                accepts: bits & 0x80 != 0,
                last: bits & 0x40 != 0,
                arc: bits >> 8,
            },
        }
    }

    fn pack(self, node: KwgNode) -> u32 {
        let (tile, accepts, last) = (u32::from(node.tile), u32::from(node.accepts), u32::from(node.last));
        match self {
            Packing::Kwg => tile << 24 | accepts << 23 | last << 22 | node.arc,
            Packing::Kbwg => node.arc << 8 | accepts << 7 | last << 6 | tile,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_index_fits_an_arc() {
        for packing in [Packing::Kwg, Packing::Kbwg] {
            let last = KwgNode { tile: 63, accepts: true, last: false, arc: packing.room() as u32 - 1 };
            assert_eq!(packing.unpack(packing.pack(last)), last);
            assert_eq!(packing.check_room(packing.room()), Ok(()));
            let (nodes, room) = (packing.room() + 1, packing.room());
            assert_eq!(packing.check_room(nodes), Err(KwgError::TooLarge { nodes, room }));
        }
    }
}
