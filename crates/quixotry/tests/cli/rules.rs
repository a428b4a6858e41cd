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
