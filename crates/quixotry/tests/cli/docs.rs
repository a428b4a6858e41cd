//! `docs/command-line.md` shows what the program really prints.
//!
//! Every block marked `console` is run, in `crates/quixotry/tests/data`, and its output compared.
//! `UPDATE_DOCS=1 cargo test -p quixotry` writes the outputs anew.

use crate::run::{quixotry, root};
use std::fs;

#[test]
fn the_reference_shows_real_outputs() {
    let path = root().join("docs/command-line.md");
    let text = fs::read_to_string(&path).unwrap();
    let fresh = with_fresh_outputs(&text);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &fresh).unwrap();
        return;
    }
    for (line, (old, new)) in text.lines().zip(fresh.lines()).enumerate() {
        assert_eq!(old, new, "docs/command-line.md, line {}: run with UPDATE_DOCS=1", line + 1);
    }
    assert_eq!(text.len(), fresh.len());
}

/// The same text with the output of every command printed anew.
fn with_fresh_outputs(text: &str) -> String {
    let mut fresh = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        fresh += &format!("{line}\n");
        if line != "```console" {
            continue;
        }
        for inner in lines.by_ref().take_while(|inner| *inner != "```") {
            if let Some(command) = inner.strip_prefix("$ quixotry") {
                fresh += &format!("{inner}\n{}", output(&words(command)));
            }
        }
        fresh += "```\n";
    }
    fresh
}

fn output(args: &[String]) -> String {
    let ran = quixotry(args);
    ran.out + &ran.err
}

/// The arguments of a command line with simple quotes.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for character in command.chars() {
        match character {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}
