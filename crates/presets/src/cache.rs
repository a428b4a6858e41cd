//! Word graphs built from lists, kept so that each list is built once.
//!
//! A graph is kept under the digest of all it was built from: the list's bytes, its name and the letters. So nothing
//! ever has to be thrown away because it is out of date, and a list that changed is simply another list.

use lexicon::WordGraph;
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tiles::Alphabet;

/// How the files of the cache end.
const ENDING: &str = "qwg";

/// What a cache has to say while a lexicon is read.
#[derive(Debug)]
pub enum CacheNotice<'a> {
    /// A list is made into a graph, which takes a moment.
    Building {
        /// The list.
        list: &'a Path,
    },
    /// What was kept is damaged; it is built again.
    Damaged {
        /// The file in the cache.
        kept: &'a Path,
        /// What is wrong with it.
        why: String,
    },
    /// A graph could not be kept; it will be built again next time.
    NotKept {
        /// The file in the cache.
        kept: &'a Path,
        /// Why.
        why: io::Error,
    },
}

/// A directory of graphs, and whom to tell what happens there.
#[derive(Clone, Debug)]
pub(crate) struct GraphCache {
    directory: PathBuf,
    tell: fn(&CacheNotice<'_>),
}

/// What a graph is built from.
#[derive(Clone, Copy)]
pub(crate) struct WordListFile<'a> {
    pub(crate) path: &'a Path,
    pub(crate) name: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) alphabet: &'a Alphabet,
}

impl GraphCache {
    pub(crate) fn new(directory: PathBuf, tell: fn(&CacheNotice<'_>)) -> GraphCache {
        GraphCache { directory, tell }
    }

    /// The graph of a list: the one that was kept, or a new one, which is kept from now on.
    pub(crate) fn graph<E>(
        &self,
        list: WordListFile<'_>,
        build: impl FnOnce() -> Result<WordGraph, E>,
    ) -> Result<WordGraph, E> {
        let kept = self.directory.join(format!("{}.{ENDING}", digest(list)));
        if let Some(graph) = self.kept(&kept) {
            return Ok(graph);
        }
        (self.tell)(&CacheNotice::Building { list: list.path });
        let graph = build()?;
        if let Err(why) = self.keep(&kept, &graph) {
            (self.tell)(&CacheNotice::NotKept { kept: &kept, why });
        }
        Ok(graph)
    }

    fn kept(&self, file: &Path) -> Option<WordGraph> {
        let bytes = fs::read(file).ok()?;
        match WordGraph::open(bytes) {
            Ok(graph) => Some(graph),
            Err(why) => {
                (self.tell)(&CacheNotice::Damaged { kept: file, why: why.to_string() });
                None
            }
        }
    }

    fn keep(&self, file: &Path, graph: &WordGraph) -> io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        replace(file, graph.as_bytes())
    }
}

/// All that makes a graph what it is; parts are told apart by their lengths.
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

/// Writes a file whole or not at all, also when two do it at once.
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
