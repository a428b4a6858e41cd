//! The rules of crossword board games, as data, and the game they govern.
//!
//! A [`Ruleset`] says everything in which one game differs from another. A [`Game`] is governed by it:
//! [`Game::decide`] judges a [`Command`] and yields [`Event`]s, [`Game::apply`] carries an event out.
//! Nothing here opens a file, reads a clock or makes its own chance.
//!
//! ```
//! use lexicon::AnyWord;
//! use quixotry_rules::{Command, Context, Game, Millis, Seat, SeededChance};
//!
//! // Rules come from a file; anything in them can be changed and checked again.
//! let rules = presets::Library::shipped().rules("standard").unwrap();
//!
//! let mut chance = SeededChance::new(7);
//! let mut context = Context { words: &AnyWord, chance: &mut chance, now: Millis(0) };
//! let mut game = Game::new(rules);
//! let mut log = game.start(2, &mut context).unwrap();
//! log.iter().for_each(|event| game.apply(event));
//!
//! // Somebody passes until the rules end the game.
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
mod ending;
mod event;
mod game;
mod grid;
mod leftovers;
mod limits;
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
    Board, BoardDraft, BoardFault, BoardFaults, Extent, Layout, MAX_SQUARES, STEP_BUDGET, SquareId,
    WORLD_EDGE,
};
pub use boardlang::Dialect;
pub use chance::{Chance, SeededChance};
pub use clock::Millis;
pub use coord::{Axis, Coord, Rect, column_letters};
pub use decide::StartError;
pub use event::{
    Adjustment, AdjustmentCause, Challenged, Command, EndCause, Event, Happened, LeaveCause, SeatFate,
    Verdict,
};
pub use game::{Context, Game, LastPlay, Phase, SeatState};
pub use grid::{Grid, Placed};
pub use leftovers::{LeftoverCount, LeftoverScoring, LeftoverTerms, Leftovers};
pub use limits::{Limits, RoundCount, Tally, TurnOutcome};
pub use placement::{Laid, Owner, Placement, Play, is_good, judge};
pub use position::{GridFault, Position, empty_grid, lay_grid};
pub use refusal::{Reason, Refusal, ShownFace};
pub use ruleset::*;
pub use scoring::{ScoredWord, Spelling, program_letter};
pub use seat::{Seat, SeatSet};
pub use square::{Effect, Factors, Priority, Square, SquareDraft, SquareFault, Step};
pub use texts::Tried;
pub use view::{Drawn, Hand, OpenPlay, SeatView, Seen, SeenEvent, Stage, View, Viewer, see};

/// Points of a word, a play or a player.
pub type Points = i32;
