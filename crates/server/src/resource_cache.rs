//! Rules and lexica: found by name, read from what players send, kept while games use them.

use crate::api_error::ApiError;
use crate::resources::{GameResources, LexiconId};
use lexicon::WordGraph;
use presets::{LexiconError, Library, Source};
use rules::Ruleset;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Kits that are kept although no game uses them at the moment.
const KEPT: usize = 32;

/// How long rules are good that were read by name: the operator may change the files at any time.
const FRESH: Duration = Duration::from_secs(1);

/// Everything games are made of.
pub(crate) struct ResourceCache {
    library: Library,
    entries: Mutex<CacheEntries>,
}

#[derive(Default)]
struct CacheEntries {
    kits: HashMap<[u8; 32], Weak<GameResources>>,
    recent: VecDeque<Arc<GameResources>>,
    words: HashMap<String, WordGraph>,
    rules: HashMap<String, (Instant, Ruleset)>,
}

impl ResourceCache {
    pub(crate) fn new(library: Library) -> ResourceCache {
        ResourceCache { library: library.without_paths(), entries: Mutex::default() }
    }

    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// A panic elsewhere leaves the shelves whole: they change in steps that cannot fail.
    fn entries(&self) -> MutexGuard<'_, CacheEntries> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Rules that a player sent.
    pub(crate) fn parse_rules(&self, text: &str) -> Result<Ruleset, ApiError> {
        let source = Source::from_text("own", text);
        self.library
            .rules_from(&source)
            .map_err(|faults| ApiError::invalid("rules.source", faults.to_string()))
    }

    /// Rules by name, read once where many games are made at once.
    pub(crate) fn rules(&self, name: &str) -> Result<Ruleset, ApiError> {
        let is_fresh = |read: Instant| read.elapsed() < FRESH;
        if let Some((_, rules)) = self.entries().rules.get(name).filter(|(read, _)| is_fresh(*read)) {
            return Ok(rules.clone());
        }
        let read = Instant::now();
        let rules = self.library.rules(name);
        let rules = rules.map_err(|faults| ApiError::unfit("no-such-rules", faults.to_string()))?;
        let mut entries = self.entries();
        entries.rules.retain(|_, (read, _)| is_fresh(*read));
        entries.rules.insert(name.to_owned(), (read, rules.clone()));
        Ok(rules)
    }

    /// What games with these rules and this lexicon share.
    pub(crate) fn resources(&self, rules: Ruleset, lexicon: &str) -> Result<Arc<GameResources>, ApiError> {
        let words = self.words(lexicon, &rules)?;
        let name = LexiconId { name: lexicon.to_owned(), digest: words.content_hash().to_string() };
        let source: Arc<str> = presets::to_toml(&rules).into();
        Ok(self
            .insert(&source, &name, || GameResources::new(rules, source.clone(), name.clone(), Some(words))))
    }

    /// The kit of a stored game.
    pub(crate) fn get_stored(
        &self,
        source: &str,
        lexicon: &LexiconId,
    ) -> Result<Arc<GameResources>, ApiError> {
        if let Some(resources) = self.find(&address(source, lexicon)) {
            return Ok(resources);
        }
        let rules = self.library.rules_from(&Source::from_text("stored", source));
        let rules = rules.map_err(|faults| ApiError::Broken(format!("stored rules: {faults}")))?;
        let words = self.stored_words(lexicon, &rules);
        let make = || GameResources::new(rules, source.into(), lexicon.clone(), words);
        Ok(self.insert(source, lexicon, make))
    }

    fn find(&self, address: &[u8; 32]) -> Option<Arc<GameResources>> {
        self.entries().kits.get(address)?.upgrade()
    }

    fn insert(
        &self,
        source: &str,
        lexicon: &LexiconId,
        make: impl FnOnce() -> GameResources,
    ) -> Arc<GameResources> {
        let address = address(source, lexicon);
        let mut entries = self.entries();
        let found = entries.kits.get(&address).and_then(Weak::upgrade);
        let resources = found.unwrap_or_else(|| Arc::new(make()));
        entries.kits.insert(address, Arc::downgrade(&resources));
        entries.recent.retain(|recent| !Arc::ptr_eq(recent, &resources));
        entries.recent.push_back(resources.clone());
        if entries.recent.len() > KEPT {
            entries.recent.pop_front();
            entries.kits.retain(|_, resources| resources.strong_count() > 0);
        }
        resources
    }

    /// A lexicon by name, opened once.
    pub(crate) fn words(&self, name: &str, rules: &Ruleset) -> Result<WordGraph, ApiError> {
        let fits = |words: &WordGraph| words.alphabet().len() == rules.tiles.alphabet().len();
        if let Some(words) = self.entries().words.get(name).filter(|words| fits(words)) {
            return Ok(words.clone());
        }
        let words = self.library.lexicon(name, rules.tiles.alphabet()).map_err(|error| match error {
            LexiconError::Missing { name, suggestion } => ApiError::unfit(
                "no-such-lexicon",
                format!("there is no lexicon called {name:?} ({suggestion})"),
            ),
            error @ LexiconError::Alphabet { .. } => ApiError::unfit("lexicon-unfit", error.to_string()),
            error => ApiError::Broken(error.to_string()),
        })?;
        self.entries().words.insert(name.to_owned(), words.clone());
        Ok(words)
    }

    /// The lexicon a game was made with, by its content: one of the same name may have changed.
    fn stored_words(&self, lexicon: &LexiconId, rules: &Ruleset) -> Option<WordGraph> {
        let same = |words: &WordGraph| words.content_hash().to_string() == lexicon.digest;
        let by_hash = || self.library.lexicon_by_hash(lexicon.digest.parse().ok()?);
        self.words(&lexicon.name, rules).ok().filter(same).or_else(by_hash)
    }
}

/// What a kit is found by.
fn address(source: &str, lexicon: &LexiconId) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(lexicon.digest.as_bytes());
    digest.update([0]);
    digest.update(source.as_bytes());
    digest.finalize().into()
}
