//! What somebody may try against a server with default settings. docs/reliability.md lists the tests by attack.

use crate::client::{Answer, Events, World, answer, settings};
use crate::whole::{client, get, make, next_text, serve};
use futures_util::{SinkExt, StreamExt};
use quixotry_server::TableSettings;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

/// A script that a careless page would run, wherever it stands.
const SCRIPT: &str = "\"><img src=x onerror=1>";

async fn post(host: &str, path: &str, key: Option<&str>, body: Value) -> Answer {
    let request = client().post(format!("http://{host}{path}")).json(&body);
    answer(key.into_iter().fold(request, reqwest::RequestBuilder::bearer_auth)).await
}

/// What the server answers to these bytes before it closes the connection.
async fn answer_to(host: &str, bytes: &str) -> String {
    let mut stream = TcpStream::connect(host).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // Whether it ends in order or is reset, it ends.
    stream.read_to_end(&mut answer).await.ok();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guessed_key_tells_nothing() {
    let world = World::start(settings()).await;
    let ann = world.make(json!({"player":"Ann","visibility":"private"})).await;
    let other = world.make(json!({"player":"Eve"})).await;
    let near = format!("{}x", &ann.key[..ann.key.len() - 1]);
    let guesses =
        [near.as_str(), &ann.key[..8], &ann.key.to_uppercase(), &other.key, "0", "' OR 1=1 --", "%00"];
    let mut answers = BTreeSet::new();
    for guess in guesses {
        for (method, rest, body) in [
            ("GET", "", None),
            ("POST", "/commands", Some(json!({"type":"resign","id":"1"}))),
            ("POST", "/chat", Some(json!({"text":"hi"}))),
            ("DELETE", "/seats/0", None),
        ] {
            let guessed = world.send(method.parse().unwrap(), &ann.path(rest), Some(guess), body).await;
            answers.insert((guessed.status, guessed.text));
        }
    }
    assert_eq!(answers.len(), 1, "a near guess is answered like a wild one: {answers:?}");
    assert_eq!(answers.first().unwrap().0, 401);
    assert_eq!(ann.view().await["seats"][0]["player"], "Ann");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_are_long_and_never_the_same() {
    let world = World::start(settings()).await;
    let mut keys = BTreeSet::new();
    for _ in 0..30 {
        let seated = world.make(json!({"player":"Ann","visibility":"private"})).await;
        for secret in [seated.key, seated.invite.unwrap()] {
            // 128 bits in the narrowest alphabet, which is hexadecimal.
            assert!(secret.len() >= 32 && secret.chars().all(|c| c.is_ascii_alphanumeric()), "{secret}");
            assert!(keys.insert(secret));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guessing_is_limited_by_address() {
    let host = serve(&[("limits.address", "1/h"), ("limits.address_burst", "5")]).await;
    let made = make(&host).await.ok(201);
    let path = format!("http://{host}/api/games/{}", made["game"]["id"].as_str().unwrap());
    for guess in 0..4 {
        answer(client().get(&path).bearer_auth(format!("{guess:032x}"))).await.problem(401, "unknown-key");
    }
    for guess in 4..8 {
        answer(client().get(&path).bearer_auth(format!("{guess:032x}"))).await.problem(429, "too-many");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_addresses_do_not_pass_the_limits() {
    let host = serve(&[("limits.address", "1/h"), ("limits.address_burst", "3")]).await;
    let mut answers = Vec::new();
    for number in 0..6 {
        let request = client().get(format!("http://{host}/api/games"));
        let request = request.header("x-forwarded-for", format!("203.0.113.{number}"));
        let request = request.header("forwarded", format!("for=203.0.113.{number}"));
        let request = request.header("x-real-ip", format!("203.0.113.{number}"));
        answers.push(answer(request).await.status);
    }
    assert_eq!(answers, [200, 200, 200, 429, 429, 429]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_trusted_proxy_a_client_cannot_choose_its_address() {
    let host =
        serve(&[("limits.address", "1/h"), ("limits.address_burst", "3"), ("trusted_proxies", "127.0.0.1")])
            .await;
    let ask = async |forwarded: String| {
        answer(client().get(format!("http://{host}/api/games")).header("x-forwarded-for", forwarded))
            .await
            .status
    };
    // The proxy appends the address it sees to what the client has written.
    for (number, status) in [(1, 200), (2, 200), (3, 200), (4, 429), (5, 429)] {
        assert_eq!(ask(format!("198.51.100.{number}, 203.0.113.9")).await, status);
    }
    assert_eq!(ask("203.0.113.10".to_owned()).await, 200, "another client of the proxy");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn oversized_requests_are_refused_before_they_are_read() {
    let host = serve(&[]).await;
    let length = 1_u64 << 40;
    let head = format!(
        "POST /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n"
    );
    assert!(answer_to(&host, &head).await.starts_with("HTTP/1.1 413"));
    let chunked = "POST /api/games HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
                   content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    let chunk = format!("{:x}\r\n{}\r\n", 300_000, " ".repeat(300_000));
    assert!(answer_to(&host, &format!("{chunked}{chunk}0\r\n\r\n")).await.starts_with("HTTP/1.1 413"));
    // Two lengths, or a length and chunks, are how one request is smuggled in another.
    let two =
        "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\ncontent-length: 40\r\n\r\n{}";
    assert!(answer_to(&host, two).await.starts_with("HTTP/1.1 400"));
    let long =
        format!("GET /{} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n", "x".repeat(100_000));
    let answer = answer_to(&host, &long).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    get(&host, "/health").await.ok(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn json_nested_deeply_is_refused() {
    let host = serve(&[]).await;
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open.repeat(40_000), close.repeat(40_000));
        for path in ["/api/games", "/api/lobby/held", "/api/workshop/check"] {
            let request = client().post(format!("http://{host}{path}"));
            let request = request.header("content-type", "application/json").body(deep.clone());
            answer(request).await.problem(400, "malformed");
        }
        let (mut socket, _) =
            tokio_tungstenite::connect_async(format!("ws://{host}/api/live")).await.unwrap();
        socket.send(Message::text(deep[..1_000].to_owned())).await.unwrap();
        assert!(next_text(&mut socket).await.contains("malformed"));
    }
    get(&host, "/health").await.ok(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_websocket_message_closes_its_connection_alone() {
    let host = serve(&[]).await;
    let connect = || tokio_tungstenite::connect_async(format!("ws://{host}/api/live"));
    let ((mut large, _), (mut small, _)) = (connect().await.unwrap(), connect().await.unwrap());
    // The server may close it while we still write.
    large.send(Message::text("x".repeat(2 << 20))).await.ok();
    while let Some(Ok(message)) = large.next().await {
        assert!(!message.is_text(), "{message}");
    }
    small.send(Message::text(json!({"ping":7}).to_string())).await.unwrap();
    assert!(next_text(&mut small).await.contains('7'));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_of_one_address_are_limited_in_all_forms_together() {
    let host = serve(&[("limits.streams", "3")]).await;
    let made = make(&host).await.ok(201);
    let game = format!("http://{host}/api/games/{}/events", made["game"]["id"].as_str().unwrap());
    let lobby = format!("http://{host}/api/lobby/events");
    let _held = (
        Events::open(client().get(&game)).await,
        Events::open(client().get(&lobby)).await,
        tokio_tungstenite::connect_async(format!("ws://{host}/api/live")).await.unwrap(),
    );
    for address in [&game, &lobby] {
        let refused = answer(client().get(address)).await;
        assert!(refused.headers.contains_key("retry-after"));
        refused.problem(429, "too-many");
    }
    get(&host, "/api/games").await.ok(200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_websocket_watches_only_so_many_games() {
    let world = World::start(TableSettings { watches: 2, ..settings() }).await;
    let address = format!("{}/live", world.base.replace("http", "ws"));
    let (mut socket, _) = tokio_tungstenite::connect_async(address).await.unwrap();
    for number in 0..3 {
        let game = world.make(json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]})).await;
        socket.send(Message::text(json!({"watch": game.id}).to_string())).await.unwrap();
        let told: Value = serde_json::from_str(&next_text(&mut socket).await).unwrap();
        assert_eq!(told.get("watching").is_some(), number < 2, "{told}");
        assert_eq!(told.get("error").is_some(), number == 2, "{told}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_chat_ends_at_its_limits() {
    let host = serve(&[("limits.key", "1/h"), ("limits.key_burst", "6")]).await;
    let made = make(&host).await.ok(201);
    let (id, key) = (made["game"]["id"].as_str().unwrap(), made["key"].as_str());
    let mut stored = 0;
    for number in 0..20 {
        let text = json!({"text":format!("line {number}")});
        match post(&host, &format!("/api/games/{id}/chat"), key, text).await.status {
            201 => stored += 1,
            status => assert_eq!(status, 429),
        }
    }
    assert_eq!(stored, 6);

    let world = World::start(TableSettings { chat_lines: 3, ..settings() }).await;
    let (ann, bob) = world.two(json!({})).await;
    for who in [&ann, &bob, &ann] {
        who.post("/chat", json!({"text":"again"})).await.ok(201);
    }
    ann.post("/chat", json!({"text":"again"})).await.problem(422, "chat-full");
    ann.command(json!({"type":"pass"})).await.ok(200);
}

/// Every text that a visitor can leave at a server.
async fn game_of_scripts(host: &str) -> (String, String) {
    let rules = "inherit = \"standard\"\ntitle = 'T\"><img src=x onerror=1>'\n\
                 about = 'D\"><img src=x onerror=1>'";
    let wanted = json!({"name":SCRIPT,"player":SCRIPT,"seats":[{"kind":"you"},{"kind":"open"}],"rules":{"source":rules}});
    let made = post(host, "/api/games", None, wanted).await.ok(201);
    let (id, key) = (made["game"]["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    post(host, &format!("/api/games/{id}/chat"), Some(key), json!({"text":SCRIPT})).await.ok(201);
    post(host, &format!("/api/games/{id}/seats"), None, json!({"player":format!("B{SCRIPT}")})).await.ok(200);
    (id.to_owned(), key.to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn script_in_any_text_stays_text() {
    let host = serve(&[]).await;
    let (id, key) = game_of_scripts(&host).await;
    let mut told = 0;
    for path in [
        format!("/api/games/{id}"),
        format!("/api/games/{id}/setup"),
        format!("/api/games/{id}/chat"),
        format!("/api/games/{id}/record?format=jsonl"),
        format!("/api/games/{id}/record?format=svg"),
        format!("/api/games/{id}/record?format=cgp"),
        "/api/games".to_owned(),
        format!("/game/{id}"),
        format!("/api/games/{SCRIPT}"),
        format!("/game/{SCRIPT}"),
        format!("/api/rules/{SCRIPT}"),
        format!("/api/lexicons/{SCRIPT}/words/{SCRIPT}"),
        format!("/api/games?q={SCRIPT}"),
        format!("/api/games/{id}/record?format={SCRIPT}"),
    ] {
        let answer = answer(client().get(format!("http://{host}{path}")).bearer_auth(&key)).await;
        let kind = answer.headers["content-type"].to_str().unwrap().to_owned();
        assert_eq!(answer.headers["x-content-type-options"], "nosniff", "{path}");
        let policy = answer.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{path}: {policy}");
        let is_markup = kind.starts_with("text/html") || kind.starts_with("image/svg");
        assert!(!is_markup || !answer.text.contains("<img"), "{path}: {}", answer.text);
        told += usize::from(answer.text.contains("img src=x"));
    }
    assert!(told >= 6, "the texts are told: {told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tricks_with_paths_reach_no_file() {
    let outside = tempfile::tempdir().unwrap();
    let data = outside.path().join("data");
    std::fs::create_dir_all(data.join("rules")).unwrap();
    let secret = "title = \"tell nobody\"\ninherit = \"standard\"\n";
    for name in ["secret.toml", "data/secret.toml"] {
        std::fs::write(outside.path().join(name), secret).unwrap();
    }
    let host = serve(&[("data_dir", data.to_str().unwrap())]).await;
    for trick in [
        "/../secret.toml",
        "/..%2fsecret.toml",
        "/%2e%2e/secret.toml",
        "/%2e%2e%2fsecret.toml",
        "/..\\secret.toml",
        "//secret.toml",
        "/assets/../../secret.toml",
        "/assets/..%5c..%5csecret.toml",
        "/secret.toml%00.html",
        "/api/rules/..%2Fsecret",
        "/api/rules/..%2F..%2Fsecret",
        "/api/rules/%2e%2e%2f%2e%2e%2fsecret.toml",
        "/api/lexicons/..%2F..%2Fsecret/words/A",
        "/api/games/..%2F..%2Fsecret",
        "/game/..%2F..%2Fsecret/picture.png",
    ] {
        let request = format!("GET {trick} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        let answer = answer_to(&host, &request).await;
        assert!(!answer.contains("tell nobody"), "{trick}: {answer}");
        let is_page = trick.starts_with("/game/") && answer.starts_with("HTTP/1.1 200");
        assert!(answer.starts_with("HTTP/1.1 4") || is_page, "{trick}: {answer}");
    }
    let absolute = outside.path().join("secret");
    for name in
        ["../secret", "../../secret", "rules/../../secret", absolute.to_str().unwrap(), "secret.toml\0"]
    {
        for wanted in [
            json!({"player":"Ann","rules":name}),
            json!({"player":"Ann","rules":{"source":format!("inherit = {}", json!(name))}}),
            json!({"player":"Ann","rules":{"source":format!("inherit = 'standard'\nboard = {}", json!(name))}}),
            json!({"player":"Ann","lexicon":name}),
        ] {
            let answer = post(&host, "/api/games", None, wanted.clone()).await;
            assert!((400..500).contains(&answer.status), "{wanted}: {}", answer.text);
            assert!(!answer.text.contains("tell nobody"), "{wanted}: {}", answer.text);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn huge_word_lists_are_refused() {
    let host = serve(&[]).await;
    let words: String = (0..40_000).map(|number| format!("A{}\n", "B".repeat(number % 7 + 1))).collect();
    let source = format!("inherit = 'standard'\n[lexicon]\nname = 'huge'\nwords = '''\n{words}'''\n");
    assert!(source.len() > 128 << 10);
    let wanted = json!({"player":"Ann","rules":{"source":source}});
    let refused = post(&host, "/api/games", None, wanted).await;
    assert!(matches!(refused.status, 400 | 413 | 422), "{}", refused.text);
    for path in ["/api/workshop/check", "/api/workshop/trial"] {
        let refused = post(&host, path, None, json!({"source":source})).await;
        assert!(matches!(refused.status, 400 | 413), "{}", refused.text);
    }
    // A list of the largest size that is allowed is a game like any other.
    let words: String =
        ('A'..='Z').flat_map(|a| ('A'..='Z').map(move |b| format!("{a}{b}A{b}{a}\n"))).collect();
    let source =
        format!("inherit = 'standard'\n[lexicon]\nname = 'large'\nwords = '''\n{}'''\n", words.repeat(20));
    post(&host, "/api/games", None, json!({"player":"Ann","rules":{"source":source}})).await.ok(201);
}
