//! Matches between bots: games, statistics, reports, and jobs for several machines.
//!
//! A [`Plan`] numbers all games of a match, and each number always means the same game: who sits where, and the order
//! of the bag. [`run()`] plays them on any number of threads, and the [`Standing`] follows from the results alone, in the
//! order of their numbers, so that it is the same whatever the threads did.
//!
//! ```
//! use quixotry_arena::{Arena, Plan, PlanDraft, Standing, System, entrants, run};
//! use bots::Setting;
//!
//! let rules = presets::Library::shipped().rules("standard").unwrap();
//! let plan = Plan::try_from(PlanDraft {
//!     entrants: entrants(&["greedy", "first"], 1).unwrap(),
//!     setting: Setting::new(rules, presets::english().clone()),
//!     system: System::RoundRobin,
//!     seats: 2,
//!     games: 4,
//!     seed: 7,
//! })
//! .unwrap();
//! let results = run(&Arena::new(plan.clone()), Vec::new(), &mut ()).unwrap();
//! let standing = Standing::new(&plan, &results, None);
//! assert_eq!((standing.games, standing.bots[0].name.as_str()), (4, "greedy"));
//! ```

// Which games there are.
mod entrant;
mod plan;

// Playing one.
mod bag;
mod desk;
mod result;

// Playing all of them.
mod run;

mod description;
mod folder;

// What came of it.
pub mod stats;

mod standing;

pub mod report;

// Is a bot fit to play?
mod check;

// Several machines.
mod distribute;

pub use bag::BagOrder;
pub use check::{CheckError, Finding, Trial, check, trials};
pub use description::{Description, DescriptionError};
pub use desk::{Manners, Nobody, Onlooker, Played, Room, Sitter, play};
pub use distribute::{DistributeError, MatchJobRunner, distribute_match};
pub use entrant::{Entrant, EntrantError, Kind, entrants};
pub use folder::{Folder, FolderError};
pub use plan::{Fixture, Plan, PlanDraft, PlanError, System};
pub use result::{BestPlay, BySeat, Conduct, Digest, GameResult};
pub use run::{Arena, ArenaError, Audience, Stable, run};
pub use standing::{BestOfMatch, BotStanding, Meeting, SprtStanding, Standing};
