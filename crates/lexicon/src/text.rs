//! Reading word lists as people write them.

use crate::{MAX_WORD_LENGTH, WordVec};
use std::fmt;
use tiles::{Alphabet, Letter, SpellError};

/// How many faults are kept with their lines; more are only counted.
pub const MAX_LISTED_ERRORS: usize = 20;

/// What stands on a line of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Columns {
    /// One word and nothing else.
    #[default]
    Whole,
    /// A word, then white space and something that is not read, such as a definition.
    First,
}

/// What was read, and what could not be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParsedWordList {
    /// The good words in the order of the list, without repetitions.
    pub words: WordVec,
    /// The lines that hold no good word.
    pub errors: WordListErrors,
    /// How many words stood there again.
    pub duplicates: usize,
    /// How many words have a single letter: kept, but few games can use them.
    pub single_letters: usize,
}

/// Lines that hold no good word: the first of them, and how many there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WordListErrors {
    /// The first faults.
    pub first: Vec<WordListError>,
    /// How many there are in all.
    pub total: usize,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {kind}")]
pub struct WordListError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub kind: WordListErrorKind,
}

/// Why a line holds no good word.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WordListErrorKind {
    /// Not UTF-8.
    #[error("this is not UTF-8 text; convert the list to UTF-8")]
    NotUtf8,
    /// UTF-16, told by its byte order mark.
    #[error("the list is UTF-16 text; convert it to UTF-8")]
    Utf16,
    /// More than a word.
    #[error("{0:?} has white space in it; if a definition follows each word, ask for the first column only")]
    SeveralColumns(String),
    /// A letter that the alphabet does not have.
    #[error("in the word {word:?}, {error}")]
    Spelling {
        /// The word as written.
        word: String,
        /// Which character is no letter.
        error: SpellError,
    },
    /// A word with too many letters.
    #[error("the word {word:?} has {length} letters; the longest allowed has {MAX_WORD_LENGTH}")]
    TooLong {
        /// The beginning of the word as written.
        word: String,
        /// How many letters it has.
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
    /// The words, if no line was wrong.
    pub fn into_words(self) -> Result<WordVec, WordListErrors> {
        if self.errors.total == 0 { Ok(self.words) } else { Err(self.errors) }
    }
}

/// Reads a list with a word on each line, in any case.
///
/// A byte order mark, either kind of line end, white space around words, blank lines, lines that begin with `#` and
/// repeated words do no harm. Words have 1 to 63 letters.
pub fn read(bytes: &[u8], alphabet: &Alphabet, columns: Columns) -> ParsedWordList {
    let mut reader =
        ListReader { spelling: Speller::new(alphabet), columns, reading: ParsedWordList::default() };
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        reader.report(1, WordListErrorKind::Utf16);
        return reader.reading;
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.split(|&byte| byte == b'\n').enumerate().for_each(|(at, line)| reader.line(at + 1, line));
    let mut reading = reader.reading;
    let all = reading.words.len();
    reading.words = without_repetitions(&reading.words);
    reading.duplicates = all - reading.words.len();
    reading
}

struct ListReader<'a> {
    spelling: Speller<'a>,
    columns: Columns,
    reading: ParsedWordList,
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
            Err(error) => self.report(line, WordListErrorKind::Spelling { word: shown(text), error }),
            Ok(word) if word.len() > MAX_WORD_LENGTH => {
                let length = word.len();
                self.report(line, WordListErrorKind::TooLong { word: shown(text), length });
            }
            Ok(word) => {
                self.reading.single_letters += usize::from(word.len() == 1);
                self.reading.words.push(word);
            }
        }
    }

    fn report(&mut self, line: usize, kind: WordListErrorKind) {
        let errors = &mut self.reading.errors;
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
            (Columns::Whole, _) => Err(WordListErrorKind::SeveralColumns(shown(line))),
        }
    }
}

/// Spells words with an alphabet, quickly where each character is a letter by itself.
struct Speller<'a> {
    alphabet: &'a Alphabet,
    /// The letter of each byte that cannot begin a longer spelling.
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

fn without_repetitions(words: &WordVec) -> WordVec {
    let mut seen = rustc_hash::FxHashSet::default();
    words.iter().filter(|&word| seen.insert(word)).collect()
}

fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    if text.chars().count() <= SHOWN {
        text.to_owned()
    } else {
        text.chars().take(SHOWN).chain(['…']).collect()
    }
}
