//! Several servers on one database.

use crate::client::{Seated, World, settings};
use quixotry_server::{App, TableSettings};
use quixotry_test_support::postgres::{PostgresServer, TestDatabase};
use serde_json::json;
use std::time::Duration;

fn node(name: &str, database: &str) -> TableSettings {
    TableSettings {
        node: name.to_owned(),
        database: database.to_owned(),
        lease: Duration::from_millis(1_500),
        ..settings()
    }
}

/// Two nodes, and the database they share.
pub(crate) async fn two_nodes() -> (TestDatabase, World, World) {
    let shared = TestDatabase::create();
    let database = shared.address();
    let one = World::start(node("one", &database)).await;
    let two = World::start(node("two", &database)).await;
    (shared, one, two)
}

pub(crate) fn at(world: &World, seated: &Seated) -> Seated {
    Seated { world: world.clone(), ..seated.clone() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_node_takes_commands_and_tells_all_readers() {
    let (_server, one, two) = two_nodes().await;
    let (ann, bob) = one.two(json!({})).await;
    let bob = at(&two, &bob);
    let (mut there, mut here) = (bob.events("?lines=0").await, ann.events("").await);
    for turn in 0..6 {
        let played = [&ann, &bob][turn % 2].play_best().await;
        for events in [&mut there, &mut here] {
            assert_eq!(events.next_of("played").await.id, played["seq"].as_u64());
        }
    }
    bob.post("/chat", json!({"text":"well played"})).await.ok(201);
    assert_eq!(here.next_of("chat").await.data["text"], "well played");
    // What the client saw through one node counts at the other, even before that has heard of it.
    let seen = ann.view().await["seq"].clone();
    ann.command(json!({"type":"pass","seen":seen})).await.ok(200);
    bob.command(json!({"type":"pass","seen":seen.as_u64().unwrap() + 1})).await.ok(200);
    // Both nodes at once: the log decides, and neither move is lost or made twice.
    let passes: Vec<_> = (0..8)
        .map(|number| {
            let seated = [at(&one, &ann), at(&two, &ann)][number % 2].clone();
            tokio::spawn(async move { seated.command(json!({"type":"pass","id":"the-same"})).await.ok(200) })
        })
        .collect();
    let mut answers = Vec::new();
    for pass in passes {
        answers.push(pass.await.unwrap());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[test]
fn when_a_node_dies_another_plays_on() {
    let shared = TestDatabase::create();
    let database = shared.address();
    let first = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let second = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let dying = first.block_on(World::start(node("dying", &database)));
    // The computer waits long enough for its node to be gone before it moves.
    let wanted = json!({"player":"Ann","pace":700,"seed":5,"seats":[{"kind":"you"},{"kind":"computer","level":"greedy"}]});
    let ann = first.block_on(dying.make(wanted));
    first.block_on(ann.play_best());
    first.shutdown_background();

    second.block_on(async {
        let app = App::open(node("living", &database)).await.unwrap();
        let ann = at(&World::with(app).await, &ann);
        ann.until(|view| view["turns"] == 2 && view["turn"] == 0).await;
        let mut events = ann.events("?since=0").await;
        let mut turns = 0;
        while turns < 2 {
            turns += u32::from(
                ["played", "exchanged", "passed"].contains(&events.next().await.unwrap().event.as_str()),
            );
        }
        ann.play_best().await;
        ann.until(|view| view["turns"] == 4).await;
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_without_its_database_says_so_and_recovers() {
    let server = PostgresServer::start();
    let world = World::start(node("alone", &server.create_database())).await;
    let (ann, bob) = world.two(json!({})).await;
    server.crash();
    let refused = ann.command(json!({"type":"pass","id":"once"})).await;
    assert_eq!(refused.headers["retry-after"], "2");
    refused.problem(503, "unavailable");
    world.get("/games").await.problem(503, "unavailable");
    server.restart();
    for _ in 0..100 {
        if ann.command(json!({"type":"pass","id":"once"})).await.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    bob.until(|view| view["turn"] == 1 && view["turns"] == 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_one_node_revokes_or_deletes_the_other_refuses() {
    let (_server, one, two) = two_nodes().await;
    let (ann, bob) = one.two(json!({})).await;
    let bob = at(&two, &bob);
    bob.view().await;
    let id = store::GameId::new(ann.id.as_str()).unwrap();
    let revoke = vec![store::KeyChange::RevokeSeat(store::SeatNumber(1))];
    one.app.store().change_keys(id.clone(), revoke).await.unwrap();
    // The other node hears of it, and need not have forgotten the key by itself.
    until(&bob, 401).await;
    at(&one, &bob).get("").await.problem(401, "unknown-key");
    let ann = at(&two, &ann);
    let mut events = ann.events("").await;
    one.app.store().delete(id).await.unwrap();
    events.next_of("gone").await;
    until(&ann, 404).await;
}

async fn until(seated: &Seated, status: u16) {
    for _ in 0..400 {
        if seated.get("").await.status == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the answer is not {status}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_at_one_node_plays_a_game_made_at_another() {
    let (_server, one, two) = two_nodes().await;
    let bot = crate::bots::own_bot(&two, "wanderer");
    let seats = json!([{"kind":"you"},{"kind":"bot","name":"wanderer"}]);
    let ann = one.make(json!({"player":"Ann","seed":7,"seats":seats})).await;
    ann.until(|view| view["state"] == "running").await;
    for turns in [2, 4] {
        ann.play_best().await;
        ann.until(|view| view["turns"] == turns).await;
    }
    two.app.close().await;
    bot.await.unwrap();
}
