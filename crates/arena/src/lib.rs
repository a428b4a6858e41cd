//! Matches between bots: games, statistics and reports, on one machine or several.
//!
//! A [`Plan`] numbers all games of a match. A number determines the seats of the bots and the order of the bag. [`run()`]
//! plays the games on any number of threads. The [`MatchStanding`] depends only on the results, in the order of their
//! numbers, so that it does not depend on the threads. A [`PairedMatch`] compares two built-in players.
//!
//! ```
//! # use {bots as quixotry_bots, presets as quixotry_presets};
//! use quixotry_arena::{Arena, Plan, PlanDraft, MatchStanding, PairingSystem, entrants, run};
//! use quixotry_bots::MatchSetup;
//!
//! let rules = quixotry_presets::Library::shipped().rules("standard").unwrap();
//! let plan = Plan::try_from(PlanDraft {
//!     entrants: entrants(&["greedy", "first"], 1).unwrap(),
//!     setup: MatchSetup::new(rules, quixotry_presets::english().clone()),
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

// The games of a match.
mod entrant;
mod plan;

// One game.
mod bag;
mod game_runner;
mod result;

// All games.
mod paired;
mod run;

mod description;
mod match_directory;

// Results.
pub mod stats;

mod standing;

pub mod report;

// Checks of a bot.
mod check;

// Several machines.
mod distribute;

pub use bag::BagOrder;
pub use check::{CheckError, Trial, TrialReport, check_bot, trials};
pub use description::{MatchDescription, MatchDescriptionError};
pub use distribute::{DistributeError, MatchJobRunner, distribute_match};
pub use entrant::{Entrant, EntrantError, EntrantKind, entrants};
pub use game_runner::{FinishedGame, GameBuffers, GameObserver, MatchPolicy, NoObserver, SeatPlayer, play};
pub use match_directory::{MatchDirectory, MatchDirectoryError};
pub use paired::{GamePair, PairedMatch, PairedMatchError, PairedMatchSettings, PairedStanding};
pub use plan::{PairingSystem, Plan, PlanDraft, PlanError, ScheduledGame};
pub use result::{BestPlay, BySeat, ErrorCounts, GameDigest, GameResult};
pub use run::{Arena, ArenaError, MatchListener, WorkerResources, run};
pub use standing::{BestMatchPlay, BotStanding, HeadToHead, MatchStanding, NormalisedElo, SprtStanding};
