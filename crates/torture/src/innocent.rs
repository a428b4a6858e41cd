//! Clients that do nothing wrong, at a moderate pace. Others must not slow them down.

use crate::history::AttemptOutcome;
use crate::http::{HttpClient, HttpRequest};
use crate::testbed::TestBed;
use anyhow::Result;
use reqwest::Method;
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

/// How many of them there are.
const INNOCENTS: u8 = 3;

/// How long one waits between two requests.
const PACE: Duration = Duration::from_millis(150);

/// Starts the clients. They end with the run.
///
/// # Errors
/// No client can be made.
pub fn start(bed: &Arc<TestBed>) -> Result<()> {
    for number in 1..=INNOCENTS {
        let http = HttpClient::new(IpAddr::V4(Ipv4Addr::new(127, 0, 1, number)))?.innocent();
        let node = usize::from(number) % bed.nodes.len();
        tokio::spawn(Innocent { bed: bed.clone(), http, node }.run());
    }
    Ok(())
}

struct Innocent {
    bed: Arc<TestBed>,
    http: HttpClient,
    node: usize,
}

impl Innocent {
    async fn run(self) {
        while !self.bed.is_late() {
            // A game that is cut off is begun anew.
            self.play().await;
            self.bed.pause(PACE).await;
        }
    }

    async fn play(&self) -> Option<()> {
        let wanted = json!({
            "player": "Ann", "name": "innocent", "seats": [{"kind": "you"}, {"kind": "open"}],
        });
        let created = self.send("create", Method::POST, "/api/games".to_owned(), None, Some(&wanted)).await?;
        let path =
            |rest: &str| format!("/api/games/{}{rest}", created["game"]["id"].as_str().unwrap_or_default());
        let guest = json!({"player": "Bob"});
        let joined = self.send("join", Method::POST, path("/seats"), None, Some(&guest)).await?;
        let pass = json!({"type": "pass"});
        // A scoreless turn of each player three times ends the game.
        for turn in 0..6 {
            let grant = if turn % 2 == 0 { &created } else { &joined };
            let key = grant["key"].as_str();
            self.send("view", Method::GET, path(""), key, None).await?;
            self.send("command", Method::POST, path("/commands"), key, Some(&pass)).await?;
        }
        Some(())
    }

    async fn send(
        &self,
        what: &'static str,
        method: Method,
        path: String,
        key: Option<&str>,
        body: Option<&Value>,
    ) -> Option<Value> {
        self.bed.pause(PACE).await;
        if self.bed.is_late() {
            return None;
        }
        let request = HttpRequest { key, body, ..HttpRequest::new(what, self.node, method, path) };
        match self.http.send(&self.bed, request).await {
            AttemptOutcome::Acknowledged(body) => Some(body),
            _ => None,
        }
    }
}
