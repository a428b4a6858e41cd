//! Rules and lexicon as a job describes them.

use lexicon::WordGraph;
use presets::{LexiconError, Library, Source};
use rules::Ruleset;
use serde::{Deserialize, Serialize};

/// Rules and lexicon of a job. The rules are complete; the lexicon is named, and a worker must have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameSpec {
    /// The rules as a TOML file that refers to no other file.
    pub rules: String,
    /// The name of the rules.
    pub rules_name: String,
    /// The name of the lexicon.
    pub lexicon: String,
    /// The hash of the lexicon's words.
    pub lexicon_hash: String,
}

/// Why the rules or the lexicon of a job cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameSpecError {
    /// The rules are invalid.
    #[error("the rules cannot be used: {0}")]
    Rules(presets::DataFileErrors),
    /// The lexicon is missing or cannot be read.
    #[error(transparent)]
    Lexicon(#[from] LexiconError),
    /// The library has another lexicon of this name.
    #[error("the lexicon {name} here is a different one: its hash is {actual}, not {expected}")]
    LexiconMismatch {
        /// The name of the lexicon.
        name: String,
        /// The hash of the lexicon in the library.
        actual: String,
        /// The hash of the lexicon that the job needs.
        expected: String,
    },
}

impl GameSpec {
    /// Describes these rules and this lexicon.
    #[must_use]
    pub fn new(rules: &Ruleset, words: &WordGraph) -> GameSpec {
        GameSpec {
            rules: presets::to_toml(rules),
            rules_name: rules.name.clone(),
            lexicon: words.name().to_owned(),
            lexicon_hash: words.content_hash().to_string(),
        }
    }

    /// Loads the rules, and the lexicon from a library.
    ///
    /// # Errors
    ///
    /// The rules are invalid, or the library does not have this lexicon with the same words.
    pub fn load(&self, library: &Library) -> Result<(Ruleset, WordGraph), GameSpecError> {
        let source = Source::from_text(&self.rules_name, &self.rules);
        let rules = Library::shipped().without_paths().rules_from(&source).map_err(GameSpecError::Rules)?;
        let words = library.lexicon_of(&self.lexicon, &rules)?;
        let actual = words.content_hash().to_string();
        if actual != self.lexicon_hash {
            let (name, expected) = (self.lexicon.clone(), self.lexicon_hash.clone());
            return Err(GameSpecError::LexiconMismatch { name, actual, expected });
        }
        Ok((rules, words))
    }
}
