//! The games of a match as jobs in a real PostgreSQL: the results are those of one machine.

mod support;

use jobs::{JobQueue, JobRunner, WorkerOptions, run_worker};
use quixotry_arena::{Arena, MatchDescription, MatchJobRunner, distribute_match, run};
use quixotry_test_support::postgres::TestDatabase;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;
use support::{plan, rules};

/// The game in which workers wait until their connections are cut.
const CUT_AT: u64 = 5;

/// When workers have come to the cut, and when it was made.
struct Cut {
    /// Whether a worker has reached the game, and whether the connections are cut.
    state: Mutex<(bool, bool)>,
    changed: Condvar,
}

impl Cut {
    fn reach_and_wait(&self) {
        let mut state = self.state.lock().unwrap();
        state.0 = true;
        self.changed.notify_all();
        drop(self.changed.wait_while(state, |(_, is_made)| !*is_made).unwrap());
    }

    fn wait_until_reached(&self) {
        drop(self.changed.wait_while(self.state.lock().unwrap(), |(is_reached, _)| !*is_reached).unwrap());
    }

    fn finish(&self) {
        self.state.lock().unwrap().1 = true;
        self.changed.notify_all();
    }
}

/// Plays games, but waits in one of them for the cut.
struct Interrupted<'a> {
    runner: MatchJobRunner,
    cut: &'a Cut,
}

impl JobRunner for Interrupted<'_> {
    fn run(&mut self, number: u64) -> Result<String, String> {
        if number == CUT_AT {
            self.cut.reach_and_wait();
        }
        self.runner.run(number)
    }
}

#[test]
fn workers_whose_connections_break_play_the_match_of_one_machine() {
    static CUT: Cut = Cut { state: Mutex::new((false, false)), changed: Condvar::new() };
    let database = TestDatabase::create();
    let address = &database.address();
    let plan = plan(rules("standard"), &["greedy", "first"], 2, 12, 8);
    let arena = Arena::new(plan.clone());
    let alone = run(&arena, Vec::new(), &mut ()).unwrap();
    let description = MatchDescription::new(&plan, 12, &arena.policy, None);
    let library = presets::Library::shipped();
    let factory = |_: &str, text: &str| -> Result<Box<dyn JobRunner>, String> {
        Ok(Box::new(Interrupted { runner: MatchJobRunner::new(text, &library, false)?, cut: &CUT }))
    };
    let stop = AtomicBool::new(false);
    let together = thread::scope(|scope| {
        for name in ["a", "b"] {
            let options =
                WorkerOptions { lease: Duration::from_secs(1), claim: 2, ..WorkerOptions::new(name) };
            let (factory, stop) = (&factory, &stop);
            scope.spawn(move || run_worker(address, &["match".to_owned()], factory, &options, stop).unwrap());
        }
        scope.spawn(|| {
            CUT.wait_until_reached();
            let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                       WHERE datname = current_database() AND pid <> pg_backend_pid()";
            database.execute(cut);
            CUT.finish();
        });
        let queue = JobQueue::open(address).unwrap();
        let results = distribute_match(&queue, &arena, &description, Vec::new(), &mut ()).unwrap();
        stop.store(true, Ordering::Relaxed);
        results
    });
    assert_eq!(together, alone);
}

#[test]
fn programs_and_bots_that_connect_are_not_played_by_workers() {
    let refusal = |bot: &str| {
        let plan = plan(rules("standard"), &["greedy", bot], 2, 2, 8);
        let description = MatchDescription::new(&plan, 2, &quixotry_arena::MatchPolicy::default(), None);
        let text = serde_json::to_string(&description).unwrap();
        MatchJobRunner::new(&text, &presets::Library::shipped(), false).err().unwrap()
    };
    assert!(refusal("cmd:rm -rf x").contains("--allow-programs"));
    assert!(refusal("tcp:ann").contains("cannot be played elsewhere"));
}
