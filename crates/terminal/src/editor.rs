//! A console with line editing, history and completion.

use crate::console::Console;
use crate::wrap::wrap_prose;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Helper};
use std::io::{self, Write};
use std::time::Duration;

/// A console with line editing on the terminal of this process.
pub struct LineEditor {
    lines: rustyline::Editor<Completions, MemHistory>,
}

impl LineEditor {
    /// Creates a line editor.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be used.
    pub fn new() -> io::Result<LineEditor> {
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut lines = rustyline::Editor::with_history(config, MemHistory::new()).map_err(to_io)?;
        lines.set_helper(Some(Completions(Vec::new())));
        Ok(LineEditor { lines })
    }
}

impl Console for LineEditor {
    /// Ctrl-C and the end of the input both end the game.
    fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self.lines.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(to_io(error)),
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        // The terminal itself would break lines within words.
        match ratatui::crossterm::terminal::size() {
            Ok((width @ 20.., _)) => writeln!(io::stdout(), "{}", wrap_prose(text, width.into())),
            _ => writeln!(io::stdout(), "{text}"),
        }
    }

    fn clear(&mut self) -> io::Result<()> {
        write!(io::stdout(), "\x1b[3J\x1b[2J\x1b[H")?;
        io::stdout().flush()
    }

    fn pause(&mut self, time: Duration) -> io::Result<()> {
        io::stdout().flush()?;
        std::thread::sleep(time);
        Ok(())
    }

    fn set_completions(&mut self, words: Vec<String>) {
        if let Some(helper) = self.lines.helper_mut() {
            helper.0 = words;
        }
    }
}

fn to_io(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// The words that are offered for completion.
struct Completions(Vec<String>);

impl Completer for Completions {
    type Candidate = String;

    fn complete(&self, line: &str, place: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..place).unwrap_or_default().to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&typed);
        Ok((0, self.0.iter().filter(fits).cloned().collect()))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}
impl Validator for Completions {}
impl Helper for Completions {}
