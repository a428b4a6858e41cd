//! Ctrl-C: a command that works for long shows its result so far and says how it goes on.
#![cfg(target_os = "linux")]

use crate::process::{Ended, Process, binary, wait};
use std::fs;
use std::path::Path;

const POSITION: &str = "15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ADEHRSV/ 0/5 0\n";

/// Starts the binary in a directory, interrupts it once it listens for Ctrl-C and something holds, and waits for its end.
fn interrupted(directory: &Path, line: &str, holds: impl Fn() -> bool) -> Ended {
    let process = Process::start(binary().current_dir(directory).args(line.split_whitespace()));
    wait(|| process.catches_interrupt() && holds(), || format!("{line}: {}", process.errors()));
    process.interrupt();
    process.end()
}

fn line_count(path: &Path) -> usize {
    fs::read_to_string(path).unwrap_or_default().lines().count()
}

#[test]
fn a_match_shows_its_standing_and_is_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let results = dir.path().join("match/games.jsonl");
    let line = "arena greedy first --games 100000 --output match --threads 1";
    let ended = interrupted(dir.path(), line, || line_count(&results) >= 3);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let kept = line_count(&results);
    assert!(ended.out.starts_with(&format!("{kept} of 100000 games")), "{ended:?}");
    let note = format!("stopped after {kept} games; the same command with --resume goes on from match");
    assert!(ended.err.contains(&note), "{ended:?}");
    let again = interrupted(dir.path(), &format!("{line} --resume"), || line_count(&results) > kept);
    assert!(again.out.starts_with(&format!("{} of", line_count(&results))), "{again:?}");
    let alone = interrupted(dir.path(), "arena greedy first --games 100000", || true);
    assert!(alone.err.contains("only a match with --output DIR can be resumed"), "{alone:?}");
}

#[test]
fn an_analysis_of_a_game_reports_the_turns_so_far_and_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let game = dir.path().join("game.gcg");
    fs::copy(crate::process::root().join("crates/quixotry/tests/data/game.gcg"), &game).unwrap();
    let judged = dir.path().join("game.gcg.analysis");
    let line = "analyze game.gcg --time 1h --keep-going --html report.html";
    let quick = "analyze game.gcg --rounds 4 --plays 2";
    // The first turn of the game takes an hour, so that nothing is judged.
    let none = interrupted(dir.path(), line, || judged.exists());
    assert!(none.err.contains("turns; the same command goes on with the next turn"), "{none:?}");
    let some = interrupted(dir.path(), quick, || line_count(&judged) >= 3);
    if some.err.is_empty() {
        // It was quicker than the test.
        assert!(!judged.exists(), "{some:?}");
        return;
    }
    assert!(some.err.contains("the same command goes on with the next turn"), "{some:?}");
    assert!(some.out.contains("accuracy") && line_count(&judged) >= 3, "{some:?}");
}

#[test]
fn an_analysis_of_a_position_shows_the_result_so_far() {
    let dir = tempfile::tempdir().unwrap();
    let line = "analyze empty --rack RETAINS --time 1h --keep-going";
    let ended = interrupted(dir.path(), line, || true);
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(ended.out.contains("win %") && ended.out.contains("estimated by simulation"), "{ended:?}");
}

#[test]
fn trainings_write_what_they_have() {
    let dir = tempfile::tempdir().unwrap();
    let leaves = "train leaves --games 1000000 --generations 1 --out a.qlv --state a.state --threads 1";
    let ended = interrupted(dir.path(), leaves, || true);
    assert!(ended.err.contains("the same command goes on from a.state"), "{ended:?}");
    assert!(dir.path().join("a.qlv").exists() && dir.path().join("a.state").exists());
    let chances = "train winpct --games 1000000 --out a.csv --threads 1";
    let ended = interrupted(dir.path(), chances, || true);
    assert!(ended.err.contains("of 1000000 games, which a.csv has"), "{ended:?}");
    assert!(dir.path().join("a.csv").exists() && ended.out.contains("to move with"), "{ended:?}");
}

#[test]
fn measurements_show_what_they_measured() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("positions.cgp"), POSITION.repeat(50)).unwrap();
    for (line, shown, note) in [
        ("bench selfplay --games 1000000", "games per second", "of 1000000 games"),
        ("bench movegen --positions positions.cgp --rounds 1000000", "a position", "of 1000000 rounds"),
        ("bench sim --positions positions.cgp --iterations 500", "rollouts per second", "of 50 positions"),
    ] {
        let ended = interrupted(dir.path(), line, || true);
        assert_eq!(ended.code, Some(0), "{line}: {ended:?}");
        assert!(ended.out.contains(shown) && ended.err.contains("stopped after"), "{line}: {ended:?}");
        assert!(ended.err.contains(note), "{line}: {ended:?}");
    }
}
