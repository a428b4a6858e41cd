//! `quixotry moves`.

use crate::run::{json, json_lines, q, quixotry};
use serde_json::json;
use std::fs;

/// Positions whose plays four programs of others agree on, with their counts.
const KNOWN: [(&str, u64, i64, i64); 3] = [
    ("15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AAABKOR/AIINOST 0/0 0", 232, 32, 3088),
    (
        "15/15/15/15/15/15/15/3QANATS6/8E6/8N6/7PA6/7IT6/7LO6/7AR6/7R7 ??BEEES/EGIMNUY 74/83 0",
        13104,
        83,
        75410,
    ),
    (
        "7E6H/7N6A/7O6E/7U6M/7GRAZINGS/6sH7/6O1Q1U4/6BRIERY3/5AR3E4/5XI2VID3/6E3C4/6T8/2JOWLY8/15/15 BKNORUW/AAADDIS 221/179 0",
        540,
        40,
        5924,
    ),
];

#[test]
fn many_positions_are_summed_up() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("many.cgp");
    let lines: Vec<&str> = KNOWN.iter().map(|known| known.0).collect();
    fs::write(&path, lines.join("\n\n") + "\n").unwrap();
    let out = quixotry(&["moves", "--positions", path.to_str().unwrap(), "--summary", "--json"]).good();
    let sums = json_lines(&out);
    assert_eq!(sums.len(), KNOWN.len());
    for (sum, (cgp, plays, top_score, score_sum)) in sums.iter().zip(KNOWN) {
        assert_eq!(*sum, json!({"plays": plays, "top_score": top_score, "score_sum": score_sum}), "{cgp}");
    }
}

#[test]
fn several_threads_and_a_limit_of_time_find_the_same_plays() {
    let (cgp, plays, ..) = KNOWN[1];
    let listed = |more: &[&str]| quixotry(&[&["moves", cgp, "--all", "--json"], more].concat()).good();
    let alone = listed(&[]);
    assert_eq!(json_lines(&alone).len() as u64, plays);
    assert_eq!(listed(&["--threads", "3"]), alone);
    assert_eq!(listed(&["--time", "10m"]), alone);
    let summary = |more: &[&str]| quixotry(&[&["moves", cgp, "--summary", "--json"], more].concat()).good();
    assert_eq!(summary(&["--threads", "2"]), summary(&[]));
}

#[test]
fn plays_are_listed_best_first() {
    let cgp = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ADEHRSV/ 0/5 0";
    insta::assert_snapshot!(quixotry(&["moves", cgp, "--top", "8"]).good());
    let plays = json_lines(&quixotry(&["moves", cgp, "--all", "--json", "--sort", "score"]).good());
    let sum = json(&quixotry(&["moves", cgp, "--summary", "--json"]).good());
    assert_eq!(sum["plays"], plays.len());
    let scores: Vec<i64> = plays.iter().map(|play| play["score"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b));
    assert_eq!(
        (&sum["top_score"], &sum["score_sum"]),
        (&json!(scores[0]), &json!(scores.iter().sum::<i64>()))
    );
}

#[test]
fn every_listed_play_scores_what_is_promised() {
    let cgp = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ?ADEHR/ 0/5 0";
    for play in json_lines(&quixotry(&["moves", cgp, "--top", "12", "--json"]).good()) {
        let scored = quixotry(&["score", cgp, play["play"].as_str().unwrap(), "--json"]).good();
        assert_eq!(json(&scored)["score"], play["score"], "{play}");
    }
}

#[test]
fn leaves_are_what_stays_on_the_rack() {
    let plays = json_lines(&q("moves empty --rack CATQ? --all --json").good());
    let cat = plays.iter().find(|play| play["word"] == "CAT").unwrap();
    assert_eq!(cat["leave"], "?Q");
}

#[test]
fn any_rules_and_board_will_do() {
    for rules in ["itu", "infinite", "hole", "skrabbkle", "super", "wordsmog", "cornell"] {
        let sum = json(&q(&format!("moves empty --rack CARETS --rules {rules} --summary --json")).good());
        assert!(sum["plays"].as_u64().unwrap() > 0, "{rules}");
    }
}

#[test]
fn what_cannot_be_searched_is_an_error() {
    assert!(q("moves empty").error().contains("--rack TILES"));
    assert!(q("moves empty --rack C4T").error().contains("the rack \"C4T\" is wrong"));
    assert!(q("moves empty --rack CATCATCA").error().contains("a full one has 7"));
    assert!(q("moves empty --rack CAT --lexicon none").error().contains("--lexicon"));
    assert!(q("moves --positions no-such-file").error().contains("cannot read no-such-file"));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bad.cgp");
    fs::write(&path, format!("{}\n\n15/15 ABC/ 0/0 0\n", KNOWN[0].0)).unwrap();
    let ran = quixotry(&["moves", "--positions", path.to_str().unwrap(), "--summary", "--json"]);
    assert!(ran.code == 1 && ran.err.contains("bad.cgp, line 3"), "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 1, "the other lines are searched all the same");
}
