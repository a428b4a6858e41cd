//! Asking the server.

use serde_json::{Value, json};

/// Rules under which nothing but resigning ends a game.
const ENDLESS: &str = "inherit = \"standard\"\n[limits]\nscoreless = \"none\"\n";

/// A game of two people, and the keys of both.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) url: String,
    pub(crate) id: String,
    pub(crate) keys: [String; 2],
}

/// A client that could also speak TLS.
pub(crate) fn client() -> reqwest::Client {
    // Another test of this process may have been faster.
    _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::new()
}

pub(crate) async fn ask(url: &str) -> reqwest::Response {
    client().get(url).send().await.unwrap()
}

pub(crate) async fn get(url: &str) -> Value {
    ask(url).await.json().await.unwrap()
}

/// Sends JSON, and gives status and answer.
pub(crate) async fn post(url: &str, key: Option<&str>, body: &Value) -> reqwest::Result<(u16, Value)> {
    let mut request = client().post(url).json(body);
    if let Some(key) = key {
        request = request.bearer_auth(key);
    }
    let response = request.send().await?;
    Ok((response.status().as_u16(), response.json().await?))
}

impl Table {
    /// Makes a game and sits down at both seats.
    pub(crate) async fn new(url: &str) -> Table {
        let wanted = json!({
            "player": "Ann", "rules": { "source": ENDLESS }, "seats": [{ "kind": "you" }, { "kind": "open" }],
        });
        let (status, made) = post(&format!("{url}/api/games"), None, &wanted).await.unwrap();
        assert_eq!(status, 201, "{made}");
        let id = made["game"]["id"].as_str().unwrap().to_owned();
        let join = format!("{url}/api/games/{id}/seats");
        let (status, joined) = post(&join, None, &json!({ "player": "Bob" })).await.unwrap();
        assert_eq!(status, 200, "{joined}");
        let key = |answer: &Value| answer["key"].as_str().unwrap().to_owned();
        Table { url: url.to_owned(), id, keys: [key(&made), key(&joined)] }
    }

    /// The same game on a server that was started anew.
    pub(crate) fn at(&self, url: &str) -> Table {
        Table { url: url.to_owned(), ..self.clone() }
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("{}/api/games/{}{rest}", self.url, self.id)
    }

    pub(crate) async fn view(&self) -> Value {
        get(&self.path("")).await
    }

    /// Passes with the given id of the command, no matter whose turn it is.
    pub(crate) async fn pass(&self, seat: usize, seen: u64, id: &str) -> reqwest::Result<(u16, Value)> {
        let body = json!({ "seen": seen, "id": id, "type": "pass" });
        post(&self.path("/commands"), Some(&self.keys[seat]), &body).await
    }
}
