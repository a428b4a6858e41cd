//! The whole server as `quixotry serve` runs it: what stands between the API and the world.

use crate::client::{Answer, answer};
use futures_util::{SinkExt, StreamExt};
use quixotry_server::config::{Config, ConfigSetting, Sources};
use quixotry_server::{App, BoundServer, TableSettings, router};
use quixotry_test_support::postgres::PostgresServer;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

fn config(options: &[(&str, &str)]) -> Config {
    let mut sources = Sources::default();
    for (key, value) in [("port", "0"), ("bots.port", "off"), ("database", "memory:")].iter().chain(options) {
        sources.flag(ConfigSetting::of_key(key).unwrap(), *value);
    }
    sources.resolve().unwrap().config
}

/// Starts a server and gives its address; it ends with the test.
pub(crate) async fn serve(options: &[(&str, &str)]) -> String {
    let server = BoundServer::bind(config(options)).await.unwrap();
    let address = server.addresses().address.to_string();
    tokio::spawn(server.run());
    address
}

pub(crate) fn client() -> reqwest::Client {
    // Somebody else in this process may have installed it.
    rustls::crypto::ring::default_provider().install_default().ok();
    reqwest::Client::new()
}

pub(crate) async fn get(host: &str, path: &str) -> Answer {
    answer(client().get(format!("http://{host}{path}"))).await
}

pub(crate) async fn make(host: &str) -> Answer {
    let wanted = json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]});
    answer(client().post(format!("http://{host}/api/games")).json(&wanted)).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_without_its_database_is_alive_but_not_ready_until_it_is_back() {
    let server = PostgresServer::start();
    let app = App::open(TableSettings { database: server.create_database(), ..TableSettings::default() })
        .await
        .unwrap();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let host = listener.local_addr().unwrap().to_string();
    let router = router(&app, &config(&[]));
    tokio::spawn(async move { axum::serve(listener, router).await });
    assert_eq!(get(&host, "/ready").await.ok(200)["status"], "good");
    server.crash();
    let health = loop {
        let health = get(&host, "/ready").await;
        // The result of the last probe is used for a moment.
        if health.status != 200 {
            break health;
        }
    };
    assert_eq!((health.status, &health.body["status"]), (503, &json!("unavailable")), "{}", health.text);
    assert!(!health.body["reasons"].as_array().unwrap().is_empty());
    assert_eq!(get(&host, "/health").await.ok(200)["status"], "good", "it need not be restarted");
    assert!(get(&host, "/metrics").await.text.contains("quixotry_store_up 0"));
    server.restart();
    for _ in 0..200 {
        if get(&host, "/ready").await.status == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("it does not recover");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn http_2_is_spoken_without_tls_too() {
    let host = serve(&[]).await;
    client();
    let client = reqwest::Client::builder().http2_prior_knowledge().build().unwrap();
    let made = client
        .post(format!("http://{host}/api/games"))
        .header("origin", format!("http://{host}"))
        .json(&json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]}));
    let made = made.send().await.unwrap();
    assert_eq!((made.version(), made.status().as_u16()), (reqwest::Version::HTTP_2, 201));
    let id = made.json::<Value>().await.unwrap()["game"]["id"].as_str().unwrap().to_owned();
    // Many streams on one connection: what HTTP/1.1 does not let a browser have.
    let mut streams = Vec::new();
    for _ in 0..20 {
        let stream = client.get(format!("http://{host}/api/games/{id}/events?since=0")).send().await.unwrap();
        assert_eq!((stream.version(), stream.status().as_u16()), (reqwest::Version::HTTP_2, 200));
        streams.push(stream);
    }
    for mut stream in streams {
        let mut text = String::new();
        while !text.contains("event: joined") {
            text += std::str::from_utf8(&stream.chunk().await.unwrap().unwrap()).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_unknown_game_is_always_not_found() {
    let host = serve(&[("limits.address", "off")]).await;
    let client = client();
    let ask = async |number: usize| {
        // Many ask for the same one, and many for others.
        let game = format!("nowhere-{}", number / 4);
        for path in [format!("api/games/{game}"), format!("game/{game}/picture.png")] {
            answer(client.get(format!("http://{host}/{path}"))).await.problem(404, "no-such-game");
        }
    };
    for round in 0..25 {
        futures_util::future::join_all((0..16).map(|number| ask(16 * round + number))).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_key_may_not_ask_too_often() {
    let host = serve(&[("limits.key", "1/h"), ("limits.key_burst", "3")]).await;
    let made = make(&host).await.ok(201);
    let path = format!("http://{host}/api/games/{}", made["game"]["id"].as_str().unwrap());
    let ask = |key: &str| answer(client().get(&path).bearer_auth(key));
    let key = made["key"].as_str().unwrap();
    for _ in 0..3 {
        ask(key).await.ok(200);
    }
    let refused = ask(key).await;
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((60..=3_600).contains(&wait), "{wait}");
    let problem = refused.problem(429, "too-many");
    assert!(problem["message"].as_str().unwrap().contains("with one key"), "{problem}");
    // Nor by sending the key in another way.
    let spaced = client().get(&path).header("authorization", format!("bearer   {key} "));
    answer(spaced).await.problem(429, "too-many");
    answer(client().get(format!("{path}?key={key}"))).await.problem(429, "too-many");
    // Others, and those without a key, are not concerned.
    get(&host, "/api/games").await.ok(200);
    ask("another").await.problem(401, "unknown-key");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_has_only_so_many_games_at_once() {
    let host = serve(&[("limits.games_open", "2"), ("limits.games", "off")]).await;
    let first = make(&host).await.ok(201);
    make(&host).await.ok(201);
    let refused = make(&host).await;
    assert!(refused.headers.contains_key("retry-after"));
    let problem = refused.problem(429, "too-many");
    assert!(problem["message"].as_str().unwrap().contains("2 games"), "{problem}");
    // A game that is over makes room.
    let seat = format!("http://{host}/api/games/{}/seats/0", first["game"]["id"].as_str().unwrap());
    answer(client().delete(seat).bearer_auth(first["key"].as_str().unwrap())).await.ok(200);
    make(&host).await.ok(201);
    make(&host).await.problem(429, "too-many");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn simultaneous_requests_do_not_exceed_the_number_of_games() {
    let host = serve(&[("limits.games_open", "5"), ("limits.games", "off"), ("limits.address", "off")]).await;
    let making = (0..40).map(|_| {
        let host = host.clone();
        tokio::spawn(async move { make(&host).await.status })
    });
    let mut made = 0;
    for status in making.collect::<Vec<_>>() {
        made += usize::from(status.await.unwrap() == 201);
    }
    assert_eq!(made, 5);
}

/// A connection from an address of this machine.
async fn connect_from(address: [u8; 4], host: &str) -> TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind((address, 0).into()).unwrap();
    socket.connect(host.parse().unwrap()).await.unwrap()
}

/// Whether a connection is served: its request is answered.
async fn is_served(stream: &mut TcpStream) -> bool {
    stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.ok();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.is_ok_and(|_| answer == *b"HTTP/1.1 200")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_has_only_so_many_connections_and_others_have_theirs() {
    let host = serve(&[("limits.connections", "3")]).await;
    let mut held = Vec::new();
    for number in 0..5 {
        let mut stream = connect_from([127, 0, 0, 1], &host).await;
        assert_eq!(is_served(&mut stream).await, number < 3, "connection {number}");
        held.push(stream);
    }
    assert!(is_served(&mut connect_from([127, 0, 0, 2], &host).await).await);
    drop(held);
    while !is_served(&mut connect_from([127, 0, 0, 1], &host).await).await {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_connections_of_a_trusted_proxy_are_those_of_many_clients() {
    let host = serve(&[("limits.connections", "1"), ("trusted_proxies", "127.0.0.1")]).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(connect_from([127, 0, 0, 1], &host).await);
        assert!(is_served(held.last_mut().unwrap()).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_http_2_connection_without_requests_is_closed_although_it_pings() {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    const PING: &[u8] = b"\0\0\x08\x06\0\0\0\0\0pingping";
    let host = serve(&[("limits.idle", "300ms")]).await;
    let mut stream = TcpStream::connect(&host).await.unwrap();
    stream.write_all(PREFACE).await.unwrap();
    let (mut read, mut write) = stream.split();
    let mut told = Vec::new();
    let pings = async {
        while write.write_all(PING).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::select! {
        () = pings => {}
        // Reset or ended: it is closed.
        _ = read.read_to_end(&mut told) => {}
    }
    assert!(told.windows(8).any(|bytes| bytes == b"pingping"), "it was alive and answered pings: {told:?}");
}

/// The next message that is no ping.
pub(crate) async fn next_text(socket: &mut WebSocketStream<MaybeTlsStream<TcpStream>>) -> String {
    loop {
        match socket.next().await.unwrap().unwrap() {
            Message::Text(text) => return text.to_string(),
            Message::Ping(_) => {}
            other => panic!("{other}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_keeps_its_connection_open() {
    let host = serve(&[("limits.idle", "100ms")]).await;
    let made = make(&host).await.ok(201);
    let (id, key) = (made["game"]["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let path = format!("http://{host}/api/games/{id}");
    let mut events = crate::client::Events::open(client().get(format!("{path}/events?since=0"))).await;
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{host}/api/live")).await.unwrap();
    events.next_of("joined").await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    answer(client().post(format!("{path}/chat")).bearer_auth(key).json(&json!({"text":"there?"})))
        .await
        .ok(201);
    assert_eq!(events.next_of("chat").await.data["text"], "there?");
    socket.send(Message::text(json!({"watch": id}).to_string())).await.unwrap();
    assert!(next_text(&mut socket).await.contains("watching"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_messages_closes_its_websocket_and_no_other() {
    let host = serve(&[]).await;
    let connect = async || tokio_tungstenite::connect_async(format!("ws://{host}/api/live")).await.unwrap().0;
    let (mut flood, mut quiet) = (connect().await, connect().await);
    let message = Message::text(json!({"ping": 1}).to_string());
    let mut sent = 0;
    // The server closes the connection after the burst that it allows.
    while flood.send(message.clone()).await.is_ok() && sent < 5_000 {
        sent += 1;
    }
    while flood.next().await.is_some_and(|message| message.is_ok_and(|message| !message.is_close())) {}
    quiet.send(message).await.unwrap();
    assert!(next_text(&mut quiet).await.contains("pong"));
}

/// What the server says to these bytes until it closes the connection.
async fn said(host: &str, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(host).await.unwrap();
    // The server may close the connection while we still write.
    stream.write_all(bytes).await.ok();
    let mut answer = Vec::new();
    let end = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await;
    // Whether it ended in order or was reset, it ended.
    end.expect("the connection stays open").ok();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_that_are_long_or_slow_are_cut_off() {
    let host = serve(&[("limits.timeout", "500ms"), ("limits.header", "10 kB")]).await;
    let long = format!("GET /health HTTP/1.1\r\nhost: localhost\r\nx-long: {}\r\n\r\n", "x".repeat(20_000));
    let answer = said(&host, long.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 431"), "{answer}");
    let many = format!("GET /health HTTP/1.1\r\nhost: localhost\r\n{}\r\n", "x: y\r\n".repeat(200));
    assert!(said(&host, many.as_bytes()).await.starts_with("HTTP/1.1 431"));
    for unfinished in ["GET /health HTTP/1.1\r\nhost:", "", "PRI * HTTP/2.0\r\n\r\nSM"] {
        let answer = said(&host, unfinished.as_bytes()).await;
        assert!(!answer.contains("200 OK"), "{answer}");
    }
    // A body that does not come is not waited for either.
    let head = "POST /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
    let answer = said(&host, head.as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    get(&host, "/health").await.ok(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_has_only_so_many_connections_for_messages() {
    let host = serve(&[("limits.streams", "2")]).await;
    let connect = || tokio_tungstenite::connect_async(format!("ws://{host}/api/live"));
    let (one, _two) = (connect().await.unwrap().0, connect().await.unwrap());
    let tokio_tungstenite::tungstenite::Error::Http(refused) = connect().await.unwrap_err() else {
        panic!("refused in another way")
    };
    assert_eq!(refused.status(), 429);
    assert!(refused.headers().contains_key("retry-after"));
    drop(one);
    for _ in 0..400 {
        if connect().await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("a connection that is closed is still counted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_deletes_a_game_and_its_readers_are_told() {
    let token = "a token of the operator";
    let host = serve(&[("admin.token", token)]).await;
    let made = make(&host).await.ok(201);
    let id = made["game"]["id"].as_str().unwrap();
    let mut events =
        crate::client::Events::open(client().get(format!("http://{host}/api/games/{id}/events?since=0")))
            .await;
    let mut lobby =
        crate::client::Events::open(client().get(format!("http://{host}/api/lobby/events"))).await;
    events.next_of("joined").await;
    assert_eq!(get(&host, "/api/games").await.ok(200)["games"][0]["watchers"], 1);
    assert_eq!(get(&host, &format!("/api/games/{id}")).await.ok(200)["watchers"], 1);

    let delete = |token: &str| client().delete(format!("http://{host}/admin/games/{id}")).bearer_auth(token);
    answer(delete("another token of nobody")).await.problem(401, "unknown-key");
    assert_eq!(answer(delete(token)).await.status, 204);
    events.next_of("gone").await;
    assert!(events.next().await.is_none(), "the stream ends");
    assert_eq!(lobby.next_of("gone").await.data["id"], id);
    get(&host, &format!("/api/games/{id}")).await.problem(404, "no-such-game");
    answer(delete(token)).await.problem(404, "no-such-game");
    assert_eq!(get(&host, "/api/games").await.ok(200)["games"], json!([]));
}
