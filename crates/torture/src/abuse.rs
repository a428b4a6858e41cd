//! Clients that mean no good: garbage, half requests, floods, and questions that cost the server much.

use crate::history::AttemptOutcome;
use crate::http::{HttpClient, HttpRequest};
use crate::testbed::TestBed;
use anyhow::Result;
use reqwest::Method;
use rules::{Chance, SeededChance};
use serde_json::{Value, json};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

/// How many abusers there are. All of them come from one address.
const ABUSERS: u64 = 3;

/// The address that all abuse comes from.
const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 66, 6));

/// Rules whose every square costs much to evaluate.
const COSTLY_RULES: &str = r#"
title = "Costly"
inherit = "itu"

[board]
title = "Costly"
kind = "program"
centre = [0, 0]
unbounded = true
program = "_result_ := 0"

[[board.square]]
id = 0
name = "slow"
[board.square.steps]
0 = "declare n; while (n < 60) do { n := n + 1 }; _result_ := pointValue(_pos_) + _acc_"
"#;

/// Starts the abusers. They end with the run.
///
/// # Errors
/// No client can be made.
pub fn start(bed: &Arc<TestBed>, seed: u64) -> Result<()> {
    let http = HttpClient::new(ADDRESS)?;
    for number in 0..ABUSERS {
        let dice = SeededChance::new(seed ^ 0xABCDE ^ number);
        let abuser = Abuser { bed: bed.clone(), http: http.clone(), dice };
        tokio::spawn(abuser.run());
    }
    Ok(())
}

struct Abuser {
    bed: Arc<TestBed>,
    http: HttpClient,
    dice: SeededChance,
}

impl Abuser {
    async fn run(mut self) {
        while !self.bed.is_late() {
            match self.dice.below(7) {
                0 => self.send_garbage().await,
                1 => self.hold_connections().await,
                2 => self.flood_previews().await,
                3 => self.create_costly_game().await,
                4 => self.send_oversized().await,
                5 => self.probe_paths().await,
                _ => self.shout_at_websocket().await,
            }
            let wait = Duration::from_millis(u64::from(100 + self.dice.below(900)));
            self.bed.pause(wait).await;
        }
    }

    fn node(&mut self) -> usize {
        self.dice.below(self.bed.nodes.len() as u32) as usize
    }

    /// Any port of any server.
    fn port(&mut self) -> SocketAddr {
        let node = self.node();
        match self.dice.below(2) {
            0 => self.bed.nodes[node],
            _ => self.bed.bots[node],
        }
    }

    /// Random bytes, and a request that ends in the middle.
    async fn send_garbage(&mut self) {
        let bytes: Vec<u8> = (0..2_000).map(|_| self.dice.below(256) as u8).collect();
        let half = b"POST /api/games HTTP/1.1\r\nhost: x\r\ncontent-length: 900\r\n\r\n{\"player\":".to_vec();
        let hello = b"{\"hello\":{\"protocol\":1,\"name\":\"\\u0000\"}}\n{]\n".repeat(40);
        for bytes in [bytes, half, hello] {
            let Some(mut stream) = connect(self.port()).await else { continue };
            // The server may close the connection while we write.
            stream.write_all(&bytes).await.ok();
        }
    }

    /// Connections that send nothing for a while.
    async fn hold_connections(&mut self) {
        let mut held = Vec::new();
        for _ in 0..20 {
            held.extend(connect(self.port()).await);
        }
        self.bed.pause(Duration::from_secs(2)).await;
    }

    /// Many costly previews of a game that anybody can see.
    async fn flood_previews(&mut self) {
        let Some(game) = self.any_game() else { return };
        let tile = |number: i64| json!({"x": number % 15, "y": number / 15, "tile": 5, "letter": "E"});
        let body = json!({"tiles": (0..225).map(tile).collect::<Vec<Value>>()});
        let path = format!("/api/games/{game}/preview");
        for _ in 0..4 {
            let node = self.node();
            let request = HttpRequest::new("preview", node, Method::POST, path.clone()).body(&body);
            self.http.send(&self.bed, request).await;
        }
    }

    /// A game whose computers have much to compute, and a preview in it.
    async fn create_costly_game(&mut self) {
        let seats = json!([{"kind": "computer", "level": "greedy"}, {"kind": "computer", "level": "greedy"}]);
        let name = format!("costly {}", self.bed.number());
        let body = json!({
            "name": name, "player": "Mallory", "rules": {"source": COSTLY_RULES}, "seats": seats, "pace": 0,
        });
        let node = self.node();
        let request = HttpRequest::new("costly game", node, Method::POST, "/api/games").body(&body);
        let AttemptOutcome::Acknowledged(created) = self.http.send(&self.bed, request).await else { return };
        let game = created["game"]["id"].as_str().unwrap_or_default();
        let tile = |x: i64| json!({"x": x, "y": 0, "tile": 5, "letter": "E"});
        let body = json!({"tiles": (0..300).map(tile).collect::<Vec<Value>>()});
        let path = format!("/api/games/{game}/preview");
        let request = HttpRequest::new("costly preview", node, Method::POST, path).body(&body);
        self.http.send(&self.bed, request).await;
    }

    /// Bodies and names that are too large.
    async fn send_oversized(&mut self) {
        let long = "x".repeat(400_000);
        for body in [json!({"player": long}), json!({"player": "Mallory", "name": "n".repeat(9_000)})] {
            let node = self.node();
            let request = HttpRequest::new("oversized", node, Method::POST, "/api/games").body(&body);
            self.http.send(&self.bed, request).await;
        }
    }

    async fn probe_paths(&mut self) {
        let paths = [
            "/api/games/nowhere",
            "/api/games/../../etc/passwd",
            "/api/games/%00/events",
            "/admin/games",
            "/api/games?limit=999999999&q=%25%25",
            "/api/lexicons/english/words/%E2%98%83",
        ];
        for path in paths {
            let node = self.node();
            let request = HttpRequest::new("probe", node, Method::GET, path);
            self.http.send(&self.bed, request).await;
        }
    }

    async fn shout_at_websocket(&mut self) {
        use futures_util::SinkExt;
        use tokio_tungstenite::tungstenite::Message;
        let address = {
            let node = self.node();
            self.bed.nodes[node]
        };
        let Some(stream) = connect(address).await else { return };
        let url = format!("ws://{address}/api/live");
        let Ok((mut socket, _)) = tokio_tungstenite::client_async(url, stream).await else { return };
        for number in 0..200 {
            let text = match number % 3 {
                0 => "{".to_owned(),
                1 => json!({"ping": number}).to_string(),
                _ => json!({"watch": "nowhere", "since": -1}).to_string(),
            };
            if socket.send(Message::text(text)).await.is_err() {
                return;
            }
        }
    }

    fn any_game(&mut self) -> Option<String> {
        let history = self.bed.recorder.history();
        let count = history.tables.len() as u32;
        let place = self.dice.below(count.max(1)) as usize;
        history.tables.keys().nth(place).cloned()
    }
}

async fn connect(to: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().ok()?;
    socket.bind((ADDRESS, 0).into()).ok()?;
    socket.connect(to).await.ok()
}
