//! A database as the first version made it is brought up to date when a server opens it, and its game goes on.
//!
//! The schemas are copies of the first migrations, which never change. The rows are those of a real game, without the
//! columns and fields that later versions added.

use crate::client::{Seated, World, settings};
use quixotry_server::{StoredGameVerifier, TableSettings};
use quixotry_test_support::postgres::TestDatabase;
use serde_json::{Value, json};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqlSafeStr, SqliteConnection};
use std::borrow::Cow;
use std::time::Duration;

const SQLITE: &str = include_str!("../data/first-schema.sqlite.sql");
const POSTGRES: &str = include_str!("../data/first-schema.postgres.sql");

/// The rows of a game. The first line, a comment, says how the game stands and which keys open it.
const GAME: &str = include_str!("../data/first-game.sql");

/// The first migration alone.
fn first_migration(schema: &'static str) -> Migrator {
    let first =
        Migration::new(1, Cow::Borrowed("games"), MigrationType::Simple, schema.into_sql_str(), false);
    Migrator::with_migrations(vec![first])
}

fn standing() -> Value {
    serde_json::from_str(GAME.lines().next().unwrap().trim_start_matches("-- ")).unwrap()
}

/// Opens the database with this program and plays on.
async fn play_on(database: String) {
    // However long ago the game was stored, it is not abandoned.
    let abandoned = Duration::from_secs(100 * 365 * 24 * 3_600);
    let world = World::start(TableSettings { database, abandoned, ..settings() }).await;
    let was = standing();
    let holder = |name: &str, seat| Seated {
        world: world.clone(),
        id: was["id"].as_str().unwrap().to_owned(),
        seat,
        key: was[name].as_str().unwrap().to_owned(),
        invite: None,
    };
    let players = [holder("ann", 0), holder("bob", 1)];
    verify(&world).await;
    let view = players[0].view().await;
    let scores: Vec<&Value> = view["seats"].as_array().unwrap().iter().map(|seat| &seat["score"]).collect();
    assert_eq!(json!(scores), was["scores"]);
    assert_eq!((&view["seq"], &view["turn"], &view["turns"]), (&was["seq"], &was["turn"], &was["turns"]));
    assert_eq!(world.get(&players[0].path("/chat")).await.ok(200)["lines"][0]["text"], "good luck");
    // A command that the first version has carried out is not carried out again.
    let last = &players[usize::try_from(was["last"]["seat"].as_u64().unwrap()).unwrap()];
    let again = last.command(json!({"type":"pass","id":was["last"]["id"],"seen":was["last"]["seen"]})).await;
    assert!(again.status == 200 || again.body["code"] == "stale", "{}", again.text);
    assert_eq!(players[0].view().await["seq"], was["seq"]);

    let turn = usize::try_from(view["turn"].as_u64().unwrap()).unwrap();
    players[turn].play_best().await;
    // The other person and the computer follow.
    let turns = view["turns"].as_u64().unwrap();
    while players[0].view().await["turns"].as_u64().unwrap() < turns + 6 {
        let view = players[0].view().await;
        match view["turn"].as_u64().map(|turn| usize::try_from(turn).unwrap()) {
            Some(turn) if turn < 2 => drop(players[turn].command(json!({"type":"pass"})).await),
            Some(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            None => break,
        }
    }
    players[0].post("/chat", json!({"text":"still here","id":"1"})).await.ok(201);
    verify(&world).await;
    world.app.close().await;
}

/// Replays the stored game.
async fn verify(world: &World) {
    let verifier = StoredGameVerifier::new([]);
    let report = store::verify(world.app.store(), |copy| verifier.verify(copy)).await.unwrap();
    assert_eq!((report.counts.games, report.damaged), (1, Vec::new()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_database_of_sqlite_is_upgraded_and_its_game_goes_on() {
    let directory = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", directory.path().join("games.db").display());
    let mut connection = SqliteConnection::connect(&format!("{database}?mode=rwc")).await.unwrap();
    first_migration(SQLITE).run(&mut connection).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(GAME)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    play_on(database).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_database_of_postgresql_is_upgraded_and_its_game_goes_on() {
    let database = TestDatabase::create();
    let mut connection = PgConnection::connect(&database.address()).await.unwrap();
    first_migration(POSTGRES).run(&mut connection).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(GAME)).execute(&mut connection).await.unwrap();
    sqlx::raw_sql("SELECT setval('game_numbers', 1)").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    play_on(database.address()).await;
}
