//! `quixotry board`.

use crate::run::{json, q, quixotry, with_input};
use serde_json::{Value, json};
use std::fs;

fn square(board: &str, x: i32, y: i32) -> Value {
    json(&q(&format!("board square {board} {x} {y} --json")).good())["id"].clone()
}

#[test]
fn the_itu_boards_have_their_squares() {
    let ids = [
        ((0, 0), json!(0)),
        ((0, 4), json!(1)),
        ((2, 2), json!(2)),
        ((3, 3), json!(3)),
        ((0, 7), json!(4)),
        ((0, 42), Value::Null),
    ];
    for ((x, y), id) in ids {
        assert_eq!(square("standard", x, y), id, "{x},{y}");
    }
    assert_eq!(square("infinite", 7, -14), 4);
    assert_eq!(square("infinite", 0, 0), 0);
    assert_eq!(square("infinite", 0, 42), 4);
    assert_eq!(square("hole", 3, -3), Value::Null);
    assert_eq!(square("hole", 5, 5), 3);
    assert_eq!(square("infinite-hole", -6, 6), 4);
    assert_eq!(square("infinite-hole", 8, 9), Value::Null);
}

#[test]
fn a_square_is_shown_with_its_effect() {
    assert_eq!(
        q("board square infinite 7 -14").good().lines().next(),
        Some("(7, -14): square 4, triple word: word ×3")
    );
    let value = json(&q("board square infinite 7 -14 --json").good());
    assert_eq!((&value["word"], &value["letter"]), (&json!(3), &json!(1)));
    assert_eq!(value["steps"].as_array().unwrap().len(), 2);
    assert_eq!(q("board square hole 2 2").good(), "(2, 2): no square (a hole, or outside the board)\n");
    assert_eq!(q("board square hole 2 2 --json").good(), "{\"id\":null}\n");
    assert_eq!(q("board square classic H8").good(), q("board square classic 7 7").good());
}

#[test]
fn places_that_are_none_are_an_error() {
    for place in ["x 1", "99999999999 0", "Z99", "H8 H9"] {
        assert!(q(&format!("board square classic {place}")).error().starts_with("error:"), "{place}");
    }
    q("board square classic 1 2 3").usage();
    assert!(q("board square infinite H8").error().contains("x and y"));
}

/// How many squares of each id the standard board has on -7..7.
#[test]
fn a_shown_board_can_be_counted() {
    let value = json(&q("board show standard --json").good());
    let ids: Vec<i64> = value["rows"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap())
        .map(|id| id.as_i64().unwrap())
        .collect();
    let count = |id| ids.iter().filter(|&&found| found == id).count();
    assert_eq!([count(0), count(1), count(2), count(3), count(4)], [165, 24, 12, 16, 8]);
    assert_eq!(value["window"], json!([-7, -7, 7, 7]));
}

#[test]
fn boards_are_drawn() {
    insta::assert_snapshot!("classic", q("board show classic").good());
    insta::assert_snapshot!("infinite", q("board show infinite --window -9,-9,9,9").good());
    insta::assert_snapshot!("skrabbkle", q("board show skrabbkle --style skrabbkle").good());
    insta::assert_snapshot!("itu", q("board show hole --style itu").good());
}

#[test]
fn a_window_may_lie_anywhere() {
    let value = json(&q("board show infinite --window 1000,-2003,1002,-2000 --json").good());
    assert_eq!(value["rows"].as_array().unwrap().len(), 4);
    assert_eq!(value["unbounded"], true);
    q("board show infinite --window 0,0,1000,1000").usage();
}

#[test]
fn tiles_of_a_position_are_drawn() {
    let cgp = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 / 0/0 0";
    let drawn = quixotry(&["board", "show", "classic", "--position", cgp]).good();
    assert!(drawn.lines().any(|line| line.contains("C A T")), "{drawn}");
}

#[test]
fn a_drawing_comes_as_a_picture_too() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("board.svg");
    quixotry(&["board", "show", "super", "--svg", path.to_str().unwrap()]).good();
    let svg = fs::read_to_string(&path).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let nowhere = dir.path().join("no/board.svg");
    let ran = quixotry(&["board", "show", "super", "--svg", nowhere.to_str().unwrap()]);
    assert!(ran.code == 1 && ran.err.contains("cannot write"), "{ran:?}");
}

#[test]
fn random_boards_follow_their_number() {
    let board = |seed: u32| q(&format!("board show random --json --seed {seed}")).good();
    assert_eq!(board(7), board(7));
    assert_ne!(board(7), board(8));
}

#[test]
fn every_board_there_is_passes_the_check_and_is_drawn() {
    let boards = json(&q("board list --json").good());
    let boards = boards.as_array().unwrap();
    assert!(boards.len() >= 16);
    for board in boards {
        let name = board["name"].as_str().unwrap();
        assert_eq!(json(&q(&format!("board check {name} --json")).good())["good"], true, "{name}");
        q(&format!("board show {name}")).good();
    }
    insta::assert_snapshot!(q("board list").good());
}

#[test]
fn a_wrong_program_is_reported_with_place_and_advice() {
    let source =
        "declare xabs;\nxabs := _x_ * ;\nif (xabs = 1) then { _result_ := 4 } els { _result_ := 0 }\n";
    insta::assert_snapshot!(with_input(source, &["board", "check", "-"]).bad());
    let value = json(&with_input("_result_ := y", &["board", "check", "-", "--json"]).bad());
    let fault = &value["faults"][0];
    assert_eq!(
        (&value["good"], &fault["line"], &fault["column"], &fault["severity"]),
        (&json!(false), &json!(1), &json!(13), &json!("error"))
    );
}

#[test]
fn warnings_do_no_harm() {
    let mixed = "if (_x_ = 1 /\\ _y_ = 2 \\/ _x_ = 3) then { _result_ := 1 }";
    let value = json(&with_input(mixed, &["board", "check", "-", "--json"]).good());
    assert_eq!(value["faults"][0]["severity"], "warning");
}

#[test]
fn programs_are_checked_for_what_they_are_for() {
    let square = "_result_ := pointValue(_pos_) + _acc_";
    with_input(square, &["board", "check", "-", "--kind", "square"]).good();
    with_input(square, &["board", "check", "-"]).bad();
    with_input("_result_ := _input_ + 97", &["board", "check", "-", "--kind", "print"]).good();
    with_input("_result_ := 5 - 3 - 1", &["board", "check", "-", "--itu-compat"]).good();
}

#[test]
fn a_wrong_board_file_is_reported_with_all_errors() {
    let dir = tempfile::tempdir().unwrap();
    let toml = dir.path().join("mine.toml");
    fs::write(&toml, "title = \"Mine\"\nkind = \"picture\"\nstart = \"9Z\"\npicture = '''\n=.'\n.?.\n'''\n")
        .unwrap();
    let out = quixotry(&["board", "check", toml.to_str().unwrap()]).bad();
    assert!(out.contains("mine.toml") && out.trim_end().ends_with("wrong"), "{out}");
    let text = dir.path().join("mine.txt");
    fs::write(&text, "13asdsa\n").unwrap();
    quixotry(&["board", "check", text.to_str().unwrap()]).bad();
    assert!(q("board check no-such-file.toml").error().contains("no-such-file.toml"));
    assert!(q("board check no-such-file").error().contains("cannot read no-such-file"));
}

#[test]
fn a_program_is_tried_and_must_end() {
    for kind in ["board", "square", "print"] {
        let out =
            with_input("while (true) do { _result_ := 1 }", &["board", "check", "-", "--kind", kind]).bad();
        assert!(out.contains("-:1:") && out.contains("steps"), "{kind}: {out}");
    }
    let out = with_input("_result_ := 10 / _x_", &["board", "check", "-"]).bad();
    assert!(out.contains("division by zero"), "{out}");
    with_input("_result_ := pointValue(9)", &["board", "check", "-", "--kind", "square"]).good();
}

#[test]
fn a_position_is_drawn_on_its_own_board() {
    let cgp = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 / 0/0 0";
    let drawn = quixotry(&["board", "show", "--position", cgp]).good();
    assert_eq!(drawn, quixotry(&["board", "show", "classic", "--position", cgp]).good());
    assert!(drawn.starts_with("Classic") && drawn.contains("C A T"), "{drawn}");
    assert!(q("board show").usage().contains("NAME|FILE"));
}

#[test]
fn the_file_of_a_board_is_shown_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let source = q("board show infinite --source").good();
    assert!(source.contains("program = "), "{source}");
    let path = dir.path().join("mine.toml");
    fs::write(&path, source).unwrap();
    quixotry(&["board", "check", path.to_str().unwrap()]).good();
}
