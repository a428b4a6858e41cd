//! KWG, the word graph files of Wolges and its relatives: read and written.
//!
//! A KWG has no head: it is an array of 32-bit nodes, and whoever reads it must know its alphabet. Node 0 points to
//! the graph of words, node 1 (where there is one) to the graph of their turnings that other move generators walk.
//! KBWG is the same with more room; KAD is a KWG of words with their letters put in order.

mod read;
mod write;

pub use read::read;
pub use write::write;

use crate::{BuildError, MAX_WORD_LENGTH};

/// How a node is packed into its 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// KWG and KAD: room for 4 Mi nodes.
    Kwg,
    /// KBWG: room for 16 Mi nodes.
    Kbwg,
}

/// Which graphs a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KwgContents {
    /// The words alone, as KAD files do.
    Dawg,
    /// The words and their turnings.
    DawgAndGaddag,
}

/// Why bytes are no KWG, or a graph cannot be written as one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KwgError {
    /// Not whole nodes.
    #[error(
        "a KWG file is made of 4-byte nodes, but this one has {0} bytes: it is cut off or something else"
    )]
    Length(usize),
    /// More nodes than the packing has room for.
    #[error("the graph has {nodes} nodes; this kind of file has room for {room}")]
    TooLarge {
        /// How many nodes there are.
        nodes: usize,
        /// How many there may be.
        room: usize,
    },
    /// The last node promises another.
    #[error("the file is cut off: its last node promises another one")]
    Unfinished,
    /// An arc leads out of the file.
    #[error("node {at} points outside the file: it is cut off, damaged or of another kind")]
    ArcOutside {
        /// The node.
        at: usize,
    },
    /// A tile is not in the alphabet.
    #[error(
        "node {at} has letter number {tile}, but the alphabet has {letters}: the file is of another language or kind"
    )]
    NoLetter {
        /// The node.
        at: usize,
        /// The letter's number.
        tile: u8,
        /// How many letters the alphabet has.
        letters: usize,
    },
    /// Two siblings with one letter.
    #[error("node {at} repeats a letter of its siblings")]
    Twice {
        /// The node.
        at: usize,
    },
    /// A word without end.
    #[error("the graph turns in a circle at node {at}")]
    Circle {
        /// A node of the circle.
        at: usize,
    },
    /// A word that is too long.
    #[error("the graph has words of more than {MAX_WORD_LENGTH} letters")]
    LongWord,
    /// The words make no graph of ours.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// A node of a KWG: a letter, and where its followers begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KwgNode {
    /// The letter's place, or 0 for the turning point.
    tile: u8,
    accepts: bool,
    /// Whether no sibling follows.
    last: bool,
    /// The index of the first follower, or 0.
    arc: u32,
}

impl Packing {
    /// How many nodes fit.
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
    fn a_packing_has_room_for_as_many_nodes_as_an_arc_can_name() {
        for packing in [Packing::Kwg, Packing::Kbwg] {
            let last = KwgNode { tile: 63, accepts: true, last: false, arc: packing.room() as u32 - 1 };
            assert_eq!(packing.unpack(packing.pack(last)), last);
            assert_eq!(packing.check_room(packing.room()), Ok(()));
            let (nodes, room) = (packing.room() + 1, packing.room());
            assert_eq!(packing.check_room(nodes), Err(KwgError::TooLarge { nodes, room }));
        }
    }
}
