//! Rules, boards, tile sets and lexicons by name.

use crate::status::{self, RenderedError};
use anyhow::Context;
use boardlang::RenderStyle;
use directories::ProjectDirs;
use lexicon::{AnyWord, LoadError, WordGraph, WordList};
use presets::{BoardSeed, CacheNotice, DataFileErrors, DataKind, LexiconError, Library, Source, TilePreset};
use rules::{Board, Ruleset};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// The shipped data files and those of the user.
pub(crate) struct Catalog {
    library: Library,
    data_dir: Option<PathBuf>,
    paint: RenderStyle,
}

/// The words that are allowed.
pub(crate) enum WordSource {
    /// All words.
    Any,
    /// The words of a lexicon.
    Lexicon(WordGraph),
}

impl WordSource {
    /// The word list for the rules.
    pub(crate) fn list(&self) -> &dyn WordList {
        match self {
            WordSource::Any => &AnyWord,
            WordSource::Lexicon(graph) => graph,
        }
    }
}

impl Catalog {
    /// Creates a catalog with the given data directory, or the data directory of the system.
    pub(crate) fn new(data: Option<PathBuf>, paint: RenderStyle) -> Catalog {
        let data_dir = data.clone();
        let system = ProjectDirs::from("", "", "quixotry");
        let cache = match (&data, &system) {
            (Some(data), _) => Some(data.join("cache")),
            (None, Some(system)) => Some(system.cache_dir().to_owned()),
            (None, None) => None,
        };
        let library = Library::new(data.or_else(|| system.map(|dirs| dirs.data_dir().to_owned())));
        let library = match cache {
            Some(cache) => library.with_cache(cache, print_cache_notice),
            None => library,
        };
        Catalog { library, data_dir, paint }
    }

    /// The data directory of the command line, if one is given.
    pub(crate) fn data_dir(&self) -> Option<&Path> {
        self.data_dir.as_deref()
    }

    /// The library of data files.
    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// Loads all data files of a kind, in the order of their names. A file of the user that has errors is skipped with a
    /// note, so that it does not hide the others.
    pub(crate) fn load_all<T>(
        &self,
        kind: DataKind,
        load: impl Fn(&Library, &Source) -> Result<T, DataFileErrors>,
    ) -> Vec<(String, T)> {
        let mut sources = self.library.list(kind);
        sources.sort_by(|a, b| a.name.cmp(&b.name));
        let loaded = |source: Source| match load(&self.library, &source) {
            Ok(loaded) => Some((source.name, loaded)),
            Err(_) => {
                let check = match kind {
                    DataKind::Rules => "rules check",
                    DataKind::Boards => "board check",
                    DataKind::Tiles => "tiles show",
                };
                status::print_note(&format!(
                    "{} has errors and is skipped: see `quixotry {check}`",
                    source.label
                ));
                None
            }
        };
        sources.into_iter().filter_map(loaded).collect()
    }

    /// The library with a seed for random boards.
    pub(crate) fn library_with_seed(&self, seed: Option<u64>) -> Library {
        seed.map_or_else(|| self.library.clone(), |seed| self.library.clone().with_seed(BoardSeed(seed)))
    }

    /// Rules by name or path.
    pub(crate) fn rules(&self, name: &str, seed: Option<u64>) -> anyhow::Result<Ruleset> {
        self.render_faults(self.library_with_seed(seed).rules(name))
    }

    /// A board by name or path.
    pub(crate) fn board(&self, name: &str, seed: Option<u64>) -> anyhow::Result<Board> {
        self.render_faults(self.library_with_seed(seed).board(name))
    }

    /// A tile set by name or path.
    pub(crate) fn tiles(&self, name: &str) -> anyhow::Result<TilePreset> {
        self.render_faults(self.library.tiles(name))
    }

    /// A lexicon by name or path. Text lists and KWG files need the letters of a tile set.
    pub(crate) fn lexicon(&self, name: &str, tiles: &str) -> anyhow::Result<WordGraph> {
        match self.library.own_lexicon(name) {
            Err(LexiconError::Graph { error: LoadError::NotAGraph, .. }) => {
                let set = self.tiles(tiles)?.set;
                Ok(self.library.lexicon(name, set.alphabet())?)
            }
            other => Ok(other?),
        }
    }

    /// The words of a lexicon by name or path; `none` allows all words.
    pub(crate) fn words(&self, name: &str, rules: &Ruleset) -> anyhow::Result<WordSource> {
        match name {
            "none" => Ok(WordSource::Any),
            _ => Ok(WordSource::Lexicon(self.library.lexicon_of(name, rules)?)),
        }
    }

    /// The name of the lexicon that a game or position names, in any case of letters; if it is not installed, the other
    /// one with a note.
    pub(crate) fn lexicon_or_note(&self, named: &str, other: &str) -> String {
        self.library.lexicon_name(named).unwrap_or_else(|| {
            status::print_note(&format!(
                "the lexicon {named} is not installed, so {other} is used instead; `quixotry lexicon add FILE --name {named}` installs it"
            ));
            other.to_owned()
        })
    }

    /// The default lexicon of the rules.
    pub(crate) fn default_words(&self, rules: &Ruleset) -> anyhow::Result<WordSource> {
        self.words(&rules.lexicon, rules).with_context(|| {
            format!(
                "the rules {} use the lexicon {:?}; name another one with --lexicon, or use --lexicon none",
                rules.name, rules.lexicon
            )
        })
    }

    /// Renders the errors of a data file with their places.
    pub(crate) fn render_faults<T>(&self, loaded: Result<T, DataFileErrors>) -> anyhow::Result<T> {
        Ok(loaded.map_err(|faults| RenderedError(faults.render(self.paint)))?)
    }
}

/// Prints a notice of the word graph cache; progress only on a terminal.
fn print_cache_notice(notice: &CacheNotice<'_>) {
    match notice {
        CacheNotice::Building { list } if std::io::stderr().is_terminal() => {
            status::print_note(&format!(
                "building the word graph of {} (cached for the next run)",
                list.display()
            ));
        }
        CacheNotice::Building { .. } => {}
        CacheNotice::Damaged { file, reason } => {
            status::print_note(&format!("{} is damaged and is built again: {reason}", file.display()));
        }
        CacheNotice::NotStored { file, reason } => {
            status::print_note(&format!("cannot cache the word graph in {}: {reason}", file.display()));
        }
    }
}
