//! Opening a damaged file fails, or gives a graph whose queries do not panic.

mod common;

use common::{Word, pairs, tiny};
use proptest::prelude::*;
use quixotry_lexicon::{Letters, LoadError, Pattern, WordGraph, WordList};

/// Corrects the checksum, so that the later checks must find the damage.
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
        let _ = graph.hooks(word);
        assert!(graph.subanagrams(&Letters::new(word, 1)).take(1000).count() > 0);
    }
    let any = Pattern::parse("*.*", alphabet).unwrap();
    assert_eq!(graph.matching(&any).count(), graph.len() as usize);
    let _ = graph.verify();
}

proptest! {
    #[test]
    fn a_changed_byte_is_detected(pair in pairs(), at in any::<prop::sample::Index>(), flip in 1u8..) {
        let mut bytes = pair.graph.to_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert!(WordGraph::open(bytes).is_err());
    }

    #[test]
    fn truncation_is_detected(pair in pairs(), keep in any::<prop::sample::Index>()) {
        let mut bytes = pair.graph.to_bytes();
        bytes.truncate(keep.index(bytes.len()));
        prop_assert!(WordGraph::open(bytes.clone()).is_err());
        prop_assert!(WordGraph::open(seal(bytes)).is_err());
    }

    #[test]
    fn damage_with_a_valid_checksum_never_panics(
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
    fn damaged_nodes_never_panic(
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
    fn random_bytes_are_rejected(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
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
fn an_invalid_node_is_reported() {
    // The array: the empty node [0, 0]; the root [AB, AB, arc 6, arc 0] at 2; the node [B, B, arc 0] at 6.
    let wrong = |at, why| LoadError::BadNode { at, why };
    check(4, 2, wrong(2, "an arc does not lead to a later node"));
    check(8, 2, wrong(6, "an arc does not lead to a later node"));
    check(4, 7, wrong(2, "an arc does not lead to a later node"));
    check(4, 900, wrong(2, "an arc does not lead to a later node"));
    check(6, 0b10000, wrong(6, "a letter is not in the alphabet"));
    check(7, 0b1000, wrong(6, "a letter ends a word but may not follow"));
    check(0, 0b10, wrong(0, "the first node must be empty"));
    check(6, 0b1110, wrong(6, "its arcs are truncated"));
    check(7, 0, LoadError::Count { stated: 3, found: 2 });
}

/// A file of the tiny alphabet with this array.
fn with_array(array: &[u32], root: u32, count: u32) -> Vec<u8> {
    let mut bytes = WordGraph::build("tiny", &tiny(), [[]; 0]).unwrap().to_bytes();
    bytes.truncate(bytes.len() - 2 * 4);
    bytes.extend(array.iter().flat_map(|number| number.to_le_bytes()));
    for (at, number) in [(16, array.len() as u32), (20, root), (24, count)] {
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    seal(bytes)
}

/// The array of the single word that consists of `letters` letters A.
fn chain(letters: u32) -> Vec<u32> {
    let record = |at: u32| if at + 1 < letters { [2, 0, 5 + 3 * at] } else { [2, 2, 0] };
    [0, 0].into_iter().chain((0..letters).flat_map(record)).collect()
}

#[test]
fn too_long_words_and_too_many_words_are_rejected() {
    let open = |array: &[u32], count| WordGraph::open(with_array(array, 2, count)).map(|graph| graph.len());
    assert_eq!(open(&chain(63), 1), Ok(1));
    assert_eq!(open(&chain(64), 1), Err(LoadError::BadNode { at: 2, why: "its words are too long" }));
    // Each node has two letters that lead to the same next node.
    let doubling = |letters: u32| -> Vec<u32> {
        let record = |at: u32| if at + 1 < letters { [6, 0, 6 + 4 * at, 6 + 4 * at] } else { [6, 6, 0, 0] };
        [0, 0].into_iter().chain((0..letters).flat_map(record)).collect()
    };
    assert_eq!(open(&doubling(24), 1 << 24), Ok(1 << 24));
    assert_eq!(open(&doubling(25), 1 << 25), Err(LoadError::TooManyWords));
    assert_eq!(open(&doubling(60), u32::MAX - 1), Err(LoadError::TooManyWords));
}

#[test]
fn a_root_that_is_not_a_node_is_rejected() {
    let open = |root| WordGraph::open(with_array(&chain(2), root, 1)).map(|graph| graph.len());
    assert_eq!(open(2), Ok(1));
    for root in [1, 3, 8, u32::MAX] {
        assert_eq!(open(root), Err(LoadError::BadNode { at: root as usize, why: "the root is not a node" }));
    }
}

#[test]
fn errors_distinguish_other_files_damaged_files_and_newer_versions() {
    let open = |bytes: &[u8]| WordGraph::open(bytes.to_vec()).unwrap_err();
    let mut bytes = WordGraph::build("none", &tiny(), [[]; 0]).unwrap().to_bytes();
    assert_eq!(open(b"AA\nAAH\nAAHED\n"), LoadError::NotAGraph);
    assert_eq!(open(&[]), LoadError::NotAGraph);
    assert_eq!(open(&bytes[..10]), LoadError::CutOff("the head"));
    bytes[8] = 9;
    assert_eq!(open(&bytes), LoadError::Version(9));
}
