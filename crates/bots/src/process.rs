//! Bots as child processes that use standard input and output.

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

/// How long a process may take to exit after its input was closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(400);

/// How many bytes of the standard error are kept.
const STDERR_SIZE: usize = 2000;

/// A program with its arguments, such as `./mybot --fast`. Quotation marks group words; no shell is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

/// Why a command line is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommandLineError {
    /// The command line is empty.
    #[error("the command is empty: name a program, as in cmd:./mybot")]
    Empty,
    /// A quotation mark is not closed.
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

/// Programs that run another program, which is the bot. Version numbers may follow the names.
const INTERPRETERS: [&str; 14] = [
    "bash", "bun", "deno", "dotnet", "env", "java", "julia", "lua", "node", "perl", "php", "python", "ruby",
    "sh",
];

impl CommandLine {
    /// The program without directory and extension, which serves as a name for the bot. An interpreter is named after
    /// the file that it runs.
    pub fn program(&self) -> &str {
        let program = file_stem(&self.words[0]);
        let plain = program.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        let is_file = |word: &&String| {
            !word.starts_with('-') && word.contains(['.', '/']) && !word.contains(char::is_whitespace)
        };
        match self.words[1..].iter().find(is_file) {
            Some(file) if INTERPRETERS.contains(&plain) => file_stem(file),
            _ => program,
        }
    }
}

fn file_stem(path: &str) -> &str {
    std::path::Path::new(path).file_stem().and_then(|stem| stem.to_str()).unwrap_or(path)
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

/// A running process. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct BotProcess {
    child: Child,
    stderr_text: Arc<Mutex<String>>,
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
        let stderr_text = Arc::new(Mutex::new(String::new()));
        let kept = stderr_text.clone();
        thread::spawn(move || collect_stderr(stderr, &kept));
        Ok((BotProcess { child, stderr_text }, link))
    }

    /// The exit status, if the process has ended, and the end of its standard error.
    pub(crate) fn describe_end(&mut self) -> String {
        let status = match self.child.try_wait() {
            Ok(Some(status)) => format!("the process ended with {status}"),
            _ => "the process is still running".to_owned(),
        };
        let stderr_text = self.stderr_text.lock().unwrap_or_else(PoisonError::into_inner);
        match stderr_text.trim() {
            "" => status,
            said => format!("{status} and said: {said}"),
        }
    }

    /// Waits some time for the process to exit, so that its status is known. Returns whether it has exited.
    pub(crate) fn wait_for_exit(&mut self, limit: Duration) -> bool {
        let step = Duration::from_millis(5);
        for _ in 0..=limit.as_millis() / step.as_millis() {
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
        if !self.wait_for_exit(EXIT_TIMEOUT) {
            // Errors are ignored: the process may have exited in the meantime.
            _ = self.child.kill();
            _ = self.child.wait();
        }
    }
}

fn collect_stderr(mut stderr: ChildStderr, kept: &Mutex<String>) {
    let mut bytes = [0; 1024];
    while let Ok(count @ 1..) = stderr.read(&mut bytes) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_str(&String::from_utf8_lossy(&bytes[..count]));
        let start = kept.ceil_char_boundary(kept.len().saturating_sub(STDERR_SIZE));
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
    }

    #[test]
    fn a_bot_is_named_after_its_program_and_not_after_the_interpreter() {
        let program = |text: &str| text.parse::<CommandLine>().unwrap().program().to_owned();
        for (command, name) in [
            ("./bots/my.py -x", "my"),
            ("python3 bots/my.py --level 3", "my"),
            ("/usr/bin/python3.11 -u my.py", "my"),
            ("java -jar quick.jar", "quick"),
            ("deno run bot.ts", "bot"),
            ("python3 -m mybot", "python3"),
            ("sh -c './a.sh b'", "sh"),
            ("quixotry bot --stdio --leaves mine.klv2", "quixotry"),
        ] {
            assert_eq!(program(command), name, "{command}");
        }
    }
}
