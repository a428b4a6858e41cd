//! The shipped English list: text, bytes, KWG and queries.

mod common;

use quixotry_lexicon::kwg::{self, KwgContents, Packing};
use quixotry_lexicon::{Alphagrams, WordGraph, WordIndex, WordList};
use tiles::Alphabet;

#[test]
fn the_content_hash_is_the_hash_of_the_sorted_file() {
    let hash = "1fc686138564d11a3f73e19a24bad35d448a93b34bb0e66c6fa150dcfe56c3e8";
    assert_eq!(common::english().content_hash().to_string(), hash);
    assert_eq!(common::english().content_hash(), hash.parse().unwrap());
}

#[test]
fn every_word_is_found_by_spelling_number_and_letters() {
    let graph = common::english();
    let alphagrams = Alphagrams(graph.alphagrams().unwrap());
    for (at, word) in graph.words().enumerate() {
        let index = WordIndex(at as u32);
        assert!(graph.contains(&word));
        assert_eq!(graph.index_of(&word), Some(index));
        assert_eq!(graph.word_at(index), Some(word.clone()));
        let backwards: Vec<_> = word.into_iter().rev().collect();
        assert!(alphagrams.contains_anagram(&backwards));
        assert!(at % 50 != 0 || graph.contains_anagram(&backwards));
    }
    assert_eq!(graph.len(), 168_871);
    assert_eq!(graph.lengths()[..4], [0, 0, 105, 997]);
}

#[test]
fn bytes_open_at_any_alignment() {
    let graph = common::english();
    for shift in 0..4 {
        let mut bytes = vec![0; shift];
        bytes.extend(graph.as_bytes());
        let again = WordGraph::open(Shifted(bytes, shift)).unwrap();
        assert_eq!(again.content_hash(), graph.content_hash());
        assert!(again.verify());
    }
}

/// Bytes that are not aligned.
struct Shifted(Vec<u8>, usize);

impl AsRef<[u8]> for Shifted {
    fn as_ref(&self) -> &[u8] {
        &self.0[self.1..]
    }
}

#[test]
fn a_kwg_file_has_the_same_words() {
    let graph = common::english();
    for (packing, contents) in
        [(Packing::Kwg, KwgContents::DawgAndGaddag), (Packing::Kbwg, KwgContents::Dawg)]
    {
        let bytes = kwg::write(&graph, packing, contents).unwrap();
        let again = kwg::read(&bytes, "english", &Alphabet::english(), packing).unwrap();
        assert_eq!(again.as_bytes(), graph.as_bytes());
    }
}
