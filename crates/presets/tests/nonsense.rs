//! Nothing a file may hold makes loading panic or hang.

use proptest::prelude::*;
use quixotry_presets::{DataKind, Library, Source};

fn load_all(text: &str) {
    let library = Library::shipped().without_paths();
    let source = Source::from_text("nonsense", text);
    let faults = [
        library.rules_from(&source).err(),
        library.board_from(&source).err(),
        library.tiles_from(&source).err(),
        library.board_from(&Source { label: "nonsense.txt".into(), ..source }).err(),
    ];
    for fault in faults.iter().flatten() {
        assert!(fault.iter().next().is_some());
        let _ = fault.render(boardlang::RenderStyle::Plain);
    }
}

const KEYS: &[&str] = &[
    "inherit",
    "board",
    "tiles",
    "seats",
    "rack",
    "bonus",
    "clock",
    "exchange",
    "limits",
    "kind",
    "title",
    "name",
    "letter",
    "blank",
    "tile",
    "square",
    "steps",
    "picture",
    "start",
    "legend",
    "cells",
    "centre",
    "corner",
    "radius",
    "counts",
    "program",
    "print",
    "used",
    "unbounded",
    "use",
    "set",
    "times",
    "seed",
    "dialect",
    "0",
    "challenge",
];
const VALUES: &[&str] = &[
    "'standard'",
    "'itu'",
    "'random'",
    "'classic'",
    "'english'",
    "'picture'",
    "'program'",
    "'cells'",
    "'game'",
    "'turn'",
    "0",
    "-1",
    "7",
    "99999999999",
    "true",
    "1.5",
    "1979-05-27",
    "[]",
    "[1, 2]",
    "[[1, 2]]",
    "{}",
    "[{}]",
    "{ id = 0, word = 2 }",
    "[{ id = 0, word = 2 }]",
    "{ kind = 'turn', turn = '5s' }",
    "'5m'",
    "'8H'",
    "'...'",
    "'''\n0 0\n# 0\n'''",
    "'_result_ := 0'",
    "'while (true) do { _result_ := 1 }'",
    "''",
    "'\\'",
    "{ use = 'random', seed = 3 }",
    "{ set = 'english', times = 100 }",
    "[{ upper = 'A', count = 9, points = 1 }]",
];

fn line() -> impl Strategy<Value = String> {
    let assignment =
        (prop::sample::select(KEYS), prop::sample::select(VALUES)).prop_map(|(k, v)| format!("{k} = {v}"));
    let head = prop::sample::select(KEYS).prop_map(|key| format!("[{key}]"));
    let heads = prop::sample::select(KEYS).prop_map(|key| format!("[[{key}]]"));
    prop_oneof![8 => assignment, 1 => head, 1 => heads]
}

fn shipped() -> Vec<String> {
    let library = Library::shipped();
    DataKind::ALL.iter().flat_map(|&kind| library.list(kind)).map(|source| source.text.to_string()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in any::<String>()) {
        load_all(&text);
    }

    #[test]
    fn lines_that_look_like_a_file(lines in prop::collection::vec(line(), 0..12)) {
        load_all(&lines.join("\n"));
    }

    #[test]
    fn shipped_files_with_a_piece_cut_out(
        text in prop::sample::select(shipped()),
        from in any::<prop::sample::Index>(),
        length in 0usize..60,
    ) {
        let characters: Vec<char> = text.chars().collect();
        let from = from.index(characters.len());
        let to = (from + length).min(characters.len());
        load_all(&characters[..from].iter().chain(&characters[to..]).collect::<String>());
    }
}
