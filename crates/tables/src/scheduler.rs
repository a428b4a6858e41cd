//! Wakes tables when they have to act by themselves, as far as this server knows.

use crate::registry::TableRegistry;
use rules::Millis;
use std::collections::{BTreeSet, HashMap};
use std::time::Duration;
use store::{GameId, Timestamp};
use tokio::sync::mpsc;

/// Later actions are found in the store when their time has come.
const HORIZON: Duration = Duration::from_secs(3_600);

/// A handle to the scheduler.
pub(crate) struct Scheduler {
    entries: mpsc::UnboundedSender<(GameId, Option<Millis>)>,
}

/// The task that wakes tables.
pub(crate) struct SchedulerTask {
    entries: mpsc::UnboundedReceiver<(GameId, Option<Millis>)>,
    queue: BTreeSet<(Millis, GameId)>,
    times: HashMap<GameId, Millis>,
}

impl Scheduler {
    pub(crate) fn new() -> (Scheduler, SchedulerTask) {
        let (sender, entries) = mpsc::unbounded_channel();
        (
            Scheduler { entries: sender },
            SchedulerTask { entries, queue: BTreeSet::new(), times: HashMap::new() },
        )
    }

    /// Sets the time at which a table has to act. It replaces an earlier time of this table.
    pub(crate) fn schedule(&self, id: &GameId, due: Option<Millis>) {
        // An error says that the server is stopping.
        self.entries.send((id.clone(), due)).ok();
    }
}

impl SchedulerTask {
    /// Runs until the scheduler is dropped.
    pub(crate) async fn run(mut self, registry: TableRegistry) {
        loop {
            let next = self.queue.first().map(|(at, _)| *at);
            tokio::select! {
                entry = self.entries.recv() => match entry {
                    Some((id, due)) => self.schedule(id, due),
                    None => return,
                },
                () = sleep_until(next) => self.wake_due(&registry),
            }
        }
    }

    fn schedule(&mut self, id: GameId, due: Option<Millis>) {
        if let Some(before) = self.times.remove(&id) {
            self.queue.remove(&(before, id.clone()));
        }
        let horizon = Timestamp::now().after(HORIZON).0;
        if let Some(at) = due.filter(|at| at.0 < horizon) {
            self.queue.insert((at, id.clone()));
            self.times.insert(id, at);
        }
    }

    fn wake_due(&mut self, registry: &TableRegistry) {
        let now = Millis(Timestamp::now().0);
        while let Some((at, id)) = self.queue.pop_first() {
            if at > now {
                self.queue.insert((at, id));
                return;
            }
            self.times.remove(&id);
            registry.wake(&id);
        }
    }
}

/// Sleeps until a time; forever without one.
async fn sleep_until(at: Option<Millis>) {
    match at {
        Some(at) => {
            let left = at.0.saturating_sub(Timestamp::now().0).max(0);
            tokio::time::sleep(Duration::from_millis(left.unsigned_abs())).await;
        }
        None => std::future::pending().await,
    }
}
