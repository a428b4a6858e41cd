//! Work that takes long, off the threads that answer requests: bounded, and queued fairly for each owner.
//!
//! There is one queue for each [`WorkKind`], each with its own workers, so that no kind waits for another. Within a
//! queue, a free worker goes to the owner with the fewest running jobs, and among those to the one that has waited
//! longest for its turn.

use crate::client_address::ClientAddress;
use http_api::ApiError;
use sha2::{Digest, Sha256};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;

/// What kind of work it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkKind {
    /// Loading rules, word lists and games.
    Loading,
    /// Answering a request: previews, hints, analyses, records.
    Answering,
    /// Computers that think about their turns.
    Thinking,
    /// Playing many games to report on a draft of rules.
    Trying,
}

/// Whose work it is, so that nobody takes more than a share: a number that several addresses have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct WorkOwner(u16);

impl From<Option<ClientAddress>> for WorkOwner {
    /// Sixteen bits of a digest: enough to tell visitors apart, and too few to find the address again, because games
    /// are stored with it.
    fn from(client: Option<ClientAddress>) -> WorkOwner {
        let Some(client) = client else { return WorkOwner::default() };
        let digest = Sha256::digest(client.bucket().to_be_bytes());
        WorkOwner(u16::from_be_bytes([digest[0], digest[1]]))
    }
}

/// The queues of a server.
pub(crate) struct WorkQueues {
    loading: Arc<WorkQueue>,
    answering: Arc<WorkQueue>,
    thinking: Arc<WorkQueue>,
    trying: Arc<WorkQueue>,
}

impl WorkQueues {
    /// Queues with this many workers each; `waiting` jobs of one owner may wait for an answer.
    pub(crate) fn new(workers: usize, waiting: usize) -> WorkQueues {
        WorkQueues {
            // Each game is loaded once and has at most one search, and the number of games is limited.
            loading: WorkQueue::new(workers, usize::MAX),
            answering: WorkQueue::new(workers, waiting),
            thinking: WorkQueue::new(workers, usize::MAX),
            // Nobody waits for a report in a game, so one worker is enough, and nobody asks for two at once.
            trying: WorkQueue::new(1, 1),
        }
    }

    pub(crate) fn of(&self, kind: WorkKind) -> &Arc<WorkQueue> {
        match kind {
            WorkKind::Loading => &self.loading,
            WorkKind::Answering => &self.answering,
            WorkKind::Thinking => &self.thinking,
            WorkKind::Trying => &self.trying,
        }
    }

    /// Runs a job on a thread that may block, when it is its turn.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        kind: WorkKind,
        owner: WorkOwner,
        job: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = self.of(kind).acquire(owner).await?;
        let job = tokio::task::spawn_blocking(move || {
            let result = job();
            drop(permit);
            result
        });
        job.await.map_err(|error| ApiError::Internal(error.to_string()))?
    }
}

/// One queue: a semaphore that is fair to owners.
pub(crate) struct WorkQueue {
    most_waiting: usize,
    state: Mutex<QueueState>,
}

#[derive(Default)]
struct QueueState {
    free: usize,
    running: HashMap<WorkOwner, usize>,
    waiting: HashMap<WorkOwner, VecDeque<oneshot::Sender<WorkPermit>>>,
    /// The owners with waiting jobs, the one whose turn comes first at the front.
    order: VecDeque<WorkOwner>,
}

/// The right to run one job.
#[derive(Debug)]
pub(crate) struct WorkPermit {
    queue: Option<Arc<WorkQueue>>,
    owner: WorkOwner,
}

impl std::fmt::Debug for WorkQueue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkQueue").finish_non_exhaustive()
    }
}

impl WorkQueue {
    pub(crate) fn new(workers: usize, most_waiting: usize) -> Arc<WorkQueue> {
        let state = QueueState { free: workers.max(1), ..QueueState::default() };
        Arc::new(WorkQueue { most_waiting, state: Mutex::new(state) })
    }

    /// A panic elsewhere leaves the state intact: it changes in steps that cannot fail.
    fn lock(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many workers are free.
    pub(crate) fn free(&self) -> usize {
        self.lock().free
    }

    /// Waits for the owner's turn.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] if too many jobs of this owner wait already.
    pub(crate) async fn acquire(self: &Arc<WorkQueue>, owner: WorkOwner) -> Result<WorkPermit, ApiError> {
        let turn = match self.enqueue(owner)? {
            WorkTurn::Now(permit) => return Ok(permit),
            WorkTurn::Later(turn) => turn,
        };
        turn.await.map_err(|_| ApiError::Unavailable("the server is stopping".to_owned()))
    }

    fn enqueue(self: &Arc<WorkQueue>, owner: WorkOwner) -> Result<WorkTurn, ApiError> {
        let mut state = self.lock();
        if state.free > 0 {
            return Ok(WorkTurn::Now(state.start(self, owner)));
        }
        let waiting = state.waiting.entry(owner).or_default();
        waiting.retain(|waiter| !waiter.is_closed());
        if waiting.len() >= self.most_waiting {
            let message = format!(
                "{} requests from your address wait for costly answers already; wait for them",
                waiting.len()
            );
            return Err(ApiError::TooManyRequests { message });
        }
        let (sender, turn) = oneshot::channel();
        waiting.push_back(sender);
        if !state.order.contains(&owner) {
            state.order.push_back(owner);
        }
        Ok(WorkTurn::Later(turn))
    }

    /// Ends a job, and starts the next one that still waits.
    fn finish(self: &Arc<WorkQueue>, owner: WorkOwner) {
        let mut state = self.lock();
        state.stop(owner);
        while let Some((owner, waiter)) = state.next() {
            let permit = state.start(self, owner);
            let Err(mut refused) = waiter.send(permit) else { return };
            // Its client has gone. The permit must not end a job: the lock is held.
            refused.queue = None;
            state.stop(owner);
        }
    }
}

enum WorkTurn {
    Now(WorkPermit),
    Later(oneshot::Receiver<WorkPermit>),
}

impl QueueState {
    fn start(&mut self, queue: &Arc<WorkQueue>, owner: WorkOwner) -> WorkPermit {
        self.free = self.free.saturating_sub(1);
        *self.running.entry(owner).or_default() += 1;
        WorkPermit { queue: Some(queue.clone()), owner }
    }

    fn stop(&mut self, owner: WorkOwner) {
        self.free += 1;
        if let Some(count) = self.running.get_mut(&owner) {
            *count -= 1;
            if *count == 0 {
                self.running.remove(&owner);
            }
        }
    }

    /// The first waiting job of the owner whose turn it is.
    fn next(&mut self) -> Option<(WorkOwner, oneshot::Sender<WorkPermit>)> {
        let running = |owner: &WorkOwner| self.running.get(owner).copied().unwrap_or_default();
        let (place, _) = self.order.iter().enumerate().min_by_key(|(_, owner)| running(owner))?;
        let owner = self.order.remove(place)?;
        let waiting = self.waiting.get_mut(&owner)?;
        let first = waiting.pop_front();
        if waiting.is_empty() {
            self.waiting.remove(&owner);
        } else {
            self.order.push_back(owner);
        }
        first.map(|first| (owner, first))
    }
}

impl Drop for WorkPermit {
    fn drop(&mut self) {
        if let Some(queue) = self.queue.take() {
            queue.finish(self.owner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    const ANN: WorkOwner = WorkOwner(1);
    const BOB: WorkOwner = WorkOwner(2);

    /// Enqueues a job that tells its name once it runs. It runs until its permit is dropped.
    fn wait(
        queue: &Arc<WorkQueue>,
        owner: WorkOwner,
        name: &'static str,
        started: &mpsc::Sender<(&'static str, WorkPermit)>,
    ) {
        let (queue, started) = (queue.clone(), started.clone());
        tokio::spawn(async move {
            let permit = queue.acquire(owner).await.unwrap();
            started.send((name, permit)).ok();
        });
    }

    /// The order in which jobs run that were enqueued in this order while the only worker was busy for Ann.
    async fn order(jobs: &[(WorkOwner, &'static str)]) -> Vec<&'static str> {
        let queue = WorkQueue::new(1, 100);
        let busy = queue.acquire(ANN).await.unwrap();
        let (started, starts) = mpsc::channel();
        for &(owner, name) in jobs {
            wait(&queue, owner, name, &started);
            tokio::task::yield_now().await;
        }
        assert!(starts.try_recv().is_err(), "the worker is busy");
        drop(busy);
        let mut order = Vec::new();
        while order.len() < jobs.len() {
            tokio::task::yield_now().await;
            if let Ok((name, permit)) = starts.try_recv() {
                order.push(name);
                drop(permit);
            }
        }
        let state = queue.lock();
        assert_eq!((state.free, state.waiting.len(), state.running.len()), (1, 0, 0));
        order
    }

    #[tokio::test]
    async fn whoever_asks_once_waits_for_one_job_of_whoever_asks_often() {
        let jobs = [(ANN, "a1"), (ANN, "a2"), (ANN, "a3"), (ANN, "a4"), (BOB, "b1"), (BOB, "b2")];
        assert_eq!(order(&jobs).await, ["a1", "b1", "a2", "b2", "a3", "a4"]);
    }

    #[tokio::test]
    async fn a_free_worker_goes_to_the_owner_with_fewer_running_jobs() {
        let queue = WorkQueue::new(2, 100);
        let (first, second) = (queue.acquire(ANN).await.unwrap(), queue.acquire(ANN).await.unwrap());
        let (started, starts) = mpsc::channel();
        for (owner, name) in [(ANN, "a3"), (ANN, "a4"), (BOB, "b1")] {
            wait(&queue, owner, name, &started);
            tokio::task::yield_now().await;
        }
        drop(first);
        tokio::task::yield_now().await;
        let (name, _permit) = starts.try_recv().unwrap();
        assert_eq!(name, "b1", "Ann still has a running job");
        drop(second);
    }

    #[tokio::test]
    async fn a_kind_of_work_does_not_wait_for_another() {
        let queues = WorkQueues::new(1, 10);
        let _thinking = queues.of(WorkKind::Thinking).acquire(ANN).await.unwrap();
        let _answering = queues.of(WorkKind::Answering).acquire(ANN).await.unwrap();
        assert_eq!(queues.run(WorkKind::Loading, BOB, || Ok(1)).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn the_jobs_of_one_owner_that_wait_are_limited() {
        let queue = WorkQueue::new(1, 2);
        let _busy = queue.acquire(ANN).await.unwrap();
        let waiting: Vec<_> = (0..2).map(|_| queue.enqueue(ANN).unwrap()).collect();
        assert!(matches!(queue.enqueue(ANN), Err(ApiError::TooManyRequests { .. })));
        assert!(queue.enqueue(BOB).is_ok(), "another is not concerned");
        drop(waiting);
        assert!(queue.enqueue(ANN).is_ok(), "a client that hung up does not count");
    }

    #[tokio::test]
    async fn clients_that_hang_up_are_passed_over() {
        let queue = WorkQueue::new(1, 10);
        let busy = queue.acquire(ANN).await.unwrap();
        let gone = queue.enqueue(BOB).unwrap();
        let Ok(WorkTurn::Later(turn)) = queue.enqueue(ANN) else { panic!("the worker is busy") };
        drop(gone);
        drop(busy);
        assert_eq!(turn.await.unwrap().owner, ANN);
        assert_eq!(queue.free(), 1);
    }
}
