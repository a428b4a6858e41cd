//! The order of the nodes in the array.
//!
//! Nodes are stored level by level. The level of a node is the length of the longest path to it from the root. This
//! order has three advantages: arcs always lead forward, which proves that there is no cycle; it depends on the words
//! alone; and the nodes that walks visit most often are close together. Measured with 3,000 racks of nine letters, it
//! is 6 % faster than children before parents and 20 % faster than a random order. Masks and arcs in one record are
//! 11 % faster than in two arrays.

use crate::walk::{MaskWidth, NodeId, Walk};

/// Reorders nodes level by level. In the input, the empty node is first and children come before parents.
pub(crate) fn level_by_level(words: &[u32], width: MaskWidth, root: NodeId) -> (Vec<u32>, NodeId) {
    let walk = Walk::new(words, width, root);
    let order = order(walk, &levels(walk, words.len()));
    let places = places(walk, &order, words.len());
    let mut out = Vec::with_capacity(words.len());
    for id in order {
        let (start, arcs) = (id.0 as usize, walk.node(id).arcs());
        out.extend_from_slice(&words[start..arcs.start]);
        out.extend(words[arcs].iter().map(|&arc| places[arc as usize]));
    }
    (out, NodeId(places[root.0 as usize]))
}

/// The length of the longest path to each node from the root.
fn levels(walk: Walk<'_>, len: usize) -> Vec<u8> {
    let mut levels = vec![0; len];
    for id in walk.records().collect::<Vec<_>>().into_iter().rev() {
        let below = levels[id.0 as usize] + 1;
        for (_, child) in walk.children(walk.node(id)) {
            levels[child.0 as usize] = below.max(levels[child.0 as usize]);
        }
    }
    levels
}

/// The empty node, then the root, then each node in the order in which the level above reaches it.
fn order(walk: Walk<'_>, levels: &[u8]) -> Vec<NodeId> {
    let mut seen = vec![false; levels.len()];
    seen[NodeId::END.0 as usize] = true;
    let mut order = vec![NodeId::END];
    order.extend((walk.root() != NodeId::END).then_some(walk.root()));
    let mut at = 1;
    while let Some(&id) = order.get(at) {
        for (_, child) in walk.children(walk.node(id)) {
            let on_next_level = levels[child.0 as usize] == levels[id.0 as usize] + 1;
            if on_next_level && !std::mem::replace(&mut seen[child.0 as usize], true) {
                order.push(child);
            }
        }
        at += 1;
    }
    order
}

/// The new index of each node.
fn places(walk: Walk<'_>, order: &[NodeId], len: usize) -> Vec<u32> {
    let mut places = vec![0; len];
    let mut next = 0;
    for &id in order {
        places[id.0 as usize] = next as u32;
        next += walk.node(id).arcs().end - id.0 as usize;
    }
    places
}
