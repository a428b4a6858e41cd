//! What is wrong with a file: where, what, and what to do.

use crate::source::{Source, SourceSpan};
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet, renderer::DecorStyle};
use boardlang::{LineColumn, RenderStyle};
use std::fmt;

/// How many faults are kept; more are only counted.
const KEPT: usize = 50;

/// One thing that is wrong with a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFileError {
    place: Option<SourceSpan>,
    key: String,
    message: String,
    help: Option<String>,
}

impl DataFileError {
    pub(crate) fn new(
        place: &SourceSpan,
        key: impl Into<String>,
        message: impl Into<String>,
    ) -> DataFileError {
        DataFileError { place: Some(place.clone()), key: key.into(), message: message.into(), help: None }
    }

    /// A fault of something that is in no file.
    pub(crate) fn nowhere(message: impl Into<String>) -> DataFileError {
        DataFileError { place: None, key: String::new(), message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> DataFileError {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn maybe_help(mut self, help: Option<String>) -> DataFileError {
        self.help = help;
        self
    }

    /// The file it is in, if it is in one.
    pub fn file(&self) -> Option<&str> {
        self.place.as_ref().map(|place| place.source.label.as_str())
    }

    /// Line and column in that file, counted from 1.
    pub fn position(&self) -> Option<LineColumn> {
        let offset = |place: &SourceSpan| u32::try_from(place.span.start).unwrap_or(u32::MAX);
        self.place.as_ref().map(|place| LineColumn::of(&place.source.text, offset(place)))
    }

    /// The key it concerns, such as `limits.passes`; empty where no key is at fault.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What would be right.
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The fault drawn into its file.
    pub fn render(&self, paint: RenderStyle) -> String {
        renderer(paint).render(&[self.group()])
    }

    fn group(&self) -> Group<'_> {
        let title = Level::ERROR.primary_title(self.titled());
        let group = match &self.place {
            Some(place) => title.element(snippet(place)),
            None => Group::with_title(title),
        };
        match &self.help {
            Some(help) => group.element(Level::HELP.message(help.as_str())),
            None => group,
        }
    }

    fn titled(&self) -> String {
        if self.key.is_empty() { self.message.clone() } else { format!("{}: {}", self.key, self.message) }
    }
}

impl fmt::Display for DataFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(file), Some(position)) = (self.file(), self.position()) {
            write!(f, "{file}:{position}: ")?;
        }
        f.write_str(&self.titled())?;
        self.help.as_ref().map_or(Ok(()), |help| write!(f, " ({help})"))
    }
}

fn snippet(place: &SourceSpan) -> Snippet<'_, Annotation<'_>> {
    let source: &Source = &place.source;
    let underlined = AnnotationKind::Primary.span(shown(&source.text, &place.span));
    Snippet::source(&*source.text).path(source.label.as_str()).annotation(underlined)
}

fn renderer(paint: RenderStyle) -> Renderer {
    match paint {
        RenderStyle::Plain => Renderer::plain().decor_style(DecorStyle::Ascii),
        RenderStyle::Coloured => Renderer::styled(),
    }
}

/// The bytes to underline: inside the text, and no more than the first line of a long piece.
fn shown(text: &str, span: &std::ops::Range<usize>) -> std::ops::Range<usize> {
    let Some(piece) = text.get(span.clone()) else { return text.len()..text.len() };
    let line = piece.trim_end().find('\n').unwrap_or(piece.len());
    span.start..span.start + line
}

/// Everything that is wrong with a file and with those it names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DataFileErrors {
    list: Vec<DataFileError>,
    unlisted: usize,
}

impl DataFileErrors {
    pub(crate) fn new(mut list: Vec<DataFileError>) -> DataFileErrors {
        list.sort_by(|a, b| order(a).cmp(&order(b)));
        list.dedup();
        let unlisted = list.len().saturating_sub(KEPT);
        list.truncate(KEPT);
        DataFileErrors { list, unlisted }
    }

    /// The faults, by file and place.
    pub fn iter(&self) -> std::slice::Iter<'_, DataFileError> {
        self.list.iter()
    }

    /// How many more there were than are listed.
    pub fn unlisted(&self) -> usize {
        self.unlisted
    }

    /// All faults drawn into their files.
    pub fn render(&self, paint: RenderStyle) -> String {
        let drawn = self.iter().map(|fault| fault.render(paint)).chain(self.rest());
        drawn.collect::<Vec<_>>().join("\n\n")
    }

    fn rest(&self) -> Option<String> {
        (self.unlisted > 0).then(|| format!("and {} more", self.unlisted))
    }
}

fn order(fault: &DataFileError) -> (Option<&str>, usize, &str) {
    (fault.file(), fault.place.as_ref().map_or(0, |place| place.span.start), &fault.key)
}

impl fmt::Display for DataFileErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.iter().map(ToString::to_string).chain(self.rest());
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for DataFileErrors {}
