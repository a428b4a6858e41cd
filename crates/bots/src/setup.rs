//! What all games of a match have in common.

use lexicon::{BuildError, WordGraph, WordList};
use players::{LeaveValues, PlayerData};
use rules::Ruleset;
use std::sync::{Arc, OnceLock};
use wire::bot::{GameSetting, LexiconState};

/// Rules and lexicon, with what a start message says of them. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    /// The rules.
    pub rules: Ruleset,
    /// The lexicon.
    pub words: WordGraph,
    /// What a start message says of both.
    pub start: Arc<GameSetting>,
    /// What our own players share, once one is asked for.
    shared: Arc<OnceLock<PlayerData>>,
}

impl MatchSetup {
    /// Games with these rules and words.
    pub fn new(rules: Ruleset, words: WordGraph) -> MatchSetup {
        let lexicon = LexiconState {
            name: words.name().to_owned(),
            hash: words.content_hash().to_string(),
            count: words.len(),
        };
        let start = Arc::new(GameSetting::new(&rules, presets::to_toml(&rules), lexicon));
        MatchSetup::from_start(rules, words, start)
    }

    /// Games of which a start message told.
    pub(crate) fn from_start(rules: Ruleset, words: WordGraph, start: Arc<GameSetting>) -> MatchSetup {
        MatchSetup { rules, words, start, shared: Arc::default() }
    }

    /// The same games, in which our own players have leave values of somebody's own.
    pub fn with_leaves(self, leaves: LeaveValues) -> Result<MatchSetup, BuildError> {
        let shared = PlayerData::with_leaves(&self.rules, &self.words, leaves)?;
        Ok(MatchSetup { shared: Arc::new(OnceLock::from(shared)), ..self })
    }

    /// What our own players share; fails only where any order of letters is good and the sorted words make no graph.
    pub fn shared(&self) -> Result<&PlayerData, BuildError> {
        if let Some(shared) = self.shared.get() {
            return Ok(shared);
        }
        let shared = PlayerData::new(&self.rules, &self.words)?;
        Ok(self.shared.get_or_init(|| shared))
    }

    /// The words, to look them up: where our own players play, in what they find plays with.
    pub fn word_list(&self) -> &dyn WordList {
        match self.shared.get() {
            Some(shared) => shared.generator_data().as_ref(),
            None => &self.words,
        }
    }

    /// All words of the lexicon in capitals.
    pub(crate) fn list(&self) -> Vec<String> {
        let alphabet = self.words.alphabet();
        let mut list = Vec::with_capacity(self.words.len() as usize);
        let mut words = self.words.words();
        while let Some(word) = words.advance() {
            list.push(alphabet.print(word));
        }
        list
    }
}
