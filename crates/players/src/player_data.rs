//! What all players of one kind of game share, made once.

use crate::leaves::LeaveValues;
use crate::vocabulary::Vocabulary;
use lexicon::{BuildError, WordGraph};
use movegen::{Generator, GeneratorData};
use rules::Ruleset;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

/// Rules and words, ready to be played with. Making one takes milliseconds, a player on it microseconds; cloning it is
/// cheap.
///
/// ```
/// use quixotry_players::{PlayerData, by_name};
///
/// let rules = presets::Library::shipped().rules("standard").unwrap();
/// let data = PlayerData::new(&rules, presets::english()).unwrap();
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
    ground: Arc<GeneratorData>,
    leaves: OnceLock<LeaveValues>,
    /// The words that people know, by vocabulary, once somebody asks for them.
    familiar: [OnceLock<Arc<GeneratorData>>; Vocabulary::SMALLER],
}

impl PlayerData {
    /// Prepares games; fails only where any order of letters is good and the sorted words make no graph.
    pub fn new(rules: &Ruleset, words: &WordGraph) -> Result<PlayerData, BuildError> {
        let inner = Inner {
            words: words.clone(),
            ground: GeneratorData::new(rules, words)?,
            leaves: OnceLock::new(),
            familiar: Default::default(),
        };
        let cores = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Ok(PlayerData { inner: Arc::new(inner), cores })
    }

    /// The same for players who may each use so many cores, where they think for a time; all there are, unless this
    /// is said.
    pub fn on_cores(&self, cores: NonZeroUsize) -> PlayerData {
        PlayerData { inner: self.inner.clone(), cores }
    }

    /// How many cores a player may use.
    pub fn cores(&self) -> NonZeroUsize {
        self.cores
    }

    /// The same with leave values of somebody's own, where there are any.
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
    pub fn rules(&self) -> &Ruleset {
        self.inner.ground.rules()
    }

    /// The words.
    pub fn words(&self) -> &WordGraph {
        &self.inner.words
    }

    /// What all finders of plays share.
    pub fn generator_data(&self) -> &Arc<GeneratorData> {
        &self.inner.ground
    }

    /// A finder of plays.
    pub fn generator(&self) -> Generator {
        Generator::with_data(&self.inner.ground)
    }

    /// What tiles kept on the rack are worth.
    pub fn leaves(&self) -> LeaveValues {
        self.inner.leaves.get_or_init(|| LeaveValues::of(self.rules(), self.words())).clone()
    }

    /// A finder of plays with the words that somebody knows.
    pub(crate) fn vocabulary_generator(&self, vocabulary: Vocabulary) -> Result<Generator, BuildError> {
        let Some(known) = self.inner.familiar.get(vocabulary as usize) else { return Ok(self.generator()) };
        if let Some(ground) = known.get() {
            return Ok(Generator::with_data(ground));
        }
        let ground = GeneratorData::new(self.rules(), &vocabulary.of(self.words())?)?;
        Ok(Generator::with_data(known.get_or_init(|| ground)))
    }
}
