//! A stream ends with its key: a player who has lost a seat sees nothing more of it.

use crate::client::{Seated, World};
use crate::live::{Socket, connect, hear, say};

use rules::Seat;
use serde_json::json;
use tables::{Credentials, TableRequest};

crate::cases![
    streams_end_when_the_player_leaves_before_the_start,
    streams_end_when_the_player_leaves_the_game,
    streams_end_when_a_computer_replaces_the_player,
    streams_end_when_the_operator_revokes_the_key,
    leaving_again_is_confirmed,
];

/// A table with Ann, Bob and an open seat, and Bob's streams.
async fn with_streams(world: &World) -> (Seated, Seated, crate::client::Events, Socket) {
    let seats = json!([{"kind":"you"},{"kind":"open"},{"kind":"open"}]);
    let ann = world.make(json!({"player":"Ann","seed":7,"seats":seats})).await;
    let bob = ann.join("Bob").await;
    let (events, socket) = streams(&bob).await;
    (ann, bob, events, socket)
}

async fn streams(seated: &Seated) -> (crate::client::Events, Socket) {
    let events = seated.events("").await;
    let mut socket = connect(&seated.world).await;
    say(&mut socket, json!({"watch":seated.id,"key":seated.key})).await;
    hear(&mut socket, |said| said.get("watching").is_some()).await;
    (events, socket)
}

/// Both streams tell this event last. The WebSocket says why it does not go on.
pub(crate) async fn end_after(last: &str, events: &mut crate::client::Events, socket: &mut Socket) {
    let mut told = Vec::new();
    while let Some(event) = events.next().await {
        told.extend(event.id.map(|_| event.event));
    }
    assert_eq!(told.last().map(String::as_str), Some(last), "{told:?}");
    let mut told = String::new();
    loop {
        let said = hear(socket, |said| said.get("seq").is_some() || said.get("error").is_some()).await;
        match said["event"].as_str() {
            Some(event) => told = event.to_owned(),
            None => break assert_eq!(said["error"]["code"], "unknown-key"),
        }
    }
    assert_eq!(told, last);
}

async fn streams_end_when_the_player_leaves_before_the_start(world: World) {
    let (ann, bob, mut events, mut socket) = with_streams(&world).await;
    let mut spectator =
        crate::client::Events::open(world.raw(reqwest::Method::GET, &ann.path("/events"))).await;
    bob.leave().await.ok(200);
    // The next player at the seat is dealt tiles.
    let cid = ann.join("Cid").await;
    assert_eq!(cid.seat, bob.seat);
    ann.join("Dan").await;
    end_after("vacated", &mut events, &mut socket).await;
    // The connection stays for other games and for the public view.
    say(&mut socket, json!({"watch":ann.id,"since":0})).await;
    let dealt = hear(&mut socket, |said| said["event"] == "dealt" && said["data"]["seat"] == 1).await;
    assert!(dealt["data"]["tiles"].is_number(), "{dealt}");
    spectator.next_of("dealt").await;
}

async fn streams_end_when_the_player_leaves_the_game(world: World) {
    let (ann, bob, mut events, mut socket) = with_streams(&world).await;
    let cid = ann.join("Cid").await;
    let mut own = cid.events("").await;
    bob.leave().await.ok(200);
    end_after("left", &mut events, &mut socket).await;
    ann.command(json!({"type":"pass"})).await.ok(200);
    own.next_of("passed").await;
}

async fn streams_end_when_a_computer_replaces_the_player(world: World) {
    let ann = world.make(json!({"player":"Ann","rules":"cornell","pace":60_000})).await;
    let bob = ann.join("Bob").await;
    let (mut events, mut socket) = streams(&bob).await;
    bob.command(json!({"type":"resign"})).await.ok(200);
    end_after("left", &mut events, &mut socket).await;
    // Whoever takes the seat over gets what Bob had; Bob's key stays without effect.
    let cid = ann.join("Cid").await;
    assert_eq!(cid.seat, bob.seat);
    bob.get("").await.problem(401, "unknown-key");
    assert_eq!(cid.view().await["viewer"], bob.seat);
}

async fn streams_end_when_the_operator_revokes_the_key(world: World) {
    let (ann, bob, mut events, mut socket) = with_streams(&world).await;
    let mut own = ann.events("").await;
    ann.join("Cid").await;
    let id = store::GameId::new(ann.id.as_str()).unwrap();
    let revoke = |reply| TableRequest::RevokeKeys { seat: Seat(1), reply };
    world.app.request(&id, &Credentials::default(), revoke).await.unwrap();
    ann.command(json!({"type":"pass"})).await.ok(200);
    end_after("dealt", &mut events, &mut socket).await;
    bob.get("").await.problem(401, "unknown-key");
    own.next_of("passed").await;
}

async fn leaving_again_is_confirmed(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let first = bob.leave().await.ok(200);
    assert_eq!(bob.leave().await.ok(200), first);
    // Somebody who never had the seat is refused.
    let stranger = Seated { key: "x".repeat(64), ..bob.clone() };
    stranger.leave().await.problem(401, "unknown-key");
    assert_eq!(ann.view().await["state"], "over");
}
