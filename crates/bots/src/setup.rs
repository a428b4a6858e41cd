//! What all games of a match have in common: rules and lexicon.

use lexicon::{BuildError, WordGraph, WordList};
use players::{LeaveValues, PlayerData};
use rules::Ruleset;
use std::sync::{Arc, OnceLock};
use wire::bot::{GameSetting, LexiconState};

/// Rules and lexicon of a match, and their description for start messages. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct MatchSetup {
    /// The rules.
    pub rules: Ruleset,
    /// The lexicon.
    pub words: WordGraph,
    /// The description of both in start messages.
    pub start: Arc<GameSetting>,
    /// The data that built-in players share; created on first use.
    player_data: Arc<OnceLock<PlayerData>>,
}

impl MatchSetup {
    /// A match with these rules and words.
    #[must_use]
    pub fn new(rules: Ruleset, words: WordGraph) -> MatchSetup {
        let lexicon = LexiconState {
            name: words.name().to_owned(),
            hash: words.content_hash().to_string(),
            count: words.len(),
        };
        let start = Arc::new(GameSetting::new(&rules, presets::to_toml(&rules), lexicon));
        MatchSetup::from_start(rules, words, start)
    }

    /// The setup that a start message describes.
    pub(crate) fn from_start(rules: Ruleset, words: WordGraph, start: Arc<GameSetting>) -> MatchSetup {
        MatchSetup { rules, words, start, player_data: Arc::default() }
    }

    /// The same setup with other leave values for the built-in players.
    ///
    /// # Errors
    ///
    /// The words make no graph.
    pub fn with_leaves(self, leaves: LeaveValues) -> Result<MatchSetup, BuildError> {
        let data = PlayerData::with_leaves(&self.rules, &self.words, leaves)?;
        Ok(MatchSetup { player_data: Arc::new(OnceLock::from(data)), ..self })
    }

    /// The data that built-in players share.
    ///
    /// # Errors
    ///
    /// The words make no graph. This can only happen under rules that accept the letters of a word in any order.
    pub fn player_data(&self) -> Result<&PlayerData, BuildError> {
        if let Some(data) = self.player_data.get() {
            return Ok(data);
        }
        let data = PlayerData::new(&self.rules, &self.words)?;
        Ok(self.player_data.get_or_init(|| data))
    }

    /// The lexicon for looking words up. If built-in players take part, it is the copy that they search.
    pub fn word_list(&self) -> &dyn WordList {
        match self.player_data.get() {
            Some(data) => data.generator_data().as_ref(),
            None => &self.words,
        }
    }

    /// All words of the lexicon in capitals.
    pub(crate) fn words_in_capitals(&self) -> Vec<String> {
        let alphabet = self.words.alphabet();
        let mut list = Vec::with_capacity(self.words.len() as usize);
        let mut words = self.words.words();
        while let Some(word) = words.advance() {
            list.push(alphabet.print(word));
        }
        list
    }
}
