//! Every query agrees with a slow reference implementation over a sorted set.

mod common;

use common::{Pair, Reference, Word, pairs, pairs_and_word, sorted, spanish, tiny};
use proptest::prelude::*;
use quixotry_lexicon::{Alphagrams, AnyWord, Letters, Pattern, PatternError, WordGraph, WordIndex, WordList};
use tiles::{Alphabet, Letter, LetterSet};

fn select(reference: &Reference, want: impl Fn(&Word) -> bool) -> Vec<Word> {
    reference.iter().filter(|word| want(word)).cloned().collect()
}

/// Whether a word can be made of letters and blanks.
fn can_make(word: &[Letter], letters: &[Letter], blanks: usize) -> bool {
    let count = |list: &[Letter], letter| list.iter().filter(|&&other| other == letter).count();
    let distinct: LetterSet = word.iter().copied().collect();
    let missing: usize =
        distinct.iter().map(|letter| count(word, letter).saturating_sub(count(letters, letter))).sum();
    missing <= blanks
}

#[derive(Clone, Debug)]
enum Part {
    One(Letter),
    Any,
    Run,
    OneOf(LetterSet),
    NoneOf(LetterSet),
}

fn fits(parts: &[Part], word: &[Letter]) -> bool {
    let Some((part, parts)) = parts.split_first() else { return word.is_empty() };
    let one = |select: &dyn Fn(Letter) -> bool| match word.split_first() {
        Some((&letter, word)) => select(letter) && fits(parts, word),
        None => false,
    };
    match part {
        Part::Run => (0..=word.len()).any(|skipped| fits(parts, &word[skipped..])),
        Part::Any => one(&|_| true),
        Part::One(select) => one(&|letter| letter == *select),
        Part::OneOf(set) => one(&|letter| set.contains(letter)),
        Part::NoneOf(set) => one(&|letter| !set.contains(letter)),
    }
}

fn print_part(alphabet: &Alphabet, part: &Part) -> String {
    let all = |set: &LetterSet| set.iter().map(|letter| alphabet.lower(letter)).collect::<String>();
    match part {
        Part::Run => "*".to_owned(),
        Part::Any => "?".to_owned(),
        Part::One(letter) => format!("[{}]", alphabet.upper(*letter)),
        Part::OneOf(set) => format!("[{}]", all(set)),
        Part::NoneOf(set) => format!("[^{}]", all(set)),
    }
}

fn parts(pair: Pair) -> impl Strategy<Value = (Pair, Vec<Part>)> {
    let count = pair.graph.alphabet().len();
    let letter = (0..count.min(3)).prop_map(|index| Letter::from_index(index).unwrap());
    let set = prop::collection::vec(letter.clone(), 1..3).prop_map(|letters| letters.into_iter().collect());
    // In Spanish, C and H together are one letter, so sets are left to the other alphabets.
    let set_or_one = if pair.graph.alphabet() == &spanish() {
        letter.clone().prop_map(Part::One).boxed()
    } else {
        prop_oneof![set.clone().prop_map(Part::OneOf), set.prop_map(Part::NoneOf)].boxed()
    };
    let part = prop_oneof![letter.prop_map(Part::One), Just(Part::Any), Just(Part::Run), set_or_one];
    (Just(pair), prop::collection::vec(part, 0..7))
}

proptest! {
    #[test]
    fn a_graph_contains_exactly_its_words_in_order((pair, word) in pairs_and_word()) {
        prop_assert_eq!(pair.graph.len() as usize, pair.reference.len());
        prop_assert!(pair.graph.words().eq(pair.reference.iter().cloned()));
        prop_assert_eq!(pair.graph.contains(&word), pair.reference.contains(&word));
        prop_assert!(!pair.graph.contains(&[]));
        prop_assert!(pair.graph.verify());
    }

    #[test]
    fn index_of_and_word_at_are_inverse((pair, word) in pairs_and_word()) {
        let place = pair.reference.iter().position(|other| *other == word).map(|at| WordIndex(at as u32));
        prop_assert_eq!(pair.graph.index_of(&word), place);
        for (at, word) in pair.reference.iter().enumerate() {
            let found = pair.graph.word_at(WordIndex(at as u32));
            prop_assert_eq!(found.as_ref(), Some(word));
        }
        prop_assert_eq!(pair.graph.word_at(WordIndex(pair.reference.len() as u32)), None);
        prop_assert_eq!(pair.graph.word_at(WordIndex(u32::MAX)), None);
    }

    #[test]
    fn with_prefix_finds_the_words_that_start_with_it((pair, word) in pairs_and_word(), keep in 0usize..4) {
        let prefix = &word[..keep.min(word.len())];
        let found: Vec<Word> = pair.graph.with_prefix(prefix).collect();
        prop_assert_eq!(found, select(&pair.reference, |word| word.starts_with(prefix)));
    }

    #[test]
    fn anagrams_use_all_letters_and_subanagrams_some((pair, letters) in pairs_and_word(), blanks in 0usize..3) {
        let given = Letters::new(&letters, blanks);
        let some = select(&pair.reference, |word| can_make(word, &letters, blanks));
        let all: Vec<Word> = some.iter().filter(|w| w.len() == letters.len() + blanks).cloned().collect();
        prop_assert_eq!(pair.graph.subanagrams(&given).collect::<Vec<_>>(), some);
        prop_assert_eq!(pair.graph.anagrams(&given).collect::<Vec<_>>(), all);
    }

    #[test]
    fn contains_anagram_accepts_every_permutation((pair, mut word) in pairs_and_word(), turn in 0usize..6) {
        let turn = turn % word.len();
        word.rotate_left(turn);
        let good = pair.reference.iter().any(|other| sorted(other) == sorted(&word));
        prop_assert_eq!(pair.graph.contains_anagram(&word), good);
        let alphagrams = Alphagrams(pair.graph.alphagrams().unwrap());
        prop_assert_eq!(alphagrams.contains_anagram(&word), good);
        prop_assert_eq!(alphagrams.contains(&word), good);
    }

    #[test]
    fn hooks_are_the_letters_that_extend_a_word((pair, word) in pairs_and_word(), keep in 0usize..7) {
        let word = &word[..keep.min(word.len())];
        let good = |front: Option<Letter>, back: Option<Letter>| {
            let longer: Word = front.into_iter().chain(word.iter().copied()).chain(back).collect();
            pair.reference.contains(&longer)
        };
        let hooks = pair.graph.hooks(word);
        for letter in pair.graph.alphabet().letters() {
            prop_assert_eq!(hooks.front.contains(letter), good(Some(letter), None));
            prop_assert_eq!(hooks.back.contains(letter), good(None, Some(letter)));
        }
    }

    #[test]
    fn matching_finds_the_words_of_a_pattern((pair, parts) in pairs().prop_flat_map(parts)) {
        let alphabet = pair.graph.alphabet();
        let text: String = parts.iter().map(|part| print_part(alphabet, part)).collect();
        let Ok(pattern) = Pattern::parse(&text, alphabet) else {
            // Only `[^…]` with every letter of a small alphabet allows nothing.
            prop_assert!(parts.iter().any(|part| matches!(part, Part::NoneOf(_))));
            return Ok(());
        };
        let found: Vec<Word> = pair.graph.matching(&pattern).collect();
        prop_assert_eq!(found, select(&pair.reference, |word| fits(&parts, word)));
    }

    #[test]
    fn parsing_queries_never_panics(text in "[A-Ca-c?*.^\\[\\]#ñÑ ]{0,80}") {
        for alphabet in [tiny(), spanish()] {
            let graph = WordGraph::build("none", &alphabet, [[Letter::new(1).unwrap()]]).unwrap();
            if let Ok(pattern) = Pattern::parse(&text, &alphabet) {
                prop_assert!(graph.matching(&pattern).count() <= 1);
            }
            if let Ok(letters) = Letters::parse(&text, &alphabet) {
                prop_assert!(graph.anagrams(&letters).count() <= 1);
            }
        }
    }
}

fn check_pattern(text: &str, expected: Result<&str, PatternError>) {
    let alphabet = spanish();
    let words = ["CHA", "CA", "[C][H]A", "HACHA", "ÑAÑA"].map(|word| alphabet.parse_word(word).unwrap());
    let graph = WordGraph::build("spanish", &alphabet, &words).unwrap();
    let print =
        |pattern| graph.matching(&pattern).map(|word| alphabet.print(&word)).collect::<Vec<_>>().join(" ");
    assert_eq!(Pattern::parse(text, &alphabet).map(print), expected.map(str::to_owned), "{text}");
}

#[test]
fn patterns_are_read_in_any_case_with_letters_of_several_characters() {
    check_pattern(".a", Ok("CA CHA"));
    check_pattern("cha", Ok("CHA"));
    check_pattern("[C][H]A", Ok("[C][H][A]"));
    check_pattern("[ch]*", Ok("CHA"));
    check_pattern("[hc]*", Ok("CA [C][H][A] HACHA"));
    check_pattern("*[^chh]*", Ok("CA [C][H][A] CHA HACHA ÑAÑA"));
    check_pattern("", Ok(""));
    check_pattern("*", Ok("CA [C][H][A] CHA HACHA ÑAÑA"));
    check_pattern("[ñ].*[ñ]?", Ok("ÑAÑA"));
}

#[test]
fn pattern_errors_have_a_place_and_a_reason() {
    let spelling = |at, text: &str| PatternError::Spelling(tiles::SpellError { at, text: text.to_owned() });
    check_pattern("ñA.X", Err(spelling(3, "X")));
    check_pattern("ñ[A1]", Err(spelling(3, "1")));
    check_pattern("ñ[^A1]", Err(spelling(4, "1")));
    check_pattern("ñ[A", Err(PatternError::Unclosed(1)));
    check_pattern("ñA]", Err(PatternError::Unclosed(2)));
    check_pattern("ñ[]", Err(PatternError::NoLetter(1)));
    check_pattern(&".".repeat(64), Err(PatternError::TooLong));
    check_pattern(&".".repeat(63), Ok(""));
}

#[test]
fn many_runs_cost_no_more_than_one() {
    let graph = common::english();
    let pattern = Pattern::parse(&"*E".repeat(63), graph.alphabet()).unwrap();
    assert_eq!(graph.matching(&pattern).count(), 0);
    let pattern = Pattern::parse(&"*".repeat(100_000), graph.alphabet()).unwrap();
    assert_eq!(graph.matching(&pattern).count(), graph.len() as usize);
}

#[test]
fn letters_are_parsed_with_blanks_among_them() {
    let graph = common::english();
    let alphabet = graph.alphabet();
    let find = |text: &str| -> Vec<String> {
        let letters = Letters::parse(text, alphabet).unwrap();
        graph.anagrams(&letters).map(|word| alphabet.print(&word)).collect()
    };
    assert_eq!(
        find("retsina"),
        ["ANESTRI", "ANTSIER", "NASTIER", "RATINES", "RETAINS", "RETINAS", "RETSINA", "STAINER", "STEARIN"]
    );
    assert!(find("?retain").contains(&"NASTIER".to_owned()) && find("ret?ain") == find("RETAIN?"));
    assert_eq!(find(""), Vec::<String>::new());
    assert_eq!(Letters::parse("ab?1", alphabet).unwrap_err().at, 3);
}

#[test]
fn more_blanks_than_any_word_has_letters_find_every_word() {
    let graph = WordGraph::build("one", &tiny(), [[Letter::new(2).unwrap(); 63]]).unwrap();
    assert_eq!(graph.anagrams(&Letters::new(&[], 63)).count(), 1);
    assert_eq!(graph.anagrams(&Letters::new(&[], 64)).count(), 0);
    assert_eq!(graph.subanagrams(&Letters::new(&[], usize::MAX)).count(), 1);
    assert_eq!(graph.subanagrams(&Letters::new(&[Letter::new(2).unwrap(); 1000], 0)).count(), 1);
}

#[test]
fn any_word_contains_every_word() {
    let list: &dyn WordList = &AnyWord;
    assert!(list.contains(&[]) && list.contains_anagram(&[Letter::new(5).unwrap()]));
}
