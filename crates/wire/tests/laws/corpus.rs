//! A corpus of invalid texts. The expected messages are in a `.txt` file beside each text.
//!
//! Files whose name starts with `endless` are read with the unbounded board. To add a text, put it in its folder, run
//! the tests with `UPDATE_EXPECT=1`, and review the new file.

use crate::common::{plain_rules, unbounded_rules};
use quixotry_wire::{PlayDraft, PositionDraft, Record, RecordHeader, verify};
use rules::Ruleset;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn invalid_records_are_reported_with_line_and_reason() {
    check("records", "jsonl", |bytes, rules| {
        let reading =
            Record::read(bytes, |_| Ok::<_, String>(rules.clone())).map_err(|error| error.to_string())?;
        let mut said = vec![format!("read: {} events", reading.record.events().len())];
        said.extend(reading.truncated.map(|truncated| truncated.to_string()));
        said.extend(verify(&reading.record, None).iter().map(ToString::to_string));
        Ok(said.join("\n"))
    });
}

#[test]
fn invalid_positions_are_reported_with_a_path() {
    check("positions", "json", |bytes, rules| {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        let draft = PositionDraft::read(text).map_err(|error| error.to_string())?;
        let position = draft.check(rules).map_err(|errors| errors.to_string())?;
        Ok(format!("read: {}", PositionDraft::new(&position).print()))
    });
}

#[test]
fn invalid_plays_are_reported_with_a_path() {
    check("plays", "json", |bytes, rules| {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        let draft = PlayDraft::read(text).map_err(|error| error.to_string())?;
        let placement = draft.check(&rules.tiles).map_err(|errors| errors.to_string())?;
        Ok(format!("read: {}", PlayDraft::new(&placement, &rules.tiles).print()))
    });
}

#[test]
fn the_examples_of_the_documentation_are_valid() {
    let reference = include_str!("../../../../docs/records.md");
    let blocks: Vec<&str> =
        reference.split("```json\n").skip(1).filter_map(|block| block.split("\n```").next()).collect();
    let [position, play, results, record, view] = blocks[..] else { panic!("{} examples", blocks.len()) };
    assert_eq!(PositionDraft::read(position).unwrap().racks.len(), 2);
    assert_eq!(PlayDraft::read(play).unwrap().tiles.len(), 2);
    assert_eq!(RecordHeader::read(record.lines().next().unwrap()).unwrap().seats.len(), 2);
    let json: Vec<&str> = results.lines().chain(record.lines()).chain([view]).collect();
    json.iter().for_each(|text| _ = serde_json::from_str::<serde_json::Value>(text).unwrap());
}

fn check(folder: &str, ext: &str, say: impl Fn(&[u8], &Ruleset) -> Result<String, String>) {
    let files = files(folder, ext);
    assert!(!files.is_empty(), "there are no files in {folder}");
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let rules = if name.starts_with("endless") { unbounded_rules() } else { plain_rules() };
        let said = say(&fs::read(&file).unwrap(), &rules).unwrap_or_else(|error| format!("error: {error}"));
        compare(&file.with_extension("txt"), &format!("{said}\n"));
    }
}

fn files(folder: &str, ext: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(folder);
    let paths = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|e| e == ext)).collect();
    files.sort();
    files
}

fn compare(expected: &Path, said: &str) {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(expected, said).unwrap();
    }
    let wanted = fs::read_to_string(expected).unwrap_or_default();
    assert_eq!(said, wanted, "{}", expected.display());
}
