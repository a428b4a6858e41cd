//! What remains of a game: records, analysis, another game.

use crate::client::World;
use serde_json::{Value, json};

crate::cases![
    computers_play_to_the_end,
    a_game_over_is_written_down_in_every_format,
    a_game_in_progress_shows_what_its_viewer_sees,
    the_same_players_play_again,
    abandoned_games_end,
    every_turn_is_judged_with_what_was_possible,
];

async fn computers_play_to_the_end(world: World) {
    let wanted = json!({"seed":3,"seats":[{"kind":"computer","level":"greedy"},{"kind":"computer","level":"first"}],"pace":0});
    let maker = world.make(wanted).await;
    let view = maker.until(|view| view["state"] == "over").await;
    assert!(view["seats"].as_array().unwrap().iter().all(|seat| seat["rack"].is_array()), "{view}");
    assert!(view["turns"].as_u64().unwrap() > 10);
    let id = store::GameId::new(maker.id.as_str()).unwrap();
    let copy = world.app.store().copy(&id).await.unwrap().unwrap();
    quixotry_server::StoredGameVerifier::new([]).verify(&copy).unwrap();

    let turn = maker.get("/analysis?turn=1").await.ok(200);
    assert!(turn["plays"].as_array().is_some_and(|plays| !plays.is_empty()));
    assert!(turn["played"]["lost"].as_f64().unwrap() >= 0.0);
    maker.get("/analysis?turn=999").await.problem(404, "no-such-turn");
    maker.get("/analysis").await.problem(400, "malformed");
}

async fn a_game_over_is_written_down_in_every_format(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    ann.play_best().await;
    bob.play_best().await;
    ann.get("/record?format=gcg").await.problem(409, "not-over");
    ann.get("/analysis?turn=1").await.problem(409, "not-over");
    ann.command(json!({"type":"resign"})).await.ok(200);

    let gcg = world.get(&ann.path("/record?format=gcg")).await;
    assert!(gcg.text.contains("#player1") && gcg.text.contains(">Bob:"), "{}", gcg.text);
    let jsonl = world.get(&ann.path("/record?format=jsonl")).await.text;
    let record = wire::Record::read(&jsonl, |header| {
        let source = presets::Source::from_text("record", &header.rules.source);
        presets::Library::shipped().rules_from(&source)
    });
    let record = record.unwrap().record;
    assert!(record.game().is_over());
    assert_eq!(wire::verify(&record, Some(presets::english())), []);
    let cgp = world.get(&ann.path("/record?format=cgp&turn=1")).await.text;
    assert!(cgp.starts_with("15/15/15/"), "{cgp}");
    assert!(world.get(&ann.path("/record?format=svg")).await.text.starts_with("<svg"));
    let position = world.get(&ann.path("/record?format=json&turn=0")).await.ok(200);
    assert_eq!(position["racks"].as_array().unwrap().len(), 2);
    world.get(&ann.path("/record?format=cgp&turn=99")).await.problem(404, "no-such-turn");
    world.get(&ann.path("/record?format=pdf")).await.problem(400, "malformed");
}

async fn a_game_in_progress_shows_what_its_viewer_sees(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    ann.play_best().await;
    let seen = bob.get("/record?format=jsonl").await.text;
    let lines: Vec<Value> = seen.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let dealt: Vec<&Value> = lines.iter().filter(|line| line["event"] == "dealt").collect();
    assert!(dealt[0]["tiles"].is_number() && dealt[1]["tiles"].is_array());
    let cgp = |of: String| async move { of.split(' ').nth(1).unwrap().to_owned() };
    let own = cgp(bob.get("/record?format=cgp").await.text).await;
    let nobody = cgp(world.get(&ann.path("/record?format=cgp")).await.text).await;
    assert_eq!((own.len(), nobody.as_str()), (8, "/"), "{own} {nobody}");
}

async fn the_same_players_play_again(world: World) {
    let (ann, bob) = world.two(json!({"name":"Tea"})).await;
    ann.post("/rematch", json!({})).await.problem(409, "not-over");
    let mut events = bob.events("").await;
    ann.command(json!({"type":"resign"})).await.ok(200);
    let first = ann.post("/rematch", json!({})).await.ok(201);
    let told = events.next_of("rematch").await;
    assert_eq!(told.data["id"], first["game"]["id"]);
    let second = bob.post("/rematch", json!({})).await.ok(200);
    assert_eq!(first["game"]["id"], second["game"]["id"]);
    assert_eq!((&first["seat"], &second["seat"]), (&json!(1), &json!(0)));
    assert_eq!(bob.view().await["rematch"]["id"], first["game"]["id"]);
    let (ann, bob) = (world.seated(&first), world.seated(&second));
    assert_eq!(ann.view().await["viewer"], 1);
    assert_eq!(bob.view().await["seats"][0]["player"], "Bob");
    bob.command(json!({"type":"pass"})).await.ok(200);
    ann.command(json!({"type":"pass"})).await.ok(200);
    world.post(&ann.path("/rematch"), json!({})).await.problem(401, "unknown-key");
}

/// Only what is due at once is awaited here; days are a matter of the settings.
async fn abandoned_games_end(world: World) {
    let settings = quixotry_server::TableSettings {
        abandoned: std::time::Duration::from_millis(200),
        unstarted: std::time::Duration::from_millis(200),
        ..world.app.settings().clone()
    };
    let app = quixotry_server::App::with_store(settings, world.app.store().clone()).unwrap();
    let impatient = World::with(app).await;
    let (ann, bob) = impatient.two(json!({})).await;
    let over = bob.until(|view| view["state"] == "over").await;
    assert_eq!(over["over"]["winners"], json!([1]));
    let alone = impatient.make(json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]})).await;
    alone.until(|view| view["state"] == "over").await;
    drop(ann);
}

/// Nothing that anybody did is better than the best turn, and an exchange is worth what stays on the rack.
async fn every_turn_is_judged_with_what_was_possible(world: World) {
    let (ann, bob) = world.two(json!({"challenge":"single"})).await;
    let rack = ann.view().await["seats"][0]["letters"].as_str().unwrap().to_owned();
    ann.command(json!({"type":"exchange","tiles":&rack[..3]})).await.ok(200);
    bob.play_best().await;
    ann.command(json!({"type":"pass"})).await.ok(200);
    bob.command(json!({"type":"resign"})).await.ok(200);
    let turns = [("exchanged", "exchange"), ("played", "play"), ("passed", "rack")];
    for (number, (event, field)) in (1..).zip(turns) {
        let turn = ann.get(&format!("/analysis?turn={number}")).await.ok(200);
        let (plays, played) = (turn["plays"].as_array().unwrap(), &turn["played"]);
        assert_eq!(played["event"], event, "{turn}");
        assert!(played[field].is_string() || field == "rack", "{turn}");
        let equities: Vec<f64> = plays.iter().map(|play| play["equity"].as_f64().unwrap()).collect();
        assert!(equities.is_sorted_by(|a, b| a >= b), "{turn}");
        let lost = equities[0] - played["equity"].as_f64().unwrap();
        assert!((played["lost"].as_f64().unwrap() - lost).abs() < 0.011 && lost >= 0.0, "{turn}");
        let same = plays.iter().position(|play| {
            ["event", "play", "exchange", "score"].iter().all(|key| play[key] == played[key])
        });
        if let Some(place) = same {
            assert!(played["rank"].as_u64().unwrap() <= place as u64 + 1, "{turn}");
        }
    }
    let first = ann.get("/analysis?turn=1").await.ok(200);
    let exchanges = first["plays"].as_array().unwrap().iter().filter(|play| play["event"] == "exchanged");
    assert!(exchanges.count() <= 3, "{first}");
}
