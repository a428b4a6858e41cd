//! Walking a word graph letter by letter: the hot path.
//!
//! A graph is one array of 32-bit words, a record for each node: the mask of letters that may follow, the mask
//! of those that end a word, then one arc for each letter that may follow. A node's id is where its record
//! begins, so a step loads one place: the masks and the arcs of a node share a cache line or two. Masks take one
//! word each for alphabets of up to 31 letters and two beyond.

use tiles::{Letter, LetterSet};

/// A node of one graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The node from which nothing follows.
    pub const END: NodeId = NodeId(0);

    /// Where its record begins: a number below the words of the graph's array, different for each node.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What follows a prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphNode {
    /// The letters that may follow.
    pub children: LetterSet,
    /// The letters that may follow and then end a word.
    pub accepts: LetterSet,
    arcs: u32,
}

/// A word graph opened for walking; cheap to make and to copy.
#[derive(Clone, Copy, Debug)]
pub struct Walk<'a> {
    words: &'a [u32],
    width: MaskWidth,
    root: NodeId,
}

/// How many 32-bit words a mask takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MaskWidth {
    Narrow,
    Wide,
}

impl MaskWidth {
    pub(crate) const fn of(letters: usize) -> MaskWidth {
        if letters <= 31 { MaskWidth::Narrow } else { MaskWidth::Wide }
    }

    /// The words before a record's first arc.
    pub(crate) const fn masks(self) -> usize {
        match self {
            MaskWidth::Narrow => 2,
            MaskWidth::Wide => 4,
        }
    }
}

impl GraphNode {
    /// The node from which nothing follows.
    pub const END: GraphNode = GraphNode { children: LetterSet::EMPTY, accepts: LetterSet::EMPTY, arcs: 0 };

    /// Where its arcs lie in the array.
    pub(crate) fn arcs(self) -> std::ops::Range<usize> {
        let first = self.arcs as usize;
        first..first + self.children.len()
    }
}

impl<'a> Walk<'a> {
    pub(crate) const fn new(words: &'a [u32], width: MaskWidth, root: NodeId) -> Walk<'a> {
        Walk { words, width, root }
    }

    /// The node of the empty prefix.
    #[inline]
    pub const fn root(self) -> NodeId {
        self.root
    }

    /// What follows at a node of this graph.
    #[inline]
    pub fn node(self, id: NodeId) -> GraphNode {
        self.read(id.0 as usize).unwrap_or(GraphNode::END)
    }

    /// The node after one of `node.children`; meaningless for other letters.
    #[inline]
    pub fn child(self, node: GraphNode, letter: Letter) -> NodeId {
        debug_assert!(node.children.contains(letter));
        let before = node.children.bits() & ((1 << letter.place()) - 1);
        let at = node.arcs as usize + before.count_ones() as usize;
        NodeId(self.words.get(at).copied().unwrap_or(0))
    }

    /// The node after any letter, if the letter may follow.
    #[inline]
    pub fn step(self, id: NodeId, letter: Letter) -> Option<NodeId> {
        let node = self.node(id);
        node.children.contains(letter).then(|| self.child(node, letter))
    }

    /// The node after all these letters, if they begin a word.
    #[inline]
    pub fn descend(self, id: NodeId, letters: &[Letter]) -> Option<NodeId> {
        letters.iter().try_fold(id, |id, &letter| self.step(id, letter))
    }

    /// Whether these letters are a word.
    #[inline]
    pub fn contains(self, word: &[Letter]) -> bool {
        let Some((&last, prefix)) = word.split_last() else { return false };
        self.descend(self.root, prefix).is_some_and(|id| self.node(id).accepts.contains(last))
    }

    /// The letters that may follow with the nodes after them, in order.
    #[inline]
    pub fn children(self, node: GraphNode) -> impl Iterator<Item = (Letter, NodeId)> + 'a {
        let arcs = self.words.get(node.arcs()).unwrap_or_default();
        node.children.iter().zip(arcs.iter().map(|&arc| NodeId(arc)))
    }

    /// Every node in the order of the array, which must hold whole records.
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
