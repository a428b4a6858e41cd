//! The description of the API, held against what it does.

use crate::client::World;
use crate::live::{connect, hear, say};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

crate::cases![
    the_document_is_whole,
    fields_are_left_out_or_null_but_not_both,
    answers_are_as_described,
    live_messages_are_as_described,
    the_page_needs_nothing_from_elsewhere,
];

async fn the_document_is_whole(world: World) {
    let document = world.get("/openapi.json").await.ok(200);
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    assert!(document["info"]["contact"].is_null());
    let paths = document["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 29, "{:?}", paths.keys());
    for (path, item) in paths {
        assert!(path.starts_with("/api/"));
        for (method, operation) in item.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path}");
            for status in ["400", "401", "403", "404", "409", "422", "429", "503"] {
                assert!(operation["responses"].get(status).is_some(), "{method} {path} {status}");
            }
        }
    }
    let text = document.to_string();
    for reference in text.split("#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(document["components"]["schemas"].get(name).is_some(), "{name} is missing");
    }
}

/// A client need not ask twice whether there is a value: a field of an answer may be null, or be left out.
async fn fields_are_left_out_or_null_but_not_both(world: World) {
    let document = world.get("/openapi.json").await.ok(200);
    let schemas = document["components"]["schemas"].as_object().unwrap();
    let mut names: BTreeSet<&str> = BTreeSet::from(["LiveMessage"]);
    for item in document["paths"].as_object().unwrap().values() {
        for operation in item.as_object().unwrap().values() {
            collect_references(&operation["responses"], &mut names);
        }
    }
    let mut todo: Vec<&str> = names.iter().copied().collect();
    while let Some(name) = todo.pop() {
        let mut inner = BTreeSet::new();
        collect_references(&schemas[name], &mut inner);
        todo.extend(inner.into_iter().filter(|name| names.insert(name)));
    }
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        check_fields(&schemas[name], name);
    }
}

/// The names of the schemas that a part of the document refers to.
fn collect_references<'a>(part: &'a Value, names: &mut BTreeSet<&'a str>) {
    match part {
        Value::Object(fields) => {
            names.extend(part["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()));
            fields.values().for_each(|field| collect_references(field, names));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, names)),
        _ => {}
    }
}

fn check_fields(schema: &Value, at: &str) {
    let required = |name: &str| schema["required"].as_array().is_some_and(|all| all.contains(&json!(name)));
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        assert!(required(name) || !is_nullable(field), "{at}.{name} may be null and may be left out");
        check_fields(field, &format!("{at}.{name}"));
    }
    for parts in ["oneOf", "allOf", "anyOf"] {
        schema[parts].as_array().into_iter().flatten().for_each(|part| check_fields(part, at));
    }
}

fn is_nullable(schema: &Value) -> bool {
    let null = json!("null");
    schema["type"] == null
        || schema["type"].as_array().is_some_and(|types| types.contains(&null))
        || schema["oneOf"].as_array().is_some_and(|choices| choices.iter().any(is_nullable))
}

async fn answers_are_as_described(world: World) {
    let document = world.get("/openapi.json").await.ok(200);
    let check = |path: &str, method: &str, status: u16, value: &Value| {
        let response = &document["paths"][path][method]["responses"][status.to_string()];
        let content = response["content"].as_object().unwrap().values().next().unwrap();
        fits(&document, &content["schema"], value, &format!("{method} {path}")).unwrap();
    };
    let wanted = json!({"player":"Ann","seed":3,"undo":true,"visibility":"private","seats":[{"kind":"you"},{"kind":"computer"}]});
    let made = world.post("/games", wanted).await.ok(201);
    check("/api/games", "post", 201, &made);
    let ann = world.seated(&made);
    check("/api/lobby/counts", "get", 200, &world.get("/lobby/counts").await.ok(200));
    let held = world.post("/lobby/held", json!({"games":[{"id":ann.id,"key":ann.key}]})).await.ok(200);
    check("/api/lobby/held", "post", 200, &held);
    check("/api/games/{id}", "get", 200, &ann.view().await);
    check("/api/games/{id}/hint", "get", 200, &ann.get("/hint").await.ok(200));
    check("/api/games/{id}/commands", "post", 200, &ann.play_best().await);
    ann.until(|view| view["turn"] == 0).await;
    check("/api/games/{id}", "get", 200, &ann.view().await);
    check("/api/games/{id}/setup", "get", 200, &ann.get("/setup").await.ok(200));
    let squares = ann.get("/squares?x=0&y=0&width=3&height=3").await.ok(200);
    check("/api/games/{id}/squares", "get", 200, &squares);
    check(
        "/api/games/{id}/preview",
        "post",
        200,
        &ann.post("/preview", json!({"play":"8A ZZZ"})).await.ok(200),
    );
    check("/api/games/{id}/chat", "post", 201, &ann.post("/chat", json!({"text":"hi"})).await.ok(201));
    check("/api/games/{id}/chat", "get", 200, &ann.get("/chat").await.ok(200));
    let refused = ann.command(json!({"type":"exchange","tiles":[]})).await.problem(422, "exchange-count");
    check("/api/games/{id}/commands", "post", 422, &refused);
    check("/api/games/{id}/seats/{seat}", "delete", 200, &ann.leave().await.ok(200));
    let (cid, dan) = world.two(json!({})).await;
    cid.play_best().await;
    dan.command(json!({"type":"resign"})).await.ok(200);
    check("/api/games/{id}", "get", 200, &cid.view().await);
    check("/api/games/{id}/analysis", "get", 200, &cid.get("/analysis?turn=1").await.ok(200));
    check("/api/games/{id}/rematch", "post", 201, &cid.post("/rematch", json!({})).await.ok(201));
    for path in ["/games", "/rules", "/boards", "/lexicons", "/players"] {
        check(&format!("/api{path}"), "get", 200, &world.get(path).await.ok(200));
    }
    check("/api/rules/{name}", "get", 200, &world.get("/rules/itu").await.ok(200));
    let word = world.get("/lexicons/english/words/tea").await.ok(200);
    check("/api/lexicons/{name}/words/{word}", "get", 200, &word);
    check("/api/games", "get", 400, &world.get("/games?limit=x").await.problem(400, "malformed"));
}

async fn live_messages_are_as_described(world: World) {
    let document = world.get("/openapi.json").await.ok(200);
    let schema = json!({"$ref": "#/components/schemas/LiveMessage"});
    let (ann, bob) = world.two(json!({"undo":true})).await;
    let mut socket = connect(&world).await;
    for request in [
        json!({"lobby":true}),
        json!({"ping":[1]}),
        json!({"watch":"nowhere"}),
        json!({"dance":1}),
        json!({"watch":ann.id,"key":ann.key,"since":0}),
    ] {
        say(&mut socket, request).await;
    }
    ann.play_best().await;
    bob.command(json!({"type":"exchange","tiles":[bob.view().await["seats"][1]["rack"][0]]})).await.ok(200);
    ann.command(json!({"type":"pass"})).await.ok(200);
    bob.post("/chat", json!({"text":"hi"})).await.ok(201);
    ann.command(json!({"type":"undo"})).await.ok(200);
    bob.command(json!({"type":"agree"})).await.ok(200);
    bob.command(json!({"type":"resign"})).await.ok(200);
    let rematch = ann.post("/rematch", json!({})).await.ok(201);
    let mut names = BTreeSet::new();
    while !names.contains("rematch") {
        let message = hear(&mut socket, |_| true).await;
        fits(&document, &schema, &message, "a live message").unwrap();
        names.extend(message["event"].as_str().map(str::to_owned));
    }
    for name in [
        "joined",
        "started",
        "dealt",
        "played",
        "exchanged",
        "passed",
        "chat",
        "undo-asked",
        "undone",
        "left",
        "ended",
    ] {
        assert!(names.contains(name), "{name} is not among {names:?}");
    }
    assert!(rematch["game"]["id"].is_string());
}

/// Whether a value is what a schema describes. Every field of an object must be described.
fn fits(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let described = matches(document, schema, value, at)?;
    match value.as_object().and_then(|fields| fields.keys().find(|name| !described.covers(name))) {
        Some(name) => Err(format!("{at}: {name} is not described")),
        None => Ok(()),
    }
}

/// The fields of an object that a schema describes.
#[derive(Default)]
struct DescribedFields {
    names: BTreeSet<String>,
    /// Whether the schema is open: it describes any fields.
    any: bool,
}

impl DescribedFields {
    fn covers(&self, name: &str) -> bool {
        self.any || self.names.contains(name)
    }

    fn add(&mut self, other: DescribedFields) {
        self.names.extend(other.names);
        self.any |= other.any;
    }
}

/// Whether a value has the fields and types of a schema, and which of its fields the schema describes.
fn matches(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<DescribedFields, String> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return matches(document, &document["components"]["schemas"][name], value, at);
    }
    if let Some(all) = schema["allOf"].as_array() {
        let mut described = DescribedFields::default();
        for part in all {
            described.add(matches(document, part, value, at)?);
        }
        return Ok(described);
    }
    if let Some(choices) = schema["oneOf"].as_array().or_else(|| schema["anyOf"].as_array()) {
        let fitting = choices.iter().filter_map(|choice| matches(document, choice, value, at).ok());
        let fitting: Vec<DescribedFields> = fitting.collect();
        if fitting.is_empty() {
            return Err(format!("{at}: nothing fits {value}"));
        }
        let mut described = DescribedFields::default();
        fitting.into_iter().for_each(|choice| described.add(choice));
        return Ok(described);
    }
    if schema["enum"].as_array().is_some_and(|allowed| !allowed.contains(value)) {
        return Err(format!("{at}: {value} is none of {}", schema["enum"]));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => return Ok(DescribedFields { any: true, ..DescribedFields::default() }),
    };
    if !kinds.iter().any(|kind| is(value, kind)) {
        return Err(format!("{at}: {value} is no {kinds:?}"));
    }
    for item in value.as_array().into_iter().flatten() {
        fits(document, &schema["items"], item, &format!("{at}[]"))?;
    }
    let Some(fields) = value.as_object() else { return Ok(DescribedFields::default()) };
    for required in schema["required"].as_array().into_iter().flatten() {
        if !fields.contains_key(required.as_str().unwrap()) {
            return Err(format!("{at}: {required} is missing in {value}"));
        }
    }
    let mut described = DescribedFields::default();
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        described.names.insert(name.clone());
        if let Some(field) = fields.get(name) {
            fits(document, schema, field, &format!("{at}.{name}"))?;
        }
    }
    let extra = &schema["additionalProperties"];
    // A map, or an object that no type of ours describes.
    described.any =
        extra.is_object() || *extra == true || schema.get("properties").is_none() && extra.is_null();
    Ok(described)
}

#[test]
fn a_field_that_is_not_described_is_refused() {
    let part = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    let document = json!({"components": {"schemas": {"Part": part}}});
    let whole = json!({"allOf": [
        {"$ref": "#/components/schemas/Part"},
        {"type": "object", "properties": {"b": {"type": "string"}}},
    ]});
    assert!(fits(&document, &whole, &json!({"a": 1, "b": "x"}), "").is_ok());
    assert!(fits(&document, &whole, &json!({"a": 1, "b": "x", "c": 2}), "").is_err());
    assert!(fits(&document, &whole, &json!({"a": "x"}), "").is_err());
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

async fn the_page_needs_nothing_from_elsewhere(world: World) {
    let page = world.send(Method::GET, "/docs", None, None).await;
    assert!(page.headers["content-type"].to_str().unwrap().starts_with("text/html"));
    assert!(page.text.contains("POST /api/games/{id}/commands"));
    for outside in ["<script", "<link", "style=", "src=", "http://", "https://"] {
        assert!(!page.text.contains(outside), "{outside}");
    }
}
