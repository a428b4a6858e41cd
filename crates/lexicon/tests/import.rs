//! Laws of importing words.

mod common;

use common::{alphabets, spanish};
use proptest::prelude::*;
use quixotry_lexicon::import::{Capitals, Exclusion, ImportFilter, WordImportError, WordImporter};
use quixotry_lexicon::{PackedGraph, WordGraph, WordList};
use tiles::{Alphabet, LetterDraft};

fn import(alphabet: &Alphabet, filter: ImportFilter, words: &[String]) -> Result<WordGraph, WordImportError> {
    let mut importer = WordImporter::new(alphabet, filter);
    words.iter().for_each(|word| importer.add(word));
    importer.finish("random").map(|imported| imported.graph)
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[a-cA-C hHlLñÑßœ·'.-]{0,8}|\\PC{0,6}", 1..60)
}

proptest! {
    #[test]
    fn every_imported_word_is_spelled_with_the_tiles_and_is_a_word_of_the_source(
        alphabet in alphabets(), words in texts()
    ) {
        let filter = ImportFilter { capitals: Capitals::Nothing, ..ImportFilter::default() };
        let Ok(graph) = import(&alphabet, filter, &words) else { return Ok(()) };
        for word in graph.words() {
            prop_assert!((2..=15).contains(&word.len()));
            prop_assert!(word.iter().all(|letter| letter.index() < alphabet.len()));
            let spelled = alphabet.print(&word);
            let is_source = |text: &String| {
                let mut one = WordImporter::new(&alphabet, filter);
                one.add(text);
                one.finish("one").is_ok_and(|one| one.graph.contains(&word))
            };
            prop_assert!(words.iter().any(is_source), "{spelled}");
        }
    }

    #[test]
    fn the_same_words_give_the_same_hash_in_any_order_and_number(
        alphabet in alphabets(), words in texts(), seed in any::<u64>()
    ) {
        let filter = ImportFilter::default();
        let once = import(&alphabet, filter, &words);
        let mut twice: Vec<String> = words.iter().chain(&words).cloned().collect();
        let turn = (seed % twice.len() as u64) as usize;
        twice.rotate_left(turn);
        twice.reverse();
        match (once, import(&alphabet, filter, &twice)) {
            (Ok(once), Ok(twice)) => {
                prop_assert_eq!(once.content_hash(), twice.content_hash());
                prop_assert_eq!(PackedGraph::pack(&once), PackedGraph::pack(&twice));
            }
            (Err(_), Err(_)) => {}
            (once, twice) => prop_assert!(false, "{once:?} {twice:?}"),
        }
    }

    #[test]
    fn a_packed_graph_is_unpacked_the_same_and_damage_is_noticed(
        alphabet in alphabets(), words in texts(), at in any::<prop::sample::Index>(), bit in 0..8u8
    ) {
        let filter = ImportFilter { capitals: Capitals::Nothing, ..ImportFilter::default() };
        let Ok(graph) = import(&alphabet, filter, &words) else { return Ok(()) };
        let mut bytes = PackedGraph::pack(&graph);
        let packed = PackedGraph::new(&bytes).unwrap();
        prop_assert_eq!(packed.summary().unwrap().hash, graph.content_hash());
        let unpacked = packed.unpack().unwrap();
        prop_assert_eq!(unpacked.as_bytes(), graph.as_bytes());
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        let damaged = PackedGraph::new(&bytes).and_then(|packed| packed.unpack().ok());
        prop_assert!(damaged.is_none_or(|damaged| damaged.as_bytes() == graph.as_bytes()));
    }
}

#[test]
fn words_are_left_out_for_a_reason() {
    let alphabet = Alphabet::english();
    let mut importer = WordImporter::new(&alphabet, ImportFilter::default());
    let words =
        ["cat", "Cat", "NATO", "iPhone", "e.g.", "don't", "well-known", "ad hoc", "naïve", "I", "a", "x9"];
    words.iter().for_each(|word| importer.add(word));
    importer.add(&"a".repeat(16));
    importer.include("aa");
    importer.include("Hm");
    importer.remove("aa");
    let imported = importer.finish("few").unwrap();
    let counts = Exclusion::ALL.map(|reason| imported.excluded_words(reason).count);
    assert_eq!(counts, [2, 3, 3, 2, 2, 0, 0, 0, 1]);
    assert_eq!(imported.excluded_words(Exclusion::SeveralParts).examples, ["don't", "well-known", "ad hoc"]);
    let words: Vec<String> = imported.graph.words().map(|word| alphabet.print(&word)).collect();
    assert_eq!(words, ["CAT", "HM"]);
}

#[test]
fn capitals_mean_what_the_caller_says() {
    let words = ["Haus", "HAUS", "haus"].map(str::to_owned);
    let count = |capitals, words: &[String]| {
        let filter = ImportFilter { capitals, ..ImportFilter::default() };
        import(&Alphabet::english(), filter, words).map_or(0, |graph| graph.len())
    };
    assert_eq!(count(Capitals::Names, &words[..2]), 0);
    assert_eq!(count(Capitals::Nouns, &words[..1]), 1);
    assert_eq!(count(Capitals::Nouns, &words[1..2]), 0);
    assert_eq!(count(Capitals::Nothing, &words[1..2]), 1);
}

#[test]
fn letters_are_folded_as_the_tiles_say() {
    let spell = |alphabet: &Alphabet, word: &str| {
        let graph = import(alphabet, ImportFilter::default(), &[word.to_owned()]).ok()?;
        graph.words().next().map(|word| alphabet.print(&word))
    };
    let english = Alphabet::english();
    for (word, expected) in
        [("straße", "STRASSE"), ("œuvre", "OEUVRE"), ("æon", "AEON"), ("ĳs", "IJS"), ("façade", "")]
    {
        assert_eq!(spell(&english, word).unwrap_or_default(), expected, "{word}");
    }
    let draft = |upper: &str, aliases: &[&str]| LetterDraft {
        upper: upper.to_owned(),
        aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
        ..LetterDraft::default()
    };
    let danish =
        Alphabet::new([draft("A", &[]), draft("E", &["É"]), draft("Æ", &[]), draft("L", &[])]).unwrap();
    assert_eq!(spell(&danish, "læ").as_deref(), Some("LÆ"));
    assert_eq!(spell(&danish, "allé").as_deref(), Some("ALLE"));
    assert_eq!(spell(&spanish(), "chal·la").as_deref(), Some("CHAL·LA"));
}

#[test]
fn no_words_are_an_error() {
    let filter = ImportFilter::default();
    assert_eq!(import(&Alphabet::english(), filter, &[]).unwrap_err(), WordImportError::NoWords(0));
    let names = ["Ann".to_owned(), "Ben".to_owned()];
    assert_eq!(import(&Alphabet::english(), filter, &names).unwrap_err(), WordImportError::NoWords(2));
}
