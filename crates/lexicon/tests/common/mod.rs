//! Alphabets, random lists and the slow reference that the tests compare with.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use proptest::prelude::*;
use quixotry_lexicon::WordGraph;
use std::collections::BTreeSet;
use tiles::{Alphabet, Letter, LetterDraft};

pub type Word = Vec<Letter>;

/// The slow reference of a graph: its words in a sorted set.
pub type Reference = BTreeSet<Word>;

/// A graph and its reference.
#[derive(Clone, Debug)]
pub struct Pair {
    pub graph: WordGraph,
    pub reference: Reference,
}

pub fn tiny() -> Alphabet {
    Alphabet::latin("ABC").unwrap()
}

pub fn spanish() -> Alphabet {
    let draft = |upper: &str| LetterDraft { upper: upper.to_owned(), ..LetterDraft::default() };
    Alphabet::new(["A", "C", "CH", "H", "L", "L·L", "Ñ"].map(draft)).unwrap()
}

/// 26 Latin, 24 Greek and 13 Cyrillic letters: the maximum.
pub fn largest() -> Alphabet {
    let letters: String = ('A'..='Z').chain("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ".chars()).chain('А'..='М').collect();
    let alphabet = Alphabet::latin(&letters).unwrap();
    assert_eq!(alphabet.len(), tiles::MAX_LETTERS);
    alphabet
}

pub fn alphabets() -> impl Strategy<Value = Alphabet> {
    prop_oneof![Just(tiny()), Just(spanish()), Just(largest()), Just(Alphabet::english())]
}

/// Words of few different letters, so that they share prefixes, suffixes and anagrams.
pub fn words_of(alphabet: &Alphabet) -> impl Strategy<Value = Vec<Word>> + use<> {
    prop::collection::vec(word_of(alphabet), 0..40)
}

pub fn word_of(alphabet: &Alphabet) -> impl Strategy<Value = Word> + use<> {
    let count = alphabet.len();
    let last = count as u8;
    let few = [1, 2, 3, last / 2, last / 2 + 1, last - 1, last].map(|place| place.clamp(1, last));
    let letter = (0..few.len()).prop_map(move |at| Letter::new(few[at]).unwrap());
    prop::collection::vec(letter, 1..7)
}

pub fn build(alphabet: &Alphabet, words: &[Word]) -> Pair {
    let graph = WordGraph::build("random", alphabet, words).unwrap();
    Pair { graph, reference: words.iter().cloned().collect() }
}

pub fn pairs() -> impl Strategy<Value = Pair> {
    alphabets().prop_flat_map(|alphabet| words_of(&alphabet).prop_map(move |words| build(&alphabet, &words)))
}

/// A graph with its reference, and a word that may be in it.
pub fn pairs_and_word() -> impl Strategy<Value = (Pair, Word)> {
    pairs().prop_flat_map(|pair| {
        let word = word_of(pair.graph.alphabet());
        let known: Vec<Word> = pair.reference.iter().cloned().collect();
        let any = (word, any::<prop::sample::Index>(), any::<bool>());
        let chosen = any.prop_map(move |(word, at, take_known)| match known.len() {
            0 => word,
            count if take_known => known[at.index(count)].clone(),
            _ => word,
        });
        (Just(pair), chosen)
    })
}

pub fn sorted(word: &[Letter]) -> Word {
    let mut word = word.to_vec();
    word.sort_unstable();
    word
}

pub fn english() -> WordGraph {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../presets/lexicon/english.txt");
    let list =
        quixotry_lexicon::text::read(&std::fs::read(path).unwrap(), &Alphabet::english(), Default::default());
    WordGraph::build("english", &Alphabet::english(), &list.into_words().unwrap()).unwrap()
}
