//! Quixotry's game in a terminal: line by line, full-screen, and in the dialogue of SkraBBKle; and the analysis room.
//!
//! The games read from a [`Console`] or from keys, so a test can play a whole game:
//!
//! ```
//! # use presets as quixotry_presets;
//! use quixotry_presets::{Library, english};
//! use quixotry_terminal::{ClearMode, LineGame, LocalGame, LocalGameSetup, StreamConsole, parse_seats};
//! use std::time::Duration;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = LocalGame::begin(LocalGameSetup {
//!     rules: Library::shipped().rules("standard")?,
//!     words: english().clone(),
//!     seats: parse_seats("you,computer:greedy")?,
//!     seed: 7,
//!     leaves: None,
//! })?;
//!
//! let mut output = Vec::new();
//! let mut console = StreamConsole::new("check QUIXOTRY\npass\n".as_bytes(), &mut output, ClearMode::Separator);
//! LineGame::new(game, Duration::ZERO).play(&mut console)?;
//! assert!(String::from_utf8(output)?.contains("QUIXOTRY is good."));
//! # Ok(())
//! # }
//! ```

mod seats;

mod saves;

mod local_game;

mod console;
mod editor;
mod wrap;

mod messages;

mod parsing;
mod typed_command;

mod replies;
mod show;

mod skrabbkle;

mod line;

mod screen;

mod study;

pub use console::{ClearMode, Console, StreamConsole};
pub use editor::LineEditor;
pub use line::LineGame;
pub use local_game::{LocalGame, LocalGameError, LocalGameSetup};
pub use messages::ExitReason;
pub use saves::{ResumeError, SavedGame, load_game, load_latest};
pub use screen::{ScreenGame, ScreenKey, run_full_screen};
pub use seats::{LevelNames, PlayerKind, SeatPlan, SeatsError, default_level, parse_seats};
pub use skrabbkle::{Dialogue, DialogueEdition, DialogueError};
pub use study::{
    LineStudy, StudiedFile, StudyError, StudyGame, StudyPosition, StudyRoom, StudyScreen, StudySetup,
    StudySubject, run_study_screen,
};
