//! What is stored when a game is created and never changes.

use crate::chance::GameSeed;
use crate::resources::LexiconId;
use crate::work::WorkOwner;
use http_api::ApiError;
use rules::Millis;
use serde::{Deserialize, Serialize};
use store::StoredGame;

/// What is stored when a game is created and never changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameSetup {
    /// The rules as a self-contained TOML file.
    pub(crate) rules: String,
    /// The name of the lexicon.
    pub(crate) lexicon: String,
    /// The seed of all draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) seed: Option<GameSeed>,
    /// Whose work the game causes.
    #[serde(default)]
    pub(crate) origin: WorkOwner,
    /// How long computers wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pace: Option<Millis>,
}

impl GameSetup {
    pub(crate) fn read(game: &StoredGame) -> Result<GameSetup, ApiError> {
        let damaged = |why: String| ApiError::Internal(format!("the header of game {}: {why}", game.id));
        match game.header.rules.version() {
            1 => serde_json::from_str(game.header.rules.text()).map_err(|error| damaged(error.to_string())),
            other => Err(damaged(format!("this program does not know its version {other}"))),
        }
    }

    pub(crate) fn lexicon_id(&self, game: &StoredGame) -> LexiconId {
        LexiconId { name: self.lexicon.clone(), digest: game.header.lexicon.to_string() }
    }
}
