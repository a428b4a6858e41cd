//! The rules of crossword board games, as data, and the game they govern.
//!
//! A [`Ruleset`] holds everything in which one game differs from another. A [`Game`] follows it:
//! [`Game::decide`] turns a [`Command`] into [`Event`]s, and [`Game::apply`] carries an event out.
//! This crate opens no files, reads no clock and makes no random numbers of its own.
//!
//! ```
//! # mod quixotry { pub use {lexicon, presets, quixotry_rules as rules}; }
//! use quixotry::lexicon::AnyWord;
//! use quixotry::rules::{Command, Context, Game, Millis, Seat, SeededChance};
//!
//! // Rules come from a file; anything in them can be changed and checked again.
//! let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
//!
//! let mut chance = SeededChance::new(7);
//! let mut context = Context { words: &AnyWord, chance: &mut chance, now: Millis(0) };
//! let mut game = Game::new(rules);
//! let mut log = game.start(2, &mut context).unwrap();
//! log.iter().for_each(|event| game.apply(event));
//!
//! // All players pass until the rules end the game.
//! while let Some(seat) = game.turn() {
//!     let events = game.decide(seat, &Command::Pass, &mut context).unwrap();
//!     events.iter().for_each(|event| game.apply(event));
//!     log.extend(events);
//! }
//!
//! // The log is the game: replaying it needs no lexicon, no chance and no clock.
//! let mut again = Game::new(game.rules().clone());
//! log.iter().for_each(|event| again.apply(event));
//! assert_eq!(again.phase(), game.phase());
//! ```

mod apply;
mod board;
mod challenge;
mod chance;
mod clock;
mod coord;
mod decide;
mod deduction;
mod defaults;
mod ending;
mod event;
mod game;
mod grid;
mod leftovers;
mod limits;
mod names;
mod partial;
mod placement;
mod position;
mod refusal;
mod ruleset;
mod scoring;
mod seat;
mod square;
mod texts;
mod view;

pub use board::{
    Board, BoardDraft, BoardError, BoardIssue, BoardLayout, Extent, LAYOUT_STEPS, MAX_SQUARES, PLACE_STEPS,
    STEP_BUDGET, SquareId, WORLD_EDGE,
};
pub use boardlang::{Dialect, StepMeter};
pub use chance::{Chance, SeededChance};
pub use clock::Millis;
pub use coord::{Axis, Coord, Rect, column_letters};
pub use decide::StartError;
pub use deduction::deduce_tiles;
pub use defaults::{DEFAULT_BONUS, DEFAULT_LEXICON, DEFAULT_OPENING_TILES, DEFAULT_RACK_SIZE};
pub use event::{
    Adjustment, AdjustmentCause, ChallengedWords, Command, EndCause, Event, EventKind, LeaveCause,
    LeaveOutcome, Verdict,
};
pub use game::{Context, Game, LastPlay, Phase, SeatState};
pub use grid::{BoardTile, Grid};
pub use leftovers::{LeftoverCount, LeftoverScoring, LeftoverTerms, Leftovers};
pub use limits::{Limits, RoundCount, Tally, TurnOutcome};
pub use names::{Named, NamedChallenge};
pub use partial::{DrawnTiles, PartialDraw, PartialTiles, to_complete_log, to_partial_log};
pub use placement::{PlacedTile, Placement, Play, TileOwner, is_good, judge};
pub use position::{GridError, Position, empty_grid, lay_grid};
pub use refusal::{FaceLabel, Reason, Refusal};
pub use ruleset::*;
pub use scoring::{PLAY_STEPS, ScoredWord, Spelling, program_letter, score_with_budget};
pub use seat::{Seat, SeatSet};
pub use square::{Factors, Priority, Square, SquareDraft, SquareEffect, SquareIssue, SquareProgram};
pub use texts::PlayAttempt;
pub use view::{EventKindView, EventView, LastPlayView, RackView, SeatView, TilesView, View, Viewer};

/// Points of a word, a play or a player.
pub type Points = i32;
