//! The game in a terminal: line by line, in SkraBBKle's own dialogue, and full-screen.
//!
//! Everything here is driven by readers and writers, so that a whole game can be played in a test:
//!
//! ```
//! use quixotry_terminal::{Clears, LineGame, Plain, Setting, Table, parse_seats};
//! use std::time::Duration;
//!
//! let rules = presets::Library::shipped().rules("standard").unwrap();
//! let seats = parse_seats("you,computer:greedy").unwrap();
//! let table = Table::begin(Setting { rules, words: presets::english().clone(), seats, seed: 7, leaves: None }).unwrap();
//!
//! let mut shown = Vec::new();
//! let mut console = Plain::new("check QUIXOTRY\npass\n".as_bytes(), &mut shown, Clears::Line);
//! LineGame::new(table, Duration::ZERO).play(&mut console).unwrap();
//! assert!(String::from_utf8(shown).unwrap().contains("QUIXOTRY is good."));
//! ```

mod seats;

mod saves;

mod table;

mod console;
mod editor;

mod tell;

mod reading;
mod request;

mod answers;
mod show;

mod skrabbkle;

mod line;

mod screen;

pub use console::{Clears, Console, Plain};
pub use editor::Editor;
pub use line::LineGame;
pub use saves::{ResumeError, Saved, latest, load};
pub use screen::{Key, ScreenGame, Step, Towards, run_full_screen};
pub use seats::{SeatPlan, SeatsError, Who, parse_seats, usual_level};
pub use skrabbkle::{Dialogue, DialogueError, Edition};
pub use table::{Setting, Table, TableError};
pub use tell::Ending;
