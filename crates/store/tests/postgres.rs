//! What is particular to a database that others share, and that may go away.

mod support;

use std::time::Duration;

use quixotry_store::*;
use quixotry_test_support::postgres::{PostgresServer, TestDatabase};
use sqlx::{Connection, PgConnection};
use support::*;

fn is_unavailable<T>(answer: &Result<T, WriteError>) -> bool {
    matches!(answer, Err(WriteError::Store(StoreError::Unavailable(_) | StoreError::Uncertain(_))))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_whose_database_is_gone_says_so_and_recovers() {
    let server = PostgresServer::start();
    let address = server.create_database();
    let store = Store::open(&address).await.unwrap();
    let other = Store::open(&address).await.unwrap();
    let mut notices = other.subscribe();
    let id = make_game(&store).await;
    append(&store, &id, 0, "before").await.unwrap();

    server.crash();
    assert!(is_unavailable(&append(&store, &id, 1, "during").await));
    assert!(matches!(store.game(&id).await, Err(StoreError::Unavailable(_))));
    assert!(store.ping().await.is_err());
    assert!(matches!(Store::open(&address).await, Err(StoreOpenError::Unavailable(_))));

    server.restart();
    assert_eq!(append(&store, &id, 1, "after").await, Ok(AppendOutcome::Stored(Seq(2))));
    assert_eq!(texts(&store, &id).await, ["before", "after"]);
    store.ping().await.unwrap();
    let heard = tokio::time::timeout(Duration::from_secs(30), async {
        loop {
            if let Some(ChangeNotification::Changed(game, LogHead { seq: Seq(2), .. })) = notices.next().await
            {
                return game;
            }
        }
    });
    assert_eq!(heard.await.expect("the other node heard nothing after the crash"), id);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_between_two_writes_goes_unnoticed() {
    let server = PostgresServer::start();
    let store = Store::open(&server.create_database()).await.unwrap();
    let id = make_game(&store).await;
    server.crash();
    server.restart();
    assert_eq!(append(&store, &id, 0, "after").await, Ok(AppendOutcome::Stored(Seq(1))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_locked_by_another_is_refused_and_recovers() {
    let database = TestDatabase::create();
    let address = database.address();
    let store = Store::open(&address).await.unwrap();
    let id = make_game(&store).await;
    let mut other = PgConnection::connect(&address).await.unwrap();
    sqlx::raw_sql("BEGIN; SELECT * FROM games FOR UPDATE").execute(&mut other).await.unwrap();
    let refused = append(&store, &id, 0, "refused").await;
    assert!(matches!(refused, Err(WriteError::Store(StoreError::Unavailable(_)))), "{refused:?}");
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(append(&store, &id, 0, "stored").await, Ok(AppendOutcome::Stored(Seq(1))));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_notification_hides_nothing() {
    let database = TestDatabase::create();
    let address = database.address();
    let (one, two) = (Store::open(&address).await.unwrap(), Store::open(&address).await.unwrap());
    let mut notices = two.subscribe();
    let id = make_game(&one).await;
    // A node died right after its commit: the row is there, but no notification was sent.
    database.execute(&format!("INSERT INTO notices (node, body) VALUES ('dead', E'{id} 7 3\\n')"));
    let expected = ChangeNotification::Changed(id, LogHead { seq: Seq(7), line: LineNo(3) });
    let heard = async { while notices.next().await.as_ref() != Some(&expected) {} };
    tokio::time::timeout(Duration::from_secs(30), heard).await.expect("the row was not found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_a_newer_version_is_left_alone() {
    let database = TestDatabase::create();
    let address = database.address();
    Store::open(&address).await.unwrap().close().await.unwrap();
    database.execute(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (99, 'later', true, '', 0)",
    );
    let error = Store::open(&address).await.unwrap_err();
    assert!(matches!(error, StoreOpenError::Newer { found: 99, known: 3 }), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_that_open_at_once_make_the_tables_once() {
    let database = TestDatabase::create();
    let address = database.address();
    let mut nodes = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let address = address.clone();
        nodes.spawn(async move { Store::open(&address).await.map(drop) });
    }
    assert!(nodes.join_all().await.iter().all(Result::is_ok));
}

#[tokio::test]
async fn addresses_with_mistakes_are_explained() {
    let error = Store::open("postgres://localhost:port/games").await.unwrap_err();
    assert!(matches!(error, StoreOpenError::Options(_)), "{error}");
    let nowhere =
        Store::open("postgres://quixotry@localhost/games?host=/no/such/directory").await.unwrap_err();
    assert!(matches!(nowhere, StoreOpenError::Unavailable(_)), "{nowhere}");
}
