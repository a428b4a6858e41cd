//! Trainings that go on where they were stopped.

use crate::leaves::{LeaveTraining, LeaveTrainingState};
use movegen::Equity;
use players::LeaveTable;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How state files begin.
const MAGIC: [u8; 6] = *b"\x89QLT\x01\n";

/// Why a training cannot be saved or taken up again.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Something else, or damaged.
    #[error("{} is no state of a training, or is damaged: delete it to begin anew", .0.display())]
    Damaged(PathBuf),
    /// Another training.
    #[error("{} belongs to a training with other rules, words, games or seed: name another file, or delete it", .0.display())]
    Another(PathBuf),
}

impl LeaveTraining {
    /// Writes down all that has been learned, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), StateError> {
        let temporary = path.with_extension(format!("{}.new", std::process::id()));
        let written =
            std::fs::write(&temporary, self.to_bytes()).and_then(|()| std::fs::rename(&temporary, path));
        if written.is_err() {
            // What could not be written may not be there to remove either.
            _ = std::fs::remove_file(&temporary);
        }
        written.map_err(|error| StateError::Io { path: path.to_owned(), error })
    }

    /// Goes on from a state that was saved by a training with the same settings, whatever the threads.
    pub fn resume(&mut self, path: &Path) -> Result<(), StateError> {
        let bytes = std::fs::read(path).map_err(|error| StateError::Io { path: path.to_owned(), error })?;
        let mut rest = bytes.strip_prefix(&MAGIC).ok_or_else(|| StateError::Damaged(path.to_owned()))?;
        let name: Option<[u64; 4]> =
            (|| Some([take(&mut rest)?, take(&mut rest)?, take(&mut rest)?, take(&mut rest)?]))();
        if name.is_some_and(|name| name != self.name()) {
            return Err(StateError::Another(path.to_owned()));
        }
        let learned = self.read(&mut rest).filter(|_| rest.is_empty());
        self.learned = learned.ok_or_else(|| StateError::Damaged(path.to_owned()))?;
        self.take_over();
        Ok(())
    }

    /// What tells one training from another.
    fn name(&self) -> [u64; 4] {
        let text = format!("{} {} {}", self.rules.name, self.rules.tiles.name(), self.words.content_hash());
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        [hash, self.settings.games, self.settings.seed, self.shape.len() as u64]
    }

    fn to_bytes(&self) -> Vec<u8> {
        let LeaveTrainingState { generation, games, table, credit, turns, usual, squares, points } =
            &self.learned;
        let mut words: Vec<u64> = self.name().to_vec();
        words.extend([u64::from(*generation), *games, squares.0, squares.1, *points as u64]);
        words.push(turns.len() as u64);
        words.extend(turns.iter().flat_map(|&(sum, count)| [sum as u64, count]));
        words.push(usual.len() as u64);
        words.extend(usual.iter().map(|&usual| usual as u64));
        words.push(u64::from(table.is_some()));
        words.extend(table.iter().flat_map(|table| table.values()).map(|worth| worth.0 as u64));
        words.extend(credit.sums.iter().map(|&sum| sum as u64));
        words.extend(credit.counts.iter().map(|&count| u64::from(count)));
        MAGIC.into_iter().chain(words.into_iter().flat_map(u64::to_le_bytes)).collect()
    }

    fn read(&self, rest: &mut &[u8]) -> Option<LeaveTrainingState> {
        let mut learned = self.learned.clone();
        learned.generation = u32::try_from(take(rest)?).ok()?;
        learned.games = take(rest)?;
        learned.squares = (take(rest)?, take(rest)?);
        learned.points = take(rest)? as i64;
        if take(rest)? as usize != learned.turns.len() {
            return None;
        }
        for turn in &mut learned.turns {
            *turn = (take(rest)? as i64, take(rest)?);
        }
        let usual = take(rest)? as usize;
        if usual != 0 && usual != learned.turns.len() {
            return None;
        }
        learned.usual = (0..usual).map(|_| take(rest).map(|word| word as i32)).collect::<Option<_>>()?;
        if take(rest)? == 1 {
            let worth = (0..self.shape.len()).map(|_| take(rest).map(|word| Equity(word as i32)));
            let worth = worth.collect::<Option<_>>()?;
            learned.table = Some(Arc::new(LeaveTable::with(self.shape.clone(), worth)));
        }
        for sum in &mut learned.credit.sums {
            *sum = take(rest)? as i64;
        }
        for count in &mut learned.credit.counts {
            *count = take(rest)? as u32;
        }
        Some(learned)
    }
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (word, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*word))
}
