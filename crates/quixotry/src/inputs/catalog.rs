//! Where rules, boards, tile sets and lexica come from.

use crate::status::{self, RenderedError};
use anyhow::Context;
use boardlang::RenderStyle;
use directories::ProjectDirs;
use lexicon::{AnyWord, LoadError, WordGraph, WordList};
use presets::{BoardSeed, CacheNotice, DataFileErrors, DataKind, LexiconError, Library, Source, TilePreset};
use rules::{Board, Ruleset};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Everything that can be named: what is shipped, and what the user has.
pub(crate) struct Catalog {
    library: Library,
    data_dir: Option<PathBuf>,
    paint: RenderStyle,
}

/// The words that are good.
pub(crate) enum WordSource {
    /// All of them.
    Any,
    /// Those of a lexicon.
    Lexicon(WordGraph),
}

impl WordSource {
    /// As the rules ask for them.
    pub(crate) fn list(&self) -> &dyn WordList {
        match self {
            WordSource::Any => &AnyWord,
            WordSource::Lexicon(graph) => graph,
        }
    }
}

impl Catalog {
    /// What is shipped and what lies in the data directory: the one asked for, or that of the system.
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

    /// The library itself.
    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// Everything of a kind that can be found by name and loaded, in the order of names. A file of the user's that is
    /// wrong is noted and left out: it must not hide the others.
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
                    "{} is wrong and left out: see `quixotry {check}`",
                    source.label
                ));
                None
            }
        };
        sources.into_iter().filter_map(loaded).collect()
    }

    /// The library library_with_seed random boards with this number.
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

    /// A lexicon by name or path; lists and KWG files are read with the letters of a tile set.
    pub(crate) fn lexicon(&self, name: &str, tiles: &str) -> anyhow::Result<WordGraph> {
        match self.library.own_lexicon(name) {
            Err(LexiconError::Graph { error: LoadError::NotAGraph, .. }) => {
                let set = self.tiles(tiles)?.set;
                Ok(self.library.lexicon(name, set.alphabet())?)
            }
            other => Ok(other?),
        }
    }

    /// The good words by the name of a lexicon, its path, or `none` for all words.
    pub(crate) fn words(&self, name: &str, rules: &Ruleset) -> anyhow::Result<WordSource> {
        match name {
            "none" => Ok(WordSource::Any),
            _ => Ok(WordSource::Lexicon(self.library.lexicon(name, rules.tiles.alphabet())?)),
        }
    }

    /// The lexicon that rules are usually played with.
    pub(crate) fn default_words(&self, rules: &Ruleset) -> anyhow::Result<WordSource> {
        self.words(&rules.lexicon, rules).with_context(|| {
            format!(
                "the rules {} are played with the lexicon {:?}; name another with --lexicon, or say --lexicon none",
                rules.name, rules.lexicon
            )
        })
    }

    /// DataFileErrors render_faults into their files.
    pub(crate) fn render_faults<T>(&self, loaded: Result<T, DataFileErrors>) -> anyhow::Result<T> {
        Ok(loaded.map_err(|faults| RenderedError(faults.render(self.paint)))?)
    }
}

/// What the cache of word lists has to say: progress only where somebody watches.
fn print_cache_notice(notice: &CacheNotice<'_>) {
    match notice {
        CacheNotice::Building { list } if std::io::stderr().is_terminal() => {
            status::print_note(&format!(
                "building the word graph of {} (kept for the next time)",
                list.display()
            ));
        }
        CacheNotice::Building { .. } => {}
        CacheNotice::Damaged { file, reason } => {
            status::print_note(&format!("{} is damaged and built again: {reason}", file.display()));
        }
        CacheNotice::NotStored { file, reason } => {
            status::print_note(&format!("the word graph cannot be stored as {}: {reason}", file.display()));
        }
    }
}
