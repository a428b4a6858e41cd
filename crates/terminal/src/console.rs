//! Where a game is played line by line: any reader and writer, or a terminal with history and completion.

use std::io::{self, BufRead, Read, Write};
use std::time::Duration;

/// The most bytes of a line that are read; nothing anybody means is as long.
const LONGEST_LINE: u64 = 4096;

/// Somewhere to ask for lines and to write.
pub trait Console {
    /// Asks for a line; `None` when there will be no more.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>>;

    /// Writes a text and ends its line.
    fn say(&mut self, text: &str) -> io::Result<()>;

    /// Hides what was written before.
    fn clear(&mut self) -> io::Result<()>;

    /// Waits, so that people can follow.
    fn pause(&mut self, time: Duration) -> io::Result<()>;

    /// What could be typed next, for completion.
    fn offer(&mut self, words: Vec<String>) {
        drop(words);
    }
}

/// A reader and a writer: pipes, tests, a terminal without any comfort.
#[derive(Debug)]
pub struct Plain<R, W> {
    input: R,
    output: W,
    clears: Clears,
}

/// How a plain console hides what was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clears {
    /// With the escape sequence of terminals.
    Screen,
    /// With a line across, where nobody looks at a screen.
    Line,
}

impl<R: BufRead, W: Write> Plain<R, W> {
    /// A console of these two.
    pub fn new(input: R, output: W, clears: Clears) -> Plain<R, W> {
        Plain { input, output, clears }
    }

    fn read_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            skip_line(&mut self.input)?;
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
    }
}

/// Passes over the rest of a line without keeping it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let there = input.fill_buf()?;
        let end = there.iter().position(|&byte| byte == b'\n');
        let (used, done) = (end.map_or(there.len(), |end| end + 1), end.is_some() || there.is_empty());
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

impl<R: BufRead, W: Write> Console for Plain<R, W> {
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.output.write_all(prompt.as_bytes())?;
        self.output.flush()?;
        self.read_line()
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")
    }

    fn clear(&mut self) -> io::Result<()> {
        match self.clears {
            Clears::Screen => self.output.write_all(b"\x1b[3J\x1b[2J\x1b[H"),
            Clears::Line => writeln!(self.output, "{}", "-".repeat(60)),
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
        let mut console = Plain::new(bytes, io::sink(), Clears::Line);
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
