//! A server of the test's own with ways in for clients of other games.

use futures_util::{Stream, StreamExt};
use quixotry_server::config::{Config, Sources};
use quixotry_server::{App, Site, TableSettings};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

/// All formats, and no limits.
pub(crate) const OPEN: &str = "\
[clients]\nformats = [\"generic\", \"haskell\", \"cornell\"]\n\
[limits]\naddress = \"off\"\nkey = \"off\"\ngames = \"off\"\ngames_open = \"off\"\nstreams = \"off\"\n";

/// A running server and an HTTP client.
#[derive(Clone)]
pub(crate) struct World {
    /// The address of the server, without a slash at its end.
    pub(crate) base: String,
    /// The address of the port for the format `haskell`.
    pub(crate) haskell: SocketAddr,
    client: reqwest::Client,
}

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) text: String,
    pub(crate) kind: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!(self.status / 100, 2, "{}", self.text);
        serde_json::from_str(&self.text).unwrap()
    }
}

pub(crate) fn config(text: &str) -> Config {
    let mut sources = Sources::default();
    sources.file("test.toml", text);
    sources.resolve().unwrap().config
}

impl World {
    pub(crate) async fn start(text: &str) -> World {
        let settings = TableSettings {
            allow_seeds: true,
            pace: Duration::from_millis(1),
            think: Duration::from_millis(50),
            keep_alive: Duration::from_millis(300),
            games_per_address: None,
            ..TableSettings::default()
        };
        let app = App::open(settings).await.unwrap();
        let config = config(text);
        let site = Site::new(&app, &config);
        let base = format!("http://{}", serve(site.router()).await);
        let haskell = serve(site.haskell_router()).await;
        // Somebody else in this process may have installed it.
        rustls::crypto::ring::default_provider().install_default().ok();
        World { base, haskell, client: reqwest::Client::new() }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Value) -> Answer {
        answer(self.request(method, path).json(&body)).await
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path)).await
    }

    /// Sends a request of our own API with a key.
    pub(crate) async fn ask(&self, method: Method, path: &str, key: &str, body: Option<Value>) -> Answer {
        let request = self.request(method, path).bearer_auth(key);
        answer(body.into_iter().fold(request, |request, body| request.json(&body))).await
    }

    /// The id of the public game with this name.
    pub(crate) async fn id_of(&self, name: &str) -> String {
        let games = self.get("/api/games").await.json();
        let games = games["games"].as_array().unwrap();
        let game = games.iter().find(|game| game["name"] == name).unwrap();
        game["id"].as_str().unwrap().to_owned()
    }
}

async fn serve(router: axum::Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    address
}

pub(crate) async fn answer(request: RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let kind = response.headers().get("content-type").map_or("", |kind| kind.to_str().unwrap()).to_owned();
    Answer { status, kind, text: response.text().await.unwrap() }
}

/// Server-sent events, one by one.
pub(crate) struct Events {
    bytes: Pin<Box<dyn Stream<Item = reqwest::Result<Vec<u8>>> + Send>>,
    buffer: String,
    /// The number of the last event.
    pub(crate) last: String,
}

impl Events {
    pub(crate) async fn open(request: RequestBuilder) -> Events {
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let bytes = response.bytes_stream().map(|chunk| chunk.map(|bytes| bytes.to_vec()));
        Events { bytes: Box::pin(bytes), buffer: String::new(), last: String::new() }
    }

    /// The data of the next event.
    pub(crate) async fn next(&mut self) -> Value {
        loop {
            while let Some((block, rest)) = self.buffer.split_once("\n\n") {
                let block = block.to_owned();
                self.buffer = rest.to_owned();
                let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
                if let Some(data) = field("data: ") {
                    self.last = field("id: ").unwrap().to_owned();
                    return serde_json::from_str(data).unwrap();
                }
            }
            let chunk = self.bytes.next().await.expect("the stream ended").unwrap();
            self.buffer.push_str(&String::from_utf8(chunk).unwrap().replace("\r\n", "\n"));
        }
    }
}

/// A WebSocket that carries text.
pub(crate) struct TextSocket(
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
);

impl TextSocket {
    /// Opens a WebSocket, as a page of this origin does.
    pub(crate) async fn open(url: &str, origin: Option<&str>) -> Result<TextSocket, String> {
        TextSocket::open_with_cookie(url, origin, None).await.map(|(socket, _)| socket)
    }

    /// Opens a WebSocket as a browser with this cookie does, and returns the cookie that the browser has then.
    pub(crate) async fn open_with_cookie(
        url: &str,
        origin: Option<&str>,
        cookie: Option<&str>,
    ) -> Result<(TextSocket, Option<String>), String> {
        use tokio_tungstenite::tungstenite::client::IntoClientRequest;
        let mut request = url.into_client_request().unwrap();
        for (name, value) in [("origin", origin), ("cookie", cookie)] {
            if let Some(value) = value {
                request.headers_mut().insert(name, value.parse().unwrap());
            }
        }
        let (socket, response) =
            tokio_tungstenite::connect_async(request).await.map_err(|error| error.to_string())?;
        let set = response.headers().get("set-cookie").map(|value| value.to_str().unwrap());
        let set = set.and_then(|value| value.split(';').next()).map(str::to_owned);
        Ok((TextSocket(socket), set.or_else(|| cookie.map(str::to_owned))))
    }

    pub(crate) async fn send(&mut self, text: impl Into<String>) {
        use futures_util::SinkExt;
        self.0.send(tokio_tungstenite::tungstenite::Message::text(text.into())).await.unwrap();
    }

    /// The next text; `None` once the connection has ended.
    pub(crate) async fn next(&mut self) -> Option<String> {
        loop {
            match self.0.next().await?.ok()? {
                tokio_tungstenite::tungstenite::Message::Text(text) => return Some(text.to_string()),
                tokio_tungstenite::tungstenite::Message::Close(_) => return None,
                _ => {}
            }
        }
    }
}
