//! Several machines on one PostgreSQL: matches, trainings and analyses as jobs. A worker is killed, the database too,
//! and what comes of it is what one machine alone makes.

use crate::process::{Process, binary, report, run, start, wait};
use jobs::{BatchId, BatchProgress, JobQueue};
use quixotry_test_support::postgres::{PostgresServer, TestDatabase};

/// A worker that claims many jobs at once and is soon missed.
fn worker(database: &str) -> Process {
    let options = ["--threads", "1", "--lease", "1", "--claim", "4", "--idle", "60"];
    Process::start(binary().args(["worker", "--database", database]).args(options))
}

/// How far the first batch of jobs has come.
fn progress(queue: &JobQueue) -> BatchProgress {
    queue.progress(BatchId(1)).unwrap()
}

/// Every job is done once, however often it was begun.
fn check_done(queue: &JobQueue, jobs: u64) {
    let found = progress(queue);
    assert_eq!((found.done, found.jobs), (jobs, jobs));
}

#[test]
fn a_match_is_the_same_when_a_worker_and_the_database_are_killed() {
    let server = PostgresServer::start();
    let database = server.create_database();
    let games = ["greedy", "first", "--games", "24", "--seed", "8"];
    let alone = report(&games);
    let queue = JobQueue::open(&database).unwrap();
    let asked = [&["arena"], &games[..], &["--database", &database, "--json", "--quiet"]].concat();
    let arena = Process::start(binary().args(&asked));
    let mut doomed = worker(&database);
    wait(|| progress(&queue).done > 0, || "nothing is done".to_owned());
    // It is in the middle of a game, and holds others.
    doomed.kill();
    let left = progress(&queue);
    assert!(left.done < 24 && left.claimed > 0, "{left:?}");
    let others = [worker(&database), worker(&database)];
    wait(|| progress(&queue).done > left.done, || "no game is played".to_owned());
    server.crash();
    server.restart();
    let arena = arena.end();
    assert_eq!(arena.code, Some(0), "{arena:?}");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&arena.out).unwrap(), alone);
    check_done(&queue, 24);
    drop(others);
    // Asked for again, it is there already.
    let again = run(&asked);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&again).unwrap(), alone);
}

#[test]
fn a_database_that_is_not_there_is_named_with_the_reason() {
    // The system gives a free port.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("postgres://nobody@127.0.0.1:{port}/none");
    let ended = Process::start(binary().args(["worker", "--database", &address])).end();
    assert_eq!(ended.code, Some(1), "{ended:?}");
    let message = format!("no answer from the database at 127.0.0.1:{port}: ");
    assert!(ended.err.contains(&message) && ended.err.contains("refused"), "{ended:?}");
    assert_eq!(ended.err.trim().lines().count(), 1, "{ended:?}");
}

#[test]
fn a_training_is_the_same_when_a_worker_is_killed() {
    let shared = TestDatabase::create();
    let database = shared.address();
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).display().to_string();
    let (rules, state) = (path("small.toml"), path("state"));
    std::fs::write(&rules, "inherit = \"standard\"\nrack = 4\nbonus = 0\n").unwrap();
    let leaves = |out: &str, more: &[&str]| {
        let args =
            ["train", "leaves", "--rules", &rules, "--games", "160", "--generations", "2", "--seed", "3"];
        [&args[..], &["--out", out], more].concat().iter().map(|&arg| arg.to_owned()).collect::<Vec<String>>()
    };
    let alone = leaves(&path("alone.qlv"), &[]);
    let message = run(&alone.iter().map(String::as_str).collect::<Vec<_>>());
    let queue = JobQueue::open(&database).unwrap();
    let mut doomed = worker(&database);
    let together = Process::start(
        binary().args(leaves(&path("together.qlv"), &["--database", &database, "--state", &state])),
    );
    wait(
        || queue.progress(BatchId(1)).is_ok_and(|found| found.claimed > 0),
        || "no game is played".to_owned(),
    );
    doomed.kill();
    let other = worker(&database);
    let ended = together.end();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.out.replace("together", "alone"), message);
    let bytes = |name: &str| std::fs::read(path(name)).unwrap();
    assert_eq!(bytes("together.qlv"), bytes("alone.qlv"));
    check_done(&queue, 4);

    // Winning chances are learned in the same way, by the same worker.
    let chances = |name: &str, more: &[&str]| {
        let out = path(name);
        run(&[&["train", "winpct", "--rules", &rules, "--games", "60", "--seed", "2", "--out", &out], more]
            .concat());
        bytes(name)
    };
    assert_eq!(chances("together.qwp", &["--database", &database]), chances("alone.qwp", &[]));
    drop(other);
}

#[test]
fn an_analysis_is_the_same_when_a_worker_is_killed() {
    let shared = TestDatabase::create();
    let database = shared.address();
    let directory = tempfile::tempdir().unwrap();
    let output = directory.path().join("match").display().to_string();
    run(&["arena", "static", "greedy", "--games", "2", "--seed", "9", "--output", &output, "--quiet"]);
    let game = format!("{output}/games/000001.gcg");
    let judge = ["analyze", &game, "--rounds", "4", "--plays", "3", "--json"];
    let alone = run(&judge);
    let queue = JobQueue::open(&database).unwrap();
    let mut doomed = worker(&database);
    let together = Process::start(binary().args(judge).args(["--database", &database]));
    wait(
        || queue.progress(BatchId(1)).is_ok_and(|found| found.claimed > 0),
        || "no turn is judged".to_owned(),
    );
    doomed.kill();
    let other = worker(&database);
    let ended = together.end();
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(ended.out, alone);
    let turns = serde_json::from_str::<serde_json::Value>(&alone).unwrap()["turns"].as_array().unwrap().len();
    check_done(&queue, turns as u64);
    drop(other);
    let position = start(&format!("analyze empty --rack RETAINS --database {database}")).end();
    assert!(position.err.contains("--database is for games"), "{position:?}");
}

#[test]
fn a_worker_without_a_database_says_so() {
    let wrong = start("worker --database postgres//nowhere").end();
    assert!(
        wrong.code == Some(1) && wrong.err.contains("is not the address of a PostgreSQL database"),
        "{wrong:?}"
    );
    let lease = start("worker --database postgres://x@localhost/y --lease 0.1").end();
    assert!(lease.err.contains("--lease is at least 0.3 seconds"), "{lease:?}");
}
