//! Bad files: everything that is wrong is said at once, with its place.

use quixotry_presets::{DataFileErrors, Library, Source};

fn rules(text: &str) -> Vec<String> {
    lines(Library::shipped().rules_from(&Source::from_text("bad.toml", text)).unwrap_err())
}

fn board(text: &str) -> Vec<String> {
    lines(Library::shipped().board_from(&Source::from_text("bad.toml", text)).unwrap_err())
}

fn tiles(text: &str) -> Vec<String> {
    lines(Library::shipped().tiles_from(&Source::from_text("bad.toml", text)).unwrap_err())
}

fn lines(faults: DataFileErrors) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn check(found: &[String], expect: &[&str]) {
    let good =
        found.len() == expect.len() && found.iter().zip(expect).all(|(line, start)| line.starts_with(start));
    assert!(good, "found\n{}\nexpected\n{}", found.join("\n"), expect.join("\n"));
}

#[test]
fn all_errors_of_a_rules_file_are_reported_together() {
    let text = r#"inherit = "standrd"
board = 'classic'"#;
    check(
        &rules(text),
        &[
            "bad.toml:1:11: inherit: there is no set of rules called \"standrd\" and no such file (did you mean `standard`? available: `catalan`",
        ],
    );

    let text = r#"inherit = "standard"
bord = "classic"
tiles = "englisch"
seats = [0, 9]
starter = "frist"
rack = "many"
bonus = { seven = 50 }
failed_play = true
challenge = "doubel"
clock = "on"
exchange = 7

[limits]
passes = "nothing"
scoreless = -1
exchange_is_pass = "yes"

[words]
cross = "Counted"
"#;
    check(
        &rules(text),
        &[
            "bad.toml:2:1: bord: is not a known key (did you mean `board` (the board)? known keys: `about`",
            "bad.toml:3:9: tiles: there is no tile set called \"englisch\" and no such file (did you mean `english`?",
            "bad.toml:4:10: seats: must be from 1 to 8, not 0",
            "bad.toml:4:13: seats: must be from 1 to 8, not 9",
            "bad.toml:5:11: starter: \"frist\" is not one of its values (did you mean `first`? possible values: `first`, `random`)",
            "bad.toml:6:8: rack: must be a number from 1 to 32, not a text",
            "bad.toml:7:19: bonus.seven: is not a number of tiles",
            "bad.toml:8:15: failed_play: must be one of `retry`, `turn-lost`, not true or false",
            "bad.toml:9:13: challenge: \"doubel\" is not one of its values (did you mean `double`?",
            "bad.toml:10:9: clock: must be \"off\" or a table, not a text",
            "bad.toml:11:12: exchange: must be \"forbidden\" or a table, not a number",
            "bad.toml:14:10: limits.passes: must be a number from 1 to 9999, or \"none\", not a text",
            "bad.toml:15:13: limits.scoreless: must be from 1 to 9999, not -1",
            "bad.toml:16:20: limits.exchange_is_pass: must be true or false, not a text",
            "bad.toml:19:9: words.cross: \"Counted\" is not one of its values (did you mean `counted`?",
        ],
    );
}

#[test]
fn contradictions_are_reported_with_their_place() {
    let text = "inherit = 'itu'\nrack = 5\nseats = [4, 2]\nchallenge = 'single'\n[opening]\ntiles = 6\n\
                [exchange]\nfewest = 4\nmost = 3\n[limits]\npasses = 0\n[clock]\nkind = 'turn'\nturn = '0s'";
    check(
        &rules(text),
        &[
            "bad.toml:3:9: seats: the fewest seats (4) are more than the most (2)",
            "bad.toml:4:13: challenge: bad words cannot both",
            "bad.toml:6:9: opening.tiles: the first play needs 1 to 5 tiles",
            "bad.toml:7:1: exchange: the fewest tiles to exchange (4)",
            "bad.toml:11:10: limits.passes: must be from 1 to 9999, not 0",
            "bad.toml:14:8: clock.turn: must be more than 0 seconds",
        ],
    );
}

#[test]
fn text_that_is_not_toml_is_shown_with_its_place() {
    check(
        &rules("inherit = 'standard'\nrack = = 7\nseats = [1,\n"),
        &[
            "bad.toml:2:8: this is not TOML: extra `=`",
            "bad.toml:2:10: this is not TOML: unexpected key or value",
            "bad.toml:3:12: this is not TOML: unclosed array",
        ],
    );
    check(&board("kind"), &["bad.toml:1:5: this is not TOML: "]);
    check(&tiles("name = 'x"), &["bad.toml:1:10: this is not TOML: "]);
}

#[test]
fn what_is_missing_is_named() {
    check(&rules(""), &["bad.toml:1:1: board: is missing", "bad.toml:1:1: tiles: is missing"]);
    check(
        &board("title = 'x'\nkind = 'program'"),
        &[
            "bad.toml:1:1: centre: is missing",
            "bad.toml:1:1: program: is missing",
            "bad.toml:1:1: square: is missing",
        ],
    );
    check(&board(""), &["bad.toml:1:1: kind: is missing", "bad.toml:1:1: title: is missing"]);
    check(&tiles(""), &["bad.toml:1:1: letter: is missing", "bad.toml:1:1: name: is missing"]);
    let clock = "inherit = 'standard'\nclock = { initial = '5m' }";
    check(&rules(clock), &["bad.toml:2:9: clock.kind: is missing"]);
    let clock = "inherit = 'standard'\nclock = { kind = 'game', increment = '5 minutes' }";
    check(
        &rules(clock),
        &["bad.toml:2:9: clock.initial: is missing", "bad.toml:2:38: clock.increment: is not a time"],
    );
}

#[test]
fn faults_in_programs_have_their_place_in_the_file() {
    let text = "title = 'x'\nkind = 'program'\ncentre = [0, 0]\nused = 4\nprogram = '''\ndeclare a;\n\
                if (_x_ > b) then { _result_ := 1 }\n'''\nprint = \"_result_ := true\"\n\
                [[square]]\nid = 0\n[square.steps]\n0 = '''\n_result_ := _acc_ +\n'''\nlate = '1'\n[[square]]\nid = 5\nword = 2\n";
    check(
        &board(text),
        &["bad.toml:16:8: square[1].steps.late: the key of a step must be its priority, a number"],
    );
    let found = board(&text.replace("late = '1'\n", ""));
    check(
        &found,
        &[
            "bad.toml:4:8: used: the square under tiles already played has the id 4",
            "bad.toml:7:11: program: the variable `b` is not declared here",
            "bad.toml:9:22: print: ",
            "bad.toml:15:1: square: ",
        ],
    );
}

#[test]
fn a_program_that_is_not_in_the_file_is_reported_with_its_place() {
    let text = "title = 'x'\nkind = 'program'\ncentre = [0, 0]\nprogram = \"_result_\\u0020:= 1;\\n oops := 2\"\n\
                [[square]]\nid = 0\nword = 1\n";
    let found = board(text);
    assert!(found[0].starts_with("bad.toml:4:11: program: at 2:2 of the program: "), "{found:?}");
}

#[test]
fn faults_in_pictures_point_at_the_sign() {
    let text = "title = 'x'\nkind = 'picture'\nstart = '9Z'\npicture = '''\n=.=\n.x.\n=.\n'''\n[legend]\n\
                '#' = { word = 2 }\nab = { letter = 2 }\nc = {}\nd = { letter = 1000 }\n";
    check(
        &board(text),
        &[
            "bad.toml:11:6: legend.ab: a sign is a single character",
            "bad.toml:12:5: legend.c: needs a factor",
            "bad.toml:13:16: legend.d.letter: must be from -99 to 99, not 1000",
        ],
    );
    let text = &text[..text.find("ab").unwrap()];
    check(
        &board(text),
        &[
            "bad.toml:3:9: start: the start \"9Z\" is outside",
            "bad.toml:6:2: picture: row 2, column 2: the sign 'x'",
            "bad.toml:7:1: picture: row 3 has 2 signs",
            "bad.toml:9:1: legend: the legend cannot give '#'",
        ],
    );
}

#[test]
fn faults_in_cells_point_at_the_row() {
    let text = "title = 'x'\nkind = 'cells'\ncentre = [0, 0]\ncells = '''\n0 0 0\n0 0\n0 a 0\n'''\n[[square]]\nid = 0\nword = 1\n";
    check(
        &board(text),
        &["bad.toml:6:1: cells: this row has 2 cells", "bad.toml:7:1: cells: a cell is the id of a square"],
    );
    let text = text.replace("0 0\n0 a 0", "0 0 3");
    check(
        &board(&text),
        &["bad.toml:4:9: cells: the cell at (2, 1) has the square id 3, which no square has"],
    );
}

#[test]
fn errors_in_random_boards_are_reported() {
    let text = "title = 'x'\nkind = 'random'\ncentre = 'middle'\nradius = 1\ncounts = [[0, 10], [1], [2, -1]]\n\
                [[square]]\nid = 0\nword = 1\nletter = 2\nsteps = {}\n";
    check(
        &board(text),
        &[
            "bad.toml:3:10: centre: must be \"random\" or two numbers, not \"middle\"",
            "bad.toml:5:20: counts: must be a list of two numbers",
            "bad.toml:5:25: counts: -1 squares cannot be dealt",
            "bad.toml:10:9: square[1].steps: a square has either `steps` or factors, not both",
        ],
    );
    let text = "title = 'x'\nkind = 'random'\ncentre = [0, 0]\nradius = 1\ncounts = [[0, 10]]\n[[square]]\nid = 0\nword = 1\n";
    check(&board(text), &["bad.toml:5:10: counts: there are 10 squares to deal, but only 9 places"]);
}

#[test]
fn an_error_in_a_square_is_reported_once() {
    let head = "title = 'x'\nkind = 'cells'\ncentre = [0, 0]\ncells = '0 0'\n[[square]]\nid = 0\n";
    let check_square = |square: &str, expect: &str| check(&board(&format!("{head}{square}\n")), &[expect]);
    check_square("steps = '_result_ := _acc_'", "bad.toml:7:9: square[1].steps: must be a table");
    check_square("steps = ['_result_ := _acc_']", "bad.toml:7:9: square[1].steps: must be a table");
    check_square("letter = 'two'", "bad.toml:7:10: square[1].letter: must be a number");
    check_square("word = 100", "bad.toml:7:8: square[1].word: must be from -99 to 99, not 100");
    check_square("name = 'odd'", "bad.toml:5:1: square[1].steps: is missing");
    check_square("[square.steps]\n0 = 7", "bad.toml:8:5: square[1].steps.0: must be a program text");
    check_square("[square.steps]\n0 = '_result_ := acc'", "bad.toml:8:18: square: ");
}

#[test]
fn faults_in_tile_sets_point_at_the_row() {
    let text = "name = 'x'\ntotal = 99\nletter = [\n  { upper = 'A', count = 4, points = 1 },\n\
                \x20 { upper = '#', count = 4, points = 1 },\n  { upper = '', count = 4, points = 1 },\n]\n";
    check(&tiles(text), &["bad.toml:5:3: letter: \"#\" cannot be", "bad.toml:6:3: letter: \"\" cannot be"]);
    let text = "name = 'x'\ntotal = 99\nletter = [\n  { upper = 'A', count = 4, points = 1 },\n\
                \x20 { upper = 'B', count = 4, points = 1, wovel = true },\n]\n\
                [[blank]]\ncount = 2\npoints = 'none'\n[[tile]]\ncount = 1\nfaces = ['A1', 'X1', 'A']\n";
    check(
        &tiles(text),
        &[
            "bad.toml:2:9: total: the tiles add up to 8, not 99",
            "bad.toml:5:41: letter[2].wovel: is not a known key (did you mean `vowel`?",
            "bad.toml:9:10: blank[1].points: must be a number from -999 to 999, or \"letter\", not a text",
            "bad.toml:12:16: tile[1].faces: \"X1\" is not a letter of this set",
            "bad.toml:12:22: tile[1].faces: \"A\" is not a letter of this set",
        ],
    );
}

#[test]
fn unknown_names_outside_a_file_are_reported_without_a_place() {
    let found = lines(Library::shipped().rules("standrad").unwrap_err());
    check(
        &found,
        &["there is no set of rules called \"standrad\" and no such file (did you mean `standard`?"],
    );
    let found = lines(Library::shipped().without_paths().board("../secret").unwrap_err());
    check(&found, &["there is no board called \"../secret\" (available: `classic`"]);
}

#[test]
fn faults_can_be_drawn() {
    let faults = Library::shipped()
        .rules_from(&Source::from_text("bad.toml", "inherit = 'standard'\nrack = 77\n"))
        .unwrap_err();
    let drawn = faults.render(boardlang::RenderStyle::Plain);
    assert!(drawn.contains("error: rack: must be from 1 to 32, not 77"), "{drawn}");
    assert!(drawn.contains("2 | rack = 77\n  |        ^^"), "{drawn}");
    let fault = faults.iter().next().unwrap();
    assert_eq!((fault.file(), fault.key()), (Some("bad.toml"), "rack"));
    assert_eq!(fault.position().map(|at| (at.line, at.column)), Some((2, 8)));
}

#[test]
fn very_many_faults_are_counted() {
    let text: String = (0..200).map(|n| format!("key{n} = 1\n")).collect();
    let faults = Library::shipped().rules_from(&Source::from_text("bad.toml", &text)).unwrap_err();
    assert_eq!((faults.iter().count(), faults.omitted_count()), (50, 152));
}

#[test]
fn only_random_boards_take_a_number() {
    let found = lines(Library::shipped().board("classic:5").unwrap_err());
    check(&found, &["boards/classic.toml:3:8: kind: only random boards have a seed"]);
    let found = rules("inherit = 'skrabbkle'\nboard = { use = 'skrabbkle', seed = 1 }");
    check(&found, &["boards/skrabbkle.txt:1:1: only random boards have a seed"]);
}

#[test]
fn files_of_other_systems_keep_their_places() {
    let text = "\u{feff}inherit = 'standard'\r\nrack = 77\r\n";
    check(&rules(text), &["bad.toml:2:8: rack: must be from 1 to 32, not 77"]);
    let text = "title = 'x'\r\nkind = 'picture'\r\nstart = '1A'\r\npicture = '''\r\n..\r\n.x\r\n'''\r\n";
    check(&board(text), &["bad.toml:6:2: picture: row 2, column 2: the sign 'x'"]);
}

#[test]
fn unknown_keys_are_reported_with_other_errors() {
    let text = "name = 'x'\ntittle = 'x'\nletter = [{ upper = 'A', count = 'many', points = 1 }]\n[[blank]]\ncount = 1\npoints = 0\n";
    check(
        &tiles(text),
        &[
            "bad.toml:2:1: tittle: is not a known key (did you mean `title`?",
            "bad.toml:3:34: letter[1].count: must be",
        ],
    );
}

#[test]
fn each_bad_word_of_an_own_list_is_reported_at_its_line() {
    let text = "inherit = 'standard'\n[lexicon]\nwords = '''\nCAT\n# a comment\n  D0G\nTWO WORDS\n\u{e9}t\u{e9}\n'''\n";
    check(
        &rules(text),
        &[
            "bad.toml:6:3: lexicon.words: in the word \"D0G\", ",
            "bad.toml:7:1: lexicon.words: \"TWO WORDS\" has white space in it",
            "bad.toml:8:1: lexicon.words: in the word \"\u{e9}t\u{e9}\", ",
        ],
    );
    let lengths = |text: &str| -> Vec<usize> {
        let errors = Library::shipped().rules_from(&Source::from_text("bad.toml", text)).unwrap_err();
        errors.iter().map(quixotry_presets::DataFileError::length).collect()
    };
    assert_eq!(lengths(text), [3, 9, 3], "as many characters are underlined");

    check(
        &rules("inherit = 'standard'\nlexicon = { words = '#' }"),
        &["bad.toml:2:21: lexicon.words: has no words"],
    );
    check(
        &rules("inherit = 'standard'\nlexicon = { name = 'x' }"),
        &["bad.toml:2:11: lexicon.words: is missing"],
    );
    check(
        &rules("inherit = 'standard'\nlexicon = 7"),
        &["bad.toml:2:11: lexicon: must be the name of a lexicon, or a table"],
    );
    let many = format!("inherit = 'standard'\nlexicon.words = '''\n{}'''", "1\n".repeat(30));
    let found = rules(&many);
    assert_eq!(found.len(), 21);
    assert!(found.iter().any(|line| line.contains("10 more lines are wrong")), "{found:?}");
    let long = format!("inherit = 'standard'\nlexicon.words = '''\n{}'''", "CAT\n".repeat(300_000));
    check(
        &rules(&long),
        &["bad.toml:2:17: lexicon.words: has 1200000 bytes, and at most 1048576 are allowed"],
    );
}
