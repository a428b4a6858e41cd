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
            // What is cut off is begun anew.
            self.play().await;
            self.bed.pause(PACE).await;
            self.browse().await;
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

    /// Asks for what the page asks for: its files, the lists of the home page, and a game against a computer with its
    /// picture, as somebody sees it who opens a link.
    async fn browse(&self) -> Option<()> {
        let page = self.get("page", "/".to_owned(), None).await?;
        for file in relative_addresses(page.as_str().unwrap_or_default()) {
            self.get("page", file, None).await?;
        }
        for list in ["games?state=open&limit=30", "games?state=running&limit=30", "lobby/counts", "players"] {
            self.get("lists", format!("/api/{list}"), None).await?;
        }
        let seats = json!([{"kind": "you"}, {"kind": "computer", "level": "beginner"}]);
        let wanted = json!({"player": "Ann", "name": "innocent", "hints": true, "seats": seats});
        let created = self.send("create", Method::POST, "/api/games".to_owned(), None, Some(&wanted)).await?;
        let (id, key) = (created["game"]["id"].as_str()?, created["key"].as_str());
        for part in ["", "/setup", "/chat"] {
            self.get("view", format!("/api/games/{id}{part}"), key).await?;
        }
        self.get("page", format!("/game/{id}"), None).await?;
        self.get("picture", format!("/game/{id}/picture.png"), None).await?;
        let held = json!({"games": [{"id": id, "key": key}]});
        self.send("lists", Method::POST, "/api/lobby/held".to_owned(), None, Some(&held)).await?;
        let leave = format!("/api/games/{id}/seats/{}", created["seat"]);
        self.send("command", Method::DELETE, leave, key, None).await?;
        Some(())
    }

    /// Asks for something that is there. A refusal is the server's fault.
    async fn get(&self, what: &'static str, path: String, key: Option<&str>) -> Option<Value> {
        self.send(what, Method::GET, path, key, None).await
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
        let is_get = method == Method::GET;
        let request = HttpRequest { key, body, ..HttpRequest::new(what, self.node, method, path.clone()) };
        match self.http.send(&self.bed, request).await {
            AttemptOutcome::Acknowledged(body) => Some(body),
            AttemptOutcome::Refused { status, code } if is_get && status != 429 => {
                let story = format!("the page got {status} {code} for {path}");
                self.bed.recorder.history().server_errors.push(story);
                None
            }
            AttemptOutcome::Refused { .. }
            | AttemptOutcome::NothingChanged
            | AttemptOutcome::Uncertain(_)
            | AttemptOutcome::NotSent => None,
        }
    }
}

/// The files that a page names, relative to the root of the site.
fn relative_addresses(html: &str) -> Vec<String> {
    let values = html.split("=\"./").skip(1).filter_map(|rest| rest.split_once('"'));
    values.map(|(path, _)| format!("/{path}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_a_page_are_found() {
        let html = r#"<base href="/" /><link href="./icon.png" /><script src="./assets/page-1.js"></script>"#;
        assert_eq!(relative_addresses(html), ["/icon.png", "/assets/page-1.js"]);
    }
}
