//! How many watch which game without playing in it, through this server.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::GameId;

/// The games that are watched.
#[derive(Default)]
pub(crate) struct SpectatorCounts(Mutex<HashMap<GameId, usize>>);

impl SpectatorCounts {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many watch a game.
    pub(crate) fn of(&self, id: &GameId) -> usize {
        self.lock().get(id).copied().unwrap_or(0)
    }

    /// Somebody begins to watch.
    pub(crate) fn came(&self, id: &GameId) {
        *self.lock().entry(id.clone()).or_default() += 1;
    }

    /// Somebody watches no more.
    pub(crate) fn gone(&self, id: &GameId) {
        let mut watched = self.lock();
        if let Some(count) = watched.get_mut(id) {
            *count -= 1;
            if *count == 0 {
                watched.remove(id);
            }
        }
    }

    /// The game is gone, and everybody with it.
    pub(crate) fn forget(&self, id: &GameId) {
        self.lock().remove(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_comes_and_goes_is_counted() {
        let (watchers, id) = (SpectatorCounts::default(), GameId::new("game").unwrap());
        watchers.came(&id);
        watchers.came(&id);
        watchers.gone(&id);
        assert_eq!(watchers.of(&id), 1);
        watchers.gone(&id);
        watchers.gone(&id);
        assert!(watchers.lock().is_empty(), "nothing is kept of a game nobody watches");
    }
}
