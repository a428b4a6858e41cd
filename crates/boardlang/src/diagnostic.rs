//! Problems with their place: as data, and as text with the offending piece underlined.

use std::{fmt, ops::Range, sync::Arc};

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet, renderer::DecorStyle,
};
use thiserror::Error;

use crate::{
    problem::{LocatedProblem, ProgramProblem, Severity},
    source::{LineColumn, Span},
};

/// How many problems are listed; nobody reads more, and a hostile program could have a million.
pub(crate) const MAX_LISTED: usize = 50;

/// How many bytes of lines are drawn; of longer ones only the place is named.
const MAX_DRAWN: usize = 4096;

/// A problem at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong.
    pub problem: ProgramProblem,
    /// Where, in bytes.
    pub span: Span,
    /// Where it begins, in lines and columns.
    pub start: LineColumn,
    /// Just behind its end, in lines and columns.
    pub end: LineColumn,
}

/// Whether rendered text carries terminal colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RenderStyle {
    /// Plain text in ASCII.
    Plain,
    /// Terminal colours.
    Coloured,
}

/// Problems of one source, errors and warnings, in the order of their places.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct Diagnostics {
    text: Arc<str>,
    list: Vec<Diagnostic>,
    more: bool,
}

impl Diagnostic {
    pub(crate) fn new(source: &str, found: LocatedProblem) -> Diagnostic {
        let LocatedProblem { problem, span } = found;
        let (start, end) = (LineColumn::of(source, span.start), LineColumn::of(source, span.end));
        Diagnostic { problem, span, start, end }
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.problem.severity()
    }

    /// The problem drawn into its source; `name` is what the source is called, a file name for instance.
    pub fn render(&self, source: &str, name: &str, paint: RenderStyle) -> String {
        renderer(paint).render(&[self.group(source, name)])
    }

    fn group<'a>(&self, source: &'a str, name: &'a str) -> Group<'a> {
        let level = match self.severity() {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(self.problem.to_string()).id(self.problem.code());
        let lines = self.lines(source);
        let group = if lines.len() <= MAX_DRAWN {
            title.element(self.snippet(source, lines).path(name))
        } else {
            title.element(self.origin(name))
        };
        match self.problem.hint() {
            Some(hint) => group.element(Level::HELP.message(hint.into_owned())),
            None => group,
        }
    }

    fn snippet<'a>(&self, source: &'a str, lines: Range<usize>) -> Snippet<'a, Annotation<'a>> {
        Snippet::source(&source[lines.clone()])
            .line_start(self.start.line as usize)
            .annotation(AnnotationKind::Primary.span(self.shown(source, lines)))
    }

    fn origin<'a>(&self, name: &'a str) -> Origin<'a> {
        Origin::path(name).line(self.start.line as usize).char_column(self.start.column as usize)
    }

    /// The bytes of the lines to show: drawing all of a large source for each problem would be slow.
    fn lines(&self, source: &str) -> Range<usize> {
        let Range { start, end } = self.within(source);
        let first = source[..start].rfind('\n').map_or(0, |at| at + 1);
        let last = source[end..].find('\n').map_or(source.len(), |at| end + at);
        first..last
    }

    /// The bytes to underline, counted from the first line that is shown.
    fn shown(&self, source: &str, lines: Range<usize>) -> Range<usize> {
        let Range { start, end } = self.within(source);
        start - lines.start..end - lines.start
    }

    /// The problem's bytes, always inside the source.
    fn within(&self, source: &str) -> Range<usize> {
        let range = self.span.bytes();
        if source.get(range.clone()).is_some() { range } else { source.len()..source.len() }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{}: {severity}: {}", self.start, self.problem)?;
        self.problem.hint().map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

fn renderer(paint: RenderStyle) -> Renderer {
    match paint {
        RenderStyle::Plain => Renderer::plain().decor_style(DecorStyle::Ascii),
        RenderStyle::Coloured => Renderer::styled(),
    }
}

impl Diagnostics {
    pub(crate) fn new(source: Arc<str>, mut found: Vec<LocatedProblem>) -> Diagnostics {
        found.sort_by_key(|one| (one.span.start, one.span.end));
        found.dedup();
        let more = found.len() > MAX_LISTED;
        found.sort_by_key(|one| one.problem.severity() != Severity::Error);
        found.truncate(MAX_LISTED);
        found.sort_by_key(|one| (one.span.start, one.span.end));
        let list = found.into_iter().map(|one| Diagnostic::new(&source, one)).collect();
        Diagnostics { text: source, list, more }
    }

    /// The source the problems are in.
    pub fn source(&self) -> &str {
        &self.text
    }

    /// The problems.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Only what stops the program from being used.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter().filter(|one| one.severity() == Severity::Error)
    }

    /// Only what is probably not meant.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter().filter(|one| one.severity() == Severity::Warning)
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many problems are listed.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there were more than are listed.
    pub fn has_more(&self) -> bool {
        self.more
    }

    /// All problems drawn into the source; `name` is what the source is called, a file name for instance.
    pub fn render(&self, name: &str, paint: RenderStyle) -> String {
        let mut parts: Vec<String> = self.iter().map(|one| one.render(&self.text, name, paint)).collect();
        parts.extend(self.rest());
        parts.join("\n\n")
    }

    fn rest(&self) -> Option<String> {
        self.more.then(|| "and more".to_owned())
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.iter().map(ToString::to_string).chain(self.rest());
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}
