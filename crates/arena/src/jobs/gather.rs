//! Putting work in, and taking what comes of it.

use super::queue::{Batch, BatchId, JobError, Queue};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

/// How often new results are looked for.
const ROUND: Duration = Duration::from_millis(100);

/// After so many rounds without a result, all are looked through again.
const PATIENCE: u32 = 100;

/// How many results are taken at once.
const ARMFUL: usize = 64;

/// Puts a batch in, or goes on with it, and hands over every result once, until all are there or the taker has enough.
/// The jobs that are left then are not done any more.
pub fn gather<E: From<JobError>>(
    queue: &Queue,
    batch: &Batch,
    mut take: impl FnMut(u64, &str) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let id = queue.submit(batch)?;
    let mut harvest = Harvest { queue, id, after: 0, quiet: 0, taken: HashSet::new() };
    while (harvest.taken.len() as u64) < batch.jobs {
        for (number, result) in harvest.next()? {
            if take(number, &result)?.is_break() {
                queue.close(id)?;
                return Ok(());
            }
        }
    }
    queue.close(id)?;
    Ok(())
}

struct Harvest<'a> {
    queue: &'a Queue,
    id: BatchId,
    after: i64,
    /// Rounds without a result.
    quiet: u32,
    taken: HashSet<u64>,
}

impl Harvest<'_> {
    /// The results that came since the last time; waits a moment where there are none.
    fn next(&mut self) -> Result<Vec<(u64, String)>, JobError> {
        let (numbers, last) = self.queue.finished(self.id, self.after)?;
        let fresh: Vec<u64> = numbers.into_iter().filter(|number| !self.taken.contains(number)).collect();
        if fresh.is_empty() {
            self.wait()?;
            return Ok(Vec::new());
        }
        let armful = &fresh[..fresh.len().min(ARMFUL)];
        if armful.len() == fresh.len() {
            self.after = last;
        }
        self.quiet = 0;
        self.taken.extend(armful);
        self.queue.results(self.id, armful)
    }

    fn wait(&mut self) -> Result<(), JobError> {
        if let Some(failure) = self.queue.failure(self.id)? {
            return Err(failure);
        }
        self.quiet += 1;
        if self.quiet.is_multiple_of(PATIENCE) {
            self.after = 0;
        }
        thread::sleep(ROUND);
        Ok(())
    }
}
