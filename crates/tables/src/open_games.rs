//! Limits how many unfinished games one address may have created, as far as this server knows.

use crate::client_address::ClientAddress;
use http_api::ApiError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use store::{GameId, Store, TableStatus};

/// How many addresses are remembered. Beyond that all counts start again, and only rates limit.
const MAX_ADDRESSES: usize = 50_000;

/// The games created from each address.
pub(crate) struct OpenGamesPerAddress {
    limit: Option<usize>,
    /// What is counted, for messages.
    what: &'static str,
    addresses: Mutex<HashMap<u128, CreatedGames>>,
}

/// The games of one address. Finished games stay in the list until they are looked at.
#[derive(Default)]
struct CreatedGames {
    games: Vec<GameId>,
    /// Games that are being created.
    pending: usize,
}

impl CreatedGames {
    fn count(&self) -> usize {
        self.games.len() + self.pending
    }
}

/// The place of a game that is being created. It is given back unless the game was created.
pub(crate) struct GameReservation {
    counted: Option<(Arc<OpenGamesPerAddress>, u128)>,
}

impl GameReservation {
    /// Notes the game that was created.
    pub(crate) fn fill(mut self, id: &GameId) {
        if let Some((open, bucket)) = self.counted.take() {
            open.change(bucket, |created| {
                created.pending -= 1;
                created.games.push(id.clone());
            });
        }
    }
}

impl Drop for GameReservation {
    fn drop(&mut self) {
        if let Some((open, bucket)) = self.counted.take() {
            open.change(bucket, |created| created.pending -= 1);
        }
    }
}

impl OpenGamesPerAddress {
    pub(crate) fn new(limit: Option<usize>, what: &'static str) -> Arc<OpenGamesPerAddress> {
        Arc::new(OpenGamesPerAddress { limit, what, addresses: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u128, CreatedGames>> {
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the games of an address that has a pending one. An address without any is forgotten.
    fn change(&self, bucket: u128, change: impl FnOnce(&mut CreatedGames)) {
        let mut addresses = self.lock();
        let Some(created) = addresses.get_mut(&bucket).filter(|created| created.pending > 0) else { return };
        change(created);
        if created.count() == 0 {
            addresses.remove(&bucket);
        }
    }

    /// Reserves the place of another game, which counts from now on: of any number of simultaneous requests no more
    /// than the limit pass. Finished games are looked up only at the limit.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] if the address has as many unfinished games as it may.
    pub(crate) async fn reserve(
        self: &Arc<OpenGamesPerAddress>,
        client: Option<ClientAddress>,
        store: &Store,
    ) -> Result<GameReservation, ApiError> {
        let (Some(client), Some(limit)) = (client, self.limit) else {
            return Ok(GameReservation { counted: None });
        };
        let bucket = client.bucket();
        let games = match self.try_reserve(bucket, limit) {
            Ok(reservation) => return Ok(reservation),
            Err(games) => games,
        };
        let mut finished = Vec::new();
        for id in games {
            let game = store.game(&id).await?;
            if game.is_none_or(|game| game.summary.state == TableStatus::Over) {
                finished.push(id);
            }
        }
        if let Some(created) = self.lock().get_mut(&bucket) {
            created.games.retain(|id| !finished.contains(id));
        }
        self.try_reserve(bucket, limit).map_err(|_| {
            let what = self.what;
            let message = format!(
                "{limit} {what} made from your address are not over yet; finish or leave some of them"
            );
            ApiError::TooManyRequests { message }
        })
    }

    /// Reserves a place, or returns the games that take all places.
    fn try_reserve(
        self: &Arc<OpenGamesPerAddress>,
        bucket: u128,
        limit: usize,
    ) -> Result<GameReservation, Vec<GameId>> {
        let mut addresses = self.lock();
        if addresses.len() >= MAX_ADDRESSES {
            addresses.clear();
        }
        let created = addresses.entry(bucket).or_default();
        if created.count() >= limit {
            return Err(created.games.clone());
        }
        created.pending += 1;
        Ok(GameReservation { counted: Some((self.clone(), bucket)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn simultaneous_creations_do_not_pass_the_limit() {
        let (open, store) = (OpenGamesPerAddress::new(Some(5), "games"), Store::memory());
        let client = Some(ClientAddress([127, 0, 0, 1].into()));
        let mut reserved = Vec::new();
        for _ in 0..40 {
            // None of them has been created yet.
            reserved.extend(open.reserve(client, &store).await.ok());
        }
        assert_eq!(reserved.len(), 5);
        reserved.pop();
        assert!(open.reserve(client, &store).await.is_ok(), "a creation that failed does not count");
        let other = Some(ClientAddress([127, 0, 0, 2].into()));
        assert!(open.reserve(other, &store).await.is_ok());
        reserved.clear();
        assert!(open.lock().is_empty(), "nobody is remembered without a game");
        open.reserve(client, &store).await.unwrap().fill(&GameId::new("game-1").unwrap());
        assert_eq!(open.lock().len(), 1);
    }
}
