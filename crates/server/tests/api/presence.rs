//! Whoever is gone gives way: a lost connection is told, and what follows is what the rules say.

use crate::client::{Events, Seated, World};
use quixotry_server::{App, TableSettings};
use serde_json::{Value, json};
use std::time::Duration;

crate::cases![
    a_player_who_comes_back_keeps_the_seat,
    under_forfeit_a_player_who_stays_away_leaves,
    under_computer_a_player_who_stays_away_is_replaced,
    where_the_seat_is_kept_the_others_may_claim_a_win,
    where_the_seat_is_kept_the_others_may_offer_it,
    where_the_seat_is_kept_the_others_may_wait,
    nothing_can_be_claimed_before_the_time,
    after_a_restart_everybody_is_away_and_a_server_with_the_connection_objects,
];

const LONG: Duration = Duration::from_secs(3_600);
const SHORT: Duration = Duration::from_millis(300);

/// Another server on the store of a world.
async fn with_grace(world: &World, node: &str, grace: Duration) -> World {
    let settings = TableSettings {
        node: node.to_owned(),
        grace,
        reconnect: Duration::from_millis(1),
        idle: Duration::from_secs(600),
        lease: Duration::from_millis(500),
        ..world.app.settings().clone()
    };
    World::with(App::with_store(settings, world.app.store().clone()).unwrap()).await
}

/// A game of two people. Ann's stream is open before it begins; Bob never has one.
async fn without_bob(world: &World, with: Value) -> (Seated, Events, Seated) {
    let mut body = json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]});
    for (key, value) in with.as_object().unwrap() {
        body[key] = value.clone();
    }
    let ann = world.make(body).await;
    let events = ann.events("").await;
    let bob = ann.join("Bob").await;
    (ann, events, bob)
}

async fn can(seated: &Seated, action: &str) -> Value {
    seated.until(|view| view["allow"].as_array().unwrap().contains(&json!(action))).await
}

async fn a_player_who_comes_back_keeps_the_seat(world: World) {
    let world = with_grace(&world, "long", LONG).await;
    let (ann, mut seen, bob) = without_bob(&world, json!({"rules":"itu"})).await;
    let mut stream = bob.events("").await;
    let second = bob.events("").await;
    assert!(ann.view().await["seats"][1]["away"].is_null());
    drop(second);
    stream.next_of("presence").await;
    drop(stream);
    let away = seen.next_of("away").await.data;
    assert_eq!(away["seat"], 1);
    assert_eq!(away["due"].as_i64().unwrap() - away["since"].as_i64().unwrap(), 3_600_000);
    assert!(away["since"].as_i64() <= away["at"].as_i64(), "{away}");
    let view = ann.view().await;
    assert_eq!(view["seats"][1]["away"], json!({"since":away["since"],"due":away["due"]}));
    assert_eq!((&view["seats"][1]["online"], &view["seats"][0]["away"]), (&json!(false), &Value::Null));
    let _back = bob.events("").await;
    assert_eq!(seen.next_of("back").await.data["seat"], 1);
    let view = bob.view().await;
    assert_eq!((&view["viewer"], &view["state"]), (&json!(1), &json!("running")));
    assert!(view["seats"][1]["away"].is_null(), "{view}");
    // An answer to a request is a sign of presence, too.
    assert!(view["seats"][0]["away"].is_null(), "{view}");
}

async fn under_forfeit_a_player_who_stays_away_leaves(world: World) {
    let world = with_grace(&world, "short", SHORT).await;
    let (ann, mut seen, bob) = without_bob(&world, json!({"rules":"itu"})).await;
    assert_eq!(seen.next_of("away").await.data["seat"], 1);
    let left = seen.next_of("left").await.data;
    assert_eq!(
        (&left["seat"], &left["why"], &left["then"]),
        (&json!(1), &json!("disconnected"), &json!("out"))
    );
    seen.next_of("ended").await;
    let view = ann.view().await;
    assert_eq!((&view["state"], &view["over"]["winners"]), (&json!("over"), &json!([0])));
    bob.command(json!({"type":"pass"})).await.problem(422, "game-over");
}

async fn under_computer_a_player_who_stays_away_is_replaced(world: World) {
    let world = with_grace(&world, "short", SHORT).await;
    let (ann, mut seen, bob) = without_bob(&world, json!({"rules":"cornell"})).await;
    seen.next_of("away").await;
    let left = seen.next_of("left").await.data;
    assert_eq!(
        (&left["seat"], &left["why"], &left["then"]),
        (&json!(1), &json!("disconnected"), &json!("computer"))
    );
    let seat = &ann.view().await["seats"][1];
    assert_eq!((&seat["kind"], &seat["away"]), (&json!("computer"), &Value::Null));
    bob.get("").await.problem(401, "unknown-key");
}

async fn where_the_seat_is_kept_the_others_may_claim_a_win(world: World) {
    let world = with_grace(&world, "short", SHORT).await;
    let (ann, mut seen, _bob) = without_bob(&world, json!({})).await;
    assert!(!can(&ann, "claim").await["allow"].as_array().unwrap().contains(&json!("offer")));
    ann.command(json!({"type":"offer","seat":1})).await.problem(422, "absence-forbidden");
    ann.command(json!({"type":"claim"})).await.problem(400, "malformed");
    ann.command(json!({"type":"claim","seat":0})).await.problem(403, "forbidden");
    ann.command(json!({"type":"pass","seat":1})).await.problem(400, "malformed");
    ann.command(json!({"type":"claim","seat":1})).await.ok(200);
    let left = seen.next_of("left").await.data;
    assert_eq!((&left["seat"], &left["why"]), (&json!(1), &json!("disconnected")));
    let over = ann.view().await;
    assert_eq!((&over["state"], &over["over"]["winners"]), (&json!("over"), &json!([0])));
    ann.command(json!({"type":"claim","seat":1})).await.problem(409, "not-away");
    let id = store::GameId::new(ann.id.as_str()).unwrap();
    let copy = world.app.store().copy(&id).await.unwrap().unwrap();
    quixotry_server::StoredGameVerifier::new([]).verify(&copy).unwrap();
}

async fn where_the_seat_is_kept_the_others_may_offer_it(world: World) {
    let world = with_grace(&world, "short", SHORT).await;
    let (ann, _seen, bob) = without_bob(&world, json!({"takeover":true})).await;
    can(&ann, "offer").await;
    ann.command(json!({"type":"offer","seat":1})).await.ok(200);
    assert_eq!(ann.view().await["seats"][1]["kind"], "computer");
    bob.get("").await.problem(401, "unknown-key");
    let cid = ann.join("Cid").await;
    let view = cid.view().await;
    assert_eq!((cid.seat, &view["viewer"], &view["seats"][1]["player"]), (1, &json!(1), &json!("Cid")));
}

async fn where_the_seat_is_kept_the_others_may_wait(world: World) {
    let world = with_grace(&world, "short", SHORT).await;
    let (ann, mut seen, bob) = without_bob(&world, json!({})).await;
    can(&ann, "claim").await;
    let _back = bob.events("").await;
    assert_eq!(seen.next_of("back").await.data["seat"], 1);
    assert!(!ann.view().await["allow"].as_array().unwrap().contains(&json!("claim")));
    ann.command(json!({"type":"claim","seat":1})).await.problem(409, "not-away");
    assert_eq!(bob.view().await["viewer"], 1);
}

async fn nothing_can_be_claimed_before_the_time(world: World) {
    let world = with_grace(&world, "long", LONG).await;
    let (ann, mut seen, bob) = without_bob(&world, json!({})).await;
    ann.command(json!({"type":"claim","seat":1})).await.problem(409, "not-away");
    drop(bob.events("").await);
    seen.next_of("away").await;
    ann.command(json!({"type":"claim","seat":1})).await.problem(409, "not-away");
    assert!(!ann.view().await["allow"].as_array().unwrap().contains(&json!("claim")));
    // Rules that act by themselves leave nothing to claim.
    let (ann, mut seen, bob) = without_bob(&world, json!({"rules":"itu"})).await;
    drop(bob.events("").await);
    seen.next_of("away").await;
    ann.command(json!({"type":"claim","seat":1})).await.problem(422, "absence-forbidden");
}

async fn after_a_restart_everybody_is_away_and_a_server_with_the_connection_objects(world: World) {
    let first = with_grace(&world, "first", LONG).await;
    let (ann, mut seen, bob) = without_bob(&first, json!({"rules":"itu"})).await;
    drop(bob.events("").await);
    let before = seen.next_of("away").await.data;
    // The next server finds Bob away and Ann silent. It counts anew, and the first one objects for Ann.
    let _second = with_grace(&world, "second", Duration::from_secs(4)).await;
    let again = seen.next_of("away").await.data;
    assert_eq!(again["seat"], 1);
    assert!(again["since"].as_i64() > before["since"].as_i64(), "{before} {again}");
    let mut told = Vec::new();
    while told.last().map(String::as_str) != Some("ended") {
        let event = seen.next().await.unwrap();
        told.extend(event.id.map(|_| match event.data["seat"].as_u64() {
            Some(seat) => format!("{} {seat}", event.event),
            None => event.event,
        }));
    }
    assert_eq!(told, ["away 0", "back 0", "left 1", "ended"]);
    assert_eq!(ann.view().await["over"]["winners"], json!([0]));
}
