//! The data files that the program includes, and the loader for a user's own files.
//!
//! Rules, boards and tile sets are TOML files; `docs/rules-files.md` describes them. A [`Library`] finds them by
//! name, in the user's directories or by path. It reports all errors of a file at once.
//!
//! ```
//! # mod quixotry { pub use quixotry_presets as presets; }
//! use quixotry::presets::{Library, Source};
//!
//! let library = Library::shipped();
//! let standard = library.rules("standard")?;
//! assert_eq!((standard.rack_size, standard.tiles.all().len()), (7, 100));
//!
//! let eight = Source::from_text("eight", "inherit = 'standard'\nrack = 8");
//! assert_eq!(library.rules_from(&eight)?.rack_size, 8);
//!
//! let wrong = Source::from_text("wrong", "inherit = 'standard'\nrack = 'many'\nbord = 'classic'");
//! assert_eq!(library.rules_from(&wrong).unwrap_err().iter().count(), 2);
//! # Ok::<(), quixotry::presets::DataFileErrors>(())
//! ```

mod source;

mod duration;
mod error;
mod keys;
mod names;
mod reader;
mod toml_tree;

mod board;
mod deal;
mod own_words;
mod ruleset;
mod squares;
mod tileset;

mod cache;
mod library;
mod shipped;

mod catalogue;
mod dictionaries;
mod lexicons;
mod trained;
mod write;

#[cfg(test)]
mod reference;

pub use board::BoardSeed;
pub use cache::CacheNotice;
pub use catalogue::CatalogueEntry;
pub use error::{DataFileError, DataFileErrors};
pub use keys::{RULE_KEYS, RuleKey, RuleKind, rule_key};
pub use lexicons::{
    LexiconEntry, LexiconError, NO_LEXICON, english, read_lexicon, shipped_lexicon, shipped_lexicons,
    shipped_summary,
};
pub use library::{DataKind, Library};
pub use own_words::MAX_OWN_WORDS;
pub use source::{Source, SourceOrigin};
pub use tileset::TilePreset;
pub use trained::{familiar_classes, trained_leaves, trained_winpct};
pub use write::{RuleParameter, parameters, to_toml};
