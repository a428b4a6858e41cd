//! Analysis of positions and games, with reports as text, JSON and HTML.
//!
//! An [`Analyst`] assesses the turns of a position and sees only what the player may see. It solves endgames, studies
//! pre-endgames and simulates earlier positions. [`judge_game`] compares every turn of a game with the best turn.
//!
//! ```
//! # mod quixotry { pub use {quixotry_analysis as analysis, presets, rules}; }
//! use quixotry::analysis::{Analyst, Effort, view_position};
//!
//! let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
//! let mut position = quixotry::rules::Position::new(rules.clone());
//! position.racks[0] = rules.tiles.parse_tiles("RETAINS").unwrap();
//! let mut analyst = Analyst::new(&rules, quixotry::presets::english(), Effort::default()).unwrap();
//! let found = analyst.assess(&view_position(&position).unwrap(), &[], &mut |_| {}).unwrap();
//! assert!(found.turns[0].score > 60);
//! assert!(!found.proven);
//! ```

mod position_view;

mod assessment;

mod analyst;
mod estimate;
mod facts;
mod sentences;
mod solved;

mod judged_turn;

mod game;

mod puzzle;

mod report;
mod summary;
mod text;

mod html;
mod plot;

pub use analyst::{AnalysisError, Analyst, AssessmentCallback, Effort};
pub use assessment::{AnalysisMethod, AssessedTurn, Assessment, StopReason};
pub use estimate::PositionSimulation;
pub use facts::{FactKind, FollowUpMeans, TurnFact};
pub use game::{RecordedGame, TurnToStudy, judge_game, judge_turn, to_action, view_turn};
pub use html::to_html;
pub use judged_turn::{JudgedTurn, TurnSummary, action_text};
pub use position_view::{KnownTilesError, PositionViewError, know_rack, view_position};
pub use puzzle::{Puzzle, PuzzleFinder, PuzzleKind};
pub use report::{ACCURACY, GameReport, MistakeClass, PlayerReport};
pub use sentences::{SentenceLanguage, why_sentence};
pub use summary::{PlayerSummary, sum_up};
pub use text::to_text;
