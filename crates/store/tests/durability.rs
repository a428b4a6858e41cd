//! What was acknowledged is there, whatever is killed and when.

mod support;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use quixotry_store::*;
use quixotry_test_support::postgres::{PostgresServer, TestDatabase};
use support::*;

/// Tells a copy of this program to append to the store at that address until it is killed.
const VICTIM: &str = "QUIXOTRY_STORE_VICTIM";
const WRITERS: u64 = 8;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_writer_says_what_it_stored() {
    match std::env::var(VICTIM) {
        Ok(address) => append_to(&Store::open(&address).await.unwrap(), u64::MAX).await,
        Err(_) => {
            let store = Store::memory();
            append_to(&store, 5).await;
            assert_eq!(
                verify(&store, |_| Ok(())).await.unwrap().counts,
                TransferCounts { games: WRITERS, events: 40 }
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_writer_loses_nothing_it_acknowledged_to_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    let address = format!("sqlite:{}", directory.path().join("games.db").display());
    kill_again_and_again(&address, 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_writer_loses_nothing_it_acknowledged_to_postgres() {
    let database = TestDatabase::create();
    kill_again_and_again(&database.address(), 8).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crashed_postgres_loses_nothing_that_was_acknowledged() {
    let server = PostgresServer::start();
    let address = server.create_database();
    let mut acknowledged = BTreeSet::new();
    for round in 0..5 {
        let victim = Victim::start(&address);
        let heard = victim.hear_for(Duration::from_millis(50 + 37 * round), || server.crash());
        assert!(!heard.is_empty(), "nothing was acknowledged in round {round}");
        acknowledged.extend(heard);
        server.restart();
        check_all(&address, &acknowledged).await;
    }
}

async fn kill_again_and_again(address: &str, rounds: u64) {
    let mut acknowledged = BTreeSet::new();
    for round in 0..rounds {
        // Primes, so that the moments are as different as they can be.
        let moment = Duration::from_micros(1_000 + round * 7_919 % 90_000);
        let heard = Victim::start(address).hear_for(moment, || {});
        assert!(!heard.is_empty(), "nothing was acknowledged in round {round}");
        acknowledged.extend(heard);
        check_all(address, &acknowledged).await;
    }
}

/// Every acknowledged event is there, and no log has a gap.
async fn check_all(address: &str, acknowledged: &BTreeSet<(String, u64)>) {
    let store = Store::open(address).await.unwrap();
    let mut stored = BTreeSet::new();
    let collect = |copy: &GameCopy| {
        stored.extend(copy.events.iter().map(|event| (copy.game.id.to_string(), event.seq.0)));
        Ok(())
    };
    let report = verify(&store, collect).await.unwrap();
    assert_eq!(report.damaged, []);
    let lost: Vec<_> = acknowledged.difference(&stored).collect();
    assert!(lost.is_empty(), "acknowledged but lost: {lost:?}");
    store.close().await.unwrap();
}

/// Appends with several writers at once, each to a new game, and says so after each.
async fn append_to(store: &Store, events: u64) {
    let mut writers = tokio::task::JoinSet::new();
    for writer in 0..WRITERS {
        let id = GameId::new(format!("{}-{writer}-{}", std::process::id(), Timestamp::now().0)).unwrap();
        writers.spawn(append_to_game(store.clone(), id, events));
    }
    writers.join_all().await;
}

async fn append_to_game(store: Store, id: GameId, events: u64) {
    store.create(new_game(&id)).await.unwrap();
    for seq in 0..events {
        if append(&store, &id, seq, "kept").await.is_err() {
            return;
        }
        let line = format!("stored {id} {}\n", seq + 1);
        std::io::stdout().write_all(line.as_bytes()).unwrap();
    }
}

struct Victim {
    child: Child,
}

impl Victim {
    fn start(address: &str) -> Victim {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "a_writer_says_what_it_stored", "--nocapture", "--test-threads=1"])
            .env(VICTIM, address)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        Victim { child: child.unwrap() }
    }

    /// Listens to it for a while after its first word, lets something happen, then kills it.
    fn hear_for(mut self, time: Duration, happens: impl FnOnce()) -> BTreeSet<(String, u64)> {
        let mut said = BufReader::new(self.child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut heard: BTreeSet<_> =
            said.by_ref().find_map(|line| acknowledgement(&line)).into_iter().collect();
        let ear =
            std::thread::spawn(move || said.filter_map(|line| acknowledgement(&line)).collect::<Vec<_>>());
        std::thread::sleep(time);
        happens();
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        heard.extend(ear.join().unwrap());
        heard
    }
}

/// Only a line that was said to its end counts; the last may be cut off in its number.
fn acknowledgement(line: &str) -> Option<(String, u64)> {
    let mut words = line.split(' ');
    // The test harness may have put its own words before.
    words.by_ref().find(|word| word.ends_with("stored"))?;
    Some((words.next()?.to_owned(), words.next()?.parse().ok()?))
}
