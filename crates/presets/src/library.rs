//! Where rules, boards and tile sets are found: shipped, in the user's own directories, or by path.

use crate::board::{self, BoardOverrides, BoardSeed};
use crate::cache::{CacheNotice, GraphCache};
use crate::error::{DataFileError, DataFileErrors};
use crate::reader::{ErrorCollector, advice};
use crate::source::{Source, SourceOrigin, SourceSpan};
use crate::tileset::{self, TilePreset};
use crate::toml_tree;
use crate::{ruleset, shipped};
use rules::{Board, Ruleset};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file that is read.
const MAX_FILE: u64 = 4 << 20;

/// The kinds of data file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DataKind {
    /// Sets of rules.
    Rules,
    /// Boards.
    Boards,
    /// Tile sets.
    Tiles,
}

impl DataKind {
    /// All kinds.
    pub const ALL: [DataKind; 3] = [DataKind::Rules, DataKind::Boards, DataKind::Tiles];

    /// The directory its files are kept in.
    pub fn directory(self) -> &'static str {
        match self {
            DataKind::Rules => "rules",
            DataKind::Boards => "boards",
            DataKind::Tiles => "tiles",
        }
    }

    /// One of its files in words.
    fn noun(self) -> &'static str {
        match self {
            DataKind::Rules => "set of rules",
            DataKind::Boards => "board",
            DataKind::Tiles => "tile set",
        }
    }

    fn endings(self) -> &'static [&'static str] {
        match self {
            DataKind::Boards => &["toml", "txt"],
            DataKind::Rules | DataKind::Tiles => &["toml"],
        }
    }
}

/// Finds and loads data files: a shipped one by its name, then one of the user's directories, then a path.
#[derive(Clone, Debug, Default)]
pub struct Library {
    directories: Vec<PathBuf>,
    seed: BoardSeed,
    no_paths: bool,
    cache: Option<GraphCache>,
}

impl Library {
    /// A library of what is shipped.
    pub fn shipped() -> Library {
        Library::default()
    }

    /// A library that also looks into these directories, each with `rules`, `boards`, `tiles` and `lexica` in it.
    pub fn new(directories: impl IntoIterator<Item = PathBuf>) -> Library {
        Library { directories: directories.into_iter().collect(), ..Library::default() }
    }

    /// The same library dealing random boards with another number.
    pub fn with_seed(self, seed: BoardSeed) -> Library {
        Library { seed, ..self }
    }

    /// The same library finding things by name only, so that whoever chooses the name cannot open other files.
    pub fn without_paths(self) -> Library {
        Library { no_paths: true, ..self }
    }

    /// The same library keeping the graphs of word lists in a directory, and telling what happens there.
    pub fn with_cache(self, directory: PathBuf, tell: fn(&CacheNotice<'_>)) -> Library {
        Library { cache: Some(GraphCache::new(directory, tell)), ..self }
    }

    pub(crate) fn cache(&self) -> Option<&GraphCache> {
        self.cache.as_ref()
    }

    /// The user's directories.
    pub fn directories(&self) -> &[PathBuf] {
        &self.directories
    }

    /// Loads a set of rules by name or path.
    pub fn rules(&self, name: &str) -> Result<Ruleset, DataFileErrors> {
        let source = self.source(DataKind::Rules, name)?;
        self.rules_from(&source)
    }

    /// Loads a set of rules from its text.
    pub fn rules_from(&self, source: &Source) -> Result<Ruleset, DataFileErrors> {
        let book = ErrorCollector::default();
        let read = ruleset::load(self, &Arc::new(source.clone()), &book);
        book.close(read)
    }

    /// Loads a board by name or path; `random:42` deals a random board with the number 42.
    pub fn board(&self, name: &str) -> Result<Board, DataFileErrors> {
        let book = ErrorCollector::default();
        let read = self.board_named(name, None, BoardOverrides::none(self.seed), &book);
        book.close(read)
    }

    /// Loads a board from its text.
    pub fn board_from(&self, source: &Source) -> Result<Board, DataFileErrors> {
        let book = ErrorCollector::default();
        let changes = BoardOverrides::none(self.seed);
        let read = read_board(&Arc::new(source.clone()), changes, &book);
        book.close(read)
    }

    /// Loads a tile set by name or path.
    pub fn tiles(&self, name: &str) -> Result<TilePreset, DataFileErrors> {
        let book = ErrorCollector::default();
        let read = self.tiles_named(name, None, &book);
        book.close(read)
    }

    /// Loads a tile set from its text.
    pub fn tiles_from(&self, source: &Source) -> Result<TilePreset, DataFileErrors> {
        let book = ErrorCollector::default();
        let read = read_tiles(&Arc::new(source.clone()), &book);
        book.close(read)
    }

    /// The text of a file by name or path.
    pub fn source(&self, shelf: DataKind, name: &str) -> Result<Source, DataFileErrors> {
        self.find(shelf, name, None).map_err(|fault| DataFileErrors::new(vec![fault]))
    }

    /// Everything that can be found by name: what is shipped, then the user's own.
    pub fn list(&self, shelf: DataKind) -> Vec<Source> {
        let mut found: Vec<Source> = shipped::all(shelf).collect();
        for path in self.own_files(shelf) {
            let source = fs::read_to_string(&path).map(|text| Source::file(&path, text));
            found.extend(source.ok().filter(|own| found.iter().all(|known| known.name != own.name)));
        }
        found
    }

    fn own_files(&self, shelf: DataKind) -> Vec<PathBuf> {
        let directories = self.directories.iter().map(|directory| directory.join(shelf.directory()));
        let entries = directories.filter_map(|directory| fs::read_dir(directory).ok()).flatten().flatten();
        let has_ending = |path: &PathBuf| {
            path.extension().is_some_and(|ending| shelf.endings().iter().any(|known| ending == *known))
        };
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(has_ending).collect();
        paths.sort();
        paths
    }

    pub(crate) fn opens_paths(&self) -> bool {
        !self.no_paths
    }

    pub(crate) fn seed(&self) -> BoardSeed {
        self.seed
    }

    pub(crate) fn board_named(
        &self,
        name: &str,
        asked: Option<&FileReference<'_>>,
        changes: BoardOverrides,
        book: &ErrorCollector,
    ) -> Option<Board> {
        let (name, seed) = with_number(name);
        let changes = BoardOverrides { seed: seed.or(changes.seed), ..changes };
        let source = self.find(DataKind::Boards, name, asked).map_err(|fault| book.note(fault)).ok()?;
        read_board(&Arc::new(source), changes, book)
    }

    pub(crate) fn tiles_named(
        &self,
        name: &str,
        asked: Option<&FileReference<'_>>,
        book: &ErrorCollector,
    ) -> Option<TilePreset> {
        let source = self.find(DataKind::Tiles, name, asked).map_err(|fault| book.note(fault)).ok()?;
        read_tiles(&Arc::new(source), book)
    }

    /// Finds a file; `asked` is where another file names it, which relative paths start from.
    pub(crate) fn find(
        &self,
        shelf: DataKind,
        name: &str,
        asked: Option<&FileReference<'_>>,
    ) -> Result<Source, DataFileError> {
        if let Some(source) = shipped::find(shelf, name) {
            return Ok(source);
        }
        let own = self.in_directories(shelf, name);
        let path =
            own.or_else(|| self.by_path(name, asked)).ok_or_else(|| self.missing(shelf, name, asked))?;
        let text = read_file(&path).map_err(|message| at(asked, format!("{}: {message}", path.display())))?;
        Ok(Source::file(&path, text))
    }

    fn in_directories(&self, shelf: DataKind, name: &str) -> Option<PathBuf> {
        let is_plain = Path::new(name).components().count() == 1 && !name.contains(['/', '\\']);
        let candidates = self.directories.iter().flat_map(|directory| {
            let shelf_directory = directory.join(shelf.directory());
            shelf.endings().iter().map(move |ending| shelf_directory.join(format!("{name}.{ending}")))
        });
        candidates.filter(|_| is_plain).find(|path| path.is_file())
    }

    fn by_path(&self, name: &str, asked: Option<&FileReference<'_>>) -> Option<PathBuf> {
        let base = asked.and_then(|asked| asked.place.source.directory());
        let path = base.map_or_else(|| PathBuf::from(name), |base| base.join(name));
        (!self.no_paths && path.is_file()).then_some(path)
    }

    fn missing(&self, shelf: DataKind, name: &str, asked: Option<&FileReference<'_>>) -> DataFileError {
        let names: Vec<String> = self.list(shelf).into_iter().map(|source| source.name).collect();
        let what = if self.no_paths { "" } else { " and no such file" };
        let message = format!("there is no {} called {name:?}{what}", shelf.noun());
        at(asked, message).help(advice(name, names.iter().map(String::as_str)))
    }
}

/// Where a file names another one.
pub(crate) struct FileReference<'a> {
    pub(crate) place: &'a SourceSpan,
    pub(crate) key: &'a str,
}

fn at(asked: Option<&FileReference<'_>>, message: String) -> DataFileError {
    match asked {
        Some(asked) => DataFileError::new(asked.place, asked.key, message),
        None => DataFileError::nowhere(message),
    }
}

/// A name such as `random:42`, taken apart.
fn with_number(name: &str) -> (&str, Option<BoardSeed>) {
    let parts = name.rsplit_once(':').and_then(|(name, number)| Some((name, number.parse().ok()?)));
    parts.map_or((name, None), |(name, number)| (name, Some(BoardSeed(number))))
}

fn read_file(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > MAX_FILE {
        return Err(format!("the file has {size} bytes, which is too much for a data file"));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "the file is not UTF-8 text".to_owned())
}

fn read_board(source: &Arc<Source>, changes: BoardOverrides, book: &ErrorCollector) -> Option<Board> {
    if source.has_ending("txt") {
        return board::read_text(source, changes, book);
    }
    board::read(&book.keep(toml_tree::parse(source))?, "", changes, book)
}

fn read_tiles(source: &Arc<Source>, book: &ErrorCollector) -> Option<TilePreset> {
    let node = book.keep(toml_tree::parse(source))?;
    let preset = tileset::read(&node, "", book)?;
    let named_alike = source.origin == SourceOrigin::Given || preset.set.name() == source.name;
    if !named_alike {
        let message = format!("is {:?}, but the file is called {:?}", preset.set.name(), source.name);
        book.note(DataFileError::new(&node.nearest("name").place, "name", message));
    }
    Some(preset)
}
