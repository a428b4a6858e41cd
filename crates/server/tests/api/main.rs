//! The API over real sockets, on every store.

#[allow(dead_code, reason = "the tests of the store use the rest")]
mod bots;
mod catalogue;
mod client;
mod described;
mod endings;
mod live;
mod lobby;
mod making;
mod seats;
mod turns;
mod weaknesses;

mod liars;
mod nodes;
mod slow;
mod whole;

use client::World;
use quixotry_server::TableSettings;
use quixotry_test_support::postgres::PostgresServer;
use std::pin::Pin;

type Case = (&'static str, fn(World) -> Pin<Box<dyn Future<Output = ()> + Send>>);

/// All cases of all files.
fn cases() -> impl Iterator<Item = Case> {
    let files = [
        making::CASES,
        lobby::CASES,
        seats::CASES,
        turns::CASES,
        endings::CASES,
        live::CASES,
        bots::CASES,
        catalogue::CASES,
        described::CASES,
        weaknesses::CASES,
    ];
    files.into_iter().flatten().copied()
}

/// Names cases and makes them fit for a list.
#[macro_export]
macro_rules! cases {
    ($($case:ident),* $(,)?) => {
        /// The cases of this file.
        pub(crate) const CASES: &[$crate::Case] = &[$((stringify!($case), |world| Box::pin($case(world)))),*];
    };
}

/// Runs all cases, each on a server of its own, and names those that fail.
async fn run_all(settings: impl Fn() -> TableSettings) {
    let mut failed = Vec::new();
    for (name, case) in cases() {
        let world = World::start(settings()).await;
        let app = world.app.clone();
        let done = tokio::time::timeout(std::time::Duration::from_secs(60), tokio::spawn(case(world))).await;
        app.close().await;
        match done {
            Ok(Ok(())) => {}
            Ok(Err(_)) => failed.push(format!("{name} panicked")),
            Err(_) => failed.push(format!("{name} did not end")),
        }
    }
    assert!(failed.is_empty(), "failed: {failed:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_in_memory() {
    run_all(client::settings).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_in_sqlite() {
    let directory = tempfile::tempdir().unwrap();
    let number = std::sync::atomic::AtomicU32::new(0);
    run_all(|| {
        let number = number.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let file = directory.path().join(format!("games{number}.db"));
        TableSettings { database: format!("sqlite:{}", file.display()), ..client::settings() }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_in_postgres() {
    let server = PostgresServer::start();
    run_all(|| TableSettings { database: server.create_database(), ..client::settings() }).await;
}
