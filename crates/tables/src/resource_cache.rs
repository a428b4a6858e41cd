//! Finds rules and lexica by name, reads rules that players send, and caches both while games use them.

use crate::resources::{GameResources, LexiconId};
use http_api::ApiError;
use lexicon::WordGraph;
use presets::{BoardSeed, LexiconError, Library, NO_LEXICON, Source};
use rules::{Board, Ruleset};
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// How many resources are kept although no game uses them.
const RECENT: usize = 32;

/// How long rules read by name are cached. The operator may change the files at any time.
const RULES_FRESH: Duration = Duration::from_secs(1);

/// Finds and caches the resources of games.
pub struct ResourceCache {
    library: Library,
    entries: Mutex<CacheEntries>,
}

#[derive(Default)]
struct CacheEntries {
    resources: HashMap<[u8; 32], Weak<GameResources>>,
    recent: VecDeque<Arc<GameResources>>,
    words: HashMap<String, WordGraph>,
    rules: HashMap<String, (Instant, Ruleset)>,
}

impl ResourceCache {
    pub(crate) fn new(library: Library) -> ResourceCache {
        ResourceCache { library: library.without_paths(), entries: Mutex::default() }
    }

    /// The library of rules, boards, tile sets and lexica.
    #[must_use]
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// A panic elsewhere leaves the entries intact: they change in steps that cannot fail.
    fn entries(&self) -> MutexGuard<'_, CacheEntries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Parses rules that a player sent. A random board is dealt from the seed.
    pub(crate) fn parse_rules(&self, text: &str, seed: BoardSeed) -> Result<Ruleset, ApiError> {
        let source = Source::from_text("own", text);
        self.library_with_seed(seed)
            .rules_from(&source)
            .map_err(|errors| ApiError::malformed("rules.source", errors.to_string()))
    }

    fn library_with_seed(&self, seed: BoardSeed) -> Library {
        self.library.clone().with_seed(seed)
    }

    /// A board by name. A random board is dealt from the seed.
    pub(crate) fn board(&self, name: &str, seed: BoardSeed) -> Result<Board, ApiError> {
        let board = self.library_with_seed(seed).board(name);
        board.map_err(|errors| ApiError::unprocessable("no-such-board", errors.to_string()))
    }

    /// Rules by name, for one game: a random board is dealt from the seed.
    pub(crate) fn rules_of_game(&self, name: &str, seed: BoardSeed) -> Result<Ruleset, ApiError> {
        let rules = self.rules(name)?;
        if rules.board.seed().is_none() {
            return Ok(rules);
        }
        let dealt = self.library_with_seed(seed).rules(name);
        dealt.map_err(|errors| ApiError::unprocessable("no-such-rules", errors.to_string()))
    }

    /// Rules by name.
    pub(crate) fn rules(&self, name: &str) -> Result<Ruleset, ApiError> {
        let is_fresh = |read: Instant| read.elapsed() < RULES_FRESH;
        if let Some((_, rules)) = self.entries().rules.get(name).filter(|(read, _)| is_fresh(*read)) {
            return Ok(rules.clone());
        }
        let read = Instant::now();
        let rules = self.library.rules(name);
        let rules = rules.map_err(|errors| ApiError::unprocessable("no-such-rules", errors.to_string()))?;
        let mut entries = self.entries();
        entries.rules.retain(|_, (read, _)| is_fresh(*read));
        entries.rules.insert(name.to_owned(), (read, rules.clone()));
        Ok(rules)
    }

    /// The resources of games with these rules and this lexicon.
    ///
    /// # Errors
    /// `no-such-lexicon`, or `lexicon-unfit` if its alphabet is not that of the rules.
    pub fn get(&self, rules: Ruleset, lexicon: &str) -> Result<Arc<GameResources>, ApiError> {
        let words = self.words(lexicon, &rules)?;
        let id = LexiconId { name: lexicon.to_owned(), digest: words.content_hash().to_string() };
        let source: Arc<str> = presets::to_toml(&rules).into();
        Ok(self.insert(&source, &id, || GameResources::new(rules, source.clone(), id.clone(), Some(words))))
    }

    /// The resources of a stored game.
    pub(crate) fn get_stored(
        &self,
        source: &str,
        lexicon: &LexiconId,
    ) -> Result<Arc<GameResources>, ApiError> {
        // A lexicon that was gone may have come back.
        if let Some(resources) = self.find(&address(source, lexicon)).filter(|found| found.words().is_ok()) {
            return Ok(resources);
        }
        let rules = self.library.rules_from(&Source::from_text("stored", source));
        let rules = rules.map_err(|errors| ApiError::Internal(format!("stored rules: {errors}")))?;
        let words = self.stored_words(lexicon, &rules);
        let make = || GameResources::new(rules, source.into(), lexicon.clone(), words);
        Ok(self.insert(source, lexicon, make))
    }

    fn find(&self, address: &[u8; 32]) -> Option<Arc<GameResources>> {
        self.entries().resources.get(address)?.upgrade()
    }

    fn insert(
        &self,
        source: &str,
        lexicon: &LexiconId,
        make: impl FnOnce() -> GameResources,
    ) -> Arc<GameResources> {
        let address = address(source, lexicon);
        let mut entries = self.entries();
        let cached = entries.resources.get(&address).and_then(Weak::upgrade);
        let cached = cached.filter(|cached| cached.words().is_ok());
        let resources = cached.unwrap_or_else(|| Arc::new(make()));
        entries.resources.insert(address, Arc::downgrade(&resources));
        entries.recent.retain(|recent| !Arc::ptr_eq(recent, &resources));
        entries.recent.push_back(resources.clone());
        if entries.recent.len() > RECENT {
            entries.recent.pop_front();
            entries.resources.retain(|_, resources| resources.strong_count() > 0);
        }
        resources
    }

    /// A lexicon by name, opened once; or the words that the rules bring, if it is theirs.
    ///
    /// # Errors
    /// `no-such-lexicon`, or `lexicon-unfit` if its alphabet is not that of the rules.
    pub fn words(&self, name: &str, rules: &Ruleset) -> Result<WordGraph, ApiError> {
        if rules.own_words.is_some() && name == rules.lexicon {
            return self.load_words(name, rules);
        }
        let fits = |words: &WordGraph| words.alphabet().len() == rules.tiles.alphabet().len();
        let cached = self.entries().words.get(name).filter(|words| fits(words)).cloned();
        // The empty lexicon has the letters of any tile set.
        if let Some(words) = cached.filter(|_| name != NO_LEXICON) {
            return Ok(words);
        }
        let words = self.load_words(name, rules)?;
        self.entries().words.insert(name.to_owned(), words.clone());
        Ok(words)
    }

    fn load_words(&self, name: &str, rules: &Ruleset) -> Result<WordGraph, ApiError> {
        self.library.lexicon_of(name, rules).map_err(|error| match error {
            // How to install one is for the operator, not for the visitor.
            LexiconError::Missing { name, suggestion, help: _ } => ApiError::unprocessable(
                "no-such-lexicon",
                format!("there is no lexicon called {name:?} ({suggestion})"),
            ),
            error @ LexiconError::Alphabet { .. } => {
                ApiError::unprocessable("lexicon-unfit", error.to_string())
            }
            error => ApiError::Internal(error.to_string()),
        })
    }

    /// The lexicon that a game was created with, by content: the file of that name may have changed.
    fn stored_words(&self, lexicon: &LexiconId, rules: &Ruleset) -> Option<WordGraph> {
        let is_same = |words: &WordGraph| words.content_hash().to_string() == lexicon.digest;
        let by_hash = || self.library.lexicon_by_hash(lexicon.digest.parse().ok()?);
        self.words(&lexicon.name, rules).ok().filter(is_same).or_else(by_hash)
    }
}

/// The cache key of resources.
fn address(source: &str, lexicon: &LexiconId) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(lexicon.digest.as_bytes());
    digest.update([0]);
    digest.update(source.as_bytes());
    digest.finalize().into()
}
