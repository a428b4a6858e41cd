//! Rules and lexica: found by name, read from what players send, kept while games use them.

use crate::kit::{Kit, LexiconName};
use crate::problem::Problem;
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
pub(crate) struct Stock {
    library: Library,
    shelves: Mutex<Shelves>,
}

#[derive(Default)]
struct Shelves {
    kits: HashMap<[u8; 32], Weak<Kit>>,
    recent: VecDeque<Arc<Kit>>,
    words: HashMap<String, WordGraph>,
    rules: HashMap<String, (Instant, Ruleset)>,
}

impl Stock {
    pub(crate) fn new(library: Library) -> Stock {
        Stock { library: library.without_paths(), shelves: Mutex::default() }
    }

    pub(crate) fn library(&self) -> &Library {
        &self.library
    }

    /// A panic elsewhere leaves the shelves whole: they change in steps that cannot fail.
    fn shelves(&self) -> MutexGuard<'_, Shelves> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Rules that a player sent.
    pub(crate) fn own_rules(&self, text: &str) -> Result<Ruleset, Problem> {
        let source = Source::given("own", text);
        self.library
            .rules_from(&source)
            .map_err(|faults| Problem::invalid("rules.source", faults.to_string()))
    }

    /// Rules by name, read once where many games are made at once.
    pub(crate) fn rules(&self, name: &str) -> Result<Ruleset, Problem> {
        let is_fresh = |read: Instant| read.elapsed() < FRESH;
        if let Some((_, rules)) = self.shelves().rules.get(name).filter(|(read, _)| is_fresh(*read)) {
            return Ok(rules.clone());
        }
        let read = Instant::now();
        let rules = self.library.rules(name);
        let rules = rules.map_err(|faults| Problem::unfit("no-such-rules", faults.to_string()))?;
        let mut shelves = self.shelves();
        shelves.rules.retain(|_, (read, _)| is_fresh(*read));
        shelves.rules.insert(name.to_owned(), (read, rules.clone()));
        Ok(rules)
    }

    /// What games with these rules and this lexicon share.
    pub(crate) fn kit(&self, rules: Ruleset, lexicon: &str) -> Result<Arc<Kit>, Problem> {
        let words = self.words(lexicon, &rules)?;
        let name = LexiconName { name: lexicon.to_owned(), digest: words.content_hash().to_string() };
        let source: Arc<str> = presets::to_toml(&rules).into();
        Ok(self.shelve(&source, &name, || Kit::new(rules, source.clone(), name.clone(), Some(words))))
    }

    /// The kit of a stored game.
    pub(crate) fn stored_kit(&self, source: &str, lexicon: &LexiconName) -> Result<Arc<Kit>, Problem> {
        if let Some(kit) = self.shelved(&address(source, lexicon)) {
            return Ok(kit);
        }
        let rules = self.library.rules_from(&Source::given("stored", source));
        let rules = rules.map_err(|faults| Problem::Broken(format!("stored rules: {faults}")))?;
        let words = self.stored_words(lexicon, &rules);
        let make = || Kit::new(rules, source.into(), lexicon.clone(), words);
        Ok(self.shelve(source, lexicon, make))
    }

    fn shelved(&self, address: &[u8; 32]) -> Option<Arc<Kit>> {
        self.shelves().kits.get(address)?.upgrade()
    }

    fn shelve(&self, source: &str, lexicon: &LexiconName, make: impl FnOnce() -> Kit) -> Arc<Kit> {
        let address = address(source, lexicon);
        let mut shelves = self.shelves();
        let found = shelves.kits.get(&address).and_then(Weak::upgrade);
        let kit = found.unwrap_or_else(|| Arc::new(make()));
        shelves.kits.insert(address, Arc::downgrade(&kit));
        shelves.recent.retain(|recent| !Arc::ptr_eq(recent, &kit));
        shelves.recent.push_back(kit.clone());
        if shelves.recent.len() > KEPT {
            shelves.recent.pop_front();
            shelves.kits.retain(|_, kit| kit.strong_count() > 0);
        }
        kit
    }

    /// A lexicon by name, opened once.
    pub(crate) fn words(&self, name: &str, rules: &Ruleset) -> Result<WordGraph, Problem> {
        let fits = |words: &WordGraph| words.alphabet().len() == rules.tiles.alphabet().len();
        if let Some(words) = self.shelves().words.get(name).filter(|words| fits(words)) {
            return Ok(words.clone());
        }
        let words = self.library.lexicon(name, rules.tiles.alphabet()).map_err(|error| match error {
            LexiconError::Missing { name, advice } => {
                Problem::unfit("no-such-lexicon", format!("there is no lexicon called {name:?} ({advice})"))
            }
            error @ LexiconError::Alphabet { .. } => Problem::unfit("lexicon-unfit", error.to_string()),
            error => Problem::Broken(error.to_string()),
        })?;
        self.shelves().words.insert(name.to_owned(), words.clone());
        Ok(words)
    }

    /// The lexicon a game was made with, by its content: one of the same name may have changed.
    fn stored_words(&self, lexicon: &LexiconName, rules: &Ruleset) -> Option<WordGraph> {
        let same = |words: &WordGraph| words.content_hash().to_string() == lexicon.digest;
        let by_hash = || self.library.lexicon_by_hash(lexicon.digest.parse().ok()?);
        self.words(&lexicon.name, rules).ok().filter(same).or_else(by_hash)
    }
}

/// What a kit is found by.
fn address(source: &str, lexicon: &LexiconName) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(lexicon.digest.as_bytes());
    digest.update([0]);
    digest.update(source.as_bytes());
    digest.finalize().into()
}
