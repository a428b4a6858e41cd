//! Games of one's own: drafts are checked, described, tried and played.

use crate::client::{World, settings};
use quixotry_server::TableSettings;
use serde_json::{Value, json};
use tables::{WorkKind, WorkOwner};

crate::cases!(
    @store sqlite,
    crate::TestStore::Sqlite,
    a_game_with_own_board_tiles_and_words_is_played_and_kept
);

crate::cases!(
    @store memory,
    crate::TestStore::Memory,
    the_workshop_describes_every_key,
    each_fault_of_a_draft_has_its_place,
    a_draft_is_described,
    a_board_file_takes_the_place_of_the_board,
    drafts_are_bounded,
    a_hundred_games_are_played,
    games_that_get_stuck_are_counted,
    a_draft_that_computers_cannot_play_is_not_tried,
    a_trial_does_not_hold_up_answers
);

/// A small game: three letters, a picture of a board, six words.
const TINY: &str = r##"
title = "Tiny"
rack = 3
bonus = 10
seats = 2

[board]
title = "Small"
kind = "picture"
start = "3C"
picture = '''
=...=
.#.'.
..-..
.'.#.
=...=
'''

[tiles]
name = "abc"
letter = [
  { upper = "A", count = 8, points = 1, vowel = true },
  { upper = "B", count = 6, points = 2 },
  { upper = "CH", lower = "ch", count = 4, points = 5 },
]

[lexicon]
name = "few"
words = '''
AB
BA
ABA
BACH
CHA
ACHA
'''
"##;

async fn check(world: &World, draft: Value) -> Value {
    world.post("/workshop/check", draft).await.ok(200)
}

async fn the_workshop_describes_every_key(world: World) {
    let info = world.get("/workshop").await.ok(200);
    let keys = info["keys"].as_array().unwrap();
    assert_eq!(keys.len(), presets::RULE_KEYS.len());
    let key = |name: &str| keys.iter().find(|key| key["key"] == name).unwrap().clone();
    assert_eq!((key("rack")["low"].clone(), key("rack")["high"].clone()), (json!(1), json!(32)));
    assert_eq!(key("limits.passes")["word"], "none");
    assert_eq!(key("words.good")["choices"][2], json!({"name":"any","meaning":"every word is good"}));
    assert!(key("challenge")["choices"].as_array().unwrap().iter().any(|choice| choice["name"] == "triple"));
    assert_eq!(key("starter")["default"], "\"first\"");
    let tiles = info["tiles"].as_array().unwrap();
    assert!(tiles.iter().any(|set| set["name"] == "german" && set["count"] == 102), "{tiles:?}");
    assert_eq!((&info["own_rules"], &info["rules_bytes"]), (&json!(true), &json!(128 << 10)));
}

async fn each_fault_of_a_draft_has_its_place(world: World) {
    let source = "inherit = 'standard'\nrack = 80\nbord = 'classic'\n[lexicon]\nwords = '''\nCAT\nD0G\n'''";
    let report = check(&world, json!({"source":source})).await;
    let faults = report["faults"].as_array().unwrap();
    let places: Vec<_> = faults
        .iter()
        .map(|fault| {
            (fault["key"].as_str().unwrap(), fault["line"].as_u64().unwrap(), fault["column"].as_u64())
        })
        .collect();
    assert_eq!(places, [("rack", 2, Some(8)), ("bord", 3, Some(1)), ("lexicon.words", 7, Some(1))]);
    assert_eq!(faults[2]["length"], 3);
    assert!(faults[1]["help"].as_str().unwrap().contains("did you mean `board`"));
    assert!(report["game"].is_null());

    let program = "inherit = 'standard'\n[board]\ntitle = 'P'\nkind = 'program'\ncentre = [0, 0]\nprogram = '''\n_x_ +\n'''\n[[board.square]]\nid = 0\nletter = 1\n";
    let report = check(&world, json!({"source":program})).await;
    let fault = &report["faults"][0];
    assert_eq!((&fault["key"], fault["line"].as_u64()), (&json!("board.program"), Some(7)), "{report}");

    let missing = check(&world, json!({"source":"inherit = 'standard'\nlexicon = 'klingon'"})).await;
    assert_eq!(missing["faults"][0]["key"], "lexicon");
    let other = check(&world, json!({"source":"inherit = 'standard'\ntiles = 'german'"})).await;
    assert!(other["faults"][0]["message"].as_str().unwrap().contains("letters"), "{other}");
    let any =
        check(&world, json!({"source":"inherit = 'standard'\ntiles = 'german'\nwords.good = 'any'"})).await;
    assert_eq!(any["faults"], json!([]), "no list is needed");
}

async fn a_draft_is_described(world: World) {
    let report = check(&world, json!({"source":TINY,"word":"bach"})).await;
    assert_eq!((&report["faults"], &report["more_faults"]), (&json!([]), &json!(0)));
    let game = &report["game"];
    let board = &game["setup"]["board"];
    assert_eq!((&board["width"], &board["start"]), (&json!(5), &json!({"x":2,"y":2})));
    assert_eq!(&board["rows"][1].as_str().unwrap()[1..2], " ", "a hole");
    assert_eq!(game["setup"]["alphabet"], json!(["A", "B", "CH"]));
    assert_eq!(game["setup"]["lexicon"]["words"], 6);
    // B, A and CH from the start to the right: the start doubles the word.
    assert_eq!(game["sample"], json!({"word":"bach","score":26,"good":true,"refused":[]}));
    let parameters = game["parameters"].as_array().unwrap();
    assert!(parameters.contains(&json!({"key":"rack","value":"3"})));
    // The whole game is one file that gives the same game.
    let again = check(&world, json!({"source":game["setup"]["rules"]["source"],"word":"bach"})).await;
    assert_eq!(again["game"]["setup"]["lexicon"], game["setup"]["lexicon"]);
    assert_eq!(again["game"]["sample"], game["sample"]);

    let sample = |word: &str| {
        let (world, word) = (world.clone(), word.to_owned());
        async move { check(&world, json!({"source":TINY,"word":word})).await["game"]["sample"].clone() }
    };
    assert!(sample("dog").await["message"].is_string());
    assert_eq!(sample("abab").await["refused"][0]["code"], "off-board");
    assert_eq!(sample("aa").await["good"], false);
    assert!(sample(&"a".repeat(300)).await["message"].is_string());

    let window = json!({"x":1000,"y":-1000,"width":4,"height":2});
    let endless =
        check(&world, json!({"source":"inherit = 'standard'\nboard = 'infinite'","window":window})).await;
    let squares = &endless["game"]["squares"];
    assert_eq!((&squares["x"], squares["rows"].as_array().unwrap().len()), (&json!(1000), 2));
}

async fn a_board_file_takes_the_place_of_the_board(world: World) {
    let file = "Default Default Default Default\n";
    let draft = json!({"source":"inherit = 'standard'","board":{"file":"mine.txt","text":file}});
    let report = check(&world, draft).await;
    assert_eq!(report["faults"][0]["file"], "mine.txt", "{report}");
    let good = include_str!("../../../presets/boards/skrabbkle.txt");
    let draft = json!({"source":"inherit = 'standard'","board":{"file":"mine.txt","text":good}});
    assert_eq!(check(&world, draft).await["faults"], json!([]));
    let board = "title = 'Mine'\nkind = 'picture'\nstart = '2B'\npicture = '''\n=..\n...\n..=\n'''\n";
    let draft = json!({"source":"inherit = 'standard'","board":{"file":"mine.toml","text":board}});
    let report = check(&world, draft).await;
    assert_eq!(report["game"]["setup"]["board"]["title"], "Mine", "{report}");
    let again = check(&world, json!({"source":report["game"]["setup"]["rules"]["source"]})).await;
    assert_eq!(again["game"]["setup"]["board"]["width"], 3);
}

async fn drafts_are_bounded(world: World) {
    let long = "#".repeat(129 << 10);
    world.post("/workshop/check", json!({"source":long})).await.problem(400, "malformed");
    world.post("/workshop/trial", json!({"source":long})).await.problem(400, "malformed");
    let board = json!({"source":"inherit = 'standard'","board":{"file":"b.txt","text":long}});
    world.post("/workshop/check", board).await.problem(400, "malformed");
    let wide = json!({"source":TINY,"window":{"x":0,"y":0,"width":1000,"height":1}});
    world.post("/workshop/check", wide).await.problem(400, "malformed");
    let closed = World::start(TableSettings { allow_own_rules: false, ..settings() }).await;
    closed.post("/workshop/check", json!({"source":TINY})).await.problem(422, "own-rules-forbidden");
    closed.post("/workshop/trial", json!({"source":TINY})).await.problem(422, "own-rules-forbidden");
    assert_eq!(closed.get("/workshop").await.ok(200)["own_rules"], false);
}

async fn a_hundred_games_are_played(world: World) {
    let report = world.post("/workshop/trial", json!({"source":TINY})).await.ok(200);
    let again = world.post("/workshop/trial", json!({"source":TINY})).await.ok(200);
    assert_eq!(report, again, "the games depend on the draft alone");
    assert_eq!(report["games"], 100);
    assert!(report["openings"].as_u64().unwrap() > 50, "{report}");
    let (least, most) =
        (report["turns"]["least"].as_i64().unwrap(), report["turns"]["most"].as_i64().unwrap());
    assert!(0 < least && least <= most && most < 400, "{report}");
    assert!(report["scores"]["average"].as_f64().unwrap() > 0.0);
}

async fn games_that_get_stuck_are_counted(world: World) {
    // No two tiles make a word, and nothing ends the game but its turns.
    let stuck = TINY.replace("AB\nBA\nABA\nBACH\nCHA\nACHA", "CHCHCHCHCH");
    let source = format!("{}\n[limits]\nscoreless = 'none'\n", stuck.trim());
    let report = world.post("/workshop/trial", json!({"source":source})).await.ok(200);
    assert_eq!((&report["stuck"], &report["openings"]), (&report["games"], &json!(0)), "{report}");
    assert_eq!(report["turns"]["least"], 400);
}

async fn a_draft_that_computers_cannot_play_is_not_tried(world: World) {
    let any = "inherit = 'standard'\nwords.good = 'any'";
    world.post("/workshop/trial", json!({"source":any})).await.problem(422, "lexicon-needed");
    let none = "inherit = 'standard'\nlexicon = 'none'";
    world.post("/workshop/trial", json!({"source":none})).await.problem(422, "lexicon-needed");
    world.post("/workshop/trial", json!({"source":"rack = 1"})).await.problem(400, "malformed");
}

async fn a_trial_does_not_hold_up_answers(world: World) {
    let (latch, held) = std::sync::mpsc::channel::<()>();
    let (start, started) = tokio::sync::oneshot::channel();
    let wait = move || {
        start.send(()).unwrap();
        // Ends with an error once the sender is gone.
        _ = held.recv();
        Ok(())
    };
    let app = world.app.clone();
    tokio::spawn(async move { app.work(WorkKind::Trying, WorkOwner::default(), wait).await });
    started.await.unwrap();
    assert_eq!(check(&world, json!({"source":TINY})).await["faults"], json!([]));
    let (ann, bob) = world.two(json!({"rules":{"source":TINY}})).await;
    ann.play_best().await;
    bob.post("/preview", json!({"play":"3C BA"})).await.ok(200);
    drop(latch);
}

async fn a_game_with_own_board_tiles_and_words_is_played_and_kept(world: World) {
    let made = json!({"player":"Ann","rules":{"source":TINY},"seats":[{"kind":"you"},{"kind":"computer","level":"greedy"}]});
    let ann = world.make(made).await;
    let setup = ann.get("/setup").await.ok(200);
    assert_eq!((&setup["lexicon"]["name"], &setup["lexicon"]["words"]), (&json!("few"), &json!(6)));
    assert_eq!(setup["board"]["title"], "Small");
    // The computer finds the words of the list, and the record carries the whole game.
    ann.command(json!({"type":"pass"})).await.ok(200);
    ann.until(|view| view["turns_list"].as_array().is_some_and(|turns| turns.len() >= 2)).await;
    let record = ann.get("/record?format=jsonl").await.text;
    assert!(record.contains("BACH") && record.contains("cells"), "{record}");
    // Another server finds the words in the stored game.
    world.app.close().await;
    let later = World::start(world.app.settings().clone()).await;
    let kept = later.get(&format!("/games/{}/setup", ann.id)).await.ok(200);
    assert_eq!(kept["lexicon"], setup["lexicon"]);
    later.app.close().await;
}
