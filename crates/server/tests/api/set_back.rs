//! A clock that was set back while the server was down, so that the games have events in the future.

use crate::client::{Seated, World, settings};
use quixotry_server::TableSettings;
use serde_json::json;
use sqlx::{Connection, SqliteConnection};
use std::path::Path;
use std::time::Duration;
use store::{GameId, Seq};

/// How far the clock was ahead before, in milliseconds.
const AHEAD: i64 = 3_600_000;

async fn open(file: &Path) -> World {
    let database = format!("sqlite:{}", file.display());
    World::start(TableSettings { database, ..settings() }).await
}

/// Closes a server, moves the times of all games on as if the clock had been ahead, and opens the server again.
async fn open_with_earlier_clock(world: World, file: &Path) -> World {
    world.app.close().await;
    let mut database = SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let sql = format!(
        "UPDATE events SET payload = json_set(line, '$.at', json_extract(line, '$.at') + {AHEAD}) || notes
         FROM (SELECT game AS of, seq AS number, substr(payload, 1, instr(payload || char(10), char(10)) - 1) AS line,
                      substr(payload, instr(payload || char(10), char(10))) AS notes FROM events)
         WHERE game = of AND seq = number;
         UPDATE games SET activity = activity + {AHEAD};
         UPDATE games SET due = due + {AHEAD} WHERE due < 9223372036854775807 - {AHEAD};"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    open(file).await
}

fn moved(seated: &Seated, world: &World) -> Seated {
    Seated { world: world.clone(), ..seated.clone() }
}

async fn head(world: &World, game: &Seated) -> Seq {
    world.app.store().game(&GameId::new(game.id.as_str()).unwrap()).await.unwrap().unwrap().head.seq
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_and_clocks_do_not_wait_until_the_clock_has_caught_up() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.db");
    let world = open(&file).await;
    let computer = json!([{"kind":"you"},{"kind":"computer","level":"greedy"}]);
    let ann = world.make(json!({"player":"Ann","seed":7,"seats":computer})).await;
    ann.command(json!({"type":"pass"})).await.ok(200);
    let before = ann.until(|view| view["turns"] == 2).await;
    let clock = json!({"kind":"turn","turn":"2s","then":"pass"});
    let (bob, _) = world.two(json!({"clock":clock})).await;

    let world = open_with_earlier_clock(world, &file).await;
    let (ann, bob) = (moved(&ann, &world), moved(&bob, &world));
    // The clock of a turn runs at once, although nobody has asked for the game.
    let seq = head(&world, &bob).await;
    while head(&world, &bob).await == seq {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    ann.command(json!({"type":"pass"})).await.ok(200);
    let after = ann.until(|view| view["turns"] == 4).await;
    let [before, after] = [before, after].map(|view| view["now"].as_i64().unwrap());
    assert!(after >= before + AHEAD, "the time of the game goes on from its last event");
    world.app.close().await;
}
