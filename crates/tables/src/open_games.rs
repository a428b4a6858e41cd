//! Limits how many unfinished games one address may have created, as far as this server knows.

use crate::client_address::ClientAddress;
use http_api::ApiError;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::{GameId, Store, TableStatus};

/// How many addresses are remembered. Beyond that all counts start again, and only rates limit.
const MAX_ADDRESSES: usize = 50_000;

/// The games created from each address. Finished games stay in the list until they are looked at.
pub(crate) struct OpenGamesPerAddress {
    limit: Option<usize>,
    games: Mutex<HashMap<u128, Vec<GameId>>>,
}

impl OpenGamesPerAddress {
    pub(crate) fn new(limit: Option<usize>) -> OpenGamesPerAddress {
        OpenGamesPerAddress { limit, games: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u128, Vec<GameId>>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks that an address may create another game. Finished games are looked up only at the limit.
    pub(crate) async fn check(&self, client: Option<ClientAddress>, store: &Store) -> Result<(), ApiError> {
        let (Some(client), Some(limit)) = (client, self.limit) else { return Ok(()) };
        let games = self.lock().get(&client.bucket()).cloned().unwrap_or_default();
        if games.len() < limit {
            return Ok(());
        }
        let mut finished = Vec::new();
        for id in games {
            let game = store.game(&id).await?;
            if game.is_none_or(|game| game.summary.state == TableStatus::Over) {
                finished.push(id);
            }
        }
        self.forget(client, &finished);
        if self.count(client) < limit {
            return Ok(());
        }
        let message =
            format!("{limit} games made from your address are not over yet; finish or leave some of them");
        Err(ApiError::TooManyRequests { message })
    }

    /// Notes a game that was created.
    pub(crate) fn add(&self, client: Option<ClientAddress>, id: &GameId) {
        if let (Some(client), Some(_)) = (client, self.limit) {
            let mut games = self.lock();
            if games.len() >= MAX_ADDRESSES {
                games.clear();
            }
            games.entry(client.bucket()).or_default().push(id.clone());
        }
    }

    fn count(&self, client: ClientAddress) -> usize {
        self.lock().get(&client.bucket()).map_or(0, Vec::len)
    }

    fn forget(&self, client: ClientAddress, finished: &[GameId]) {
        if let Some(games) = self.lock().get_mut(&client.bucket()) {
            games.retain(|id| !finished.contains(id));
        }
    }
}
