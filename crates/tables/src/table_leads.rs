//! How far tables that are not in memory are ahead of this server's clock.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::GameId;

/// How many tables are remembered. The time of further ones stands still while they are not in memory.
const MOST: usize = 100_000;

/// How far tables that are not in memory are ahead of this server's clock, so that their time goes on meanwhile.
#[derive(Default)]
pub(crate) struct TableLeads {
    leads: Mutex<HashMap<GameId, Duration>>,
}

impl TableLeads {
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Duration>> {
        self.leads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Remembers the lead of a table that leaves the memory.
    pub(crate) fn keep(&self, id: &GameId, lead: Duration) {
        let mut leads = self.lock();
        if !lead.is_zero() && leads.len() < MOST {
            leads.insert(id.clone(), lead);
        }
    }

    /// The lead of a table that comes back; zero if it has none.
    pub(crate) fn take(&self, id: &GameId) -> Duration {
        self.lock().remove(id).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_is_kept_until_the_table_is_back() {
        let (leads, id) = (TableLeads::default(), GameId::new("game-1").unwrap());
        leads.keep(&id, Duration::ZERO);
        assert!(leads.lock().is_empty());
        leads.keep(&id, Duration::from_secs(3));
        assert_eq!((leads.take(&id), leads.take(&id)), (Duration::from_secs(3), Duration::ZERO));
    }
}
