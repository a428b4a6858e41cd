//! `quixotry bench`.

use crate::run::{json, q, quixotry};
use std::fs;

const POSITIONS: &str = "\
15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AAABKOR/AIINOST 0/0 0
7E6H/7N6A/7O6E/7U6M/7GRAZINGS/6sH7/6O1Q1U4/6BRIERY3/5AR3E4/5XI2VID3/6E3C4/6T8/2JOWLY8/15/15 BKNORUW/AAADDIS 221/179 0
15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ADEHRSV/ 0/5 0
";

#[test]
fn the_digest_does_not_depend_on_rounds_or_threads() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("positions.cgp");
    fs::write(&path, POSITIONS).unwrap();
    let file = path.to_str().unwrap();
    for mode in ["all", "best"] {
        let run = |rounds: &str, threads: &str| {
            let args = [
                "bench",
                "movegen",
                "--positions",
                file,
                "--mode",
                mode,
                "--rounds",
                rounds,
                "--threads",
                threads,
                "--json",
            ];
            json(&quixotry(&args).good())
        };
        let (one, two) = (run("1", "1"), run("2", "2"));
        assert_eq!(
            (&one["digest"], &one["plays"], &one["positions"]),
            (&two["digest"], &two["plays"], &3.into())
        );
        assert!(one["us_per_position"].as_f64().unwrap() > 0.0);
    }
    assert!(quixotry(&["bench", "movegen", "--positions", file]).good().contains("µs a position"));
}

#[test]
fn the_same_number_plays_the_same_games() {
    let run = |line: &str| json(&q(&format!("bench selfplay --json {line}")).good());
    let (one, two) = (run("--games 4 --seed 7"), run("--games 4 --seed 7 --threads 3"));
    assert_eq!((&one["digest"], &one["turns"], &one["games"]), (&two["digest"], &two["turns"], &4.into()));
    assert_ne!(one["digest"], run("--games 4 --seed 8")["digest"]);
    assert!(one["games_per_second"].as_f64().unwrap() > 0.0);
}

#[test]
fn bad_numbers_are_wrong_usage() {
    q("bench selfplay --games 0").usage();
    q("bench movegen").usage();
    assert!(q("bench movegen --positions no-such-file").error().contains("no-such-file"));
}
