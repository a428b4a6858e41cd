//! Writing, reading and rejecting KWG files.

mod common;

use common::{Word, pairs, tiny};
use proptest::prelude::*;
use quixotry_lexicon::kwg::{self, KwgContents, KwgError, Packing};
use quixotry_lexicon::{BuildError, MAX_WORD_LENGTH, WordGraph};
use std::collections::BTreeSet;
use tiles::Alphabet;

const WAYS: [(Packing, KwgContents); 4] = [
    (Packing::Kwg, KwgContents::Dawg),
    (Packing::Kwg, KwgContents::DawgAndGaddag),
    (Packing::Kbwg, KwgContents::Dawg),
    (Packing::Kbwg, KwgContents::DawgAndGaddag),
];

/// A slow reference implementation of the format's description.
struct GraphBuilder(Vec<u32>);

impl GraphBuilder {
    fn new(bytes: &[u8]) -> GraphBuilder {
        GraphBuilder(bytes.chunks(4).map(|node| u32::from_le_bytes(node.try_into().unwrap())).collect())
    }

    /// All strings of tiles below a root. Asserts that siblings are sorted.
    fn strings(&self, root: usize) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        self.list((self.0[root] & 0x3f_ffff) as usize, &mut Vec::new(), &mut all);
        all
    }

    fn list(&self, mut at: usize, prefix: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
        let mut before = None;
        while at != 0 {
            let node = self.0[at];
            let tile = (node >> 24) as u8;
            assert!(before < Some(tile), "siblings ascend");
            before = Some(tile);
            prefix.push(tile);
            if node & 0x80_0000 != 0 {
                all.push(prefix.clone());
            }
            self.list((node & 0x3f_ffff) as usize, prefix, all);
            prefix.pop();
            at = if node & 0x40_0000 == 0 { at + 1 } else { 0 };
        }
    }
}

fn places(word: &Word) -> Vec<u8> {
    word.iter().map(|letter| letter.place()).collect()
}

/// The GADDAG strings of a word: a reversed prefix, the separator, the rest.
fn gaddag_strings(word: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (1..=word.len()).map(|turn| {
        let (begin, rest) = word.split_at(turn);
        let point = (!rest.is_empty()).then_some(0);
        begin.iter().rev().copied().chain(point).chain(rest.iter().copied()).collect()
    })
}

proptest! {
    #[test]
    fn written_words_are_read_back_in_every_format(pair in pairs()) {
        for (packing, contents) in WAYS {
            let bytes = kwg::write(&pair.graph, packing, contents).unwrap();
            let again = kwg::read(&bytes, "random", pair.graph.alphabet(), packing).unwrap();
            prop_assert_eq!(again.as_bytes(), pair.graph.as_bytes());
        }
    }

    #[test]
    fn a_file_contains_the_words_and_their_gaddag(pair in pairs()) {
        let bytes = kwg::write(&pair.graph, Packing::Kwg, KwgContents::DawgAndGaddag).unwrap();
        let nodes = GraphBuilder::new(&bytes);
        let words: Vec<Vec<u8>> = pair.reference.iter().map(places).collect();
        let turned: BTreeSet<Vec<u8>> = words.iter().flat_map(|word| gaddag_strings(word)).collect();
        prop_assert_eq!(nodes.strings(0), words);
        prop_assert_eq!(nodes.strings(1), turned.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn damaged_bytes_give_an_error_or_other_words(
        pair in pairs(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
        how in 0usize..4,
    ) {
        let (packing, contents) = WAYS[how];
        let mut bytes = kwg::write(&pair.graph, packing, contents).unwrap();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len() * 2).min(bytes.len()));
        if let Ok(graph) = kwg::read(&bytes, "damaged", pair.graph.alphabet(), packing) {
            prop_assert_eq!(graph.words().count(), graph.len() as usize);
        }
    }

    #[test]
    fn reading_never_panics(bytes in prop::collection::vec(0u8..8, 0..80), big in any::<bool>()) {
        let packing = if big { Packing::Kbwg } else { Packing::Kwg };
        let _ = kwg::read(&bytes, "random", &Alphabet::english(), packing);
    }
}

#[test]
fn an_empty_lexicon_is_two_roots_without_arcs() {
    let graph = WordGraph::build("none", &tiny(), [[]; 0]).unwrap();
    let bytes = kwg::write(&graph, Packing::Kwg, KwgContents::DawgAndGaddag).unwrap();
    assert_eq!(bytes, [0, 0, 0x40, 0, 0, 0, 0x40, 0]);
}

#[test]
fn a_list_that_is_the_tail_of_another_is_stored_inside_it() {
    let words = ["AB", "AC", "BC"].map(|word| tiny().parse_word(word).unwrap());
    let graph = WordGraph::build("tails", &tiny(), &words).unwrap();
    let bytes = kwg::write(&graph, Packing::Kwg, KwgContents::Dawg).unwrap();
    let expected = [node(0, "l", 3), node(2, "a", 0), node(3, "al", 0), node(1, "", 1), node(2, "l", 2)];
    assert_eq!(GraphBuilder::new(&bytes).0, expected);
}

/// A node in KWG packing.
fn node(tile: u32, flags: &str, arc: u32) -> u32 {
    tile << 24 | u32::from(flags.contains('a')) << 23 | u32::from(flags.contains('l')) << 22 | arc
}

fn check(nodes: &[u32], expected: Result<&str, KwgError>) {
    let bytes: Vec<u8> = nodes.iter().flat_map(|node| node.to_le_bytes()).collect();
    let alphabet = tiny();
    let print =
        |graph: WordGraph| graph.words().map(|word| alphabet.print(&word)).collect::<Vec<_>>().join(" ");
    assert_eq!(
        kwg::read(&bytes, "made by hand", &alphabet, Packing::Kwg).map(print),
        expected.map(str::to_owned)
    );
}

#[test]
fn handmade_nodes_are_read_or_rejected() {
    check(&[node(0, "l", 1), node(1, "", 3), node(2, "al", 3), node(3, "al", 0)], Ok("AC B BC"));
    // Unsorted siblings, a letter without words, an empty graph.
    check(&[node(0, "l", 1), node(2, "a", 0), node(1, "al", 0)], Ok("A B"));
    check(&[node(0, "l", 1), node(2, "a", 0), node(1, "l", 0)], Ok("B"));
    check(&[node(0, "l", 0)], Ok(""));
    check(&[], Err(KwgError::Length(0)));
    check(&[node(0, "l", 1), node(1, "a", 0)], Err(KwgError::Unfinished));
    check(&[node(0, "l", 1), node(1, "al", 2)], Err(KwgError::ArcOutside { at: 1 }));
    check(&[node(0, "l", 1), node(4, "al", 0)], Err(KwgError::NoLetter { at: 1, tile: 4, letters: 3 }));
    check(&[node(0, "l", 1), node(0, "al", 0)], Err(KwgError::NoLetter { at: 1, tile: 0, letters: 3 }));
    check(&[node(0, "l", 1), node(1, "a", 0), node(1, "al", 0)], Err(KwgError::Twice { at: 2 }));
    check(&[node(0, "l", 1), node(1, "al", 1)], Err(KwgError::Cycle { at: 1 }));
    check(&[node(0, "l", 1), node(1, "a", 0), node(2, "al", 1)], Err(KwgError::Cycle { at: 1 }));
}

#[test]
fn incomplete_nodes_are_rejected() {
    let read = kwg::read(&[0, 0, 0x40, 0, 0], "cut", &tiny(), Packing::Kwg);
    assert_eq!(read.unwrap_err(), KwgError::Length(5));
}

/// A chain of nodes with two letters at each step: few nodes, astronomically many words.
fn doubling(steps: u32, accepts: &str) -> Vec<u32> {
    let pair = |step: u32| {
        let arc = if step + 1 < steps { 2 * step + 3 } else { 0 };
        let flags = if arc == 0 { "a" } else { accepts };
        [node(1, flags, arc), node(2, &format!("l{flags}"), arc)]
    };
    [node(0, "l", 1)].into_iter().chain((0..steps).flat_map(pair)).collect()
}

#[test]
fn a_small_file_with_too_many_or_infinite_words_is_rejected_at_once() {
    check(&doubling(60, "a"), Err(KwgError::Build(BuildError::TooManyWords)));
    check(&doubling(63, ""), Err(KwgError::Build(BuildError::TooManyWords)));
    check(&doubling(64, ""), Err(KwgError::LongWord));
    check(&doubling(2, ""), Ok("AA AB BA BB"));
}

#[test]
fn a_too_long_word_is_found_after_a_shorter_path_to_the_same_node() {
    // A leads directly to a long chain. B reaches the same chain one letter later.
    let chain = MAX_WORD_LENGTH as u32 - 1;
    let mut nodes = vec![node(0, "l", 1), node(1, "", 4), node(2, "l", 3), node(3, "l", 4)];
    nodes.extend((0..chain).map(|at| node(1, "al", if at + 1 < chain { at + 5 } else { 0 })));
    check(&nodes, Err(KwgError::LongWord));
}

#[test]
fn too_many_nodes_for_the_packing_are_rejected() {
    let bytes = vec![0; 4 * (1 << 22) + 4];
    let read = kwg::read(&bytes, "large", &tiny(), Packing::Kwg);
    assert_eq!(read.unwrap_err(), KwgError::TooLarge { nodes: (1 << 22) + 1, room: 1 << 22 });
    assert_eq!(kwg::read(&bytes, "large", &tiny(), Packing::Kbwg).unwrap_err(), KwgError::Unfinished);
}
