//! The list of games and its news.

use crate::client::{Events, World};
use reqwest::Method;
use serde_json::json;

crate::cases![
    games_are_found_by_state_name_player_and_rules,
    pages_follow_each_other,
    the_lobby_is_told_of_changes,
    private_games_are_found_by_nobody,
    games_are_counted,
    a_search_looks_at_names_players_and_rules,
    a_client_finds_its_games_by_its_keys,
    the_list_says_what_players_agree_to,
];

async fn names(world: &World, query: &str) -> Vec<String> {
    let list = world.get(&format!("/games{query}")).await.ok(200);
    let games = list["games"].as_array().unwrap();
    games.iter().map(|game| game["name"].as_str().unwrap().to_owned()).collect()
}

async fn games_are_found_by_state_name_player_and_rules(world: World) {
    let open = json!([{"kind":"you"},{"kind":"open"}]);
    world.make(json!({"name":"Tea","player":"Ann","seats":open})).await;
    world.make(json!({"name":"Coffee","player":"Bob","rules":"generic","seats":open})).await;
    let (ann, _) = world.two(json!({"name":"Teatime"})).await;
    ann.command(json!({"type":"resign"})).await.ok(200);

    assert_eq!(names(&world, "").await, ["Teatime", "Coffee", "Tea"]);
    assert_eq!(names(&world, "?state=open").await, ["Coffee", "Tea"]);
    assert_eq!(names(&world, "?state=over").await, ["Teatime"]);
    assert_eq!(names(&world, "?state=running").await, [""; 0]);
    assert_eq!(names(&world, "?q=tea").await, ["Teatime", "Tea"]);
    assert_eq!(names(&world, "?player=BOB").await, ["Teatime", "Coffee"]);
    assert_eq!(names(&world, "?rules=generic").await, ["Coffee"]);
    let over = world.get("/games?state=over").await.ok(200)["games"][0].clone();
    assert_eq!((&over["state"], &over["winners"]), (&json!("over"), &json!([1])));
    world.get("/games?state=lost").await.problem(400, "malformed");
    world.get("/games?before=x").await.problem(400, "malformed");
    world.get("/games?limit=many").await.problem(400, "malformed");
    world.get("/games?limit=0").await.problem(400, "malformed");
    world.get("/games?limit=1000000").await.problem(400, "malformed");
}

async fn pages_follow_each_other(world: World) {
    for name in ["a", "b", "c", "d", "e"] {
        world.make(json!({"name":name,"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]})).await;
    }
    let first = world.get("/games?limit=2").await.ok(200);
    let next = first["next"].as_str().unwrap();
    assert_eq!(names(&world, &format!("?limit=2&before={next}")).await, ["c", "b"]);
    assert_eq!(names(&world, &format!("?limit=9&before={next}&player=ann")).await, ["c", "b", "a"]);
}

async fn the_lobby_is_told_of_changes(world: World) {
    let mut news = Events::open(world.raw(Method::GET, "/lobby/events")).await;
    let ann = world.make(json!({"name":"Tea","player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]})).await;
    let made = news.next_of("game").await;
    assert_eq!((&made.data["id"], &made.data["state"]), (&json!(ann.id), &json!("open")));
    ann.join("Bob").await;
    let begun = news.next_of("game").await;
    assert_eq!((&begun.data["state"], &begun.data["seats"][1]["player"]), (&json!("running"), &json!("Bob")));
}

async fn private_games_are_found_by_nobody(world: World) {
    let wanted = json!({"player":"Ann","visibility":"private","seats":[{"kind":"you"},{"kind":"open"}]});
    let ann = world.make(wanted).await;
    let invite = ann.invite.clone().unwrap();
    assert_eq!(names(&world, "").await, [""; 0]);
    for path in ["", "/setup", "/chat", "/events", "/record?format=svg", "/squares?x=0&y=0&width=1&height=1"]
    {
        world.get(&ann.path(path)).await.problem(403, "invite-needed");
    }
    world.post(&ann.path("/seats"), json!({"player":"Eve"})).await.problem(403, "invite-needed");
    world.get(&ann.path("?invite=0000")).await.problem(403, "invite-needed");
    world.get(&ann.path(&format!("?invite={invite}"))).await.ok(200);
    let header = world.raw(Method::GET, &ann.path("")).header("x-invite", &invite);
    crate::client::answer(header).await.ok(200);
    // The invitation lets one watch and join, not play.
    world
        .send(Method::POST, &ann.path("/commands"), Some(&invite), Some(json!({"type":"pass"})))
        .await
        .problem(401, "unknown-key");
    let bob = ann.join("Bob").await;
    assert_eq!(bob.view().await["visibility"], "private");
}

async fn games_are_counted(world: World) {
    let open = json!([{"kind":"you"},{"kind":"open"}]);
    world.make(json!({"player":"Ann","seats":open})).await;
    world.make(json!({"player":"Ann","seats":open})).await;
    world.make(json!({"player":"Ann","seats":open,"visibility":"private"})).await;
    let (ann, _) = world.two(json!({})).await;
    let counts = world.get("/lobby/counts").await.ok(200);
    assert_eq!(counts, json!({"open":2,"running":1,"over":0,"most":1000}));
    ann.command(json!({"type":"resign"})).await.ok(200);
    let counts = world.get("/lobby/counts").await.ok(200);
    assert_eq!((&counts["running"], &counts["over"]), (&json!(0), &json!(1)));
}

async fn a_search_looks_at_names_players_and_rules(world: World) {
    let open = json!([{"kind":"you"},{"kind":"open"}]);
    for (name, player, rules) in
        [("Tea", "Ann", "generic"), ("Coffee", "Zoë", "standard"), ("Tea", "Bob", "itu")]
    {
        world.make(json!({"name":name,"player":player,"rules":rules,"seats":open})).await;
    }
    assert_eq!(names(&world, "?q=zo%C3%AB").await, ["Coffee"]);
    assert_eq!(names(&world, "?q=TEA%20ann").await, ["Tea"]);
    assert_eq!(names(&world, "?q=ann%20%20generic").await, ["Tea"]);
    assert_eq!(names(&world, "?q=tea%20zo").await, [""; 0]);
    assert_eq!(names(&world, "?q=").await.len(), 3);
    // A page that is full in the middle of what was read goes on right there.
    let first = world.get("/games?q=tea&limit=1").await.ok(200);
    assert_eq!(first["games"][0]["seats"][0]["player"], "Bob");
    let next = first["next"].as_str().unwrap();
    let second = world.get(&format!("/games?q=tea&limit=1&before={next}")).await.ok(200);
    assert_eq!(second["games"][0]["seats"][0]["player"], "Ann");
    world.get(&format!("/games?q={}", "x".repeat(101))).await.problem(400, "malformed");
}

async fn a_client_finds_its_games_by_its_keys(world: World) {
    let seats = json!([{"kind":"open"},{"kind":"you"}]);
    let private =
        world.make(json!({"name":"Secret","player":"Ann","seats":seats,"visibility":"private"})).await;
    let other = world.make(json!({"name":"Other","player":"Bob","seats":seats,"visibility":"private"})).await;
    let public = world.make(json!({"name":"Open","player":"Cy","seats":seats})).await;
    let invite = private.invite.clone().unwrap();
    let found = async |games: serde_json::Value| {
        let answer = world.post("/lobby/held", json!({"games":games})).await.ok(200);
        let games = answer["games"].as_array().unwrap().clone();
        games.into_iter().map(|game| (game["name"].clone(), game["seat"].clone())).collect::<Vec<_>>()
    };
    let wanted = json!([
        {"id":private.id,"key":private.key},
        {"id":private.id,"invite":invite},
        {"id":public.id},
        {"id":"nosuchgame"},
        {"id":"not an id!"},
        {"id":other.id,"key":private.key},
        {"id":other.id},
    ]);
    let (secret, open) = (json!("Secret"), json!("Open"));
    assert_eq!(
        found(wanted).await,
        [(secret.clone(), json!(1)), (secret, json!(null)), (open, json!(null))],
        "a key opens its own game and no other"
    );
    let many: Vec<_> = (0..101).map(|_| json!({"id":public.id})).collect();
    world.post("/lobby/held", json!({"games":many})).await.problem(400, "malformed");
}

async fn the_list_says_what_players_agree_to(world: World) {
    let clock = json!({"kind":"game","initial":"10m","increment":"5s"});
    let wanted = json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}],"clock":clock,
        "challenge":"double","hints":false,"undo":true,"racks":"open"});
    world.make(wanted).await;
    let list = world.get("/games").await.ok(200);
    let clock = json!({"kind":"game","initial":600_000,"increment":5_000});
    assert_eq!(
        list["games"][0]["terms"],
        json!({"clock":clock,"challenge":"double","hints":false,"undo":true,"racks":"open"})
    );
}
