//! A bad game harms only itself, nobody holds up others, and everything that clients send has a bounded size.

use crate::client::{Seated, World, settings};
use quixotry_server::TableSettings;
use serde_json::{Value, json};
use std::sync::mpsc;
use store::{GameId, Store};
use tables::{App, WorkKind, WorkOwner};

crate::cases!(
    @store memory,
    crate::TestStore::Memory,
    a_play_of_more_tiles_than_a_rack_is_refused_before_it_is_stored,
    turns_come_in_pages_that_make_up_the_whole_list,
    requests_do_not_wait_for_computers_that_think,
    costly_answers_of_one_address_do_not_hold_up_another,
    two_stuck_computers_are_adjudicated,
    a_game_has_a_last_event,
    titles_of_own_rules_are_short
);

fn tiles(count: usize) -> Vec<Value> {
    (0..count).map(|x| json!({"x":x,"y":7,"tile":1,"letter":"A"})).collect()
}

async fn a_play_of_more_tiles_than_a_rack_is_refused_before_it_is_stored(world: World) {
    let source = "inherit = 'standard'\nfailed_play = 'turn-lost'";
    let (ann, _) = world.two(json!({"rules":{"source":source}})).await;
    let before = ann.view().await["seq"].clone();
    let many = json!({"type":"play","tiles":tiles(2_000)});
    let refused = ann.command(many).await;
    assert!(refused.status == 422 && refused.text.contains("too-many-tiles"), "{}", refused.text);
    assert!(refused.text.len() < 1_000, "the answer does not repeat the play");
    let exchange = ann.command(json!({"type":"exchange","tiles":vec![1; 2_000]})).await;
    assert!(exchange.status == 422 && exchange.text.contains("too-many-tiles"), "{}", exchange.text);
    let preview = ann.post("/preview", json!({"tiles":tiles(500)})).await;
    assert!(preview.status == 422 && preview.text.contains("too-many-tiles"), "{}", preview.text);
    assert_eq!(ann.view().await["seq"], before, "nothing was stored");
    ann.command(json!({"type":"play","tiles":tiles(2)})).await.ok(200);
    assert_eq!(
        ann.view().await["turns_list"][0]["event"],
        "play-failed",
        "a bad play of two tiles costs the turn"
    );
}

async fn turns_come_in_pages_that_make_up_the_whole_list(world: World) {
    let source = "inherit = 'standard'\n[limits]\nscoreless = 'none'\n[table]\nundo = true";
    let (ann, bob) = world.two(json!({"rules":{"source":source}})).await;
    for turn in 0..24 {
        let player: &Seated = if turn % 2 == 0 { &ann } else { &bob };
        player.command(json!({"type":"pass"})).await.ok(200);
    }
    // Takes back the last turn of Bob.
    bob.command(json!({"type":"undo"})).await.ok(200);
    ann.command(json!({"type":"agree"})).await.ok(200);
    let all = ann.view().await["turns_list"].as_array().unwrap().clone();
    assert_eq!(all.len(), 23);
    for size in [1, 5, 22, 23, 24] {
        let (mut found, mut before) = (Vec::new(), String::new());
        loop {
            let page = ann.get(&format!("?turns={size}{before}")).await.ok(200);
            let mut turns = page["turns_list"].as_array().unwrap().clone();
            assert!(turns.len() <= size, "{size}");
            turns.append(&mut found);
            found = turns;
            if page["turns_before"].is_null() {
                break;
            }
            before = format!("&turns_before={}", page["turns_before"]);
        }
        assert_eq!(found, all, "{size}");
    }
}

/// Keeps all workers of a kind busy until the sender is dropped.
async fn hold(app: &App, kind: WorkKind, owner: WorkOwner) -> mpsc::Sender<()> {
    let (latch, held) = mpsc::channel();
    let (start, mut started) = tokio::sync::mpsc::unbounded_channel();
    let held = std::sync::Arc::new(std::sync::Mutex::new(held));
    for _ in 0..app.settings().searches {
        let (app, held, start) = (app.clone(), held.clone(), start.clone());
        tokio::spawn(async move {
            let wait = move || {
                start.send(()).unwrap();
                // Ends with an error once the sender is gone.
                _ = held.lock().unwrap().recv();
                Ok(())
            };
            app.work(kind, owner, wait).await.unwrap();
        });
    }
    for _ in 0..app.settings().searches {
        started.recv().await.unwrap();
    }
    latch
}

async fn requests_do_not_wait_for_computers_that_think(world: World) {
    let latch = hold(&world.app, WorkKind::Thinking, WorkOwner::default()).await;
    assert_eq!(world.app.stats().free_searches, 0);
    let solo = world.make(json!({"player":"Ann","seats":[{"kind":"computer"},{"kind":"you"}]})).await;
    let (ann, bob) = world.two(json!({})).await;
    ann.play_best().await;
    bob.post("/preview", json!({"play":"8A CAT"})).await.ok(200);
    bob.command(json!({"type":"pass"})).await.ok(200);
    let view = solo.view().await;
    assert_eq!(view["turns_list"], json!([]), "the computer of the other game waits for a worker");
    drop(latch);
    solo.until(|view| view["turns_list"] != json!([])).await;
}

async fn costly_answers_of_one_address_do_not_hold_up_another(world: World) {
    let client = |last: u8| Some(tables::ClientAddress([10, 0, 0, last].into())).into();
    let (ann, bob): (WorkOwner, WorkOwner) = (client(1), client(2));
    let latch = hold(&world.app, WorkKind::Answering, ann).await;
    let (order, ran) = mpsc::channel();
    let mut jobs = Vec::new();
    for (owner, name) in [(ann, "ann"), (ann, "ann"), (ann, "ann"), (bob, "bob")] {
        let (app, order) = (world.app.clone(), order.clone());
        jobs.push(tokio::spawn(async move {
            let job = move || {
                order.send(name).unwrap();
                Ok(())
            };
            app.work(WorkKind::Answering, owner, job).await.unwrap();
        }));
        // Each is in the queue before the next.
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    drop(latch);
    for job in jobs {
        job.await.unwrap();
    }
    let order: Vec<&str> = ran.try_iter().collect();
    let place = order.iter().position(|name| *name == "bob").unwrap();
    assert!(place < 3, "Bob does not come last: {order:?}");
}

async fn two_stuck_computers_are_adjudicated(world: World) {
    let source = "inherit = 'standard'\nexchange = 'forbidden'\nforfeit = 'computer'\n[limits]\nscoreless = 'none'\n\
                  [board]\ntitle = 'Tiny'\nkind = 'picture'\nstart = '1A'\npicture = '''\n..\n'''";
    for forfeit in ["computer", "leaves", "others-win"] {
        let source = source.replace("forfeit = 'computer'", &format!("forfeit = '{forfeit}'"));
        let seats = json!([{"kind":"computer","level":"first"},{"kind":"computer","level":"first"}]);
        let made =
            world.post("/games", json!({"rules":{"source":source},"seats":seats,"pace":0})).await.ok(201);
        let view = world.seated(&made).until(|view| view["state"] == "over").await;
        let turns = view["turns_list"].as_array().unwrap().len();
        assert!(turns < 20, "{forfeit}: {turns} turns");
    }
}

async fn a_game_has_a_last_event(_: World) {
    let app = App::with_store(TableSettings { events: 12, ..settings() }, Store::memory()).unwrap();
    let world = World::with(app).await;
    let source = "inherit = 'standard'\n[limits]\nscoreless = 'none'";
    let (ann, bob) = world.two(json!({"rules":{"source":source}})).await;
    let mut passed = 0;
    let last = loop {
        let player = if passed % 2 == 0 { &ann } else { &bob };
        let answer = player.command(json!({"type":"pass"})).await;
        if answer.status != 200 {
            break answer;
        }
        passed += 1;
    };
    last.problem(409, "game-full");
    assert!(passed < 12);
    ann.command(json!({"type":"resign"})).await.ok(200);
    assert_eq!(ann.view().await["state"], "over");
}

async fn titles_of_own_rules_are_short(world: World) {
    let source = format!("inherit = 'standard'\ntitle = '{}'", "x".repeat(100_000));
    let problem = world
        .post("/games", json!({"player":"Ann","rules":{"source":source}}))
        .await
        .problem(400, "malformed");
    let message = problem["message"].as_str().unwrap();
    assert!(message.contains("more than 100 characters") && message.len() < 2_000, "{message}");
}

/// A server on this SQLite file with this directory of lexica.
async fn world_on(database: &str, directory: &std::path::Path) -> World {
    let settings = TableSettings {
        database: database.to_owned(),
        directories: vec![directory.to_owned()],
        ..settings()
    };
    World::start(settings).await
}

#[test]
fn a_game_whose_lexicon_is_gone_is_set_aside_and_delays_no_other() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", directory.path().join("games.db").display());
    let lexica = directory.path().join("lexica");
    let alphabet = tiles::Alphabet::english();
    let words = ["AT", "CAT", "CATS"].map(|word| alphabet.parse_word(word).unwrap());
    let words = lexicon::WordGraph::build("mine", &alphabet, words).unwrap();
    presets::Library::new([directory.path().to_owned()]).install("mine", &words).unwrap();
    runtime.block_on(async {
        let world = world_on(&database, directory.path()).await;
        // The computer is to move after a minute, so that nothing happens before the server is stopped.
        let seats = json!([{"kind":"computer","level":"first"},{"kind":"you"}]);
        let body = json!({"player":"Ann","lexicon":"mine","seats":seats,"pace":60_000});
        let ann = world.make(body).await;
        let id = GameId::new(ann.id.as_str()).unwrap();
        world.app.close().await;
        std::fs::remove_dir_all(&lexica).unwrap();
        make_due(&database, &id).await;

        let world = world_on(&database, directory.path()).await;
        while world.app.games_set_aside().is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        let aside = world.app.games_set_aside();
        assert_eq!((aside.len(), &aside[0].id), (1, &ann.id));
        assert!(aside[0].reason.contains("mine") && aside[0].loaded, "{aside:?}");
        // It is not due any more for a while, so that it does not stand before others.
        let later = loop {
            let game = world.app.store().game(&id).await.unwrap().unwrap();
            match game.summary.due {
                Some(due) if due > store::Timestamp::now() => break due,
                _ => tokio::time::sleep(std::time::Duration::from_millis(20)).await,
            }
        };
        assert!(later.0 - store::Timestamp::now().0 > 30_000);
        let solo = world.make(json!({"player":"Bob","seats":[{"kind":"computer"},{"kind":"you"}]})).await;
        solo.until(|view| view["turns_list"] != json!([])).await;
        world.app.close().await;
    });
}

/// Makes a game overdue, as after a long time without a server.
async fn make_due(database: &str, id: &GameId) {
    let store = Store::open(database).await.unwrap();
    let game = store.game(id).await.unwrap().unwrap();
    let summary = store::StoredSummary { due: Some(store::Timestamp(1)), ..game.summary };
    let append =
        store::Append { summary: Some(summary), ..store::Append::new(id.clone(), game.head.seq, vec![]) };
    store.append(append).await.unwrap();
    store.close().await.unwrap();
}
