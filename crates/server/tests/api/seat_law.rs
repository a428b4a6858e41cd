//! A law: whoever comes, goes, is replaced, revoked or plays again, every byte that a connection got is something that
//! its holder might see.

use crate::client::{Seated, Sse, World};
use crate::faulty_store::{Hearing, faulty};
use quixotry_server::{App, TableSettings};
use rules::{Chance, Seat, SeededChance};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tables::{Credentials, TableRequest};
use tokio::task::JoinHandle;

crate::cases![nobody_is_told_what_belongs_to_another];

const STEPS: usize = 60;

/// Somebody who got a seat, and what the stream of the seat told.
struct Sitter {
    seated: Seated,
    name: String,
    stream: JoinHandle<Vec<Sse>>,
}

/// The time that somebody had a seat, in numbers of events.
#[derive(Debug)]
struct Sitting {
    name: String,
    seat: u64,
    until: Option<u64>,
}

/// Two servers, all who ever had a seat, and the games.
struct Crowd {
    servers: [World; 2],
    dice: SeededChance,
    sitters: Vec<Sitter>,
    games: Vec<Seated>,
}

impl Crowd {
    fn pick(&mut self, count: usize) -> usize {
        self.dice.below(count as u32) as usize
    }

    fn anywhere(&mut self, seated: &Seated) -> Seated {
        let server = self.pick(2);
        Seated { world: self.servers[server].clone(), ..seated.clone() }
    }

    async fn sit(&mut self, seated: Seated, name: String) {
        let mut events = self.anywhere(&seated).events("?since=0").await;
        let stream = tokio::spawn(async move {
            let mut told = Vec::new();
            while let Some(event) = events.next().await {
                told.push(event);
            }
            told
        });
        self.sitters.push(Sitter { seated, name, stream });
    }

    async fn create(&mut self) {
        let name = format!("P{}", self.sitters.len());
        let seats = json!([{"kind":"you"},{"kind":"computer"},{"kind":"open"}]);
        let rules = ["cornell", "standard"][self.pick(2)];
        let wanted = match rules {
            "cornell" => json!({"player":name,"rules":rules}),
            _ => json!({"player":name,"seats":seats,"takeover":true}),
        };
        let server = self.pick(2);
        let maker = self.servers[server].make(wanted).await;
        self.games.push(maker.clone());
        self.sit(maker, name).await;
    }

    async fn join(&mut self) {
        let (game, name) = (self.pick(self.games.len()), format!("P{}", self.sitters.len()));
        let game = self.games[game].clone();
        let game = self.anywhere(&game);
        let answer = game.world.post(&game.path("/seats"), json!({"player":name})).await;
        if answer.status == 200 {
            let (seat, key) = (answer.body["seat"].as_u64().unwrap(), answer.body["key"].as_str().unwrap());
            self.sit(Seated { seat, key: key.to_owned(), ..game }, name).await;
        }
    }

    async fn rematch(&mut self, place: usize) {
        let (asker, name) = (self.sitters[place].seated.clone(), self.sitters[place].name.clone());
        let answer = self.anywhere(&asker).post("/rematch", json!({})).await;
        if matches!(answer.status, 200 | 201) {
            let next = asker.world.seated(&answer.body);
            if answer.status == 201 {
                self.games.push(next.clone());
            }
            self.sit(next, name).await;
        }
    }

    async fn step(&mut self) {
        let place = self.pick(self.sitters.len());
        let seated = self.sitters[place].seated.clone();
        let seated = self.anywhere(&seated);
        // Whatever is refused is refused: only what was told counts.
        match self.dice.below(12) {
            0 => self.create().await,
            1..4 => self.join().await,
            4..6 => _ = seated.leave().await,
            6 => _ = seated.command(json!({"type":"resign"})).await,
            7 => {
                let (id, seat) = (store::GameId::new(seated.id.as_str()).unwrap(), Seat(seated.seat as u8));
                let revoke = |reply| TableRequest::RevokeKeys { seat, reply };
                seated.world.app.request(&id, &Credentials::default(), revoke).await.unwrap();
            }
            8 => self.rematch(place).await,
            _ => _ = seated.command(json!({"type":"pass"})).await,
        }
        let view = seated.get("").await;
        if view.status == 200 {
            check_view(&view.body, seated.seat);
        }
    }
}

/// A view shows the rack of its own seat only.
fn check_view(view: &Value, own: u64) {
    assert_eq!(view["viewer"].as_u64(), Some(own));
    let seats = view["seats"].as_array().unwrap().iter().zip(0..);
    let shown: Vec<u64> =
        seats.filter(|(seat, _)| seat["rack"].is_array()).map(|(_, number)| number).collect();
    assert!(shown.iter().all(|seat| *seat == own), "{own} sees {shown:?}");
}

/// Who had which seat.
async fn sittings(world: &World, game: &Seated) -> Vec<Sitting> {
    let copy = world.app.store().copy(&store::GameId::new(game.id.as_str()).unwrap()).await.unwrap().unwrap();
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

fn shows_tiles(event: &Value) -> bool {
    let has = |field: &str| event[field].as_array().is_some_and(|tiles| !tiles.is_empty());
    has("drawn") || has("returned") || event["event"] == "dealt" && has("tiles")
}

fn check_stream(name: &str, told: &[Sse], sittings: &[Sitting]) {
    let numbered: Vec<u64> = told.iter().filter_map(|event| event.id).collect();
    assert!(numbered.iter().zip(1..).all(|(id, expected)| *id == expected), "{name}: {numbered:?}");
    for event in told.iter().filter(|event| shows_tiles(&event.data)) {
        let may_see = |one: &Sitting| {
            one.name == name
                && Some(one.seat) == event.data["seat"].as_u64()
                && one.until.is_none_or(|until| event.id.is_some_and(|id| id <= until))
        };
        assert!(sittings.iter().any(may_see), "{name} was shown {event:?}: {sittings:?}");
    }
}

async fn nobody_is_told_what_belongs_to_another(world: World) {
    let settings = TableSettings { node: "another".to_owned(), ..world.app.settings().clone() };
    let (store, _) = faulty(world.app.store(), Hearing::Good);
    let other = World::with(App::with_store(settings, store).unwrap()).await;
    let (servers, dice) = ([world.clone(), other], SeededChance::new(15));
    let mut crowd = Crowd { servers, dice, sitters: Vec::new(), games: Vec::new() };
    crowd.create().await;
    for _ in 0..STEPS {
        crowd.step().await;
    }
    let mut books = BTreeMap::new();
    for game in &crowd.games {
        books.insert(game.id.clone(), sittings(&world, game).await);
    }
    // All connections end with their servers.
    crowd.servers.iter().for_each(|server| server.app.begin_stop());
    let mut secrets = 0;
    for sitter in crowd.sitters {
        let told = sitter.stream.await.unwrap();
        // What happened after the log was read is not in the book, but nobody has lost a seat since.
        check_stream(&sitter.name, &told, &books[&sitter.seated.id]);
        secrets += told.iter().filter(|event| shows_tiles(&event.data)).count();
    }
    assert!(secrets > 0, "nobody was dealt anything");
}
