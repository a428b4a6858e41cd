//! What was weak in the games this one descends from, and is not here.

use crate::client::{Seated, World};
use reqwest::Method;
use serde_json::{Value, json};

crate::cases![
    cornell_racks_and_bag_are_nobodys_business,
    cornell_names_and_chat_cannot_break_out_of_json,
    cornell_tiles_one_lacks_change_nothing,
    cornell_occupied_squares_and_bounds_are_checked,
    cornell_streams_can_be_resumed,
    cornell_keys_cannot_be_guessed_and_are_withdrawn,
    cornell_a_full_game_says_so,
    cornell_newcomers_see_old_chat,
    cornell_joining_fast_is_no_race,
    cornell_games_outlive_the_process,
    generic_the_board_is_not_taken_from_the_client,
    generic_turns_and_seats_are_checked,
    generic_a_scoreless_first_turn_leaves_the_first_play_first,
    generic_blanks_can_be_played,
    generic_watching_needs_no_seat_and_coming_back_keeps_it,
];

/// How many racks of others a view shows.
fn hidden_racks(view: &Value, own: Option<u64>) -> usize {
    let seats = view["seats"].as_array().unwrap();
    seats
        .iter()
        .enumerate()
        .filter(|(seat, _)| Some(*seat as u64) != own)
        .filter(|(_, seat)| seat.get("rack").is_some())
        .count()
}

async fn cornell_racks_and_bag_are_nobodys_business(world: World) {
    let ann = world.make(json!({"player":"Ann","rules":"cornell","pace":60_000})).await;
    let own = ann.view().await;
    assert_eq!(hidden_racks(&own, Some(0)), 0);
    assert!(own["bag"].is_number());
    let anybody = world.get(&ann.path("")).await.ok(200);
    assert_eq!(hidden_racks(&anybody, None), 0);
    assert!(!anybody.to_string().contains("\"letters\""));
}

async fn cornell_names_and_chat_cannot_break_out_of_json(world: World) {
    let name = "\"},{\"<script>alert(1)</script>";
    let (ann, bob) = world.two(json!({"player":name,"name":"</title><img src=x onerror=1>"})).await;
    let mut events = bob.events("?since=0").await;
    assert_eq!(events.next_of("joined").await.data["player"], name);
    ann.post("/chat", json!({"text":"\"}\n\ndata: {\"seat\":1}"})).await.ok(201);
    // A line break in the text neither ends the event nor begins another.
    let heard = events.next_of("chat").await;
    assert_eq!((&heard.data["seat"], &heard.data["text"]), (&json!(0), &json!("\"}  data: {\"seat\":1}")));
    let answer = world.get(&ann.path("")).await;
    assert_eq!(answer.headers["content-type"], "application/json");
    assert_eq!(answer.ok(200)["seats"][0]["player"], name);
}

async fn cornell_tiles_one_lacks_change_nothing(world: World) {
    let (ann, _) = world.two(json!({})).await;
    let before = ann.view().await;
    let held = before["seats"][0]["rack"].as_array().unwrap();
    let missing = (1..=26).find(|tile| !held.contains(&json!(tile))).unwrap();
    let letter = char::from(b'A' + missing as u8 - 1).to_string();
    let tiles: Vec<Value> = (7..9).map(|x| json!({"x":x,"y":7,"tile":missing,"letter":letter})).collect();
    let refused = ann.command(json!({"type":"play","tiles":tiles})).await;
    assert_eq!(refused.status, 422);
    assert!(refused.text.contains("not-on-rack"), "{}", refused.text);
    let after = ann.view().await;
    assert_eq!(
        (&before["board"], &before["seats"], &before["turn"]),
        (&after["board"], &after["seats"], &after["turn"])
    );
}

async fn cornell_occupied_squares_and_bounds_are_checked(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    ann.play_best().await;
    let rack = bob.view().await["seats"][1]["rack"].clone();
    let letter =
        |tile: &Value| char::from(b'A' + (tile.as_u64().unwrap() as u8).saturating_sub(1)).to_string();
    let at = |x: i64, y: i64, n: usize| json!({"x":x,"y":y,"tile":rack[n],"letter":letter(&rack[n])});
    let occupied = bob.command(json!({"type":"play","tiles":[at(7, 7, 0), at(7, 8, 1)]})).await;
    assert!(occupied.status == 422 && occupied.text.contains("\"occupied\""), "{}", occupied.text);
    for (x, y) in [(-1, 7), (15, 7), (7, 15), (i64::from(i32::MAX), 7), (i64::from(i32::MIN), 7)] {
        let outside = bob.command(json!({"type":"play","tiles":[at(x, y, 0)]})).await;
        assert_eq!(outside.status, 422, "{}", outside.text);
    }
    let huge = bob.command(json!({"type":"play","tiles":[{"x":i64::MAX,"y":0,"tile":1}]})).await;
    huge.problem(400, "malformed");
}

async fn cornell_streams_can_be_resumed(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let mut events = bob.events("").await;
    ann.play_best().await;
    let last = events.next_of("played").await.id.unwrap();
    drop(events);
    bob.play_best().await;
    ann.play_best().await;
    let mut again = bob.events(&format!("?since={last}")).await;
    assert_eq!(again.next().await.unwrap().id, Some(last + 1));
    assert_eq!(again.next().await.unwrap().id, Some(last + 2));
}

async fn cornell_keys_cannot_be_guessed_and_are_withdrawn(world: World) {
    let mut keys = std::collections::HashSet::new();
    for _ in 0..20 {
        let ann =
            world.make(json!({"name":"Tea","player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]})).await;
        assert!(keys.insert(ann.key.clone()));
        assert!(ann.key.len() == 64 && !ann.view().await.to_string().contains(&ann.key));
    }
    let (ann, bob) = world.two(json!({})).await;
    let id = store::GameId::new(ann.id.as_str()).unwrap();
    let kept = format!("{:?}", world.app.store().copy(&id).await.unwrap().unwrap().keys);
    assert!(!kept.contains(&ann.key));
    bob.leave().await.ok(200);
    bob.post("/chat", json!({"text":"still here"})).await.problem(401, "unknown-key");
}

async fn cornell_a_full_game_says_so(world: World) {
    let (ann, _) = world.two(json!({})).await;
    world.post(&ann.path("/seats"), json!({"player":"Cid"})).await.problem(409, "table-full");
}

async fn cornell_newcomers_see_old_chat(world: World) {
    let ann = world.make(json!({"player":"Ann","rules":"cornell","pace":60_000})).await;
    ann.post("/chat", json!({"text":"anybody?"})).await.ok(201);
    let bob = ann.join("Bob").await;
    assert_eq!(bob.get("/chat").await.ok(200)["lines"][0]["text"], "anybody?");
    let mut events = bob.events("?lines=0").await;
    assert_eq!(events.next_of("chat").await.data["text"], "anybody?");
}

async fn cornell_joining_fast_is_no_race(world: World) {
    let ann = world
        .make(
            json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"},{"kind":"open"},{"kind":"open"}]}),
        )
        .await;
    let join = |number: usize| {
        let (world, path) = (world.clone(), ann.path("/seats"));
        tokio::spawn(async move { world.post(&path, json!({"player":format!("P{number}")})).await })
    };
    let joining: Vec<_> = (0..8).map(join).collect();
    let mut seats = Vec::new();
    for answer in joining {
        let answer = answer.await.unwrap();
        match answer.status {
            200 => seats.push(answer.body["seat"].as_u64().unwrap()),
            _ => _ = answer.problem(409, "table-full"),
        }
    }
    seats.sort_unstable();
    assert_eq!(seats, [1, 2, 3]);
    assert_eq!(ann.view().await["state"], "running");
}

/// Another server on the same store is what a restart comes to.
async fn cornell_games_outlive_the_process(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    ann.play_best().await;
    let before = bob.view().await;
    let app =
        quixotry_server::App::with_store(world.app.settings().clone(), world.app.store().clone()).unwrap();
    let again = World::with(app).await;
    let bob = Seated { world: again, ..bob };
    let after = bob.view().await;
    for key in ["seq", "turn", "seats", "board", "bag", "turns_list"] {
        let (mut before, mut after) = (before[key].clone(), after[key].clone());
        for view in [&mut before, &mut after] {
            view.as_array_mut()
                .into_iter()
                .flatten()
                .filter_map(Value::as_object_mut)
                .for_each(|seat| _ = seat.remove("online"));
        }
        assert_eq!(before, after, "{key}");
    }
    bob.play_best().await;
}

async fn generic_the_board_is_not_taken_from_the_client(world: World) {
    let (ann, _) = world.two(json!({"rules":"generic"})).await;
    let board = json!({"type":"play","board":vec!["Q"; 225],"boardIndPlayed":[112],"rackIndPlayed":[0]});
    ann.command(board).await.problem(400, "malformed");
    assert_eq!(ann.view().await["board"], json!([]));
}

async fn generic_turns_and_seats_are_checked(world: World) {
    let (ann, bob) = world.two(json!({"rules":"generic"})).await;
    bob.command(json!({"type":"pass"})).await.problem(422, "not-your-turn");
    // Knowing the game's address makes nobody its first player.
    world
        .send(Method::POST, &ann.path("/commands"), None, Some(json!({"type":"resign"})))
        .await
        .problem(401, "unknown-key");
    assert_eq!(ann.view().await["state"], "running");
}

async fn generic_a_scoreless_first_turn_leaves_the_first_play_first(world: World) {
    let (ann, bob) = world.two(json!({"rules":"generic"})).await;
    ann.command(json!({"type":"pass"})).await.ok(200);
    bob.command(json!({"type":"pass"})).await.ok(200);
    let rack = ann.view().await["seats"][0]["rack"].clone();
    let letter =
        |tile: &Value| char::from(b'A' + (tile.as_u64().unwrap() as u8).saturating_sub(1)).to_string();
    let tiles: Vec<Value> =
        (0..2).map(|n| json!({"x":n,"y":0,"tile":rack[n],"letter":letter(&rack[n])})).collect();
    let refused = ann.command(json!({"type":"play","tiles":tiles})).await;
    assert!(refused.status == 422 && refused.text.contains("not-on-start"), "{}", refused.text);
}

async fn generic_blanks_can_be_played(world: World) {
    let source = "inherit = 'standard'\n[tiles]\nname = 'blanks'\nletter = [{ upper = 'A', lower = 'a', count = 20, points = 1, vowel = true, aliases = [] }]\n[[tiles.blank]]\npoints = 0\ncount = 20\n";
    let made = world
        .post(
            "/games",
            json!({"player":"Ann","rules":{"source":source},"seats":[{"kind":"you"},{"kind":"open"}]}),
        )
        .await;
    // The lexicon needs all letters, so that blanks are tried with the standard tiles instead.
    assert_eq!(made.status, 422, "{}", made.text);
    for seed in 0..200 {
        let wanted = json!({"player":"Ann","seed":seed,"challenge":"single","seats":[{"kind":"you"},{"kind":"computer"}],"pace":60_000});
        let ann = world.make(wanted).await;
        let view = ann.view().await;
        let rack = view["seats"][0]["rack"].as_array().unwrap();
        if view["turn"] != 0 || !rack.contains(&json!(0)) {
            continue;
        }
        let plain = rack.iter().find(|tile| **tile != 0).unwrap();
        let letter = char::from(b'A' + plain.as_u64().unwrap() as u8 - 1).to_string();
        let tiles = json!([{"x":7,"y":7,"tile":0,"letter":"z"},{"x":8,"y":7,"tile":plain,"letter":letter}]);
        ann.command(json!({"type":"play","tiles":tiles})).await.ok(200);
        let view = ann.view().await;
        assert_eq!(view["board"][0]["wild"], true);
        assert_eq!(view["turns_list"][0]["play"], format!("8H z{letter}"));
        return;
    }
    panic!("no rack with a blank in 200 games");
}

async fn generic_watching_needs_no_seat_and_coming_back_keeps_it(world: World) {
    let (ann, bob) = world.two(json!({"rules":"generic"})).await;
    let anybody = world.get(&ann.path("")).await.ok(200);
    assert_eq!((&anybody["viewer"], &anybody["allow"]), (&json!(null), &json!([])));
    // A key is all it takes to come back, from any machine.
    let elsewhere = Seated { world: World::with(world.app.clone()).await, ..bob };
    assert_eq!(elsewhere.view().await["viewer"], 1);
    ann.command(json!({"type":"pass"})).await.ok(200);
    elsewhere.command(json!({"type":"pass"})).await.ok(200);
}
