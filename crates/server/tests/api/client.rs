//! A server of the test's own, and those who talk to it.

use futures_util::StreamExt;
use quixotry_server::{App, TableSettings, api};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

/// Quick computers, and games that can be repeated.
pub(crate) fn settings() -> TableSettings {
    TableSettings {
        allow_seeds: true,
        pace: Duration::from_millis(1),
        computer_pace: Duration::from_millis(1),
        think: Duration::from_millis(400),
        keep_alive: Duration::from_millis(300),
        idle: Duration::from_millis(400),
        ..TableSettings::default()
    }
}

/// A running server and a client.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) app: App,
    pub(crate) base: String,
    /// Where bots connect.
    pub(crate) bots: std::net::SocketAddr,
    client: reqwest::Client,
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
    pub(crate) text: String,
    pub(crate) headers: reqwest::header::HeaderMap,
}

impl Answer {
    /// The body of an answer with this status.
    #[track_caller]
    pub(crate) fn ok(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.body
    }

    /// A problem with this status and code, well formed.
    #[track_caller]
    pub(crate) fn problem(self, status: u16, code: &str) -> Value {
        assert_eq!((self.status, self.body["code"].as_str()), (status, Some(code)), "{}", self.text);
        assert_eq!(self.headers["content-type"], "application/problem+json");
        assert_eq!(self.body["status"], status);
        assert_eq!(self.body["message"], self.body["detail"]);
        assert!(self.body["message"].as_str().is_some_and(|text| !text.is_empty()), "{}", self.text);
        self.body
    }
}

impl World {
    pub(crate) async fn start(settings: TableSettings) -> World {
        World::with(App::open(settings).await.unwrap()).await
    }

    pub(crate) async fn with(app: App) -> World {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/api", listener.local_addr().unwrap());
        let port = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let bots = port.local_addr().unwrap();
        tokio::spawn(quixotry_server::serve_bots(app.clone(), port));
        let router = api(app.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        World { app, base, bots, client: client() }
    }

    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        key: Option<&str>,
        body: Option<Value>,
    ) -> Answer {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if let Some(key) = key {
            request = request.bearer_auth(key);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        answer(request).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, None, Some(body)).await
    }

    /// A request with anything in it.
    pub(crate) fn raw(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    /// Makes a game and says who its maker is.
    pub(crate) async fn make(&self, body: Value) -> Seated {
        let made = self.post("/games", body).await.ok(201);
        self.seated(&made)
    }

    pub(crate) fn seated(&self, made: &Value) -> Seated {
        Seated {
            world: self.clone(),
            id: made["game"]["id"].as_str().unwrap().to_owned(),
            seat: made["seat"].as_u64().unwrap_or(99),
            key: made["key"].as_str().unwrap().to_owned(),
            invite: made["invite"].as_str().map(str::to_owned),
        }
    }

    /// A game of two people that has begun.
    pub(crate) async fn two(&self, with: Value) -> (Seated, Seated) {
        let mut body = json!({"player":"Ann","seed":7,"seats":[{"kind":"you"},{"kind":"open"}]});
        for (key, value) in with.as_object().unwrap() {
            body[key] = value.clone();
        }
        let ann = self.make(body).await;
        let bob = ann.join("Bob").await;
        (ann, bob)
    }
}

fn client() -> reqwest::Client {
    // Somebody else in this process may have installed it.
    rustls::crypto::ring::default_provider().install_default().ok();
    reqwest::Client::new()
}

pub(crate) async fn answer(request: reqwest::RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let text = response.text().await.unwrap();
    Answer { status, body: serde_json::from_str(&text).unwrap_or_default(), text, headers }
}

/// Somebody with a key to a seat.
#[derive(Clone)]
pub(crate) struct Seated {
    pub(crate) world: World,
    pub(crate) id: String,
    pub(crate) seat: u64,
    pub(crate) key: String,
    pub(crate) invite: Option<String>,
}

impl Seated {
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/games/{}{rest}", self.id)
    }

    pub(crate) async fn join(&self, player: &str) -> Seated {
        let path = match &self.invite {
            Some(invite) => self.path(&format!("/seats?invite={invite}")),
            None => self.path("/seats"),
        };
        let taken = self.world.post(&path, json!({ "player": player })).await.ok(200);
        let (seat, key) = (taken["seat"].as_u64().unwrap(), taken["key"].as_str().unwrap().to_owned());
        Seated { seat, key, ..self.clone() }
    }

    pub(crate) async fn get(&self, rest: &str) -> Answer {
        self.world.send(Method::GET, &self.path(rest), Some(&self.key), None).await
    }

    pub(crate) async fn post(&self, rest: &str, body: Value) -> Answer {
        self.world.send(Method::POST, &self.path(rest), Some(&self.key), Some(body)).await
    }

    pub(crate) async fn leave(&self) -> Answer {
        let path = self.path(&format!("/seats/{}", self.seat));
        self.world.send(Method::DELETE, &path, Some(&self.key), None).await
    }

    pub(crate) async fn view(&self) -> Value {
        self.get("").await.ok(200)
    }

    /// Sends a command without saying what was seen.
    pub(crate) async fn command(&self, command: Value) -> Answer {
        self.post("/commands", command).await
    }

    /// Lays the best play there is.
    pub(crate) async fn play_best(&self) -> Value {
        let hint = self.get("/hint").await.ok(200);
        let play = hint["plays"][0]["play"].clone();
        self.command(json!({"type":"play","play":play})).await.ok(200)
    }

    /// Waits until the view is as wanted.
    #[track_caller]
    pub(crate) fn until(&self, wanted: impl Fn(&Value) -> bool + Send) -> impl Future<Output = Value> + Send {
        let caller = std::panic::Location::caller();
        async move {
            for _ in 0..600 {
                let view = self.view().await;
                if wanted(&view) {
                    return view;
                }
                tokio::time::sleep(Duration::from_millis(25)).await;
            }
            panic!("what {caller} waits for does not come: {}", self.view().await);
        }
    }

    /// A stream of the game's events for this seat.
    pub(crate) async fn events(&self, query: &str) -> Events {
        Events::open(
            self.world.raw(Method::GET, &self.path(&format!("/events{query}"))).bearer_auth(&self.key),
        )
        .await
    }
}

/// Server-sent events, one by one.
pub(crate) struct Events {
    response: Pin<Box<dyn futures_util::Stream<Item = reqwest::Result<Vec<u8>>> + Send>>,
    buffer: String,
    pub(crate) comments: usize,
}

use std::pin::Pin;

/// One event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Sse {
    pub(crate) id: Option<u64>,
    pub(crate) event: String,
    pub(crate) data: Value,
}

impl Events {
    pub(crate) async fn open(request: reqwest::RequestBuilder) -> Events {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let bytes = response.bytes_stream().map(|chunk| chunk.map(|bytes| bytes.to_vec()));
        Events { response: Box::pin(bytes), buffer: String::new(), comments: 0 }
    }

    /// The next event; `None` once the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<Sse> {
        loop {
            while let Some((block, rest)) = self.buffer.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.buffer = rest;
                match read_block(&block) {
                    Some(event) => return Some(event),
                    None => self.comments += 1,
                }
            }
            let next = tokio::time::timeout(Duration::from_secs(20), self.response.next());
            let chunk = next.await.expect("a stream is silent for long")?.ok()?;
            self.buffer.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// The next event of this kind.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Sse {
        loop {
            let event = self.next().await.unwrap_or_else(|| panic!("the stream ended before {kind}"));
            if event.event == kind {
                return event;
            }
        }
    }
}

fn read_block(block: &str) -> Option<Sse> {
    let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let event = field("event")?.to_owned();
    let data = serde_json::from_str(field("data").unwrap()).unwrap();
    Some(Sse { id: field("id").map(|id| id.parse().unwrap()), event, data })
}
