//! The analysis room line by line.

use super::command::{self, StudyCommand};
use super::room::StudyRoom;
use crate::console::Console;
use std::io;

/// An analysis room that reads commands from a console.
pub struct LineStudy {
    room: StudyRoom,
}

impl LineStudy {
    /// A study of this room.
    #[must_use]
    pub fn new(room: StudyRoom) -> LineStudy {
        LineStudy { room }
    }

    /// Answers commands until the user leaves or the input ends.
    ///
    /// # Errors
    ///
    /// If the console cannot be read or written.
    pub fn run(mut self, console: &mut impl Console) -> io::Result<()> {
        console.set_completions(command::completions());
        console.say(&self.room.show())?;
        console.say("`help` lists what you can type.")?;
        while let Some(line) = console.ask(&self.room.prompt())? {
            match StudyCommand::parse(&line) {
                StudyCommand::Quit if self.may_leave(console)? => break,
                command => self.answer(command, console)?,
            }
        }
        Ok(())
    }

    fn may_leave(&self, console: &mut impl Console) -> io::Result<bool> {
        if !self.room.has_changes() {
            return Ok(true);
        }
        let answer = console.ask("There are changes that are not saved. Leave anyway? (y/n) ")?;
        Ok(answer.is_none_or(|answer| matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")))
    }

    fn answer(&mut self, command: StudyCommand, console: &mut impl Console) -> io::Result<()> {
        match self.room.carry_out(command) {
            Ok(text) if text.is_empty() => Ok(()),
            Ok(text) => console.say(&text),
            Err(error) => console.say(&error.to_string()),
        }
    }
}
