//! How a server starts, serves, and ends.

use crate::client::{Table, ask, client, get};
use crate::process::Process;
use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

#[tokio::test]
async fn it_reports_its_address_and_its_health() {
    let data = tempfile::tempdir().unwrap();
    let server = Process::start(data.path(), &[]);
    assert!(server.url.starts_with("http://127.0.0.1:"), "{}", server.url);
    let health = get(&format!("{}/health", server.url)).await;
    assert_eq!(health["status"], "good", "{health}");
    let metrics = ask(&format!("{}/metrics", server.url)).await.text().await.unwrap();
    assert!(metrics.contains("quixotry_store_up 1"), "{metrics}");
    let log = server.stop();
    assert!(log.contains("listening") && log.contains("closed"), "{log}");
    assert!(data.path().join("games.db").is_file());
}

#[tokio::test]
async fn games_go_on_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = Process::start(data.path(), &[]);
    let table = Table::new(&server.url).await;
    let before = table.view().await;
    let turn = before["turn"].as_u64().unwrap() as usize;
    let (status, answer) = table.pass(turn, before["seq"].as_u64().unwrap(), "one").await.unwrap();
    assert_eq!(status, 200, "{answer}");
    server.stop();

    let server = Process::start(data.path(), &[]);
    let table = table.at(&server.url);
    let view = table.view().await;
    assert_eq!(view["seq"], answer["seq"]);
    let (status, again) = table.pass(turn, before["seq"].as_u64().unwrap(), "one").await.unwrap();
    assert_eq!((status, &again["seq"]), (200, &answer["seq"]), "the same command gets the same answer");
    let (status, next) = table.pass(1 - turn, view["seq"].as_u64().unwrap(), "two").await.unwrap();
    assert_eq!(status, 200, "{next}");
    server.stop();
}

#[tokio::test]
async fn streams_end_when_the_server_stops() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Process::start(data.path(), &["--times-drain", "30s"]);
    let table = Table::new(&server.url).await;
    let stream = ask(&table.path("/events?since=0")).await;
    assert_eq!(stream.status(), 200);
    server.signal("TERM");
    let text = tokio::time::timeout(Duration::from_secs(20), stream.text())
        .await
        .expect("the stream goes on")
        .unwrap();
    assert!(text.contains("event: started"), "{text}");
    assert!(server.wait().success());
}

#[test]
fn a_second_signal_ends_it_at_once() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Process::start(data.path(), &["--times-drain", "1h"]);
    // A request whose body never ends keeps the first signal waiting. The server asks for the body when it has begun to
    // handle the request.
    let address = server.url.strip_prefix("http://").unwrap();
    let mut request = std::net::TcpStream::connect(address).unwrap();
    let head = "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\nexpect: 100-continue\r\n\r\n";
    request.write_all(head.as_bytes()).unwrap();
    let mut status = String::new();
    BufReader::new(&request).read_line(&mut status).unwrap();
    assert!(status.starts_with("HTTP/1.1 100"), "{status}");
    server.signal("INT");
    server.wait_for_log(&["closing", "shutting down"]);
    server.signal("INT");
    assert_eq!(server.wait().code(), Some(130));
}

#[tokio::test]
async fn nothing_secret_is_logged() {
    let data = tempfile::tempdir().unwrap();
    for format in ["text", "json"] {
        let options =
            ["--log-level", "trace,sqlx=warn,hyper=info", "--log-format", format, "--database", "memory:"];
        let server = Process::start(data.path(), &options);
        let table = Table::new(&server.url).await;
        let mine = client().get(table.path("")).bearer_auth(&table.keys[0]);
        let view: serde_json::Value = mine.send().await.unwrap().json().await.unwrap();
        let rack = view["seats"][0]["rack"].to_string();
        assert!(rack.len() > 5, "{view}");
        ask(&table.path(&format!("?key={}", table.keys[1]))).await;
        let turn = view["turn"].as_u64().unwrap() as usize;
        table.pass(turn, view["seq"].as_u64().unwrap(), "one").await.unwrap();
        let log = server.stop();
        assert!(table.keys.iter().all(|key| !log.contains(key)), "a key is in {log}");
        assert!(!log.contains(&rack) && !log.contains("\"rack\""), "a rack is in {log}");
        let about: Vec<&str> = log.lines().filter(|line| line.contains("/commands")).collect();
        assert!(!about.is_empty());
        for line in about {
            let plain = line.replace('"', "").replace(':', "=");
            assert!(plain.contains(&format!("game={}", table.id)), "{line}");
            assert!(plain.contains(&format!("seat={turn}")), "{line}");
        }
    }
}

#[tokio::test]
async fn nobody_writes_lines_into_the_log() {
    let data = tempfile::tempdir().unwrap();
    for format in ["text", "json"] {
        let options = ["--log-level", "debug,sqlx=warn", "--log-format", format, "--database", "memory:"];
        let server = Process::start(data.path(), &options);
        let forged = "\r\n2026-01-01T00:00:00Z ERROR forged: \u{1b}[2J";
        for path in
            ["/%0d%0aERROR%20forged", "/api/games/%0AERROR%20forged", "/game/%1b[2Jforged?x=%0aforged"]
        {
            ask(&format!("{}{path}", server.url)).await;
        }
        let wanted = serde_json::json!({"player": forged, "name": forged});
        let made = client().post(format!("{}/api/games", server.url)).json(&wanted).send().await.unwrap();
        assert_eq!(made.status(), 400);
        let agent = client().get(format!("{}/api/games", server.url)).header("user-agent", "a\tERROR forged");
        assert_eq!(agent.header("referer", "x\tERROR forged").send().await.unwrap().status(), 200);
        let log = server.stop();
        assert!(!log.contains('\u{1b}'), "{log}");
        let is_request = |line: &&str| line.contains("method");
        assert_eq!(log.lines().filter(is_request).count(), 5, "{log}");
        let forged = log.lines().find(|line| line.trim_start().starts_with("ERROR"));
        assert_eq!(forged, None, "{log}");
        assert!(log.lines().all(|line| !line.contains("forged") || is_request(&line)), "{log}");
    }
}

#[tokio::test]
async fn the_operators_pages_need_the_token() {
    let data = tempfile::tempdir().unwrap();
    let token = "a token of the operator";
    std::fs::write(data.path().join("token"), format!("{token}\n")).unwrap();
    let server = Process::start(data.path(), &["--admin-token-file", "token"]);
    let table = Table::new(&server.url).await;
    let client = client();
    let log = format!("{}/admin/games/{}/log", server.url, table.id);
    for wrong in [None, Some("a token of the operatos"), Some("")] {
        let mut request = client.get(&log);
        if let Some(wrong) = wrong {
            request = request.bearer_auth(wrong);
        }
        assert_eq!(request.send().await.unwrap().status(), 401);
    }
    let see = |path: String| client.get(path).bearer_auth(token).send();
    let text = see(log).await.unwrap().text().await.unwrap();
    assert!(text.lines().count() > 4 && text.contains("\"dealt\""), "{text}");
    let games: serde_json::Value =
        see(format!("{}/admin/games", server.url)).await.unwrap().json().await.unwrap();
    assert_eq!(games["games"][0]["id"], table.id.as_str());
    let har = see(format!("{}/admin/requests.har", server.url)).await.unwrap().text().await.unwrap();
    assert!(har.contains("/api/games") && !har.contains(token), "{har}");
    assert!(table.keys.iter().all(|key| !har.contains(key)));

    let revoke = format!("{}/admin/games/{}/seats/0/key", server.url, table.id);
    assert!(client.delete(revoke).bearer_auth(token).send().await.unwrap().status().is_success());
    let view = table.view().await;
    let (status, _) = table.pass(0, view["seq"].as_u64().unwrap(), "x").await.unwrap();
    assert_eq!(status, 401, "a revoked key opens nothing");

    let end = format!("{}/admin/games/{}/adjudicate", server.url, table.id);
    let ended = client.post(end).bearer_auth(token).send().await.unwrap();
    assert_eq!(ended.status(), 200, "{}", ended.text().await.unwrap());
    assert_eq!(table.view().await["state"], "over");
    server.stop();

    let server = Process::start(data.path(), &[]);
    let status =
        client.get(format!("{}/admin/games", server.url)).bearer_auth(token).send().await.unwrap().status();
    assert_eq!(status, 404, "without a token in the configuration there are no such pages");
}

#[tokio::test]
async fn limits_hold_and_say_when_to_come_again() {
    let data = tempfile::tempdir().unwrap();
    let options = [
        "--database",
        "memory:",
        "--limits-address",
        "1/h",
        "--limits-address-burst",
        "5",
        "--limits-body",
        "1 kB",
        "--limits-streams",
        "1",
    ];
    let server = Process::start(data.path(), &options);
    let client = client();
    let games = format!("{}/api/games", server.url);
    let large = client.post(&games).header("content-type", "application/json").body("x".repeat(2_000));
    assert_eq!(large.send().await.unwrap().status(), 413);
    let first = client.get(format!("{}/api/lobby/events", server.url)).send().await.unwrap();
    assert_eq!(first.status(), 200);
    let second = client.get(format!("{}/api/lobby/events", server.url)).send().await.unwrap();
    assert_eq!(second.status(), 429, "one stream at a time");
    assert_eq!(client.get(format!("{}/health", server.url)).send().await.unwrap().status(), 200);
    assert_eq!(client.get(&games).send().await.unwrap().status(), 200);
    let refused = client.get(&games).send().await.unwrap();
    assert_eq!(refused.status(), 429);
    let wait: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=3_600).contains(&wait), "{wait}");
    assert_eq!(refused.headers()["content-type"], "application/problem+json");
    let health = client.get(format!("{}/health", server.url)).send().await.unwrap();
    assert_eq!(health.status(), 429, "what an operator watches has the same limit");
}
