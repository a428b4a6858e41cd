//! Where rules, boards and tile sets are found: shipped, in the user's own directories, or by path.

use crate::board::{self, BoardOverrides, BoardSeed};
use crate::cache::{CacheNotice, GraphCache};
use crate::error::{DataFileError, DataFileErrors};
use crate::reader::{ErrorCollector, suggest};
use crate::source::{Source, SourceOrigin, SourceSpan};
use crate::tileset::{self, TilePreset};
use crate::toml_tree::{self, TomlNode};
use crate::{ruleset, shipped};
use rules::{Board, Ruleset};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest file that is loaded, in bytes.
const MAX_FILE: u64 = 4 << 20;

/// The kinds of data file.
///
/// ```
/// # mod quixotry { pub use quixotry_presets as presets; }
/// use quixotry::presets::{DataKind, Library};
///
/// let names: Vec<String> = Library::shipped().list(DataKind::Boards).into_iter().map(|board| board.name).collect();
/// assert!(names.iter().any(|name| name == "classic"));
/// ```
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

    /// The directory that holds files of this kind.
    pub fn directory(self) -> &'static str {
        match self {
            DataKind::Rules => "rules",
            DataKind::Boards => "boards",
            DataKind::Tiles => "tiles",
        }
    }

    /// What one such file is called in messages.
    fn noun(self) -> &'static str {
        match self {
            DataKind::Rules => "set of rules",
            DataKind::Boards => "board",
            DataKind::Tiles => "tile set",
        }
    }

    fn extensions(self) -> &'static [&'static str] {
        match self {
            DataKind::Boards => &["toml", "txt"],
            DataKind::Rules | DataKind::Tiles => &["toml"],
        }
    }
}

/// Finds and loads data files: a shipped file by its name, then a file in the user's directories, then a path.
///
/// ```
/// # mod quixotry { pub use quixotry_presets as presets; }
/// use quixotry::presets::Library;
///
/// let library = Library::shipped();
/// assert_eq!(library.board("classic")?.title(), "Classic 15×15");
/// assert_eq!(library.tiles("english")?.set.all().len(), 100);
/// assert!(library.rules("no-such-rules").is_err());
/// # Ok::<(), quixotry::presets::DataFileErrors>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    directories: Vec<PathBuf>,
    seed: BoardSeed,
    no_paths: bool,
    cache: Option<GraphCache>,
}

impl Library {
    /// A library of the shipped files alone.
    #[must_use]
    pub fn shipped() -> Library {
        Library::default()
    }

    /// A library that also searches these directories for their subdirectories `rules`, `boards`, `tiles` and `lexica`.
    #[must_use]
    pub fn new(directories: impl IntoIterator<Item = PathBuf>) -> Library {
        Library { directories: directories.into_iter().collect(), ..Library::default() }
    }

    /// The same library with another seed for random boards.
    #[must_use]
    pub fn with_seed(self, seed: BoardSeed) -> Library {
        Library { seed, ..self }
    }

    /// The same library without access by path, so that a name from outside cannot open other files.
    #[must_use]
    pub fn without_paths(self) -> Library {
        Library { no_paths: true, ..self }
    }

    /// The same library with a cache directory for the graphs of word lists. `notify` is called for each event of the cache.
    #[must_use]
    pub fn with_cache(self, directory: PathBuf, notify: fn(&CacheNotice<'_>)) -> Library {
        Library { cache: Some(GraphCache::new(directory, notify)), ..self }
    }

    pub(crate) fn cache(&self) -> Option<&GraphCache> {
        self.cache.as_ref()
    }

    /// The user's directories.
    #[must_use]
    pub fn directories(&self) -> &[PathBuf] {
        &self.directories
    }

    /// Loads a set of rules by name or path.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the file and with the files that it names.
    pub fn rules(&self, name: &str) -> Result<Ruleset, DataFileErrors> {
        let source = self.source(DataKind::Rules, name)?;
        self.rules_from(&source)
    }

    /// Loads a set of rules from its text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text and with the files that it names.
    pub fn rules_from(&self, source: &Source) -> Result<Ruleset, DataFileErrors> {
        let errors = ErrorCollector::default();
        let read = ruleset::load(self, &Arc::new(source.clone()), &errors);
        errors.into_result(read)
    }

    /// Loads a board by name or path. `random:42` is the random board with the seed 42.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the file.
    pub fn board(&self, name: &str) -> Result<Board, DataFileErrors> {
        let errors = ErrorCollector::default();
        let read = self.board_named(name, None, BoardOverrides::none(self.seed), &errors);
        errors.into_result(read)
    }

    /// Loads a board from its text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text.
    pub fn board_from(&self, source: &Source) -> Result<Board, DataFileErrors> {
        let errors = ErrorCollector::default();
        let changes = BoardOverrides::none(self.seed);
        let read = read_board(&Arc::new(source.clone()), changes, &errors);
        errors.into_result(read)
    }

    /// Loads a tile set by name or path.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the file.
    pub fn tiles(&self, name: &str) -> Result<TilePreset, DataFileErrors> {
        let errors = ErrorCollector::default();
        let read = self.tiles_named(name, None, &errors);
        errors.into_result(read)
    }

    /// Loads a tile set from its text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the text.
    pub fn tiles_from(&self, source: &Source) -> Result<TilePreset, DataFileErrors> {
        let errors = ErrorCollector::default();
        let read = read_tiles(&Arc::new(source.clone()), &errors);
        errors.into_result(read)
    }

    /// The text of a file by name or path.
    ///
    /// # Errors
    ///
    /// The file cannot be found or read.
    pub fn source(&self, kind: DataKind, name: &str) -> Result<Source, DataFileErrors> {
        self.find(kind, name, None).map_err(|error| DataFileErrors::new(vec![error]))
    }

    /// All files that can be found by name: the shipped ones, then the user's own.
    #[must_use]
    pub fn list(&self, kind: DataKind) -> Vec<Source> {
        let mut found: Vec<Source> = shipped::all(kind).collect();
        for path in self.user_files(kind) {
            let source = fs::read_to_string(&path).map(|text| Source::file(&path, text));
            found.extend(source.ok().filter(|own| found.iter().all(|known| known.name != own.name)));
        }
        found
    }

    fn user_files(&self, kind: DataKind) -> Vec<PathBuf> {
        let directories = self.directories.iter().map(|directory| directory.join(kind.directory()));
        let entries = directories.filter_map(|directory| fs::read_dir(directory).ok()).flatten().flatten();
        let has_extension = |path: &PathBuf| {
            path.extension().is_some_and(|ending| kind.extensions().iter().any(|known| ending == *known))
        };
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(has_extension).collect();
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
        referrer: Option<&FileReference<'_>>,
        changes: BoardOverrides,
        errors: &ErrorCollector,
    ) -> Option<Board> {
        let (name, seed) = split_seed(name);
        let changes = BoardOverrides { seed: seed.or(changes.seed), ..changes };
        let source = self.find(DataKind::Boards, name, referrer).map_err(|error| errors.add(error)).ok()?;
        read_board(&Arc::new(source), changes, errors)
    }

    pub(crate) fn tiles_named(
        &self,
        name: &str,
        referrer: Option<&FileReference<'_>>,
        errors: &ErrorCollector,
    ) -> Option<TilePreset> {
        let source = self.find(DataKind::Tiles, name, referrer).map_err(|error| errors.add(error)).ok()?;
        read_tiles(&Arc::new(source), errors)
    }

    /// Finds a file. `referrer` is the place in another file that names it; relative paths start from that file.
    pub(crate) fn find(
        &self,
        kind: DataKind,
        name: &str,
        referrer: Option<&FileReference<'_>>,
    ) -> Result<Source, DataFileError> {
        if let Some(source) = shipped::find(kind, name) {
            return Ok(source);
        }
        let own = self.in_directories(kind, name);
        let path = own
            .or_else(|| self.by_path(name, referrer))
            .ok_or_else(|| self.missing_file(kind, name, referrer))?;
        let text = read_file(&path)
            .map_err(|message| error_at(referrer, format!("{}: {message}", path.display())))?;
        Ok(Source::file(&path, text))
    }

    fn in_directories(&self, kind: DataKind, name: &str) -> Option<PathBuf> {
        let is_plain = Path::new(name).components().count() == 1 && !name.contains(['/', '\\']);
        let candidates = self.directories.iter().flat_map(|directory| {
            let directory = directory.join(kind.directory());
            kind.extensions().iter().map(move |ending| directory.join(format!("{name}.{ending}")))
        });
        candidates.filter(|_| is_plain).find(|path| path.is_file())
    }

    fn by_path(&self, name: &str, referrer: Option<&FileReference<'_>>) -> Option<PathBuf> {
        let base = referrer.and_then(|referrer| referrer.span.source.directory());
        let path = base.map_or_else(|| PathBuf::from(name), |base| base.join(name));
        (!self.no_paths && path.is_file()).then_some(path)
    }

    fn missing_file(
        &self,
        kind: DataKind,
        name: &str,
        referrer: Option<&FileReference<'_>>,
    ) -> DataFileError {
        let names: Vec<String> = self.list(kind).into_iter().map(|source| source.name).collect();
        let what = if self.no_paths { "" } else { " and no such file" };
        let message = format!("there is no {} called {name:?}{what}", kind.noun());
        error_at(referrer, message).with_help(suggest(name, "available", names.iter().map(String::as_str)))
    }
}

/// A place in a file that names another file.
pub(crate) struct FileReference<'a> {
    pub(crate) span: &'a SourceSpan,
    pub(crate) key: &'a str,
}

fn error_at(referrer: Option<&FileReference<'_>>, message: String) -> DataFileError {
    match referrer {
        Some(referrer) => DataFileError::new(referrer.span, referrer.key, message),
        None => DataFileError::without_file(message),
    }
}

/// Splits a name such as `random:42` into the name and the seed.
fn split_seed(name: &str) -> (&str, Option<BoardSeed>) {
    let parts = name.rsplit_once(':').and_then(|(name, number)| Some((name, number.parse().ok()?)));
    parts.map_or((name, None), |(name, number)| (name, Some(BoardSeed(number))))
}

fn read_file(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > MAX_FILE {
        return Err(format!("the file has {size} bytes, but a data file has at most {MAX_FILE}"));
    }
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "the file is not UTF-8 text".to_owned())
}

fn read_board(source: &Arc<Source>, changes: BoardOverrides, errors: &ErrorCollector) -> Option<Board> {
    if source.has_extension("txt") {
        return board::read_text(source, changes, errors);
    }
    let node = errors.ok_or_add(toml_tree::parse(source))?;
    refuse_rules(&node, "a board", errors)?;
    board::read(&node, "", changes, errors)
}

/// Keys that only files of rules have at their top.
const RULES_ONLY: [&str; 8] =
    ["inherit", "rack", "seats", "lexicon", "challenge", "leftovers", "exchange", "tiles"];

/// A file of rules that is named where something else is wanted has one error, instead of one for each of its keys.
fn refuse_rules(node: &TomlNode, wanted: &str, errors: &ErrorCollector) -> Option<()> {
    let Some((key, entry)) = RULES_ONLY.iter().find_map(|key| Some((*key, node.table()?.get(key)?))) else {
        return Some(());
    };
    let message = format!("belongs to rules: this is a file of rules, not {wanted}");
    let help = "name it with --rules, or check it with `quixotry rules check`";
    errors.add(DataFileError::new(&entry.span, key, message).with_help(help));
    None
}

fn read_tiles(source: &Arc<Source>, errors: &ErrorCollector) -> Option<TilePreset> {
    let node = errors.ok_or_add(toml_tree::parse(source))?;
    refuse_rules(&node, "a tile set", errors)?;
    let preset = tileset::read(&node, "", errors)?;
    let named_alike = source.origin == SourceOrigin::Given || preset.set.name() == source.name;
    if !named_alike {
        let message = format!("is {:?}, but the file is called {:?}", preset.set.name(), source.name);
        errors.add(DataFileError::new(&node.nearest("name").span, "name", message));
    }
    Some(preset)
}
