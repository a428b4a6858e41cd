//! A match on disk: description, results, records and GCG files of all games, reports.

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

/// Why a directory cannot be used for a match.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchDirectoryError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The directory has a match already.
    #[error("{} has a match already: say --resume to go on with it, or choose another directory", .0.display())]
    Taken(PathBuf),
    /// The directory has no match.
    #[error("{} has no match to resume", .0.display())]
    Nothing(PathBuf),
    /// The directory has another match.
    #[error("{} has another match: {what} differs from what was asked for", path.display())]
    Other {
        /// The directory.
        path: PathBuf,
        /// The difference.
        what: &'static str,
    },
    /// A file is damaged.
    #[error("{}, line {line}: {message}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
}

const MATCH: &str = "match.json";
const RESULTS: &str = "games.jsonl";
const GAMES: &str = "games";

impl MatchDirectory {
    /// Creates the directory of a new match.
    ///
    /// # Errors
    ///
    /// The directory has a match already, or cannot be written.
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

    /// Opens the directory of an interrupted match and reads its results. An incomplete last line is dropped.
    ///
    /// # Errors
    ///
    /// The directory has no match or another one, or a file is damaged.
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

    /// The path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Saves a game: first the record and the GCG file, then the result.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn save(&mut self, plan: &Plan, played: &FinishedGame) -> io::Result<()> {
        let name = format!("{:06}", played.result.game + 1);
        let games = self.path.join(GAMES);
        fs::write(games.join(format!("{name}.jsonl")), record(plan, played))?;
        if let Some(text) = gcg_text(plan, played) {
            fs::write(games.join(format!("{name}.gcg")), text)?;
        }
        self.append_reports("crashes.txt", plan, &played.result, &played.reports)?;
        self.append_reports("illegal.txt", plan, &played.result, &played.illegal)?;
        let mut line = serde_json::to_string(&played.result)?;
        line.push('\n');
        self.results.write_all(line.as_bytes())
    }

    /// Appends what is reported about bots to a file, which exists only if there is something to report.
    fn append_reports(
        &self,
        name: &str,
        plan: &Plan,
        result: &GameResult,
        reports: &[(usize, String)],
    ) -> io::Result<()> {
        if reports.is_empty() {
            return Ok(());
        }
        let line = |(seat, report): &(usize, String)| {
            format!("game {}: {}: {report}\n", result.game + 1, plan.entrants()[result.seats[*seat]].name)
        };
        let mut file = OpenOptions::new().create(true).append(true).open(self.path.join(name))?;
        file.write_all(reports.iter().map(line).collect::<String>().as_bytes())
    }

    /// Writes the reports.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
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
        // The match was interrupted while this line was written.
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

/// The game as GCG; `None` if GCG has no names for its squares.
fn gcg_text(plan: &Plan, played: &FinishedGame) -> Option<Vec<u8>> {
    let names: Vec<&str> =
        played.result.seats.iter().map(|&bot| plan.entrants()[bot].name.as_str()).collect();
    gcg::print(&gcg::from_events(&plan.setup().rules, &names, &played.events)).ok()
}
