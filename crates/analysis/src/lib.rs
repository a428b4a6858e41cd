//! Positions weighed and games judged, with reports for people and programs.
//!
//! An [`Analyst`] weighs what a player can do with a turn, seeing only what that player may see: it solves endgames,
//! studies pre-endgames, and estimates everything before. [`judge_game`] asks it about every turn of a game.
//!
//! ```
//! use quixotry_analysis::{Analyst, Effort, seen};
//!
//! let rules = presets::Library::shipped().rules("standard").unwrap();
//! let mut position = rules::Position::new(rules.clone());
//! position.racks[0] = rules.tiles.parse_tiles("RETAINS").unwrap();
//! let mut analyst = Analyst::new(&rules, presets::english(), Effort::default()).unwrap();
//! let found = analyst.assess(&seen(&position).unwrap(), None, &mut |_| {}).unwrap();
//! assert!(found.turns[0].score > 60);
//! assert!(!found.proven);
//! ```

mod seen;

mod assessment;

mod analyst;
mod estimate;
mod solved;

mod judged;

mod game;

mod puzzle;

mod report;
mod text;

mod html;
mod plot;

pub use analyst::{Analyst, Effort, Trouble, Watch};
pub use assessment::{Assessed, Assessment, Method};
pub use game::{Judging, judge_game, judge_turn};
pub use html::to_html;
pub use judged::{Choice, JudgedTurn};
pub use puzzle::{Puzzle, Puzzles};
pub use report::{ACCURACY, GameReport, PlayerReport};
pub use seen::{Unseeable, seen};
pub use text::to_text;
