//! Taking turns.

use crate::client::{World, settings};
use quixotry_server::TableSettings;
use serde_json::json;
use std::time::Duration;

crate::cases![
    a_turn_is_taken_in_either_form,
    refusals_say_why_and_change_nothing,
    what_was_seen_before_is_refused_as_stale,
    a_retry_never_plays_twice,
    two_players_may_choose_the_same_id,
    a_preview_stores_nothing,
    hints_are_given_by_rule,
    a_play_waits_for_a_challenge,
    a_turn_is_taken_back_if_all_agree,
    alone_with_computers_a_turn_is_taken_back_at_once,
    a_clock_falls_by_itself,
    plays_are_read_in_the_notation_of_every_document,
    refusals_and_results_are_in_the_words_of_the_rules,
];

async fn a_turn_is_taken_in_either_form(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let seq = ann.view().await["seq"].as_u64().unwrap();
    assert_eq!(ann.play_best().await["seq"], seq + 1);
    let view = bob.view().await;
    assert_eq!(view["turn"], 1);
    assert_eq!(view["seats"][0]["score"], view["turns_list"][0]["total"]);
    assert!(view["turns_list"][0]["play"].as_str().unwrap().starts_with(['8', 'H']), "{view}");
    let hint = bob.get("/hint").await.ok(200);
    let tiles = hint["plays"][0]["tiles"].clone();
    bob.command(json!({"type":"play","tiles":tiles})).await.ok(200);
    let rack = ann.view().await["seats"][0]["rack"].clone();
    ann.command(json!({"type":"exchange","tiles":[rack[0], rack[1]]})).await.ok(200);
    let letters = bob.view().await["seats"][1]["letters"].as_str().unwrap().to_owned();
    bob.command(json!({"type":"exchange","tiles":&letters[..1]})).await.ok(200);
    ann.command(json!({"type":"pass"})).await.ok(200);
    let list = ann.view().await["turns_list"].clone();
    let kinds: Vec<&str> =
        list.as_array().unwrap().iter().map(|turn| turn["event"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["played", "played", "exchanged", "exchanged", "passed"]);
    assert_eq!(list[2]["count"], 2);
    assert!(list[2].get("drawn").is_none());
}

async fn refusals_say_why_and_change_nothing(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let before = ann.view().await;
    bob.command(json!({"type":"pass"})).await.problem(422, "not-your-turn");
    let tile = |x, tile| json!({"x":x,"y":7,"tile":tile,"letter":"A"});
    let far =
        json!({"type":"play","tiles":[{"x":0,"y":0,"tile":before["seats"][0]["rack"][0],"letter":null}]});
    let refused = ann.command(far).await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert!(refused.body["refused"].as_array().unwrap().len() > 1);
    let foreign = ann.command(json!({"type":"play","tiles":[tile(7, 250), tile(8, 250)]})).await;
    assert_eq!((foreign.status, foreign.body["refused"][0]["code"].as_str()), (422, Some("no-such-tile")));
    ann.command(json!({"type":"play","play":"8H"})).await.problem(422, "not-a-play");
    ann.command(json!({"type":"play","play":"pass"})).await.problem(422, "not-a-play");
    ann.command(json!({"type":"play"})).await.problem(400, "malformed");
    ann.command(json!({"type":"dance"})).await.problem(400, "malformed");
    ann.command(json!({"type":"pass","play":"8H AA"})).await.problem(400, "malformed");
    ann.command(json!({"type":"exchange","tiles":[]})).await.problem(422, "exchange-count");
    ann.command(json!({"type":"exchange","tiles":"ÄÖÜ"})).await.problem(400, "malformed");
    ann.command(json!({"type":"challenge"})).await.problem(422, "no-challenges");
    ann.command(json!({"type":"accept"})).await.problem(422, "nothing-to-accept");
    ann.command(json!({"type":"undo"})).await.problem(422, "undo-forbidden");
    ann.command(json!({"type":"agree"})).await.problem(422, "nothing-asked");
    ann.command(json!({"type":"pass","id":"no spaces please"})).await.problem(400, "malformed");
    world.post(&ann.path("/commands"), json!({"type":"pass"})).await.problem(401, "unknown-key");
    world.post("/games/abcd/commands", json!({"type":"pass"})).await.problem(401, "unknown-key");
    let (after, key) = (ann.view().await, "seq");
    assert_eq!(
        (&before[key], &before["board"], &before["bag"]),
        (&after[key], &after["board"], &after["bag"])
    );
    ann.command(json!({"type":"resign"})).await.ok(200);
    bob.command(json!({"type":"pass"})).await.problem(422, "game-over");
}

async fn what_was_seen_before_is_refused_as_stale(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let seen = ann.view().await["seq"].as_u64().unwrap();
    ann.command(json!({"type":"pass","seen":seen})).await.ok(200);
    let stale = bob.command(json!({"type":"pass","seen":seen})).await.problem(409, "stale");
    assert_eq!(stale["seq"], seen + 1);
    bob.command(json!({"type":"pass","seen":seen + 2})).await.problem(409, "stale");
    bob.command(json!({"type":"pass","seen":seen + 1})).await.ok(200);
    // What is no part of the game makes nothing stale.
    bob.post("/chat", json!({"text":"hm"})).await.ok(201);
    ann.command(json!({"type":"pass","seen":seen + 2})).await.ok(200);
}

async fn a_retry_never_plays_twice(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let seen = ann.view().await["seq"].clone();
    let pass = json!({"type":"pass","seen":seen,"id":"11111111-2222"});
    let first = ann.command(pass.clone()).await.ok(200);
    assert_eq!(ann.command(pass.clone()).await.ok(200), first);
    bob.command(json!({"type":"pass"})).await.ok(200);
    assert_eq!(ann.command(pass).await.ok(200), first);
    assert_eq!(ann.view().await["turn"], 0);
    let both = json!({"type":"pass","id":"33333333"});
    let (one, other) = tokio::join!(ann.command(both.clone()), ann.command(both.clone()));
    assert_eq!(one.ok(200), other.ok(200));
    assert_eq!(ann.view().await["turns"], 3);
}

async fn two_players_may_choose_the_same_id(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let pass = json!({"type":"pass","id":"1"});
    let first = ann.command(pass.clone()).await.ok(200);
    let second = bob.command(pass.clone()).await.ok(200);
    assert_ne!(first["seq"], second["seq"]);
    assert_eq!(ann.view().await["turns"], 2);
    assert_eq!(ann.command(pass.clone()).await.ok(200), first);
    assert_eq!(bob.command(pass).await.ok(200), second);
    assert_eq!(ann.view().await["turns"], 2);
}

async fn a_preview_stores_nothing(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let hint = ann.get("/hint").await.ok(200)["plays"][0].clone();
    let tried = ann.post("/preview", json!({"play":hint["play"]})).await.ok(200);
    assert_eq!(
        (&tried["legal"], &tried["score"], &tried["play"]),
        (&json!(true), &hint["score"], &hint["play"])
    );
    assert_eq!(tried["words"][0]["good"], true);
    let tiles = ann.post("/preview", json!({"tiles":hint["tiles"]})).await.ok(200);
    assert_eq!(tiles, tried);
    let far = ann.post("/preview", json!({"play":"1A XYZZY"})).await.ok(200);
    assert_eq!(far["legal"], false);
    assert!(far["refused"].as_array().is_some_and(|reasons| !reasons.is_empty()));
    // Without a key no rack is held against it, and a bad word is told.
    let bad = world.post(&ann.path("/preview"), json!({"play":"8H XQXQ"})).await.ok(200);
    assert_eq!((&bad["legal"], &bad["words"][0]["good"]), (&json!(false), &json!(false)));
    bob.post("/preview", json!({})).await.problem(400, "malformed");
    assert_eq!(ann.view().await["turns"], 0);
    // Where bad words wait for a challenge, nobody is told which they are.
    let (cid, _) = world.two(json!({"challenge":"double"})).await;
    let silent = world.post(&cid.path("/preview"), json!({"play":"8H XQXQ"})).await.ok(200);
    assert_eq!((&silent["legal"], &silent["words"][0].get("good")), (&json!(true), &None));
}

async fn hints_are_given_by_rule(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    assert_eq!(ann.get("/hint").await.ok(200)["plays"].as_array().unwrap().len(), 5);
    bob.get("/hint").await.problem(422, "not-your-turn");
    world.get(&ann.path("/hint")).await.problem(401, "unknown-key");
    let (cid, _) = world.two(json!({"hints":false})).await;
    cid.get("/hint").await.problem(422, "hints-forbidden");
}

async fn a_play_waits_for_a_challenge(world: World) {
    let (ann, bob) = world.two(json!({"challenge":"double","hints":true})).await;
    let rack = ann.view().await["seats"][0]["rack"].clone();
    let tiles: Vec<_> =
        (0..5).map(|x| json!({"x":5 + x,"y":7,"tile":rack[x],"letter":letter(&rack[x])})).collect();
    ann.command(json!({"type":"play","tiles":tiles})).await.ok(200);
    let view = bob.view().await;
    assert!(view["allow"].as_array().unwrap().contains(&json!("challenge")), "{view}");
    assert_eq!(view["challengeable"]["seat"], 0);
    bob.command(json!({"type":"challenge","words":[0]})).await.ok(200);
    let after = bob.view().await;
    assert_eq!(after["board"], json!([]));
    assert_eq!(after["seats"][0]["score"], 0);
}

/// The letter of a tile of the English set; a blank shows an A.
fn letter(tile: &serde_json::Value) -> String {
    let number = tile.as_u64().unwrap() as u8;
    char::from(b'A' + number.saturating_sub(1)).to_string()
}

async fn a_turn_is_taken_back_if_all_agree(world: World) {
    let (ann, bob) = world.two(json!({"undo":true})).await;
    ann.command(json!({"type":"undo"})).await.problem(422, "nothing-to-undo");
    let before = ann.view().await;
    ann.play_best().await;
    ann.command(json!({"type":"undo"})).await.ok(200);
    ann.command(json!({"type":"undo"})).await.problem(409, "undo-asked");
    let asked = bob.view().await;
    assert_eq!((&asked["undo"]["seat"], &asked["undo"]["to"]), (&json!(0), &before["seq"]));
    assert!(asked["allow"].as_array().unwrap().contains(&json!("agree")));
    bob.command(json!({"type":"decline"})).await.ok(200);
    assert_eq!(bob.view().await["undo"], json!(null));
    ann.command(json!({"type":"undo"})).await.ok(200);
    bob.command(json!({"type":"agree"})).await.ok(200);
    let after = ann.view().await;
    assert_eq!((&after["turn"], &after["board"], &after["turns_list"]), (&json!(0), &json!([]), &json!([])));
    assert_eq!(after["seats"][0]["rack"], before["seats"][0]["rack"]);
    // The game goes on, also after the table was dropped and read again from the store.
    ann.play_best().await;
    while world.app.stats().tables > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    bob.play_best().await;
    assert_eq!(ann.view().await["turns"], 2);
}

async fn alone_with_computers_a_turn_is_taken_back_at_once(world: World) {
    let ann = world.make(json!({"player":"Ann","undo":true,"seed":3})).await;
    ann.play_best().await;
    ann.until(|view| view["turn"] == 0).await;
    ann.command(json!({"type":"undo"})).await.ok(200);
    let view = ann.view().await;
    assert_eq!((&view["turn"], &view["turns"]), (&json!(0), &json!(0)));
}

async fn a_clock_falls_by_itself(world: World) {
    let clock = json!({"kind":"turn","turn":"150ms","then":"pass"});
    let (ann, bob) = world.two(json!({"clock":clock})).await;
    let mut events = bob.events("").await;
    let fell = events.next_of("timed-out").await;
    assert_eq!(fell.data["seat"], 0);
    assert_eq!(events.next_of("timed-out").await.data["seat"], 1);
    let lost = json!({"kind":"turn","turn":"100ms","then":"forfeit"});
    let (cid, _) = world.two(json!({"clock":lost})).await;
    cid.until(|view| view["state"] == "over").await;
    drop(ann);
}

/// A computer that would like to think for longer than its clock allows moves in time, or loses the turn like anybody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_with_a_short_clock_moves_on() {
    let world = World::start(TableSettings { think: Duration::from_secs(60), ..settings() }).await;
    let ann = world
        .make(json!({
            "player": "Ann", "clock": {"kind":"turn","turn":"1s","then":"pass"},
            "seats": [{"kind":"you"}, {"kind":"computer","level":"champion"}],
        }))
        .await;
    ann.until(|view| view["turns"].as_u64() >= Some(2)).await;
    world.app.close().await;
}

/// The same opening, written as each of the games does.
async fn plays_are_read_in_the_notation_of_every_document(world: World) {
    let (ann, _) = world.two(json!({})).await;
    let hint = ann.get("/hint").await.ok(200);
    let tiles = hint["plays"][0]["tiles"].as_array().unwrap().clone();
    let number = |tile: &serde_json::Value, key: &str| tile[key].as_i64().unwrap();
    let (x, y) = (number(&tiles[0], "x"), number(&tiles[0], "y"));
    let across = tiles.len() < 2 || number(&tiles[1], "y") == y;
    let word: String = tiles
        .iter()
        .map(|tile| {
            let letter = tile["letter"].as_str().unwrap();
            if tile["wild"] == true { letter.to_lowercase() } else { letter.to_owned() }
        })
        .collect();
    let column = char::from(b'a' + u8::try_from(x).unwrap());
    let square = if across { format!("{}{column}", y + 1) } else { format!("{column}{}", y + 1) };
    let direction = |forms: [&'static str; 2]| forms[usize::from(!across)];
    let list: Vec<String> = tiles
        .iter()
        .map(|tile| {
            let (letter, points) = (tile["letter"].as_str().unwrap(), number(tile, "points"));
            format!("{} {} {}{letter}{points}", number(tile, "x"), number(tile, "y"), number(tile, "tile"))
        })
        .collect();
    let texts = [
        format!("{square} {word}"),
        format!("{word},{square}"),
        format!("{word}, {square}"),
        format!("{word},{column}{},{}", y + 1, direction(["r", "d"])),
        format!("{word} {y} {x} {}", direction(["H", "V"])),
        format!("{word}: ({y},{x}) {}", direction(["HZ", "VT"])),
        list.join(" "),
    ];
    let score = hint["plays"][0]["score"].clone();
    for text in &texts {
        let preview = ann.post("/preview", json!({"play":text})).await.ok(200);
        assert_eq!((&preview["legal"], &preview["score"]), (&json!(true), &score), "{text}: {preview}");
        let (cid, _) = world.two(json!({})).await;
        cid.command(json!({"type":"play","play":text})).await.ok(200);
    }
}

async fn refusals_and_results_are_in_the_words_of_the_rules(world: World) {
    for (texts, refusal, turn, result) in [
        ("generic", "First word should be placed in the center", "It is not your turn.", "Bob wins"),
        ("haskell", "First move must touch centre square", "It is not your turn.", "Congratulations Bob"),
        ("cornell", "first move must have one tile on star", "it's not your turn", "Bob wins!"),
    ] {
        let source = format!("inherit = 'standard'\ntexts = '{texts}'\nforfeit = 'others-win'");
        let (ann, bob) = world.two(json!({"rules":{"source":source}})).await;
        let rack = ann.view().await["seats"][0]["letters"].as_str().unwrap().to_uppercase();
        let word: String = rack.chars().filter(|letter| letter.is_alphabetic()).take(3).collect();
        let far = format!("1A {word}");
        let refused = ann.command(json!({"type":"play","play":far})).await;
        assert_eq!(
            (refused.status, refused.body["message"].as_str()),
            (422, Some(refusal)),
            "{}",
            refused.text
        );
        assert_eq!(refused.body["texts"], texts);
        assert!(
            refused.body["refused"].as_array().unwrap().iter().any(|reason| reason["code"] == "not-on-start")
        );
        let preview = ann.post("/preview", json!({"play":far})).await.ok(200);
        assert_eq!(preview["message"], refusal);
        let early = bob.command(json!({"type":"pass"})).await.problem(422, "not-your-turn");
        assert_eq!(early["message"], turn);
        assert!(ann.view().await.get("result").is_none());
        ann.command(json!({"type":"resign"})).await.ok(200);
        assert_eq!(bob.view().await["result"], result);
    }
    let (ann, _) = world.two(json!({"rules":"skrabbkle"})).await;
    let refused = ann.command(json!({"type":"play","play":"QQQ,a1"})).await;
    let message = refused.body["message"].as_str().unwrap();
    assert!(
        message.starts_with("With tiles [") && message.ends_with("you cannot play word QQQ,a1!"),
        "{message}"
    );
    let (ann, _) = world.two(json!({})).await;
    let refused = ann.command(json!({"type":"play","play":"1A QQQ"})).await;
    assert!(refused.body.get("texts").is_none());
}
