//! The reference in `docs/rules-files.md` is complete, and its examples load.

use crate::error::DataFileErrors;
use crate::keys::{RULE_KEYS, RuleKey, RuleKind, rule_key};
use crate::library::{DataKind, Library};
use crate::names::{BoardKind, ClockKind};
use crate::reader::ErrorCollector;
use crate::source::Source;
use crate::{parameters, ruleset, to_toml};
use rules::*;
use std::collections::BTreeSet;
use std::sync::Arc;

const REFERENCE: &str = include_str!("../../../docs/rules-files.md");

/// Every key that is asked for when all presets, every kind of board and every variant are loaded.
fn known_keys() -> BTreeSet<&'static str> {
    let errors = ErrorCollector::default();
    let library = Library::shipped();
    let load = |source: Source| drop(ruleset::load(&library, &Arc::new(source), &errors));
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
    assert!(errors.is_empty());
    errors.requested_keys()
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

/// The names of a closed set.
fn names<T: Named>() -> impl Iterator<Item = &'static str> {
    T::NAMES.iter().map(|(name, _)| *name)
}

#[test]
fn every_name_is_in_the_reference() {
    let all = names::<Starter>()
        .chain(names::<CrossWords>())
        .chain(names::<GoodWord>())
        .chain(names::<WildPolicy>())
        .chain(names::<FailedPlay>())
        .chain(names::<ExchangeOrder>())
        .chain(names::<RoundCount>())
        .chain(names::<ForfeitPolicy>())
        .chain(names::<DisconnectPolicy>())
        .chain(names::<TurnTimeout>())
        .chain(names::<LeftoverScoring>())
        .chain(names::<LeftoverCount>())
        .chain(names::<RackVisibility>())
        .chain(names::<Texts>())
        .chain(names::<Dialect>())
        .chain(names::<BoardKind>())
        .chain(names::<ClockKind>());
    let missing: Vec<_> = all.filter(|name| !REFERENCE.contains(&format!("\"{name}\""))).collect();
    assert!(missing.is_empty(), "not in docs/rules-files.md: {missing:?}");
}

#[test]
fn every_challenge_rule_has_its_row_in_the_reference() {
    let row = |named: &NamedChallenge| format!("| `\"{}\"` | {} |", named.name, named.effect);
    let missing: Vec<_> = ChallengeRule::NAMED.iter().map(row).filter(|row| !has_line(row)).collect();
    assert!(missing.is_empty(), "not in docs/rules-files.md:\n{}", missing.join("\n"));
}

fn has_line(line: &str) -> bool {
    REFERENCE.lines().any(|known| known == line)
}

/// Keys that are tables have a section of the reference instead of a row.
fn is_table(key: &RuleKey) -> bool {
    matches!(key.kind, RuleKind::Table { .. })
}

#[test]
fn the_reference_has_the_row_of_every_key() {
    let rows = RULE_KEYS.iter().filter(|key| !is_table(key)).map(RuleKey::reference_row);
    let missing: Vec<_> = rows.filter(|row| !has_line(row)).collect();
    assert!(missing.is_empty(), "not in docs/rules-files.md:\n{}", missing.join("\n"));
}

/// Loads a good file with one more key.
fn load_with(key: &str, value: &str) -> Result<Ruleset, DataFileErrors> {
    let clock = match key {
        "clock.then" => "clock.kind = 'turn'\nclock.turn = '5m'\n",
        "clock.increment" | "clock.penalty" | "clock.overtime" => {
            "clock.kind = 'game'\nclock.initial = '5m'\n"
        }
        _ => "",
    };
    let text = format!("inherit = 'standard'\n{clock}{key} = {value}");
    Library::shipped().rules_from(&Source::from_text("test", &text))
}

#[test]
fn a_number_out_of_bounds_is_an_error_with_the_bounds() {
    for key in RULE_KEYS {
        let (RuleKind::Number { low, high } | RuleKind::NumberOr { low, high, .. }) = key.kind else {
            continue;
        };
        for number in [low - 1, high + 1] {
            let errors = load_with(key.key, &number.to_string()).unwrap_err().to_string();
            let expect = format!("{}: must be from {low} to {high}, not {number}", key.key);
            assert!(errors.contains(&expect), "{errors}");
        }
    }
}

#[test]
fn the_words_for_no_number_are_those_of_the_loader() {
    for key in RULE_KEYS {
        if let RuleKind::NumberOr { word, .. } = key.kind {
            assert!(load_with(key.key, &format!("'{word}'")).is_ok(), "{}", key.key);
        }
    }
}

#[test]
fn the_names_of_each_choice_are_those_of_the_loader() {
    for key in RULE_KEYS.iter().filter(|key| key.key != "clock.kind") {
        let RuleKind::Choice(names) = key.kind else { continue };
        for (name, _) in names {
            assert!(load_with(key.key, &format!("'{name}'")).is_ok(), "{}: {name}", key.key);
        }
        let mut known: Vec<String> = names.iter().map(|(name, _)| format!("`{name}`")).collect();
        known.sort();
        let errors = load_with(key.key, "'nonsense'").unwrap_err().to_string();
        assert!(errors.contains(&format!("possible values: {}", known.join(", "))), "{errors}");
    }
}

#[test]
fn every_parameter_is_in_the_table_of_keys() {
    let library = Library::shipped();
    for source in library.list(DataKind::Rules) {
        let rules = library.rules(&source.name).unwrap();
        for parameter in parameters(&rules) {
            assert!(rule_key(parameter.key).is_some(), "{}", parameter.key);
        }
    }
}

#[test]
fn the_documented_defaults_are_those_of_the_loader() {
    let base = "board = 'classic'\ntiles = 'english'\n";
    let load = |text: &str| Library::shipped().rules_from(&Source::from_text("test", text));
    let expect = parameters(&load(base).unwrap());
    let literal = |key: &&RuleKey| key.default.starts_with('`') && key.key != "about";
    for key in RULE_KEYS.iter().filter(literal).filter(|key| !key.key.starts_with("clock.")) {
        let text = format!("{base}{} = {}", key.key, key.default.trim_matches('`'));
        let rules = load(&text).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
        assert_eq!(parameters(&rules), expect, "{}", key.key);
    }
}

#[test]
fn the_documented_defaults_of_clocks_are_those_of_the_loader() {
    for clock in ["kind = 'game'\ninitial = '25m'", "kind = 'turn'\nturn = '2m'"] {
        let base = format!("inherit = 'standard'\n[clock]\n{clock}\n");
        let load = |text: &str| Library::shipped().rules_from(&Source::from_text("test", text)).unwrap();
        let expect = parameters(&load(&base));
        for parameter in expect.iter().filter(|parameter| parameter.key.starts_with("clock.")) {
            let default = rule_key(parameter.key).map(|key| key.default);
            let is_default = default == Some(&format!("`{}`", parameter.value));
            assert!(default == Some("required") || is_default, "{}: {default:?}", parameter.key);
        }
    }
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
