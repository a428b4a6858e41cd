//! Damaged files give an error, or a graph that answers without panic.

mod common;

use common::{Word, pairs, tiny};
use proptest::prelude::*;
use quixotry_lexicon::{Letters, LoadError, Pattern, WordGraph, WordList};

/// Makes the checksum right again, so that what lies behind it must find the damage.
fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    if bytes.len() >= 16 {
        let sum = crc32fast::hash(&bytes[16..]);
        bytes[12..16].copy_from_slice(&sum.to_le_bytes());
    }
    bytes
}

fn ask_everything(graph: &WordGraph) {
    let alphabet = graph.alphabet();
    let words: Vec<Word> = graph.words().take(50).collect();
    for word in &words {
        assert!(graph.contains(word) && graph.contains_anagram(word));
        let index = graph.index_of(word).unwrap();
        assert_eq!(graph.word_at(index).as_ref(), Some(word));
        graph.hooks(word);
        assert!(graph.subanagrams(&Letters::new(word, 1)).take(1000).count() > 0);
    }
    let any = Pattern::parse("*.*", alphabet).unwrap();
    assert_eq!(graph.matching(&any).count(), graph.len() as usize);
    graph.verify();
}

proptest! {
    #[test]
    fn any_changed_byte_is_noticed(pair in pairs(), at in any::<prop::sample::Index>(), flip in 1u8..) {
        let mut bytes = pair.graph.to_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert!(WordGraph::open(bytes).is_err());
    }

    #[test]
    fn any_cut_is_noticed(pair in pairs(), keep in any::<prop::sample::Index>()) {
        let mut bytes = pair.graph.to_bytes();
        bytes.truncate(keep.index(bytes.len()));
        prop_assert!(WordGraph::open(bytes.clone()).is_err());
        prop_assert!(WordGraph::open(seal(bytes)).is_err());
    }

    #[test]
    fn damage_behind_a_right_checksum_does_no_harm(
        pair in pairs(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0u8..70), 1..4),
    ) {
        let mut bytes = pair.graph.to_bytes();
        for (at, byte) in changes {
            let at = 16 + at.index(bytes.len() - 16);
            bytes[at] = byte;
        }
        if let Ok(graph) = WordGraph::open(seal(bytes)) {
            ask_everything(&graph);
        }
    }

    #[test]
    fn damage_to_the_nodes_does_no_harm(
        pair in pairs(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0u32..64), 1..4),
    ) {
        let mut bytes = pair.graph.to_bytes();
        let array = bytes.len() - 4 * u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
        for (at, number) in changes {
            let at = array + at.index((bytes.len() - array) / 4) * 4;
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        if let Ok(graph) = WordGraph::open(seal(bytes)) {
            ask_everything(&graph);
        }
    }

    #[test]
    fn bytes_from_anywhere_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(WordGraph::open(seal(bytes)).is_err());
    }
}

/// Builds the graph of A, AB and B, replaces a number of its array, and opens it.
fn check(at: usize, number: u32, expected: LoadError) {
    let words: Vec<Word> = ["A", "AB", "B"].map(|word| tiny().parse_word(word).unwrap()).into();
    let mut bytes = WordGraph::build("tiny", &tiny(), &words).unwrap().to_bytes();
    let array = bytes.len() - 9 * 4;
    bytes[array + at * 4..][..4].copy_from_slice(&number.to_le_bytes());
    assert_eq!(WordGraph::open(seal(bytes)).unwrap_err(), expected);
}

#[test]
fn a_wrong_node_is_named() {
    // The array: nothing follows [0, 0]; then the root [AB, AB, arc 6, arc 0] at 2; then [B, B, arc 0] at 6.
    let wrong = |at, why| LoadError::BadNode { at, why };
    check(4, 2, wrong(2, "an arc does not lead to a later node"));
    check(8, 2, wrong(6, "an arc does not lead to a later node"));
    check(4, 7, wrong(2, "an arc does not lead to a later node"));
    check(4, 900, wrong(2, "an arc does not lead to a later node"));
    check(6, 0b10000, wrong(6, "a letter is not in the alphabet"));
    check(7, 0b1000, wrong(6, "a letter ends a word without being there"));
    check(0, 0b10, wrong(0, "the first node must be the one that ends"));
    check(6, 0b1110, wrong(6, "its arcs are cut off"));
    check(7, 0, LoadError::Count { stated: 3, found: 2 });
}

#[test]
fn what_is_not_a_graph_is_told_from_a_damaged_or_newer_one() {
    let open = |bytes: &[u8]| WordGraph::open(bytes.to_vec()).unwrap_err();
    let mut bytes = WordGraph::build("none", &tiny(), [[]; 0]).unwrap().to_bytes();
    assert_eq!(open(b"AA\nAAH\nAAHED\n"), LoadError::NotAGraph);
    assert_eq!(open(&[]), LoadError::NotAGraph);
    assert_eq!(open(&bytes[..10]), LoadError::CutOff("the head"));
    bytes[8] = 9;
    assert_eq!(open(&bytes), LoadError::Version(9));
}
