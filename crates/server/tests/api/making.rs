//! Making games.

use crate::client::World;
use reqwest::Method;
use serde_json::{Value, json};

crate::cases![
    a_game_is_made_as_the_issue_says,
    a_game_begins_when_all_seats_are_taken,
    left_to_itself_a_game_is_against_a_computer,
    rules_can_be_varied,
    who_begins_is_drawn_if_asked,
    own_rules_are_taken,
    what_cannot_be_made_is_refused_with_the_place,
    a_board_that_costs_too_much_is_refused,
    bodies_that_are_no_json_are_refused,
    a_maker_may_only_watch,
    an_open_seat_stays_open,
    a_random_board_is_dealt_for_each_game,
    people_play_without_a_word_list,
];

async fn a_game_is_made_as_the_issue_says(world: World) {
    let wanted = json!({"name":"Tea","player":"Ann","rules":"standard","seed":7,
        "seats":[{"kind":"you"},{"kind":"open"},{"kind":"computer","level":"greedy"}]});
    let made = world.post("/games", wanted).await.ok(201);
    assert_eq!(made["seat"], 0);
    assert_eq!(made["key"].as_str().unwrap().len(), 64);
    assert_eq!(made["game"]["state"], "open");
    assert_eq!(made["game"]["seats"][2]["level"], "greedy");
    assert_eq!(made["game"]["seats"][1], json!({"player":null,"kind":"open","score":0}));
    assert!(made.get("invite").is_none());
}

async fn a_game_begins_when_all_seats_are_taken(world: World) {
    let ann = world.make(json!({"player":"Ann","seats":[{"kind":"you"},{"kind":"open"}]})).await;
    let before = ann.view().await;
    assert_eq!((&before["state"], &before["stage"]), (&json!("open"), &json!("waiting")));
    assert_eq!(before["seats"][0]["player"], "Ann");
    let bob = ann.join("Bob").await;
    let view = bob.view().await;
    assert_eq!(
        (&view["state"], &view["stage"], &view["viewer"]),
        (&json!("running"), &json!("playing"), &json!(1))
    );
    assert_eq!(view["seats"][1]["rack"].as_array().unwrap().len(), 7);
    assert!(view["seats"][0].get("rack").is_none());
    assert_eq!(view["bag"], 86);
}

async fn left_to_itself_a_game_is_against_a_computer(world: World) {
    let ann = world.make(json!({"player":"Ann"})).await;
    let view = ann.view().await;
    assert_eq!(view["name"], "Ann's game");
    assert_eq!(view["seats"][1]["kind"], "computer");
    assert_eq!(view["state"], "running");
    assert!(view["allow"].as_array().unwrap().contains(&json!("play")));
}

async fn rules_can_be_varied(world: World) {
    let wanted = json!({"player":"Ann","rules":"standard","board":"super","racks":"open","challenge":"double",
        "hints":false,"undo":true,"clock":{"kind":"game","initial":"25m","penalty":10,"overtime":"10m"}});
    let made = world.post("/games", wanted).await;
    let ann = match made.status {
        201 => world.seated(&made.body),
        _ => {
            // Boards are data: take any other one where this is not shipped.
            let boards = world.get("/boards").await.ok(200);
            let board = &boards["boards"][0]["name"];
            let wanted = json!({"player":"Ann","board":board,"racks":"open","challenge":"double","hints":false,
                "undo":true,"clock":{"kind":"game","initial":"25m","penalty":10,"overtime":"10m"}});
            world.make(wanted).await
        }
    };
    let setup = ann.get("/setup").await.ok(200);
    assert_eq!(setup["rules"]["racks"], "open");
    assert_eq!(setup["rules"]["challenge"], "double");
    assert_eq!(setup["rules"]["hints"], false);
    assert_eq!(setup["rules"]["undo"], true);
    assert_eq!(setup["rules"]["clock"]["initial"], 1_500_000);
    let view = ann.view().await;
    assert_eq!(view["seats"][0]["time_left"], 1_500_000);
    assert!(view["seats"][1]["rack"].is_array());
}

async fn who_begins_is_drawn_if_asked(world: World) {
    let seats =
        json!([{"kind":"you"},{"kind":"computer","level":"first"},{"kind":"computer","level":"first"}]);
    let mut first = std::collections::BTreeSet::new();
    // Of three seats in forty games each begins: that one never does has a chance of one to ten million.
    for _ in 0..40 {
        let ann = world.make(json!({"player":"Ann","seats":seats,"starter":"random","pace":60_000})).await;
        first.insert(ann.view().await["turn"].as_u64());
    }
    assert_eq!(first.len(), 3, "{first:?}");
    for _ in 0..5 {
        let ann = world.make(json!({"player":"Ann","seats":seats,"starter":"first"})).await;
        assert_eq!(ann.view().await["turn"], 0);
    }
    let wrong = json!({"player":"Ann","starter":"youngest"});
    world.post("/games", wrong).await.problem(400, "malformed");
}

async fn own_rules_are_taken(world: World) {
    let source = "title = 'Eight'\ninherit = 'standard'\nrack = 8";
    let ann = world.make(json!({"player":"Ann","rules":{"source":source}})).await;
    assert_eq!(ann.get("/setup").await.ok(200)["rules"]["rack"], 8);
    let wrong = json!({"player":"Ann","rules":{"source":"inherit = 'standard'\nrack = 'many'"}});
    let problem = world.post("/games", wrong).await.problem(400, "malformed");
    assert!(problem["message"].as_str().unwrap().contains("rack"), "{problem}");
    let path = json!({"player":"Ann","rules":"../../../etc/passwd"});
    world.post("/games", path).await.problem(422, "no-such-rules");
}

async fn what_cannot_be_made_is_refused_with_the_place(world: World) {
    let you = json!({"kind":"you"});
    let cases = [
        (json!({"player":"Ann","colour":"red"}), 400, "malformed", "colour"),
        (json!({"player":7}), 400, "malformed", "player"),
        (json!({"player":"x".repeat(41)}), 400, "malformed", "player: a name has 1 to 40 characters"),
        (json!({"player":"  "}), 400, "malformed", "player"),
        (json!({"player":"a\u{202e}b"}), 400, "malformed", "character"),
        (json!({}), 400, "malformed", "needs a name"),
        (json!({"player":"Ann","rules":"chess"}), 422, "no-such-rules", "chess"),
        (json!({"player":"Ann","rules":7}), 400, "malformed", "rules"),
        (json!({"player":"Ann","board":"moon"}), 422, "no-such-board", "moon"),
        (json!({"player":"Ann","lexicon":"klingon"}), 422, "no-such-lexicon", "klingon"),
        (json!({"player":"Ann","seats":[you, you]}), 400, "malformed", "seats[1]"),
        (json!({"player":"Ann","seats":[]}), 422, "seats", "not 0"),
        (json!({"player":"Ann","seats":[{"kind":"cat"}]}), 400, "malformed", "seats[0]"),
        (
            json!({"player":"Ann","seats":[you,{"kind":"computer","level":"god"}]}),
            400,
            "malformed",
            "seats[1].level",
        ),
        (json!({"player":"Ann","clock":{"kind":"turn","turn":"soon"}}), 400, "malformed", "clock.turn"),
        (json!({"player":"Ann","clock":{"kind":"turn","turn":"0s"}}), 422, "bad-rules", "clock.turn"),
        (json!({"player":"Ann","pace":99_999_999}), 400, "malformed", "pace"),
    ];
    for (wanted, status, code, says) in cases {
        let problem = world.post("/games", wanted.clone()).await.problem(status, code);
        let message = problem["message"].as_str().unwrap();
        assert!(message.contains(says), "{wanted}: {message:?} does not say {says:?}");
    }
}

/// Rules with a board of this width, whose program goes around so often at every place.
fn busy_board(turns: u32, width: u32) -> String {
    format!(
        "inherit = 'standard'\n[board]\ntitle = 'Busy'\nkind = 'program'\ncentre = [0, 0]\nused = 0\nprogram = \"\"\"\n\
         declare n; n := 0; while (n < {turns}) do {{ n := n + 1 }};\n\
         if (_x_ < 0 \\\\/ _y_ < 0 \\\\/ _x_ >= {width} \\\\/ _y_ >= {width}) then {{ _result_ := -1 }} \
         else {{ _result_ := 0 }}\n\"\"\"\n\
         [[board.square]]\nid = 0\nname = 'plain'\nletter = 1\nword = 1\n"
    )
}

async fn a_board_that_costs_too_much_is_refused(world: World) {
    let make = |source: String| {
        let world = world.clone();
        async move { world.post("/games", json!({"player":"Ann","rules":{"source":source}})).await }
    };
    make(busy_board(300, 15)).await.ok(201);
    let problem = make(busy_board(300, 200)).await.problem(400, "malformed");
    assert!(problem["message"].as_str().unwrap().contains("steps in all"), "{problem}");
    let problem = make(busy_board(1_000_000, 15)).await.problem(400, "malformed");
    assert!(problem["message"].as_str().unwrap().contains("steps"), "{problem}");
}

async fn bodies_that_are_no_json_are_refused(world: World) {
    let send = |kind: &'static str, body: String| {
        crate::client::answer(world.raw(Method::POST, "/games").header("content-type", kind).body(body))
    };
    send("text/plain", "{}".into()).await.problem(415, "not-json");
    let broken = send("application/json", "{\"player\":".into()).await.problem(400, "malformed");
    assert!(broken["message"].as_str().unwrap().contains("line 1 column"), "{broken}");
    send("application/json", "{} {}".into()).await.problem(400, "malformed");
    send("application/json", "x".repeat(300 << 10)).await.problem(413, "too-large");
    send("application/json", "\u{0}".into()).await.problem(400, "malformed");
}

async fn a_maker_may_only_watch(world: World) {
    let made = world.post("/games", json!({"seats":[{"kind":"computer"},{"kind":"open"}]})).await.ok(201);
    assert_eq!(made["seat"], json!(null));
    let maker = world.seated(&made);
    assert_eq!(maker.view().await["owner"], true);
    maker.command(json!({"type":"pass"})).await.problem(403, "forbidden");
    assert_eq!(world.get(&maker.path("")).await.ok(200)["owner"], false);
}

async fn an_open_seat_stays_open(world: World) {
    let seats = json!([{"kind":"you"},{"kind":"open"}]);
    let ann = world.make(json!({"player":"Ann","rules":"skrabbkle","seats":seats})).await;
    let view = ann.view().await;
    assert_eq!((&view["state"], &view["seats"][1]["kind"]), (&json!("open"), &json!("open")));
    let bob = ann.join("Bob").await;
    let view = bob.view().await;
    assert_eq!((&view["state"], &view["seats"][1]["kind"]), (&json!("running"), &json!("human")));
    // What the maker leaves out is left to the rules.
    let alone = world.make(json!({"player":"Ann","rules":"skrabbkle"})).await.view().await;
    assert_eq!(alone["seats"][1]["kind"], "computer");
    let cornell = world.make(json!({"player":"Ann","rules":"cornell","seats":seats})).await.view().await;
    let kinds: Vec<_> = cornell["seats"].as_array().unwrap().iter().map(|seat| &seat["kind"]).collect();
    assert_eq!(kinds, ["human", "open", "computer", "computer"]);
}

async fn a_random_board_is_dealt_for_each_game(world: World) {
    let setup = async |wanted: Value| world.make(wanted).await.get("/setup").await.ok(200);
    let choices = [
        json!({"rules":"random"}),
        json!({"board":"random"}),
        json!({"rules":{"source":"inherit = 'random'"}}),
    ];
    for choice in choices {
        let mut wanted = json!({"player":"Ann"});
        wanted.as_object_mut().unwrap().extend(choice.as_object().unwrap().clone());
        let (one, two) = (setup(wanted.clone()).await, setup(wanted.clone()).await);
        assert_ne!(one["board"]["rows"], two["board"]["rows"], "{wanted}");
        assert_ne!(one["board"]["seed"], two["board"]["seed"], "{wanted}");
        wanted["seed"] = json!(7);
        let (one, two) = (setup(wanted.clone()).await, setup(wanted.clone()).await);
        assert_eq!(one["board"], two["board"], "{wanted}");
        assert_eq!(one["board"]["seed"], "7");
    }
    let ann = world.make(json!({"player":"Ann","rules":"random"})).await;
    let seed = ann.get("/setup").await.ok(200)["board"]["seed"].as_str().unwrap().to_owned();
    let record = ann.get("/record?format=jsonl").await;
    let header: Value = serde_json::from_str(record.text.lines().next().unwrap()).unwrap();
    let source = header["rules"]["source"].as_str().unwrap();
    assert!(source.contains(&format!("seed = \"{seed}\"")), "{source}");
    assert!(setup(json!({"player":"Ann"})).await["board"].get("seed").is_none());
}

async fn people_play_without_a_word_list(world: World) {
    let ann = world
        .make(json!({"player":"Ann","lexicon":"none","rules":"cornell","seats":
        [{"kind":"you"},{"kind":"open"},{"kind":"open"},{"kind":"open"}]}))
        .await;
    for name in ["Bob", "Cid", "Dan"] {
        ann.join(name).await;
    }
    let view = ann.view().await;
    assert_eq!((&view["state"], &view["lexicon"]), (&json!("running"), &json!("none")));
    assert!(!view["allow"].as_array().unwrap().contains(&json!("hint")));
    let letters: String =
        view["seats"][0]["letters"].as_str().unwrap().chars().filter(|c| c.is_alphabetic()).take(3).collect();
    // Three letters that are no word in either direction, such as the first of the rack and its neighbours.
    let preview = ann.post("/preview", json!({"play":format!("8H {letters}")})).await.ok(200);
    assert_eq!(preview["legal"], true, "{preview}");
    ann.command(json!({"type":"play","play":format!("8H {letters}")})).await.ok(200);
    ann.leave().await.ok(200);
    assert_eq!(
        world.get(&ann.path("")).await.ok(200)["seats"][0]["active"],
        false,
        "no computer can take over"
    );
    let two = world.make(json!({"player":"Ann","lexicon":"none"})).await.view().await;
    assert_eq!(two["seats"][1]["kind"], "open");
    let seats = json!([{"kind":"you"},{"kind":"computer"}]);
    let refused = world.post("/games", json!({"player":"Ann","lexicon":"none","seats":seats})).await;
    refused.problem(422, "lexicon-needed");
}
