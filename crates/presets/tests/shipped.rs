//! Every shipped file loads and says what it should.

use quixotry_presets::{DataKind, Library};

#[test]
fn every_shipped_file_loads() {
    let library = Library::shipped();
    let mut faults = Vec::new();
    for source in library.list(DataKind::Tiles) {
        faults.extend(library.tiles(&source.name).err());
    }
    for source in library.list(DataKind::Boards) {
        faults.extend(library.board(&source.name).err());
    }
    for source in library.list(DataKind::Rules) {
        faults.extend(library.rules(&source.name).err());
    }
    assert!(faults.is_empty(), "{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn the_shipped_lexicon_fits_the_english_tiles() {
    let library = Library::shipped();
    let tiles = library.tiles("english").unwrap().set;
    let graph = library.lexicon("english", tiles.alphabet()).unwrap();
    assert_eq!(graph.len(), 168_871);
    assert_eq!(graph.alphabet(), tiles.alphabet());
    assert!(graph.verify());
}
