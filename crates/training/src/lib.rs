//! Trains leave values and winning chances by self-play.
//!
//! ```
//! # use presets as quixotry_presets;
//! use quixotry_training::{LeaveSettings, LeaveTraining};
//!
//! let rules = quixotry_presets::Library::shipped().rules("standard").unwrap();
//! let settings = LeaveSettings { games: 4, generations: 1, seed: 1, threads: 1 };
//! let mut training = LeaveTraining::new(&rules, quixotry_presets::english(), settings).unwrap();
//! while let Some(progress) = training.advance() {
//!     assert!(progress.games <= 4);
//! }
//! assert_eq!(training.table().shape().most(), 6);
//! ```
//!
//! Results depend only on the seed and not on the number of threads: the number of a game determines its random
//! numbers, and samples are summed exactly.

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
