//! Submitting a batch and collecting its results.

use crate::queue::{BatchId, JobBatch, JobError, JobQueue};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

/// The interval between two polls for results.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// After this number of polls without a result, all results are read again.
const POLLS_BEFORE_RESCAN: u32 = 100;

/// How many results one query fetches.
const FETCH_SIZE: usize = 64;

/// Submits a batch, or continues it, and passes every result to `take` once, until all are there or `take` breaks. Then
/// the batch is closed: workers do not claim its remaining jobs.
///
/// # Errors
///
/// The database does not answer, a job was given up, or `take` failed.
pub fn collect_results<E: From<JobError>>(
    queue: &JobQueue,
    batch: &JobBatch,
    mut take: impl FnMut(u64, &str) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let id = queue.submit(batch)?;
    let mut poller = ResultPoller { queue, id, after: 0, empty_polls: 0, seen: HashSet::new() };
    while (poller.seen.len() as u64) < batch.jobs {
        for (number, result) in poller.poll()? {
            if take(number, &result)?.is_break() {
                queue.close(id)?;
                return Ok(());
            }
        }
    }
    queue.close(id)?;
    Ok(())
}

struct ResultPoller<'a> {
    queue: &'a JobQueue,
    id: BatchId,
    after: i64,
    /// Consecutive polls without a new result.
    empty_polls: u32,
    seen: HashSet<u64>,
}

impl ResultPoller<'_> {
    /// Fetches new results; sleeps for one interval if there are none.
    fn poll(&mut self) -> Result<Vec<(u64, String)>, JobError> {
        let (numbers, last) = self.queue.finished_jobs(self.id, self.after)?;
        let new: Vec<u64> = numbers.into_iter().filter(|number| !self.seen.contains(number)).collect();
        if new.is_empty() {
            self.wait()?;
            return Ok(Vec::new());
        }
        let fetched = &new[..new.len().min(FETCH_SIZE)];
        if fetched.len() == new.len() {
            self.after = last;
        }
        self.empty_polls = 0;
        self.seen.extend(fetched);
        self.queue.results(self.id, fetched)
    }

    fn wait(&mut self) -> Result<(), JobError> {
        if let Some(failure) = self.queue.failure(self.id)? {
            return Err(failure);
        }
        self.empty_polls += 1;
        if self.empty_polls.is_multiple_of(POLLS_BEFORE_RESCAN) {
            self.after = 0;
        }
        thread::sleep(POLL_INTERVAL);
        Ok(())
    }
}
