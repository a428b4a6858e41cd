//! `quixotry tiles`.

use crate::run::{json, q, quixotry};

#[test]
fn the_english_tiles_are_shown() {
    insta::assert_snapshot!(q("tiles show english").good());
    let value = json(&q("tiles show english --json").good());
    assert_eq!(value["tiles"], 100);
    let total: u64 =
        value["kinds"].as_array().unwrap().iter().map(|kind| kind["count"].as_u64().unwrap()).sum();
    assert_eq!(total, 100);
}

#[test]
fn tiles_have_the_numbers_of_the_itu_game() {
    let value = json(&q("tiles show english-itu --json").good());
    let kinds = value["kinds"].as_array().unwrap();
    for (id, letter) in [(4, "D"), (5, "E"), (9, "I"), (16, "P")] {
        assert_eq!((&kinds[id]["id"], &kinds[id]["tile"]), (&id.into(), &letter.into()));
    }
    assert_eq!((&kinds[0]["wild"], &kinds[0]["tile"]), (&true.into(), &"?".into()));
    assert_eq!(kinds[4]["count"], 8);
}

#[test]
fn every_set_there_is_can_be_shown() {
    let sets = json(&q("tiles list --json").good());
    let sets = sets.as_array().unwrap();
    assert!(sets.len() >= 30);
    for set in sets {
        q(&format!("tiles show {}", set["name"].as_str().unwrap())).good();
    }
    assert!(q("tiles list").good().lines().count() == sets.len() + 1);
}

#[test]
fn an_unknown_set_is_an_error() {
    assert!(q("tiles show klingon").error().contains("there is no tile set called \"klingon\""));
}

#[test]
fn tile_sets_are_checked() {
    assert_eq!(q("tiles check english").good(), "english: good: English, 100 tiles\n");
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("mine.toml");
    std::fs::write(&file, "title = 5\n").unwrap();
    let out = quixotry(&["tiles", "check", "english", file.to_str().unwrap()]).bad();
    assert!(out.contains("english: good") && out.contains("mine.toml: wrong"), "{out}");
}
