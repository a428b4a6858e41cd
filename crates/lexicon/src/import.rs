//! Making a lexicon of words that were not collected for a game.
//!
//! Dictionaries of spelling checkers have names, abbreviations, words with hyphens and words with foreign letters. A
//! [`WordImporter`] leaves them out and counts them by reason, and spells the others with the letters of the tiles.
//!
//! ```
//! # mod quixotry { pub use {quixotry_lexicon as lexicon, tiles}; }
//! use quixotry::lexicon::import::{Exclusion, ImportFilter, WordImporter};
//! use quixotry::tiles::Alphabet;
//!
//! let alphabet = Alphabet::english();
//! let mut importer = WordImporter::new(&alphabet, ImportFilter::default());
//! for word in ["strasse", "Straße", "Alice", "NATO", "œuvre", "well-known", "naïve"] {
//!     importer.add(word);
//! }
//! let imported = importer.finish("few")?;
//! assert_eq!(imported.graph.len(), 2); // STRASSE and OEUVRE
//! assert_eq!(imported.excluded_words(Exclusion::Name).count, 2);
//! # Ok::<(), quixotry::lexicon::import::WordImportError>(())
//! ```

use crate::{BuildError, MAX_WORD_LENGTH, MAX_WORDS, WordGraph, WordVec};
use std::borrow::Cow;
use std::collections::BTreeMap;
use tiles::{Alphabet, Letter};

/// The number of words that are given as examples for each reason.
const MAX_EXAMPLES: usize = 8;

/// The number of words at which duplicates are removed, to save memory.
const MANY_WORDS: usize = 1 << 25;

/// Characters that are written with two letters where the tiles have none for them.
const EXPANSIONS: [(char, &str); 5] = [('ß', "ss"), ('œ', "oe"), ('æ', "ae"), ('ĳ', "ij"), ('ŀ', "l·")];

/// Which words are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImportFilter {
    /// The fewest letters.
    pub shortest: usize,
    /// The most letters.
    pub longest: usize,
    /// What capital letters mean.
    pub capitals: Capitals,
}

impl Default for ImportFilter {
    fn default() -> ImportFilter {
        ImportFilter { shortest: 2, longest: 15, capitals: Capitals::Names }
    }
}

/// What capital letters in a source mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capitals {
    /// Words with a capital letter are names or abbreviations.
    Names,
    /// Words may start with a capital letter, as German nouns do. Further capital letters make an abbreviation.
    Nouns,
    /// Nothing: the whole source is in capitals.
    Nothing,
}

/// Why a word is left out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Exclusion {
    /// It starts with a capital letter.
    Name,
    /// It has further capital letters or a full stop.
    Abbreviation,
    /// It has a hyphen, an apostrophe or a space.
    SeveralParts,
    /// It has a character that the tiles cannot spell.
    OtherLetters,
    /// It is too short or too long.
    Length,
    /// The source says that it cannot be written in capitals, such as the sign of a unit.
    KeepsCase,
    /// The source says that it is not a word, although its rules make it.
    Forbidden,
    /// It has more affixes than wanted.
    Affixes,
    /// The caller names it.
    Listed,
}

impl Exclusion {
    /// All reasons.
    pub const ALL: [Exclusion; 9] = [
        Exclusion::Name,
        Exclusion::Abbreviation,
        Exclusion::SeveralParts,
        Exclusion::OtherLetters,
        Exclusion::Length,
        Exclusion::KeepsCase,
        Exclusion::Forbidden,
        Exclusion::Affixes,
        Exclusion::Listed,
    ];

    /// What is wrong with such words.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            Exclusion::Name => "names, with a capital letter",
            Exclusion::Abbreviation => "abbreviations",
            Exclusion::SeveralParts => "with a hyphen, an apostrophe or a space",
            Exclusion::OtherLetters => "with letters that the tiles do not have",
            Exclusion::Length => "too short or too long",
            Exclusion::KeepsCase => "signs that are never written in capitals",
            Exclusion::Forbidden => "that the dictionary forbids",
            Exclusion::Affixes => "with too many affixes",
            Exclusion::Listed => "in a list of words to leave out",
        }
    }
}

/// The words that were left out for a reason.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExcludedWords {
    /// How many there were, duplicates included.
    pub count: usize,
    /// The first of them.
    pub examples: Vec<String>,
}

/// Why there is no lexicon.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WordImportError {
    /// No word was taken.
    #[error("there are no words for these tiles: {0} were read, and all were left out")]
    NoWords(usize),
    /// There are too many words.
    #[error("there are more than {MAX_WORDS} words: leave out words with many affixes, or longer words")]
    TooManyWords,
    /// The graph cannot be built.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// A lexicon and what was left out.
#[derive(Clone, Debug)]
pub struct ImportedLexicon {
    /// The lexicon.
    pub graph: WordGraph,
    excluded: BTreeMap<Exclusion, ExcludedWords>,
}

impl ImportedLexicon {
    /// The words that were left out for a reason.
    #[must_use]
    pub fn excluded_words(&self, reason: Exclusion) -> ExcludedWords {
        self.excluded.get(&reason).cloned().unwrap_or_default()
    }
}

/// Takes words one by one and makes a lexicon of them.
#[derive(Clone, Debug)]
pub struct WordImporter<'a> {
    alphabet: &'a Alphabet,
    filter: ImportFilter,
    words: WordVec,
    unwanted: Vec<Vec<Letter>>,
    excluded: BTreeMap<Exclusion, ExcludedWords>,
    is_full: bool,
    total: usize,
}

impl<'a> WordImporter<'a> {
    /// Creates an importer for the letters of an alphabet.
    #[must_use]
    pub fn new(alphabet: &'a Alphabet, filter: ImportFilter) -> WordImporter<'a> {
        WordImporter {
            alphabet,
            filter: ImportFilter { longest: filter.longest.min(MAX_WORD_LENGTH), ..filter },
            words: WordVec::new(),
            unwanted: Vec::new(),
            excluded: BTreeMap::new(),
            is_full: false,
            total: 0,
        }
    }

    /// Takes a word, or leaves it out.
    pub fn add(&mut self, text: &str) {
        match self.spell(text.trim()) {
            Ok(word) => self.push(&word),
            Err(reason) => self.exclude(reason, text),
        }
    }

    /// Takes a word of another lexicon with the same alphabet, if its length is right.
    pub fn add_letters(&mut self, word: &[Letter]) {
        if (self.filter.shortest..=self.filter.longest).contains(&word.len()) {
            self.push(word);
        } else {
            self.exclude(Exclusion::Length, &self.alphabet.print(word));
        }
    }

    /// Takes a word whatever its capital letters and its length, if the tiles can spell it.
    pub fn include(&mut self, text: &str) {
        match self.letters(text.trim()) {
            Some(word) if word.len() <= MAX_WORD_LENGTH => self.push(&word),
            Some(_) => self.exclude(Exclusion::Length, text),
            None => self.exclude(self.explain(text), text),
        }
    }

    /// Counts a word that is left out.
    pub fn exclude(&mut self, reason: Exclusion, text: &str) {
        self.total += 1;
        let excluded = self.excluded.entry(reason).or_default();
        excluded.count += 1;
        if excluded.examples.len() < MAX_EXAMPLES {
            excluded.examples.push(text.to_owned());
        }
    }

    /// Leaves out a word, whatever source it comes from. A text that the tiles cannot spell is no word anyway.
    pub fn remove(&mut self, text: &str) {
        self.unwanted.extend(self.letters(text.trim()));
    }

    /// Builds the lexicon.
    ///
    /// # Errors
    ///
    /// Fails if there are no words or too many.
    pub fn finish(mut self, name: &str) -> Result<ImportedLexicon, WordImportError> {
        self.unwanted.sort_unstable();
        let unwanted = std::mem::take(&mut self.unwanted);
        let is_unwanted =
            |word: &[Letter]| unwanted.binary_search_by(|listed| listed.as_slice().cmp(word)).is_ok();
        self.compact();
        let listed: Vec<String> = self
            .words
            .iter()
            .filter(|word| is_unwanted(word))
            .map(|word| self.alphabet.print(word))
            .collect();
        listed.iter().for_each(|word| self.exclude(Exclusion::Listed, word));
        self.words = self.words.iter().filter(|word| !is_unwanted(word)).collect();
        match self.words.len() {
            0 => Err(WordImportError::NoWords(self.total)),
            n if n > MAX_WORDS || self.is_full => Err(WordImportError::TooManyWords),
            _ => {
                let graph = WordGraph::build(name, self.alphabet, &self.words)?;
                Ok(ImportedLexicon { graph, excluded: self.excluded })
            }
        }
    }

    fn push(&mut self, word: &[Letter]) {
        self.total += 1;
        if self.words.len() >= MANY_WORDS {
            self.compact();
            self.is_full |= self.words.len() > MAX_WORDS;
        }
        if !self.is_full {
            self.words.push(word);
        }
    }

    /// Puts the words in order, without duplicates.
    fn compact(&mut self) {
        let mut sorted: Vec<&[Letter]> = self.words.iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        self.words = sorted.into_iter().collect();
    }

    /// Spells a word with the letters of the tiles, without taking it.
    ///
    /// # Errors
    ///
    /// Why the word would be left out.
    pub fn spell(&self, text: &str) -> Result<Vec<Letter>, Exclusion> {
        self.check_capitals(text)?;
        let word = self.letters(text).ok_or_else(|| self.explain(text))?;
        let fits = (self.filter.shortest..=self.filter.longest).contains(&word.len());
        if fits { Ok(word) } else { Err(Exclusion::Length) }
    }

    fn check_capitals(&self, text: &str) -> Result<(), Exclusion> {
        let mut letters = text.chars();
        let first = letters.next().is_some_and(char::is_uppercase);
        let others = letters.any(char::is_uppercase);
        match self.filter.capitals {
            Capitals::Nothing => Ok(()),
            Capitals::Names | Capitals::Nouns if others => Err(Exclusion::Abbreviation),
            Capitals::Names if first => Err(Exclusion::Name),
            Capitals::Names | Capitals::Nouns => Ok(()),
        }
    }

    fn letters(&self, text: &str) -> Option<Vec<Letter>> {
        // Brackets are our own notation and no part of a word.
        if text.contains('[') {
            return None;
        }
        self.alphabet.parse_word(&self.fold(text)).ok().filter(|word| !word.is_empty())
    }

    /// Writes characters that the tiles do not have with the letters that stand for them.
    fn fold<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let unfold =
            |c: char| EXPANSIONS.iter().find(|(from, _)| c.to_lowercase().eq([*from])).map(|&(_, to)| to);
        let mut folded = String::with_capacity(text.len() + 4);
        for character in text.chars() {
            match unfold(character) {
                Some(letters) if self.alphabet.parse_word(character.encode_utf8(&mut [0; 4])).is_err() => {
                    folded.push_str(letters);
                }
                _ => folded.push(character),
            }
        }
        Cow::Owned(folded)
    }

    /// Why a text cannot be spelled.
    fn explain(&self, text: &str) -> Exclusion {
        if text.contains('.') {
            Exclusion::Abbreviation
        } else if text.contains(|c: char| "-‐‑–'’ʼ".contains(c) || c.is_whitespace()) {
            Exclusion::SeveralParts
        } else {
            Exclusion::OtherLetters
        }
    }
}
