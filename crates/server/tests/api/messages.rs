//! What malformed requests are told: where they are wrong, and what is allowed there.

use crate::client::{Seated, World};
use serde_json::{Value, json};

crate::cases![what_is_allowed_is_shown_by_example, no_message_names_a_type_of_the_program];

async fn what_is_allowed_is_shown_by_example(world: World) {
    let seats = "a seat: {\"kind\": \"you\"}, {\"kind\": \"open\"}, {\"kind\": \"computer\", \"level\": \"greedy\"} or \
                 {\"kind\": \"bot\", \"name\": \"<bot>\"}";
    let clocks = "a clock: {\"kind\": \"off\"}, {\"kind\": \"game\", \"initial\": \"25m\"} or \
                  {\"kind\": \"turn\", \"turn\": \"90s\"}";
    let game = "a game, such as {\"player\": \"Ann\", \"rules\": \"standard\"}";
    for (body, place, says) in [
        (json!({"seats":["cat"]}), "seats[0]: ", seats),
        (json!({"seats":[7]}), "seats[0]: ", seats),
        (json!({"seats":[{"kind":"cat"}]}), "seats[0]", "unknown name `cat`, expected one of `you`, `open`"),
        (json!({"seats":[{}]}), "seats[0]: ", "missing field `kind`"),
        (json!({"clock":"fast"}), "clock: ", clocks),
        (
            json!({"clock":{"kind":"sand"}}),
            "clock",
            "unknown name `sand`, expected one of `off`, `game`, `turn`",
        ),
        (json!({"rules":7}), "rules: ", "rules are a name, or {\"source\": \"<rules file>\"}"),
        (json!({"pace":[]}), "pace: ", "a pace is a number of milliseconds"),
        (json!({"seed":-1}), "seed: ", "expected a whole number from 0"),
        (json!({"visibility":7}), "visibility: ", "expected a string"),
        (
            json!({"visibility":"secret"}),
            "visibility: ",
            "unknown name `secret`, expected `public` or `private`",
        ),
        (json!({"racks":"glass"}), "racks: ", "unknown name `glass`, expected one of `closed`, `open`"),
        (json!(7), "", game),
        (json!([]), "", game),
    ] {
        let problem = world.post("/games", body.clone()).await.problem(400, "malformed");
        let message = problem["message"].as_str().unwrap();
        assert!(message.starts_with(place) && message.contains(says), "{body}: {message}");
    }
    let (ann, _) = world.two(json!({})).await;
    for (path, body, says) in [
        ("/commands", json!([]), "a command, such as {\"type\": \"play\", \"play\": \"8H WORD\"}"),
        ("/commands", json!({"type":7}), "type: invalid type: integer `7`, expected a string"),
        ("/commands", json!({"type":"fly"}), "type: unknown name `fly`, expected one of `play`, `pass`"),
        (
            "/commands",
            json!({"type":"play","tiles":{}}),
            "tiles are a text such as \"AEI\", a list of numbers",
        ),
        (
            "/preview",
            json!({"tiles":[7]}),
            "tiles[0]: invalid type: integer `7`, expected a tile, such as {\"x\": 7",
        ),
        ("/chat", json!("hi"), "a line of chat, such as {\"text\": \"Good luck!\"}"),
        ("/seats", json!("Bob"), "a player, such as {\"player\": \"Ann\"}"),
        (
            "/seats",
            json!({"player":"Cid","seat":300}),
            "seat: invalid value: integer `300`, expected a whole number from 0 to 255",
        ),
    ] {
        let problem = ann.post(path, body.clone()).await.problem(400, "malformed");
        let message = problem["message"].as_str().unwrap();
        assert!(message.contains(says), "{body}: {message}");
    }
}

/// Words of serde and Rust that say nothing to a user of the API.
const INTERNAL: [&str; 9] = [
    "struct ",
    "enum ",
    "variant",
    " element",
    "expected u",
    "expected i",
    "expected value",
    "newtype",
    "unit",
];

async fn no_message_names_a_type_of_the_program(world: World) {
    let document = world.get("/openapi.json").await.ok(200);
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let (ann, _) = world.two(json!({})).await;
    let mut told = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let body = &item["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"];
        let Some(name) = body.as_str().and_then(|body| body.rsplit('/').next()) else { continue };
        for body in wrong_bodies(&schemas[name]) {
            let Some(message) = complaint(&ann, path, &body).await else { continue };
            let internal = INTERNAL.iter().find(|word| message.contains(**word));
            assert!(internal.is_none(), "{path} {body}: {message}");
            assert!(!schemas.keys().any(|name| message.contains(name)), "{path} {body}: {message}");
            told += 1;
        }
    }
    assert!(told > 100, "only {told} bodies were refused");
}

/// Bodies of the wrong type, and bodies in which one field has the wrong type.
fn wrong_bodies(schema: &Value) -> Vec<Value> {
    let wrong = [
        json!(7),
        json!(-1.5),
        json!("x"),
        json!(true),
        json!([]),
        json!([7]),
        json!(["x"]),
        json!({}),
        json!([{}]),
    ];
    let fields = schema["properties"].as_object().unwrap().keys();
    let with_field = |field: &String| wrong.clone().map(|value| json!({ field.as_str(): value }));
    fields.flat_map(with_field).chain(wrong.clone()).collect()
}

/// The message for a malformed body; `None` if it was not found malformed.
async fn complaint(ann: &Seated, path: &str, body: &Value) -> Option<String> {
    let path = path.strip_prefix("/api").unwrap().replace("{id}", &ann.id);
    let answer = ann.world.send(reqwest::Method::POST, &path, Some(&ann.key), Some(body.clone())).await;
    (answer.body["code"] == "malformed").then(|| answer.body["message"].as_str().unwrap().to_owned())
}
