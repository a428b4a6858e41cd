//! A log of all messages of a bot, with their times.

use std::fmt;
use std::io::Write;
use std::time::Instant;

/// The direction of a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageDirection {
    /// From the server to the bot.
    Received,
    /// From the bot to the server.
    Sent,
}

/// Writes all messages of a bot as they are sent and received.
pub struct Trace {
    began: Instant,
    to: Option<Box<dyn Write + Send>>,
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace").field("enabled", &self.to.is_some()).finish()
    }
}

impl Trace {
    /// Writes nothing.
    #[must_use]
    pub fn off() -> Trace {
        Trace { began: Instant::now(), to: None }
    }

    /// Writes every message to `to`.
    pub fn to(to: impl Write + Send + 'static) -> Trace {
        Trace { began: Instant::now(), to: Some(Box::new(to)) }
    }

    /// Writes a message: seconds since the start, the direction, the line.
    pub fn record(&mut self, direction: MessageDirection, line: &str) {
        let Some(to) = &mut self.to else { return };
        let direction = match direction {
            MessageDirection::Received => "<-",
            MessageDirection::Sent => "->",
        };
        // A failed write must not stop the game.
        _ = writeln!(to, "{:9.3} {direction} {line}", self.began.elapsed().as_secs_f64());
    }
}
