//! State files, so that a training can be interrupted and resumed.

use crate::leaves::{LeaveTraining, LeaveTrainingState};
use movegen::Equity;
use players::LeaveTable;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The first bytes of a state file.
const MAGIC: [u8; 6] = *b"\x89QLT\x01\n";

/// Why a training cannot be saved or resumed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error.
        error: io::Error,
    },
    /// The file is not a state file, or is damaged.
    #[error("{} is not the state of a training, or is damaged: delete it to start again", .0.display())]
    Damaged(PathBuf),
    /// The file belongs to another training.
    #[error("{} belongs to a training with other rules, words, games or seed: name another file, or delete it", .0.display())]
    Another(PathBuf),
}

impl LeaveTraining {
    /// Saves the state atomically.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), StateError> {
        let temporary = path.with_extension(format!("{}.new", std::process::id()));
        let written =
            std::fs::write(&temporary, self.to_bytes()).and_then(|()| std::fs::rename(&temporary, path));
        if written.is_err() {
            // The temporary file may not exist.
            _ = std::fs::remove_file(&temporary);
        }
        written.map_err(|error| StateError::Io { path: path.to_owned(), error })
    }

    /// Resumes from a state that a training with the same options saved. The number of threads may differ.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is damaged, or belongs to another training.
    pub fn resume(&mut self, path: &Path) -> Result<(), StateError> {
        let bytes = std::fs::read(path).map_err(|error| StateError::Io { path: path.to_owned(), error })?;
        let mut rest = bytes.strip_prefix(&MAGIC).ok_or_else(|| StateError::Damaged(path.to_owned()))?;
        let identity: Option<[u64; 4]> = (|| {
            Some([read_word(&mut rest)?, read_word(&mut rest)?, read_word(&mut rest)?, read_word(&mut rest)?])
        })();
        if identity.is_some_and(|identity| identity != self.identity()) {
            return Err(StateError::Another(path.to_owned()));
        }
        let learned = self.read(&mut rest).filter(|_| rest.is_empty());
        self.learned = learned.ok_or_else(|| StateError::Damaged(path.to_owned()))?;
        self.update_workers();
        Ok(())
    }

    /// Identifies the training.
    fn identity(&self) -> [u64; 4] {
        let text = format!("{} {} {}", self.rules.name, self.rules.tiles.name(), self.words.content_hash());
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        [hash, self.settings.games, self.settings.seed, self.shape.len() as u64]
    }

    fn to_bytes(&self) -> Vec<u8> {
        let LeaveTrainingState { generation, games, table, credit, turns, mean_equity, squares, points } =
            &self.learned;
        let mut words: Vec<u64> = self.identity().to_vec();
        words.extend([u64::from(*generation), *games, squares.0, squares.1, *points as u64]);
        words.push(turns.len() as u64);
        words.extend(turns.iter().flat_map(|&(sum, count)| [sum as u64, count]));
        words.push(mean_equity.len() as u64);
        words.extend(mean_equity.iter().map(|&mean_equity| mean_equity as u64));
        words.push(u64::from(table.is_some()));
        words.extend(table.iter().flat_map(|table| table.values()).map(|worth| worth.0 as u64));
        words.extend(credit.sums.iter().map(|&sum| sum as u64));
        words.extend(credit.counts.iter().map(|&count| u64::from(count)));
        MAGIC.into_iter().chain(words.into_iter().flat_map(u64::to_le_bytes)).collect()
    }

    fn read(&self, rest: &mut &[u8]) -> Option<LeaveTrainingState> {
        let mut learned = self.learned.clone();
        learned.generation = u32::try_from(read_word(rest)?).ok()?;
        learned.games = read_word(rest)?;
        learned.squares = (read_word(rest)?, read_word(rest)?);
        learned.points = read_word(rest)? as i64;
        if read_word(rest)? as usize != learned.turns.len() {
            return None;
        }
        for turn in &mut learned.turns {
            *turn = (read_word(rest)? as i64, read_word(rest)?);
        }
        let mean_equity = read_word(rest)? as usize;
        if mean_equity != 0 && mean_equity != learned.turns.len() {
            return None;
        }
        learned.mean_equity =
            (0..mean_equity).map(|_| read_word(rest).map(|word| word as i32)).collect::<Option<_>>()?;
        if read_word(rest)? == 1 {
            let worth = (0..self.shape.len()).map(|_| read_word(rest).map(|word| Equity(word as i32)));
            let worth = worth.collect::<Option<_>>()?;
            learned.table = Some(Arc::new(LeaveTable::with(self.shape.clone(), worth)));
        }
        for sum in &mut learned.credit.sums {
            *sum = read_word(rest)? as i64;
        }
        for count in &mut learned.credit.counts {
            *count = read_word(rest)? as u32;
        }
        Some(learned)
    }
}

fn read_word(bytes: &mut &[u8]) -> Option<u64> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*word))
}
