//! Files as they were read, and places in them.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a text comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SourceOrigin {
    /// The program includes it.
    Shipped,
    /// This file.
    File(PathBuf),
    /// The caller.
    Given,
}

/// A text with its name and origin.
///
/// ```
/// # mod quixotry { pub use quixotry_presets as presets; }
/// use quixotry::presets::{Library, Source};
///
/// let source = Source::from_text("mine", "inherit = 'standard'\nrack = 8");
/// assert_eq!(Library::shipped().rules_from(&source)?.rack_size, 8);
/// # Ok::<(), quixotry::presets::DataFileErrors>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// What messages call it: a path, or a name such as `rules/standard.toml`.
    pub label: String,
    /// The name that finds it: the file name without its extension.
    pub name: String,
    /// Its text.
    pub text: Arc<str>,
    /// Where it comes from.
    pub origin: SourceOrigin,
}

impl Source {
    /// A text under a name that the caller chooses.
    #[must_use]
    pub fn from_text(name: &str, text: &str) -> Source {
        Source {
            label: name.to_owned(),
            name: name.to_owned(),
            text: text.into(),
            origin: SourceOrigin::Given,
        }
    }

    /// A file with its text.
    pub(crate) fn file(path: &Path, text: String) -> Source {
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let label = path.display().to_string();
        Source { label, name, text: text.into(), origin: SourceOrigin::File(path.to_owned()) }
    }

    /// The directory that relative paths in it start from.
    pub(crate) fn directory(&self) -> Option<&Path> {
        match &self.origin {
            SourceOrigin::File(path) => path.parent(),
            SourceOrigin::Shipped | SourceOrigin::Given => None,
        }
    }

    /// Whether its file name has this extension.
    pub(crate) fn has_extension(&self, ending: &str) -> bool {
        Path::new(&self.label).extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
    }
}

/// A part of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SourceSpan {
    pub(crate) source: Arc<Source>,
    pub(crate) range: Range<usize>,
}

impl SourceSpan {
    /// The beginning of a source.
    pub(crate) fn start(source: &Arc<Source>) -> SourceSpan {
        SourceSpan { source: source.clone(), range: 0..0 }
    }

    /// A part of this span, if the span contains `text` unescaped.
    pub(crate) fn subspan(&self, text: &str, part: Range<usize>) -> Option<SourceSpan> {
        let written = self.source.text.get(self.range.clone())?;
        let offset = self.range.start + written.find(text).filter(|_| !text.is_empty())?;
        Some(SourceSpan { source: self.source.clone(), range: offset + part.start..offset + part.end })
    }
}
