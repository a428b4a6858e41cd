//! Live events and chat.

use crate::client::{Events, World};
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

crate::cases![
    everybody_sees_the_same_game_as_far_as_allowed,
    a_reader_resumes_without_gap_or_repeat,
    streams_are_never_silent,
    chat_has_a_history,
    presence_is_told,
    one_connection_watches_many_games,
    a_live_connection_complains_and_goes_on,
    streams_end_when_the_server_stops,
];

async fn everybody_sees_the_same_game_as_far_as_allowed(world: World) {
    let ann = world.make(json!({"player":"Ann","seed":1,"seats":[{"kind":"you"},{"kind":"open"}]})).await;
    let mut own = ann.events("?since=0").await;
    let mut anybody = Events::open(world.raw(Method::GET, &ann.path("/events?since=0"))).await;
    let bob = ann.join("Bob").await;
    let mut other =
        Events::open(world.raw(Method::GET, &ann.path(&format!("/events?since=0&key={}", bob.key)))).await;
    ann.play_best().await;
    for (events, sees) in [(&mut own, Some(0)), (&mut other, Some(1)), (&mut anybody, None)] {
        assert_eq!(events.next_of("joined").await.id, Some(1));
        let joined = events.next_of("joined").await;
        assert_eq!((joined.id, &joined.data["player"]), (Some(2), &json!("Bob")));
        assert_eq!(events.next_of("started").await.id, Some(3));
        for seat in 0..2 {
            let dealt = events.next_of("dealt").await;
            assert_eq!(dealt.data["tiles"].is_array(), sees == Some(seat), "{dealt:?}");
        }
        let played = events.next_of("played").await;
        assert_eq!((played.id, &played.data["seq"]), (Some(6), &json!(6)));
        assert_eq!(played.data["drawn"].is_array(), sees == Some(0));
        assert_eq!(played.data["total"], played.data["score"]);
        assert!(played.data["play"].as_str().unwrap().starts_with(['8', 'H']));
    }
}

async fn a_reader_resumes_without_gap_or_repeat(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    for turn in 0..4 {
        [&ann, &bob][turn % 2].play_best().await;
    }
    let seq = ann.view().await["seq"].as_u64().unwrap();
    for since in 0..=seq {
        let request = world.raw(Method::GET, &ann.path("/events")).header("last-event-id", since.to_string());
        let mut events = Events::open(request.bearer_auth(&ann.key)).await;
        for expected in since + 1..=seq {
            assert_eq!(events.next().await.unwrap().id, Some(expected));
        }
    }
    // Without a place to begin, only what happens from now on is told.
    let mut fresh = ann.events("").await;
    ann.play_best().await;
    assert_eq!(fresh.next_of("played").await.id, Some(seq + 1));
    world.get(&ann.path("/events?since=soon")).await.problem(400, "malformed");
    world.get("/games/nowhere/events").await.problem(404, "no-such-game");
}

async fn streams_are_never_silent(world: World) {
    let (ann, _) = world.two(json!({})).await;
    let mut events = ann.events("").await;
    tokio::time::sleep(std::time::Duration::from_millis(1_000)).await;
    ann.play_best().await;
    events.next_of("played").await;
    assert!(events.comments >= 3, "{} signs of life", events.comments);
}

async fn chat_has_a_history(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let mut events = bob.events("").await;
    let text = "<b>good</b> \"luck\" \\ & 🫖";
    assert_eq!(ann.post("/chat", json!({ "text": text })).await.ok(201)["line"], 1);
    let heard = events.next_of("chat").await;
    assert_eq!((heard.id, &heard.data["text"], &heard.data["player"]), (None, &json!(text), &json!("Ann")));
    bob.post("/chat", json!({"text":"thanks"})).await.ok(201);
    let lines = world.get(&ann.path("/chat")).await.ok(200);
    assert_eq!(lines["lines"].as_array().unwrap().len(), 2);
    assert_eq!(world.get(&ann.path("/chat?since=1")).await.ok(200)["lines"][0]["text"], "thanks");
    assert_eq!(ann.view().await["lines"], 2);
    // Whoever comes later hears what was said.
    let mut late = ann.events("?lines=0").await;
    assert_eq!(late.next_of("chat").await.data["line"], 1);
    assert_eq!(late.next_of("chat").await.data["line"], 2);

    world.post(&ann.path("/chat"), json!({"text":"hi"})).await.problem(401, "unknown-key");
    ann.post("/chat", json!({"text":"x".repeat(501)})).await.problem(400, "malformed");
    ann.post("/chat", json!({"text":" "})).await.problem(400, "malformed");
    ann.post("/chat", json!({"text":"a\u{0}b"})).await.problem(400, "malformed");
}

async fn presence_is_told(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let mut events = ann.events("").await;
    let here = bob.events("").await;
    loop {
        let presence = events.next_of("presence").await;
        if presence.data["seat"] == 1 {
            assert_eq!(presence.data["online"], true);
            break;
        }
    }
    ann.until(|view| view["seats"][1]["online"] == true).await;
    drop(here);
    assert_eq!(events.next_of("presence").await.data, json!({"seat":1,"online":false}));
}

pub(crate) type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

pub(crate) async fn connect(world: &World) -> Socket {
    let address = format!("{}/live", world.base.replace("http:", "ws:"));
    tokio_tungstenite::connect_async(address).await.unwrap().0
}

pub(crate) async fn say(socket: &mut Socket, what: Value) {
    socket.send(Message::text(what.to_string())).await.unwrap();
}

pub(crate) async fn hear(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    loop {
        let next = tokio::time::timeout(std::time::Duration::from_secs(20), socket.next());
        let message = next.await.expect("a connection is silent").expect("it goes on").unwrap();
        if let Message::Text(text) = message {
            let value: Value = serde_json::from_str(&text).unwrap();
            if wanted(&value) {
                return value;
            }
        }
    }
}

async fn one_connection_watches_many_games(world: World) {
    let mut socket = connect(&world).await;
    say(&mut socket, json!({"lobby":true})).await;
    hear(&mut socket, |said| said["lobby"] == "watching").await;
    let mut tables = Vec::new();
    for _ in 0..20 {
        let (ann, bob) = world.two(json!({})).await;
        say(&mut socket, json!({"watch":ann.id,"key":ann.key,"since":0})).await;
        let watching = hear(&mut socket, |said| said["game"] == ann.id && said["watching"]["seq"] == 5).await;
        assert_eq!(watching["watching"]["online"], json!([true, false]));
        hear(&mut socket, |said| said["game"] == ann.id && said["seq"] == 5).await;
        tables.push((ann, bob));
    }
    for (ann, _) in &tables {
        ann.play_best().await;
    }
    for _ in &tables {
        let played = hear(&mut socket, |said| said["event"] == "played").await;
        assert_eq!((&played["seq"], &played["data"]["seq"]), (&json!(6), &json!(6)));
        assert!(played["data"]["drawn"].is_array());
    }
    say(&mut socket, json!({"unwatch":tables[0].0.id})).await;
    say(&mut socket, json!({"ping":7})).await;
    hear(&mut socket, |said| said["pong"] == 7).await;
    world.make(json!({"name":"News","player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]})).await;
    hear(&mut socket, |said| said["lobby"] == "game" && said["data"]["name"] == "News").await;
}

async fn a_live_connection_complains_and_goes_on(world: World) {
    let mut socket = connect(&world).await;
    let (ann, _) = world.two(json!({"visibility":"private"})).await;
    let cases = [
        (json!({"watch":"nowhere"}), "no-such-game"),
        (json!({"watch":"../../x"}), "no-such-game"),
        (json!({"watch":ann.id}), "invite-needed"),
        (json!({"watch":ann.id,"key":"wrong"}), "unknown-key"),
        (json!({"dance":1}), "malformed"),
        (json!([1]), "malformed"),
    ];
    for (said, code) in cases {
        say(&mut socket, said).await;
        let error = hear(&mut socket, |said| said.get("error").is_some()).await;
        assert_eq!(error["error"]["code"], code);
    }
    say(&mut socket, json!({"watch":ann.id,"invite":ann.invite})).await;
    hear(&mut socket, |said| said.get("watching").is_some()).await;
}

async fn streams_end_when_the_server_stops(world: World) {
    let (ann, _) = world.two(json!({})).await;
    let mut events = ann.events("").await;
    let mut socket = connect(&world).await;
    world.app.begin_stop();
    while events.next().await.is_some() {}
    while let Some(Ok(_)) = socket.next().await {}
}
