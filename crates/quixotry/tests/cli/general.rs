//! What all commands have in common.

use crate::run::{binary, q, quixotry};
use std::process::Stdio;

#[test]
fn help_says_what_it_can_do() {
    let overview = q("help").good();
    assert!(overview.lines().count() <= 24, "it should fit on one screen");
    insta::assert_snapshot!(overview);
}

#[test]
fn every_command_of_the_overview_runs() {
    let overview = q("help").good();
    let commands = overview.lines().filter_map(|line| line.trim().strip_prefix("quixotry "));
    for line in commands {
        let command = line.split("  ").next().unwrap().replace('\'', "");
        // The server and the game in a terminal have tests of their own.
        if !["", "play"].contains(&command.trim()) {
            q(&command).good();
        }
    }
}

#[test]
fn help_explains_a_command() {
    assert!(q("help lexicon query").good().contains("--anagram"));
    assert!(q("help frobnicate").error().contains("there is no command \"frobnicate\""));
}

#[test]
fn help_has_examples_and_version_a_number() {
    let help = q("--help").good();
    assert!(
        help.contains("Examples:")
            && help.contains("Exit codes: 0 success, 1 refused or bad input, 2 wrong usage")
    );
    assert_eq!(q("--version").good(), format!("quixotry {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn wrong_usage_exits_with_two() {
    for line in [
        "frobnicate",
        "score",
        "score empty",
        "board",
        "board show",
        "lexicon query",
        "moves",
        "--color pink",
    ] {
        let error = q(line).usage();
        assert!(error.starts_with("error:") || error.contains("Usage:"), "{line}: {error}");
    }
    q("lexicon query --anagram A --prefix B").usage();
    q("moves empty --positions x").usage();
    q("board show infinite --window 1,2,3").usage();
    q("moves empty --top 3 --all").usage();
}

#[test]
fn invalid_numbers_are_explained() {
    for (line, message) in [
        ("arena greedy static --turn-time soon", "write a number with its unit, such as 500ms"),
        ("arena greedy static --games ten", "write a whole number"),
        ("bench movegen --threads 0", "'0' for '--threads <N>': it must be at least 1"),
        ("moves empty --top 99999999999999999999999", "the number is too large"),
    ] {
        let error = q(line).usage();
        assert!(error.contains(message), "{line}: {error}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = binary()
        .args(["lexicon", "query", "--pattern", "*"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(0), ""));
}

#[test]
fn colours_come_only_when_asked_for() {
    let coloured = |args: &[&str], no_color: &str| {
        let output = binary().args(args).env("NO_COLOR", no_color).output().unwrap();
        output.stdout.contains(&0x1b)
    };
    assert!(!coloured(&["lexicon", "check", "cat"], ""), "not into a pipe");
    assert!(coloured(&["lexicon", "check", "cat", "--color", "always"], ""));
    assert!(coloured(&["lexicon", "check", "cat", "--color", "always"], "1"), "asking beats NO_COLOR");
    assert!(!coloured(&["lexicon", "check", "cat", "--color", "never"], ""));
}

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = q(&format!("completions {shell}")).good();
        assert!(script.contains("selfplay") && script.contains("itu-compat"), "{shell}");
    }
    q("completions cobol").usage();
}

#[test]
fn manual_pages_are_printed_or_written() {
    let page = q("man").good();
    assert!(page.starts_with(".ie") && page.contains(".SH SUBCOMMANDS"), "{page}");
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("man1");
    quixotry(&["man", "--dir", pages.to_str().unwrap()]).good();
    for name in ["quixotry.1", "quixotry-score.1", "quixotry-board-square.1", "quixotry-lexicon-query.1"] {
        assert!(pages.join(name).is_file(), "{name}");
    }
}

#[test]
fn pages_that_cannot_be_written_are_an_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let inside = file.path().join("man1");
    let error = quixotry(&["man", "--dir", inside.to_str().unwrap()]).error();
    assert!(error.starts_with("error: cannot write manual pages into"), "{error}");
}

/// A name that is not UTF-8 gets advice instead of a bare refusal.
#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf8_is_explained() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"g\xff.gcg");
    let output = crate::run::binary().args(["record", "show"]).arg(name).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("is not UTF-8 text: rename the file, or write - "), "{error}");
}
