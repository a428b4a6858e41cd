//! How many appends a second each store takes, and how long they wait, with 1, 64 and 512 writers at once.
//!
//! Every append is one event of a game of 1,000 (130 bytes of JSON), waited for until it is durable; a whole one
//! also remembers its command and changes the game's summary, as a server's appends do.

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use quixotry_store::*;
use quixotry_test_support::postgres::PostgresServer;
use support::{command, event, fresh_id, new_game, summary};

const GAMES: usize = 1_000;
const TIME: Duration = Duration::from_secs(4);
const PAYLOAD: &str = r#"{"played":{"seat":1,"placement":"8H QUIXOTRY","points":365,"drawn":[3,17,41,52,66,80,91],"clock":1234567,"words":["QUIXOTRY"]}}"#;

#[derive(Debug, Clone, Copy)]
enum Form {
    Event,
    Whole,
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    println!(
        "{:<10} {:<6} {:>7} {:>9} {:>8} {:>8}",
        "store", "form", "writers", "events/s", "p50 ms", "p99 ms"
    );
    let directory = tempfile::tempdir().unwrap();
    let server = PostgresServer::start_with("");
    let file = format!("sqlite:{}", directory.path().join("games.db").display());
    let wanted: Vec<String> = std::env::args().skip(1).filter(|name| !name.starts_with("--")).collect();
    for (name, address) in
        [("memory", "memory:".to_owned()), ("sqlite", file), ("postgres", server.create_database())]
    {
        if wanted.is_empty() || wanted.iter().any(|wanted| wanted == name) {
            runtime.block_on(measure(name, &address));
        }
    }
}

async fn measure(name: &str, address: &str) {
    let store = Store::open(address).await.unwrap();
    for form in [Form::Event, Form::Whole] {
        for writers in [1, 64, 512] {
            let games = make_games(&store).await;
            let mut waits = append_for_a_while(&store, &games, writers, form).await;
            waits.sort_unstable();
            let rate = waits.len() as f64 / TIME.as_secs_f64();
            let (p50, p99) = (at(&waits, 50), at(&waits, 99));
            println!("{name:<10} {form:<6?} {writers:>7} {rate:>9.0} {p50:>8.2} {p99:>8.2}");
        }
    }
    store.close().await.unwrap();
}

async fn make_games(store: &Store) -> Vec<GameId> {
    let ids: Vec<_> = (0..GAMES).map(|_| fresh_id()).collect();
    for some in ids.chunks(100) {
        store.restore(some.iter().map(|id| new_game(id).into()).collect()).await.unwrap();
    }
    ids
}

/// Every writer has games of its own, so that none is refused, and takes them in turn.
async fn append_for_a_while(store: &Store, games: &[GameId], writers: usize, form: Form) -> Vec<Duration> {
    let end = Instant::now() + TIME;
    let mut tasks = tokio::task::JoinSet::new();
    for writer in 0..writers {
        let mine: Vec<_> = games.iter().skip(writer).step_by(writers).cloned().collect();
        tasks.spawn(append_until(end, store.clone(), mine, form));
    }
    tasks.join_all().await.concat()
}

async fn append_until(end: Instant, store: Store, games: Vec<GameId>, form: Form) -> Vec<Duration> {
    let mut waits = Vec::new();
    for round in 0.. {
        for game in &games {
            if Instant::now() >= end {
                return waits;
            }
            let append = new_append(game, round, form);
            let begun = Instant::now();
            store.append(append).await.unwrap();
            waits.push(begun.elapsed());
        }
    }
    waits
}

fn new_append(game: &GameId, round: u64, form: Form) -> Append {
    let append = Append::new(game.clone(), Seq(round), vec![event(PAYLOAD)]);
    match form {
        Form::Event => append,
        Form::Whole => Append {
            command: Some(command(&format!("8a9c2f6e-0d1b-4c3e-9f70-{round:012}"))),
            summary: Some(summary("Tea", TableStatus::Running)),
            ..append
        },
    }
}

fn at(sorted: &[Duration], percent: usize) -> f64 {
    sorted.get(sorted.len() * percent / 100).map_or(0.0, Duration::as_secs_f64) * 1_000.0
}
