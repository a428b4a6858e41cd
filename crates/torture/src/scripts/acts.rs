//! What a player may send, and mostly may not.

use crate::history::Wish;
use crate::http::HttpRequest;
use crate::person::Person;
use reqwest::Method;
use rules::{Chance, SeededChance};
use serde_json::{Value, json};

/// Does something: mostly the best play or a pass, now and then a lie.
pub(super) async fn act(person: &mut Person) {
    match person.dice.below(16) {
        0 => lie(person).await,
        1 => person.chat().await,
        2 => use_foreign_key(person).await,
        3 => drop(person.view().await),
        4 => exchange(person).await,
        5 => challenge(person).await,
        6 => talk_about_undo(person).await,
        _ => play_well(person).await,
    }
    person.hesitate(120).await;
}

/// Plays one of the suggested plays, or passes if there is none.
pub(super) async fn play_well(person: &mut Person) {
    let hints = person.hints().await;
    let Some(hint) = hints.get(person.dice.below(hints.len().max(1) as u32) as usize) else {
        if person.dice.below(3) == 0 {
            person.command(Wish::Pass, json!({"type": "pass"})).await;
        }
        return;
    };
    let squares = squares(&hint["tiles"]);
    let body = match person.dice.below(2) {
        0 => json!({"type": "play", "play": hint["play"]}),
        _ => json!({"type": "play", "tiles": hint["tiles"]}),
    };
    let body = with_seen(person, body).await;
    person.command(Wish::Play(squares), body).await;
}

/// Half of the commands say what the player has seen.
async fn with_seen(person: &mut Person, mut body: Value) -> Value {
    if person.dice.below(2) == 0
        && let Some(view) = person.view().await
    {
        body["seen"] = view["seq"].clone();
    }
    body
}

fn squares(tiles: &Value) -> Option<Vec<(i64, i64)>> {
    let square = |tile: &Value| Some((tile["x"].as_i64()?, tile["y"].as_i64()?));
    tiles.as_array()?.iter().map(square).collect()
}

async fn exchange(person: &mut Person) {
    let tiles = [person.dice.below(27), person.dice.below(27)];
    person.command(Wish::Exchange, json!({"type": "exchange", "tiles": tiles})).await;
}

async fn challenge(person: &mut Person) {
    let words = [person.dice.below(3)];
    person.command(Wish::Challenge, json!({"type": "challenge", "words": words})).await;
}

async fn talk_about_undo(person: &mut Person) {
    let (wish, kind) = match person.dice.below(4) {
        0 => (Wish::Undo, "undo"),
        1 => (Wish::Agree, "agree"),
        2 => (Wish::Decline, "decline"),
        _ => (Wish::Accept, "accept"),
    };
    person.command(wish, json!({"type": kind})).await;
}

/// Something that no honest player sends.
async fn lie(person: &mut Person) {
    match person.dice.below(5) {
        0 => {
            let seen = person.dice.below(60);
            person.command(Wish::Pass, json!({"type": "pass", "seen": seen})).await;
        }
        1 => {
            let tiles = random_tiles(&mut person.dice, 4);
            let body = json!({"type": "play", "tiles": tiles});
            person.command(Wish::Play(squares(&body["tiles"])), body).await;
        }
        2 => {
            let tiles = random_tiles(&mut person.dice, 900);
            let body = json!({"type": "play", "tiles": tiles});
            person.command(Wish::Play(squares(&body["tiles"])), body).await;
        }
        3 => {
            let body = json!({"type": "play", "play": "99Z QUIXOTRY"});
            // A play that cannot be read puts no tile anywhere.
            person.command(Wish::Play(Some(Vec::new())), body).await;
        }
        _ => {
            let body = json!({"type": "fly", "wings": 2});
            person.command(Wish::Pass, body).await;
        }
    }
}

fn random_tiles(dice: &mut SeededChance, most: u32) -> Vec<Value> {
    let count = 1 + dice.below(most);
    let mut tile = || {
        let (x, y) = (i64::from(dice.below(17)) - 1, i64::from(dice.below(17)) - 1);
        json!({"x": x, "y": y, "tile": dice.below(40), "letter": "E"})
    };
    (0..count).map(|_| tile()).collect()
}

/// A key that the person made up must open nothing.
async fn use_foreign_key(person: &mut Person) {
    let own = person.key.clone();
    let wrong = match person.dice.below(3) {
        0 => "f".repeat(64),
        1 => own.chars().rev().collect(),
        _ => String::new(),
    };
    let (node, path) = (person.node(), person.path("/commands"));
    let body = json!({"type": "resign"});
    let request = HttpRequest::new("foreign key", node, Method::POST, path).key(&wrong).body(&body);
    if let crate::history::AttemptOutcome::Acknowledged(_) = person.send(request).await {
        let story = format!("the made-up key {wrong:?} of {} was accepted", person.name);
        person.report_server_error(story);
    }
}

/// Several people act at the same time.
pub(super) async fn act_together(people: &mut [Person]) {
    futures_util::future::join_all(people.iter_mut().map(act)).await;
}

/// Everybody resigns, so that the game ends.
pub(super) async fn finish(people: &mut [Person]) {
    for person in people {
        person.command(Wish::Resign, json!({"type": "resign"})).await;
    }
}
