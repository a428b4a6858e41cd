//! Values learned from games with the shipped lexicon. `docs/players.md` has the commands that made them.

/// The leave values for the shipped English lexicon and tiles, packed.
#[must_use]
pub fn english_leaves() -> &'static [u8] {
    include_bytes!("../leaves/english.qlv")
}

/// The winning chances by spread and unseen tiles for the shipped English lexicon and tiles, packed.
#[must_use]
pub fn english_winpct() -> &'static [u8] {
    include_bytes!("../leaves/english.qwp")
}

/// How familiar each word of the shipped English lexicon is, in its order: a byte each from 0 (everyday) to 4, packed.
#[must_use]
pub fn english_familiar() -> &'static [u8] {
    include_bytes!("../lexicon/familiar.bin")
}
