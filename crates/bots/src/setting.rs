//! What all games of a match have in common.

use lexicon::WordGraph;
use rules::Ruleset;
use std::sync::Arc;
use wire::bot::{GameStart, LexiconState};

/// Rules and lexicon, with what a start message says of them. Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The rules.
    pub rules: Ruleset,
    /// The lexicon.
    pub words: WordGraph,
    /// What a start message says of both.
    pub start: Arc<GameStart>,
}

impl Setting {
    /// Games with these rules and words.
    pub fn new(rules: Ruleset, words: WordGraph) -> Setting {
        let lexicon = LexiconState {
            name: words.name().to_owned(),
            hash: words.content_hash().to_string(),
            count: words.len(),
        };
        let start = Arc::new(GameStart::new(&rules, presets::to_toml(&rules), lexicon));
        Setting { rules, words, start }
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
