//! Definitions of words from WordNet, where its files are installed.

use anyhow::{Context, bail};
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Where packages of operating systems put the files of WordNet.
const DIRECTORIES: [&str; 5] = [
    "/usr/share/wordnet",
    "/usr/share/wordnet/dict",
    "/usr/local/WordNet-3.0/dict",
    "/usr/local/share/wordnet/dict",
    "/opt/homebrew/opt/wordnet/dict",
];

/// The variable that names the directory for the programs of WordNet too.
const VARIABLE: &str = "WNSEARCHDIR";

/// The most definitions of a word and a part of speech.
const MOST: usize = 3;

/// A definition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct WordDefinition {
    /// The part of speech.
    pub(super) part: &'static str,
    /// The word in its basic form, such as `run` for `running`.
    pub(super) base: String,
    /// The definition, without examples.
    pub(super) text: String,
}

/// The files of one part of speech.
struct PartFiles {
    part: &'static str,
    /// Endings of inflected forms, and what stands for them in the basic form.
    endings: &'static [(&'static str, &'static str)],
    index: String,
    data: Vec<u8>,
    exceptions: String,
}

/// A part of speech: its name, the ending of its files, and its inflections.
type PartOfSpeech = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const PARTS: [PartOfSpeech; 4] = [
    (
        "noun",
        "noun",
        &[
            ("s", ""),
            ("ses", "s"),
            ("xes", "x"),
            ("zes", "z"),
            ("ches", "ch"),
            ("shes", "sh"),
            ("men", "man"),
            ("ies", "y"),
        ],
    ),
    (
        "verb",
        "verb",
        &[
            ("s", ""),
            ("ies", "y"),
            ("es", "e"),
            ("es", ""),
            ("ed", "e"),
            ("ed", ""),
            ("ing", "e"),
            ("ing", ""),
        ],
    ),
    ("adjective", "adj", &[("er", ""), ("est", ""), ("er", "e"), ("est", "e")]),
    ("adverb", "adv", &[]),
];

/// The dictionary.
pub(super) struct Dictionary {
    parts: Vec<PartFiles>,
}

impl Dictionary {
    /// Opens the files of WordNet: in the directory that `WNSEARCHDIR` names, in `wordnet` of the data directories, or
    /// where operating systems put them.
    pub(super) fn open(data_directories: &[PathBuf]) -> anyhow::Result<Dictionary> {
        let own = data_directories.iter().map(|directory| directory.join("wordnet"));
        let places: Vec<PathBuf> = match std::env::var_os(VARIABLE) {
            Some(named) => vec![PathBuf::from(named)],
            None => own.chain(DIRECTORIES.iter().map(PathBuf::from)).collect(),
        };
        match places.iter().find(|place| place.join("index.noun").is_file()) {
            Some(place) => Dictionary::read(place),
            None => bail!(
                "WordNet is not installed: there is no index.noun in {}; install it (Debian: the package wordnet-base), or name its directory with {VARIABLE}",
                places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(", ")
            ),
        }
    }

    fn read(directory: &Path) -> anyhow::Result<Dictionary> {
        let read = |name: String| {
            let path = directory.join(name);
            fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
        };
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let mut parts = Vec::new();
        for (part, ending, endings) in PARTS {
            parts.push(PartFiles {
                part,
                endings,
                index: text(read(format!("index.{ending}"))?),
                data: read(format!("data.{ending}"))?,
                exceptions: read(format!("{ending}.exc")).map(text).unwrap_or_default(),
            });
        }
        Ok(Dictionary { parts })
    }

    /// The definitions of a word in any form.
    pub(super) fn define(&self, word: &str) -> Vec<WordDefinition> {
        let word = word.to_lowercase();
        self.parts.iter().flat_map(|part| part.define(&word)).collect()
    }
}

impl PartFiles {
    fn define(&self, word: &str) -> Vec<WordDefinition> {
        let bases = self.base_forms(word);
        let found = bases.iter().flat_map(|base| {
            let texts = self.offsets(base).into_iter().filter_map(|offset| self.gloss(offset));
            texts.take(MOST).map(|text| WordDefinition { part: self.part, base: base.clone(), text })
        });
        found.collect()
    }

    /// The word itself, if it is a basic form; else what it can be an inflection of.
    fn base_forms(&self, word: &str) -> Vec<String> {
        if self.entry(word).is_some() {
            return vec![word.to_owned()];
        }
        let irregular = sorted_line(&self.exceptions, word)
            .map(|line| line.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>())
            .unwrap_or_default();
        let regular = self.endings.iter().filter_map(|(ending, instead)| {
            let stem = word.strip_suffix(ending).filter(|stem| !stem.is_empty())?;
            Some(format!("{stem}{instead}"))
        });
        let all: BTreeSet<String> = irregular.into_iter().chain(regular).collect();
        all.into_iter().filter(|base| self.entry(base).is_some()).collect()
    }

    /// The line of the index for a basic form.
    fn entry(&self, base: &str) -> Option<&str> {
        sorted_line(&self.index, base)
    }

    /// Where the definitions are, the most frequent sense first.
    fn offsets(&self, base: &str) -> Vec<usize> {
        let Some(line) = self.entry(base) else { return Vec::new() };
        let mut fields = line.split_whitespace().skip(2);
        let number = |field: Option<&str>| field.and_then(|field| field.parse::<usize>().ok());
        let Some(senses) = number(fields.next()) else { return Vec::new() };
        let rest: Vec<&str> = fields.collect();
        let first = rest.len().saturating_sub(senses);
        rest[first..].iter().filter_map(|offset| offset.parse().ok()).collect()
    }

    /// The definition at an offset of the data, without the examples.
    fn gloss(&self, offset: usize) -> Option<String> {
        let rest = self.data.get(offset..)?;
        let line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        let (_, gloss) = line.split_once(" | ")?;
        let text = gloss.split("; \"").next().unwrap_or(gloss);
        Some(text.trim().to_owned())
    }
}

/// The line that begins with a word, in a text whose lines are sorted by their first word. Lines that begin with a space
/// are the licence, before all others.
fn sorted_line<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (mut low, mut high) = (0, text.len());
    while low < high {
        let middle = text.floor_char_boundary(low.midpoint(high));
        let start = text[..middle].rfind('\n').map_or(0, |end| end + 1).max(low);
        let end = text[start..].find('\n').map_or(text.len(), |end| start + end);
        let line = &text[start..end];
        let first = line.split(' ').next().unwrap_or_default();
        match first.cmp(word) {
            std::cmp::Ordering::Equal => return Some(line),
            std::cmp::Ordering::Less => low = (end + 1).min(text.len()),
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_among_sorted_lines() {
        let text = "  1 a licence\n  2 more of it\nant n 1\nbee n 2\ncat n 3";
        for (word, line) in [("ant", "ant n 1"), ("bee", "bee n 2"), ("cat", "cat n 3")] {
            assert_eq!(sorted_line(text, word), Some(line));
        }
        for word in ["aardvark", "bat", "dog", "an", "ants"] {
            assert_eq!(sorted_line(text, word), None, "{word}");
        }
        assert_eq!(sorted_line("", "ant"), None);
    }

    /// Files in the format of WordNet, with words of our own.
    #[test]
    fn words_are_defined_in_any_form() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(directory.path().join(name), text).unwrap();
        let header = "  1 A licence.\n";
        let noun = "00000000 03 n 01 box 0 000 | a thing with sides; \"she packed a box\"\n";
        let ox = "00000000 03 n 01 ox 0 000 | an animal that pulls\n";
        write("data.noun", &format!("{noun}{ox}"));
        write("index.noun", &format!("{header}box n 1 1 @ 1 0 00000000\nox n 1 0 1 0 {:08}\n", noun.len()));
        write("noun.exc", "oxen ox\n");
        write("data.verb", "00000000 29 v 01 box 0 000 01 + 08 00 | fight with fists\n");
        write("index.verb", "box v 1 0 1 0 00000000\n");
        for part in ["adj", "adv"] {
            write(&format!("index.{part}"), header);
            write(&format!("data.{part}"), header);
        }
        let dictionary = Dictionary::read(directory.path()).unwrap();
        let define = |word: &str| -> Vec<String> {
            let text = |found: WordDefinition| format!("{} {}: {}", found.part, found.base, found.text);
            dictionary.define(word).into_iter().map(text).collect()
        };
        let both = ["noun box: a thing with sides", "verb box: fight with fists"];
        assert_eq!(define("BOX"), both);
        assert_eq!(define("BOXES"), both);
        assert_eq!(define("BOXED"), [both[1]]);
        assert_eq!(define("OXEN"), ["noun ox: an animal that pulls"]);
        assert!(define("QI").is_empty());
    }
}
