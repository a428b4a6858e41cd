//! A worker claims jobs, runs them, and stores their results.

use crate::queue::{BatchId, JobClaim, JobError, JobQueue};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Runs the jobs of one kind. A runner is made for one batch and one thread.
pub trait JobRunner {
    /// Runs a job and returns its result.
    ///
    /// # Errors
    ///
    /// The message says why the job failed. It is tried again a few times, then given up.
    fn run(&mut self, number: u64) -> Result<String, String>;
}

/// Options of a worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkerOptions {
    /// A name that no other worker has.
    pub name: String,
    /// The number of threads.
    pub threads: usize,
    /// How long a job stays claimed if the worker does not renew its lease.
    pub lease: Duration,
    /// How many jobs are claimed at once.
    pub claim: u32,
    /// How long to wait for new jobs before ending; without it the worker does not end by itself.
    pub idle: Option<Duration>,
}

impl WorkerOptions {
    /// A worker with one thread, a lease of 30 seconds and claims of 8 jobs, which waits for new jobs without end.
    #[must_use]
    pub fn new(name: &str) -> WorkerOptions {
        WorkerOptions {
            name: name.to_owned(),
            threads: 1,
            lease: Duration::from_secs(30),
            claim: 8,
            idle: None,
        }
    }
}

type RunnerResult = Result<Box<dyn JobRunner>, String>;

/// Makes a runner from the kind and the description of a batch, or says why it cannot.
pub type RunnerFactory<'a> = &'a (dyn Fn(&str, &str) -> Result<Box<dyn JobRunner>, String> + Sync);

/// Works until there is no job for a while or `stop` is set. Returns the number of jobs done.
///
/// # Errors
///
/// The address is wrong, or the database does not answer for some time.
pub fn run_worker(
    address: &str,
    kinds: &[String],
    factory: RunnerFactory<'_>,
    options: &WorkerOptions,
    stop: &AtomicBool,
) -> Result<u64, JobError> {
    let done = AtomicU64::new(0);
    // Before any thread starts, so that a wrong address is reported once.
    JobQueue::open(address)?;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1))
            .map(|number| {
                let worker = WorkerThread {
                    address,
                    kinds,
                    factory,
                    options,
                    name: format!("{}-{number}", options.name),
                    done: &done,
                };
                scope.spawn(move || worker.run(stop))
            })
            .collect();
        let outcomes: Vec<Result<(), JobError>> =
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect();
        outcomes.into_iter().collect::<Result<(), JobError>>()
    })?;
    Ok(done.load(Ordering::Relaxed))
}

struct WorkerThread<'a> {
    address: &'a str,
    kinds: &'a [String],
    factory: RunnerFactory<'a>,
    options: &'a WorkerOptions,
    name: String,
    done: &'a AtomicU64,
}

impl WorkerThread<'_> {
    fn run(&self, stop: &AtomicBool) -> Result<(), JobError> {
        let finished = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| self.renew_leases(&finished));
            let outcome = self.do_jobs(stop);
            finished.store(true, Ordering::Relaxed);
            outcome
        })
    }

    /// Renews leases on a separate connection, so that a job may take any time.
    fn renew_leases(&self, finished: &AtomicBool) {
        let (mut queue, mut last) = (None, Instant::now());
        while !finished.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
            if last.elapsed() < self.options.lease / 3 {
                continue;
            }
            last = Instant::now();
            if queue.is_none() {
                queue = JobQueue::open(self.address).ok();
            }
            // If a lease cannot be renewed it expires, and another worker does the job.
            _ = queue.as_ref().map(|queue| queue.renew(&self.name, self.options.lease));
        }
    }

    fn do_jobs(&self, stop: &AtomicBool) -> Result<(), JobError> {
        let queue = JobQueue::open(self.address)?;
        let mut current: Option<(BatchId, RunnerResult)> = None;
        let mut idle_since = Instant::now();
        while !stop.load(Ordering::Relaxed) {
            let claim = queue.claim(self.kinds, &self.name, self.options.lease, self.options.claim)?;
            let Some(claim) = claim else {
                if self.options.idle.is_some_and(|limit| idle_since.elapsed() >= limit) {
                    return Ok(());
                }
                thread::sleep(Duration::from_millis(200));
                continue;
            };
            // Batches are done one after the other; a runner of an earlier batch is not needed again.
            current = current.filter(|(batch, _)| *batch == claim.batch);
            let (_, runner) = match &mut current {
                Some(current) => current,
                none => {
                    let description = queue.description(claim.batch)?;
                    none.insert((claim.batch, (self.factory)(&claim.kind, &description)))
                }
            };
            self.run_claim(&queue, &claim, runner)?;
            idle_since = Instant::now();
        }
        Ok(())
    }

    fn run_claim(
        &self,
        queue: &JobQueue,
        claim: &JobClaim,
        runner: &mut RunnerResult,
    ) -> Result<(), JobError> {
        for &number in &claim.numbers {
            let result = match runner {
                Ok(runner) => runner.run(number),
                Err(message) => Err(message.clone()),
            };
            match result {
                Ok(result) => {
                    let is_first = queue.finish(claim.batch, number, &result)?;
                    self.done.fetch_add(u64::from(is_first), Ordering::Relaxed);
                }
                Err(message) => queue.fail(claim.batch, number, &self.name, &message)?,
            }
        }
        Ok(())
    }
}
