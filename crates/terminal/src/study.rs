//! The analysis room: a game or a position, looked at turn by turn, with the engine beside it.
//!
//! [`StudyRoom`] holds what is studied and answers commands; [`LineStudy`] reads them from a [`Console`](crate::Console),
//! [`StudyScreen`] from keys.

mod command;
mod game;
mod line;
mod position;
mod room;
mod screen;
mod table;

pub use game::StudyGame;
pub use line::LineStudy;
pub use position::StudyPosition;
pub use room::{StudiedFile, StudyError, StudyRoom, StudySetup, StudySubject};
pub use screen::{StudyScreen, run_study_screen};
pub(crate) use table::list_plays;
