//! All legal plays, the best play, or the top few, on any board.
//!
//! A [`Generator`] holds rules, a lexicon and the memory of its searches; it hands every play to a [`Sink`].
//!
//! ```
//! # fn example(rules: rules::Ruleset, graph: lexicon::WordGraph) -> Result<(), lexicon::BuildError> {
//! use quixotry_movegen::{Generator, Summary};
//!
//! let mut generator = Generator::new(&rules, &graph)?;
//! let mut summary = Summary::default();
//! generator.generate_in(&rules::Position::new(rules.clone()), &mut summary);
//! println!("{} plays, the best counts {}", summary.plays, summary.top_score);
//! # Ok(())
//! # }
//! ```

mod assign;
pub mod bench;
mod best;
mod bounds;
mod exact;
mod filter;
mod generator;
mod graph;
mod jumble;
mod kernel;
mod layout;
mod leave;
mod parallel;
mod plane;
mod play;
mod rack;
mod ready;
mod selfplay;
mod sink;
mod surface;
mod terms;
mod walk;

pub use generator::{Completion, Generator};
pub use leave::{Equity, LeaveSums, Leaves, NoLeaves, RackLeaves};
pub use play::{Found, Line, Play, Shown};
pub use selfplay::{SelfPlay, selfplay};
pub use sink::{AllPlays, FirstPlay, Ranked, Sink, Summary, TopPlays, by_equity, by_score};
pub use walk::Stop;
