//! Saved games: one record file per game, written while the game is played.

use crate::seats::{PlayerKind, SeatPlan, default_level};
use lexicon::{ContentHash, WordGraph};
use presets::{Library, Source};
use rules::Ruleset;
use serde_json::{Map, Value};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wire::{Record, RecordError, RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind};

/// The extension of record files.
const EXTENSION: &str = "jsonl";

/// The key of the random seed in a record header.
const SEED: &str = "seed";

/// The key of the computer's level in a seat label.
const LEVEL: &str = "level";

/// The maximum size of a record file in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// The file of a game in progress.
#[derive(Debug)]
pub(crate) struct GameFile {
    path: PathBuf,
    file: File,
}

impl GameFile {
    /// Creates a file with the whole record in a directory, which is created if it is missing.
    pub(crate) fn create(directory: &Path, record: &Record) -> io::Result<GameFile> {
        fs::create_dir_all(directory)?;
        let (path, mut file) = new_file(directory, &base_name(record.header()))?;
        file.write_all(record.print().as_bytes())?;
        Ok(GameFile { path, file })
    }

    /// Opens the file of a resumed game.
    pub(crate) fn reopen(path: &Path, record: &Record) -> io::Result<GameFile> {
        let mut game = GameFile { path: path.to_owned(), file: OpenOptions::new().append(true).open(path)? };
        game.rewrite(record)?;
        Ok(game)
    }

    /// Appends lines.
    pub(crate) fn append(&mut self, lines: &[String]) -> io::Result<()> {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }

    /// Replaces the file with the whole record. The new file is renamed into place, so it is never half written.
    pub(crate) fn rewrite(&mut self, record: &Record) -> io::Result<()> {
        let fresh = self.path.with_extension("new");
        write_synced(&fresh, record)?;
        fs::rename(&fresh, &self.path)?;
        self.file = OpenOptions::new().append(true).open(&self.path)?;
        Ok(())
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

fn write_synced(path: &Path, record: &Record) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(record.print().as_bytes())?;
    file.sync_data()
}

/// Writes a copy of a record to a new file.
pub(crate) fn write_copy(path: &Path, record: &Record) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(record.print().as_bytes())
}

fn base_name(header: &RecordHeader) -> String {
    let digits = |c: &char| c.is_ascii_digit() || *c == 'T';
    let when: String = header.started.iter().flat_map(|text| text.chars()).filter(digits).collect();
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("{}-{}", when.replace('T', "-"), header.rules.name.chars().map(plain).collect::<String>())
}

fn new_file(directory: &Path, base: &str) -> io::Result<(PathBuf, File)> {
    let names = std::iter::once(base.to_owned()).chain((2..).map(|number| format!("{base}-{number}")));
    for name in names {
        let path = directory.join(format!("{name}.{EXTENSION}"));
        match OpenOptions::new().append(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other.map(|file| (path, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The header of a game that starts now.
pub(crate) fn header(rules: &Ruleset, words: &WordGraph, seats: &[SeatPlan], seed: u64) -> RecordHeader {
    let started = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let lexicon = RecordLexicon {
        name: words.name().to_owned(),
        hash: Some(words.content_hash().to_string()),
        more: Map::new(),
    };
    RecordHeader {
        rules: RecordRules { name: rules.name.clone(), source: presets::to_toml(rules), more: Map::new() },
        lexicon: Some(lexicon),
        seats: seats.iter().map(label).collect(),
        started: Some(started),
        more: Map::from_iter([(SEED.to_owned(), Value::from(seed))]),
        ..RecordHeader::default()
    }
}

fn label(seat: &SeatPlan) -> RecordSeat {
    let (kind, more) = match seat.kind {
        PlayerKind::Human => (SeatKind::Human, Map::new()),
        PlayerKind::Computer(level) => {
            (SeatKind::Computer, Map::from_iter([(LEVEL.to_owned(), Value::from(level.name))]))
        }
    };
    RecordSeat { player: seat.name.clone(), kind, more }
}

/// A saved game that can be resumed.
#[derive(Debug)]
pub struct SavedGame {
    /// The file it was read from.
    pub path: PathBuf,
    /// The record, up to the last complete line.
    pub record: Record,
    /// The words that are allowed.
    pub words: WordGraph,
    /// The players, in the order of their seats.
    pub seats: Vec<SeatPlan>,
    /// The seed of the random draws.
    pub seed: u64,
}

/// Why a game cannot be resumed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The directory has no unfinished game.
    #[error("there is no unfinished game in {}", .0.display())]
    NoGame(PathBuf),
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The file is not a record.
    #[error("{}: {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: RecordError,
    },
    /// The lexicon of the game is missing.
    #[error("{}: {error}", path.display())]
    Lexicon {
        /// The file.
        path: PathBuf,
        /// The cause.
        error: presets::LexiconError,
    },
    /// The game is over.
    #[error("{}: this game is over; `quixotry record` shows it", .0.display())]
    Over(PathBuf),
}

/// Reads the newest unfinished game of a directory.
///
/// # Errors
///
/// If there is no unfinished game that can be read.
pub fn load_latest(directory: &Path, library: &Library) -> Result<SavedGame, ResumeError> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|ending| ending == EXTENSION));
    // File names begin with the date and time.
    files.sort();
    let unfinished = files.iter().rev().find_map(|path| load_game(path, library).ok());
    unfinished.ok_or_else(|| ResumeError::NoGame(directory.to_owned()))
}

/// Reads a saved game to resume it.
///
/// # Errors
///
/// If the file cannot be read, is not a record, or the game is over.
pub fn load_game(path: &Path, library: &Library) -> Result<SavedGame, ResumeError> {
    let path = path.to_owned();
    let bytes = read(&path).map_err(|error| ResumeError::Io { path: path.clone(), error })?;
    let rules = |header: &RecordHeader| {
        library.rules_from(&Source::from_text(&header.rules.name, &header.rules.source))
    };
    let reading =
        Record::read(bytes, rules).map_err(|error| ResumeError::Record { path: path.clone(), error })?;
    let record = reading.record;
    if record.game().is_over() || record.game().turn().is_none() {
        return Err(ResumeError::Over(path));
    }
    let words =
        words(&record, library).map_err(|error| ResumeError::Lexicon { path: path.clone(), error })?;
    let seats = record.header().seats.iter().map(plan).collect();
    let seed = record.header().more.get(SEED).and_then(Value::as_u64).unwrap_or_default();
    Ok(SavedGame { path, record, words, seats, seed })
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.len() > MAX_SIZE {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is too large for a record"));
    }
    fs::read(path)
}

/// The lexicon that the game started with, found by hash, or else by name.
fn words(record: &Record, library: &Library) -> Result<WordGraph, presets::LexiconError> {
    let named = record.header().lexicon.clone().unwrap_or_default();
    let hash = named.hash.and_then(|hash| hash.parse::<ContentHash>().ok());
    let name = if named.name.is_empty() { &record.rules().lexicon } else { &named.name };
    match hash.and_then(|hash| library.lexicon_by_hash(hash)) {
        Some(words) => Ok(words),
        None => library.lexicon_of(name, record.rules()),
    }
}

fn plan(label: &RecordSeat) -> SeatPlan {
    let level = label.more.get(LEVEL).and_then(Value::as_str).and_then(players::by_name);
    let kind = match label.kind {
        SeatKind::Human => PlayerKind::Human,
        SeatKind::Computer => PlayerKind::Computer(level.unwrap_or_else(default_level)),
    };
    SeatPlan { name: label.player.clone(), kind }
}
