//! `kill -9` at any moment loses nothing that was acknowledged.

use crate::client::Table;
use crate::process::{Process, run};
use quixotry_test_support::postgres::TestDatabase;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const ROUNDS: usize = 4;
const TABLES: usize = 6;

/// A command that was answered: which, at which seat, what it was sent after, and the answer.
#[derive(Clone, Debug)]
struct Acknowledged {
    id: String,
    seat: usize,
    seen: u64,
    seq: u64,
}

/// Passes until the server does not answer any more, and counts the answers.
async fn play(table: Table, view: Value, round: usize, answered: Arc<AtomicUsize>) -> Vec<Acknowledged> {
    let (mut seen, mut seat) = (view["seq"].as_u64().unwrap(), view["turn"].as_u64().unwrap() as usize);
    let mut done = Vec::new();
    loop {
        let id = format!("{round}-{}", done.len());
        let Ok((status, answer)) = table.pass(seat, seen, &id).await else { return done };
        assert_eq!(status, 200, "{answer}");
        let seq = answer["seq"].as_u64().unwrap();
        done.push(Acknowledged { id, seat, seen, seq });
        answered.fetch_add(1, Ordering::Relaxed);
        (seen, seat) = (seq, 1 - seat);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_there_afterwards() {
    let data = tempfile::tempdir().unwrap();
    kill_again_and_again(data.path(), &[]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_in_postgres_afterwards() {
    let (data, server) = (tempfile::tempdir().unwrap(), TestDatabase::create());
    kill_again_and_again(data.path(), &["--database", &server.address()]).await;
}

async fn kill_again_and_again(data: &Path, database: &[&str]) {
    let mut server = Process::start(data, database);
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        tables.push(Table::new(&server.url).await);
    }
    for round in 0..ROUNDS {
        let answered = Arc::new(AtomicUsize::new(0));
        let mut games = Vec::new();
        for table in &tables {
            let table = table.at(&server.url);
            let view = table.view().await;
            games.push(tokio::spawn(play(table, view, round, answered.clone())));
        }
        // In the middle of things: the next answers are under way.
        while answered.load(Ordering::Relaxed) < 20 + 7 * round {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        server.kill();
        let mut done = Vec::new();
        for game in games {
            done.push(game.await.unwrap());
        }
        server = Process::start(data, database);
        for (table, done) in tables.iter().zip(&done) {
            check(&table.at(&server.url), done).await;
        }
    }
    server.stop();
    let verified = run(data, &[&["store", "verify"], database].concat());
    assert_eq!(verified.code, Some(0), "{}{}", verified.out, verified.err);
}

/// The log goes at least as far as was acknowledged, and the last commands sent again get their first answers.
async fn check(table: &Table, done: &[Acknowledged]) {
    let Some(last) = done.last() else { return };
    let seq = table.view().await["seq"].as_u64().unwrap();
    assert!(seq >= last.seq, "the log ends at {seq}, but {last:?} was acknowledged");
    for command in done.iter().rev().take(3) {
        let (status, answer) = table.pass(command.seat, command.seen, &command.id).await.unwrap();
        assert_eq!((status, answer["seq"].as_u64()), (200, Some(command.seq)), "{command:?}: {answer}");
    }
}
