//! The words that a rules file brings itself.

use crate::board::part_of;
use crate::error::DataFileError;
use crate::reader::ErrorCollector;
use crate::toml_tree::TomlNode;
use lexicon::text::{self, Columns};
use tiles::Alphabet;

/// The longest word list of a rules file, in bytes. Longer lists are installed as lexicons.
pub const MAX_OWN_WORDS: usize = 1 << 20;

/// The name of a lexicon that the rules file does not name.
pub(crate) const DEFAULT_NAME: &str = "own";

const KEY: &str = "lexicon.words";

/// Reports each line that cannot be a word, and says whether all can.
pub(crate) fn check(node: &TomlNode, words: &str, alphabet: &Alphabet, errors: &ErrorCollector) -> bool {
    let blame = |message: String| {
        errors.add(DataFileError::new(&node.span, KEY, message));
        false
    };
    if words.len() > MAX_OWN_WORDS {
        let size = words.len();
        return blame(format!(
            "has {size} bytes, and at most {MAX_OWN_WORDS} are allowed; install the list as a lexicon"
        ));
    }
    let read = text::read(words.as_bytes(), alphabet, Columns::Whole);
    if read.errors.total == 0 && read.words.is_empty() {
        return blame("has no words; write one on each line".to_owned());
    }
    for error in &read.errors.first {
        let line = words.split('\n').nth(error.line - 1).unwrap_or_default().trim_end();
        let start = line.len() - line.trim_start().len();
        let span = part_of(node, error.line - 1, start..line.len());
        errors.add(DataFileError::new(&span, KEY, error.kind.to_string()));
    }
    let more = read.errors.total - read.errors.first.len();
    if more > 0 {
        return blame(format!("{more} more lines are wrong"));
    }
    read.errors.total == 0
}

/// The words without comments and empty lines, each on a line.
pub(crate) fn tidy(words: &str) -> String {
    let words = words.trim_start_matches('\u{feff}').lines().map(str::trim);
    words
        .filter(|word| !word.is_empty() && !word.starts_with('#'))
        .map(|word| word.to_owned() + "\n")
        .collect()
}
