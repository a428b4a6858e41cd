//! The analysis room line by line.

use super::command::{self, StudyCommand};
use super::room::{StudyError, StudyRoom};
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
        match self.carry_out(command) {
            Ok(text) if text.is_empty() => Ok(()),
            Ok(text) => console.say(&text),
            Err(error) => console.say(&error.to_string()),
        }
    }

    fn carry_out(&mut self, command: StudyCommand) -> Result<String, StudyError> {
        let room = &mut self.room;
        match command {
            StudyCommand::Nothing | StudyCommand::Quit => Ok(String::new()),
            StudyCommand::Help => Ok(command::help()),
            StudyCommand::Next => room.go_next(),
            StudyCommand::Back => room.go_back(),
            StudyCommand::Turn(number) => room.go_to_turn(number),
            StudyCommand::Start => room.go(0),
            StudyCommand::End => room.go_to_end(),
            StudyCommand::Board => Ok(room.show()),
            StudyCommand::Unseen => Ok(room.list_unseen()),
            StudyCommand::History => room.list_turns(),
            StudyCommand::Plays(count) => room.list_plays(count),
            StudyCommand::Simulate(effort) => room.simulate(effort),
            StudyCommand::Solve(time) => room.solve(time),
            StudyCommand::Add(text) => room.add_candidate(&text),
            StudyCommand::Rack(tiles) => room.set_rack(&tiles),
            StudyCommand::Opponent(tiles) => room.set_opponent(&tiles),
            StudyCommand::Try(text) => room.try_turn(&text),
            StudyCommand::Undo => room.undo(),
            StudyCommand::Keep(name) => room.keep(&name),
            StudyCommand::Variations => Ok(room.list_variations()),
            StudyCommand::Note(text) => room.set_note(&text),
            StudyCommand::Score(points) => room.set_points(points),
            StudyCommand::Save(path) => room.save(&path),
            StudyCommand::Wrong(advice) => Ok(advice),
        }
    }
}
