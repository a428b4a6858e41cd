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
mod plane;
mod play;
mod rack;
mod ready;
mod sink;
mod surface;
mod terms;
mod walk;

pub use generator::Generator;
pub use leave::{Equity, LeaveSums, Leaves, NoLeaves, RackLeaves};
pub use play::{Found, Line, Play, Shown};
pub use sink::{AllPlays, FirstPlay, Ranked, Sink, Summary, TopPlays, by_equity, by_score};
