//! `quixotry quiz`.

use crate::run::{q, quixotry, with_data_and_input};
use std::fs;

/// A quiz on a day with a data directory of its own.
fn quiz(data: &std::path::Path, input: &str, args: &str) -> String {
    let args: Vec<&str> = std::iter::once("quiz").chain(args.split_whitespace()).collect();
    with_data_and_input(data, input, &args).good()
}

#[test]
fn questions_come_again_when_they_are_due() {
    let data = tempfile::tempdir().unwrap();
    let args = "--length 7 --probability 1-2 --date 2026-11-18";
    insta::assert_snapshot!("quiz_anagrams", quiz(data.path(), "aneroid\nalienor aileron\n", args));
    let hooks = "--kind hooks --list";
    let list = data.path().join("words.txt");
    fs::write(&list, "care a note\nquixotry\n").unwrap();
    let hooks = format!("{hooks} {} --date 2026-11-18", list.display());
    let told = quiz(data.path(), "s/drstx\n/\n", &hooks);
    insta::assert_snapshot!("quiz_hooks", told);
    assert_eq!(
        quiz(data.path(), "", &hooks),
        "Nothing is due today.\nThe next question is due on 2026-11-20.\n",
        "what was right is not asked again"
    );
    let later = quiz(data.path(), "", &hooks.replace("11-18", "11-20"));
    assert!(later.starts_with("1 of 2: CARE"), "{later}");
}

#[test]
fn a_question_that_was_not_answered_is_asked_again_at_the_end() {
    let data = tempfile::tempdir().unwrap();
    let list = data.path().join("words.txt");
    fs::write(&list, "STAIN\nCAT\n").unwrap();
    let args = format!("--list {} --date 2026-11-18", list.display());
    let told = quiz(data.path(), "stain\nact cat\nantis saint satin stain tisna\nsaint satin stain\n", &args);
    insta::assert_snapshot!("quiz_again", told);
    let kept = fs::read_to_string(data.path().join("quiz/english.jsonl")).unwrap();
    assert!(kept.lines().count() >= 3 && kept.contains("\"question\":\"anagrams ACT\""), "{kept}");
    // A line that was cut off is left out, and the rest still counts.
    fs::write(data.path().join("quiz/english.jsonl"), format!("{kept}{{\"question\":\"ana")).unwrap();
    let args: Vec<&str> = std::iter::once("quiz").chain(args.split_whitespace()).collect();
    let ran = with_data_and_input(data.path(), "", &args);
    assert!(ran.code == 0 && ran.err.contains("1 damaged lines are left out"), "{ran:?}");
}

#[test]
fn words_that_were_missed_in_a_game_are_asked() {
    let data = tempfile::tempdir().unwrap();
    let told = quiz(data.path(), "", "--missed game.gcg --date 2026-11-18");
    assert!(told.contains("1 of "), "{told}");
    assert!(quixotry(&["quiz", "--missed", "game.gcg", "--player", "Nobody"]).error().contains("Nobody"));
}

#[test]
fn what_cannot_be_asked_is_said() {
    assert!(q("quiz --length 40").error().contains("no words are left to ask"));
    assert!(q("quiz --length 4-2").usage().contains("write 2-4"));
    assert!(q("quiz --date tomorrow").usage().contains("2026-11-18"));
    assert!(q("quiz --list no-such-file").error().contains("no-such-file"));
}
