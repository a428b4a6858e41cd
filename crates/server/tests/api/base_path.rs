//! A site below a path of a host, behind a proxy that leaves the path in requests and one that takes it off.

use crate::client::{Answer, Events, answer};
use crate::whole::{client, next_text, serve};
use futures_util::SinkExt;
use serde_json::json;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;

/// Where the proxy serves the site.
const BASE: &str = "/board/games";

/// What a proxy does with the path of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PathHandling {
    Left,
    TakenOff,
}

/// A reverse proxy: one request for each connection, and nothing outside the path.
async fn run_proxy(listener: TcpListener, server: SocketAddr, handling: PathHandling) {
    while let Ok((connection, _)) = listener.accept().await {
        tokio::spawn(forward(connection, server, handling));
    }
}

async fn forward(mut client: TcpStream, server: SocketAddr, handling: PathHandling) -> std::io::Result<()> {
    let (mut received, mut part) = (Vec::new(), [0; 4096]);
    let end = loop {
        if let Some(end) = received.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        match client.read(&mut part).await? {
            0 => return Ok(()),
            length => received.extend_from_slice(&part[..length]),
        }
    };
    let head = String::from_utf8_lossy(&received[..end]).into_owned();
    let Some(head) = forwarded_head(&head, handling) else {
        return client.write_all(b"HTTP/1.1 421 Misdirected Request\r\nconnection: close\r\n\r\n").await;
    };
    let mut server = TcpStream::connect(server).await?;
    server.write_all(head.as_bytes()).await?;
    server.write_all(&received[end + 4..]).await?;
    copy_bidirectional(&mut client, &mut server).await.map(drop)
}

/// The head of a request as the proxy sends it on; nothing if the request is for another site.
fn forwarded_head(head: &str, handling: PathHandling) -> Option<String> {
    let (request, fields) = head.split_once("\r\n")?;
    let (method, target) = request.split_once(' ')?;
    let rest = target.strip_prefix(BASE)?;
    let target = match handling {
        PathHandling::Left => target.to_owned(),
        PathHandling::TakenOff if rest.starts_with('/') => rest.to_owned(),
        PathHandling::TakenOff => format!("/{rest}"),
    };
    let is_upgrade = fields.to_ascii_lowercase().contains("upgrade: websocket");
    let close = if is_upgrade { "" } else { "connection: close\r\n" };
    Some(format!("{method} {target}\r\n{close}x-forwarded-for: 203.0.113.9\r\n{fields}\r\n\r\n"))
}

/// A server behind a proxy.
struct ProxiedSite {
    /// The host that browsers know.
    host: String,
}

impl ProxiedSite {
    async fn start(handling: PathHandling) -> ProxiedSite {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let host = listener.local_addr().unwrap().to_string();
        let url = format!("http://{host}{BASE}/");
        let server = serve(&[("public_url", &url), ("trusted_proxies", "127.0.0.1")]).await;
        tokio::spawn(run_proxy(listener, server.parse().unwrap(), handling));
        ProxiedSite { host }
    }

    /// A request for a path of the host.
    fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        client().request(method, format!("http://{}{path}", self.host))
    }

    /// An answer to a request for a path of the host.
    async fn get(&self, path: &str) -> Answer {
        let answer = answer(self.request(reqwest::Method::GET, path)).await;
        assert!(!answer.headers.contains_key("set-cookie") && !answer.headers.contains_key("location"));
        answer
    }

    /// Sends JSON as the page does, and returns the answer.
    async fn post(&self, path: &str, key: Option<&str>, body: serde_json::Value) -> Answer {
        let request = self.request(reqwest::Method::POST, &format!("{BASE}/api{path}")).json(&body);
        let request = request.header("origin", format!("http://{}", self.host));
        answer(key.into_iter().fold(request, reqwest::RequestBuilder::bearer_auth)).await
    }
}

/// The relative addresses in a page, as a browser resolves them.
fn addresses(html: &str) -> Vec<String> {
    let values = html.split("=\"./").skip(1).filter_map(|rest| rest.split_once('"'));
    values.map(|(path, _)| format!("{BASE}/{path}")).collect()
}

async fn the_page_and_its_files_are_below_the_path(handling: PathHandling) {
    let site = ProxiedSite::start(handling).await;
    for path in ["", "/", "/new", "/game/nowhere"] {
        let page = site.get(&format!("{BASE}{path}")).await;
        assert_eq!(page.status, 200, "{path}");
        assert!(page.text.contains(&format!("<base href=\"{BASE}/\" />")), "{path}: {}", page.text);
        let files = addresses(&page.text);
        assert!(files.len() >= 6, "{files:?}");
        for file in files {
            assert_eq!(site.get(&file).await.status, 200, "{file}");
        }
    }
    let manifest = site.get(&format!("{BASE}/manifest.webmanifest")).await.ok(200);
    assert_eq!((&manifest["start_url"], &manifest["scope"]), (&json!("./"), &json!("./")));
    assert_eq!(site.get(&format!("{BASE}/sw.js")).await.status, 200);
    assert_eq!(site.get("/").await.status, 421, "the rest of the host is another site");
}

async fn the_api_names_addresses_that_work(handling: PathHandling) {
    let site = ProxiedSite::start(handling).await;
    let index = site.get(&format!("{BASE}/api")).await.ok(200);
    for (name, address) in index.as_object().unwrap() {
        let address = address.as_str().unwrap();
        assert!(address.starts_with(&format!("{BASE}/api/")), "{name}: {address}");
        if !["lobby", "live"].contains(&name.as_str()) {
            assert_eq!(site.get(address).await.status, 200, "{name}");
        }
    }
    let document = site.get(index["openapi"].as_str().unwrap()).await.ok(200);
    assert_eq!(document["servers"][0]["url"], BASE);
    let docs = site.get(index["docs"].as_str().unwrap()).await.text;
    assert!(docs.contains("href=\"openapi.json\"") && !docs.contains("href=\"/"));
    site.get(&format!("{BASE}/api/nowhere")).await.problem(404, "no-such-page");
    assert_eq!(site.get(&format!("{BASE}/health")).await.status, 200);
}

async fn a_game_is_played_through_the_proxy(handling: PathHandling) {
    let site = ProxiedSite::start(handling).await;
    let wanted = json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]});
    let ann = site.post("/games", None, wanted).await.ok(201);
    let (id, key) = (ann["game"]["id"].as_str().unwrap(), ann["key"].as_str().unwrap());
    let stream = site.request(reqwest::Method::GET, &format!("{BASE}/api/games/{id}/events?since=0"));
    let mut events = Events::open(stream.bearer_auth(key)).await;
    let live = format!("ws://{}{BASE}/api/live", site.host);
    let (mut socket, _) = tokio_tungstenite::connect_async(live).await.unwrap();
    socket.send(Message::text(json!({"watch": id, "key": key}).to_string())).await.unwrap();
    assert!(next_text(&mut socket).await.contains("watching"));
    let bob = site.post(&format!("/games/{id}/seats"), None, json!({"player":"Bob"})).await.ok(200);
    assert_eq!(events.next_of("joined").await.data["player"], "Ann");
    assert_eq!(events.next_of("joined").await.data["player"], "Bob");
    while !next_text(&mut socket).await.contains("Bob") {}
    let keys = [key, bob["key"].as_str().unwrap()];
    let view = site.get(&format!("{BASE}/api/games/{id}")).await.ok(200);
    let turn = usize::try_from(view["turn"].as_u64().unwrap()).unwrap();
    let pass = json!({"type":"pass","seen":view["seq"],"id":"1"});
    let key = if bob["seat"] == view["turn"] { keys[1] } else { keys[0] };
    site.post(&format!("/games/{id}/commands"), Some(key), pass).await.ok(200);
    assert_eq!(events.next_of("passed").await.data["seat"], turn);
    let metrics = site.get(&format!("{BASE}/metrics")).await.text;
    assert!(metrics.contains(r#"method="POST",route="/api/games/{id}/commands",status="200"} 1"#));
    // What a service shows of the link.
    let page = site.get(&format!("{BASE}/game/{id}")).await.text;
    let picture = page.split_once("og:image\" content=\"").and_then(|(_, rest)| rest.split_once('"'));
    let picture = picture.unwrap().0.strip_prefix(&format!("http://{}", site.host)).unwrap();
    assert_eq!(picture, format!("{BASE}/game/{id}/picture.png"));
    assert_eq!(site.get(picture).await.headers["content-type"], "image/png");
}

/// Defines each test for a proxy that leaves the path in requests, and one that takes it off.
macro_rules! behind_proxies {
    ($($case:ident),* $(,)?) => {
        mod path_left {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                super::$case(super::PathHandling::Left).await;
            })*
        }
        mod path_taken_off {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                super::$case(super::PathHandling::TakenOff).await;
            })*
        }
    };
}

behind_proxies!(
    the_page_and_its_files_are_below_the_path,
    the_api_names_addresses_that_work,
    a_game_is_played_through_the_proxy,
);
