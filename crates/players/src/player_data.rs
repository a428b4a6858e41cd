//! The data that all players of one kind of game share.

use crate::leaves::LeaveValues;
use crate::vocabulary::Vocabulary;
use crate::win_chances::WinChances;
use lexicon::{BuildError, WordGraph};
use movegen::{Generator, GeneratorData};
use rules::Ruleset;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

/// Rules and words, compiled for players. Building it takes milliseconds, a player on it microseconds; cloning it is
/// cheap.
///
/// ```
/// # mod quixotry { pub use {quixotry_players as players, presets}; }
/// use quixotry::players::{PlayerData, by_name};
///
/// let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
/// let data = PlayerData::new(&rules, quixotry::presets::english()).unwrap();
/// let players: Vec<_> = (0..100).map(|seed| by_name("greedy").unwrap().player_with(&data, seed).unwrap()).collect();
/// assert_eq!(players.len(), 100);
/// ```
#[derive(Clone, Debug)]
pub struct PlayerData {
    inner: Arc<Inner>,
    cores: NonZeroUsize,
}

#[derive(Debug)]
struct Inner {
    words: WordGraph,
    data: Arc<GeneratorData>,
    leaves: OnceLock<LeaveValues>,
    chances: OnceLock<Arc<WinChances>>,
    /// The data of smaller vocabularies, built on first use.
    familiar: [OnceLock<Arc<GeneratorData>>; Vocabulary::SMALLER],
}

impl PlayerData {
    /// Compiles rules and words.
    ///
    /// # Errors
    ///
    /// Fails if any order of letters is good and the graph of the sorted words cannot be built.
    pub fn new(rules: &Ruleset, words: &WordGraph) -> Result<PlayerData, BuildError> {
        let inner = Inner {
            words: words.clone(),
            data: GeneratorData::new(rules, words)?,
            leaves: OnceLock::new(),
            chances: OnceLock::new(),
            familiar: Default::default(),
        };
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Ok(PlayerData { inner: Arc::new(inner), cores })
    }

    /// The same data for players that may each use this many cores when time limits their search; the default is all
    /// cores.
    #[must_use]
    pub fn on_cores(&self, cores: NonZeroUsize) -> PlayerData {
        PlayerData { inner: self.inner.clone(), cores }
    }

    /// How many cores a player may use.
    #[must_use]
    pub fn cores(&self) -> NonZeroUsize {
        self.cores
    }

    /// The same as [`PlayerData::new`], with other leave values if there are any.
    ///
    /// # Errors
    ///
    /// Fails if any order of letters is good and the graph of the sorted words cannot be built.
    pub fn with_leaves(
        rules: &Ruleset,
        words: &WordGraph,
        leaves: impl Into<Option<LeaveValues>>,
    ) -> Result<PlayerData, BuildError> {
        let data = PlayerData::new(rules, words)?;
        if let Some(leaves) = leaves.into() {
            data.inner.leaves.get_or_init(|| leaves);
        }
        Ok(data)
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Ruleset {
        self.inner.data.rules()
    }

    /// The words.
    #[must_use]
    pub fn words(&self) -> &WordGraph {
        &self.inner.words
    }

    /// The data that all move generators share.
    #[must_use]
    pub fn generator_data(&self) -> &Arc<GeneratorData> {
        &self.inner.data
    }

    /// A move generator.
    #[must_use]
    pub fn generator(&self) -> Generator {
        Generator::with_data(&self.inner.data)
    }

    /// What tiles kept on the rack are worth.
    #[must_use]
    pub fn leaves(&self) -> LeaveValues {
        self.inner.leaves.get_or_init(|| LeaveValues::of(self.rules(), self.words())).clone()
    }

    /// How likely a lead is to last.
    #[must_use]
    pub fn win_chances(&self) -> Arc<WinChances> {
        self.inner.chances.get_or_init(|| WinChances::of(self.rules(), self.words())).clone()
    }

    /// A move generator with the words of a vocabulary.
    pub(crate) fn vocabulary_generator(&self, vocabulary: Vocabulary) -> Result<Generator, BuildError> {
        let Some(known) = self.inner.familiar.get(vocabulary as usize) else { return Ok(self.generator()) };
        if let Some(data) = known.get() {
            return Ok(Generator::with_data(data));
        }
        let data = GeneratorData::new(self.rules(), &vocabulary.of(self.words())?)?;
        Ok(Generator::with_data(known.get_or_init(|| data)))
    }
}
