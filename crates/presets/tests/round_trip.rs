//! What is written is read back the same.

use quixotry_presets::{DataKind, Library, Source, parameters, to_toml};
use rules::{Coord, Rect, Ruleset};

fn all_rules() -> Vec<Ruleset> {
    let library = Library::shipped();
    library.list(DataKind::Rules).iter().map(|source| library.rules(&source.name).unwrap()).collect()
}

fn again(rules: &Ruleset) -> Ruleset {
    let text = to_toml(rules);
    Library::shipped()
        .rules_from(&Source::from_text("again", &text))
        .unwrap_or_else(|faults| panic!("{}:\n{faults}\n{text}", rules.name))
}

#[test]
fn every_preset_survives_being_written_and_read() {
    for rules in all_rules() {
        let read = again(&rules);
        assert_eq!(parameters(&read), parameters(&rules), "{}", rules.name);
        assert_eq!((&read.name, &read.title, &read.about), (&rules.name, &rules.title, &rules.about));
        assert_eq!(read.tiles, rules.tiles, "{}", rules.name);
        assert_eq!(to_toml(&read), to_toml(&rules), "{}", rules.name);
    }
}

#[test]
fn every_board_survives_being_written_and_read() {
    let library = Library::shipped();
    for source in library.list(DataKind::Boards) {
        let text = format!("inherit = 'standard'\nboard = '{}'", source.name);
        let rules = library.rules_from(&Source::from_text("test", &text)).unwrap();
        let (one, other) = (&rules.board, &again(&rules).board);
        assert_eq!((one.title(), one.start(), one.extent()), (other.title(), other.start(), other.extent()));
        for at in (Rect { min: Coord::new(-30, -30), max: Coord::new(30, 30) }).places() {
            let what =
                |board: &rules::Board| board.square(at).map(|s| (s.id(), s.name().to_owned(), s.factors()));
            assert_eq!(what(one), what(other), "{} at {at}", source.name);
        }
    }
}

#[test]
fn every_tile_set_survives_being_written_and_read() {
    let library = Library::shipped();
    for source in library.list(DataKind::Tiles) {
        let text = format!("inherit = 'standard'\ntiles = {{ set = '{}', times = 2 }}", source.name);
        let rules = library.rules_from(&Source::from_text("test", &text)).unwrap();
        assert_eq!(again(&rules).tiles, rules.tiles, "{}", source.name);
    }
}

#[test]
fn every_variant_survives_being_written_and_read() {
    let changes = [
        "seats = 8\nstarter = 'random'\nrack = 12\nbonus = { 7 = 50, 8 = 60, 12 = 0 }",
        "bonus = 0\nwild = 'not-on-rack'\nfailed_play = 'turn-lost'\nracks = 'open'",
        "challenge = 'single'\nforfeit = 'computer'\ndisconnect = 'computer'",
        "challenge = 'double'\nforfeit = 'others-win'\ndisconnect = 'forfeit'",
        "challenge = 'triple'\nclock = { kind = 'game', initial = '25m', increment = '1s500ms', penalty = 5, overtime = '1m' }",
        "challenge = 'five-point'\nclock = { kind = 'turn', turn = '2m', then = 'forfeit' }",
        "challenge = 'ten-point'\nclock = { kind = 'turn', turn = 30 }",
        "challenge = { points_per_word = 3 }\nexchange = 'forbidden'",
        "challenge = { points_per_play = 7 }\nexchange = { times = 2, most = 3, fewest = 2, bag = 0, order = 'return-first' }",
        "lexicon = { name = 'few', words = \"CAT\\n\\n# a comment\\n dog\\r\\n\" }",
        "title = \"a \\\"quoted\\\" \\\\ title\"\nabout = \"two\\nlines\\u0007\"",
    ];
    for change in changes {
        let text = format!("inherit = 'standard'\n{change}");
        let rules = Library::shipped()
            .rules_from(&Source::from_text("test", &text))
            .unwrap_or_else(|f| panic!("{f}"));
        let read = again(&rules);
        assert_eq!(parameters(&read), parameters(&rules), "{change}");
        assert_eq!((&read.title, &read.about), (&rules.title, &rules.about));
        assert_eq!(read.own_words, rules.own_words, "{change}");
    }
}
