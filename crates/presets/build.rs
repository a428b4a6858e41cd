//! Lists the shipped files and freezes the shipped word list, so that both are part of the program.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut tables = String::new();
    for (directory, table) in [("rules", "RULES"), ("boards", "BOARDS"), ("tiles", "TILES")] {
        println!("cargo::rerun-if-changed={directory}");
        tables.push_str(&table_of(&here.join(directory), table)?);
    }
    for (directory, ending, table) in [
        ("lexicon", "qwz", "LEXICONS"),
        ("lexicon", "familiar", "FAMILIAR"),
        ("leaves", "qlv", "LEAVES"),
        ("leaves", "qwp", "WINPCT"),
    ] {
        println!("cargo::rerun-if-changed={directory}");
        tables.push_str(&packed_files(&here.join(directory), ending, table)?);
    }
    fs::write(out.join("shipped.rs"), tables)?;
    fs::write(out.join("english.graph"), frozen(&here.join("lexicon/english.txt"))?)?;
    Ok(())
}

/// A table of the data files of a directory with their texts, by name.
fn table_of(directory: &Path, table: &str) -> Result<String, Box<dyn Error>> {
    let mut text = format!("pub(crate) static {table}: &[ShippedFile] = &[\n");
    for path in files_with(directory, &["toml", "txt"])? {
        let name = path.file_name().and_then(|name| name.to_str()).ok_or("a file name is not UTF-8")?;
        writeln!(text, "    ShippedFile {{ file: {name:?}, text: include_str!({path:?}) }},")?;
    }
    text.push_str("];\n");
    Ok(text)
}

/// A table of the packed files of a directory with this extension, by name.
fn packed_files(directory: &Path, ending: &str, table: &str) -> Result<String, Box<dyn Error>> {
    let mut text = format!("pub(crate) static {table}: &[(&str, &[u8])] = &[\n");
    for path in files_with(directory, &[ending])? {
        let name = path.file_stem().and_then(|name| name.to_str()).ok_or("a file name is not UTF-8")?;
        writeln!(text, "    ({name:?}, include_bytes!({path:?})),")?;
    }
    text.push_str("];\n");
    Ok(text)
}

/// The files of a directory with one of these extensions, by name.
fn files_with(directory: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(directory)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)));
    paths.sort();
    Ok(paths)
}

fn frozen(list: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let alphabet = tiles::Alphabet::english();
    let words =
        lexicon::text::read(&fs::read(list)?, &alphabet, lexicon::text::Columns::Whole).into_words()?;
    Ok(lexicon::WordGraph::build("english", &alphabet, &words)?.to_bytes())
}
