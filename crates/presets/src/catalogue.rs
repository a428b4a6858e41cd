//! What there is to choose from, with titles.

use crate::library::{Library, Shelf};
use crate::source::{Origin, Source};
use crate::tree;
use std::sync::Arc;

/// An entry of the catalogue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// The name it is found by.
    pub name: String,
    /// A line for people.
    pub title: String,
    /// What it is.
    pub about: String,
    /// Where it comes from.
    pub origin: Origin,
}

impl Library {
    /// Everything that can be found by name, with its title and description. Files are not checked for this.
    pub fn catalogue(&self, shelf: Shelf) -> Vec<Listing> {
        self.list(shelf).into_iter().map(listing).collect()
    }
}

fn listing(source: Source) -> Listing {
    let Source { name, origin, .. } = source.clone();
    if source.has_ending("txt") {
        let about = "A board file of SkraBBKle.".to_owned();
        return Listing { title: name.clone(), name, about, origin };
    }
    let comment = comment(&source.text);
    let node = tree::parse(&Arc::new(source)).ok();
    let table = node.as_ref().and_then(tree::Node::table);
    let text = |key: &str| Some(table?.get(key)?.text()?.trim().to_owned());
    let title = text("title").unwrap_or_else(|| name.clone());
    Listing { name, title, about: text("about").unwrap_or(comment), origin }
}

/// The comment a file begins with.
fn comment(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix('#'));
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}
