//! Readers of a game's events, which come back after every interruption and continue where they stopped.

use crate::history::{StreamHistory, StreamTransport, StreamedEvent};
use crate::http::HttpClient;
use crate::recorder::now;
use crate::testbed::TestBed;
use futures_util::{SinkExt, StreamExt};
use rules::{Chance, SeededChance};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// How long a stream may be silent before its reader connects again. The server promises 15 s.
const SILENCE: Duration = Duration::from_secs(25);

/// Half of the readers hang up and come back after one of this many events.
const RESTLESS: u32 = 10;

/// Who reads which game.
#[derive(Clone, Debug)]
pub struct ReaderPlan {
    /// The game.
    pub game: String,
    /// Whose key it is, and the key; none for a spectator.
    pub person: Option<(String, String)>,
    /// The way of streaming.
    pub transport: StreamTransport,
    /// Whether it begins with the first event; otherwise it begins now.
    pub from_start: bool,
}

/// Starts a reader, which ends with the run or when its key is refused.
pub fn spawn_reader(bed: &Arc<TestBed>, plan: ReaderPlan, seed: u64) {
    let number = bed.number();
    let start = plan.from_start.then_some(0);
    let reader = StreamReader {
        bed: bed.clone(),
        http: bed.client(number),
        number,
        dice: SeededChance::new(seed ^ number as u64),
        since: start,
        lines: start,
        plan,
        was_open: false,
    };
    tokio::spawn(reader.run());
}

struct StreamReader {
    bed: Arc<TestBed>,
    http: HttpClient,
    number: usize,
    dice: SeededChance,
    plan: ReaderPlan,
    since: Option<u64>,
    lines: Option<u64>,
    /// Whether it had a connection before.
    was_open: bool,
}

/// Why a connection ended.
enum ConnectionEnd {
    /// The run ends.
    Closing,
    /// The server refuses the reader for good.
    Unwelcome,
    /// Anything that a reader comes back from.
    Broken,
}

impl StreamReader {
    async fn run(mut self) {
        loop {
            let end = match self.plan.transport {
                StreamTransport::Sse => self.read_sse().await,
                StreamTransport::WebSocket => self.read_websocket().await,
            };
            match end {
                ConnectionEnd::Closing | ConnectionEnd::Unwelcome => return,
                ConnectionEnd::Broken => {}
            }
            let wait = Duration::from_millis(u64::from(self.dice.below(300)));
            tokio::select! {
                () = self.bed.wait_for_close() => return,
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    fn node(&mut self) -> usize {
        self.dice.below(self.bed.nodes.len() as u32) as usize
    }

    /// Writes down a new connection.
    fn open(&mut self, node: usize) -> usize {
        if self.since.is_some() && std::mem::replace(&mut self.was_open, true) {
            self.bed.count_resume();
        }
        let stream = StreamHistory {
            reader: self.number,
            person: self.plan.person.as_ref().map(|(name, _)| name.clone()),
            node,
            transport: self.plan.transport,
            since: self.since,
            lines: self.lines,
            opened: now(),
            events: Vec::new(),
            chat: Vec::new(),
            open_at: None,
        };
        self.bed.recorder.open_stream(&self.plan.game, stream)
    }

    /// Writes down what came. The reader may decide to hang up.
    fn note(&mut self, place: usize, event: &str, seq: Option<u64>, data: Value) -> ControlFlow<()> {
        let game = &self.plan.game;
        if let Some(seq) = seq {
            self.since = Some(seq);
            self.bed.recorder.stream(game, place, |stream| stream.events.push(StreamedEvent { seq, data }));
        } else if let Some(line) = data["line"].as_u64().filter(|_| event == "chat") {
            self.lines = Some(line);
            self.bed.recorder.stream(game, place, |stream| stream.chat.push(line));
        }
        match seq.is_some() && self.number.is_multiple_of(2) && self.dice.below(RESTLESS) == 0 {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Writes down that the connection was open until now.
    fn close(&self, place: usize) -> ConnectionEnd {
        self.bed.recorder.stream(&self.plan.game, place, |stream| stream.open_at = Some(now()));
        ConnectionEnd::Closing
    }
}

/// Server-sent events.
impl StreamReader {
    async fn read_sse(&mut self) -> ConnectionEnd {
        let node = self.node();
        let request = self.sse_request(node);
        let bed = self.bed.clone();
        let response = tokio::select! {
            () = bed.wait_for_close() => return ConnectionEnd::Closing,
            response = tokio::time::timeout(SILENCE, request.send()) => response,
        };
        let Ok(Ok(response)) = response else { return ConnectionEnd::Broken };
        match response.status().as_u16() {
            200 => {}
            401 | 403 | 404 => return ConnectionEnd::Unwelcome,
            _ => return ConnectionEnd::Broken,
        }
        let place = self.open(node);
        let mut bytes = Box::pin(response.bytes_stream());
        let mut buffer = Vec::new();
        loop {
            let chunk = tokio::select! {
                () = bed.wait_for_close() => return self.close(place),
                chunk = tokio::time::timeout(SILENCE, bytes.next()) => chunk,
            };
            let Ok(Some(Ok(chunk))) = chunk else { return ConnectionEnd::Broken };
            buffer.extend_from_slice(&chunk);
            while let Some(block) = take_block(&mut buffer) {
                let (event, seq, data) = read_block(&block);
                if self.note(place, &event, seq, data).is_break() {
                    return ConnectionEnd::Broken;
                }
            }
        }
    }

    /// The place to continue is given in one of two ways, and so is the key.
    fn sse_request(&mut self, node: usize) -> reqwest::RequestBuilder {
        let mut path = format!("/api/games/{}/events?", self.plan.game);
        let mut header = None;
        if let Some(since) = self.since {
            match self.dice.below(2) {
                0 => path += &format!("since={since}&"),
                _ => header = Some(since),
            }
        }
        if let Some(lines) = self.lines {
            path += &format!("lines={lines}&");
        }
        let key = self.plan.person.as_ref().map(|(_, key)| key);
        let in_query = self.dice.below(3) == 0;
        if let Some(key) = key.filter(|_| in_query) {
            path += &format!("key={key}");
        }
        let mut request = self.http.stream(&self.bed, node, &path);
        if let Some(since) = header {
            request = request.header("last-event-id", since.to_string());
        }
        if let Some(key) = key.filter(|_| !in_query) {
            request = request.bearer_auth(key);
        }
        request
    }
}

fn take_block(buffer: &mut Vec<u8>) -> Option<String> {
    let end = buffer.windows(2).position(|window| window == b"\n\n")?;
    let block: Vec<u8> = buffer.drain(..end + 2).collect();
    Some(String::from_utf8_lossy(&block).into_owned())
}

fn read_block(block: &str) -> (String, Option<u64>, Value) {
    let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let event = field("event").unwrap_or_default().to_owned();
    let data = field("data").and_then(|data| serde_json::from_str(data).ok()).unwrap_or_default();
    (event, field("id").and_then(|id| id.parse().ok()), data)
}

/// WebSockets.
impl StreamReader {
    async fn read_websocket(&mut self) -> ConnectionEnd {
        let node = self.node();
        let bed = self.bed.clone();
        let socket = tokio::select! {
            () = bed.wait_for_close() => return ConnectionEnd::Closing,
            socket = tokio::time::timeout(SILENCE, self.connect(node)) => socket,
        };
        let Ok(Some(mut socket)) = socket else { return ConnectionEnd::Broken };
        let key = self.plan.person.as_ref().map(|(_, key)| key);
        let watch = json!({"watch": self.plan.game, "key": key, "since": self.since, "lines": self.lines});
        if socket.send(Message::text(watch.to_string())).await.is_err() {
            return ConnectionEnd::Broken;
        }
        let place = self.open(node);
        loop {
            let message = tokio::select! {
                () = bed.wait_for_close() => return self.close(place),
                message = tokio::time::timeout(SILENCE, socket.next()) => message,
            };
            let Ok(Some(Ok(message))) = message else { return ConnectionEnd::Broken };
            let Message::Text(text) = message else { continue };
            if let Some(end) = self.hear(place, &text) {
                return end;
            }
        }
    }

    async fn connect(&self, node: usize) -> Option<WebSocketStream<TcpStream>> {
        let socket = TcpSocket::new_v4().ok()?;
        socket.bind((self.http.address, 0).into()).ok()?;
        let stream = socket.connect(self.bed.nodes[node]).await.ok()?;
        let url = format!("ws://{}/api/live", self.bed.nodes[node]);
        Some(tokio_tungstenite::client_async(url, stream).await.ok()?.0)
    }

    fn hear(&mut self, place: usize, text: &str) -> Option<ConnectionEnd> {
        let message: Value = serde_json::from_str(text).unwrap_or_default();
        if let Some(code) = message["error"]["code"].as_str() {
            let is_final = ["unknown-key", "invite-needed", "no-such-game", "forbidden"].contains(&code);
            return Some(if is_final { ConnectionEnd::Unwelcome } else { ConnectionEnd::Broken });
        }
        if let Some(seq) = message["watching"]["seq"].as_u64() {
            self.begin(place, seq, message["watching"]["lines"].as_u64());
            return None;
        }
        let event = message["event"].as_str().unwrap_or_default().to_owned();
        let (seq, data) = (message["seq"].as_u64(), message["data"].clone());
        self.note(place, &event, seq, data).is_break().then_some(ConnectionEnd::Broken)
    }

    /// A reader that begins now is told where that is.
    fn begin(&mut self, place: usize, seq: u64, lines: Option<u64>) {
        if self.since.is_none() {
            (self.since, self.lines) = (Some(seq), self.lines.or(lines));
            let (since, lines) = (self.since, self.lines);
            self.bed.recorder.stream(&self.plan.game, place, |stream| {
                (stream.since, stream.lines) = (since, lines);
            });
        }
    }
}
