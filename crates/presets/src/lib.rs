//! Everything shipped as data, and the loader for a user's own.
//!
//! Rules, boards and tile sets are TOML files; `docs/rules-files.md` describes them. A [`Library`] finds them by
//! name, in the user's own directories or by path, and reports everything that is wrong with them at once.
//!
//! ```
//! use quixotry_presets::{Library, Source};
//!
//! let library = Library::shipped();
//! let standard = library.rules("standard")?;
//! assert_eq!((standard.rack_size, standard.tiles.all().len()), (7, 100));
//!
//! let eight = Source::given("eight", "inherit = 'standard'\nrack = 8");
//! assert_eq!(library.rules_from(&eight)?.rack_size, 8);
//!
//! let wrong = Source::given("wrong", "inherit = 'standard'\nrack = 'many'\nbord = 'classic'");
//! assert_eq!(library.rules_from(&wrong).unwrap_err().iter().count(), 2);
//! # Ok::<(), quixotry_presets::Faults>(())
//! ```

mod source;

mod fault;
mod names;
mod reader;
mod span;
mod tree;

mod board;
mod deal;
mod ruleset;
mod squares;
mod tileset;

mod cache;
mod library;
mod shipped;

mod catalogue;
mod lexica;
mod trained;
mod write;

#[cfg(test)]
mod reference;

pub use board::Seed;
pub use cache::CacheNotice;
pub use catalogue::Listing;
pub use fault::{Fault, Faults};
pub use lexica::{LexiconEntry, LexiconError, SHIPPED_LEXICA, english, read_lexicon};
pub use library::{Library, Shelf};
pub use source::{Origin, Source};
pub use tileset::TilePreset;
pub use trained::{english_familiar, english_leaves, english_winpct};
pub use write::{Parameter, parameters, to_toml};
