//! The judged turns of an interrupted analysis, in a file beside the game.

use crate::status::print_note;
use analysis::JudgedTurn;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The file of a partial analysis.
pub(super) struct PartialAnalysis {
    path: PathBuf,
    file: Option<File>,
}

/// The first line: the key of the results.
#[derive(Serialize, Deserialize, PartialEq)]
struct PartialHeader {
    analysis: String,
}

impl PartialAnalysis {
    /// Opens the file of a game, and returns the turns that were judged with the same key.
    pub(super) fn open(game: &Path, key: &str, anew: bool) -> (PartialAnalysis, Vec<JudgedTurn>) {
        let mut name = game.as_os_str().to_owned();
        name.push(".analysis");
        let path = PathBuf::from(name);
        let known = if anew { Vec::new() } else { read(&path, key) };
        let file = create(&path, key, &known).map_err(|error| {
            print_note(&format!(
                "{} cannot be written ({error}), so an interrupted analysis begins anew",
                path.display()
            ));
        });
        (PartialAnalysis { path, file: file.ok() }, known)
    }

    /// Saves a turn.
    pub(super) fn keep(&mut self, turn: &JudgedTurn) {
        let Some(file) = &mut self.file else { return };
        let written = serde_json::to_string(turn).map_err(std::io::Error::from);
        if written.and_then(|line| writeln!(file, "{line}")).is_err() {
            self.file = None;
        }
    }

    /// Removes the file after the analysis is complete.
    pub(super) fn finish(self) {
        if self.file.is_some() && fs::remove_file(&self.path).is_err() {
            print_note(&format!("{} is no longer needed but cannot be removed", self.path.display()));
        }
    }
}

/// Reads the turns of a file with this key, up to the first damaged line.
fn read(path: &Path, key: &str) -> Vec<JudgedTurn> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.lines();
    let head: Option<PartialHeader> = lines.next().and_then(|line| serde_json::from_str(line).ok());
    if head.is_none_or(|head| head.analysis != key) {
        return Vec::new();
    }
    let turns = lines.map_while(|line| serde_json::from_str::<JudgedTurn>(line).ok());
    turns.collect()
}

/// Writes the known turns to a new file, without a truncated last line.
fn create(path: &Path, key: &str, known: &[JudgedTurn]) -> std::io::Result<File> {
    let mut file = OpenOptions::new().create(true).write(true).truncate(true).open(path)?;
    writeln!(file, "{}", serde_json::to_string(&PartialHeader { analysis: key.to_owned() })?)?;
    for turn in known {
        writeln!(file, "{}", serde_json::to_string(turn)?)?;
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(number: usize) -> JudgedTurn {
        let choice = r#"{"text":"pass","score":0,"equity":0.0,"win":0.5,"iterations":1,"proven":false}"#;
        let text = format!(
            r#"{{"number":{number},"seat":0,"rack":"ABC","method":"simulation","proven":false,"played":{choice},"best":{choice},"top":[],"lost_points":0.0,"lost_win":0.0,"bonus":false,"totals":[0,0]}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn what_was_judged_is_found_again_for_the_same_key_alone() {
        let dir = tempfile::tempdir().unwrap();
        let game = dir.path().join("game.gcg");
        let (mut partial, known) = PartialAnalysis::open(&game, "key", false);
        assert!(known.is_empty());
        [1, 2].into_iter().for_each(|number| partial.keep(&turn(number)));
        drop(partial);
        let path = dir.path().join("game.gcg.analysis");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, format!("{text}{{\"number\":3,\"se")).unwrap();
        let (partial, known) = PartialAnalysis::open(&game, "key", false);
        assert_eq!(known, [turn(1), turn(2)]);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "the line that broke off is gone");
        drop(partial);
        assert!(PartialAnalysis::open(&game, "another", false).1.is_empty());
        let (partial, known) = PartialAnalysis::open(&game, "key", true);
        assert!(known.is_empty());
        partial.finish();
        assert!(!path.exists());
    }
}
