//! The catalogue: all files that can be found by name, with their titles.

use crate::library::{DataKind, Library};
use crate::source::{Source, SourceOrigin};
use crate::toml_tree;
use std::sync::Arc;

/// An entry of the catalogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CatalogueEntry {
    /// The name that finds it.
    pub name: String,
    /// The title that people see.
    pub title: String,
    /// A short description.
    pub about: String,
    /// Where it comes from.
    pub origin: SourceOrigin,
}

impl Library {
    /// All files that can be found by name, with their titles and descriptions. The files are not checked.
    #[must_use]
    pub fn catalogue(&self, kind: DataKind) -> Vec<CatalogueEntry> {
        self.list(kind).into_iter().map(entry).collect()
    }
}

fn entry(source: Source) -> CatalogueEntry {
    let Source { name, origin, .. } = source.clone();
    if source.has_extension("txt") {
        let about = "A board file of SkraBBKle.".to_owned();
        return CatalogueEntry { title: name.clone(), name, about, origin };
    }
    let comment = comment(&source.text);
    let node = toml_tree::parse(&Arc::new(source)).ok();
    let table = node.as_ref().and_then(toml_tree::TomlNode::table);
    let text = |key: &str| Some(table?.get(key)?.text()?.trim().to_owned());
    let title = text("title").unwrap_or_else(|| name.clone());
    CatalogueEntry { name, title, about: text("about").unwrap_or(comment), origin }
}

/// The comment a file begins with.
fn comment(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix('#'));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}
