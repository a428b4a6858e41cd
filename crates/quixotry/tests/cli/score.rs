//! `quixotry score`.

use crate::run::{json, q, quixotry, root, with_input};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn score(args: &[&str]) -> Value {
    let ran = quixotry(&[&["score", "--json"], args].concat());
    assert_eq!(ran.err, "");
    let value = json(&ran.out);
    assert_eq!(ran.code, i32::from(value.get("refused").is_some()), "{value}");
    value
}

#[track_caller]
fn points(args: &[&str]) -> i64 {
    let value = score(args);
    value["score"].as_i64().unwrap_or_else(|| panic!("{value}"))
}

#[track_caller]
fn codes(args: &[&str]) -> Vec<String> {
    let value = score(args);
    let reasons = value["refused"].as_array().unwrap_or_else(|| panic!("{value}")).iter();
    let code = |reason: &Value| {
        assert!(!reason["message"].as_str().unwrap().is_empty());
        reason["code"].as_str().unwrap().to_owned()
    };
    reasons.map(code).collect()
}

/// A board of SkraBBKle with the moves of the example made so far.
struct Example {
    rows: Vec<Vec<char>>,
    rules: String,
}

impl Example {
    fn new(rules: &str) -> Example {
        Example { rows: vec![vec!['.'; 16]; 16], rules: rules.to_owned() }
    }

    fn cgp(&self) -> String {
        let row = |row: &Vec<char>| {
            let cells = row.iter().map(|&cell| if cell == '.' { "1".to_owned() } else { cell.to_string() });
            cells.collect::<String>()
        };
        let rows: Vec<String> = self.rows.iter().map(row).collect();
        // Several digits in a row would be one number, so runs of empty squares are counted.
        let counted: Vec<String> = rows.iter().map(|row| count_runs(row)).collect();
        format!("{} / 0/0 0", counted.join("/"))
    }

    fn score(&self, play: &str) -> Value {
        score(&["--rules", &self.rules, "--lexicon", "none", &self.cgp(), play])
    }

    /// Scores a move and makes it.
    fn make(&mut self, play: &str) -> (String, i64) {
        let value = self.score(play);
        let (tiles, square) = play.split_once(',').unwrap();
        let down = square.starts_with(|c: char| c.is_ascii_alphabetic());
        let letter = square.chars().find(char::is_ascii_alphabetic).unwrap();
        let number: usize = square.trim_matches(|c: char| c.is_ascii_alphabetic()).parse().unwrap();
        let (mut x, mut y) = (letter as usize - 'a' as usize, number - 1);
        for tile in tiles.chars() {
            while self.rows[y][x] != '.' {
                (x, y) = if down { (x, y + 1) } else { (x + 1, y) };
            }
            self.rows[y][x] = tile;
        }
        let word = value["words"][0]["word"].as_str().unwrap_or_else(|| panic!("{play}: {value}"));
        (word.to_owned(), value["score"].as_i64().unwrap())
    }

    #[track_caller]
    fn refused(&self, play: &str, expected: &str) {
        let value = self.score(play);
        assert_eq!(value["refused"][0]["code"], expected, "{play}: {value}");
    }
}

fn count_runs(row: &str) -> String {
    let (mut text, mut run) = (String::new(), 0);
    for cell in row.chars() {
        if cell == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            text += &run.to_string();
        }
        run = 0;
        text.push(cell);
    }
    if run > 0 { text + &run.to_string() } else { text }
}

/// The example game of SkraBBKle: what each move makes and scores.
fn play_example(rules: &str, wild: i64) {
    let mut game = Example::new(rules);
    let word = |text: &str, points| (text.to_owned(), points);
    assert_eq!(game.make("DINT,h6"), word("DINT", 7));
    assert_eq!(game.make("UPItIED,8g"), word("UNPITIED", (5 + wild) * 2 + 75));
    game.refused("ANCE,i6,,,,,,,", "unreadable");
    game.refused("ANCE,i6", "cross-word");
    assert_eq!(game.make("ANCE,6i"), word("DANCE", 14));
    assert_eq!(game.make("GURNaR,n2"), word("GURNARD", (9 + wild) * 2));
    assert_eq!(game.make("DAE,4l"), word("DARE", 10));
    assert_eq!(game.make("STELL,i1"), word("STELLA", 21));
    game.refused("O,j5", "cross-word");
    game.refused("O,5j", "cross-word");
    assert_eq!(game.make("SO,k5"), word("SCOT", 5 + wild));
    assert_eq!(game.make("POGOER,1c"), word("POGOERS", 12));
}

#[test]
fn skrabbkle_scores_its_example_with_its_own_values() {
    play_example("skrabbkle", 5);
}

#[test]
fn skrabbkle_scores_its_example_as_printed() {
    let dir = tempfile::tempdir().unwrap();
    play_example(example_profile(dir.path()).to_str().unwrap(), 3);
}

/// The values that the printed example was made with: blanks 3, Y 4, X 8.
fn example_profile(dir: &Path) -> PathBuf {
    let tiles = fs::read_to_string(root().join("crates/presets/tiles/skrabbkle.toml")).unwrap();
    let changes = [
        ("name = \"skrabbkle\"", "name = \"example\""),
        ("{ upper = \"X\", count = 1,  points = 9 }", "{ upper = \"X\", count = 1,  points = 8 }"),
        ("{ upper = \"Y\", count = 2,  points = 5 }", "{ upper = \"Y\", count = 2,  points = 4 }"),
        ("[[blank]]\ncount = 2\npoints = 5", "[[blank]]\ncount = 2\npoints = 3"),
    ];
    let changed = changes.iter().fold(tiles, |text, (old, new)| {
        assert!(text.contains(old), "{old}");
        text.replace(old, new)
    });
    fs::write(dir.join("example.toml"), changed).unwrap();
    let rules = dir.join("skrabbkle-example.toml");
    fs::write(&rules, "inherit = \"skrabbkle\"\ntiles = \"example.toml\"\n").unwrap();
    rules
}

#[test]
fn the_example_of_the_haskell_game_scores_ten() {
    let expected = json!([{"word": "PIE", "points": 10, "written": "PIE", "axis": "across", "x": 7, "y": 7}]);
    let value = score(&["--rules", "haskell", "empty", "PIE", "7", "7", "H"]);
    assert_eq!((&value["score"], &value["words"], &value["bonus"]), (&json!(10), &expected, &json!(0)));
}

#[test]
fn the_itu_game_lists_tiles_with_signed_places() {
    assert_eq!(points(&["--rules", "itu", "empty", "0", "0", "4D2", "0", "1", "0O0"]), 2);
    assert_eq!(points(&["--rules", "itu", "empty", "-1", "0", "4D2", "0", "0", "0O0"]), 2);
    assert_eq!(points(&["--rules", "itu", "empty", "-1 0 4D2 0 0 0O0"]), 2);
    assert_eq!(points(&["--rules", "infinite", "empty", "-1,0> DO"]), 3);
}

#[test]
fn every_way_of_writing_a_play_scores_the_same() {
    for play in [
        "8G CAT",
        "CAT 8g",
        "8g.CAT",
        "CAT,8g",
        "CAT,g8,r",
        "CAT 7 6 H",
        r#"{"tiles":[{"x":6,"y":7,"letter":"C"},{"x":7,"y":7,"letter":"A"},{"x":8,"y":7,"letter":"T"}]}"#,
    ] {
        assert_eq!(points(&["empty", play]), 10, "{play}");
    }
}

#[test]
fn each_word_is_shown_with_its_points_and_the_bonus_apart() {
    let cgp = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 EINORST/ 0/0 0";
    let value = score(&[cgp, "K8", "SORTINE", "--lexicon", "none"]);
    assert_eq!(value["bonus"], 50);
    let words = value["words"].as_array().unwrap();
    assert_eq!((&words[0]["word"], &words[1]["word"]), (&json!("SORTINE"), &json!("CATS")));
    let sum: i64 = words.iter().map(|word| word["points"].as_i64().unwrap()).sum();
    assert_eq!(value["score"], sum + 50);
    insta::assert_snapshot!(quixotry(&["score", cgp, "K8", "SORTINE", "--lexicon", "none"]).good());
}

#[test]
fn a_blank_is_written_in_lower_case() {
    assert_eq!(points(&["empty", "8G cAT"]), 4);
    assert_eq!(points(&["empty", "8G cAT", "--rules", "cornell"]), 10, "there it counts as its letter");
}

#[test]
fn every_reason_of_a_refusal_is_reported() {
    assert_eq!(codes(&["empty", "1A CTA"]), ["not-on-start", "not-a-word"]);
    assert_eq!(codes(&["empty", "8H CAT", "--rack", "CAX"]), ["not-on-rack"]);
    assert_eq!(codes(&["empty", "8H WROD"]), ["not-a-word"]);
    insta::assert_snapshot!(quixotry(&["score", "empty", "1A CTA", "--rack", "CA"]).bad());
}

#[test]
fn text_that_is_not_a_play_is_refused_as_unreadable() {
    for play in ["CAT", "8H", "99Z CAT", "8H C4T", "pass", "-2", ",", "{}", "{\"tiles\":5}", ""] {
        let value = score(&["empty", play]);
        assert_eq!(value["refused"][0]["code"], "unreadable", "{play}: {value}");
    }
}

#[test]
fn with_no_lexicon_any_word_is_good() {
    assert_eq!(codes(&["empty", "8H XQZ"]), ["not-a-word"]);
    assert!(points(&["empty", "8H XQZ", "--lexicon", "none"]) > 0);
}

#[test]
fn positions_come_as_text_file_or_input() {
    let cgp = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 S/ 0/0 0";
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let json_text = r#"{"rules":"standard","tiles":[{"x":7,"y":7,"letter":"C"},{"x":8,"y":7,"letter":"A"},{"x":9,"y":7,"letter":"T"}],"racks":["S"]}"#;
    let (as_cgp, as_json) = (file("position.cgp", &format!("{cgp}\n")), file("position.json", json_text));
    for position in [cgp, json_text, &as_cgp, &as_json] {
        assert_eq!(points(&[position, "8H CATS"]), 6, "{position}");
    }
    for input in [cgp, json_text] {
        let out = with_input(input, &["score", "--json", "-", "8H ...S"]).good();
        assert_eq!(json(&out)["score"], 6);
    }
}

#[test]
fn a_position_may_name_its_rules_and_board() {
    let position = r#"{"rules":"itu","board":"infinite","tiles":[{"x":100,"y":-100,"letter":"C"},{"x":101,"y":-100,"letter":"A"}]}"#;
    assert_eq!(points(&[position, "100,-100> ..T"]), 5);
    assert_eq!(
        points(&[position, "100,-100> ..T", "--rules", "standard"]),
        5,
        "the board stays that of the position"
    );
    let catalan = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 L·LAU/ 0/0 0 ld catalan;";
    assert_eq!(points(&[catalan, "8H L·LA", "--lexicon", "none"]), 22);
}

#[test]
fn another_board_may_be_put_under_the_rules() {
    assert_eq!(points(&["empty", "8H CAT", "--board", "classic"]), 10);
    assert_eq!(points(&["empty", "8H CAT", "--board", "standard"]), 5, "whose centre is plain");
}

#[test]
fn positions_that_cannot_be_read_are_an_error() {
    for (position, part) in [
        ("nonsense", "is not a position"),
        ("15/15 ABC/ 0/0 0", "the CGP is wrong under the rules standard"),
        ("{\"tiles\":[{\"x\":0}]}", "is not a position in JSON"),
        ("{\"tiles\":[{\"x\":99,\"y\":99,\"letter\":\"A\"}]}", "there is no square at"),
        ("/", "is a directory"),
    ] {
        let error = quixotry(&["score", position, "8H CAT"]).error();
        assert!(error.contains(part), "{position}: {error}");
    }
    let error = with_input("", &["score", "-", "8H CAT"]).error();
    assert!(error.contains("the standard input has no position in it"), "{error}");
}

#[test]
fn unknown_names_are_reported_with_the_known_ones() {
    let error = q("score --rules standrad empty 8H.CAT").error();
    assert!(error.contains("standrad") && error.contains("did you mean `standard`?"), "{error}");
    let error = q("score --board clasic empty 8H.CAT").error();
    assert!(error.contains("did you mean `classic`?"), "{error}");
    let error = q("score --lexicon engilsh empty 8H.CAT").error();
    assert!(error.contains("did you mean `english`?"), "{error}");
    let error = q("score --rules swedish empty 8H.CAT").error();
    assert!(error.contains("--lexicon none") && error.contains("lexicon import"), "{error}");
}

#[test]
fn a_position_may_set_its_own_bonus() {
    let position = |options: &str| format!("{} AEINRST/ 0/0 0{options}", ["15"; 15].join("/"));
    let (plain, own) = (position(""), position(" bb 35; etl 1;"));
    assert_eq!(points(&[&plain, "8D", "RETAINS"]), 66);
    assert_eq!(points(&[&own, "8D", "RETAINS"]), 51);
    assert_eq!(
        points(&["--rules", "standard", &own, "8D", "RETAINS"]),
        66,
        "rules that are named come first"
    );
    let wrong = quixotry(&["score", &position(" bb many;"), "8D", "RETAINS"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("bb"), "{}", wrong.err);
}

/// Tiles with digits and a sign, and words of them.
const SUMS: &str = r#"
inherit = "standard"
[tiles]
name = "sums"
letter = [
  { upper = "A", count = 10, points = 1, vowel = true },
  { upper = "0", count = 10, points = 2 },
  { upper = "1", count = 10, points = 3 },
  { upper = "+", lower = "t", count = 10, points = 4 },
]
[[tiles.blank]]
count = 2
points = 0
[lexicon]
name = "sums"
words = "10\n1+1\n0A\n"
"#;

#[test]
fn digits_and_signs_are_letters_of_tiles() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("sums.toml");
    fs::write(&file, SUMS).unwrap();
    let rules = ["--rules", file.to_str().unwrap()];
    let play = |position: &str, play: &str| points(&[&rules[..], &[position, play]].concat());
    assert_eq!(play("empty", "8G 10"), 10);
    assert_eq!(play("empty", "8G [1][0]"), 10);
    assert_eq!(play("empty", "[1][0] 8G"), 10);
    assert_eq!(play("empty", "8G 1₀"), 6, "a blank that is read as 0");
    assert_eq!(play("empty", "8G 1+1"), 20);
    assert_eq!(play("empty", "8G 1t1"), 12, "a blank that is read as +");
    // In a position digits count empty squares, so that letters with digits have brackets.
    let rows = |row: &str| format!("{}/{row}{} A/ 0/0 0", ["15"; 7].join("/"), "/15".repeat(7));
    assert_eq!(play(&rows("6[1][0]7"), "H8 0A"), 3);
    assert_eq!(codes(&[&rules[..], &["empty", "8G 01"]].concat()), ["not-a-word"]);
    let ran = quixotry(&[&["score"], &rules[..], &[&rows("6107"), "H8 0A"]].concat());
    assert!(ran.err.contains("row 8 has 6107 squares, but should have 15"), "{}", ran.err);
}
