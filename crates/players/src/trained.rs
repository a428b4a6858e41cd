//! The values that were trained for the shipped lexicons, and which of them fit a game.

use crate::leaves::{LeaveTable, decompress};
use crate::win_chances::WinChances;
use lexicon::{WordGraph, WordList};
use rules::Ruleset;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tiles::{Alphabet, Letter};

/// The shipped lexicon whose trained values fit a game: the tiles are the same, and the words are the same or at least
/// half as many. Another word list of the same language changes leave values much less than the error of the heuristic.
pub(crate) fn trained_lexicon(rules: &Ruleset, words: &WordGraph) -> Option<&'static str> {
    presets::shipped_lexicons().find(|name| has_tiles(name, rules) && is_similar(name, words))
}

fn has_tiles(name: &str, rules: &Ruleset) -> bool {
    let shape = presets::trained_leaves(name).and_then(LeaveTable::packed_shape);
    shape.is_some_and(|shape| shape.fits(rules))
}

fn is_similar(name: &str, words: &WordGraph) -> bool {
    presets::shipped_summary(name).is_some_and(|shipped| {
        words.content_hash() == shipped.hash || words.len().saturating_mul(2) >= shipped.words
    })
}

/// The leave values that were trained for a shipped lexicon, unpacked once.
pub(crate) fn leave_table(lexicon: &'static str) -> Option<Arc<LeaveTable>> {
    static TABLES: Mutex<BTreeMap<&str, Arc<LeaveTable>>> = Mutex::new(BTreeMap::new());
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(table) = tables.get(lexicon) {
        return Some(table.clone());
    }
    let table = LeaveTable::unpack(presets::trained_leaves(lexicon)?).ok().map(Arc::new)?;
    tables.insert(lexicon, table.clone());
    Some(table)
}

/// The winning chances that were trained for a shipped lexicon, if there are any.
pub(crate) fn win_chances(lexicon: &str) -> Option<WinChances> {
    presets::trained_winpct(lexicon).and_then(WinChances::unpack)
}

/// The words of a lexicon that are familiar in its language: the language of the shipped lexicon with the same words, or
/// of the one with these letters that has the most familiar words in common.
pub(crate) fn familiar_words(words: &WordGraph, class: u8) -> Vec<Vec<Letter>> {
    let hash = words.content_hash();
    let is_same = |name: &&str| presets::shipped_summary(name).is_some_and(|shipped| shipped.hash == hash);
    if let Some(name) = presets::shipped_lexicons().find(is_same) {
        return familiar_in(name, words, class);
    }
    let library = presets::Library::shipped();
    let has_letters = |name: &&str| {
        library.tiles(name).is_ok_and(|preset| same_letters(preset.set.alphabet(), words.alphabet()))
    };
    let candidates = presets::shipped_lexicons().filter(has_letters);
    candidates.map(|name| familiar_in(name, words, class)).max_by_key(Vec::len).unwrap_or_default()
}

fn same_letters(a: &Alphabet, b: &Alphabet) -> bool {
    a.letters().map(|letter| a.upper(letter)).eq(b.letters().map(|letter| b.upper(letter)))
}

/// The words of this class of familiarity or below in a shipped lexicon that are good in another lexicon.
fn familiar_in(name: &str, words: &WordGraph, class: u8) -> Vec<Vec<Letter>> {
    let classes = presets::familiar_classes(name).and_then(decompress).unwrap_or_default();
    let Some(shipped) = presets::shipped_lexicon(name) else { return Vec::new() };
    let (mut all, mut place, mut known) = (shipped.words(), 0, Vec::new());
    while let Some(word) = all.advance() {
        if classes.get(place).is_some_and(|&known| known <= class) && words.contains(word) {
            known.push(word.to_vec());
        }
        place += 1;
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_shipped_lexicon_has_trained_values() {
        for name in presets::shipped_lexicons() {
            let preset = if name == "english" { "standard" } else { name };
            let rules = presets::Library::shipped().rules(preset).unwrap();
            let words = presets::shipped_lexicon(name).unwrap();
            assert_eq!(trained_lexicon(&rules, words), Some(name));
            assert!(leave_table(name).is_some_and(|table| table.shape().fits(&rules)), "{name}");
            let classes = presets::familiar_classes(name).and_then(decompress).unwrap();
            assert_eq!(classes.len(), words.len() as usize, "{name}");
        }
    }
}
