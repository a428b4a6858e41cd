//! Walking a word graph letter by letter. This is the hot path.
//!
//! A graph is one array of 32-bit words with a record for each node: the mask of the letters that may follow, the mask
//! of those that end a word, and one arc for each letter that may follow. The id of a node is the index of its record.
//! Masks and arcs of a node are adjacent, so a step touches one or two cache lines. A mask takes one word for alphabets
//! of up to 31 letters and two words for larger alphabets.

use tiles::{Letter, LetterSet};

/// The number of a node in its graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The node that no letter follows.
    pub const END: NodeId = NodeId(0);

    /// Returns the index of the node's record in the array. It is different for each node.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node: the letters that may follow a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphNode {
    /// The letters that may follow.
    pub children: LetterSet,
    /// The letters that may follow and end a word.
    pub accepts: LetterSet,
    arcs: u32,
}

/// A view of a word graph for walking it letter by letter. It is cheap to create and to copy.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::WordGraph;
/// use quixotry::tiles::Alphabet;
///
/// let alphabet = Alphabet::english();
/// let word = |text: &str| alphabet.parse_word(text).unwrap();
/// let graph = WordGraph::build("small", &alphabet, [word("CAT"), word("CATS"), word("COT")])?;
///
/// let walk = graph.walk();
/// let after_ca = walk.descend(walk.root(), &word("CA")).unwrap();
/// let node = walk.node(after_ca);
/// assert_eq!(node.children, word("T").into_iter().collect());
/// assert_eq!(node.accepts, node.children); // T ends the word CAT
/// assert!(walk.step(after_ca, word("X")[0]).is_none());
/// # Ok::<(), quixotry::lexicon::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    words: &'a [u32],
    width: MaskWidth,
    root: NodeId,
}

/// The number of 32-bit words of a mask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MaskWidth {
    Narrow,
    Wide,
}

impl MaskWidth {
    pub(crate) const fn of(letters: usize) -> MaskWidth {
        if letters <= 31 { MaskWidth::Narrow } else { MaskWidth::Wide }
    }

    /// The number of words before the first arc of a record.
    pub(crate) const fn masks(self) -> usize {
        match self {
            MaskWidth::Narrow => 2,
            MaskWidth::Wide => 4,
        }
    }
}

impl GraphNode {
    /// The node that no letter follows.
    pub const END: GraphNode = GraphNode { children: LetterSet::EMPTY, accepts: LetterSet::EMPTY, arcs: 0 };

    /// The range of its arcs in the array.
    pub(crate) fn arcs(self) -> std::ops::Range<usize> {
        let first = self.arcs as usize;
        first..first + self.children.len()
    }
}

impl<'a> Walk<'a> {
    pub(crate) const fn new(words: &'a [u32], width: MaskWidth, root: NodeId) -> Walk<'a> {
        Walk { words, width, root }
    }

    /// Returns the node of the empty prefix.
    #[inline]
    #[must_use]
    pub const fn root(self) -> NodeId {
        self.root
    }

    /// Returns the node with this id.
    #[inline]
    #[must_use]
    pub fn node(self, id: NodeId) -> GraphNode {
        self.read(id.0 as usize).unwrap_or(GraphNode::END)
    }

    /// Returns the node after one of `node.children`. The result is meaningless for other letters.
    #[inline]
    #[must_use]
    pub fn child(self, node: GraphNode, letter: Letter) -> NodeId {
        debug_assert!(node.children.contains(letter));
        let before = node.children.bits() & ((1 << letter.place()) - 1);
        let at = node.arcs as usize + before.count_ones() as usize;
        NodeId(self.words.get(at).copied().unwrap_or(0))
    }

    /// Returns the node after a letter, if the letter may follow.
    #[inline]
    #[must_use]
    pub fn step(self, id: NodeId, letter: Letter) -> Option<NodeId> {
        let node = self.node(id);
        node.children.contains(letter).then(|| self.child(node, letter))
    }

    /// Returns the node after several letters, if they may follow.
    #[inline]
    #[must_use]
    pub fn descend(self, id: NodeId, letters: &[Letter]) -> Option<NodeId> {
        letters.iter().try_fold(id, |id, &letter| self.step(id, letter))
    }

    /// Returns whether these letters are a word.
    #[inline]
    #[must_use]
    pub fn contains(self, word: &[Letter]) -> bool {
        let Some((&last, prefix)) = word.split_last() else { return false };
        self.descend(self.root, prefix).is_some_and(|id| self.node(id).accepts.contains(last))
    }

    /// Iterates over the letters that may follow, in order, with the nodes after them.
    #[inline]
    pub fn children(self, node: GraphNode) -> impl Iterator<Item = (Letter, NodeId)> + 'a {
        let arcs = self.words.get(node.arcs()).unwrap_or_default();
        node.children.iter().zip(arcs.iter().map(|&arc| NodeId(arc)))
    }

    /// Iterates over all nodes in the order of the array, which must consist of complete records.
    pub(crate) fn records(self) -> impl Iterator<Item = NodeId> + 'a {
        let after = move |id: &NodeId| Some(self.node(*id).arcs().end).filter(|&end| end < self.words.len());
        std::iter::successors(Some(NodeId::END), move |id| after(id).map(|end| NodeId(end as u32)))
    }

    #[inline]
    pub(crate) fn read(self, at: usize) -> Option<GraphNode> {
        let (children, accepts) = match self.width {
            MaskWidth::Narrow => {
                let &[children, accepts] = self.words.get(at..)?.first_chunk()?;
                (children.into(), accepts.into())
            }
            MaskWidth::Wide => {
                let &[children, more, accepts, most] = self.words.get(at..)?.first_chunk()?;
                (join(children, more), join(accepts, most))
            }
        };
        let arcs = (at + self.width.masks()) as u32;
        Some(GraphNode {
            children: LetterSet::from_bits(children),
            accepts: LetterSet::from_bits(accepts),
            arcs,
        })
    }
}

#[inline]
const fn join(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}
