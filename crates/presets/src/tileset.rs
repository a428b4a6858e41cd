//! Tile set files.

use crate::error::DataFileError;
use crate::reader::{ErrorCollector, TableReader, number};
use crate::toml_tree::{TomlNode, TomlValue};
use std::sync::Arc;
use tiles::{Alphabet, Face, FacePoints, LetterDraft, TileCount, TileSet, TileSetDraft};

/// The points a face may have.
const POINTS: std::ops::RangeInclusive<i64> = -999..=999;

/// How many tiles of a kind a set may have.
const COUNTS: std::ops::RangeInclusive<i64> = 0..=9999;

/// A tile set with its title and language.
///
/// ```
/// # mod quixotry { pub use quixotry_presets as presets; }
/// use quixotry::presets::Library;
///
/// let english = Library::shipped().tiles("english")?;
/// assert_eq!(english.set.all().len(), 100);
/// # Ok::<(), quixotry::presets::DataFileErrors>(())
/// ```
#[derive(Clone, Debug)]
pub struct TilePreset {
    /// The title that people see.
    pub title: String,
    /// The language as a BCP 47 tag.
    pub language: String,
    /// The tiles.
    pub set: Arc<TileSet>,
}

/// A row of the alphabet.
struct AlphabetRow<'a> {
    node: &'a TomlNode,
    draft: LetterDraft,
    count: TileCount,
    points: FacePoints,
}

/// Reads a tile set.
pub(crate) fn read(node: &TomlNode, path: &str, errors: &ErrorCollector) -> Option<TilePreset> {
    let reader = TableReader::new(node, path, errors)?;
    let name = reader.required_text("name");
    let title = reader.text("title").or(name);
    let language = reader.text("language").unwrap_or("und");
    let total: Option<usize> = reader.number("total", 1..=i64::from(TileCount::MAX));
    let rows = read_rows(&reader, errors);
    let set = read_kinds(&reader, name.unwrap_or_default(), rows.as_deref(), errors);
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
    errors: &ErrorCollector,
) -> Option<TileSet> {
    // FileReference for even when there is no alphabet to read them with, so that they are not taken for unknown keys.
    let (blanks, faced) = (reader.list("blank"), reader.list("tile"));
    let rows = rows?;
    let mut draft = TileSetDraft::new(name, alphabet(reader, rows, errors)?);
    add_letters(&mut draft, rows);
    add_blanks(&mut draft, reader, blanks.unwrap_or_default(), rows, errors);
    add_faced(&mut draft, reader, faced.unwrap_or_default(), errors);
    TileSet::try_from(draft).map_err(|error| reader.report("letter", error.to_string())).ok()
}

fn check_total(reader: &TableReader<'_>, set: &TileSet, total: usize) {
    let there = set.all().len();
    if there != total {
        reader.report("total", format!("the tiles add up to {there}, not {total}"));
    }
}

fn read_rows<'a>(reader: &TableReader<'a>, errors: &'a ErrorCollector) -> Option<Vec<AlphabetRow<'a>>> {
    reader.require("letter")?;
    let items = reader.list("letter")?;
    let rows: Vec<Option<AlphabetRow<'_>>> = items
        .iter()
        .enumerate()
        .map(|(index, node)| row(node, &reader.path(&format!("letter[{}]", index + 1)), errors))
        .collect();
    rows.into_iter().collect()
}

fn row<'a>(node: &'a TomlNode, path: &str, errors: &'a ErrorCollector) -> Option<AlphabetRow<'a>> {
    let reader = TableReader::new(node, path, errors)?;
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

/// Checks each letter alone first, so that every wrong letter is reported with its row.
fn alphabet(reader: &TableReader<'_>, rows: &[AlphabetRow<'_>], errors: &ErrorCollector) -> Option<Alphabet> {
    let mut good = true;
    for row in rows {
        if let Err(error) = Alphabet::new([row.draft.clone()]) {
            errors.add(DataFileError::new(&row.node.span, reader.path("letter"), error.to_string()));
            good = false;
        }
    }
    let all = good.then(|| Alphabet::new(rows.iter().map(|row| row.draft.clone())))?;
    all.map_err(|error| reader.report("letter", error.to_string())).ok()
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
    errors: &ErrorCollector,
) {
    for (index, node) in nodes.iter().enumerate() {
        let path = reader.path(&format!("blank[{}]", index + 1));
        let Some(blank) = TableReader::new(node, &path, errors) else { continue };
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

/// The points of a blank for each letter.
fn blank_points(blank: &TableReader<'_>, rows: &[AlphabetRow<'_>]) -> Option<Vec<FacePoints>> {
    blank.require("points")?;
    let points: Option<FacePoints> = blank.number_or("points", POINTS, "letter")?;
    Some(rows.iter().map(|row| points.unwrap_or(row.points)).collect())
}

fn add_faced(
    draft: &mut TileSetDraft,
    reader: &TableReader<'_>,
    nodes: &[TomlNode],
    errors: &ErrorCollector,
) {
    for (index, node) in nodes.iter().enumerate() {
        let path = reader.path(&format!("tile[{}]", index + 1));
        let Some(tile) = TableReader::new(node, &path, errors) else { continue };
        let count = tile.required_number("count", COUNTS);
        tile.require("faces");
        let faces = read_faces(&tile, &draft.alphabet, errors);
        tile.finish();
        if let (Some(count), Some(faces)) = (count, faces) {
            draft.add(faces, count);
        }
    }
}

fn read_faces(tile: &TableReader<'_>, alphabet: &Alphabet, errors: &ErrorCollector) -> Option<Vec<Face>> {
    let nodes = tile.list("faces")?;
    if nodes.is_empty() {
        tile.report("faces", "needs at least one face, such as \"A1\"");
    }
    let faces: Vec<Option<Face>> = nodes.iter().map(|node| face(node, tile, alphabet, errors)).collect();
    faces.into_iter().collect()
}

fn face(
    node: &TomlNode,
    tile: &TableReader<'_>,
    alphabet: &Alphabet,
    errors: &ErrorCollector,
) -> Option<Face> {
    let TomlValue::Text(text) = &node.value else {
        tile.wrong_kind("faces", node, "a list of texts such as \"A1\"");
        return None;
    };
    let found = parse_face(text, alphabet);
    if found.is_none() {
        let message = format!("{text:?} is not a letter of this set followed by its points, such as \"A1\"");
        errors.add(DataFileError::new(&node.span, tile.path("faces"), message));
    }
    found
}

/// A letter, then its points. A letter may have digits itself: the longest one counts.
fn parse_face(text: &str, alphabet: &Alphabet) -> Option<Face> {
    let ends = text.char_indices().map(|(at, _)| at).rev();
    let (letter, points) = ends.map(|at| text.split_at(at)).find_map(|(spelling, points)| {
        let points = Some(points).filter(|points| !points.starts_with('+'))?;
        Some((alphabet.letter(spelling)?, points.parse::<FacePoints>().ok()?))
    })?;
    POINTS.contains(&points.into()).then(|| Face::new(letter, points))
}

/// The tiles a ruleset names or defines: `"english"`, `{ set = "english", times = 2 }` or a whole set.
pub(crate) enum TileSetRef<'a> {
    /// A set by name or path, with its multiplicity.
    Named { node: &'a TomlNode, name: &'a str, times: TileCount },
    /// A set that is part of the rules file.
    Inline(&'a TomlNode),
}

/// Reads which tiles a rules file uses.
pub(crate) fn read_tile_set_ref<'a>(
    node: &'a TomlNode,
    path: &str,
    errors: &'a ErrorCollector,
) -> Option<TileSetRef<'a>> {
    match &node.value {
        TomlValue::Text(name) => Some(TileSetRef::Named { node, name, times: 1 }),
        TomlValue::Table(table) if table.get("set").is_some() => {
            let reader = TableReader::new(node, path, errors)?;
            let name = reader.text("set");
            let times = reader.get("times");
            let times = times.map_or(Some(1), |node| number(node, &reader.path("times"), 1..=100, errors));
            reader.finish();
            Some(TileSetRef::Named { node, name: name?, times: times? })
        }
        TomlValue::Table(_) => Some(TileSetRef::Inline(node)),
        _ => {
            errors.add(crate::reader::wrong_kind(node, path, "the name of a tile set, or a table"));
            None
        }
    }
}
