//! Consoles for the game line by line.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

/// The maximum length of an input line in bytes. The rest of a longer line is skipped.
const MAX_LINE_LENGTH: u64 = 4096;

/// Reads lines from a player and writes text.
pub trait Console {
    /// Prompts for a line. Returns `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// If the console cannot be read or written.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>>;

    /// Writes a text and a line end.
    ///
    /// # Errors
    ///
    /// If the console cannot be written.
    fn say(&mut self, text: &str) -> io::Result<()>;

    /// Hides the text that was written before.
    ///
    /// # Errors
    ///
    /// If the console cannot be written.
    fn clear(&mut self) -> io::Result<()>;

    /// Waits, so that the player can follow the game.
    ///
    /// # Errors
    ///
    /// If the console cannot be written.
    fn pause(&mut self, time: Duration) -> io::Result<()>;

    /// Sets the words that are offered for completion.
    fn set_completions(&mut self, words: Vec<String>) {
        drop(words);
    }
}

/// A console on any reader and writer: pipes, tests, or a terminal without line editing.
#[derive(Debug)]
pub struct StreamConsole<R, W> {
    input: R,
    output: W,
    clear_mode: ClearMode,
}

/// How a [`StreamConsole`] hides the text that was written before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClearMode {
    /// Clears the terminal with an escape sequence.
    EscapeSequence,
    /// Writes a separator line; for output that is not a terminal.
    Separator,
}

impl<R: BufRead, W: Write> StreamConsole<R, W> {
    /// Creates a console.
    #[must_use]
    pub fn new(input: R, output: W, clear_mode: ClearMode) -> StreamConsole<R, W> {
        StreamConsole { input, output, clear_mode }
    }

    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.input.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() as u64 == MAX_LINE_LENGTH && !bytes.ends_with(b"\n") {
            skip_line(&mut self.input)?;
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

/// Skips the rest of a line.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let (used, done) = (end.map_or(buffer.len(), |end| end + 1), end.is_some() || buffer.is_empty());
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

impl<R: BufRead, W: Write> Console for StreamConsole<R, W> {
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.output.write_all(prompt.as_bytes())?;
        self.output.flush()?;
        self.read_line()
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn clear(&mut self) -> io::Result<()> {
        match self.clear_mode {
            ClearMode::EscapeSequence => self.output.write_all(b"\x1b[3J\x1b[2J\x1b[H"),
            ClearMode::Separator => writeln!(self.output, "{}", "-".repeat(60)),
        }
    }

    fn pause(&mut self, time: Duration) -> io::Result<()> {
        self.output.flush()?;
        std::thread::sleep(time);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut console = StreamConsole::new(bytes, io::sink(), ClearMode::Separator);
        std::iter::from_fn(|| console.ask("").unwrap()).collect()
    }

    #[test]
    fn lines_end_in_any_way() {
        assert_eq!(lines(b"a\r\nb\n\nc"), ["a", "b", "", "c"]);
        assert_eq!(lines(b"caf\xe9\n"), ["caf\u{fffd}"]);
    }

    #[test]
    fn endless_lines_are_cut() {
        let long = [vec![b'x'; 10_000], b"\nnext\n".to_vec()].concat();
        let read = lines(&long);
        assert_eq!((read[0].len(), read[1].as_str(), read.len()), (4096, "next", 2));
    }
}
