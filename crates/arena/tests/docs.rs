//! Checks that `docs/bot-protocol.md` shows the actual messages of a small game over real sockets.
//!
//! `UPDATE_DOCS=1 cargo test -p quixotry-arena --test docs` updates the document.

mod support;

use bots::ConnectionLimits;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use support::puppet::Puppet;
use support::{Table, brisk, changed, itu};

const END: &str = "```\n";

/// One test for both, because they update the same file.
#[test]
fn the_document_shows_the_actual_messages() {
    check("a game", &conversation());
    check("a challenge", &challenge());
}

/// Compares the document with the actual messages, or updates it.
fn check(what: &str, fresh: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/bot-protocol.md");
    let text = fs::read_to_string(&path).unwrap();
    let begin = format!("<!-- {what}, written by a test -->\n```text\n");
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("there is no place for {what}"));
    let (old, after) = rest.split_once(END).unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, format!("{before}{begin}{fresh}{END}{after}")).unwrap();
        return;
    }
    for (old, fresh) in old.lines().zip(fresh.lines()) {
        assert_eq!(old, fresh, "run with UPDATE_DOCS=1");
    }
    assert_eq!(old.len(), fresh.len());
}

/// The messages of the first of two bots.
fn conversation() -> String {
    let table = Table::new(itu(Some(60_000)), 2, brisk(), ConnectionLimits::default());
    let address = table.address();
    let (a, b) = (Puppet::connect(&address, "a"), Puppet::connect(&address, "b"));
    thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        let (sender, receiver) = mpsc::channel();
        scope.spawn(move || opponent(b, &receiver));
        let said = first(a, &sender);
        game.join().unwrap();
        said
    })
}

struct Notes(String);

impl Notes {
    fn said(&mut self, puppet: &mut Puppet, line: &Value) {
        puppet.say(&line.to_string());
        self.0 += &format!("-> {line}\n");
    }

    fn heard(&mut self, puppet: &mut Puppet) -> Value {
        let line = puppet.line().unwrap();
        self.0 += &format!("<- {}\n", shortened(puppet.heard.last().unwrap()));
        line
    }
}

fn first(mut a: Puppet, pinged: &Sender<()>) -> String {
    let hello = json!({ "hello": { "protocol": 1, "name": "a" } });
    let mut notes = Notes(format!("-> {hello}\n<- {}\n", shortened(&a.heard[0])));
    notes.heard(&mut a);
    notes.heard(&mut a);
    let play = a.opening();
    notes.said(&mut a, &json!({ "game": "game-1", "turn": 0, "SM": play }));
    notes.heard(&mut a);
    notes.heard(&mut a);
    notes.heard(&mut a);
    // A tile that touches no other tile.
    let (id, letter, points) = a.tiles()[2].clone();
    let bad = json!({ "SMPlay": [[[5, 5], [id, [letter, points]]]] });
    notes.said(&mut a, &json!({ "game": "game-1", "turn": 2, "SM": bad }));
    notes.heard(&mut a);
    notes.said(&mut a, &json!({ "game": "game-1", "turn": 2, "SM": "SMPass" }));
    notes.heard(&mut a);
    notes.said(&mut a, &json!({ "ping": 1 }));
    notes.heard(&mut a);
    pinged.send(()).unwrap();
    notes.heard(&mut a);
    notes.heard(&mut a);
    notes.said(&mut a, &json!({ "game": "game-1", "turn": 4, "SM": "SMForfeit" }));
    notes.heard(&mut a);
    notes.0
}

/// Passes, and exchanges two tiles after the ping of the first bot.
fn opponent(mut b: Puppet, pinged: &Receiver<()>) {
    b.wait("start");
    let tiles: Vec<u64> = b.tiles().iter().take(2).map(|tile| tile.0).collect();
    b.pass();
    b.wait("your_turn");
    pinged.recv().unwrap();
    b.say(&json!({ "game": "game-1", "turn": 3, "SM": { "SMChange": tiles } }).to_string());
    while b.event().get("CMGameOver").is_none() {}
}

/// The messages of the second bot while the first plays an invalid word and later a valid one.
fn challenge() -> String {
    let rules = changed("standard", |draft| {
        draft.board = itu(None).draft().board;
        draft.starter = rules::Starter::First;
        draft.challenge = rules::ChallengeRule::PointsPerWord(5);
    });
    let table = Table::new(rules, 2, brisk(), ConnectionLimits::default());
    let address = table.address();
    let (a, b) = (Puppet::connect(&address, "a"), Puppet::connect(&address, "b"));
    thread::scope(|scope| {
        let game = scope.spawn(|| table.play());
        scope.spawn(|| bluffer(a));
        let said = doubter(b);
        game.join().unwrap();
        said
    })
}

fn doubter(mut b: Puppet) -> String {
    let mut notes = Notes(String::new());
    b.wait("start");
    for answer in
        [json!({ "SMChallenge": [0] }), json!("SMPass"), json!({ "SMChallenge": [] }), json!("SMForfeit")]
    {
        while notes.heard(&mut b).get("your_turn").is_none() {}
        let asked: Value = serde_json::from_str(b.heard.last().unwrap()).unwrap();
        notes.said(&mut b, &json!({ "game": asked["game"], "turn": asked["turn"], "SM": answer }));
    }
    notes.heard(&mut b);
    notes.0
}

/// Plays the letters of a word in the wrong order, and then in the right one.
fn bluffer(mut a: Puppet) {
    a.wait("start");
    let good = a.opening();
    let mut bad = good.clone();
    (bad["SMPlay"][0][1], bad["SMPlay"][1][1]) = (good["SMPlay"][1][1].clone(), good["SMPlay"][0][1].clone());
    a.answer(bad);
    a.answer(good);
    while a.line().is_some_and(|line| line["RCM"].get("CMGameOver").is_none()) {}
}

/// A line without the parts that differ in each run; long parts of the start message are cut.
fn shortened(text: &str) -> String {
    let line: Value = serde_json::from_str(text).unwrap();
    if let Some(token) = line["welcome"]["token"].as_str() {
        let version = format!("quixotry {}", env!("CARGO_PKG_VERSION"));
        return text.replace(token, "…").replace(&version, "quixotry");
    }
    if let Some(left) = line["your_turn"]["left"].as_i64() {
        return text.replace(&format!("\"left\":{left}"), "\"left\":60000");
    }
    if line.get("start").is_none() {
        return text.to_owned();
    }
    let mut line = line;
    line["start"]["setting"]["rules"]["source"] = json!("…");
    cut(&line).to_string()
}

fn cut(value: &Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > 48 => {
            Value::String(text.chars().take(40).chain(['…']).collect())
        }
        Value::Array(items) if items.len() > 7 => items.iter().take(3).map(cut).chain([json!("…")]).collect(),
        Value::Array(items) => items.iter().map(cut).collect(),
        Value::Object(object) => {
            let kept = if object.len() > 12 { 4 } else { object.len() };
            let mut fields: Map<String, Value> =
                object.iter().take(kept).map(|(key, value)| (key.clone(), cut(value))).collect();
            if kept < object.len() {
                fields.insert("…".to_owned(), json!("…"));
            }
            Value::Object(fields)
        }
        other => other.clone(),
    }
}
