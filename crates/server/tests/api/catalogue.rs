//! What there is to choose from, and what never changes about a game.

use crate::client::World;
use reqwest::Method;
use serde_json::json;

crate::cases![
    everything_can_be_found,
    a_setup_shows_board_and_tiles,
    a_board_without_end_is_shown_in_parts,
    unknown_pages_say_so
];

async fn everything_can_be_found(world: World) {
    let rules = world.get("/rules").await.ok(200);
    let names: Vec<_> =
        rules["rules"].as_array().unwrap().iter().map(|rules| rules["name"].clone()).collect();
    for name in ["standard", "generic", "cornell", "itu", "haskell", "skrabbkle"] {
        assert!(names.contains(&json!(name)), "{names:?}");
    }
    let pictures = rules["rules"].as_array().unwrap().iter().map(|rules| (&rules["name"], &rules["picture"]));
    for (name, picture) in pictures {
        let rows: Vec<_> = picture.as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
        assert!(
            rows.len() > 1 && rows.iter().all(|row| row.chars().count() == rows[0].chars().count()),
            "{name}"
        );
        assert!(
            rows.iter().all(|row| row.chars().all(|sign| ".'\"^-=~*#".contains(sign))),
            "{name}: {rows:?}"
        );
    }
    assert_eq!(world.get("/rules/standard").await.ok(200)["rules"]["rack"], 7);
    // Rules can be read where their lexicon is not installed.
    assert_eq!(world.get("/rules/swedish").await.ok(200)["lexicon"]["words"], json!(null));
    world.get("/rules/chess").await.problem(404, "no-such-rules");
    let boards = world.get("/boards").await.ok(200);
    assert!(boards["boards"].as_array().unwrap().iter().any(|board| board["kind"] == "unbounded"));
    let lexica = world.get("/lexicons").await.ok(200);
    assert_eq!(lexica["lexicons"][0]["name"], "english");
    assert_eq!(world.get("/lexicons/english/words/dance").await.ok(200), json!({"word":"dance","good":true}));
    assert_eq!(world.get("/lexicons/english/words/XQXQ").await.ok(200)["good"], false);
    assert_eq!(world.get("/lexicons/english/words/%F0%9F%AB%96").await.ok(200)["good"], false);
    world.get("/lexicons/klingon/words/dance").await.problem(404, "no-such-lexicon");
    let players = world.get("/players").await.ok(200);
    assert!(players["players"].as_array().unwrap().len() >= 3);
    assert!(world.get("").await.ok(200).is_object());
}

async fn a_setup_shows_board_and_tiles(world: World) {
    let (ann, _) = world.two(json!({})).await;
    let answer = ann.get("/setup").await;
    assert!(answer.headers["cache-control"].to_str().unwrap().contains("immutable"));
    let setup = answer.ok(200);
    let board = &setup["board"];
    assert_eq!(
        (&board["width"], &board["height"], &board["start"]),
        (&json!(15), &json!(15), &json!({"x":7,"y":7}))
    );
    let rows = board["rows"].as_array().unwrap();
    assert!(rows.len() == 15 && rows.iter().all(|row| row.as_str().unwrap().chars().count() == 15));
    let corner = rows[0].as_str().unwrap().chars().next().unwrap().to_digit(36).unwrap();
    let square = &board["squares"][corner as usize];
    assert_eq!(
        (&square["kind"], &square["factor"], &square["short"]),
        (&json!("word"), &json!(3), &json!("3W"))
    );
    let counts: u64 =
        setup["tiles"].as_array().unwrap().iter().map(|tile| tile["count"].as_u64().unwrap()).sum();
    assert_eq!(counts, 100);
    assert_eq!(setup["tiles"][0]["wild"], true);
    assert_eq!((&setup["vowels"], &setup["alphabet"][25]), (&json!("AEIOU"), &json!("Z")));
    assert!(setup["lexicon"]["words"].as_u64().unwrap() > 1_000);
}

async fn a_board_without_end_is_shown_in_parts(world: World) {
    let boards = world.get("/boards").await.ok(200);
    let endless =
        boards["boards"].as_array().unwrap().iter().find(|board| board["kind"] == "unbounded").unwrap();
    let (ann, _) = world.two(json!({"board":endless["name"]})).await;
    assert_eq!(ann.get("/setup").await.ok(200)["board"]["coords"], "numbers");
    let part = ann.get("/squares?x=-100&y=40&width=30&height=3").await.ok(200);
    assert_eq!((part["rows"].as_array().unwrap().len(), part["x"].as_i64()), (3, Some(-100)));
    ann.play_best().await;
    ann.get("/squares?x=0&y=0&width=201&height=1").await.problem(400, "malformed");
    ann.get("/squares?x=2147483647&y=0&width=200&height=1").await.problem(400, "malformed");
    ann.get("/squares?x=0").await.problem(400, "malformed");
}

async fn unknown_pages_say_so(world: World) {
    world.get("/nonsense").await.problem(404, "no-such-page");
    world.get("/games/ab").await.problem(404, "no-such-game");
    world.get("/games/abcdefgh").await.problem(404, "no-such-game");
    world.send(Method::DELETE, "/games", None, None).await.problem(405, "wrong-method");
}
