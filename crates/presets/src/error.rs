//! What is wrong with a file: where, what, and what to do.

use crate::source::{Source, SourceSpan};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};
use boardlang::{LineColumn, RenderStyle};
use std::fmt;

/// How many errors are listed; the rest is only counted.
const MAX_LISTED: usize = 50;

/// One error in a data file: where it is, what is wrong and what to do.
///
/// ```
/// # mod quixotry { pub use quixotry_presets as presets; }
/// use quixotry::presets::{Library, Source};
///
/// let source = Source::from_text("mine.toml", "inherit = 'standard'\nrack = 80");
/// let errors = Library::shipped().rules_from(&source).unwrap_err();
/// let error = errors.iter().next().unwrap();
/// assert_eq!((error.file(), error.key()), (Some("mine.toml"), "rack"));
/// assert_eq!(error.message(), "must be from 1 to 32, not 80");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFileError {
    span: Option<SourceSpan>,
    key: String,
    message: String,
    help: Option<String>,
}

impl DataFileError {
    pub(crate) fn new(
        span: &SourceSpan,
        key: impl Into<String>,
        message: impl Into<String>,
    ) -> DataFileError {
        DataFileError { span: Some(span.clone()), key: key.into(), message: message.into(), help: None }
    }

    /// An error that belongs to no file.
    pub(crate) fn without_file(message: impl Into<String>) -> DataFileError {
        DataFileError { span: None, key: String::new(), message: message.into(), help: None }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> DataFileError {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn with_optional_help(mut self, help: Option<String>) -> DataFileError {
        self.help = help;
        self
    }

    /// The file that has the error, if it belongs to a file.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.span.as_ref().map(|span| span.source.label.as_str())
    }

    /// Line and column in that file, counted from 1.
    #[must_use]
    pub fn position(&self) -> Option<LineColumn> {
        let offset = |span: &SourceSpan| u32::try_from(span.range.start).unwrap_or(u32::MAX);
        self.span.as_ref().map(|span| LineColumn::of(&span.source.text, offset(span)))
    }

    /// How many characters are wrong from that position on, at most to the end of the line.
    #[must_use]
    pub fn length(&self) -> usize {
        let underlined = |span: &SourceSpan| {
            let range = underlined_range(&span.source.text, &span.range);
            span.source.text.get(range).map_or(0, |text| text.chars().count())
        };
        self.span.as_ref().map_or(0, underlined)
    }

    /// The key that is wrong, such as `limits.passes`; empty if the error belongs to no key.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The error with the lines of the file that it is about.
    #[must_use]
    pub fn render(&self, paint: RenderStyle) -> String {
        renderer(paint).render(&[self.group()])
    }

    fn group(&self) -> Group<'_> {
        let title = Level::ERROR.primary_title(self.title_text());
        let group = match &self.span {
            Some(span) => title.element(snippet(span)),
            None => Group::with_title(title),
        };
        match &self.help {
            Some(help) => group.element(Level::HELP.message(help.as_str())),
            None => group,
        }
    }

    fn title_text(&self) -> String {
        if self.key.is_empty() { self.message.clone() } else { format!("{}: {}", self.key, self.message) }
    }
}

impl fmt::Display for DataFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(file), Some(position)) = (self.file(), self.position()) {
            write!(f, "{file}:{position}: ")?;
        }
        f.write_str(&self.title_text())?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, " ({help})"))
    }
}

fn snippet(span: &SourceSpan) -> Snippet<'_, Annotation<'_>> {
    let source: &Source = &span.source;
    let underlined = AnnotationKind::Primary.span(underlined_range(&source.text, &span.range));
    Snippet::source(&*source.text).path(source.label.as_str()).annotation(underlined)
}

fn renderer(paint: RenderStyle) -> Renderer {
    match paint {
        RenderStyle::Plain => Renderer::plain().decor_style(DecorStyle::Ascii),
        RenderStyle::Coloured => Renderer::styled(),
    }
}

/// The bytes to underline: at most the first line of a longer piece.
fn underlined_range(text: &str, span: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let Some(piece) = text.get(span.clone()) else { return text.len()..text.len() };
    let line = piece.trim_end().find('\n').unwrap_or(piece.len());
    span.start..span.start + line
}

/// All errors of a file and of the files that it names.
///
/// ```
/// # mod quixotry { pub use quixotry_presets as presets; }
/// use quixotry::presets::{Library, Source};
///
/// let source = Source::from_text("mine.toml", "inherit = 'standard'\nrack = 80");
/// let errors = Library::shipped().rules_from(&source).unwrap_err();
/// assert_eq!(errors.to_string(), "mine.toml:2:8: rack: must be from 1 to 32, not 80");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFileErrors {
    list: Vec<DataFileError>,
    omitted: usize,
}

impl DataFileErrors {
    pub(crate) fn new(mut list: Vec<DataFileError>) -> DataFileErrors {
        list.sort_by(|a, b| order(a).cmp(&order(b)));
        list.dedup();
        let omitted = list.len().saturating_sub(MAX_LISTED);
        list.truncate(MAX_LISTED);
        DataFileErrors { list, omitted }
    }

    /// The errors, ordered by file and position.
    pub fn iter(&self) -> std::slice::Iter<'_, DataFileError> {
        self.list.iter()
    }

    /// How many errors are not listed because there are too many.
    #[must_use]
    pub fn omitted_count(&self) -> usize {
        self.omitted
    }

    /// All errors with the lines of the files that they are about.
    #[must_use]
    pub fn render(&self, paint: RenderStyle) -> String {
        let drawn = self.iter().map(|error| error.render(paint)).chain(self.rest());
        drawn.collect::<Vec<_>>().join("\n\n")
    }

    fn rest(&self) -> Option<String> {
        (self.omitted > 0).then(|| format!("and {} more", self.omitted))
    }
}

fn order(error: &DataFileError) -> (Option<&str>, usize, &str) {
    (error.file(), error.span.as_ref().map_or(0, |span| span.range.start), &error.key)
}

impl fmt::Display for DataFileErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.iter().map(ToString::to_string).chain(self.rest());
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for DataFileErrors {}
