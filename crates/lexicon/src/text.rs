//! Parsing word lists: text files with one word on each line.

use crate::{MAX_WORD_LENGTH, WordVec};
use std::fmt;
use tiles::{Alphabet, Letter, SpellError};

/// The number of errors that are listed. Further errors are only counted.
pub const MAX_LISTED_ERRORS: usize = 20;

/// The columns of a word list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Columns {
    /// Each line is one word.
    #[default]
    Whole,
    /// Each line starts with a word. The rest, such as a definition, is ignored.
    First,
}

/// The result of parsing a word list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParsedWordList {
    /// The valid words in the order of the list, without duplicates.
    pub words: WordVec,
    /// The invalid lines.
    pub errors: WordListErrors,
    /// The number of duplicates that were dropped.
    pub duplicates: usize,
    /// The number of words with a single letter. They are kept, but few games can use them.
    pub single_letters: usize,
}

/// The invalid lines of a word list: the first of them, and their total number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordListErrors {
    /// The first errors.
    pub first: Vec<WordListError>,
    /// The total number of errors.
    pub total: usize,
}

/// An invalid line of a word list.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct WordListError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub kind: WordListErrorKind,
}

/// Why a line of a word list is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WordListErrorKind {
    /// The line is not UTF-8.
    #[error("this is not UTF-8 text; convert the list to UTF-8")]
    NotUtf8,
    /// The list starts with a UTF-16 byte order mark.
    #[error("the list is UTF-16 text; convert it to UTF-8")]
    Utf16,
    /// The line has more than one word.
    #[error("{0:?} has white space in it; if a definition follows each word, ask for the first column only")]
    SeveralColumns(String),
    /// The word has a character that is not a letter of the alphabet.
    #[error("in the word {word:?}, {error}")]
    Spelling {
        /// The word.
        word: String,
        /// The invalid character.
        error: SpellError,
    },
    /// The word is too long.
    #[error("the word {word:?} has {length} letters; the longest allowed has {MAX_WORD_LENGTH}")]
    TooLong {
        /// The start of the word.
        word: String,
        /// Its number of letters.
        length: usize,
    },
}

impl std::error::Error for WordListErrors {}

impl fmt::Display for WordListErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.total == 1 { "line of the list is" } else { "lines of the list are" };
        write!(f, "{} {plural} wrong", self.total)?;
        self.first.iter().try_for_each(|fault| write!(f, "\n{fault}"))?;
        match self.total - self.first.len().min(self.total) {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more"),
        }
    }
}

impl ParsedWordList {
    /// Returns the words if every line is valid.
    ///
    /// # Errors
    ///
    /// Fails with the invalid lines.
    pub fn into_words(self) -> Result<WordVec, WordListErrors> {
        if self.errors.total == 0 { Ok(self.words) } else { Err(self.errors) }
    }
}

/// Parses a list with one word on each line, in any case.
///
/// A UTF-8 byte order mark, white space around words, blank lines, lines that start with `#` and duplicates are
/// ignored. Lines end with LF or CRLF. Words have 1 to [`MAX_WORD_LENGTH`] letters.
///
/// ```
/// # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
/// use quixotry::lexicon::text::{self, Columns};
/// use quixotry::tiles::Alphabet;
///
/// let list = text::read(b"cat\ndog\n", &Alphabet::english(), Columns::First);
/// assert_eq!(list.into_words().unwrap().len(), 2);
/// ```
#[must_use]
pub fn read(bytes: &[u8], alphabet: &Alphabet, columns: Columns) -> ParsedWordList {
    let mut reader =
        ListReader { spelling: Speller::new(alphabet), columns, parsed: ParsedWordList::default() };
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        reader.report(1, WordListErrorKind::Utf16);
        return reader.parsed;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.split(|&byte| byte == b'\n').enumerate().for_each(|(at, line)| reader.line(at + 1, line));
    let mut parsed = reader.parsed;
    let all = parsed.words.len();
    parsed.words = without_duplicates(&parsed.words);
    parsed.duplicates = all - parsed.words.len();
    parsed
}

struct ListReader<'a> {
    spelling: Speller<'a>,
    columns: Columns,
    parsed: ParsedWordList,
}

impl ListReader<'_> {
    fn line(&mut self, number: usize, line: &[u8]) {
        match std::str::from_utf8(line) {
            Err(_) => self.report(number, WordListErrorKind::NotUtf8),
            Ok(text) => match self.columns.word(text.trim()) {
                Ok("") => {}
                Ok(word) if word.starts_with('#') => {}
                Ok(word) => self.word(number, word),
                Err(kind) => self.report(number, kind),
            },
        }
    }

    fn word(&mut self, line: usize, text: &str) {
        match self.spelling.word(text) {
            Err(error) => self.report(line, WordListErrorKind::Spelling { word: shorten(text), error }),
            Ok(word) if word.len() > MAX_WORD_LENGTH => {
                let length = word.len();
                self.report(line, WordListErrorKind::TooLong { word: shorten(text), length });
            }
            Ok(word) => {
                self.parsed.single_letters += usize::from(word.len() == 1);
                self.parsed.words.push(word);
            }
        }
    }

    fn report(&mut self, line: usize, kind: WordListErrorKind) {
        let errors = &mut self.parsed.errors;
        errors.total += 1;
        if errors.first.len() < MAX_LISTED_ERRORS {
            errors.first.push(WordListError { line, kind });
        }
    }
}

impl Columns {
    fn word(self, line: &str) -> Result<&str, WordListErrorKind> {
        match (self, line.split_once(char::is_whitespace)) {
            (_, None) => Ok(line),
            (Columns::First, Some((word, _))) => Ok(word),
            (Columns::Whole, _) if line.starts_with('#') => Ok(""),
            (Columns::Whole, _) => Err(WordListErrorKind::SeveralColumns(shorten(line))),
        }
    }
}

/// Parses words, with a fast path for words in which every character is a letter.
struct Speller<'a> {
    alphabet: &'a Alphabet,
    /// The letter of each ASCII byte that cannot start a longer spelling.
    plain: [Option<Letter>; 128],
    word: Vec<Letter>,
}

impl<'a> Speller<'a> {
    fn new(alphabet: &'a Alphabet) -> Speller<'a> {
        let plain = std::array::from_fn(|byte| plain_letter(alphabet, byte as u8 as char));
        Speller { alphabet, plain, word: Vec::new() }
    }

    fn word(&mut self, text: &str) -> Result<&[Letter], SpellError> {
        self.word.clear();
        let plain = |byte: &u8| self.plain.get(usize::from(*byte)).copied().flatten();
        self.word.extend(text.as_bytes().iter().map_while(plain));
        if self.word.len() < text.len() {
            self.word = self.alphabet.parse_word(text)?;
        }
        Ok(&self.word)
    }
}

fn plain_letter(alphabet: &Alphabet, character: char) -> Option<Letter> {
    let alone = |text: &str| {
        text.chars().count() == 1 || !text.to_lowercase().starts_with(character.to_ascii_lowercase())
    };
    let all_alone = |letter| {
        [alphabet.upper(letter), alphabet.lower(letter)]
            .into_iter()
            .chain(alphabet.aliases(letter))
            .all(alone)
    };
    if !character.is_ascii_alphabetic() || !alphabet.letters().all(all_alone) {
        return None;
    }
    alphabet.parse_word(&character.to_string()).ok()?.first().copied()
}

fn without_duplicates(words: &WordVec) -> WordVec {
    let mut seen = rustc_hash::FxHashSet::default();
    words.iter().filter(|&word| seen.insert(word)).collect()
}

fn shorten(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    if text.chars().count() <= MAX_CHARS {
        text.to_owned()
    } else {
        text.chars().take(MAX_CHARS).chain(['…']).collect()
    }
}
