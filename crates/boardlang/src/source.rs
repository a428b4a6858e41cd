//! Places in a source text.

use std::ops::Range;

/// A range of the source, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Returns the smallest span that contains both spans.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the text of this span, or an empty text if it is outside `source`.
    #[must_use]
    pub fn text(self, source: &str) -> &str {
        source.get(self.bytes()).unwrap_or("")
    }

    /// Returns the span as a range.
    #[must_use]
    pub fn bytes(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Span {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: offset(range.start), end: offset(range.end) }
    }
}

/// A place in a text as line and column. Both are counted from 1; columns are in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line number.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl LineColumn {
    /// Returns the place of a byte offset. An offset after the end gives the end.
    #[must_use]
    pub fn of(source: &str, offset: u32) -> LineColumn {
        let before = source.get(..offset as usize).unwrap_or(source);
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).saturating_add(1);
        LineColumn {
            line: count(before.bytes().filter(|&byte| byte == b'\n').count()),
            column: count(before[line_start..].chars().count()),
        }
    }
}

impl std::fmt::Display for LineColumn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_not_bytes() {
        assert_eq!(LineColumn::of("æø\nåx", 7), LineColumn { line: 2, column: 2 });
        assert_eq!(LineColumn::of("", 0), LineColumn { line: 1, column: 1 });
        assert_eq!(LineColumn::of("ab", 99), LineColumn { line: 1, column: 3 });
    }
}
