//! A person with a key: sends commands again until they are answered, lies now and then, hangs up now and then.

use crate::history::{
    AttemptOutcome, CreationAttempt, SeatRequest, SeatRequestKind, SentChat, SentCommand, StreamTransport,
    ViewSample, Wish,
};
use crate::http::{HttpClient, HttpRequest};
use crate::reader::{ReaderPlan, spawn_reader};
use crate::recorder::now;
use crate::testbed::TestBed;
use reqwest::Method;
use rules::{Chance, SeededChance};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How often a request is sent again.
const ATTEMPTS: u32 = 8;

/// Somebody with a key to a seat. The name is unique in the whole run.
#[derive(Debug)]
pub struct Person {
    /// The name.
    pub name: String,
    /// The game.
    pub game: String,
    /// The seat.
    pub seat: u64,
    /// The key.
    pub key: String,
    /// Random choices.
    pub dice: SeededChance,
    bed: Arc<TestBed>,
    http: HttpClient,
    commands: u32,
}

/// Somebody without a seat.
#[derive(Debug)]
pub struct Newcomer {
    name: String,
    dice: SeededChance,
    bed: Arc<TestBed>,
    http: HttpClient,
}

impl Newcomer {
    /// A newcomer whose choices follow from the seed.
    #[must_use]
    pub fn new(bed: &Arc<TestBed>, seed: u64) -> Newcomer {
        let number = bed.number();
        let dice = SeededChance::new(seed.wrapping_mul(31).wrapping_add(number as u64));
        Newcomer { name: format!("P{number}"), dice, bed: bed.clone(), http: bed.client(number) }
    }

    /// Creates a game as `wanted` says, and takes the seat `you`.
    pub async fn create(mut self, mut wanted: Value) -> Option<Person> {
        let longest_turn = longest_turn(&wanted["clock"]);
        for _ in 0..ATTEMPTS {
            if self.bed.is_late() {
                return None;
            }
            let name = format!("game {}", self.bed.number());
            (wanted["name"], wanted["player"]) = (json!(name), json!(self.name));
            let (sent, node) = (now(), self.node());
            let mut request = HttpRequest::new("create", node, Method::POST, "/api/games").body(&wanted);
            request.hang_up = hang_up(&mut self.dice);
            let outcome = self.http.send(&self.bed, request).await;
            let creation = CreationAttempt { name, outcome: outcome.clone() };
            self.bed.recorder.history().creations.push(creation);
            if let AttemptOutcome::Acknowledged(created) = &outcome {
                let game = created["game"]["id"].as_str()?.to_owned();
                self.bed.recorder.table(&game, |table| table.longest_turn = longest_turn);
                self.note_request(&game, SeatRequestKind::Create, created["seat"].as_u64(), sent, &outcome);
                return self.into_person(game, created);
            }
            self.bed.pause(Duration::from_millis(200)).await;
        }
        None
    }

    /// Takes a seat.
    pub async fn join(mut self, game: &str, seat: Option<u64>) -> Option<Person> {
        let body = match seat {
            Some(seat) => json!({"player": self.name, "seat": seat}),
            None => json!({"player": self.name}),
        };
        for _ in 0..ATTEMPTS {
            let (sent, node) = (now(), self.node());
            let path = format!("/api/games/{game}/seats");
            let mut request = HttpRequest::new("join", node, Method::POST, path).body(&body);
            request.hang_up = hang_up(&mut self.dice);
            let outcome = self.http.send(&self.bed, request).await;
            let granted = match &outcome {
                AttemptOutcome::Acknowledged(granted) => granted["seat"].as_u64(),
                _ => None,
            };
            self.note_request(game, SeatRequestKind::Join, granted, sent, &outcome);
            match &outcome {
                AttemptOutcome::Acknowledged(granted) => return self.into_person(game.to_owned(), granted),
                AttemptOutcome::Refused { status: 429, .. }
                | AttemptOutcome::NothingChanged
                | AttemptOutcome::NotSent
                    if !self.bed.is_late() =>
                {
                    self.bed.pause(Duration::from_millis(150)).await;
                }
                // A client that does not know whether the name is taken comes back under another name.
                _ => return None,
            }
        }
        None
    }

    fn node(&mut self) -> usize {
        self.dice.below(self.bed.nodes.len() as u32) as usize
    }

    fn note_request(
        &self,
        game: &str,
        kind: SeatRequestKind,
        seat: Option<u64>,
        sent: i64,
        outcome: &AttemptOutcome,
    ) {
        let (person, outcome) = (self.name.clone(), outcome.clone());
        let request = SeatRequest { person, kind, seat, sent, answered: now(), outcome };
        self.bed.recorder.table(game, |table| table.seat_requests.push(request));
    }

    fn into_person(self, game: String, granted: &Value) -> Option<Person> {
        let Newcomer { name, dice, bed, http } = self;
        let (seat, key) = (granted["seat"].as_u64()?, granted["key"].as_str()?.to_owned());
        Some(Person { name, game, seat, key, dice, bed, http, commands: 0 })
    }
}

/// One in many requests is not waited for.
fn hang_up(dice: &mut SeededChance) -> Option<Duration> {
    (dice.below(14) == 0).then(|| Duration::from_micros(u64::from(200 + dice.below(20_000))))
}

/// The longest time of a turn under a clock, in milliseconds.
fn longest_turn(clock: &Value) -> Option<i64> {
    let time = |key: &str| {
        let text = clock[key].as_str()?;
        Some(humantime::parse_duration(text).ok()?.as_millis() as i64)
    };
    match clock["kind"].as_str()? {
        "turn" => time("turn"),
        "game" => Some(time("initial")? + time("overtime").unwrap_or(600_000)),
        _ => None,
    }
}

impl Person {
    /// The path of the game.
    pub fn path(&self, rest: &str) -> String {
        format!("/api/games/{}{rest}", self.game)
    }

    /// One of the servers.
    pub fn node(&mut self) -> usize {
        self.dice.below(self.bed.nodes.len() as u32) as usize
    }

    /// Sends any request with the person's key.
    pub async fn send(&self, request: HttpRequest<'_>) -> AttemptOutcome {
        self.http.send(&self.bed, request).await
    }

    /// Writes down that the server did what it must never do.
    pub fn report_server_error(&self, story: String) {
        self.bed.recorder.history().server_errors.push(story);
    }

    /// Waits a random time.
    pub async fn hesitate(&mut self, most: u32) {
        let time = Duration::from_millis(u64::from(self.dice.below(most.max(1))));
        self.bed.pause(time).await;
    }

    /// Opens a stream with the person's key.
    pub fn read(&mut self) {
        let transport = self.transport();
        let person = Some((self.name.clone(), self.key.clone()));
        let from_start = self.dice.below(4) > 0;
        let plan = ReaderPlan { game: self.game.clone(), person, transport, from_start };
        spawn_reader(&self.bed, plan, self.dice.below(u32::MAX).into());
    }

    /// Opens a stream without a key.
    pub fn let_spectator_read(&mut self) {
        let plan = ReaderPlan {
            game: self.game.clone(),
            person: None,
            transport: self.transport(),
            from_start: true,
        };
        spawn_reader(&self.bed, plan, self.dice.below(u32::MAX).into());
    }

    fn transport(&mut self) -> StreamTransport {
        match self.dice.below(2) {
            0 => StreamTransport::Sse,
            _ => StreamTransport::WebSocket,
        }
    }

    /// The game as the person sees it.
    pub async fn view(&mut self) -> Option<Value> {
        let (sent, node) = (now(), self.node());
        let key = self.key.clone();
        let request = HttpRequest::new("view", node, Method::GET, self.path("")).key(&key);
        let AttemptOutcome::Acknowledged(view) = self.http.send(&self.bed, request).await else {
            return None;
        };
        let sample = view_sample(Some(self.name.clone()), node, sent, &view);
        self.bed.recorder.table(&self.game, |table| table.views.push(sample));
        Some(view)
    }

    /// The plays that the server suggests.
    pub async fn hints(&mut self) -> Vec<Value> {
        let (node, key) = (self.node(), self.key.clone());
        let request = HttpRequest::new("hint", node, Method::GET, self.path("/hint")).key(&key);
        match self.http.send(&self.bed, request).await {
            AttemptOutcome::Acknowledged(hints) => hints["plays"].as_array().cloned().unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Sends a command, and again with the same id until it is answered.
    pub async fn command(&mut self, wish: Wish, mut body: Value) -> Option<u64> {
        self.commands += 1;
        // At some tables people count, and so send the same ids as others.
        let id = match self.game.bytes().next_back().unwrap_or_default() % 4 {
            0 => format!("{}", self.commands),
            _ => format!("{}-{}", self.name, self.commands),
        };
        let id = (self.dice.below(10) > 0).then_some(id);
        if let Some(id) = &id {
            body["id"] = json!(id);
        }
        let has_id = id.is_some();
        let sent = SentCommand { person: self.name.clone(), id, attempts: Vec::new() };
        let place = self.bed.recorder.table(&self.game, |table| {
            table.commands.push(sent);
            table.commands.len() - 1
        });
        for _ in 0..ATTEMPTS {
            let outcome = match has_id && self.dice.below(8) == 0 {
                true => self.attempt_twice(place, &wish, &body).await,
                false => self.attempt(place, &wish, &body).await,
            };
            match outcome {
                AttemptOutcome::Acknowledged(answer) => {
                    if has_id && self.dice.below(12) == 0 {
                        self.attempt(place, &wish, &body).await;
                    }
                    return answer["seq"].as_u64();
                }
                AttemptOutcome::Refused { status: 429, .. } | AttemptOutcome::NotSent => {}
                AttemptOutcome::Refused { .. } => return None,
                AttemptOutcome::NothingChanged | AttemptOutcome::Uncertain(_) if has_id => {}
                AttemptOutcome::NothingChanged | AttemptOutcome::Uncertain(_) => return None,
            }
            if self.bed.is_late() || self.dice.below(12) == 0 {
                return None;
            }
            self.hesitate(500).await;
        }
        None
    }

    async fn attempt(&mut self, place: usize, wish: &Wish, body: &Value) -> AttemptOutcome {
        let node = self.node();
        let hang_up = hang_up(&mut self.dice);
        self.attempt_at(node, hang_up, place, wish, body).await
    }

    /// Sends the same command twice at once, to different servers if there are two.
    async fn attempt_twice(&mut self, place: usize, wish: &Wish, body: &Value) -> AttemptOutcome {
        let first = self.node();
        let second = (first + 1) % self.bed.nodes.len();
        let (one, two) = tokio::join!(
            self.attempt_at(first, None, place, wish, body),
            self.attempt_at(second, None, place, wish, body)
        );
        match one {
            AttemptOutcome::Acknowledged(_) => one,
            _ => two,
        }
    }

    async fn attempt_at(
        &self,
        node: usize,
        hang_up: Option<Duration>,
        place: usize,
        wish: &Wish,
        body: &Value,
    ) -> AttemptOutcome {
        let mut request =
            HttpRequest::new("command", node, Method::POST, self.path("/commands")).key(&self.key).body(body);
        request.hang_up = hang_up;
        let pending = self.bed.recorder.begin_attempt(&self.game, place, node, wish.clone());
        let outcome = self.http.send(&self.bed, request).await;
        if let Some(pending) = pending {
            self.bed.recorder.finish_attempt(&pending, outcome.clone());
        }
        outcome
    }

    /// Says something that nobody else says.
    pub async fn chat(&mut self) {
        let text = format!("line {} of {} <b>&\u{1FAD6}", self.bed.number(), self.name);
        let (node, body) = (self.node(), json!({"text": text}));
        let mut request =
            HttpRequest::new("chat", node, Method::POST, self.path("/chat")).key(&self.key).body(&body);
        request.hang_up = hang_up(&mut self.dice);
        let outcome = self.http.send(&self.bed, request).await;
        let chat = SentChat { person: self.name.clone(), text, outcome };
        self.bed.recorder.table(&self.game, |table| table.chats.push(chat));
    }

    /// Leaves the seat. The person keeps the key and what is open with it.
    pub async fn leave(&mut self) -> bool {
        for _ in 0..ATTEMPTS {
            let (sent, node) = (now(), self.node());
            let path = self.path(&format!("/seats/{}", self.seat));
            let request = HttpRequest::new("leave", node, Method::DELETE, path).key(&self.key);
            let outcome = self.http.send(&self.bed, request).await;
            self.note_request(SeatRequestKind::Leave, &self.game.clone(), Some(self.seat), sent, &outcome);
            match outcome {
                AttemptOutcome::Acknowledged(_) => return true,
                AttemptOutcome::Refused { status: 429, .. }
                | AttemptOutcome::NothingChanged
                | AttemptOutcome::NotSent
                    if !self.bed.is_late() =>
                {
                    self.hesitate(300).await;
                }
                _ => return false,
            }
        }
        false
    }

    /// Asks for another game, and is the same person there.
    pub async fn rematch(&mut self) -> Option<Person> {
        for _ in 0..ATTEMPTS {
            let (sent, node, body) = (now(), self.node(), json!({}));
            let request = HttpRequest::new("rematch", node, Method::POST, self.path("/rematch"))
                .key(&self.key)
                .body(&body);
            let outcome = self.http.send(&self.bed, request).await;
            match &outcome {
                AttemptOutcome::Acknowledged(created) => {
                    let game = created["game"]["id"].as_str()?.to_owned();
                    self.note_request(
                        SeatRequestKind::Rematch,
                        &game,
                        created["seat"].as_u64(),
                        sent,
                        &outcome,
                    );
                    return self.moved_to(game, created);
                }
                AttemptOutcome::Refused { status, .. } if *status != 429 => return None,
                _ if self.bed.is_late() => return None,
                _ => self.hesitate(300).await,
            }
        }
        None
    }

    fn moved_to(&mut self, game: String, granted: &Value) -> Option<Person> {
        let (seat, key) = (granted["seat"].as_u64()?, granted["key"].as_str()?.to_owned());
        let dice = SeededChance::new(self.dice.below(u32::MAX).into());
        let (name, bed, http) = (self.name.clone(), self.bed.clone(), self.http.clone());
        Some(Person { name, game, seat, key, dice, bed, http, commands: 0 })
    }

    fn note_request(
        &self,
        kind: SeatRequestKind,
        game: &str,
        seat: Option<u64>,
        sent: i64,
        outcome: &AttemptOutcome,
    ) {
        let (person, outcome) = (self.name.clone(), outcome.clone());
        let request = SeatRequest { person, kind, seat, sent, answered: now(), outcome };
        self.bed.recorder.table(game, |table| table.seat_requests.push(request));
    }
}

/// What a view shows that the checker wants to know.
#[must_use]
pub fn view_sample(person: Option<String>, node: usize, sent: i64, view: &Value) -> ViewSample {
    let seats = view["seats"].as_array().map(Vec::as_slice).unwrap_or_default();
    let has_tiles = |seat: &Value| seat["rack"].as_array().is_some_and(|rack| !rack.is_empty());
    let racks = seats.iter().zip(0..).filter(|(seat, _)| has_tiles(seat)).map(|(_, number)| number);
    ViewSample {
        person,
        node,
        sent,
        seq: view["seq"].as_u64().unwrap_or_default(),
        viewer: view["viewer"].as_u64(),
        racks: racks.collect(),
        is_over: view["state"] == "over",
    }
}
