//! Matches between bots: games, statistics, reports, and jobs for several machines.
//!
//! A [`Plan`] numbers all games of a match, and each number always means the same game: who sits where, and the order
//! of the bag. [`run()`] plays them on any number of threads, and the [`MatchStanding`] follows from the results alone, in the
//! order of their numbers, so that it is the same whatever the threads did.
//!
//! ```
//! use quixotry_arena::{Arena, Plan, PlanDraft, MatchStanding, PairingSystem, entrants, run};
//! use bots::MatchSetup;
//!
//! let rules = presets::Library::shipped().rules("standard").unwrap();
//! let plan = Plan::try_from(PlanDraft {
//!     entrants: entrants(&["greedy", "first"], 1).unwrap(),
//!     setup: MatchSetup::new(rules, presets::english().clone()),
//!     system: PairingSystem::RoundRobin,
//!     seats: 2,
//!     games: 4,
//!     seed: 7,
//! })
//! .unwrap();
//! let results = run(&Arena::new(plan.clone()), Vec::new(), &mut ()).unwrap();
//! let standing = MatchStanding::new(&plan, &results, None);
//! assert_eq!((standing.games, standing.bots[0].name.as_str()), (4, "greedy"));
//! ```

// Which games there are.
mod entrant;
mod plan;

// Playing one.
mod bag;
mod game_runner;
mod result;

// Playing all of them.
mod run;

mod description;
mod match_directory;

// What came of it.
pub mod stats;

mod standing;

pub mod report;

// Is a bot fit to play?
mod check;

// Several machines.
mod distribute;

pub use bag::BagOrder;
pub use check::{CheckError, Trial, TrialReport, check, trials};
pub use description::{MatchDescription, MatchDescriptionError};
pub use distribute::{DistributeError, MatchJobRunner, distribute_match};
pub use entrant::{Entrant, EntrantError, EntrantKind, entrants};
pub use game_runner::{FinishedGame, GameBuffers, GameObserver, MatchPolicy, NoObserver, SeatPlayer, play};
pub use match_directory::{MatchDirectory, MatchDirectoryError};
pub use plan::{PairingSystem, Plan, PlanDraft, PlanError, ScheduledGame};
pub use result::{BestPlay, BySeat, ErrorCounts, GameDigest, GameResult};
pub use run::{Arena, ArenaError, MatchListener, WorkerResources, run};
pub use standing::{BestMatchPlay, BotStanding, HeadToHead, MatchStanding, SprtStanding};
