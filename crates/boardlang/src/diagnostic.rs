//! Problems with their place in the source, as data and as rendered text.

use std::{fmt, ops::Range, sync::Arc};

use annotate_snippets::{
    Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet, renderer::DecorStyle,
};
use thiserror::Error;

use crate::{
    problem::{LocatedProblem, ProgramProblem, Severity},
    source::{LineColumn, Span},
};

/// The maximum number of problems that are listed. A hostile program could have a million.
pub(crate) const MAX_LISTED: usize = 50;

/// The maximum number of bytes of source that are rendered. For longer lines, only line and column are given.
const MAX_DRAWN: usize = 4096;

/// A problem with its place in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong.
    pub problem: ProgramProblem,
    /// Its span, in bytes.
    pub span: Span,
    /// The line and column of its start.
    pub start: LineColumn,
    /// The line and column after its end.
    pub end: LineColumn,
}

/// The style of rendered text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RenderStyle {
    /// Plain text in ASCII.
    Plain,
    /// Terminal colours.
    Coloured,
}

/// The errors and warnings of one source, sorted by place.
///
/// # Examples
///
/// ```
/// # mod quixotry { pub use quixotry_boardlang as boardlang; }
/// use quixotry::boardlang::{Dialect, RenderStyle, Signature, compile};
///
/// let diagnostics = compile("_result_ := 1 / 0", Signature::Board, Dialect::Left).unwrap_err();
/// let first = diagnostics.iter().next().unwrap();
/// assert_eq!(first.problem.code(), "division-by-zero");
/// assert_eq!(first.start.to_string(), "1:13");
///
/// // One line for each problem, or the source with the problem underlined.
/// assert_eq!(
///     diagnostics.to_string(),
///     "1:13: error: this always divides by zero (divide by something else)"
/// );
/// assert!(diagnostics.render("board.imp", RenderStyle::Plain).contains("^^^^^"));
/// ```
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

    /// Returns the severity.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.problem.severity()
    }

    /// Renders the problem with its source lines. `name` is the name of the source, such as a file name.
    #[must_use]
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
            .annotation(AnnotationKind::Primary.span(self.underlined_bytes(source, lines)))
    }

    fn origin<'a>(&self, name: &'a str) -> Origin<'a> {
        Origin::path(name).line(self.start.line as usize).char_column(self.start.column as usize)
    }

    /// The bytes of the lines to render. Rendering a whole large source for each problem would be slow.
    fn lines(&self, source: &str) -> Range<usize> {
        let Range { start, end } = self.within(source);
        let first = source[..start].rfind('\n').map_or(0, |at| at + 1);
        let last = source[end..].find('\n').map_or(source.len(), |at| end + at);
        first..last
    }

    /// The bytes to underline, relative to the first rendered line.
    fn underlined_bytes(&self, source: &str, lines: Range<usize>) -> Range<usize> {
        let Range { start, end } = self.within(source);
        start - lines.start..end - lines.start
    }

    /// The bytes of the problem, clamped to the source.
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

    /// Returns the source.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.text
    }

    /// Iterates over the problems.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Iterates over the errors.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter().filter(|one| one.severity() == Severity::Error)
    }

    /// Iterates over the warnings.
    pub fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.iter().filter(|one| one.severity() == Severity::Warning)
    }

    /// Returns whether there are no problems.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of listed problems.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether there are more problems than the listed ones.
    #[must_use]
    pub fn has_more(&self) -> bool {
        self.more
    }

    /// Renders all problems with their source lines. `name` is the name of the source, such as a file name.
    #[must_use]
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
