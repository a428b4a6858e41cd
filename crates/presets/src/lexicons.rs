//! Lexicons: the shipped ones, the user's own, and files by path.

use crate::cache::{WordListFile, replace};
use crate::library::Library;
use crate::reader::suggest;
use crate::{dictionaries, shipped};
use lexicon::kwg::{self, KwgError};
use lexicon::{BuildError, ContentHash, GraphSummary, LoadError, PackedGraph, WordGraph, text};
use rules::Ruleset;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tiles::Alphabet;

/// The directory of a library that holds lexicons.
const DIRECTORY: &str = "lexica";

/// The extension of installed lexicons.
const EXTENSION: &str = "qwg";

/// The names of the shipped lexicons, English first.
pub fn shipped_lexicons() -> impl Iterator<Item = &'static str> {
    [ENGLISH_NAME].into_iter().chain(shipped::LEXICONS.iter().map(|&(name, _)| name))
}

/// A shipped lexicon by its name. It is unpacked once.
#[must_use]
pub fn shipped_lexicon(name: &str) -> Option<&'static WordGraph> {
    static GRAPHS: OnceLock<Vec<OnceLock<WordGraph>>> = OnceLock::new();
    if name == ENGLISH_NAME {
        return Some(english());
    }
    let at = shipped::LEXICONS.iter().position(|&(known, _)| known == name)?;
    let graphs = GRAPHS.get_or_init(|| shipped::LEXICONS.iter().map(|_| OnceLock::new()).collect());
    Some(graphs[at].get_or_init(|| {
        let unpacked = packed_graph(at).and_then(|packed| packed.unpack());
        unpacked.unwrap_or_else(|error| unreachable!("the shipped lexicon {name}: {error}"))
    }))
}

/// The summary of a shipped lexicon, without unpacking its words.
#[must_use]
pub fn shipped_summary(name: &str) -> Option<GraphSummary> {
    if name == ENGLISH_NAME {
        return Some(GraphSummary::of(english()));
    }
    let at = shipped::LEXICONS.iter().position(|&(known, _)| known == name)?;
    packed_graph(at).and_then(|packed| packed.summary()).ok()
}

fn packed_graph(at: usize) -> Result<PackedGraph<'static>, LoadError> {
    PackedGraph::new(shipped::LEXICONS[at].1).ok_or(LoadError::NotAGraph)
}

/// The name of the lexicon that is built with the program.
const ENGLISH_NAME: &str = "english";

/// The bytes of a graph, aligned so that the graph can be read in place.
#[repr(C, align(64))]
struct AlignedBytes<B: ?Sized>(B);

static ENGLISH: &AlignedBytes<[u8]> =
    &AlignedBytes(*include_bytes!(concat!(env!("OUT_DIR"), "/english.graph")));

/// The shipped English lexicon. It is opened once, without copying.
///
/// ```
/// # mod quixotry { pub use {lexicon, quixotry_presets as presets}; }
/// use quixotry::lexicon::WordList;
/// use quixotry::presets::english;
///
/// let words = english();
/// assert!(words.contains(&words.alphabet().parse_word("QUIXOTRY").unwrap()));
/// ```
#[must_use]
pub fn english() -> &'static WordGraph {
    static GRAPH: OnceLock<WordGraph> = OnceLock::new();
    GRAPH.get_or_init(|| {
        WordGraph::from_static(&ENGLISH.0)
            .unwrap_or_else(|error| unreachable!("the shipped lexicon: {error}"))
    })
}

/// Why a lexicon cannot be loaded or installed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LexiconError {
    /// No lexicon has this name.
    #[error("there is no lexicon called {name:?} ({suggestion}); {help}")]
    Missing {
        /// The name.
        name: String,
        /// The nearest name, and all names.
        suggestion: String,
        /// The commands that install it.
        help: String,
    },
    /// A file could not be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A word graph is damaged.
    #[error("{}: {error}", path.display())]
    Graph {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: LoadError,
    },
    /// A KWG, KAD or KBWG file is damaged or does not fit.
    #[error("{}: {error}", path.display())]
    Kwg {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: KwgError,
    },
    /// A word list has bad lines.
    #[error("{}: {faults}", path.display())]
    List {
        /// Which file.
        path: PathBuf,
        /// Which lines.
        faults: text::WordListErrors,
    },
    /// A graph cannot be built.
    #[error("{}: {error}", path.display())]
    Build {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: BuildError,
    },
    /// The letters differ from those of the tiles.
    #[error("the lexicon {name:?} has the letters {lexicon}, but the tiles have {tiles}")]
    Alphabet {
        /// Which lexicon.
        name: String,
        /// Its letters.
        lexicon: String,
        /// The tiles' letters.
        tiles: String,
    },
    /// The name cannot be a file name.
    #[error("{0:?} cannot be the name of a lexicon: use letters, digits, `-`, `_` and `.`")]
    Name(String),
    /// A shipped lexicon cannot be removed.
    #[error(
        "{0:?} is part of the program and cannot be removed; a lexicon of the same name that you install takes its place"
    )]
    Shipped(String),
    /// There is no directory to install to.
    #[error("there is no directory to install a lexicon in")]
    NoDirectory,
}

/// A lexicon that can be found by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LexiconEntry {
    /// Its name.
    pub name: String,
    /// Its file; `None` for a shipped one.
    pub path: Option<PathBuf>,
}

/// The name of the lexicon of games in which every word is good. It has no words.
pub const NO_LEXICON: &str = "none";

fn no_words(alphabet: &Alphabet) -> Result<WordGraph, LexiconError> {
    let words: [&[tiles::Letter]; 0] = [];
    WordGraph::build(NO_LEXICON, alphabet, words)
        .map_err(|error| LexiconError::Build { path: PathBuf::from(NO_LEXICON), error })
}

impl Library {
    /// Loads a lexicon by name or path for tiles with this alphabet. Word lists and KWG files are read with it.
    ///
    /// # Errors
    ///
    /// The lexicon cannot be found or read, or has other letters.
    pub fn lexicon(&self, name: &str, alphabet: &Alphabet) -> Result<WordGraph, LexiconError> {
        if name == NO_LEXICON {
            return no_words(alphabet);
        }
        let graph = match self.find_named(name) {
            Some(graph) => graph?,
            None => self.lexicon_file(name, alphabet)?,
        };
        check_alphabet(&graph, alphabet).map(|()| graph)
    }

    /// Loads a lexicon by name or path for these rules: the words that the rules bring if it is theirs, otherwise as
    /// [`lexicon`](Library::lexicon) does.
    ///
    /// # Errors
    ///
    /// The lexicon cannot be found or read, or has other letters.
    pub fn lexicon_of(&self, name: &str, rules: &Ruleset) -> Result<WordGraph, LexiconError> {
        match &rules.own_words {
            Some(words) if name == rules.lexicon => {
                read_list(Path::new(name), name, words.as_bytes(), rules.tiles.alphabet())
            }
            Some(_) | None => self.lexicon(name, rules.tiles.alphabet()),
        }
    }

    /// Loads a lexicon in our own format by name or path, with any alphabet.
    ///
    /// # Errors
    ///
    /// The lexicon cannot be found or read.
    pub fn own_lexicon(&self, name: &str) -> Result<WordGraph, LexiconError> {
        if let Some(graph) = self.find_named(name) {
            return graph;
        }
        let path = self.lexicon_path(name)?;
        open(&path)
    }

    /// The lexicon with this content among those that can be found by name. Games refer to their lexicon by its content.
    #[must_use]
    pub fn lexicon_by_hash(&self, hash: ContentHash) -> Option<WordGraph> {
        let has_hash = |name: &&str| shipped_summary(name).is_some_and(|summary| summary.hash == hash);
        if let Some(name) = shipped_lexicons().find(has_hash) {
            return shipped_lexicon(name).cloned();
        }
        let paths = self.lexicons().into_iter().filter_map(|entry| entry.path);
        let mut graphs = paths.filter_map(|path| open(&path).ok());
        graphs.find(|graph| graph.content_hash() == hash)
    }

    /// Name, number of words and hash of a lexicon that can be found by name. Shipped lexicons are not unpacked for it.
    ///
    /// # Errors
    ///
    /// The file of an installed lexicon cannot be read.
    pub fn lexicon_summary(&self, entry: &LexiconEntry) -> Result<GraphSummary, LexiconError> {
        let summary = match &entry.path {
            Some(path) => Some(GraphSummary::of(&open(path)?)),
            None => shipped_summary(&entry.name),
        };
        summary.ok_or_else(|| self.missing_lexicon(&entry.name))
    }

    /// The lexicons that can be found by name. An installed one takes the place of a shipped one with the same name.
    #[must_use]
    pub fn lexicons(&self) -> Vec<LexiconEntry> {
        let shipped = shipped_lexicons().map(|name| LexiconEntry { name: name.to_owned(), path: None });
        let mut entries: Vec<LexiconEntry> = shipped.collect();
        for path in
            self.directories().iter().flat_map(|directory| installed_files(&directory.join(DIRECTORY)))
        {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            match entries.iter_mut().find(|entry| entry.name == name) {
                None => entries.push(LexiconEntry { name, path: Some(path) }),
                Some(entry) if entry.path.is_none() => entry.path = Some(path),
                Some(_) => {}
            }
        }
        entries
    }

    /// The name of a lexicon that can be found by name, in any case of letters.
    #[must_use]
    pub fn lexicon_name(&self, name: &str) -> Option<String> {
        let mut entries = self.lexicons().into_iter().map(|entry| entry.name);
        entries.find(|found| found.to_lowercase() == name.to_lowercase())
    }

    /// Installs a lexicon under this name in the first of the user's directories, and returns its path.
    ///
    /// # Errors
    ///
    /// The name is not allowed, there is no directory, or the file cannot be written.
    pub fn install(&self, name: &str, graph: &WordGraph) -> Result<PathBuf, LexiconError> {
        if !is_name(name) {
            return Err(LexiconError::Name(name.to_owned()));
        }
        let directory = self.directories().first().ok_or(LexiconError::NoDirectory)?.join(DIRECTORY);
        fs::create_dir_all(&directory).map_err(|error| io_error(&directory, error))?;
        let path = directory.join(format!("{name}.{EXTENSION}"));
        replace(&path, graph.as_bytes()).map_err(|error| io_error(&path, error))?;
        Ok(path)
    }

    /// Removes an installed lexicon and returns the path that it had.
    ///
    /// # Errors
    ///
    /// No lexicon with this name is installed, or its file cannot be removed.
    pub fn uninstall(&self, name: &str) -> Result<PathBuf, LexiconError> {
        match self.installed_path(name) {
            Some(path) => fs::remove_file(&path).map_err(|error| io_error(&path, error)).map(|()| path),
            None if shipped_lexicons().any(|known| known == name) => {
                Err(LexiconError::Shipped(name.to_owned()))
            }
            None => Err(self.missing_lexicon(name)),
        }
    }

    fn find_named(&self, name: &str) -> Option<Result<WordGraph, LexiconError>> {
        match self.installed_path(name) {
            Some(path) => Some(open(&path)),
            None => shipped_lexicon(name).cloned().map(Ok),
        }
    }

    fn installed_path(&self, name: &str) -> Option<PathBuf> {
        let candidates = self
            .directories()
            .iter()
            .map(|directory| directory.join(DIRECTORY).join(format!("{name}.{EXTENSION}")));
        candidates.filter(|_| is_name(name)).find(|path| path.is_file())
    }

    fn lexicon_file(&self, name: &str, alphabet: &Alphabet) -> Result<WordGraph, LexiconError> {
        let path = self.lexicon_path(name)?;
        let file = LexiconFile::read(&path)?;
        match self.cache() {
            Some(cache) if file.is_list() => cache.graph(file.list(alphabet), || file.graph(alphabet)),
            _ => file.graph(alphabet),
        }
    }

    fn lexicon_path(&self, name: &str) -> Result<PathBuf, LexiconError> {
        let path = PathBuf::from(name);
        if self.opens_paths() && path.is_file() {
            return Ok(path);
        }
        Err(self.missing_lexicon(name))
    }

    fn missing_lexicon(&self, name: &str) -> LexiconError {
        let names: Vec<String> = self.lexicons().into_iter().map(|entry| entry.name).collect();
        let suggestion = suggest(name, "available", names.iter().map(String::as_str));
        LexiconError::Missing { name: name.to_owned(), suggestion, help: dictionaries::how_to_install(name) }
    }
}

/// Reads a lexicon file of any kind: our own, KWG, KAD, KBWG, or a text list with a word on each line.
///
/// # Errors
///
/// The file cannot be read, or is damaged, or has words with other letters.
pub fn read_lexicon(path: &Path, alphabet: &Alphabet) -> Result<WordGraph, LexiconError> {
    LexiconFile::read(path)?.graph(alphabet)
}

/// A lexicon file as it was read.
struct LexiconFile<'a> {
    path: &'a Path,
    name: String,
    kind: LexiconFormat,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum LexiconFormat {
    Graph,
    Packed,
    Kwg(kwg::Packing),
    List,
}

impl LexiconFile<'_> {
    fn read(path: &Path) -> Result<LexiconFile<'_>, LexiconError> {
        let bytes = fs::read(path).map_err(|error| io_error(path, error))?;
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let ending =
            path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        let kind = match ending.as_str() {
            "kwg" | "kad" => LexiconFormat::Kwg(kwg::Packing::Kwg),
            "kbwg" => LexiconFormat::Kwg(kwg::Packing::Kbwg),
            _ if bytes.starts_with(b"\x89QWG") => LexiconFormat::Graph,
            _ if PackedGraph::new(&bytes).is_some() => LexiconFormat::Packed,
            _ => LexiconFormat::List,
        };
        Ok(LexiconFile { path, name, kind, bytes })
    }

    fn is_list(&self) -> bool {
        self.kind == LexiconFormat::List
    }

    fn list<'a>(&'a self, alphabet: &'a Alphabet) -> WordListFile<'a> {
        WordListFile { path: self.path, name: &self.name, bytes: &self.bytes, alphabet }
    }

    fn graph(&self, alphabet: &Alphabet) -> Result<WordGraph, LexiconError> {
        match self.kind {
            LexiconFormat::Graph => open_bytes(self.path, self.bytes.clone()),
            LexiconFormat::Packed => unpack(self.path, &self.bytes),
            LexiconFormat::Kwg(packing) => kwg::read(&self.bytes, &self.name, alphabet, packing)
                .map_err(|error| LexiconError::Kwg { path: self.path.to_owned(), error }),
            LexiconFormat::List => read_list(self.path, &self.name, &self.bytes, alphabet),
        }
    }
}

fn read_list(path: &Path, name: &str, bytes: &[u8], alphabet: &Alphabet) -> Result<WordGraph, LexiconError> {
    let words = text::read(bytes, alphabet, text::Columns::Whole)
        .into_words()
        .map_err(|faults| LexiconError::List { path: path.to_owned(), faults })?;
    WordGraph::build(name, alphabet, &words)
        .map_err(|error| LexiconError::Build { path: path.to_owned(), error })
}

fn open(path: &Path) -> Result<WordGraph, LexiconError> {
    let bytes = fs::read(path).map_err(|error| io_error(path, error))?;
    open_bytes(path, bytes)
}

fn open_bytes(path: &Path, bytes: Vec<u8>) -> Result<WordGraph, LexiconError> {
    if PackedGraph::new(&bytes).is_some() {
        return unpack(path, &bytes);
    }
    WordGraph::open(bytes).map_err(|error| LexiconError::Graph { path: path.to_owned(), error })
}

fn unpack(path: &Path, bytes: &[u8]) -> Result<WordGraph, LexiconError> {
    let unpacked = PackedGraph::new(bytes).ok_or(LoadError::NotAGraph).and_then(|packed| packed.unpack());
    unpacked.map_err(|error| LexiconError::Graph { path: path.to_owned(), error })
}

fn io_error(path: &Path, error: io::Error) -> LexiconError {
    LexiconError::Io { path: path.to_owned(), error }
}

/// Both alphabets must have the same capital letters in the same order. Vowels and other spellings do not matter.
fn check_alphabet(graph: &WordGraph, tiles: &Alphabet) -> Result<(), LexiconError> {
    let letters = |alphabet: &Alphabet| {
        alphabet.letters().map(|letter| alphabet.upper(letter).to_owned()).collect::<Vec<_>>().join(" ")
    };
    let (lexicon, tiles) = (letters(graph.alphabet()), letters(tiles));
    if lexicon == tiles {
        return Ok(());
    }
    Err(LexiconError::Alphabet { name: graph.name().to_owned(), lexicon, tiles })
}

fn installed_files(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == EXTENSION))
        .collect();
    paths.sort();
    paths
}

fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    (1..=64).contains(&name.len()) && name.chars().all(allowed) && !name.starts_with('.')
}
