//! The reference in `docs/rules-files.md` is complete, and its examples load.

use crate::library::{DataKind, Library};
use crate::reader::ErrorCollector;
use crate::source::Source;
use crate::{ruleset, to_toml};
use std::collections::BTreeSet;
use std::sync::Arc;

const REFERENCE: &str = include_str!("../../../docs/rules-files.md");

/// Every key that is asked for when all presets, every kind of board and every variant are loaded.
fn known_keys() -> BTreeSet<&'static str> {
    let book = ErrorCollector::default();
    let library = Library::shipped();
    let load = |source: Source| drop(ruleset::load(&library, &Arc::new(source), &book));
    for source in library.list(DataKind::Rules) {
        load(source);
    }
    for board in library.list(DataKind::Boards) {
        load(Source::from_text("test", &format!("inherit = 'standard'\nboard = '{}'", board.name)));
    }
    for rules in library.list(DataKind::Rules) {
        let text = library.rules(&rules.name).map(|rules| to_toml(&rules)).unwrap_or_default();
        load(Source::from_text("test", &text));
    }
    for text in [
        "clock = { kind = 'game', initial = 1 }",
        "clock = { kind = 'turn', turn = 1 }",
        "challenge = { points_per_word = 1 }",
        "tiles = { set = 'english-two-faced', times = 2 }",
    ] {
        load(Source::from_text("test", &format!("inherit = 'standard'\n{text}")));
    }
    assert!(book.is_clean());
    book.asked()
}

#[test]
fn every_key_is_in_the_reference() {
    let keys = known_keys();
    assert!(keys.len() > 80, "{keys:?}");
    let ways =
        |key: &str| [format!("`{key}`"), format!("`{key}."), format!(".{key}`"), format!("`{{ {key} =")];
    let mentioned = |key: &str| ways(key).iter().any(|text| REFERENCE.contains(text.as_str()));
    let missing: Vec<_> = keys.into_iter().filter(|key| !mentioned(key)).collect();
    assert!(missing.is_empty(), "not in docs/rules-files.md: {missing:?}");
}

#[test]
fn every_name_is_in_the_reference() {
    let listed = |text: &str| REFERENCE.contains(&format!("\"{text}\""));
    let missing: Vec<_> = crate::names::all().into_iter().filter(|name| !listed(name)).collect();
    assert!(missing.is_empty(), "not in docs/rules-files.md: {missing:?}");
}

/// The TOML examples of a document.
fn examples(text: &str) -> impl Iterator<Item = &str> {
    text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next())
}

#[test]
fn every_example_of_the_reference_loads() {
    for example in examples(REFERENCE) {
        let base = if example.contains("inherit =") { "" } else { "inherit = 'standard'\n" };
        let source = Source::from_text("example", &format!("{base}{example}"));
        let loaded = Library::shipped().rules_from(&source);
        assert!(loaded.is_ok(), "{}\n{example}", loaded.unwrap_err());
    }
}

#[test]
fn every_whole_example_of_the_board_and_tile_references_loads() {
    let library = Library::shipped();
    let whole = |text: &'static str| examples(text).filter(|example| example.contains("title ="));
    for example in whole(include_str!("../boards/README.md")) {
        let loaded = library.board_from(&Source::from_text("example", example));
        assert!(loaded.is_ok(), "{}\n{example}", loaded.unwrap_err());
    }
    for example in whole(include_str!("../tiles/README.md")) {
        let loaded = library.tiles_from(&Source::from_text("example", example));
        assert!(loaded.is_ok(), "{}\n{example}", loaded.unwrap_err());
    }
}
