//! Games that cannot be loaded or go on: set aside, reported, and tried again rarely, so that they delay no other.

use crate::registry::Services;
use http_api::ApiError;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Append, GameId, StoredSummary, Timestamp};

/// When a game is tried again for the first time. Each further time takes four times as long.
const FIRST_RETRY: Duration = Duration::from_secs(60);

/// The longest time until a game is tried again.
const LAST_RETRY: Duration = Duration::from_secs(3_600);

/// How many games are remembered. Further ones are only logged.
const MOST: usize = 10_000;

/// A game that cannot be loaded or go on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameSetAside {
    /// The game.
    pub id: String,
    /// Why.
    pub reason: String,
    /// How often it was tried.
    pub failures: u32,
    /// When it is tried again.
    pub retry: Timestamp,
    /// Whether it can be looked at: only its computers cannot move.
    pub loaded: bool,
}

/// The games that this server has set aside.
#[derive(Default)]
pub(crate) struct GamesSetAside {
    games: Mutex<HashMap<GameId, GameSetAside>>,
}

/// When a game is tried again after this many failures.
fn retry_after(failures: u32) -> Duration {
    FIRST_RETRY.saturating_mul(4u32.saturating_pow(failures.saturating_sub(1))).min(LAST_RETRY)
}

impl GamesSetAside {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, GameSetAside>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a failure, and returns when the game is tried again.
    pub(crate) fn add(&self, id: &GameId, reason: String, loaded: bool, now: Timestamp) -> Timestamp {
        let mut games = self.lock();
        let failures = games.get(id).map_or(0, |game| game.failures) + 1;
        let retry = now.after(retry_after(failures));
        tracing::error!(game = %id, failures, reason, "a game cannot go on; it is set aside and tried again later");
        if games.len() < MOST || games.contains_key(id) {
            games.insert(id.clone(), GameSetAside { id: id.to_string(), reason, failures, retry, loaded });
        }
        retry
    }

    /// Forgets a game that goes on.
    pub(crate) fn remove(&self, id: &GameId) {
        self.lock().remove(id);
    }

    /// The error for a game that is not loaded again yet.
    pub(crate) fn refusal(&self, id: &GameId, now: Timestamp) -> Option<ApiError> {
        let games = self.lock();
        let game = games.get(id).filter(|game| !game.loaded && game.retry > now)?;
        let message = format!("this game cannot be loaded, and its operator has been told: {}", game.reason);
        Some(ApiError::unprocessable("game-set-aside", message))
    }

    /// All games, the one that is tried next first.
    pub(crate) fn list(&self) -> Vec<GameSetAside> {
        let mut games: Vec<GameSetAside> = self.lock().values().cloned().collect();
        games.sort_by(|a, b| (a.retry, &a.id).cmp(&(b.retry, &b.id)));
        games
    }
}

/// Whether trying again at once may help, or nothing is wrong with the game.
fn is_passing(error: &ApiError) -> bool {
    matches!(error, ApiError::Unavailable(_) | ApiError::TooManyRequests { .. } | ApiError::NotFound { .. })
}

/// Sets a game aside that could not be loaded. Its time in the store is moved on, so that it is not found among the
/// overdue games again and again, by this server or another.
pub(crate) async fn set_aside(services: &Services, id: &GameId, error: &ApiError) {
    if is_passing(error) || services.set_aside.refusal(id, Timestamp::now()).is_some() {
        return;
    }
    let retry = services.set_aside.add(id, error.diagnosis(), false, Timestamp::now());
    let Ok(Some(game)) = services.store.game(id).await else { return };
    postpone(services, id, game.head.seq, game.summary, retry).await;
}

/// Moves the time on at which a game is due.
pub(crate) async fn postpone(
    services: &Services,
    id: &GameId,
    seq: store::Seq,
    summary: StoredSummary,
    until: Timestamp,
) {
    if summary.due.is_none_or(|due| due >= until) {
        return;
    }
    let summary = Some(StoredSummary { due: Some(until), ..summary });
    // If another server was faster, or the store does not answer, the game is found again and set aside again.
    services.store.append(Append { summary, ..Append::new(id.clone(), seq, Vec::new()) }).await.ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_tried_again_more_and_more_rarely() {
        let minutes: Vec<u64> = (1..6).map(|failures| retry_after(failures).as_secs() / 60).collect();
        assert_eq!(minutes, [1, 4, 16, 60, 60]);
        assert_eq!(retry_after(u32::MAX), LAST_RETRY);
    }

    #[test]
    fn a_game_that_cannot_be_loaded_is_refused_until_its_time_comes() {
        let (games, id) = (GamesSetAside::default(), GameId::new("game-1").unwrap());
        let now = Timestamp(1_000_000);
        let retry = games.add(&id, "no rules".to_owned(), false, now);
        assert!(games.refusal(&id, now).is_some());
        assert!(games.refusal(&id, retry).is_none());
        assert_eq!(games.list()[0].failures, 1);
        assert!(games.add(&id, "no rules".to_owned(), false, retry) > retry.after(FIRST_RETRY));
        games.remove(&id);
        assert_eq!((games.refusal(&id, now).is_none(), games.list()), (true, Vec::new()));
    }
}
