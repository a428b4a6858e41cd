//! Bots as child processes, on their standard input and output.

use crate::connection_protocol::ConnectionError;
use crate::limits::ConnectionLimits;
use crate::line_connection::LineConnection;
use std::fmt;
use std::io::Read;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long a process may take to end by itself when its input has ended.
const PATIENCE: Duration = Duration::from_millis(400);

/// How much of what a process says on its standard error is kept.
const KEPT: usize = 2000;

/// A program with its arguments, as `./mybot --fast`. Quotation marks keep spaces together; no shell is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

/// A text that is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandLineError {
    /// It names no program.
    #[error("the command is empty: name a program, as in cmd:./mybot")]
    Empty,
    /// It does not close its quotation mark.
    #[error("the command {0:?} opens a quotation mark and does not close it")]
    OpenQuote(String),
}

impl FromStr for CommandLine {
    type Err = CommandLineError;

    fn from_str(text: &str) -> Result<CommandLine, CommandLineError> {
        let words = split(text).ok_or_else(|| CommandLineError::OpenQuote(text.to_owned()))?;
        if words.first().is_none_or(String::is_empty) {
            return Err(CommandLineError::Empty);
        }
        Ok(CommandLine { text: text.trim().to_owned(), words })
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl CommandLine {
    /// The program without its directory and ending: a name for the bot.
    pub fn program(&self) -> &str {
        let path = std::path::Path::new(&self.words[0]);
        path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(&self.words[0])
    }
}

fn split(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for character in text.chars() {
        match (character, quote) {
            (mark, Some(open)) if mark == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (space, None) if space.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// A running process. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct BotProcess {
    child: Child,
    complaints: Arc<Mutex<String>>,
}

impl BotProcess {
    pub(crate) fn start(
        command: &CommandLine,
        limits: &ConnectionLimits,
    ) -> Result<(BotProcess, LineConnection), ConnectionError> {
        let failed = |error: std::io::Error| {
            ConnectionError::ProcessFailed(format!("{} cannot be started: {error}", command.words[0]))
        };
        let mut child = Command::new(&command.words[0])
            .args(&command.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(ConnectionError::ProcessFailed(
                "the process has no standard input and output".to_owned(),
            ));
        };
        let link = LineConnection::new(stdout, stdin, || {}, limits);
        let complaints = Arc::new(Mutex::new(String::new()));
        let kept = complaints.clone();
        thread::spawn(move || keep_last(stderr, &kept));
        Ok((BotProcess { child, complaints }, link))
    }

    /// How it ended, if it has, and what it said last on its standard error.
    pub(crate) fn last_words(&mut self) -> String {
        let status = match self.child.try_wait() {
            Ok(Some(status)) => format!("the process ended with {status}"),
            _ => "the process is still running".to_owned(),
        };
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        match complaints.trim() {
            "" => status,
            said => format!("{status} and said: {said}"),
        }
    }

    /// Waits a moment for the process to end by itself, so that its status is known.
    pub(crate) fn settle(&mut self, patience: Duration) -> bool {
        let step = Duration::from_millis(5);
        for _ in 0..=patience.as_millis() / step.as_millis() {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return true;
            }
            thread::sleep(step);
        }
        false
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        if !self.settle(PATIENCE) {
            // It may have ended between the two calls.
            _ = self.child.kill();
            _ = self.child.wait();
        }
    }
}

fn keep_last(mut stderr: ChildStderr, kept: &Mutex<String>) {
    let mut bytes = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_str(&String::from_utf8_lossy(&bytes[..count]));
        let start = kept.ceil_char_boundary(kept.len().saturating_sub(KEPT));
        kept.drain(..start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_spaces_outside_quotation_marks() {
        let words = |text: &str| text.parse::<CommandLine>().map(|command| command.words);
        assert_eq!(words("./mybot --fast"), Ok(vec!["./mybot".to_owned(), "--fast".to_owned()]));
        assert_eq!(
            words("sh -c 'a b' \"it's\""),
            Ok(["sh", "-c", "a b", "it's"].map(str::to_owned).to_vec())
        );
        assert_eq!(words("x ''"), Ok(vec!["x".to_owned(), String::new()]));
        assert_eq!(words("  "), Err(CommandLineError::Empty));
        assert_eq!(words("''"), Err(CommandLineError::Empty));
        assert_eq!(words("a 'b"), Err(CommandLineError::OpenQuote("a 'b".to_owned())));
        assert_eq!("./bots/my.py -x".parse::<CommandLine>().unwrap().program(), "my");
    }
}
