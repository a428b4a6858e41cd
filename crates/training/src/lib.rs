//! What the computer players learn from games against themselves, and how strong that makes them.
//!
//! ```
//! use quixotry_training::{LeaveSettings, LeaveTraining};
//!
//! let rules = presets::Library::shipped().rules("standard").unwrap();
//! let settings = LeaveSettings { games: 4, generations: 1, seed: 1, threads: 1 };
//! let mut training = LeaveTraining::new(&rules, presets::english(), settings).unwrap();
//! while let Some(batch) = training.advance() {
//!     assert!(batch.games <= 4);
//! }
//! assert_eq!(training.table().shape().most(), 6);
//! ```
//!
//! Everything here depends on the seed alone and not on the number of threads: games have numbers from which their
//! chance follows, and what they yield is added up exactly.

mod workers;

mod credit;
mod leaves;
mod smooth;
mod state;

mod elsewhere;
mod winpct;

pub use elsewhere::{LeaveGames, LeavePlayer, LeaveTask, TrainingDataError};
pub use leaves::{GenerationReport, LeaveSettings, LeaveTraining, TrainingProgress};
pub use state::StateError;
pub use winpct::{LeadOutcomes, LeadPlayer, LeadTraining, learn_winpct};
