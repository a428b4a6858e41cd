//! `quixotry endgame`.

use crate::run::{json, json_lines, quixotry};
use std::fs;

/// Endgames with their values, each found by two programs of others.
const KNOWN: [(&str, i64); 3] = [
    (
        "gERMIEST7/7U7/2V4R7/2EF3B1C5/2NA1SHOLOM4/1QAT1W2OVONIC1/PILI1I1AXE5/I2GENII1RETAKE/N2U1G6AIT/N1WE1YO6FA/A1ADZ1B8/T1R3OUTPRaYS1/E1D3E4GAOL/D9JOHN1/15 ERSU/DEL 321/447 0",
        25,
    ),
    (
        "3FOU1I7/1CRIMSONS2ZING/7T3A3/3JUTTED1AX3/4MOORING4/1Q3WON2E4/SI5E2n4/A2WETHER1TUBAE/L2R6I1O2/AB1ALP4V1v2/DI1TIE4E1I2/A1CHAD6N2/N1A1R7E2/GYVED7L2/2EF8YOK LPSU/EOR 511/388 0",
        36,
    ),
    (
        "11BOND/5A5R3/3G1L4HAVOC/3R1L5S2O/2BODE5S2N/2AWEE4DI2V/2P1C5AE2I/1Q1JINGO2K3c/1U2DEIFY1O3T/1I2U2TORII2S/1N2AG4T4/LAUREATE3XU2/ER3W1MOLTINg1/AY3P9/F4SMAZE5 EEHN/EIRT 438/351 0",
        -2,
    ),
];

#[test]
fn positions_of_a_file_are_solved_one_by_one() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("many.cgp");
    let object = format!("{{\"cgp\": \"{}\", \"spread_delta\": {}}}", KNOWN[2].0, KNOWN[2].1);
    fs::write(&path, format!("{}\n\n{}\n{object}\n", KNOWN[0].0, KNOWN[1].0)).unwrap();
    let out = quixotry(&["endgame", "--positions", path.to_str().unwrap(), "--json"]).good();
    let solved = json_lines(&out);
    assert_eq!(solved.len(), KNOWN.len());
    for (solved, (cgp, spread_delta)) in solved.iter().zip(KNOWN) {
        assert_eq!(
            (solved["spread_delta"].as_i64(), solved["proven"].as_bool()),
            (Some(spread_delta), Some(true))
        );
        assert_eq!(solved["best"], solved["line"][0], "{cgp}");
        quixotry(&["score", cgp, solved["best"].as_str().unwrap()]).good();
    }
}

#[test]
fn the_line_is_shown_turn_by_turn() {
    let out = quixotry(&["endgame", KNOWN[2].0, "--threads", "1"]).good();
    insta::assert_snapshot!(out);
}

#[test]
fn a_rack_that_is_not_written_gets_what_is_left() {
    let hidden = KNOWN[0].0.replace("ERSU/DEL", "ERSU/");
    let solved = json(&quixotry(&["endgame", &hidden, "--json"]).good());
    assert_eq!(solved["spread_delta"].as_i64(), Some(KNOWN[0].1));
}

#[test]
fn positions_that_are_not_endgames_are_reported() {
    let check = |position: &str, expected: &str| {
        let error = quixotry(&["endgame", position]).error();
        assert!(error.contains(expected), "{error}");
    };
    check("empty", "the bag is not empty");
    check(&KNOWN[0].0.replace("ERSU/DEL 321/447", "ERSU/D/EL 321/447/0"), "two players, but there are 3");
    check("nonsense", "is not a position");
    assert!(quixotry(&["endgame", KNOWN[0].0, "--time", "soon"]).usage().contains("such as 500ms"));
    assert!(quixotry(&["endgame", KNOWN[0].0, "--threads", "0"]).usage().contains("--threads"));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bad.cgp");
    fs::write(&path, format!("{}\n{}\n", KNOWN[0].0, KNOWN[1].0.replace("LPSU/EOR", "LPSU/EO"))).unwrap();
    let error = quixotry(&["endgame", "--positions", path.to_str().unwrap()]).error();
    assert!(error.contains("bad.cgp, position 2") && error.contains("the bag is not empty: 1 of"), "{error}");
}
