//! Games as jobs in a real PostgreSQL: several workers, one killed, the connection cut; the result stays the same.

mod support;

use quixotry_arena::jobs::{Batch, Games, JobError, Queue, Runner, WorkOptions, distribute, gather, work};
use quixotry_arena::{Arena, Description, run};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use support::postgres::Server;
use support::{plan, rules};

fn options(name: &str) -> WorkOptions {
    WorkOptions {
        name: name.to_owned(),
        threads: 1,
        lease: Duration::from_millis(600),
        claim: 2,
        idle: Some(Duration::from_millis(1500)),
    }
}

fn batch(name: &str, jobs: u64) -> Batch {
    Batch { name: name.to_owned(), kind: "count".to_owned(), description: "7".to_owned(), jobs }
}

/// One server for all, for each takes a second to start.
#[test]
fn jobs_in_a_database() {
    let server = Server::start();
    every_job_is_done_once(&server.database());
    a_dead_workers_jobs_are_done_by_others(&server.database());
    a_job_that_fails_is_tried_again_and_then_given_up(&server.database());
    a_match_of_workers_is_the_match_of_one_machine(&server);
    let wrong = Queue::open("postgres//nowhere");
    assert!(matches!(wrong, Err(JobError::Address(..))), "{wrong:?}");
}

struct Count<'a>(&'a AtomicU64);

impl Runner for Count<'_> {
    fn run(&mut self, number: u64) -> Result<String, String> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(number.to_string())
    }
}

fn every_job_is_done_once(address: &str) {
    static DONE: AtomicU64 = AtomicU64::new(0);
    let queue = Queue::open(address).unwrap();
    let id = queue.submit(&batch("once", 40)).unwrap();
    // Asking again is the same batch.
    assert_eq!(queue.submit(&batch("once", 40)).unwrap(), id);
    let make = |_: &str, description: &str| -> Result<Box<dyn Runner>, String> {
        assert_eq!(description, "7");
        Ok(Box::new(Count(&DONE)))
    };
    let kinds = ["count".to_owned()];
    let stop = AtomicBool::new(false);
    let done: u64 = thread::scope(|scope| {
        let workers = ["a", "b", "c"].map(|name| {
            scope.spawn(move || {
                work(address, &["count".to_owned()], &make, &options(name), &AtomicBool::new(false)).unwrap()
            })
        });
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    });
    assert_eq!((done, DONE.load(Ordering::Relaxed)), (40, 40));
    let (mut numbers, _) = queue.finished(id, 0).unwrap();
    numbers.sort_unstable();
    assert_eq!(numbers, (0..40).collect::<Vec<_>>());
    // Whoever gathers them gets each once, however often the batch is asked for.
    let mut gathered = Vec::new();
    gather::<JobError>(&queue, &batch("once", 40), |number, result| {
        assert_eq!(result, number.to_string());
        gathered.push(number);
        Ok(ControlFlow::Continue(()))
    })
    .unwrap();
    gathered.sort_unstable();
    assert_eq!(gathered, numbers);
    assert_eq!(queue.progress(id).unwrap().done, 40);
    assert_eq!(
        work(address, &kinds, &make, &WorkOptions { idle: Some(Duration::ZERO), ..options("d") }, &stop)
            .unwrap(),
        0
    );
}

fn a_dead_workers_jobs_are_done_by_others(address: &str) {
    let queue = Queue::open(address).unwrap();
    let id = queue.submit(&batch("dead", 4)).unwrap();
    let kinds = ["count".to_owned()];
    // It claims three jobs and is never heard of again.
    let claim = queue.claim(&kinds, "dead", Duration::from_millis(300), 3).unwrap().unwrap();
    assert_eq!(claim.numbers, [0, 1, 2]);
    let other = queue.claim(&kinds, "quick", Duration::from_secs(9), 9).unwrap().unwrap();
    assert_eq!(other.numbers, [3]);
    thread::sleep(Duration::from_millis(500));
    let again = queue.claim(&kinds, "quick", Duration::from_secs(9), 9).unwrap().unwrap();
    assert_eq!(again.numbers, [0, 1, 2]);
    assert!(queue.finish(id, 0, "quick").unwrap());
    // It was not dead after all, but somebody else was first.
    assert!(!queue.finish(id, 0, "dead").unwrap());
    assert_eq!(queue.results(id, &[0, 1]).unwrap(), [(0, "quick".to_owned())]);
    // A claim that is kept alive does not run out.
    let lease = Duration::from_millis(300);
    queue.submit(&batch("alive", 1)).unwrap();
    queue.close(id).unwrap();
    assert!(queue.claim(&kinds, "alive", lease, 9).unwrap().is_some());
    for _ in 0..4 {
        thread::sleep(Duration::from_millis(150));
        queue.keep("alive", lease).unwrap();
        assert_eq!(queue.claim(&kinds, "thief", lease, 9).unwrap(), None);
    }
}

fn a_job_that_fails_is_tried_again_and_then_given_up(address: &str) {
    struct Fails;
    impl Runner for Fails {
        fn run(&mut self, number: u64) -> Result<String, String> {
            if number == 1 { Err("no luck".to_owned()) } else { Ok(String::new()) }
        }
    }
    let queue = Queue::open(address).unwrap();
    let id = queue.submit(&batch("fails", 3)).unwrap();
    let make = |_: &str, _: &str| -> Result<Box<dyn Runner>, String> { Ok(Box::new(Fails)) };
    let kinds = ["count".to_owned()];
    let done = work(address, &kinds, &make, &options("a"), &AtomicBool::new(false)).unwrap();
    assert_eq!(done, 2);
    let failure = queue.failure(id).unwrap().unwrap().to_string();
    assert_eq!(failure, "job 1 failed 3 times; the last time: no luck");
}

fn a_match_of_workers_is_the_match_of_one_machine(server: &Server) {
    let address = server.database();
    let plan = plan(rules("standard"), &["greedy", "first"], 2, 12, 8);
    let arena = Arena::new(plan.clone());
    let alone = run(&arena, Vec::new(), &mut ()).unwrap();
    let description = Description::new(&plan, 12, &arena.manners, None);
    let library = presets::Library::shipped();
    let make = |_: &str, text: &str| -> Result<Box<dyn Runner>, String> {
        Ok(Box::new(Games::new(text, &library, false)?))
    };
    let stop = AtomicBool::new(false);
    let together = thread::scope(|scope| {
        let (address, make, stop) = (&address, &make, &stop);
        for name in ["a", "b"] {
            let options = WorkOptions { idle: None, ..options(name) };
            scope.spawn(move || work(address, &["match".to_owned()], make, &options, stop).unwrap());
        }
        // All connections are cut while the games are played.
        scope.spawn(move || {
            thread::sleep(Duration::from_millis(150));
            let name = address.split('?').next().and_then(|start| start.rsplit('/').next()).unwrap();
            let cut =
                format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
            server.meddle("postgres", &cut);
        });
        let queue = Queue::open(address).unwrap();
        let results = distribute(&queue, &arena, &description, Vec::new(), &mut ()).unwrap();
        stop.store(true, Ordering::Relaxed);
        results
    });
    assert_eq!(together, alone);
    // Programs of others are not started, and what connects cannot be played elsewhere.
    let refused = |bot: &str| {
        let plan = support::plan(rules("standard"), &["greedy", bot], 2, 2, 8);
        let text = serde_json::to_string(&Description::new(&plan, 2, &arena.manners, None)).unwrap();
        Games::new(&text, &library, false).err().unwrap()
    };
    assert!(refused("cmd:rm -rf x").contains("--allow-programs"));
    assert!(refused("tcp:ann").contains("cannot be played elsewhere"));
}
