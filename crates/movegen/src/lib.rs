//! All legal plays, the best play, or the top few, on any board.
//!
//! A [`Generator`] holds rules, a lexicon and the memory of its searches; it passes every play to a [`PlaySink`].
//!
//! ```
//! # mod quixotry { pub use {lexicon, quixotry_movegen as movegen, presets, rules}; }
//! use quixotry::lexicon::WordGraph;
//! use quixotry::movegen::{Generator, LeaveSums, PlaySummary};
//!
//! let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
//! let alphabet = rules.tiles.alphabet();
//! let words = ["CAB", "SCAB", "TAB", "AT"].map(|word| alphabet.parse_word(word).unwrap());
//! let graph = WordGraph::build("tiny", alphabet, &words).unwrap();
//!
//! let mut generator = Generator::new(&rules, &graph).unwrap();
//! let (grid, rack) = (quixotry::rules::empty_grid(&rules.board), rules.tiles.parse_tiles("ABCS").unwrap());
//! let mut summary = PlaySummary::default();
//! generator.generate(&grid, &rack, &mut summary);
//! assert_eq!(summary.plays, 14); // CAB and SCAB over the centre, across and down
//!
//! let best = generator.best(&grid, &rack, &LeaveSums::plain(&rules.tiles)).unwrap();
//! assert_eq!(best.play.score(), summary.top_score);
//! ```

mod play;

mod sink;

mod leave;

mod stop;

mod data;

mod generator;
mod parallel;
mod selfplay;

pub mod bench;

mod rack;
mod terms;

mod graph;

mod layout;
mod plane;

mod search_board;

mod planes;

mod walk;

mod anagram;
mod assign;
mod exact;

mod best;
mod bounds;
mod filter;
mod incremental;

mod kernel;

pub use data::GeneratorData;
pub use generator::{Completion, Generator};
pub use incremental::BoardChange;
pub use leave::{Equity, LeaveSums, Leaves, NoLeaves, RackLeaves};
pub use play::{GeneratedPlay, PackedTile, PlayLine, PlayRef};
pub use selfplay::{SelfPlayTotals, selfplay, selfplay_until, selfplay_with_data};
pub use sink::{AllPlays, FirstPlay, PlaySink, PlaySummary, RankedPlay, TopPlays, by_equity, by_score};
pub use stop::StopCheck;
