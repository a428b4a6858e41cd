//! When which table has something to do by itself, as far as this node knows.

use crate::registry::TableRegistry;
use rules::Millis;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;
use store::{GameId, Timestamp};
use tokio::sync::mpsc;

/// What lies farther away is found in the store when its time has come.
const HORIZON: Duration = Duration::from_secs(3_600);

/// A handle to the agenda.
pub(crate) struct Scheduler {
    notes: mpsc::UnboundedSender<(GameId, Option<Millis>)>,
}

/// Who keeps the agenda, before it is told whom to wake.
pub(crate) struct SchedulerTask {
    notes: mpsc::UnboundedReceiver<(GameId, Option<Millis>)>,
    order: BTreeSet<(Millis, GameId)>,
    times: HashMap<GameId, Millis>,
}

impl Scheduler {
    pub(crate) fn new() -> (Scheduler, SchedulerTask) {
        let (sender, notes) = mpsc::unbounded_channel();
        (Scheduler { notes: sender }, SchedulerTask { notes, order: BTreeSet::new(), times: HashMap::new() })
    }

    /// Notes when a table has something to do, in the place of what was noted before.
    pub(crate) fn note(&self, id: &GameId, due: Option<Millis>) {
        // Without a keeper the server is stopping.
        self.notes.send((id.clone(), due)).ok();
    }
}

impl SchedulerTask {
    /// Wakes tables when their time has come.
    pub(crate) async fn keep(mut self, registry: TableRegistry) {
        loop {
            let next = self.order.first().map(|(at, _)| *at);
            tokio::select! {
                note = self.notes.recv() => match note {
                    Some((id, due)) => self.note(id, due),
                    None => return,
                },
                () = until(next) => self.wake(&registry),
            }
        }
    }

    fn note(&mut self, id: GameId, due: Option<Millis>) {
        if let Some(before) = self.times.remove(&id) {
            self.order.remove(&(before, id.clone()));
        }
        let horizon = Timestamp::now().after(HORIZON).0;
        if let Some(at) = due.filter(|at| at.0 < horizon) {
            self.order.insert((at, id.clone()));
            self.times.insert(id, at);
        }
    }

    fn wake(&mut self, registry: &TableRegistry) {
        let now = Millis(Timestamp::now().0);
        while let Some((at, id)) = self.order.pop_first() {
            if at > now {
                self.order.insert((at, id));
                return;
            }
            self.times.remove(&id);
            registry.wake(&id);
        }
    }
}

/// Waits for a time, for ever if there is none.
async fn until(at: Option<Millis>) {
    match at {
        Some(at) => {
            let left = at.0.saturating_sub(Timestamp::now().0).max(0);
            tokio::time::sleep(Duration::from_millis(left.unsigned_abs())).await;
        }
        None => std::future::pending().await,
    }
}
