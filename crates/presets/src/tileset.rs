//! Tile sets from their files.

use crate::error::DataFileError;
use crate::reader::{ErrorCollector, TableReader, number};
use crate::toml_tree::{TomlNode, TomlValue};
use std::sync::Arc;
use tiles::{Alphabet, Face, FacePoints, LetterDraft, TileCount, TileSet, TileSetDraft};

/// The points a face may have.
const POINTS: std::ops::RangeInclusive<i64> = -999..=999;

/// How many tiles of a kind there may be.
const COUNTS: std::ops::RangeInclusive<i64> = 0..=9999;

/// A tile set with what its file says about it.
#[derive(Clone, Debug)]
pub struct TilePreset {
    /// What people see.
    pub title: String,
    /// The language as a BCP 47 tag.
    pub language: String,
    /// The tiles.
    pub set: Arc<TileSet>,
}

/// A row of the alphabet, as far as it could be read.
struct AlphabetRow<'a> {
    node: &'a TomlNode,
    draft: LetterDraft,
    count: TileCount,
    points: FacePoints,
}

/// Reads a tile set.
pub(crate) fn read(node: &TomlNode, path: &str, book: &ErrorCollector) -> Option<TilePreset> {
    let reader = TableReader::new(node, path, book)?;
    let name = reader.required_text("name");
    let title = reader.text("title").or(name);
    let language = reader.text("language").unwrap_or("und");
    let total: Option<usize> = reader.number("total", 1..=i64::from(TileCount::MAX));
    let rows = read_rows(&reader, book);
    let set = read_kinds(&reader, name.unwrap_or_default(), rows.as_deref(), book);
    if let (Some(set), Some(total)) = (&set, total) {
        check_total(&reader, set, total);
    }
    reader.finish();
    let (title, language) = (title.unwrap_or_default().to_owned(), language.to_owned());
    Some(TilePreset { title, language, set: Arc::new(set?) })
}

fn read_kinds(
    reader: &TableReader<'_>,
    name: &str,
    rows: Option<&[AlphabetRow<'_>]>,
    book: &ErrorCollector,
) -> Option<TileSet> {
    // FileReference for even when there is no alphabet to read them with, so that they are not taken for unknown keys.
    let (blanks, faced) = (reader.list("blank"), reader.list("tile"));
    let rows = rows?;
    let mut draft = TileSetDraft::new(name, alphabet(reader, rows, book)?);
    add_letters(&mut draft, rows);
    add_blanks(&mut draft, reader, blanks.unwrap_or_default(), rows, book);
    add_faced(&mut draft, reader, faced.unwrap_or_default(), book);
    TileSet::try_from(draft).map_err(|error| reader.blame("letter", error.to_string())).ok()
}

fn check_total(reader: &TableReader<'_>, set: &TileSet, total: usize) {
    let there = set.all().len();
    if there != total {
        reader.blame("total", format!("the tiles add up to {there}, not {total}"));
    }
}

fn read_rows<'a>(reader: &TableReader<'a>, book: &'a ErrorCollector) -> Option<Vec<AlphabetRow<'a>>> {
    reader.required("letter")?;
    let items = reader.list("letter")?;
    let rows: Vec<Option<AlphabetRow<'_>>> = items
        .iter()
        .enumerate()
        .map(|(index, node)| row(node, &reader.path(&format!("letter[{}]", index + 1)), book))
        .collect();
    rows.into_iter().collect()
}

fn row<'a>(node: &'a TomlNode, path: &str, book: &'a ErrorCollector) -> Option<AlphabetRow<'a>> {
    let reader = TableReader::new(node, path, book)?;
    let upper = reader.required_text("upper");
    let count = reader.required_number("count", COUNTS);
    let points = reader.required_number("points", POINTS);
    let vowel = reader.flag("vowel").unwrap_or(false);
    let lower = reader.text("lower").map(str::to_owned);
    let aliases = texts(&reader, "aliases");
    reader.finish();
    let draft = LetterDraft { upper: upper?.to_owned(), lower, vowel, aliases };
    Some(AlphabetRow { node, draft, count: count?, points: points? })
}

fn texts(reader: &TableReader<'_>, key: &'static str) -> Vec<String> {
    let mut found = Vec::new();
    for node in reader.list(key).into_iter().flatten() {
        match node.text() {
            Some(text) => found.push(text.to_owned()),
            None => reader.wrong_kind(key, node, "a list of texts"),
        }
    }
    found
}

/// Each letter is checked alone first, so that every wrong one is named with its row.
fn alphabet(reader: &TableReader<'_>, rows: &[AlphabetRow<'_>], book: &ErrorCollector) -> Option<Alphabet> {
    let mut good = true;
    for row in rows {
        if let Err(error) = Alphabet::new([row.draft.clone()]) {
            book.note(DataFileError::new(&row.node.place, reader.path("letter"), error.to_string()));
            good = false;
        }
    }
    let all = good.then(|| Alphabet::new(rows.iter().map(|row| row.draft.clone())))?;
    all.map_err(|error| reader.blame("letter", error.to_string())).ok()
}

fn add_letters(draft: &mut TileSetDraft, rows: &[AlphabetRow<'_>]) {
    let letters: Vec<_> = draft.alphabet.letters().collect();
    for (letter, row) in letters.into_iter().zip(rows).filter(|(_, row)| row.count > 0) {
        draft.add([Face::new(letter, row.points)], row.count);
    }
}

fn add_blanks(
    draft: &mut TileSetDraft,
    reader: &TableReader<'_>,
    nodes: &[TomlNode],
    rows: &[AlphabetRow<'_>],
    book: &ErrorCollector,
) {
    for (index, node) in nodes.iter().enumerate() {
        let path = reader.path(&format!("blank[{}]", index + 1));
        let Some(blank) = TableReader::new(node, &path, book) else { continue };
        let count = blank.required_number("count", COUNTS);
        let points = blank_points(&blank, rows);
        blank.finish();
        if let (Some(count), Some(points)) = (count, points) {
            let letters: Vec<_> = draft.alphabet.letters().collect();
            draft.add(
                letters.into_iter().zip(points).map(|(letter, points)| Face::new(letter, points)),
                count,
            );
        }
    }
}

/// What a blank scores as each letter.
fn blank_points(blank: &TableReader<'_>, rows: &[AlphabetRow<'_>]) -> Option<Vec<FacePoints>> {
    blank.required("points")?;
    let points: Option<FacePoints> = blank.number_or("points", POINTS, "letter")?;
    Some(rows.iter().map(|row| points.unwrap_or(row.points)).collect())
}

fn add_faced(draft: &mut TileSetDraft, reader: &TableReader<'_>, nodes: &[TomlNode], book: &ErrorCollector) {
    for (index, node) in nodes.iter().enumerate() {
        let path = reader.path(&format!("tile[{}]", index + 1));
        let Some(tile) = TableReader::new(node, &path, book) else { continue };
        let count = tile.required_number("count", COUNTS);
        tile.required("faces");
        let faces = read_faces(&tile, &draft.alphabet, book);
        tile.finish();
        if let (Some(count), Some(faces)) = (count, faces) {
            draft.add(faces, count);
        }
    }
}

fn read_faces(tile: &TableReader<'_>, alphabet: &Alphabet, book: &ErrorCollector) -> Option<Vec<Face>> {
    let nodes = tile.list("faces")?;
    if nodes.is_empty() {
        tile.blame("faces", "needs at least one face, such as \"A1\"");
    }
    let faces: Vec<Option<Face>> = nodes.iter().map(|node| face(node, tile, alphabet, book)).collect();
    faces.into_iter().collect()
}

fn face(node: &TomlNode, tile: &TableReader<'_>, alphabet: &Alphabet, book: &ErrorCollector) -> Option<Face> {
    let TomlValue::Text(text) = &node.value else {
        tile.wrong_kind("faces", node, "a list of texts such as \"A1\"");
        return None;
    };
    let found = parse_face(text, alphabet);
    if found.is_none() {
        let message = format!("{text:?} is not a letter of this set followed by its points, such as \"A1\"");
        book.note(DataFileError::new(&node.place, tile.path("faces"), message));
    }
    found
}

/// A letter, then its points.
fn parse_face(text: &str, alphabet: &Alphabet) -> Option<Face> {
    let spelling = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let plain = alphabet.letter(spelling).map(|letter| (letter, spelling.len()));
    let negative = || {
        let spelling = spelling.strip_suffix('-')?;
        alphabet.letter(spelling).map(|letter| (letter, spelling.len()))
    };
    let (letter, length) = plain.or_else(negative)?;
    let points: FacePoints = text[length..].parse().ok()?;
    POINTS.contains(&points.into()).then(|| Face::new(letter, points))
}

/// The tiles a ruleset names or defines: `"english"`, `{ set = "english", times = 2 }` or a whole set.
pub(crate) enum TileSetRef<'a> {
    /// A set by name or path, so many times.
    Named { node: &'a TomlNode, name: &'a str, times: TileCount },
    /// A set that stands in the rules file.
    Inline(&'a TomlNode),
}

/// Finds out which tiles a ruleset wants.
pub(crate) fn wanted<'a>(node: &'a TomlNode, path: &str, book: &'a ErrorCollector) -> Option<TileSetRef<'a>> {
    match &node.value {
        TomlValue::Text(name) => Some(TileSetRef::Named { node, name, times: 1 }),
        TomlValue::Table(table) if table.get("set").is_some() => {
            let reader = TableReader::new(node, path, book)?;
            let name = reader.text("set");
            let times = reader.get("times");
            let times = times.map_or(Some(1), |node| number(node, &reader.path("times"), 1..=100, book));
            reader.finish();
            Some(TileSetRef::Named { node, name: name?, times: times? })
        }
        TomlValue::Table(_) => Some(TileSetRef::Inline(node)),
        _ => {
            book.note(crate::reader::wrong_kind(node, path, "the name of a tile set, or a table"));
            None
        }
    }
}
