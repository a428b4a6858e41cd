//! Names mean one thing in the whole workspace, functions are verbs or plain nouns, and the glossary is true.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Private types that are named after an idiom of Rust, not after a concept.
const IDIOMS: [&str; 2] = ["Inner", "Iter"];

/// Participles that do not end in "ed".
const PARTICIPLES: &str = "told meant held kept found made said seen known drawn shown written laid begun sent heard \
                           left lost gone done given taken chosen spoken thought caught met paid stood";

/// Words that only look like participles, and constructors that are named after what they make: the shipped library,
/// the error of a malformed or refused request.
const NOT_PARTICIPLES: &str = "need seed feed speed exceed proceed embed shipped malformed refused";

#[test]
fn a_type_name_has_one_meaning_in_the_workspace() {
    let several: Vec<String> = definitions()
        .into_iter()
        .filter(|(name, places)| places.len() > 1 && !IDIOMS.contains(&name.as_str()))
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    assert!(several.is_empty(), "names with several meanings:\n{}", several.join("\n"));
}

#[test]
fn no_function_is_named_by_a_participle() {
    let mut found = Vec::new();
    for (path, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            if let Some(name) = function_name(line).filter(|name| is_participle(name)) {
                found.push(format!("{path}:{}: {name}", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "name them by a verb or a plain noun:\n{}", found.join("\n"));
}

#[test]
fn each_type_of_the_glossary_is_defined_where_it_says() {
    let definitions = definitions();
    let glossary = fs::read_to_string(root().join("docs/glossary.md")).unwrap();
    let types: Vec<(&str, &str)> = glossary.lines().filter_map(glossary_type).collect();
    assert!(types.len() > 40, "the table of the glossary was not understood");
    for (krate, name) in types {
        let places = definitions.get(name).map(Vec::as_slice).unwrap_or_default();
        let directory = format!("crates/{krate}/");
        assert!(
            places.iter().any(|place| place.starts_with(&directory)),
            "`{krate}::{name}` is not defined there"
        );
    }
}

/// The type in the second column of a row, as `crate::Type`.
fn glossary_type(row: &str) -> Option<(&str, &str)> {
    let cell = row.strip_prefix('|')?.split('|').nth(1)?.trim();
    cell.strip_prefix('`')?.strip_suffix('`')?.split_once("::")
}

/// Where each type of the workspace is defined, tests left out.
fn definitions() -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in sources() {
        for name in text.lines().filter_map(type_name) {
            found.entry(name.to_owned()).or_default().push(path.clone());
        }
    }
    found
}

/// The name that a line defines; types inside functions and traits are indented and do not count.
fn type_name(line: &str) -> Option<&str> {
    let line = without_visibility(line);
    let rest =
        ["struct ", "enum ", "trait ", "type ", "union "].iter().find_map(|word| line.strip_prefix(word))?;
    Some(identifier(rest))
}

fn function_name(line: &str) -> Option<&str> {
    let line = without_visibility(line.trim_start());
    let line = ["const ", "async ", "default "]
        .iter()
        .fold(line, |line, word| line.strip_prefix(word).unwrap_or(line));
    line.strip_prefix("fn ").map(identifier)
}

fn without_visibility(line: &str) -> &str {
    match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ").map_or(line, |(_, rest)| rest),
        Some(rest) => rest.trim_start(),
        None => line,
    }
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

fn is_participle(name: &str) -> bool {
    let first = name.split('_').next().unwrap_or(name);
    let regular = first.len() > 4 && first.ends_with("ed");
    // `checked_add` and `known_at` are adjectives before a noun or verb; a participle alone is not.
    let alone = first.len() == name.len();
    let irregular = PARTICIPLES.split_whitespace().any(|word| word == first);
    alone && (regular || irregular) && !NOT_PARTICIPLES.split_whitespace().any(|word| word == first)
}

/// The source files of all crates with their paths from the root, without their test modules.
fn sources() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for krate in fs::read_dir(root().join("crates")).unwrap() {
        collect(&krate.unwrap().path().join("src"), &mut files);
    }
    assert!(files.len() > 200, "the sources were not found");
    files
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().to_owned();
            (path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/"), code)
        })
        .collect()
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}
