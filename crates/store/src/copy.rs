//! Checks that the copy of a game is complete.

use crate::{CommandId, GameCopy, LineNo, Seq};

/// What is wrong with a stored game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// An event is missing or there twice.
    #[error("event {expected} should follow, but {found} does")]
    EventGap {
        /// The event that should come.
        expected: Seq,
        /// The event that comes.
        found: Seq,
    },
    /// An event is of another game.
    #[error("event {0} belongs to another game")]
    ForeignEvent(Seq),
    /// The last events are missing, or there are more than were counted.
    #[error("the log ends at {found}, but should at {expected}")]
    LogEnd {
        /// Where the game says its log ends.
        expected: Seq,
        /// Where it ends.
        found: Seq,
    },
    /// A chat line is missing or there twice.
    #[error("chat line {expected} should follow, but {found} does")]
    LineGap {
        /// The line that should come.
        expected: LineNo,
        /// The line that comes.
        found: LineNo,
    },
    /// The last chat lines are missing, or there are more than were counted.
    #[error("the chat ends at line {found}, but should at {expected}")]
    ChatEnd {
        /// Where the game says its chat ends.
        expected: LineNo,
        /// Where it ends.
        found: LineNo,
    },
    /// The last event of a command is missing.
    #[error("command {command} made event {seq}, but the log ends at {last}")]
    CommandBeyond {
        /// The command.
        command: CommandId,
        /// The last event it made.
        seq: Seq,
        /// Where the log ends.
        last: Seq,
    },
    /// A command is there twice.
    #[error("command {0} is remembered twice")]
    CommandTwice(CommandId),
    /// The store cannot read it.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// The events cannot be replayed.
    #[error("it cannot be replayed: {0}")]
    Replay(String),
}

impl GameCopy {
    /// Checks numbers and ends of log and chat.
    ///
    /// # Errors
    ///
    /// Fails with the first damage it finds.
    pub fn check(&self) -> Result<(), Damage> {
        self.check_events()?;
        self.check_lines()?;
        self.check_commands()
    }

    fn check_events(&self) -> Result<(), Damage> {
        let mut last = Seq::START;
        for event in &self.events {
            if event.game != self.game.id {
                return Err(Damage::ForeignEvent(event.seq));
            }
            if event.seq != last.next() {
                return Err(Damage::EventGap { expected: last.next(), found: event.seq });
            }
            last = event.seq;
        }
        match self.game.head.seq {
            expected if expected == last => Ok(()),
            expected => Err(Damage::LogEnd { expected, found: last }),
        }
    }

    fn check_lines(&self) -> Result<(), Damage> {
        let mut last = LineNo::START;
        for line in &self.lines {
            if line.number != last.next() {
                return Err(Damage::LineGap { expected: last.next(), found: line.number });
            }
            last = line.number;
        }
        match self.game.head.line {
            expected if expected == last => Ok(()),
            expected => Err(Damage::ChatEnd { expected, found: last }),
        }
    }

    fn check_commands(&self) -> Result<(), Damage> {
        let last = self.game.head.seq;
        let mut seen = std::collections::HashSet::new();
        for done in &self.commands {
            if done.seq > last {
                return Err(Damage::CommandBeyond { command: done.command.clone(), seq: done.seq, last });
            }
            if !seen.insert(&done.command) {
                return Err(Damage::CommandTwice(done.command.clone()));
            }
        }
        Ok(())
    }
}
