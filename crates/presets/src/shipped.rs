//! The files that are part of the program.

use crate::library::DataKind;
use crate::source::{Source, SourceOrigin};

/// A shipped file.
pub(crate) struct ShippedFile {
    file: &'static str,
    text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// All shipped files of a kind, by name.
pub(crate) fn all(shelf: DataKind) -> impl Iterator<Item = Source> {
    files(shelf).iter().map(move |shipped| source(shelf, shipped))
}

/// A shipped file by its name.
pub(crate) fn find(shelf: DataKind, name: &str) -> Option<Source> {
    files(shelf).iter().find(|shipped| stem(shipped) == name).map(|shipped| source(shelf, shipped))
}

fn files(shelf: DataKind) -> &'static [ShippedFile] {
    match shelf {
        DataKind::Rules => RULES,
        DataKind::Boards => BOARDS,
        DataKind::Tiles => TILES,
    }
}

fn stem(shipped: &ShippedFile) -> &'static str {
    shipped.file.rsplit_once('.').map_or(shipped.file, |(stem, _)| stem)
}

fn source(shelf: DataKind, shipped: &ShippedFile) -> Source {
    Source {
        label: format!("{}/{}", shelf.directory(), shipped.file),
        name: stem(shipped).to_owned(),
        text: shipped.text.into(),
        origin: SourceOrigin::Shipped,
    }
}
