//! A law: people come, go, are replaced, lose their keys and play again. Every byte that a connection got is something that
//! its holder might see, and the connections of those who lost a seat have ended.

use crate::client::{Events, Seated, Sse, World};
use crate::faulty_store::{Hearing, faulty};
use crate::live::{connect, say};
use futures_util::StreamExt;
use quixotry_server::{App, TableSettings};
use reqwest::Method;
use rules::{Chance, Seat, SeededChance};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use tables::{Credentials, TableRequest};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

crate::cases![nobody_is_told_what_belongs_to_another];

const STEPS: usize = 120;

/// How many of those who came last act. Earlier ones watch.
const ACTIVE: usize = 8;

/// What a connection was told, when it has ended.
type Told = JoinHandle<Vec<Sse>>;

/// Somebody who got a seat, and the connections of the seat.
struct Sitter {
    seated: Seated,
    name: String,
    streams: [Told; 2],
    has_lost_key: bool,
}

/// The time that somebody had a seat, in numbers of events.
#[derive(Debug)]
struct Sitting {
    name: String,
    seat: u64,
    until: Option<u64>,
}

/// Two servers, all who ever had a seat, the games, and what spectators of them were told.
struct Crowd {
    servers: [World; 2],
    dice: SeededChance,
    sitters: Vec<Sitter>,
    games: Vec<Seated>,
    spectators: Vec<Told>,
}

impl Crowd {
    fn pick(&mut self, count: usize) -> usize {
        self.dice.below(count as u32) as usize
    }

    /// One of the last [`ACTIVE`].
    fn pick_last(&mut self, count: usize) -> usize {
        let recent = count.min(ACTIVE);
        count - recent + self.pick(recent)
    }

    fn anywhere(&mut self, seated: &Seated) -> Seated {
        let server = self.pick(2);
        Seated { world: self.servers[server].clone(), ..seated.clone() }
    }

    async fn sit(&mut self, seated: Seated, name: String) {
        let streams =
            [collect(self.anywhere(&seated).events("?since=0").await), watch(self.anywhere(&seated)).await];
        self.sitters.push(Sitter { seated, name, streams, has_lost_key: false });
    }

    async fn add_game(&mut self, game: &Seated) {
        let game = self.anywhere(game);
        let request = game.world.raw(Method::GET, &game.path("/events?since=0"));
        self.spectators.push(collect(Events::open(request).await));
        self.games.push(game);
    }

    async fn create(&mut self) {
        let name = format!("P{}", self.sitters.len());
        let wanted = match self.pick(3) {
            0 => json!({"player":name,"rules":"cornell"}),
            1 => json!({"player":name,"seats":[{"kind":"you"},{"kind":"open"}]}),
            _ => {
                json!({"player":name,"takeover":true,"seats":[{"kind":"you"},{"kind":"computer","level":"first"},{"kind":"open"}]})
            }
        };
        let server = self.pick(2);
        let maker = self.servers[server].make(wanted).await;
        self.add_game(&maker).await;
        self.sit(maker, name).await;
    }

    async fn join(&mut self) {
        let (game, name) = (self.pick_last(self.games.len()), format!("P{}", self.sitters.len()));
        let game = self.games[game].clone();
        let game = self.anywhere(&game);
        let answer = game.world.post(&game.path("/seats"), json!({ "player": name })).await;
        if answer.status == 200 {
            let (seat, key) = (answer.body["seat"].as_u64().unwrap(), answer.body["key"].as_str().unwrap());
            self.sit(Seated { seat, key: key.to_owned(), ..game }, name).await;
        }
    }

    async fn leave(&mut self, place: usize, seated: &Seated) {
        let answer = seated.leave().await;
        self.sitters[place].has_lost_key |= answer.status == 200;
    }

    async fn revoke(&mut self, seated: &Seated) {
        let (id, seat) = (store::GameId::new(seated.id.as_str()).unwrap(), Seat(seated.seat as u8));
        let revoke = |reply| TableRequest::RevokeKeys { seat, reply };
        seated.world.app.request(&id, &Credentials::default(), revoke).await.unwrap();
        let same = |one: &&mut Sitter| one.seated.id == seated.id && one.seated.seat == seated.seat;
        self.sitters.iter_mut().filter(same).for_each(|one| one.has_lost_key = true);
    }

    async fn rematch(&mut self, place: usize) {
        let (asker, name) = (self.sitters[place].seated.clone(), self.sitters[place].name.clone());
        let answer = self.anywhere(&asker).post("/rematch", json!({})).await;
        if matches!(answer.status, 200 | 201) {
            let next = asker.world.seated(&answer.body);
            if answer.status == 201 {
                self.add_game(&next).await;
            }
            self.sit(next, name).await;
        }
    }

    async fn step(&mut self) {
        let place = self.pick_last(self.sitters.len());
        let seated = self.sitters[place].seated.clone();
        let seated = self.anywhere(&seated);
        // Whatever is refused is refused: only what was told counts.
        match self.dice.below(20) {
            0..3 => self.create().await,
            3..8 => self.join().await,
            8 => self.leave(place, &seated).await,
            9..11 => _ = seated.command(json!({"type":"resign"})).await,
            11 => self.revoke(&seated).await,
            12..15 => self.rematch(place).await,
            _ => exchange(&seated).await,
        }
        let view = seated.get("").await;
        if view.status == 200 {
            check_view(&view.body, seated.seat);
        }
    }
}

/// Reads a stream to its end.
fn collect(mut events: Events) -> Told {
    tokio::spawn(async move {
        let mut told = Vec::new();
        while let Some(event) = events.next().await {
            told.push(event);
        }
        told
    })
}

/// Watches a game through the WebSocket until that says that it does not go on.
async fn watch(seated: Seated) -> Told {
    let mut socket = connect(&seated.world).await;
    say(&mut socket, json!({"watch":seated.id,"key":seated.key,"since":0})).await;
    tokio::spawn(async move {
        let mut told = Vec::new();
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            let said: Value = serde_json::from_str(&text).unwrap();
            if said.get("error").is_some() {
                break;
            }
            if let Some(event) = said["event"].as_str() {
                let (id, data) = (said["seq"].as_u64(), said["data"].clone());
                told.push(Sse { id, event: event.to_owned(), data });
            }
        }
        told
    })
}

/// Exchanges a tile, so that the seat draws one, or passes.
async fn exchange(seated: &Seated) {
    let view = seated.get("").await.body;
    let tile = view["seats"][seated.seat as usize]["rack"][0].clone();
    let answer = seated.command(json!({"type":"exchange","tiles":[tile]})).await;
    if answer.status != 200 {
        seated.command(json!({"type":"pass"})).await;
    }
}

/// A view shows the rack of its own seat only, until the game is over.
fn check_view(view: &Value, own: u64) {
    assert_eq!(view["viewer"].as_u64(), Some(own));
    let seats = view["seats"].as_array().unwrap().iter().zip(0..);
    let shown: Vec<u64> =
        seats.filter(|(seat, _)| seat["rack"].is_array()).map(|(_, number)| number).collect();
    let may_see = |seat: &u64| *seat == own || view["state"] == "over";
    assert!(shown.iter().all(may_see), "{own} sees {shown:?}: {view}");
}

/// Who had which seat.
async fn sittings(world: &World, game: &str) -> Vec<Sitting> {
    let copy = world.app.store().copy(&store::GameId::new(game).unwrap()).await.unwrap().unwrap();
    let mut sittings: Vec<Sitting> = Vec::new();
    for event in &copy.events {
        let data: Value = serde_json::from_str(event.payload.text().lines().next().unwrap()).unwrap();
        let (seq, seat) = (event.seq.0, data["seat"].as_u64());
        let last = match event.kind.as_str() {
            "joined" => seq - 1,
            "vacated" => seq,
            "left" if data["then"] == "computer" => seq,
            _ => continue,
        };
        let open = sittings.iter_mut().filter(|one| Some(one.seat) == seat && one.until.is_none());
        open.for_each(|one| one.until = Some(last));
        if event.kind.as_str() == "joined" {
            let name = data["player"].as_str().unwrap().to_owned();
            sittings.push(Sitting { name, seat: seat.unwrap(), until: None });
        }
    }
    sittings
}

fn shows_tiles(event: &Sse) -> bool {
    let has = |field: &str| event.data[field].as_array().is_some_and(|tiles| !tiles.is_empty());
    has("drawn") || has("returned") || event.event == "dealt" && has("tiles")
}

/// Checks what a connection was told, and returns how much of it was secret.
fn check_told(name: &str, told: &[Sse], sittings: &[Sitting]) -> usize {
    let numbered: Vec<u64> = told.iter().filter_map(|event| event.id).collect();
    assert!(numbered.iter().zip(1..).all(|(id, expected)| *id == expected), "{name}: {numbered:?}");
    let secret: Vec<&Sse> = told.iter().filter(|event| shows_tiles(event)).collect();
    for event in &secret {
        let may_see = |one: &Sitting| {
            one.name == name
                && Some(one.seat) == event.data["seat"].as_u64()
                && one.until.is_none_or(|until| event.id.is_some_and(|id| id <= until))
        };
        assert!(sittings.iter().any(may_see), "{name} was shown {event:?}: {sittings:?}");
    }
    secret.len()
}

async fn end(name: &str, stream: Told) -> Vec<Sse> {
    let ended = tokio::time::timeout(Duration::from_secs(20), stream).await;
    ended.unwrap_or_else(|_| panic!("the connection of {name} does not end")).unwrap()
}

async fn nobody_is_told_what_belongs_to_another(world: World) {
    let settings = TableSettings { node: "another".to_owned(), ..world.app.settings().clone() };
    let (store, _) = faulty(world.app.store(), Hearing::Good);
    let other = World::with(App::with_store(settings, store).unwrap()).await;
    let (servers, dice) = ([world.clone(), other], SeededChance::new(15));
    let mut crowd = Crowd { servers, dice, sitters: Vec::new(), games: Vec::new(), spectators: Vec::new() };
    crowd.create().await;
    for _ in 0..STEPS {
        crowd.step().await;
    }
    let mut books = BTreeMap::new();
    for game in &crowd.games {
        books.insert(game.id.clone(), sittings(&world, &game.id).await);
    }
    let has_lost_seat = |one: &Sitter| {
        let book = &books[&one.seated.id];
        !book.iter().any(|sitting| sitting.name == one.name && sitting.until.is_none())
    };
    let (gone, present): (Vec<Sitter>, Vec<Sitter>) =
        crowd.sitters.into_iter().partition(|one| one.has_lost_key || has_lost_seat(one));
    assert!(!gone.is_empty() && !present.is_empty());
    let mut secrets = 0;
    // Those who lost a seat are told so while the servers run. The others' connections end with the servers.
    for sitters in [gone, present] {
        for Sitter { seated, name, streams, .. } in sitters {
            for stream in streams {
                // What happened after the log was read is not in the book, but nobody has lost a seat since.
                secrets += check_told(&name, &end(&name, stream).await, &books[&seated.id]);
            }
        }
        crowd.servers.iter().for_each(|server| server.app.begin_stop());
    }
    for stream in crowd.spectators {
        assert_eq!(check_told("a spectator", &end("a spectator", stream).await, &[]), 0);
    }
    assert!(secrets > 20, "only {secrets} secrets were told at all");
}
