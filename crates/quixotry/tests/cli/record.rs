//! `quixotry record`.

use crate::run::{data_dir, json, q, quixotry, with_input};
use serde_json::json;
use std::fs;

#[test]
fn a_game_is_shown_turn_by_turn() {
    insta::assert_snapshot!("whole", q("record show game.gcg").good());
    insta::assert_snapshot!("turn", q("record show game.gcg --turn 16").good());
    insta::assert_snapshot!("start", q("record show game.gcg --turn 0").good());
}

#[test]
fn a_turn_is_shown_for_programs() {
    let value = json(&q("record show game.gcg --turn 3 --json").good());
    assert_eq!(
        (&value["what"], &value["score"], &value["scores"]),
        (&json!("8A CONFINE(S)"), &json!(101), &json!([133, 18]))
    );
    assert_eq!(
        (&value["player"], &value["turn"], &value["of"]),
        (&json!("Ann Example"), &json!(3), &json!(23))
    );
    let cgp = q("record convert game.gcg --to cgp --turn 3").good();
    assert_eq!(value["cgp"], cgp.trim_end());
    assert_eq!(
        cgp,
        "15/6F8/6UT7/6SH7/6ER7/7O7/7W7/CONFINES7/15/15/15/15/15/15/15 BEEEOOP/IIJORUY 18/133 0\n"
    );
}

#[test]
fn a_record_is_the_same_game_in_every_format() {
    let dir = tempfile::tempdir().unwrap();
    let lines = dir.path().join("game.jsonl");
    let lines = lines.to_str().unwrap();
    quixotry(&["record", "convert", "game.gcg", "--to", "jsonl", "-o", lines]).good();
    let gcg = quixotry(&["record", "convert", lines, "--to", "gcg"]).good();
    assert_eq!(gcg, fs::read_to_string(data_dir().join("game.gcg")).unwrap());
    assert_eq!(
        quixotry(&["record", "convert", lines, "--to", "jsonl"]).good(),
        fs::read_to_string(lines).unwrap()
    );
    for turn in 0..=23 {
        let turn = turn.to_string();
        let cgp = |file| quixotry(&["record", "convert", file, "--to", "cgp", "--turn", &turn]).good();
        assert_eq!(cgp(lines), cgp("game.gcg"), "turn {turn}");
    }
    let lint = json(&quixotry(&["record", "lint", "--json", lines]).good());
    assert_eq!((&lint["errors"], &lint["warnings"]), (&json!(0), &json!(0)));
}

#[test]
fn the_position_of_a_turn_is_read_back() {
    let position = q("record convert game.gcg --to json --turn 8").good();
    let sum = |position: &str| quixotry(&["moves", position, "--summary"]).good();
    assert_eq!(sum(&position), sum(&q("record convert game.gcg --to cgp --turn 8").good()));
    // Ann's ninth turn is among the plays that are found there.
    let plays = quixotry(&["moves", &position, "--all", "--json"]).good();
    assert!(plays.contains("\"D1 IVORY\""));
}

#[test]
fn a_board_comes_as_a_picture_too() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("turn.svg");
    quixotry(&["record", "show", "game.gcg", "--turn", "5", "--svg", path.to_str().unwrap()]).good();
    assert!(fs::read_to_string(&path).unwrap().starts_with("<svg"));
}

#[test]
fn a_sound_record_has_no_findings() {
    assert_eq!(q("record lint game.gcg --lexicon english").good(), "game.gcg: good: 0 errors, 0 warnings\n");
}

#[test]
fn errors_are_reported_line_by_line() {
    let game = fs::read_to_string(data_dir().join("game.gcg")).unwrap();
    let wrong = game.replace("+32 32", "+33 33").replace(">ben: EEEEFSU G2 FUSE", ">bob: EEEEFSU G2 FUSE");
    let out = with_input(&wrong, &["record", "lint", "-"]).bad();
    assert!(out.contains("-:5: warning:") && out.contains("-:6: error:") && out.contains("wrong"), "{out}");
    let report = json(&with_input(&wrong, &["record", "lint", "-", "--json"]).bad());
    assert!(report["errors"].as_u64().unwrap() >= 1);
    assert_eq!(report["findings"][0]["line"], 5);
    let broken = with_input("#player1 a A\nwhat is this\n>a RACK\n", &["record", "lint", "-"]).bad();
    assert!(broken.contains("error:"), "{broken}");
}

#[test]
fn a_broken_line_of_a_record_is_reported_with_its_number() {
    let lines = q("record convert game.gcg --to jsonl").good();
    let wrong = lines.replacen("\"score\":32", "\"score\":33", 1);
    let out = with_input(&wrong, &["record", "lint", "-"]).good();
    assert!(out.contains("warning:") && out.contains("33"), "what people wrote down stands: {out}");
    let own = wrong.replacen("\"from\":\"gcg\"", "\"made\":\"here\"", 1);
    let out = with_input(&own, &["record", "lint", "-"]).bad();
    assert!(out.contains("error:") && out.contains("33"), "{out}");
    let third = lines.lines().nth(2).unwrap();
    let without = lines.replace(&format!("{third}\n"), "");
    let out = with_input(&without, &["record", "lint", "-"]).bad();
    assert!(out.contains("-:3: error:"), "{out}");
    let cut = &lines[..lines.len() - 20];
    let out = with_input(cut, &["record", "lint", "-"]).good();
    assert!(out.contains("warning: the record breaks off here"), "{out}");
}

#[test]
fn what_cannot_be_done_is_an_error() {
    assert!(q("record show game.gcg --turn 24").error().contains("the record has 23 turns"));
    assert!(q("record convert game.gcg --to cgp --turn 99").error().contains("the record has 23 turns"));
    assert!(q("record convert game.gcg --to gcg --turn 1").error().contains("--turn"));
    assert!(q("record show no-such-file.gcg").error().contains("cannot read no-such-file.gcg"));
    for command in ["show -", "convert - --to cgp", "convert - --to jsonl"] {
        let args: Vec<&str> = ["record"].into_iter().chain(command.split(' ')).collect();
        for text in ["", "Dear Ann,\nthis is a letter.\n"] {
            assert!(with_input(text, &args).error().contains("- is not a record"), "{command}");
        }
    }
    let error = with_input("{\"record\":9}\n", &["record", "show", "-"]).error();
    assert!(error.contains("version 9"), "{error}");
    let error = with_input(">a: ABC 8H CAB +1\n", &["record", "convert", "-", "--to", "jsonl"]).error();
    assert!(error.contains("line 1"), "{error}");
}

#[test]
fn lines_that_are_left_out_are_noted() {
    let ran = q("record show wrong.gcg --json");
    assert_eq!((ran.code, json(&ran.out)["of"].clone()), (0, json!(1)));
    assert!(ran.err.starts_with("note: wrong.gcg: line 6:"), "{}", ran.err);
}

/// A game as an annotator writes it who sees one rack: partial racks, a phony that was taken back, a wrong score, notes,
/// and leftovers that count twice.
const ANNOTATED: &str = "#character-encoding UTF-8
#title Round 3
#player1 ann Ann Able
#player2 ben Ben
#lexicon NWL99
#description Written from memory
>ann: AEINRST 8D RETAINS +66 66
#note a fine start
and a second line
>ben: QZ 9D ZQ +20 20
>ben: QZ -- -20 0
>ann: ?ABDEFG 9G DE +8 74
>ann:  (challenge) +5 79
>ben:  -2 +0 0
#mood sunny
>ann: FB - +0 79
#rack2 QZ
#incomplete
";

#[test]
fn a_game_with_unknown_tiles_becomes_a_record_and_comes_back() {
    let dir = tempfile::tempdir().unwrap();
    let (game, lines) = (dir.path().join("game.gcg"), dir.path().join("game.jsonl"));
    fs::write(&game, ANNOTATED).unwrap();
    let (game, lines) = (game.to_str().unwrap(), lines.to_str().unwrap());
    let lint = json(&quixotry(&["record", "lint", "--json", game]).good());
    assert_eq!(lint["errors"], 0, "{lint}");
    quixotry(&["record", "convert", game, "--to", "jsonl", "-o", lines]).good();
    let lint = json(&quixotry(&["record", "lint", "--json", lines]).good());
    assert_eq!(lint["errors"], 0, "{lint}");
    let back = quixotry(&["record", "convert", lines, "--to", "gcg"]).good();
    assert_eq!(back, ANNOTATED);
    let shown = quixotry(&["record", "show", game, "--turn", "5"]).good();
    assert!(shown.contains("?ABFG+2"), "what is kept is known: {shown}");
    assert_eq!(
        quixotry(&["record", "convert", lines, "--to", "cgp"]).good(),
        quixotry(&["record", "convert", game, "--to", "cgp"]).good()
    );
}

#[test]
fn the_language_of_a_file_is_guessed_from_its_letters_and_scores() {
    let german = "#player1 a A\n#player2 b B\n>a: EGRUÜBA 8D GRÜBE +36 36\n>b: NISTEAR 9C RAST +14 14\n";
    let lint = with_input(german, &["record", "lint", "-"]).good();
    assert!(lint.contains("0 errors") && lint.contains("UTF-8"), "{lint}");
    let record = with_input(german, &["record", "convert", "-", "--to", "jsonl"]).good();
    let header = json(record.lines().next().unwrap());
    assert_eq!(header["rules"]["name"], "german");
    let polish = "#player1 a A\n#player2 b B\n>a: AŻÓŁWIE 8E ŻÓŁW +30 30\n";
    let record = with_input(polish, &["record", "convert", "-", "--to", "jsonl"]).good();
    assert_eq!(json(record.lines().next().unwrap())["rules"]["name"], "polish");
    let broken = "#player1 a A\n#player2 b B\n>a: AEINRST 8D RETAINS +66 66\n>b: QQQ 1A QQQ +5 5\n";
    let shown = with_input(broken, &["record", "show", "-", "--json"]).good();
    assert_eq!(json(&shown)["position"]["rules"], "standard", "an error alone is no other language");
}
