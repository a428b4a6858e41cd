//! The files that are part of the program.

use crate::library::Shelf;
use crate::source::{Origin, Source};

/// A shipped file.
pub(crate) struct ShippedFile {
    file: &'static str,
    text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// All shipped files of a kind, by name.
pub(crate) fn all(shelf: Shelf) -> impl Iterator<Item = Source> {
    files(shelf).iter().map(move |shipped| source(shelf, shipped))
}

/// A shipped file by its name.
pub(crate) fn find(shelf: Shelf, name: &str) -> Option<Source> {
    files(shelf).iter().find(|shipped| stem(shipped) == name).map(|shipped| source(shelf, shipped))
}

fn files(shelf: Shelf) -> &'static [ShippedFile] {
    match shelf {
        Shelf::Rules => RULES,
        Shelf::Boards => BOARDS,
        Shelf::Tiles => TILES,
    }
}

fn stem(shipped: &ShippedFile) -> &'static str {
    shipped.file.rsplit_once('.').map_or(shipped.file, |(stem, _)| stem)
}

fn source(shelf: Shelf, shipped: &ShippedFile) -> Source {
    Source {
        label: format!("{}/{}", shelf.directory(), shipped.file),
        name: stem(shipped).to_owned(),
        text: shipped.text.into(),
        origin: Origin::Shipped,
    }
}
