//! `quixotry rules`.

use crate::run::{json, json_lines, q, quixotry, with_data};
use std::fs;

#[test]
fn every_preset_is_listed_shown_and_good() {
    let presets = json(&q("rules list --json").good());
    let names: Vec<&str> =
        presets.as_array().unwrap().iter().map(|rules| rules["name"].as_str().unwrap()).collect();
    let promised = [
        "standard",
        "itu",
        "generic",
        "haskell",
        "skrabbkle",
        "skrabbkle-2022",
        "skrabbkle-2026",
        "cornell",
        "super",
        "wordsmog",
    ];
    for name in promised {
        assert!(names.contains(&name), "{name}");
    }
    for name in names {
        q(&format!("rules show {name}")).good();
        assert_eq!(json(&q(&format!("rules show {name} --json")).good())["name"], name);
        q(&format!("rules check {name}")).good();
    }
    insta::assert_snapshot!(q("rules list").good());
}

#[test]
fn every_parameter_is_shown() {
    insta::assert_snapshot!(q("rules show skrabbkle").good());
}

#[test]
fn rules_written_out_are_the_same_rules() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["standard", "itu", "skrabbkle", "infinite"] {
        let whole = q(&format!("rules show {name} --toml")).good();
        let path = dir.path().join(format!("{name}.toml"));
        fs::write(&path, &whole).unwrap();
        assert_eq!(quixotry(&["rules", "show", path.to_str().unwrap(), "--toml"]).good(), whole);
    }
    assert!(q("rules show french --source").good().contains("inherit = \"standard\""));
}

#[test]
fn one_number_can_be_changed() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("eight.toml");
    fs::write(&path, "inherit = \"standard\"\nrack = 8\n").unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(json(&quixotry(&["rules", "show", path, "--json"]).good())["rack"], 8);
    assert!(quixotry(&["rules", "check", path]).good().contains("good"));
}

#[test]
fn all_errors_of_a_file_are_reported_together() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("wrong.toml");
    fs::write(
        &path,
        "inherit = \"standard\"\nrack = \"many\"\nbord = \"classic\"\nchallenge = \"doubble\"\n",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    let out = quixotry(&["rules", "check", path]).bad();
    for part in ["rack", "bord", "doubble", "did you mean `double`?", ":2:", ":3:", ":4:"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    let reports = json_lines(&quixotry(&["rules", "check", path, "standard", "--json"]).bad());
    assert_eq!(reports.len(), 2);
    assert_eq!((&reports[0]["good"], &reports[1]["good"]), (&false.into(), &true.into()));
    assert_eq!(reports[0]["faults"].as_array().unwrap().len(), 3);
    assert!(quixotry(&["rules", "show", path]).error().contains("bord"));
}

#[test]
fn a_wrong_file_of_the_user_does_not_hide_the_others() {
    let dir = tempfile::tempdir().unwrap();
    for (directory, name, text) in [
        ("rules", "mine.toml", "inherit = \"standard\"\nrack = 5\n"),
        ("rules", "wrong.toml", "inherit = \"standard\"\nrack = 500\n"),
        ("boards", "wrong.txt", "12\n"),
        ("tiles", "wrong.toml", "name = 5\n"),
    ] {
        fs::create_dir_all(dir.path().join(directory)).unwrap();
        fs::write(dir.path().join(directory).join(name), text).unwrap();
    }
    for command in ["rules", "board", "tiles"] {
        let ran = with_data(dir.path(), &[command, "list"]);
        assert!(ran.code == 0 && ran.err.starts_with("note: ") && ran.err.contains("wrong."), "{ran:?}");
        assert!(ran.out.lines().count() > 10);
    }
    assert!(with_data(dir.path(), &["rules", "list"]).out.contains("mine"));
    with_data(dir.path(), &["score", "--rules", "mine", "empty", "8H CAT"]).good();
}

#[test]
fn a_lexicon_that_is_not_installed_is_noted() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("klingon.toml");
    fs::write(&path, "inherit = \"standard\"\nlexicon = \"klingon\"\n").unwrap();
    let path = path.to_str().unwrap();
    let text = quixotry(&["rules", "check", path]).good();
    assert!(text.contains("warning: the rules use the lexicon \"klingon\": "), "{text}");
    let report = json(&quixotry(&["rules", "check", path, "--json"]).good());
    assert!(report["warnings"][0].as_str().unwrap().contains("there is no lexicon"), "{report}");
}

#[test]
fn computers_try_rules_and_tell_how_the_games_went() {
    let text = q("rules check standard --games 2").good();
    for part in [
        "2 games of greedy computers; ended by: 2 × went out",
        "first player had a play: ",
        "scores: ",
        "turns: ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let trial = json(&q("rules check itu --games 2 --json").good())["trial"].clone();
    assert_eq!((&trial["games"], &trial["scores"]["count"]), (&2.into(), &4.into()), "{trial}");
    assert_eq!(json(&q("rules check itu --json").good()).get("trial"), None);
}

#[test]
fn a_rules_file_in_the_place_of_tiles_or_a_board_is_one_error() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mine.toml");
    fs::write(&path, "inherit = \"standard\"\nrack = 8\nchallenge = \"double\"\n").unwrap();
    let path = path.to_str().unwrap();
    for (args, wanted) in [(["tiles", "show", path], "a tile set"), (["board", "show", path], "a board")] {
        let error = quixotry(&args).error();
        assert!(error.contains(&format!("this is a file of rules, not {wanted}")), "{error}");
        assert_eq!(error.matches("error: ").count(), 1, "{error}");
    }
}
