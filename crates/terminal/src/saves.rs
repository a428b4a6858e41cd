//! Games on disk: a record for each, written as it is played.

use crate::seats::{SeatPlan, Who, usual_level};
use lexicon::{ContentHash, WordGraph};
use presets::{Library, Source};
use rules::Ruleset;
use serde_json::{Map, Value};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wire::{Record, RecordError, RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind};

/// How the files of games end.
const ENDING: &str = "jsonl";

/// The key of a header with the number that the draws come from.
const SEED: &str = "seed";

/// The key of a seat with the level of its computer.
const LEVEL: &str = "level";

/// The largest record that is read.
const LARGEST: u64 = 16 << 20;

/// The file of a game in progress.
#[derive(Debug)]
pub(crate) struct GameFile {
    path: PathBuf,
    file: File,
}

impl GameFile {
    /// A new file in a directory, which is made if need be, with all of a record in it.
    pub(crate) fn create(directory: &Path, record: &Record) -> io::Result<GameFile> {
        fs::create_dir_all(directory)?;
        let (path, mut file) = new_file(directory, &base_name(record.header()))?;
        file.write_all(record.print().as_bytes())?;
        Ok(GameFile { path, file })
    }

    /// The file of a game that goes on.
    pub(crate) fn reopen(path: &Path, record: &Record) -> io::Result<GameFile> {
        let mut game = GameFile { path: path.to_owned(), file: OpenOptions::new().append(true).open(path)? };
        game.rewrite(record)?;
        Ok(game)
    }

    /// Adds lines.
    pub(crate) fn append(&mut self, lines: &[String]) -> io::Result<()> {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        self.file.write_all(text.as_bytes())?;
        self.file.sync_data()
    }

    /// Writes the whole record anew: another file takes the place of the old one, so that neither is ever half written.
    pub(crate) fn rewrite(&mut self, record: &Record) -> io::Result<()> {
        let fresh = self.path.with_extension("new");
        write_synced(&fresh, record)?;
        fs::rename(&fresh, &self.path)?;
        self.file = OpenOptions::new().append(true).open(&self.path)?;
        Ok(())
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

fn write_synced(path: &Path, record: &Record) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(record.print().as_bytes())?;
    file.sync_data()
}

/// Writes a copy of a record to a file that must not be there yet.
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
        let path = directory.join(format!("{name}.{ENDING}"));
        match OpenOptions::new().append(true).create_new(true).open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other.map(|file| (path, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The header of a game that begins now.
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
    let (kind, more) = match seat.who {
        Who::Human => (SeatKind::Human, Map::new()),
        Who::Computer(level) => {
            (SeatKind::Computer, Map::from_iter([(LEVEL.to_owned(), Value::from(level.name))]))
        }
    };
    RecordSeat { player: seat.name.clone(), kind, more }
}

/// A game read back, ready to go on.
#[derive(Debug)]
pub struct Saved {
    /// Where it was read from.
    pub path: PathBuf,
    /// The record, up to where it breaks off.
    pub record: Record,
    /// The words it is played with.
    pub words: WordGraph,
    /// Who sits where.
    pub seats: Vec<SeatPlan>,
    /// The number that the draws come from.
    pub seed: u64,
}

/// Why a game cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// Nothing to go on with.
    #[error("there is no unfinished game in {}", .0.display())]
    Nothing(PathBuf),
    /// A file that cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Not a record.
    #[error("{}: {error}", path.display())]
    Record {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: RecordError,
    },
    /// The lexicon is not there any more.
    #[error("{}: {error}", path.display())]
    Lexicon {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: presets::LexiconError,
    },
    /// The game is over.
    #[error("{}: this game is over; `quixotry record` shows it", .0.display())]
    Over(PathBuf),
}

/// Reads the newest game of a directory that is not over.
pub fn latest(directory: &Path, library: &Library) -> Result<Saved, ResumeError> {
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    files.retain(|path| path.extension().is_some_and(|ending| ending == ENDING));
    // The names begin with the time.
    files.sort();
    let unfinished = files.iter().rev().find_map(|path| load(path, library).ok());
    unfinished.ok_or_else(|| ResumeError::Nothing(directory.to_owned()))
}

/// Reads a game that is to go on.
pub fn load(path: &Path, library: &Library) -> Result<Saved, ResumeError> {
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
    Ok(Saved { path, record, words, seats, seed })
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.len() > LARGEST {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is too large for a record"));
    }
    fs::read(path)
}

/// The very words the game began with, or else the lexicon of that name.
fn words(record: &Record, library: &Library) -> Result<WordGraph, presets::LexiconError> {
    let named = record.header().lexicon.clone().unwrap_or_default();
    let hash = named.hash.and_then(|hash| hash.parse::<ContentHash>().ok());
    let name = if named.name.is_empty() { &record.rules().lexicon } else { &named.name };
    match hash.and_then(|hash| library.lexicon_by_hash(hash)) {
        Some(words) => Ok(words),
        None => library.lexicon(name, record.rules().tiles.alphabet()),
    }
}

fn plan(label: &RecordSeat) -> SeatPlan {
    let level = label.more.get(LEVEL).and_then(Value::as_str).and_then(players::by_name);
    let who = match label.kind {
        SeatKind::Human => Who::Human,
        SeatKind::Computer => Who::Computer(level.unwrap_or_else(usual_level)),
    };
    SeatPlan { name: label.player.clone(), who }
}
