//! Replays the corpora of the fuzz targets: what once made a reader think is read again by every test run.

#[path = "../../../fuzz/src/targets.rs"]
mod targets;

#[path = "../../../fuzz/src/surfaces.rs"]
mod surfaces;

use std::fs;
use std::path::Path;

fn replay(name: &str, target: fn(&[u8])) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
    let mut files: Vec<_> = fs::read_dir(&corpus).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "the corpus {name} is empty");
    for file in files {
        let bytes = fs::read(&file).unwrap();
        if std::panic::catch_unwind(|| target(&bytes)).is_err() {
            panic!("{} breaks the target {name}", file.display());
        }
    }
}

#[test]
fn board_language() {
    replay("board_language", targets::board_language);
}

#[test]
fn word_graph() {
    replay("word_graph", targets::word_graph);
}

#[test]
fn kwg() {
    replay("kwg", targets::kwg);
}

#[test]
fn word_list() {
    replay("word_list", targets::word_list);
}

#[test]
fn hunspell() {
    replay("hunspell", targets::hunspell);
}

#[test]
fn rules_file() {
    replay("rules_file", targets::rules_file);
}

#[test]
fn board_file() {
    replay("board_file", targets::board_file);
}

#[test]
fn cgp() {
    replay("cgp", targets::cgp);
}

#[test]
fn gcg() {
    replay("gcg", targets::gcg);
}

#[test]
fn record() {
    replay("record", targets::record);
}

#[test]
fn position() {
    replay("position", targets::position);
}

#[test]
fn play() {
    replay("play", targets::play);
}

#[test]
fn bot_line() {
    replay("bot_line", targets::bot_line);
}

#[test]
fn packed() {
    replay("packed", targets::packed);
}

#[test]
fn http() {
    replay("http", surfaces::http);
}

#[test]
fn websocket() {
    replay("websocket", surfaces::websocket);
}

#[test]
fn bot_port() {
    replay("bot_port", surfaces::bot_port);
}
