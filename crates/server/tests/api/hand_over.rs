//! Carrying a seat to another device, with a token that is exchanged once.

use crate::client::{Seated, World};
use crate::keys::end_after;
use crate::live::{connect, hear, say};
use crate::nodes::{at, two_nodes};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::{GameId, KeyChange, KeyHash, NewKey, SeatNumber, Timestamp};

crate::cases![
    a_seat_is_carried_to_another_device_once,
    the_request_that_is_sent_again_gets_the_same_key,
    a_token_opens_nothing_but_the_exchange,
    a_token_ends_with_time_and_with_the_seat,
];

const ID: &str = "a-secret-of-the-phone";

async fn offer(seated: &Seated) -> String {
    let offered = seated.post("/hand-over", json!({})).await.ok(201);
    assert!(offered["until"].as_i64().unwrap() > Timestamp::now().0, "{offered}");
    offered["token"].as_str().unwrap().to_owned()
}

async fn exchange(seated: &Seated, token: &str, id: &str) -> crate::client::Answer {
    let body = json!({"token":token,"id":id});
    seated.world.post(&seated.path("/hand-over/exchange"), body).await
}

fn carried(seated: &Seated, answer: &Value) -> Seated {
    Seated { key: answer["key"].as_str().unwrap().to_owned(), ..seated.clone() }
}

async fn a_seat_is_carried_to_another_device_once(world: World) {
    let (ann, bob) = world.two(json!({"visibility":"private"})).await;
    let mut events = ann.events("?since=0").await;
    let mut socket = connect(&world).await;
    say(&mut socket, json!({"watch":ann.id,"key":ann.key,"since":0})).await;
    hear(&mut socket, |said| said.get("watching").is_some()).await;
    let token = offer(&ann).await;
    // The old device plays on until the new one has the seat.
    ann.play_best().await;
    let answer = exchange(&ann, &token, ID).await.ok(200);
    assert_eq!(answer["seat"], ann.seat);
    let phone = carried(&ann, &answer);
    end_after("played", &mut events, &mut socket).await;
    ann.get("").await.problem(401, "unknown-key");
    bob.command(json!({"type":"pass"})).await.ok(200);
    phone.play_best().await;
    assert_eq!(phone.view().await["viewer"], ann.seat);
    exchange(&ann, &token, "a-secret-of-somebody").await.problem(404, "no-such-hand-over");
    // The seat can go on to a third device, and the others keep theirs.
    let back = exchange(&ann, &offer(&phone).await, ID).await.ok(200);
    phone.get("").await.problem(401, "unknown-key");
    assert_eq!(carried(&ann, &back).view().await["seats"][0]["player"], "Ann");
    assert_eq!(bob.view().await["viewer"], bob.seat);
}

async fn the_request_that_is_sent_again_gets_the_same_key(world: World) {
    let (ann, _bob) = world.two(json!({})).await;
    let token = offer(&ann).await;
    let first = exchange(&ann, &token, ID).await.ok(200);
    assert_eq!(exchange(&ann, &token, ID).await.ok(200), first);
    let phone = carried(&ann, &first);
    phone.leave().await.ok(200);
    exchange(&ann, &token, ID).await.problem(404, "no-such-hand-over");
}

async fn a_token_opens_nothing_but_the_exchange(world: World) {
    let (ann, bob) = world.two(json!({"visibility":"private"})).await;
    let token = offer(&ann).await;
    let thief = Seated { key: token.clone(), ..ann.clone() };
    thief.get("").await.problem(401, "unknown-key");
    thief.command(json!({"type":"pass"})).await.problem(401, "unknown-key");
    thief.post("/hand-over", json!({})).await.problem(401, "unknown-key");
    let held = world.post("/lobby/held", json!({"games":[{"id":ann.id,"key":token}]})).await.ok(200);
    assert_eq!(held["games"], json!([]));
    // Keys, invitations and tokens of other games are no tokens here.
    let (other, _) = world.two(json!({})).await;
    for wrong in [&ann.key, &bob.key, ann.invite.as_ref().unwrap(), &offer(&other).await, &String::new()] {
        exchange(&ann, wrong, ID).await.problem(404, "no-such-hand-over");
    }
    exchange(&ann, &token, "short").await.problem(400, "malformed");
    world.post(&ann.path("/hand-over"), json!({})).await.problem(403, "invite-needed");
    world.post(&other.path("/hand-over"), json!({})).await.problem(401, "unknown-key");
    world.post("/games/nowhere/hand-over", json!({})).await.problem(404, "no-such-game");
}

async fn a_token_ends_with_time_and_with_the_seat(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let first = offer(&ann).await;
    let second = offer(&ann).await;
    exchange(&ann, &first, ID).await.problem(404, "no-such-hand-over");
    bob.leave().await.ok(200);
    exchange(&ann, &second, ID).await.ok(200);
    // A token that was made eleven minutes ago.
    let old = "f".repeat(64);
    let created = Timestamp(Timestamp::now().0 - 11 * 60_000);
    let key = NewKey { hash: KeyHash(Sha256::digest(&old).into()), seat: SeatNumber(128), created };
    let id = GameId::new(ann.id.as_str()).unwrap();
    world.app.store().change_keys(id, vec![KeyChange::Add(key)]).await.unwrap();
    exchange(&ann, &old, ID).await.problem(404, "no-such-hand-over");
    // Whoever leaves takes the token along.
    let (_cid, dan) = world.two(json!({})).await;
    let token = offer(&dan).await;
    dan.leave().await.ok(200);
    exchange(&dan, &token, ID).await.problem(404, "no-such-hand-over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_requests_at_two_nodes_one_gets_the_seat() {
    let (_server, one, two) = two_nodes().await;
    let (ann, _bob) = one.two(json!({})).await;
    let there = at(&two, &ann);
    there.view().await;
    let token = offer(&ann).await;
    let tries: Vec<_> = (0..8)
        .map(|number| {
            let (seated, token) = ([&ann, &there][number % 2].clone(), token.clone());
            tokio::spawn(
                async move { exchange(&seated, &token, &format!("a-secret-of-device-{number}")).await },
            )
        })
        .collect();
    let mut keys = Vec::new();
    for answer in tries {
        let answer = answer.await.unwrap();
        match answer.status {
            200 => keys.push(answer.body["key"].as_str().unwrap().to_owned()),
            _ => drop(answer.problem(404, "no-such-hand-over")),
        }
    }
    assert_eq!(keys.len(), 1);
    let phone = Seated { key: keys.remove(0), ..there.clone() };
    phone.play_best().await;
    // The node that did not exchange the token hears of it.
    let old = one.raw(reqwest::Method::GET, &ann.path("")).bearer_auth(&ann.key);
    let refused = || async { crate::client::answer(old.try_clone().unwrap()).await.status == 401 };
    while !refused().await {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}
