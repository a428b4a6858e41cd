//! Parsing word lists.

mod common;

use common::{largest, spanish};
use proptest::prelude::*;
use quixotry_lexicon::text::{
    Columns, MAX_LISTED_ERRORS, ParsedWordList, WordListError, WordListErrorKind, read,
};
use quixotry_lexicon::{BuildError, ContentHash, HashParseError, MAX_WORD_LENGTH, WordGraph};
use tiles::{Alphabet, Letter, LetterDraft, SpellError};

fn read_english(list: impl AsRef<[u8]>) -> ParsedWordList {
    read(list.as_ref(), &Alphabet::english(), Columns::Whole)
}

fn print(reading: &ParsedWordList, alphabet: &Alphabet) -> String {
    reading.words.iter().map(|word| alphabet.print(word)).collect::<Vec<_>>().join(" ")
}

fn errors(reading: &ParsedWordList) -> Vec<String> {
    reading.errors.first.iter().map(ToString::to_string).collect()
}

#[test]
fn case_line_ends_byte_order_mark_blank_lines_and_comments_are_ignored() {
    let reading = read_english(b"\xef\xbb\xbf# two words\r\ncat\r\n\r\n  Dog \t\nCAT\n\n# the end");
    assert_eq!(print(&reading, &Alphabet::english()), "CAT DOG");
    assert_eq!((reading.duplicates, reading.errors.total), (1, 0));
}

#[test]
fn an_invalid_line_is_reported_with_a_remedy() {
    let reading = read_english(b"CAT\nC4T\nd\xf3g\nCAT a small animal\n");
    assert_eq!(
        errors(&reading),
        [
            "line 2: in the word \"C4T\", \"4\" at character 2 is not a letter of this alphabet",
            "line 3: this is not UTF-8 text; convert the list to UTF-8",
            "line 4: \"CAT a small animal\" has white space in it; if a definition follows each word, ask for the first column only",
        ]
    );
    assert_eq!(print(&reading, &Alphabet::english()), "CAT");
    assert!(
        reading.into_words().unwrap_err().to_string().starts_with("3 lines of the list are wrong\nline 2: ")
    );
}

#[test]
fn many_errors_are_counted_and_the_first_are_listed() {
    let errors = read_english("1\n".repeat(1000)).into_words().unwrap_err();
    assert_eq!((errors.first.len(), errors.total), (MAX_LISTED_ERRORS, 1000));
    assert!(errors.to_string().ends_with("… and 980 more"));
}

#[test]
fn first_ignores_the_other_columns() {
    let reading = read(b"cat a small animal\ndog\t[n]\n", &Alphabet::english(), Columns::First);
    assert_eq!(print(&reading, &Alphabet::english()), "CAT DOG");
    assert_eq!(reading.errors.total, 0);
}

#[test]
fn utf_16_is_rejected() {
    assert_eq!(
        read_english(b"\xff\xfeC\0A\0").errors.first,
        [WordListError { line: 1, kind: WordListErrorKind::Utf16 }]
    );
}

#[test]
fn words_have_1_to_63_letters() {
    let long = "A".repeat(MAX_WORD_LENGTH);
    let reading = read_english(format!("{long}\nI\n{long}A\n"));
    assert_eq!((reading.words.len(), reading.single_letters), (2, 1));
    assert!(matches!(
        reading.errors.first[..],
        [WordListError { line: 3, kind: WordListErrorKind::TooLong { length: 64, .. } }]
    ));
    let a = Letter::new(1).unwrap();
    let build =
        |word: &[Letter]| WordGraph::build("one", &Alphabet::english(), [word]).map(|graph| graph.len());
    assert_eq!(build(&[a; 63]), Ok(1));
    assert_eq!(build(&[a; 64]), Err(BuildError::WordLength { at: 0, length: 64 }));
    assert_eq!(build(&[]), Err(BuildError::WordLength { at: 0, length: 0 }));
}

#[test]
fn a_letter_outside_the_alphabet_is_rejected() {
    let (a, z) = (Letter::new(1).unwrap(), Letter::new(27).unwrap());
    let built = WordGraph::build("one", &Alphabet::english(), [vec![a], vec![a, z]]);
    assert_eq!(built.unwrap_err(), BuildError::ForeignLetter { at: 1, letter: z, letters: 26 });
}

#[test]
fn letters_with_several_characters_are_read_in_any_case() {
    let reading = read("chA\nCal·la\n[c][h]a\nñaña".as_bytes(), &spanish(), Columns::Whole);
    assert_eq!(print(&reading, &spanish()), "CHA CAL·LA [C][H][A] ÑAÑA");
    assert_eq!(reading.words.get(0).unwrap().len(), 2);
}

#[test]
fn the_content_hash_distinguishes_a_digraph_from_its_characters() {
    let hash = |list: &str| {
        let words = read(list.as_bytes(), &spanish(), Columns::Whole).into_words().unwrap();
        WordGraph::build("spanish", &spanish(), &words).unwrap().content_hash().to_string()
    };
    // SHA-256 of "CA\n[CH]A\n" and of "CA\nCHA\n".
    assert_eq!(hash("ca\ncha"), "2c37ad45d24bcb9127b092deb4008fdc09e5f0d664ea6b7a6480261cf6ae98f0");
    assert_eq!(hash("[c][h]a\nca"), "53a2628159b0667cb60354106e5fe389da72ef4d0362e1c1c7d7c99e8572db87");
}

#[test]
fn a_content_hash_is_64_hexadecimal_digits() {
    let text = "1fc686138564d11a3f73e19a24bad35d448a93b34bb0e66c6fa150dcfe56c3e8";
    assert_eq!(text.parse::<ContentHash>().unwrap().to_string(), text);
    assert_eq!(text.to_uppercase().parse::<ContentHash>().unwrap().to_string(), text);
    for wrong in ["", "1fc6", &text[1..], &format!("{text}0"), &text.replace('f', "g"), &"é".repeat(64)] {
        assert_eq!(wrong.parse::<ContentHash>(), Err(HashParseError(wrong.to_owned())));
    }
}

/// An alphabet with a long spelling, confusable cases and an alias.
fn odd() -> Alphabet {
    let draft = |upper: &str, aliases: &[&str]| LetterDraft {
        upper: upper.to_owned(),
        aliases: aliases.iter().map(|&alias| alias.to_owned()).collect(),
        ..LetterDraft::default()
    };
    Alphabet::new([draft("A", &[]), draft("B", &["X"]), draft("Z", &["YY"]), draft("Y", &[])]).unwrap()
}

proptest! {
    #[test]
    fn reading_agrees_with_parsing_word_by_word(words in prop::collection::vec("[ABCHXYZabchxyzÑñ·L]{1,5}", 0..20)) {
        for alphabet in [Alphabet::english(), spanish(), largest(), odd()] {
            for word in &words {
                let reading = read(word.as_bytes(), &alphabet, Columns::Whole);
                let read = reading.words.get(0).map(<[Letter]>::to_vec);
                prop_assert_eq!(read, alphabet.parse_word(word).ok());
                let spelled: Option<SpellError> = match reading.errors.first.first().map(|fault| &fault.kind) {
                    Some(WordListErrorKind::Spelling { error, .. }) => Some(error.clone()),
                    _ => None,
                };
                prop_assert_eq!(spelled, alphabet.parse_word(word).err());
            }
        }
    }

    #[test]
    fn reading_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read(&bytes, &spanish(), Columns::First);
        let _ = read(&bytes, &spanish(), Columns::Whole);
    }
}
