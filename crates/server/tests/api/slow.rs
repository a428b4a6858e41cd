//! A reader that is too slow is dropped, and goes on where it stopped.

use crate::client::{Events, World, settings};
use quixotry_server::{App, TableSettings, api};
use reqwest::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;

/// So much is said that neither the buffers of the system nor those of the server hold it.
const LINES: u64 = 1_300;

/// A server whose sockets hold little.
async fn narrow(app: App) -> String {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_send_buffer_size(4_096).unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let listener = socket.listen(64).unwrap();
    let host = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move { axum::serve(listener, api(app)).await });
    host
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_reader_is_dropped_and_goes_on_without_a_gap() {
    let world = World::start(TableSettings { idle: std::time::Duration::from_secs(60), ..settings() }).await;
    let (ann, _bob) = world.two(json!({})).await;
    let host = narrow(world.app.clone()).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut reader = socket.connect(host.parse().unwrap()).await.unwrap();
    let ask = format!(
        "GET /api{} HTTP/1.1\r\nhost: q\r\nconnection: close\r\n\r\n",
        ann.path("/events?lines=0&since=0")
    );
    reader.write_all(ask.as_bytes()).await.unwrap();

    let text = "x".repeat(500);
    for line in 1..=LINES {
        assert_eq!(ann.post("/chat", json!({ "text": text })).await.ok(201)["line"], line);
    }
    let mut told = Vec::new();
    let end = tokio::time::timeout(std::time::Duration::from_secs(30), reader.read_to_end(&mut told)).await;
    end.expect("the stream of a slow reader does not end").unwrap();
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("event: resync"), "it was not too slow");
    let heard = told.matches("event: chat").count() as u64;
    assert!((1..LINES).contains(&heard), "{heard} of {LINES} lines");

    let mut again = Events::open(world.raw(Method::GET, &ann.path(&format!("/events?lines={heard}")))).await;
    for line in heard + 1..=LINES {
        assert_eq!(again.next_of("chat").await.data["line"], line);
    }
}
