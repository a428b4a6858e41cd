//! From a graph of ours to a KWG.
//!
//! Siblings are linked cells, each kept once; a list that is the tail of a longer one is stored inside it.

use super::{KwgContents, KwgError, KwgNode, Packing};
use crate::{NodeId, Walk, WordGraph};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use tiles::Letter;

/// Writes a graph as a KWG, KBWG or (with [`KwgContents::Dawg`] of [`WordGraph::alphagrams`]) KAD file; the same words
/// give the same bytes.
pub fn write(graph: &WordGraph, packing: Packing, contents: KwgContents) -> Result<Vec<u8>, KwgError> {
    let mut cells = CellTable::new();
    let walk = graph.walk();
    let words = ListBuilder { walk, lists: FxHashMap::default() }.list(walk.root(), &mut cells);
    let roots = match contents {
        KwgContents::Dawg => vec![words],
        KwgContents::DawgAndGaddag => vec![words, turnings(walk, words, &mut cells)],
    };
    pack(&cells, &roots, packing)
}

/// A list of siblings: the number of its first cell, 0 for the empty list.
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
    /// How many cells the list has that begins with each.
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

    /// The cells of a list in order.
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

/// Lists every beginning of a word backwards, then the turning point (tile 0), then what may follow it in the word.
///
/// What follows a beginning is a list that the words already have, so the turnings of all words cost no more than
/// their different beginnings.
fn turnings(walk: Walk<'_>, words: ListId, cells: &mut CellTable) -> ListId {
    let mut beginnings = PrefixCollector { walk, letters: Vec::new(), all: Vec::new() };
    beginnings.gather(walk.root(), words, cells, &mut Vec::new());
    let PrefixCollector { letters, mut all, .. } = beginnings;
    all.sort_unstable_by(|a, b| a.key.cmp(&b.key).then_with(|| a.letters(&letters).cmp(b.letters(&letters))));
    backwards(&all, 0, &letters, cells)
}

struct PrefixCollector<'a> {
    walk: Walk<'a>,
    /// Every beginning backwards, end to end.
    letters: Vec<Letter>,
    all: Vec<ReversedPrefix>,
}

/// The beginning of a word, backwards.
struct ReversedPrefix {
    /// Its first ten letters as a number, which settles most comparisons (6 bits each, so it sorts like the letters).
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

fn backwards(mut all: &[ReversedPrefix], depth: usize, letters: &[Letter], cells: &mut CellTable) -> ListId {
    let mut siblings = 0;
    while let Some(last) = all.last() {
        let letter = last.letters(letters)[depth];
        let (rest, same) = all.split_at(all.partition_point(|other| other.letters(letters)[depth] < letter));
        let (here, longer) = same.split_at(usize::from(usize::from(same[0].length) == depth + 1));
        let more = backwards(longer, depth + 1, letters, cells);
        let followers = here.first().map_or(more, |here| turned(here.followers, more, cells));
        let accepts = here.first().is_some_and(|here| here.is_word);
        siblings = cells.add(ListCell { tile: letter.place(), accepts, followers, siblings });
        all = rest;
    }
    siblings
}

/// Puts the turning point before the letters that go on backwards.
fn turned(followers: ListId, siblings: ListId, cells: &mut CellTable) -> ListId {
    if followers == 0 {
        return siblings;
    }
    cells.add(ListCell { tile: 0, accepts: false, followers, siblings })
}

fn pack(cells: &CellTable, roots: &[ListId], packing: Packing) -> Result<Vec<u8>, KwgError> {
    let (order, places) = lay_out(cells, roots);
    packing.check_room(roots.len() + order.len())?;
    let root = |&list: &ListId| KwgNode { tile: 0, accepts: false, last: true, arc: places[list as usize] };
    let node = |&list: &ListId| {
        let cell = cells.cell(list);
        let arc = places[cell.followers as usize];
        KwgNode { tile: cell.tile, accepts: cell.accepts, last: cell.siblings == 0, arc }
    };
    let all = roots.iter().map(root).chain(order.iter().map(node));
    Ok(all.flat_map(|node| packing.pack(node).to_le_bytes()).collect())
}

/// Puts cells in a row, the longest lists first, so that a list that is another's tail is found inside it.
fn lay_out(cells: &CellTable, roots: &[ListId]) -> (Vec<ListId>, Vec<u32>) {
    let mut lists: Vec<ListId> =
        cells.cells.iter().map(|cell| cell.followers).chain(roots.iter().copied()).collect();
    lists.sort_unstable_by_key(|&list| (Reverse(cells.lengths[list as usize]), list));
    lists.dedup();
    let mut places = vec![0; cells.cells.len()];
    let mut order = Vec::with_capacity(cells.cells.len());
    for list in lists {
        if places[list as usize] != 0 {
            continue;
        }
        for cell in cells.list(list) {
            order.push(cell);
            let place = &mut places[cell as usize];
            if *place == 0 {
                *place = (roots.len() + order.len() - 1) as u32;
            }
        }
    }
    (order, places)
}
