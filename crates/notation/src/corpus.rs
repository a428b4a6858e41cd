//! Difficult inputs as files. The result of each of them is a snapshot.

use crate::testing::classic;
use crate::{boardfile, cgp, gcg};
use std::path::Path;

fn replay(kind: &str, say: impl Fn(&[u8]) -> String) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(kind);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut report = String::new();
    for file in files {
        let said = say(&std::fs::read(&file).unwrap());
        let short: String = said.chars().take(600).collect();
        report += &format!("== {}\n{short}\n", file.file_name().unwrap().to_string_lossy());
    }
    report
}

#[test]
fn board_files() {
    insta::assert_snapshot!(replay("boardfile", |bytes| {
        match boardfile::parse("test", &String::from_utf8_lossy(bytes)) {
            Ok(draft) => format!("read: {:?}", rules::Board::try_from(draft).unwrap()),
            Err(faults) => faults.to_string(),
        }
    }));
}

#[test]
fn positions() {
    let rules = classic();
    insta::assert_snapshot!(replay("cgp", |bytes| {
        match cgp::parse(&String::from_utf8_lossy(bytes), &rules) {
            Ok(read) => format!("read: {}", cgp::print(&read)),
            Err(error) => error.to_string(),
        }
    }));
}

#[test]
fn games() {
    let rules = classic();
    insta::assert_snapshot!(replay("gcg", |bytes| {
        let (game, faults) = gcg::parse_lenient(bytes);
        let written = gcg::print(&game).is_ok_and(|written| written == bytes);
        let mut said: Vec<String> = faults.iter().map(ToString::to_string).collect();
        said.extend(gcg::lint(&game, &rules, None).iter().map(ToString::to_string));
        format!("written back the same: {written}\n{}", said.join("\n"))
    }));
}
