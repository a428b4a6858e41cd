//! Each preset has the parameters of the game it is named after.

use quixotry_presets::{DataKind, Library, Source, parameters};
use rules::{Extent, Ruleset};
use std::collections::BTreeMap;

/// The consolidated table of the five games: a parameter, then its value in `itu`, `generic`, `haskell`, `skrabbkle`
/// and `cornell`.
const GAMES: [&str; 5] = ["itu", "generic", "haskell", "skrabbkle", "cornell"];
const TABLE: &str = r#"
seats                        | [1, 8]     | [2, 2]       | [2, 2]       | [2, 2]     | [4, 4]
starter                      | random     | first        | first        | first      | first
rack                         | 7          | 7            | 7            | 7          | 7
bonus                        | { 7 = 50 } | 0            | { 7 = 50 }   | { 7 = 75 } | { 7 = 50 }
opening.tiles                | 2          | 2            | 2            | 2          | 2
words.cross                  | counted    | counted      | counted      | forbidden  | counted
words.good                   | listed     | listed       | listed       | listed     | listed
wild                         | any        | any          | any          | any        | not-on-rack
failed_play                  | turn-lost  | retry        | retry        | retry      | retry
challenge                    | void       | void         | void         | void       | void
exchange                     | -          | -            | -            | forbidden  | -
exchange.bag                 | 1          | 0            | 1            | -          | 7
exchange.fewest              | 1          | 1            | 1            | -          | 1
exchange.most                | 7          | 1            | 7            | -          | 7
exchange.times               | unlimited  | unlimited    | unlimited    | -          | unlimited
exchange.order               | draw-first | return-first | draw-first   | -          | draw-first
limits.passes                | none       | none         | 2            | 4          | none
limits.scoreless             | none       | none         | none         | none       | 6
limits.rounds                | 3          | none         | none         | none       | none
limits.round_count           | in-a-row   | in-a-row     | in-a-row     | in-a-row   | in-a-row
limits.exchange_is_pass      | true       | false        | false        | false      | false
limits.exchange_is_scoreless | true       | true         | true         | true       | true
forfeit                      | leaves     | others-win   | others-win   | others-win | computer
disconnect                   | forfeit    | keep         | keep         | keep       | computer
clock                        | off        | off          | off          | off        | off
leftovers.scoring            | subtracted | ignored      | swapped      | subtracted | ignored
leftovers.count              | every-tile | every-tile   | every-tile   | every-tile | every-tile
racks                        | closed     | closed       | closed       | closed     | closed
texts                        | standard   | generic      | haskell      | skrabbkle  | cornell
table.fill                   | false      | false        | false        | true       | true
table.takeover               | false      | false        | false        | false      | true
"#;

fn load(name: &str) -> Ruleset {
    Library::shipped().rules(name).unwrap_or_else(|faults| panic!("{faults}"))
}

fn values(name: &str) -> BTreeMap<&'static str, String> {
    parameters(&load(name)).iter().map(|parameter| (parameter.key, parameter.plain().to_owned())).collect()
}

#[test]
fn the_five_games_have_the_parameters_of_the_table() {
    for (column, game) in GAMES.iter().enumerate() {
        let values = values(game);
        for row in TABLE.trim().lines() {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let value = values.get(cells[0]).map_or("-", String::as_str);
            assert_eq!(value, cells[column + 1], "{game}: {}", cells[0]);
        }
    }
}

/// What a preset changes about the one it inherits from, and nothing else.
fn check_changes(name: &str, base: &str, expect: &[(&str, &str)]) {
    let (values, base) = (values(name), values(base));
    let keys: std::collections::BTreeSet<_> = values.keys().chain(base.keys()).collect();
    let changed: Vec<(&str, &str)> = keys
        .into_iter()
        .filter(|key| values.get(*key) != base.get(*key))
        .map(|key| (*key, values.get(key).map_or("-", String::as_str)))
        .collect();
    assert_eq!(changed, expect, "{name}");
}

#[test]
fn languages_and_variants_change_only_what_they_say() {
    for language in ["french", "catalan", "danish", "dutch", "norwegian", "portuguese", "slovene", "swedish"]
    {
        check_changes(language, "standard", &[("lexicon", language)]);
        assert_eq!(load(language).tiles.name(), language);
    }
    check_changes(
        "german",
        "standard",
        &[("lexicon", "german"), ("limits.passes", "4"), ("limits.scoreless", "none")],
    );
    check_changes(
        "polish",
        "standard",
        &[
            ("exchange.times", "3"),
            ("lexicon", "polish"),
            ("limits.exchange_is_scoreless", "false"),
            ("limits.passes", "4"),
        ],
    );
    check_changes(
        "spanish",
        "standard",
        &[
            ("exchange.bag", "1"),
            ("lexicon", "spanish"),
            ("limits.count_on_empty_board", "false"),
            ("limits.passes", "4"),
            ("limits.scoreless", "12"),
            ("limits.withdrawn_is_pass", "true"),
        ],
    );
    check_changes("super", "standard", &[]);
    check_changes("catalan-super", "super", &[("lexicon", "catalan")]);
    check_changes("wordsmog", "standard", &[("words.good", "anagram")]);
    check_changes("super-wordsmog", "super", &[("words.good", "anagram")]);
    check_changes("skrabbkle-2022", "skrabbkle", &[("bonus", "{ 7 = 70 }")]);
    check_changes("skrabbkle-2026", "skrabbkle", &[("bonus", "{ 7 = 60 }")]);
    check_changes(
        "itu-compat",
        "itu",
        &[("leftovers.count", "each-kind-once"), ("limits.round_count", "at-first-player")],
    );
    for board in ["infinite", "hole", "infinite-hole", "random", "infinite-random"] {
        check_changes(board, "itu", &[]);
    }
}

#[test]
fn boards_and_bags_are_those_of_the_games() {
    let check = |name: &str, tiles: usize, blank: i32, centre: (i32, i32), size: (usize, usize)| {
        let rules = load(name);
        assert_eq!(rules.tiles.all().len(), tiles, "{name}");
        let id = rules.tiles.parse_tile_list("?").unwrap()[0];
        assert_eq!(rules.tiles.max_points(id), blank, "{name}");
        let square = rules.board.square(rules.board.start()).and_then(rules::Square::factors).unwrap();
        assert_eq!((square.letter, square.word), centre, "{name}");
        let Extent::Finite(window) = rules.board.extent() else { panic!("{name} has edges") };
        assert_eq!((window.width(), window.height()), size, "{name}");
    };
    check("standard", 100, 0, (1, 2), (15, 15));
    check("itu", 104, 0, (1, 1), (15, 15));
    check("generic", 100, 0, (1, 2), (15, 15));
    check("haskell", 100, 0, (1, 2), (15, 15));
    check("skrabbkle", 99, 5, (1, 1), (16, 16));
    check("skrabbkle-2022", 100, 3, (1, 2), (15, 15));
    check("skrabbkle-2026", 100, 8, (1, 1), (16, 14));
    check("cornell", 100, 10, (1, 2), (15, 15));
    check("super", 200, 0, (1, 2), (21, 21));
}

#[test]
fn every_preset_says_what_it_is() {
    for listing in Library::shipped().catalogue(DataKind::Rules) {
        let rules = load(&listing.name);
        assert_eq!(
            (&rules.name, &rules.title, &rules.about),
            (&listing.name, &listing.title, &listing.about)
        );
        assert!(!listing.title.is_empty() && listing.about.len() > 20, "{}", listing.name);
    }
    for kind in [DataKind::Boards, DataKind::Tiles] {
        for listing in Library::shipped().catalogue(kind) {
            assert!(!listing.title.is_empty() && !listing.about.is_empty(), "{}", listing.name);
        }
    }
}

#[test]
fn a_file_may_change_one_number() {
    let library = Library::shipped();
    let rules = library
        .rules_from(&Source::from_text("mine", "inherit = 'spanish'\n[limits]\nscoreless = 8"))
        .unwrap();
    assert_eq!((rules.limits.scoreless, rules.limits.passes), (Some(8), Some(4)));
    assert_eq!((rules.name.as_str(), rules.title.as_str()), ("mine", "mine"));
    assert_eq!(rules.about, "As spanish, with changes.");
    assert_eq!(rules.tiles.name(), "spanish");
}

#[test]
fn a_bonus_for_the_full_rack_follows_the_rack() {
    let library = Library::shipped();
    let rules = library.rules_from(&Source::from_text("mine", "inherit = 'standard'\nrack = 5")).unwrap();
    assert_eq!((rules.bonus_for(5), rules.bonus_for(4)), (50, 0));
}

#[test]
fn what_is_left_out_has_the_standard_value() {
    let library = Library::shipped();
    let bare =
        library.rules_from(&Source::from_text("bare", "board = 'classic'\ntiles = 'english'")).unwrap();
    assert_eq!(parameters(&bare), parameters(&load("standard")));
}

#[test]
fn tables_are_merged_unless_they_are_of_another_kind() {
    let directory = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("merging");
    std::fs::create_dir_all(&directory).unwrap();
    let load = |parent: &str, child: &str| {
        std::fs::write(directory.join("parent.toml"), format!("inherit = 'standard'\n{parent}")).unwrap();
        let path = directory.join("child.toml");
        std::fs::write(&path, format!("inherit = 'parent.toml'\n{child}")).unwrap();
        Library::shipped().rules(path.to_str().unwrap()).unwrap_or_else(|faults| panic!("{faults}"))
    };
    let game = "clock = { kind = 'game', initial = '25m', penalty = 7 }";
    let values = |rules: &Ruleset| {
        parameters(rules).iter().map(|p| (p.key, p.plain().to_owned())).collect::<BTreeMap<_, _>>()
    };
    let merged = values(&load(game, "[clock]\nincrement = '5s'"));
    assert_eq!(
        (&*merged["clock.initial"], &*merged["clock.increment"], &*merged["clock.penalty"]),
        ("25m", "5s", "7")
    );
    let replaced = values(&load(game, "clock = { kind = 'turn', turn = '30s' }"));
    assert_eq!((replaced.get("clock.initial"), &*replaced["clock.turn"]), (None, "30s"));
    assert_eq!(values(&load(game, "clock = 'off'"))["clock"], "off");
    let allowed = values(&load("exchange = 'forbidden'", "[exchange]\nbag = 3"));
    assert_eq!((&*allowed["exchange.bag"], &*allowed["exchange.most"]), ("3", "7"));
    let bonus = load("bonus = { 6 = 20, 7 = 50 }", "bonus = { 7 = 60 }");
    assert_eq!((bonus.bonus_for(6), bonus.bonus_for(7)), (20, 60));
    let board = "[board]\ntitle = 'x'\nkind = 'picture'\nstart = '1A'\npicture = '...'";
    assert_eq!(load(board, "[board]\ntitle = 'y'").board.title(), "y");
    assert_eq!(load(board, "board = 'classic'").board.title(), "Classic 15×15");
}
