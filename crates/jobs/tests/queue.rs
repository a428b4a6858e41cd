//! The queue in a real PostgreSQL: claims, leases, results and failures.

use quixotry_jobs::{
    JobBatch, JobClaim, JobError, JobQueue, JobRunner, WorkerOptions, collect_results, run_worker,
};
#[allow(dead_code, reason = "other tests use the rest of it")]
use quixotry_test_support::postgres::TestDatabase;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// A lease that does not expire during a test.
const LONG: Duration = Duration::from_secs(3600);

/// A lease that expires during a test, but not between two calls.
const SHORT: Duration = Duration::from_secs(2);

fn kinds() -> [String; 1] {
    ["count".to_owned()]
}

fn batch(name: &str, jobs: u64) -> JobBatch {
    JobBatch { name: name.to_owned(), kind: "count".to_owned(), description: "7".to_owned(), jobs }
}

/// A worker that ends as soon as there is no free job.
fn options(name: &str) -> WorkerOptions {
    WorkerOptions { lease: LONG, claim: 2, idle: Some(Duration::ZERO), ..WorkerOptions::new(name) }
}

/// Waits until a job is free; the limit is that of the test runner.
fn wait_for_claim(queue: &JobQueue, worker: &str) -> JobClaim {
    loop {
        if let Some(claim) = queue.claim(&kinds(), worker, LONG, 9).unwrap() {
            return claim;
        }
        thread::sleep(Duration::from_millis(50));
    }
}

struct Count<'a>(&'a AtomicU64);

impl JobRunner for Count<'_> {
    fn run(&mut self, number: u64) -> Result<String, String> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(number.to_string())
    }
}

#[test]
fn every_job_is_done_once() {
    static DONE: AtomicU64 = AtomicU64::new(0);
    let database = TestDatabase::create();
    let address = &database.address();
    let queue = JobQueue::open(address).unwrap();
    let id = queue.submit(&batch("once", 40)).unwrap();
    assert_eq!(queue.submit(&batch("once", 40)).unwrap(), id, "the same name is the same batch");
    let factory = |_: &str, description: &str| -> Result<Box<dyn JobRunner>, String> {
        assert_eq!(description, "7");
        Ok(Box::new(Count(&DONE)))
    };
    let done: u64 = thread::scope(|scope| {
        let workers = ["a", "b", "c"].map(|name| {
            scope.spawn(move || {
                run_worker(address, &kinds(), &factory, &options(name), &AtomicBool::new(false)).unwrap()
            })
        });
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert_eq!((done, DONE.load(Ordering::Relaxed)), (40, 40));
    let (mut numbers, _) = queue.finished_jobs(id, 0).unwrap();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..40).collect::<Vec<_>>());
    // Submitting the batch again gives the same results, each once.
    let mut collected = Vec::new();
    collect_results::<JobError>(&queue, &batch("once", 40), |number, result| {
        assert_eq!(result, number.to_string());
        collected.push(number);
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    collected.sort_unstable();
    assert_eq!(collected, numbers);
    assert_eq!(queue.progress(id).unwrap().done, 40);
    assert_eq!(run_worker(address, &kinds(), &factory, &options("d"), &AtomicBool::new(false)).unwrap(), 0);
}

#[test]
fn other_workers_do_the_jobs_of_a_dead_one() {
    let database = TestDatabase::create();
    let queue = JobQueue::open(&database.address()).unwrap();
    let id = queue.submit(&batch("dead", 4)).unwrap();
    let claim = queue.claim(&kinds(), "dead", SHORT, 3).unwrap().unwrap();
    assert_eq!(claim.numbers, [0, 1, 2]);
    let other = queue.claim(&kinds(), "quick", LONG, 9).unwrap().unwrap();
    assert_eq!(other.numbers, [3]);
    assert_eq!(wait_for_claim(&queue, "quick").numbers, [0, 1, 2]);
    assert!(queue.finish(id, 0, "quick").unwrap());
    assert!(!queue.finish(id, 0, "dead").unwrap(), "a late result of the first worker does not count");
    assert_eq!(queue.results(id, &[0, 1]).unwrap(), [(0, "quick".to_owned())]);
}

#[test]
fn a_renewed_lease_does_not_expire() {
    let database = TestDatabase::create();
    let queue = JobQueue::open(&database.address()).unwrap();
    queue.submit(&batch("alive", 2)).unwrap();
    assert_eq!(queue.claim(&kinds(), "alive", SHORT, 1).unwrap().unwrap().numbers, [0]);
    assert_eq!(queue.claim(&kinds(), "dead", SHORT, 1).unwrap().unwrap().numbers, [1]);
    queue.renew("alive", LONG).unwrap();
    // The second job was claimed later. When it is free, the first lease would have expired as well.
    assert_eq!(wait_for_claim(&queue, "thief").numbers, [1]);
}

#[test]
fn a_job_that_fails_is_tried_again_and_then_given_up() {
    struct Fails;
    impl JobRunner for Fails {
        fn run(&mut self, number: u64) -> Result<String, String> {
            if number == 1 { Err("no luck".to_owned()) } else { Ok(String::new()) }
        }
    }
    let database = TestDatabase::create();
    let address = &database.address();
    let queue = JobQueue::open(address).unwrap();
    let id = queue.submit(&batch("fails", 3)).unwrap();
    let factory = |_: &str, _: &str| -> Result<Box<dyn JobRunner>, String> { Ok(Box::new(Fails)) };
    let stop = AtomicBool::new(false);
    let (failure, done) = thread::scope(|scope| {
        let options = WorkerOptions { idle: None, ..options("a") };
        let worker = scope.spawn(|| run_worker(address, &kinds(), &factory, &{ options }, &stop).unwrap());
        let failure = loop {
            if let Some(failure) = queue.failure(id).unwrap() {
                break failure;
            }
            thread::sleep(Duration::from_millis(50));
        };
        stop.store(true, Ordering::Relaxed);
        (failure, worker.join().unwrap())
    });
    assert_eq!(done, 2);
    assert_eq!(failure.to_string(), "job 1 failed 3 times; the last time: no luck");
}

#[test]
fn an_address_that_is_not_a_url_is_refused() {
    let wrong = JobQueue::open("postgres//nowhere");
    assert!(matches!(wrong, Err(JobError::Address(..))), "{wrong:?}");
}
