//! Converting a word graph to a KWG file.
//!
//! Siblings are linked lists of cells. Equal cells are stored once, and a list that is the tail of a longer list is
//! stored inside it.

use super::{KwgContents, KwgError, KwgNode, Packing};
use crate::{NodeId, Walk, WordGraph};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use tiles::Letter;

/// Writes a graph as a KWG or KBWG file. For a KAD file, write the [`WordGraph::alphagrams`] with
/// [`KwgContents::Dawg`].
///
/// The same words give the same bytes.
///
/// # Errors
///
/// Fails if the graph has too many nodes for the packing.
pub fn write(graph: &WordGraph, packing: Packing, contents: KwgContents) -> Result<Vec<u8>, KwgError> {
    let mut cells = CellTable::new();
    let walk = graph.walk();
    let words = ListBuilder { walk, lists: FxHashMap::default() }.list(walk.root(), &mut cells);
    let roots = match contents {
        KwgContents::Dawg => vec![words],
        KwgContents::DawgAndGaddag => vec![words, gaddag(walk, words, &mut cells)],
    };
    pack(&cells, &roots, packing)
}

/// A list of siblings: the index of its first cell, or 0 for the empty list.
type ListId = u32;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct ListCell {
    tile: u8,
    accepts: bool,
    followers: ListId,
    siblings: ListId,
}

struct CellTable {
    cells: Vec<ListCell>,
    /// The length of the list that starts at each cell.
    lengths: Vec<u8>,
    known: FxHashMap<ListCell, ListId>,
}

impl CellTable {
    fn new() -> CellTable {
        let none = ListCell { tile: 0, accepts: false, followers: 0, siblings: 0 };
        CellTable { cells: vec![none], lengths: vec![0], known: FxHashMap::default() }
    }

    fn add(&mut self, cell: ListCell) -> ListId {
        *self.known.entry(cell).or_insert_with(|| {
            self.cells.push(cell);
            self.lengths.push(self.lengths[cell.siblings as usize] + 1);
            (self.cells.len() - 1) as ListId
        })
    }

    fn cell(&self, list: ListId) -> ListCell {
        self.cells[list as usize]
    }

    /// Iterates over the cells of a list.
    fn list(&self, list: ListId) -> impl Iterator<Item = ListId> {
        let some = |list: ListId| (list != 0).then_some(list);
        std::iter::successors(some(list), move |&list| some(self.cell(list).siblings))
    }
}

struct ListBuilder<'a> {
    walk: Walk<'a>,
    lists: FxHashMap<NodeId, ListId>,
}

impl ListBuilder<'_> {
    fn list(&mut self, id: NodeId, cells: &mut CellTable) -> ListId {
        if let Some(&list) = self.lists.get(&id) {
            return list;
        }
        let node = self.walk.node(id);
        let children: Vec<_> = self.walk.children(node).collect();
        let list = children.into_iter().rev().fold(0, |siblings, (letter, child)| {
            let followers = self.list(child, cells);
            let accepts = node.accepts.contains(letter);
            cells.add(ListCell { tile: letter.place(), accepts, followers, siblings })
        });
        self.lists.insert(id, list);
        list
    }
}

/// Builds the GADDAG: every prefix of a word reversed, then the separator (tile 0), then the rest of the word.
///
/// The rest of a word is a list that the DAWG already has, so the work is proportional to the number of different
/// prefixes.
fn gaddag(walk: Walk<'_>, words: ListId, cells: &mut CellTable) -> ListId {
    let mut collector = PrefixCollector { walk, letters: Vec::new(), all: Vec::new() };
    collector.gather(walk.root(), words, cells, &mut Vec::new());
    let PrefixCollector { letters, mut all, .. } = collector;
    all.sort_unstable_by(|a, b| a.key.cmp(&b.key).then_with(|| a.letters(&letters).cmp(b.letters(&letters))));
    reversed_list(&all, 0, &letters, cells)
}

struct PrefixCollector<'a> {
    walk: Walk<'a>,
    /// All reversed prefixes, end to end.
    letters: Vec<Letter>,
    all: Vec<ReversedPrefix>,
}

/// A prefix of a word, reversed.
struct ReversedPrefix {
    /// Its first ten letters as a number, 6 bits each. It sorts like the letters and decides most comparisons.
    key: u64,
    start: usize,
    length: u8,
    is_word: bool,
    followers: ListId,
}

impl ReversedPrefix {
    fn letters<'a>(&self, letters: &'a [Letter]) -> &'a [Letter] {
        &letters[self.start..self.start + usize::from(self.length)]
    }
}

impl PrefixCollector<'_> {
    fn gather(&mut self, id: NodeId, list: ListId, cells: &CellTable, prefix: &mut Vec<Letter>) {
        let node = self.walk.node(id);
        for ((letter, child), list) in self.walk.children(node).zip(cells.list(list)) {
            prefix.push(letter);
            let followers = cells.cell(list).followers;
            self.add(prefix, node.accepts.contains(letter), followers);
            self.gather(child, followers, cells, prefix);
            prefix.pop();
        }
    }

    fn add(&mut self, prefix: &[Letter], is_word: bool, followers: ListId) {
        let (start, length) = (self.letters.len(), prefix.len() as u8);
        self.letters.extend(prefix.iter().rev());
        let first = prefix.iter().rev().map(|letter| u64::from(letter.place()));
        let key = first.chain(std::iter::repeat(0)).take(10).fold(0, |key, place| key << 6 | place);
        self.all.push(ReversedPrefix { key, start, length, is_word, followers });
    }
}

fn reversed_list(
    mut all: &[ReversedPrefix],
    depth: usize,
    letters: &[Letter],
    cells: &mut CellTable,
) -> ListId {
    let mut siblings = 0;
    while let Some(last) = all.last() {
        let letter = last.letters(letters)[depth];
        let (rest, same) = all.split_at(all.partition_point(|other| other.letters(letters)[depth] < letter));
        let (here, longer) = same.split_at(usize::from(usize::from(same[0].length) == depth + 1));
        let more = reversed_list(longer, depth + 1, letters, cells);
        let followers = here.first().map_or(more, |here| add_separator(here.followers, more, cells));
        let accepts = here.first().is_some_and(|here| here.is_word);
        siblings = cells.add(ListCell { tile: letter.place(), accepts, followers, siblings });
        all = rest;
    }
    siblings
}

/// Puts the separator before the letters that continue the reversed prefix.
fn add_separator(followers: ListId, siblings: ListId, cells: &mut CellTable) -> ListId {
    if followers == 0 {
        return siblings;
    }
    cells.add(ListCell { tile: 0, accepts: false, followers, siblings })
}

fn pack(cells: &CellTable, roots: &[ListId], packing: Packing) -> Result<Vec<u8>, KwgError> {
    let (order, indices) = assign_indices(cells, roots);
    packing.check_room(roots.len() + order.len())?;
    let root = |&list: &ListId| KwgNode { tile: 0, accepts: false, last: true, arc: indices[list as usize] };
    let node = |&list: &ListId| {
        let cell = cells.cell(list);
        let arc = indices[cell.followers as usize];
        KwgNode { tile: cell.tile, accepts: cell.accepts, last: cell.siblings == 0, arc }
    };
    let all = roots.iter().map(root).chain(order.iter().map(node));
    Ok(all.flat_map(|node| packing.pack(node).to_le_bytes()).collect())
}

/// Assigns indices to cells, longest lists first, so that a list that is the tail of another shares its cells.
fn assign_indices(cells: &CellTable, roots: &[ListId]) -> (Vec<ListId>, Vec<u32>) {
    let mut lists: Vec<ListId> =
        cells.cells.iter().map(|cell| cell.followers).chain(roots.iter().copied()).collect();
    lists.sort_unstable_by_key(|&list| (Reverse(cells.lengths[list as usize]), list));
    lists.dedup();
    let mut indices = vec![0; cells.cells.len()];
    let mut order = Vec::with_capacity(cells.cells.len());
    for list in lists {
        if indices[list as usize] != 0 {
            continue;
        }
        for cell in cells.list(list) {
            order.push(cell);
            let place = &mut indices[cell as usize];
            if *place == 0 {
                *place = (roots.len() + order.len() - 1) as u32;
            }
        }
    }
    (order, indices)
}
