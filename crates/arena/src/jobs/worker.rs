//! A worker: it claims jobs, does them, and writes their results.

use super::queue::{BatchId, JobError, Queue};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Whoever knows how to do the jobs of a kind. It is made for one batch and one thread.
pub trait Runner {
    /// Does a job and gives its result.
    fn run(&mut self, number: u64) -> Result<String, String>;
}

/// How a worker works.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkOptions {
    /// A name that no other worker has.
    pub name: String,
    /// On how many threads.
    pub threads: usize,
    /// How long a job stays claimed without a sign of life.
    pub lease: Duration,
    /// How many jobs are claimed at once.
    pub claim: u32,
    /// How long to wait for new jobs before ending; for ever when nothing is said.
    pub idle: Option<Duration>,
}

/// A runner, or why there is none.
pub type Made = Result<Box<dyn Runner>, String>;

/// Makes a runner for a batch of this kind with this description.
pub type Make<'a> = &'a (dyn Fn(&str, &str) -> Made + Sync);

/// Works until there is nothing to do for a while, or somebody says stop; gives the number of jobs done.
pub fn work(
    address: &str,
    kinds: &[String],
    make: Make<'_>,
    options: &WorkOptions,
    stop: &AtomicBool,
) -> Result<u64, JobError> {
    let done = AtomicU64::new(0);
    // Before any thread is started, so that a wrong address is told once.
    Queue::open(address)?;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..options.threads.max(1))
            .map(|number| {
                let bee = Bee {
                    address,
                    kinds,
                    make,
                    options,
                    name: format!("{}-{number}", options.name),
                    done: &done,
                };
                scope.spawn(move || bee.work(stop))
            })
            .collect();
        let outcomes: Vec<Result<(), JobError>> =
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect();
        outcomes.into_iter().collect::<Result<(), JobError>>()
    })?;
    Ok(done.load(Ordering::Relaxed))
}

/// One thread of a worker.
struct Bee<'a> {
    address: &'a str,
    kinds: &'a [String],
    make: Make<'a>,
    options: &'a WorkOptions,
    name: String,
    done: &'a AtomicU64,
}

impl Bee<'_> {
    fn work(&self, stop: &AtomicBool) -> Result<(), JobError> {
        let over = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| self.stay_alive(&over));
            let outcome = self.do_jobs(stop);
            over.store(true, Ordering::Relaxed);
            outcome
        })
    }

    /// Claims are kept on a connection of their own, however long a job takes.
    fn stay_alive(&self, over: &AtomicBool) {
        let (mut queue, mut last) = (None, Instant::now());
        while !over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
            if last.elapsed() < self.options.lease / 3 {
                continue;
            }
            last = Instant::now();
            if queue.is_none() {
                queue = Queue::open(self.address).ok();
            }
            // A claim that cannot be kept runs out, and somebody else does the job.
            _ = queue.as_ref().map(|queue| queue.keep(&self.name, self.options.lease));
        }
    }

    fn do_jobs(&self, stop: &AtomicBool) -> Result<(), JobError> {
        let queue = Queue::open(self.address)?;
        let mut ready: Option<(BatchId, Made)> = None;
        let mut idle = Instant::now();
        while !stop.load(Ordering::Relaxed) {
            let claim = queue.claim(self.kinds, &self.name, self.options.lease, self.options.claim)?;
            let Some(claim) = claim else {
                if self.options.idle.is_some_and(|patience| idle.elapsed() >= patience) {
                    return Ok(());
                }
                thread::sleep(Duration::from_millis(200));
                continue;
            };
            // One batch is done after the other; what was made for the last one is of no use any more.
            ready = ready.filter(|(batch, _)| *batch == claim.batch);
            let (_, runner) = match &mut ready {
                Some(ready) => ready,
                none => {
                    let description = queue.description(claim.batch)?;
                    none.insert((claim.batch, (self.make)(&claim.kind, &description)))
                }
            };
            for number in claim.numbers {
                let result = match runner {
                    Ok(runner) => runner.run(number),
                    Err(why) => Err(why.clone()),
                };
                match result {
                    Ok(result) => {
                        let counts = queue.finish(claim.batch, number, &result)?;
                        self.done.fetch_add(u64::from(counts), Ordering::Relaxed);
                    }
                    Err(why) => queue.fail(claim.batch, number, &self.name, &why)?,
                }
            }
            idle = Instant::now();
        }
        Ok(())
    }
}
