//! The data files that the program includes.

use crate::library::DataKind;
use crate::source::{Source, SourceOrigin};

/// A shipped file.
pub(crate) struct ShippedFile {
    file: &'static str,
    text: &'static str,
}

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// All shipped files of a kind, by name.
pub(crate) fn all(kind: DataKind) -> impl Iterator<Item = Source> {
    files(kind).iter().map(move |shipped| source(kind, shipped))
}

/// A shipped file by its name.
pub(crate) fn find(kind: DataKind, name: &str) -> Option<Source> {
    files(kind).iter().find(|shipped| stem(shipped) == name).map(|shipped| source(kind, shipped))
}

fn files(kind: DataKind) -> &'static [ShippedFile] {
    match kind {
        DataKind::Rules => RULES,
        DataKind::Boards => BOARDS,
        DataKind::Tiles => TILES,
    }
}

fn stem(shipped: &ShippedFile) -> &'static str {
    shipped.file.rsplit_once('.').map_or(shipped.file, |(stem, _)| stem)
}

fn source(kind: DataKind, shipped: &ShippedFile) -> Source {
    Source {
        label: format!("{}/{}", kind.directory(), shipped.file),
        name: stem(shipped).to_owned(),
        text: shipped.text.into(),
        origin: SourceOrigin::Shipped,
    }
}
