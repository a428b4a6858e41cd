//! How many games that are not over were made from one address, as far as this server knows.

use crate::api_error::ApiError;
use crate::client_address::ClientAddress;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::{GameId, GameStatus, Store};

/// How many addresses are remembered; beyond that all counts begin anew, and only rates limit.
const REMEMBERED: usize = 50_000;

/// The games made from each address, those included that are over and have not been asked for since.
pub(crate) struct OpenGamesPerAddress {
    most: Option<usize>,
    games: Mutex<HashMap<u128, Vec<GameId>>>,
}

impl OpenGamesPerAddress {
    pub(crate) fn new(most: Option<usize>) -> OpenGamesPerAddress {
        OpenGamesPerAddress { most, games: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u128, Vec<GameId>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether another game may be made from an address. Games that are over are looked for only when it matters.
    pub(crate) async fn check(&self, client: Option<ClientAddress>, store: &Store) -> Result<(), ApiError> {
        let (Some(client), Some(most)) = (client, self.most) else { return Ok(()) };
        let made = self.lock().get(&client.bucket()).cloned().unwrap_or_default();
        if made.len() < most {
            return Ok(());
        }
        let mut over = Vec::new();
        for id in made {
            let game = store.game(&id).await?;
            if game.is_none_or(|game| game.summary.state == GameStatus::Finished) {
                over.push(id);
            }
        }
        self.forget(client, &over);
        if self.count(client) < most {
            return Ok(());
        }
        let message =
            format!("{most} games made from your address are not over yet; finish or leave some of them");
        Err(ApiError::TooMuch { message })
    }

    /// Notes a game that was made.
    pub(crate) fn made(&self, client: Option<ClientAddress>, id: &GameId) {
        if let (Some(client), Some(_)) = (client, self.most) {
            let mut games = self.lock();
            if games.len() >= REMEMBERED {
                games.clear();
            }
            games.entry(client.bucket()).or_default().push(id.clone());
        }
    }

    fn count(&self, client: ClientAddress) -> usize {
        self.lock().get(&client.bucket()).map_or(0, Vec::len)
    }

    fn forget(&self, client: ClientAddress, over: &[GameId]) {
        if let Some(games) = self.lock().get_mut(&client.bucket()) {
            games.retain(|id| !over.contains(id));
        }
    }
}
