//! A match on disk: what was asked for, every result as it comes, every game as a record and as GCG, the reports.

use crate::description::MatchDescription;
use crate::game_runner::FinishedGame;
use crate::plan::Plan;
use crate::report;
use crate::result::GameResult;
use crate::standing::MatchStanding;
use notation::gcg;
use serde_json::Map;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use wire::{RecordHeader, RecordLexicon, RecordRules, RecordSeat, SeatKind, print_event};

/// The directory of a match.
#[derive(Debug)]
pub struct MatchDirectory {
    path: PathBuf,
    results: File,
}

/// Why a match cannot be kept in a directory.
#[derive(Debug, thiserror::Error)]
pub enum MatchDirectoryError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A match is there already.
    #[error("{} has a match already: say --resume to go on with it, or choose another directory", .0.display())]
    Taken(PathBuf),
    /// There is no match.
    #[error("{} has no match to resume", .0.display())]
    Nothing(PathBuf),
    /// Another match is there.
    #[error("{} has another match: {what} differs from what was asked for", path.display())]
    Other {
        /// Where.
        path: PathBuf,
        /// In what it differs.
        what: &'static str,
    },
    /// A file is damaged.
    #[error("{}, line {line}: {message}", path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// Where.
        line: usize,
        /// What is wrong.
        message: String,
    },
}

const MATCH: &str = "match.json";
const RESULTS: &str = "games.jsonl";
const GAMES: &str = "games";

impl MatchDirectory {
    /// A directory for a match that begins.
    pub fn create(
        path: &Path,
        description: &MatchDescription,
    ) -> Result<MatchDirectory, MatchDirectoryError> {
        let file = path.join(MATCH);
        if file.exists() {
            return Err(MatchDirectoryError::Taken(path.to_owned()));
        }
        let games = path.join(GAMES);
        fs::create_dir_all(&games).map_err(|error| io_at(&games, error))?;
        let text = serde_json::to_string_pretty(description).map_err(|error| io_at(&file, error.into()))?;
        fs::write(&file, text + "\n").map_err(|error| io_at(&file, error))?;
        Ok(MatchDirectory { path: path.to_owned(), results: open(&path.join(RESULTS))? })
    }

    /// The directory of a match that goes on, with the results there are. A last line that was cut off does not count.
    pub fn resume(
        path: &Path,
        description: &MatchDescription,
    ) -> Result<(MatchDirectory, Vec<GameResult>), MatchDirectoryError> {
        let file = path.join(MATCH);
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(MatchDirectoryError::Nothing(path.to_owned()));
            }
            text => text.map_err(|error| io_at(&file, error))?,
        };
        let there: MatchDescription = serde_json::from_str(&text).map_err(|error| {
            MatchDirectoryError::Damaged { path: file, line: error.line(), message: error.to_string() }
        })?;
        if let Some(what) = difference(&there, description) {
            return Err(MatchDirectoryError::Other { path: path.to_owned(), what });
        }
        let results = read_results(&path.join(RESULTS))?;
        Ok((MatchDirectory { path: path.to_owned(), results: open(&path.join(RESULTS))? }, results))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps a game: first its record and GCG, then its result, which says that they are there.
    pub fn save(&mut self, plan: &Plan, played: &FinishedGame) -> io::Result<()> {
        let name = format!("{:06}", played.result.game + 1);
        let games = self.path.join(GAMES);
        fs::write(games.join(format!("{name}.jsonl")), record(plan, played))?;
        if let Some(text) = gcg_text(plan, played) {
            fs::write(games.join(format!("{name}.gcg")), text)?;
        }
        for (seat, report) in &played.reports {
            let bot = &plan.entrants()[played.result.seats[*seat]].name;
            let line = format!("game {}: {bot}: {report}\n", played.result.game + 1);
            let mut file =
                OpenOptions::new().create(true).append(true).open(self.path.join("crashes.txt"))?;
            file.write_all(line.as_bytes())?;
        }
        let mut line = serde_json::to_string(&played.result)?;
        line.push('\n');
        self.results.write_all(line.as_bytes())
    }

    /// Writes the reports.
    pub fn report(&self, standing: &MatchStanding) -> io::Result<()> {
        fs::write(self.path.join("report.txt"), report::text(standing))?;
        fs::write(self.path.join("report.json"), report::json(standing))?;
        fs::write(self.path.join("report.html"), report::html(standing))
    }
}

fn open(path: &Path) -> Result<File, MatchDirectoryError> {
    OpenOptions::new().create(true).append(true).open(path).map_err(|error| io_at(path, error))
}

fn io_at(path: &Path, error: io::Error) -> MatchDirectoryError {
    MatchDirectoryError::Io { path: path.to_owned(), error }
}

fn difference(there: &MatchDescription, asked: &MatchDescription) -> Option<&'static str> {
    let parts = [
        (there.bots != asked.bots, "the list of bots"),
        (there.seed != asked.seed, "the seed"),
        (there.games != asked.games, "the number of games"),
        (there.game.rules != asked.game.rules, "a rule"),
        (there.game.lexicon_hash != asked.game.lexicon_hash, "the lexicon"),
        (there != asked, "an option"),
    ];
    parts.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
}

fn read_results(path: &Path) -> Result<Vec<GameResult>, MatchDirectoryError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.map_err(|error| io_at(path, error))?,
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        // The line that was being written when the match was broken off.
        fs::write(path, &text[..whole]).map_err(|error| io_at(path, error))?;
    }
    let read = |(index, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| MatchDirectoryError::Damaged {
            path: path.to_owned(),
            line: index + 1,
            message: error.to_string(),
        })
    };
    text[..whole].lines().enumerate().map(read).collect()
}

/// The game as a record.
fn record(plan: &Plan, played: &FinishedGame) -> String {
    let (setup, result) = (plan.setup(), &played.result);
    let label = |&bot: &usize| RecordSeat {
        player: plan.entrants()[bot].name.clone(),
        kind: SeatKind::Computer,
        more: Map::new(),
    };
    let header = RecordHeader {
        rules: RecordRules {
            name: setup.rules.name.clone(),
            source: setup.start.rules.source.clone(),
            more: Map::new(),
        },
        lexicon: Some(RecordLexicon {
            name: setup.words.name().to_owned(),
            hash: Some(setup.start.lexicon.hash.clone()),
            more: Map::new(),
        }),
        seats: result.seats.iter().map(label).collect(),
        id: Some(format!("game-{}", result.game + 1)),
        ..RecordHeader::default()
    };
    let mut text = header.print() + "\n";
    for (event, seq) in played.events.iter().zip(1..) {
        text += &print_event(seq, event, &setup.rules.tiles);
        text.push('\n');
    }
    text
}

/// The game as GCG, unless it lies where that notation has no names for squares.
fn gcg_text(plan: &Plan, played: &FinishedGame) -> Option<Vec<u8>> {
    let names: Vec<&str> =
        played.result.seats.iter().map(|&bot| plan.entrants()[bot].name.as_str()).collect();
    gcg::print(&gcg::from_events(&plan.setup().rules, &names, &played.events)).ok()
}
