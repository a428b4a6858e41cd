//! Clients of every kind, honest ones and liars: whatever they send, every viewer sees just what it may.

use crate::client::{Events, Seated, Sse, World, settings};
use quixotry_server::{StoredGameVerifier, TableSettings};
use reqwest::Method;
use rules::{Chance, Ruleset, Seat, SeededChance, Viewer};
use serde_json::{Value, json};

/// How many games are played.
const GAMES: u64 = 240;

/// How many of them at once.
const AT_ONCE: u64 = 8;

/// How many things are done in a game before everybody gives up.
const ACTS: u32 = 14;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_sees_more_than_allowed_whatever_anybody_sends() {
    let world = World::start(TableSettings { watches: 8, ..settings() }).await;
    for first in (0..GAMES).step_by(AT_ONCE as usize) {
        let games: Vec<_> =
            (first..first + AT_ONCE).map(|seed| tokio::spawn(game(world.clone(), seed))).collect();
        for game in games {
            game.await.unwrap();
        }
    }
}

/// One game, its viewers, and what they saw.
async fn game(world: World, seed: u64) {
    let mut dice = SeededChance::new(seed);
    let people = 2 + dice.below(2);
    let mut seats = vec![json!({"kind":"you"})];
    seats.extend((1..people).map(|_| json!({"kind":"open"})));
    seats.extend((dice.below(3) == 0).then(|| json!({"kind":"computer","level":"first"})));
    let variant = [json!({}), json!({"challenge":"single"}), json!({"racks":"open"}), json!({"rules":"itu"})];
    let mut wanted = json!({"player":"P0","seats":seats,"hints":true});
    for (key, value) in variant[dice.below(4) as usize].as_object().unwrap() {
        wanted[key] = value.clone();
    }
    let maker = world.make(wanted).await;
    let mut players = vec![maker.clone()];
    for number in 1..people {
        players.push(maker.join(&format!("P{number}")).await);
    }
    let mut streams = vec![Events::open(world.raw(Method::GET, &maker.path("/events?since=0"))).await];
    for player in &players {
        streams.push(player.events("?since=0").await);
    }
    for _ in 0..ACTS {
        let player = &players[dice.below(people) as usize];
        act(player, &players, &mut dice).await;
        check_view(player).await;
    }
    for player in &players {
        let answer = player.command(json!({"type":"resign"})).await;
        assert!(answer.status < 500, "{}", answer.text);
    }
    maker.until(|view| view["state"] == "over").await;
    check_streams(&maker, streams).await;
}

/// Something a client may send, and mostly may not.
async fn act(player: &Seated, players: &[Seated], dice: &mut SeededChance) {
    let any = |dice: &mut SeededChance, below: u32| dice.below(below);
    let lie = any(dice, 10);
    let command = match lie {
        0 => json!({"type":"pass","seen":any(dice, 30)}),
        1 => random_tiles(dice),
        2 => json!({"type":"exchange","tiles":[any(dice, 27), any(dice, 27)]}),
        3 => json!({"type":"challenge","words":[any(dice, 3)]}),
        4 => {
            json!({"type":"play","play":format!("{}{} QUIXOTRY", any(dice, 20), char::from(b'A' + any(dice, 20) as u8))})
        }
        5 => {
            let kind = ["accept", "undo", "agree", "decline"][any(dice, 4) as usize];
            json!({ "type": kind })
        }
        _ => honest(player).await,
    };
    // Some send the key of another, or none, or one they made up.
    let key = match any(dice, 12) {
        0 => None,
        1 => Some("f".repeat(64)),
        2 => Some(players[any(dice, players.len() as u32) as usize].key.clone()),
        _ => Some(player.key.clone()),
    };
    let path = player.path("/commands");
    let answer = player.world.send(Method::POST, &path, key.as_deref(), Some(command)).await;
    assert!([200, 400, 401, 409, 422].contains(&answer.status), "{} {}", answer.status, answer.text);
}

fn random_tiles(dice: &mut SeededChance) -> Value {
    let tiles: Vec<Value> = (0..1 + dice.below(4))
        .map(|_| json!({"x":dice.below(17) as i32 - 1,"y":dice.below(17) as i32 - 1,"tile":dice.below(40),"letter":"E"}))
        .collect();
    json!({"type":"play","tiles":tiles})
}

/// The best play, or a pass where it is another's turn.
async fn honest(player: &Seated) -> Value {
    let hint = player.get("/hint").await;
    match hint.body["plays"][0].get("play") {
        Some(play) => json!({"type":"play","play":play}),
        None => json!({"type":"pass"}),
    }
}

async fn check_view(player: &Seated) {
    let view = player.view().await;
    let open = player.get("/setup").await.ok(200)["rules"]["racks"] == "open" || view["state"] == "over";
    for (seat, state) in view["seats"].as_array().unwrap().iter().enumerate() {
        let seen = seat as u64 == player.seat || open;
        assert_eq!(state.get("rack").is_some(), seen && view["stage"] != "waiting", "{view}");
    }
}

/// Every stream tells every event once, in order, and tells what a replay of the log would show its viewer.
async fn check_streams(maker: &Seated, streams: Vec<Events>) {
    let id = store::GameId::new(maker.id.as_str()).unwrap();
    let copy = maker.world.app.store().copy(&id).await.unwrap().unwrap();
    StoredGameVerifier::new([]).verify(&copy).unwrap();
    let jsonl = maker.get("/record?format=jsonl").await.text;
    let record = wire::Record::read(&jsonl, |header| {
        presets::Library::shipped().rules_from(&presets::Source::from_text("record", &header.rules.source))
    });
    let record = record.unwrap().record;
    let last = copy.events.last().unwrap().seq.0;
    for (number, mut stream) in streams.into_iter().enumerate() {
        let viewer = number.checked_sub(1).map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat as u8)));
        let mut told = Vec::new();
        while told.last().and_then(|event: &Sse| event.id) != Some(last) {
            let event = stream.next().await.unwrap();
            told.extend(event.id.is_some().then_some(event));
        }
        let ids: Vec<u64> = told.iter().filter_map(|event| event.id).collect();
        assert_eq!(ids, (1..=last).collect::<Vec<_>>());
        told.retain(|event| event.event != "joined");
        check_told(&told, viewer, &record);
    }
}

fn check_told(told: &[Sse], viewer: Viewer, record: &wire::Record) {
    let rules = record.rules();
    assert_eq!(told.len(), record.events().len());
    for (sse, event) in told.iter().zip(record.events()) {
        let seen = wire::event_view_json(sse.id.unwrap(), &event.view(viewer, rules), &rules.tiles);
        let mut data = sse.data.clone();
        for note in ["play", "total"] {
            data.as_object_mut().unwrap().remove(note);
        }
        assert_eq!(data, serde_json::to_value(&seen).unwrap());
        check_hidden(&sse.data, viewer, rules);
    }
}

/// Told without the function that hides: what another drew is a number, and no reason names a tile.
fn check_hidden(data: &Value, viewer: Viewer, rules: &Ruleset) {
    let own = viewer.seat().map(|seat| u64::from(seat.0));
    if rules.racks == rules::RackVisibility::Open || data["seat"].as_u64() == own && own.is_some() {
        return;
    }
    for key in ["drawn", "returned"] {
        assert!(data.get(key).is_none_or(Value::is_number), "{data}");
    }
    assert!(data["event"] != "dealt" || data["tiles"].is_number(), "{data}");
    let reasons = data["reasons"].as_array().cloned().unwrap_or_default();
    assert!(reasons.iter().all(|reason| reason["code"] != "not-on-rack"), "{data}");
}
