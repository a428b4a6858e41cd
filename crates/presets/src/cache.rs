//! A cache of word graphs, so that each word list is built once.
//!
//! The name of a cached graph is the digest of everything it was built from: the bytes of the list, its name and the
//! letters. A list that has changed has another digest, so an entry is never out of date.

use lexicon::WordGraph;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tiles::Alphabet;

/// The extension of cached graphs.
const EXTENSION: &str = "qwg";

/// An event of the cache while a lexicon is loaded.
#[derive(Debug)]
pub enum CacheNotice<'a> {
    /// A graph is built from a list, which takes a moment.
    Building {
        /// The list.
        list: &'a Path,
    },
    /// The cached graph is damaged and is built again.
    Damaged {
        /// The file in the cache.
        file: &'a Path,
        /// What is wrong with it.
        reason: String,
    },
    /// A graph could not be stored; it will be built again next time.
    NotStored {
        /// The file in the cache.
        file: &'a Path,
        /// Why.
        reason: io::Error,
    },
}

/// A directory of graphs, and the function to call for each event.
#[derive(Clone, Debug)]
pub(crate) struct GraphCache {
    directory: PathBuf,
    notify: fn(&CacheNotice<'_>),
}

/// The word list that a graph is built from.
#[derive(Clone, Copy)]
pub(crate) struct WordListFile<'a> {
    pub(crate) path: &'a Path,
    pub(crate) name: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) alphabet: &'a Alphabet,
}

impl GraphCache {
    pub(crate) fn new(directory: PathBuf, notify: fn(&CacheNotice<'_>)) -> GraphCache {
        GraphCache { directory, notify }
    }

    /// The graph of a list: the cached one, or a new one, which is stored.
    pub(crate) fn graph<E>(
        &self,
        list: WordListFile<'_>,
        build: impl FnOnce() -> Result<WordGraph, E>,
    ) -> Result<WordGraph, E> {
        let file = self.directory.join(format!("{}.{EXTENSION}", digest(list)));
        if let Some(graph) = self.load(&file) {
            return Ok(graph);
        }
        (self.notify)(&CacheNotice::Building { list: list.path });
        let graph = build()?;
        if let Err(reason) = self.store(&file, &graph) {
            (self.notify)(&CacheNotice::NotStored { file: &file, reason });
        }
        Ok(graph)
    }

    fn load(&self, file: &Path) -> Option<WordGraph> {
        let bytes = fs::read(file).ok()?;
        match WordGraph::open(bytes) {
            Ok(graph) => Some(graph),
            Err(reason) => {
                (self.notify)(&CacheNotice::Damaged { file, reason: reason.to_string() });
                None
            }
        }
    }

    fn store(&self, file: &Path, graph: &WordGraph) -> io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        replace(file, graph.as_bytes())
    }
}

/// The digest of everything that a graph is built from. Each part is preceded by its length.
fn digest(list: WordListFile<'_>) -> String {
    let letters: Vec<&str> = list.alphabet.letters().map(|letter| list.alphabet.upper(letter)).collect();
    let letters = letters.join(" ");
    let mut hasher = Sha256::new();
    for part in [list.name.as_bytes(), letters.as_bytes(), list.bytes] {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Writes a file atomically, even if two processes write it at the same time.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_extension(format!("{}-{number}.new", std::process::id()));
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}
