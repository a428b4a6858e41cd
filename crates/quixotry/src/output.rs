//! The output of commands: text with or without colours, or JSON.

use crate::status::{RunResult, Status};
use boardlang::RenderStyle;
use clap::ValueEnum;
use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The standard output of a command.
pub(crate) struct CommandOutput {
    out: BufWriter<Stdout>,
    color: ColorChoice,
    coloured: bool,
}

impl CommandOutput {
    pub(crate) fn new(color: ColorChoice) -> CommandOutput {
        let coloured = color.is_enabled(&io::stdout());
        CommandOutput { out: BufWriter::new(io::stdout()), color, coloured }
    }

    /// Whether text may be coloured.
    pub(crate) fn paint(&self) -> RenderStyle {
        if self.coloured { RenderStyle::Coloured } else { RenderStyle::Plain }
    }

    /// How errors are rendered. They go to the standard error.
    pub(crate) fn error_paint(&self) -> RenderStyle {
        if self.colours_errors() { RenderStyle::Coloured } else { RenderStyle::Plain }
    }

    /// Whether errors may be coloured.
    pub(crate) fn colours_errors(&self) -> bool {
        self.color.is_enabled(&io::stderr())
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{text}")
    }

    /// Writes text without adding a line end.
    pub(crate) fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())
    }

    /// Writes bytes as they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)
    }

    /// Writes a value as one line of JSON.
    pub(crate) fn json(&mut self, value: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, value)?;
        self.out.write_all(b"\n")
    }

    /// Writes a heading.
    pub(crate) fn heading(&mut self, text: &str) -> io::Result<()> {
        let heading = self.apply_style(text, Style::new().bold());
        self.line(heading)
    }

    /// Text in the style of success.
    pub(crate) fn good(&self, text: &str) -> String {
        self.apply_style(text, AnsiColor::Green.on_default().bold())
    }

    /// Text in the style of failure.
    pub(crate) fn bad(&self, text: &str) -> String {
        self.apply_style(text, AnsiColor::Red.on_default().bold())
    }

    fn apply_style(&self, text: &str, style: Style) -> String {
        if self.coloured { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// Flushes the output, for example before a long computation.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Flushes the output and returns the status.
    pub(crate) fn finish(&mut self, outcome: Status) -> RunResult {
        self.flush()?;
        Ok(outcome)
    }
}

impl ColorChoice {
    fn is_enabled(self, stream: &impl IsTerminal) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => stream.is_terminal() && !is_set("NO_COLOR") && !has_value("TERM", "dumb"),
        }
    }
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty())
}

fn has_value(variable: &str, value: &str) -> bool {
    std::env::var_os(variable).is_some_and(|found| found == value)
}
