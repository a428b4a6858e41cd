//! Several servers on one PostgreSQL, restarted one after the other: no game and no live stream is lost.

use crate::client::{Table, client};
use crate::process::Process;
use quixotry_test_support::postgres::TestDatabase;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Where the servers are at the moment.
type Places = Arc<Mutex<[String; 2]>>;

fn node(data: &std::path::Path, database: &str, name: &str) -> Process {
    Process::start(data, &["--database", database, "--node", name, "--bots-port", "off"])
}

/// Passes at any server that answers until it is stopped; returns how many passes were acknowledged.
async fn play(table: Table, places: Places, stop: Arc<AtomicBool>, done: Arc<AtomicU64>) -> u64 {
    let view = table.view().await;
    let (mut seen, mut seat) = (view["seq"].as_u64().unwrap(), view["turn"].as_u64().unwrap() as usize);
    for number in 0.. {
        if stop.load(Ordering::Relaxed) {
            return seen;
        }
        let id = format!("pass-{number}");
        let mut tries = 0;
        seen = loop {
            let url = places.lock().unwrap()[tries % 2].clone();
            tries += 1;
            assert!(tries < 2_000, "no server answers");
            match table.at(&url).pass(seat, seen, &id).await {
                Ok((200, answer)) => break answer["seq"].as_u64().unwrap(),
                Ok((503, _)) | Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
                Ok((status, answer)) => panic!("{status}: {answer}"),
            }
        };
        done.fetch_add(1, Ordering::Relaxed);
        seat = 1 - seat;
    }
    unreachable!("numbers do not end")
}

/// Reads the game's events, and goes to the other server whenever the stream ends.
async fn read(table: Table, places: Places, read: Arc<Mutex<Vec<u64>>>) {
    for turn in 0.. {
        let url = places.lock().unwrap()[turn % 2].clone();
        let last = read.lock().unwrap().last().copied().unwrap_or(0);
        let request = client().get(table.at(&url).path("/events?since=0")).header("last-event-id", last);
        let Ok(mut stream) = request.send().await else {
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        let mut text = String::new();
        while let Ok(Some(chunk)) = stream.chunk().await {
            text += std::str::from_utf8(&chunk).unwrap();
            while let Some((block, rest)) = text.split_once("\n\n") {
                let id = block.lines().find_map(|line| line.strip_prefix("id: "));
                let id: Option<u64> = id.map(|id| id.parse().unwrap());
                read.lock().unwrap().extend(id);
                text = rest.to_owned();
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rolling_restart_loses_no_game_and_no_stream() {
    let shared = TestDatabase::create();
    let database = shared.address();
    let data = tempfile::tempdir().unwrap();
    let mut nodes = ["one", "two"].map(|name| node(data.path(), &database, name));
    let places: Places = Arc::new(Mutex::new(nodes.each_ref().map(|node| node.url.clone())));
    let table = Table::new(&nodes[0].url).await;
    let (stop, done, heard) = (Arc::default(), Arc::default(), Arc::new(Mutex::new(Vec::new())));
    let player = tokio::spawn(play(table.clone(), places.clone(), Arc::clone(&stop), Arc::clone(&done)));
    let reader = tokio::spawn(read(table.clone(), places.clone(), heard.clone()));
    for number in 0..2 {
        let before = done.load(Ordering::Relaxed);
        while done.load(Ordering::Relaxed) < before + 10 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        nodes[number].signal("TERM");
        assert!(nodes[number].wait().success());
        nodes[number] = node(data.path(), &database, ["three", "four"][number]);
        places.lock().unwrap()[number] = nodes[number].url.clone();
    }
    stop.store(true, Ordering::Relaxed);
    let last = player.await.unwrap();
    for _ in 0..1_000 {
        if heard.lock().unwrap().last() == Some(&last) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    reader.abort();
    let heard = heard.lock().unwrap();
    assert_eq!(*heard, (1..=last).collect::<Vec<_>>(), "every event once, in order, across all restarts");
}
