//! Every message both ways, with its time.

use std::fmt;
use std::io::Write;
use std::time::Instant;

/// Which way a message goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MessageDirection {
    /// From the server to the bot.
    Received,
    /// From the bot to the server.
    Sent,
}

/// Where messages are shown as they come and go.
pub struct Trace {
    began: Instant,
    to: Option<Box<dyn Write + Send>>,
}

impl fmt::Debug for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trace").field("shown", &self.to.is_some()).finish()
    }
}

impl Trace {
    /// Shows nothing.
    pub fn off() -> Trace {
        Trace { began: Instant::now(), to: None }
    }

    /// Shows every message.
    pub fn to(to: impl Write + Send + 'static) -> Trace {
        Trace { began: Instant::now(), to: Some(Box::new(to)) }
    }

    /// Shows a message: seconds since the beginning, the direction, the line.
    pub fn record(&mut self, direction: MessageDirection, line: &str) {
        let Some(to) = &mut self.to else { return };
        let direction = match direction {
            MessageDirection::Received => "<-",
            MessageDirection::Sent => "->",
        };
        // What cannot be shown must not stop the game.
        _ = writeln!(to, "{:9.3} {direction} {line}", self.began.elapsed().as_secs_f64());
    }
}
