//! Finding the game of a key, for clients that name a game by its name.

use crate::app::App;
use crate::owner::Credentials;
use http_api::ApiError;
use store::StoredGame;

impl App {
    /// The game that the key of a client belongs to.
    ///
    /// # Errors
    /// [`ApiError::UnknownKey`] if there is no key, or no game has it.
    pub async fn game_of_key(&self, credentials: &Credentials) -> Result<StoredGame, ApiError> {
        let key = credentials.key.ok_or(ApiError::UnknownKey)?;
        let stored = self.store().key(&key).await?.ok_or(ApiError::UnknownKey)?;
        self.store().game(&stored.game).await?.ok_or(ApiError::UnknownKey)
    }
}
