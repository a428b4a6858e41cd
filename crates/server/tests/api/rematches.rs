//! Another game of the same players: a seat goes to the person it belongs to, in any order of requests.

use crate::client::{Seated, World};
use serde_json::{Value, json};

crate::cases![
    whoever_resigned_asks_second_and_both_play,
    whoever_resigned_asks_first_and_the_game_waits_for_the_other,
    a_stranger_who_took_the_seat_keeps_it,
    a_kept_seat_is_not_given_to_strangers,
    with_three_players_the_late_one_gets_an_open_seat_or_none,
    a_player_replaced_by_a_computer_has_no_seat_in_the_rematch,
    asking_again_gives_the_same_seat_and_key,
    a_rematch_that_was_left_is_closed,
    both_ask_at_once,
];

/// A game of two people that Bob has given up.
async fn lost_by_bob(world: &World, with: Value) -> (Seated, Seated) {
    let (ann, bob) = world.two(with).await;
    bob.command(json!({"type":"resign"})).await.ok(200);
    (ann, bob)
}

async fn ask(player: &Seated, status: u16) -> Seated {
    let made = player.post("/rematch", json!({})).await.ok(status);
    player.world.seated(&made)
}

/// Whose rack somebody sees.
async fn racks_seen(seated: &Seated) -> Vec<usize> {
    let view = seated.view().await;
    let seats = view["seats"].as_array().unwrap().iter().enumerate();
    seats.filter(|(_, seat)| seat["rack"].is_array()).map(|(seat, _)| seat).collect()
}

async fn whoever_resigned_asks_second_and_both_play(world: World) {
    let (ann, bob) = lost_by_bob(&world, json!({"clock":{"kind":"game","initial":"5m"}})).await;
    let ann = ask(&ann, 201).await;
    let view = ann.view().await;
    assert_eq!((&view["state"], &view["seats"][0]["kind"]), (&json!("open"), &json!("open")));
    let bob = ask(&bob, 200).await;
    assert_eq!((ann.seat, bob.seat), (1, 0));
    let view = bob.view().await;
    assert_eq!((&view["state"], &view["seats"][0]["player"]), (&json!("running"), &json!("Bob")));
    assert_eq!((racks_seen(&ann).await, racks_seen(&bob).await), (vec![1], vec![0]));
    bob.command(json!({"type":"pass"})).await.ok(200);
    ann.command(json!({"type":"pass"})).await.ok(200);
}

async fn whoever_resigned_asks_first_and_the_game_waits_for_the_other(world: World) {
    let (ann, bob) = lost_by_bob(&world, json!({"clock":{"kind":"game","initial":"5m"}})).await;
    let bob = ask(&bob, 201).await;
    // Nobody's clock runs before all have come.
    let view = bob.view().await;
    assert_eq!((&view["state"], &view["turn"]), (&json!("open"), &json!(null)));
    let kept = &view["seats"][1];
    assert_eq!(
        (&kept["player"], &kept["awaited"], &kept["online"]),
        (&json!("Ann"), &json!(true), &json!(false))
    );
    let listed = world.get("/games?state=open").await.ok(200);
    assert_eq!(listed["games"][0]["seats"][1]["awaited"], true);
    let mut events = bob.events("?since=0").await;
    assert_eq!(events.next_of("awaited").await.data["player"], "Ann");
    let ann = ask(&ann, 200).await;
    events.next_of("started").await;
    assert_eq!(ann.view().await["state"], "running");
    assert_eq!((racks_seen(&ann).await, racks_seen(&bob).await), (vec![1], vec![0]));
}

async fn a_stranger_who_took_the_seat_keeps_it(world: World) {
    let (ann, bob) = lost_by_bob(&world, json!({})).await;
    let ann = ask(&ann, 201).await;
    let cid = ann.join("Cid").await;
    assert_eq!(cid.seat, 0);
    bob.post("/rematch", json!({})).await.problem(409, "table-full");
    assert_eq!(cid.view().await["seats"][0]["player"], "Cid");
    // Bob's old key opens nothing here either.
    let intruder = Seated { key: bob.key.clone(), ..cid.clone() };
    intruder.get("").await.problem(401, "unknown-key");
    cid.command(json!({"type":"pass"})).await.ok(200);
}

async fn a_kept_seat_is_not_given_to_strangers(world: World) {
    let (ann, bob) = lost_by_bob(&world, json!({})).await;
    let bob = ask(&bob, 201).await;
    world.post(&bob.path("/seats"), json!({"player":"Cid"})).await.problem(409, "table-full");
    world.post(&bob.path("/seats"), json!({"player":"Ann"})).await.problem(409, "table-full");
    world.post(&bob.path("/seats"), json!({"player":"Ann","seat":1})).await.problem(409, "seat-taken");
    assert_eq!(world.get(&bob.path("")).await.ok(200)["allow"], json!([]));
    assert_eq!(ask(&ann, 200).await.seat, 1);
}

async fn with_three_players_the_late_one_gets_an_open_seat_or_none(world: World) {
    let seats = json!([{"kind":"you"},{"kind":"open"},{"kind":"open"}]);
    let ann = world.make(json!({"player":"Ann","seed":7,"seats":seats})).await;
    let (bob, cid) = (ann.join("Bob").await, ann.join("Cid").await);
    for loser in [&bob, &cid] {
        loser.command(json!({"type":"resign"})).await.ok(200);
    }
    let next = ask(&ann, 201).await;
    assert_eq!(next.seat, 2);
    // A stranger has the seat that Bob would have had; Bob gets another, and none is left for Cid.
    let stranger = next.world.post(&next.path("/seats"), json!({"player":"Dan","seat":0})).await.ok(200);
    assert_eq!(stranger["seat"], 0);
    let bob = ask(&bob, 200).await;
    assert_eq!(bob.seat, 1);
    cid.post("/rematch", json!({})).await.problem(409, "table-full");
    assert_eq!(racks_seen(&bob).await, [1]);
    assert_eq!(bob.view().await["state"], "running");
}

async fn a_player_replaced_by_a_computer_has_no_seat_in_the_rematch(world: World) {
    let ann = world.make(json!({"player":"Ann","rules":"cornell","pace":60_000})).await;
    let bob = ann.join("Bob").await;
    let mut events = bob.events("").await;
    bob.command(json!({"type":"resign","id":"once"})).await.ok(200);
    // The key ends with the seat: the stream ends, and nothing is shown or done any more.
    assert_eq!(events.next_of("left").await.data["seat"], 1);
    assert_eq!(events.next().await, None);
    bob.get("").await.problem(401, "unknown-key");
    bob.command(json!({"type":"pass"})).await.problem(401, "unknown-key");
    // What was carried out is still confirmed.
    bob.command(json!({"type":"resign","id":"once"})).await.ok(200);
    ann.leave().await.ok(200);
    bob.post("/rematch", json!({})).await.problem(401, "unknown-key");
}

async fn asking_again_gives_the_same_seat_and_key(world: World) {
    let (ann, bob) = lost_by_bob(&world, json!({"visibility":"private"})).await;
    let first = ann.post("/rematch", json!({})).await.ok(201);
    let second = bob.post("/rematch", json!({})).await.ok(200);
    for (player, made) in [(&ann, &first), (&bob, &second)] {
        let again = player.post("/rematch", json!({})).await.ok(200);
        for field in ["seat", "key", "invite"] {
            assert_eq!(again[field], made[field], "{field}");
        }
    }
    assert!(first["invite"].is_string() && second["invite"].is_null());
    assert_ne!(first["key"], second["key"]);
    let next = world.seated(&first);
    let log = world.app.store().copy(&store::GameId::new(next.id.as_str()).unwrap()).await.unwrap().unwrap();
    let joined = log.events.iter().filter(|event| event.kind.as_str() == "joined").count();
    assert_eq!((joined, log.keys.len()), (2, 3));
}

async fn a_rematch_that_was_left_is_closed(world: World) {
    let (ann, bob) = lost_by_bob(&world, json!({})).await;
    let next = ask(&ann, 201).await;
    next.leave().await.ok(200);
    bob.post("/rematch", json!({})).await.problem(409, "game-over");
}

async fn both_ask_at_once(world: World) {
    for _ in 0..5 {
        let (ann, bob) = lost_by_bob(&world, json!({})).await;
        let (first, second) = tokio::join!(ann.post("/rematch", json!({})), bob.post("/rematch", json!({})));
        let (ann, bob) = (world.seated(&first.body), world.seated(&second.body));
        assert_eq!((ann.seat, bob.seat, &ann.id), (1, 0, &bob.id));
        assert_eq!(ann.view().await["state"], "running");
    }
}
