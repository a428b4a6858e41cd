//! Sitting down, getting up, being replaced.

use crate::client::World;
use reqwest::Method;
use serde_json::json;

crate::cases![
    a_seat_is_taken_once,
    a_key_opens_its_own_seat_only,
    before_the_start_a_seat_opens_again,
    a_table_everybody_left_is_closed,
    afterwards_whoever_leaves_loses_by_rule,
    computers_take_over_and_are_taken_over,
];

async fn a_seat_is_taken_once(world: World) {
    let ann =
        world.make(json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"},{"kind":"open"}]})).await;
    let join = |body| {
        let world = world.clone();
        let path = ann.path("/seats");
        async move { world.post(&path, body).await }
    };
    join(json!({"player":"ANN"})).await.problem(409, "name-taken");
    join(json!({"player":"Bob","seat":0})).await.problem(409, "seat-taken");
    join(json!({"player":"Bob","seat":3})).await.problem(400, "malformed");
    join(json!({"player":""})).await.problem(400, "malformed");
    assert_eq!(join(json!({"player":"Bob","seat":2})).await.ok(200)["seat"], 2);
    assert_eq!(join(json!({"player":"Cid"})).await.ok(200)["seat"], 1);
    join(json!({"player":"Dan"})).await.problem(409, "table-full");
    world.post("/games/nowhere/seats", json!({"player":"Dan"})).await.problem(404, "no-such-game");
}

async fn a_key_opens_its_own_seat_only(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    let (other, _) = world.two(json!({})).await;
    let path = ann.path("/seats/1");
    world.send(Method::DELETE, &path, Some(&ann.key), None).await.problem(403, "forbidden");
    world.send(Method::DELETE, &path, None, None).await.problem(401, "unknown-key");
    world.send(Method::GET, &ann.path(""), Some(&other.key), None).await.problem(401, "unknown-key");
    let answer = world.send(Method::GET, &ann.path(""), Some("nonsense"), None).await;
    assert_eq!(answer.headers["www-authenticate"], "Bearer");
    answer.problem(401, "unknown-key");
    bob.leave().await.ok(200);
    // A key that was given back opens nothing any more.
    bob.get("").await.problem(401, "unknown-key");
}

async fn before_the_start_a_seat_opens_again(world: World) {
    let ann =
        world.make(json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"},{"kind":"open"}]})).await;
    let bob = ann.join("Bob").await;
    bob.leave().await.ok(200);
    let view = ann.view().await;
    assert_eq!((&view["state"], &view["seats"][1]["kind"]), (&json!("open"), &json!("open")));
    let cid = ann.join("Cid").await;
    assert_eq!(cid.seat, 1);
}

async fn a_table_everybody_left_is_closed(world: World) {
    let ann = world.make(json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]})).await;
    ann.leave().await.ok(200);
    assert_eq!(world.get(&ann.path("")).await.ok(200)["state"], "over");
    world.post(&ann.path("/seats"), json!({"player":"Bob"})).await.problem(409, "game-over");
}

async fn afterwards_whoever_leaves_loses_by_rule(world: World) {
    let (ann, bob) = world.two(json!({})).await;
    ann.leave().await.ok(200);
    let view = bob.view().await;
    assert_eq!((&view["state"], &view["over"]["winners"]), (&json!("over"), &json!([1])));
}

async fn computers_take_over_and_are_taken_over(world: World) {
    let ann = world.make(json!({"player":"Ann","rules":"cornell","pace":60_000})).await;
    let view = ann.view().await;
    assert_eq!(view["seats"].as_array().unwrap().len(), 4);
    assert_eq!(world.get(&ann.path("")).await.ok(200)["allow"], json!(["takeover"]));
    let bob = ann.join("Bob").await;
    assert_eq!(bob.seat, 1);
    assert_eq!(bob.view().await["seats"][1]["kind"], "human");
    ann.leave().await.ok(200);
    let view = bob.view().await;
    assert_eq!((&view["state"], &view["seats"][0]["kind"]), (&json!("running"), &json!("computer")));
    // Where the rules do not say so, nobody takes over a computer's seat.
    let eve = world.make(json!({"player":"Eve"})).await;
    world.post(&eve.path("/seats"), json!({"player":"Bob"})).await.problem(409, "table-full");
}
