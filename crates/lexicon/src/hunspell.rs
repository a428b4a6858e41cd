//! Hunspell dictionaries: every word that a `.dic` file and its `.aff` file make.
//!
//! A `.dic` file lists roots with flags. The `.aff` file says which prefixes and suffixes each flag allows. A spelling
//! checker takes a word apart; this module goes the other way and makes all the words of a root. It follows the
//! rules of hunspell: up to two suffixes and one prefix, the continuation flags of affixes, and the flags that say
//! that a root or an affix is no word alone.
//!
//! ```
//! # mod quixotry { pub use quixotry_lexicon as lexicon; }
//! use quixotry::lexicon::hunspell::HunspellDictionary;
//!
//! let affixes = b"SET UTF-8\nSFX S Y 2\nSFX S 0 s [^y]\nSFX S y ies y\n";
//! let dictionary = HunspellDictionary::read(affixes, b"2\ncat/S\npony/S\n")?;
//! let mut words = Vec::new();
//! for entry in 0..dictionary.len() {
//!     dictionary.expand(entry, &mut |form| words.push(form.text.to_owned()))?;
//! }
//! assert_eq!(words, ["cat", "cats", "pony", "ponies"]);
//! # Ok::<(), quixotry::lexicon::hunspell::HunspellError>(())
//! ```

mod affix;
mod compound;
mod condition;
mod expand;
mod flags;
mod lines;

use affix::AffixFile;
use flags::FlagSet;
use lines::EncodedLines;
use rustc_hash::FxHashSet;
use std::fmt;

/// The most applications of affixes to one root. Real dictionaries need a few thousand.
pub const MAX_FORMS: usize = 1 << 20;

/// The most entries of a dictionary.
pub const MAX_ENTRIES: usize = 1 << 23;

/// The longest root or word, in characters. Longer ones are left out.
pub const MAX_CHARS: usize = 255;

/// A dictionary with its affixes.
#[derive(Clone, Debug)]
pub struct HunspellDictionary {
    affixes: AffixFile,
    entries: Vec<DictionaryEntry>,
    forbidden: FxHashSet<Box<str>>,
}

#[derive(Clone, Debug)]
struct DictionaryEntry {
    root: Box<str>,
    flags: FlagSet,
    line: usize,
}

/// A word that a root and its affixes make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordForm<'a> {
    /// The word.
    pub text: &'a str,
    /// The root.
    pub root: &'a str,
    /// The number of suffixes, 0 to 2.
    pub suffixes: usize,
    /// The number of prefixes, 0 or 1.
    pub prefixes: usize,
    /// Whether the word is always written with these capital and small letters, such as the sign of a unit.
    pub keeps_case: bool,
}

/// What is wrong with a dictionary, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} of the {file}: {kind}")]
pub struct HunspellError {
    /// The file.
    pub file: HunspellFile,
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong with the line.
    pub kind: HunspellErrorKind,
}

/// One of the two files of a dictionary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HunspellFile {
    /// The `.aff` file.
    Affixes,
    /// The `.dic` file.
    Words,
}

impl fmt::Display for HunspellFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HunspellFile::Affixes => ".aff file",
            HunspellFile::Words => ".dic file",
        })
    }
}

/// Why a line of a dictionary is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HunspellErrorKind {
    /// The encoding is not known.
    #[error("the encoding {0:?} is not known")]
    UnknownEncoding(String),
    /// The text is not in the encoding of the file.
    #[error("the text is not in the encoding {0}, which the .aff file names with SET")]
    NotEncoded(&'static str),
    /// The kind of flags is not known.
    #[error("{0:?} is no kind of flags: FLAG is followed by long, num or UTF-8")]
    FlagKind(String),
    /// A flag cannot be read.
    #[error("{0:?} is not a valid flag of this file")]
    BadFlag(String),
    /// An alias has no definition.
    #[error("there is no set of flags number {0} (AF)")]
    NoAlias(String),
    /// Words of the line are missing.
    #[error("{0} needs more fields")]
    TooFewFields(String),
    /// A number is expected.
    #[error("{0:?} is not a number")]
    NotANumber(String),
    /// The lines of an affix differ from the number in its first line.
    #[error("the affix {flag:?} has other rules than its first line says: {missing} are missing here")]
    RuleCount {
        /// The affix.
        flag: String,
        /// How many rules are missing.
        missing: usize,
    },
    /// A rule without the first line of its affix.
    #[error(
        "this rule belongs to no affix: a line such as `SFX A Y 3` comes first, with the number of rules"
    )]
    StrayRule,
    /// A condition has an open bracket.
    #[error("the condition {0:?} has a bracket without its partner")]
    BadCondition(String),
    /// A compound rule cannot be read.
    #[error("the compound rule {0:?} cannot be read")]
    BadCompoundRule(String),
    /// There are too many entries.
    #[error("a dictionary has at most {MAX_ENTRIES} entries")]
    TooManyEntries,
    /// A root has too many forms.
    #[error("the affixes of {0:?} combine in more than {MAX_FORMS} ways")]
    TooManyForms(String),
    /// There are too many compounds.
    #[error("the parts combine in more than {0} ways: allow fewer parts or shorter words")]
    TooManyCompounds(usize),
}

impl HunspellDictionary {
    /// Reads both files of a dictionary.
    ///
    /// # Errors
    ///
    /// Fails at the first line that is invalid.
    pub fn read(affixes: &[u8], words: &[u8]) -> Result<HunspellDictionary, HunspellError> {
        let affixes = AffixFile::read(affixes)?;
        let mut dictionary =
            HunspellDictionary { affixes, entries: Vec::new(), forbidden: FxHashSet::default() };
        let lines =
            EncodedLines { file: HunspellFile::Words, bytes: words, encoding: dictionary.affixes.encoding };
        for line in lines.iter() {
            let (number, text) = line?;
            let is_count = number == 1 && text.trim().bytes().all(|byte| byte.is_ascii_digit());
            if !is_count {
                dictionary.add_entry(number, &text)?;
            }
        }
        Ok(dictionary)
    }

    /// Returns the number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns whether an entry says that this is not a word, although a root and its affixes make it.
    #[must_use]
    pub fn is_forbidden(&self, word: &str) -> bool {
        self.forbidden.contains(word)
    }

    /// Returns the language that the affix file names, such as `pt_PT`.
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        self.affixes.language.as_deref()
    }

    /// Calls `emit` for each word of an entry. A word may come several times, and may be forbidden by another entry.
    ///
    /// # Errors
    ///
    /// Fails if the affixes combine in more than [`MAX_FORMS`] ways.
    pub fn expand(&self, entry: usize, emit: &mut dyn FnMut(WordForm<'_>)) -> Result<(), HunspellError> {
        let Some(entry) = self.entries.get(entry) else { return Ok(()) };
        expand::expand(&self.affixes, entry, &mut |form| {
            if form.is_word {
                emit(form.word);
            }
        })
    }

    /// Calls `emit` for each compound of 2 to `max_parts` parts and at most `max_chars` characters.
    ///
    /// # Errors
    ///
    /// Fails if more than `limit` combinations would have to be tried.
    pub fn expand_compounds(
        &self,
        max_parts: usize,
        max_chars: usize,
        limit: usize,
        emit: &mut dyn FnMut(WordForm<'_>),
    ) -> Result<(), HunspellError> {
        compound::expand(self, compound::CompoundBounds { max_parts, max_chars, limit }, emit)
    }

    fn add_entry(&mut self, line: usize, text: &str) -> Result<(), HunspellError> {
        let fault = |kind| HunspellError { file: HunspellFile::Words, line, kind };
        let text = without_morphology(text);
        let (root, flags) = match split_flags(text) {
            // A slash in the middle of an abbreviation (A/S), in a file whose flags are numbers.
            (_, flags) if !self.affixes.may_be_flags(flags) => (text.to_owned(), ""),
            split => split,
        };
        let root: String = root.chars().filter(|c| !self.affixes.ignored.contains(c)).collect();
        if root.is_empty() || root.chars().count() > MAX_CHARS {
            return Ok(());
        }
        let flags = self.affixes.flag_set(flags).map_err(fault)?;
        if self.entries.len() >= MAX_ENTRIES {
            return Err(fault(HunspellErrorKind::TooManyEntries));
        }
        if self.affixes.has(&flags, self.affixes.forbidden_word) {
            self.forbidden.insert(root.as_str().into());
        }
        self.entries.push(DictionaryEntry { root: root.into(), flags, line });
        Ok(())
    }
}

/// The entry without the description that may follow it: after a tab, or after a space and two letters with a colon.
fn without_morphology(line: &str) -> &str {
    let line = line.split('\t').next().unwrap_or_default();
    let is_field = |&(at, _): &(usize, &str)| {
        let rest = line.as_bytes().get(at + 1..at + 4);
        rest.is_some_and(|rest| rest[2] == b':' && rest[..2].iter().all(u8::is_ascii_lowercase))
    };
    let end = line.match_indices(' ').find(is_field).map_or(line.len(), |(at, _)| at);
    line[..end].trim()
}

/// Splits a word from its flags at the first slash that is not escaped.
fn split_flags(text: &str) -> (String, &str) {
    let mut word = String::with_capacity(text.len());
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' if characters.peek().is_some_and(|&(_, next)| next == '/') => {
                characters.next();
                word.push('/');
            }
            '/' if at > 0 => return (word, &text[at + 1..]),
            _ => word.push(character),
        }
    }
    (word, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_split_into_word_and_flags() {
        for (line, word, flags) in [
            ("cat", "cat", ""),
            ("cat/S", "cat", "S"),
            ("cat/S\tst:x", "cat", "S"),
            ("cat/S po:noun is:x", "cat", "S"),
            ("ad hoc/S", "ad hoc", "S"),
            (r"km\/h/S", "km/h", "S"),
            ("/x", "/x", ""),
            ("", "", ""),
        ] {
            assert_eq!(split_flags(without_morphology(line)), (word.to_owned(), flags), "{line}");
        }
    }
}
