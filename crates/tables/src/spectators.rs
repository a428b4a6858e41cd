//! How many spectators watch each game through this server.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use store::GameId;

/// The number of spectators of each watched game.
#[derive(Default)]
pub(crate) struct SpectatorCounts(Mutex<HashMap<GameId, usize>>);

impl SpectatorCounts {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many spectators watch a game.
    pub(crate) fn count(&self, id: &GameId) -> usize {
        self.lock().get(id).copied().unwrap_or(0)
    }

    pub(crate) fn add(&self, id: &GameId) {
        *self.lock().entry(id.clone()).or_default() += 1;
    }

    pub(crate) fn remove(&self, id: &GameId) {
        let mut counts = self.lock();
        if let Some(count) = counts.get_mut(id) {
            *count -= 1;
            if *count == 0 {
                counts.remove(id);
            }
        }
    }

    /// Forgets a game that was deleted.
    pub(crate) fn forget(&self, id: &GameId) {
        self.lock().remove(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spectators_are_counted() {
        let (spectators, id) = (SpectatorCounts::default(), GameId::new("game").unwrap());
        spectators.add(&id);
        spectators.add(&id);
        spectators.remove(&id);
        assert_eq!(spectators.count(&id), 1);
        spectators.remove(&id);
        spectators.remove(&id);
        assert!(spectators.lock().is_empty(), "a game without spectators takes no memory");
    }
}
