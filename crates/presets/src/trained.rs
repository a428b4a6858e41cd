//! Values learned from games with the shipped lexicons, and how familiar their words are. `lexicon/NOTICE.md` has the
//! commands that made them.

use crate::shipped;

/// The leave values for a shipped lexicon and its tiles, packed.
#[must_use]
pub fn trained_leaves(lexicon: &str) -> Option<&'static [u8]> {
    find(shipped::LEAVES, lexicon)
}

/// The winning chances by spread and unseen tiles for a shipped lexicon and its tiles, packed.
#[must_use]
pub fn trained_winpct(lexicon: &str) -> Option<&'static [u8]> {
    find(shipped::WINPCT, lexicon)
}

/// How familiar each word of a shipped lexicon is, in its order: a byte each from 0 (everyday) to 4, packed.
#[must_use]
pub fn familiar_classes(lexicon: &str) -> Option<&'static [u8]> {
    find(shipped::FAMILIAR, lexicon)
}

fn find(table: &[(&str, &'static [u8])], lexicon: &str) -> Option<&'static [u8]> {
    table.iter().find(|(name, _)| *name == lexicon).map(|&(_, bytes)| bytes)
}
