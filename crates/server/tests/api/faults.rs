//! Servers that hear of changes late, or lose the answers of the database.

use crate::client::{Seated, World};
use crate::faulty_store::{Faults, Hearing, faulty};
use quixotry_server::{App, TableSettings};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::Semaphore;

crate::cases![
    a_reader_who_resumes_at_a_late_server_is_told_each_event_once,
    a_reader_who_resumes_at_a_late_server_is_told_each_chat_line_once,
    a_computer_does_not_move_for_a_person_who_took_its_seat_elsewhere,
    a_player_who_lost_the_seat_elsewhere_does_not_act_for_the_next,
    a_stream_at_a_late_server_does_not_show_the_next_player,
    a_player_who_took_a_seat_elsewhere_is_seen_there_at_a_late_server,
    an_uncertain_command_says_so_and_is_seen_without_another_request,
    an_uncertain_chat_line_says_so_and_is_stored_once,
    an_uncertain_seat_is_given_once,
    an_uncertain_game_is_created_once,
    an_uncertain_rematch_can_be_asked_for_again,
    a_computer_whose_thought_is_lost_with_the_database_thinks_again,
    a_commit_that_becomes_visible_late_is_told_without_another_request,
];

fn another(world: &World) -> TableSettings {
    TableSettings { node: "another".to_owned(), ..world.app.settings().clone() }
}

/// A second server on the store of the first.
async fn second(world: &World, hearing: Hearing, settings: TableSettings) -> (World, Arc<Faults>) {
    let (store, faults) = faulty(world.app.store(), hearing);
    (World::with(App::with_store(settings, store).unwrap()).await, faults)
}

fn at(world: &World, seated: &Seated) -> Seated {
    Seated { world: world.clone(), ..seated.clone() }
}

async fn log(seated: &Seated) -> Vec<String> {
    let id = store::GameId::new(seated.id.as_str()).unwrap();
    let copy = seated.world.app.store().copy(&id).await.unwrap().unwrap();
    copy.events.iter().map(|event| event.kind.as_str().to_owned()).collect()
}

async fn a_reader_who_resumes_at_a_late_server_is_told_each_event_once(world: World) {
    let (late, _) = second(&world, Hearing::Deaf, another(&world)).await;
    let (ann, bob) = world.two(json!({})).await;
    at(&late, &bob).view().await;
    let seen = ann.play_best().await["seq"].as_u64().unwrap();
    // The late server does not know the event yet that the reader has seen.
    let mut events = at(&late, &bob).events(&format!("?since={seen}")).await;
    let mut lying = at(&late, &bob).events("?since=99999").await;
    at(&late, &bob).command(json!({"type":"pass"})).await.ok(200);
    at(&late, &ann).command(json!({"type":"pass"})).await.ok(200);
    for events in [&mut events, &mut lying] {
        let told = [events.next_of("passed").await.id, events.next_of("passed").await.id];
        assert_eq!(told, [Some(seen + 1), Some(seen + 2)]);
    }
}

async fn a_reader_who_resumes_at_a_late_server_is_told_each_chat_line_once(world: World) {
    let (late, _) = second(&world, Hearing::Deaf, another(&world)).await;
    let (ann, bob) = world.two(json!({})).await;
    at(&late, &bob).view().await;
    ann.post("/chat", json!({"text":"one"})).await.ok(201);
    let mut events = at(&late, &bob).events("?lines=1").await;
    at(&late, &bob).post("/chat", json!({"text":"two"})).await.ok(201);
    assert_eq!(events.next_of("chat").await.data["text"], "two");
}

async fn a_computer_does_not_move_for_a_person_who_took_its_seat_elsewhere(world: World) {
    // Only the second server lets computers move soon.
    let patient = TableSettings { pace: Duration::from_secs(3_600), ..another(&world) };
    let (first, _) =
        second(&world, Hearing::Good, TableSettings { node: "first".to_owned(), ..patient }).await;
    let (late, faults) = second(&world, Hearing::Deaf, another(&world)).await;
    faults.computers.forget_permits(Semaphore::MAX_PERMITS);
    let ann = first.make(json!({"player":"Ann","rules":"cornell"})).await;
    let mut turn = ann.view().await["turn"].as_u64().unwrap();
    if turn == ann.seat {
        turn = 1;
        ann.command(json!({"type":"pass"})).await.ok(200);
    }
    let late_ann = at(&late, &ann);
    late_ann.view().await;
    // A computer at the late server has chosen its move and is about to store it.
    while faults.waiting.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let joined = first.post(&ann.path("/seats"), json!({"player":"Bob","seat":turn})).await.ok(200);
    let before = log(&ann).await;
    assert_eq!(before.last().map(String::as_str), Some("joined"));
    faults.computers.add_permits(1);
    // The next request there is answered after the move was stored or dropped.
    let view = late_ann.view().await;
    assert_eq!((&view["turn"], &view["seats"][turn as usize]["player"]), (&json!(turn), &json!("Bob")));
    assert_eq!(log(&ann).await, before);
    let bob = Seated { seat: turn, key: joined["key"].as_str().unwrap().to_owned(), ..late_ann };
    bob.command(json!({"type":"pass"})).await.ok(200);
}

/// Ann and Bob at a table with a third, open seat. The late server has seen both.
async fn waiting_table(world: &World, late: &World) -> (Seated, Seated) {
    let seats = json!([{"kind":"you"},{"kind":"open"},{"kind":"open"}]);
    let ann = world.make(json!({"player":"Ann","seed":7,"seats":seats})).await;
    let bob = ann.join("Bob").await;
    at(late, &bob).view().await;
    (ann, bob)
}

async fn a_player_who_lost_the_seat_elsewhere_does_not_act_for_the_next(world: World) {
    let (late, _) = second(&world, Hearing::Deaf, another(&world)).await;
    let (ann, bob) = waiting_table(&world, &late).await;
    bob.leave().await.ok(200);
    let cid = ann.join("Cid").await;
    assert_eq!(cid.seat, bob.seat);
    ann.join("Dan").await;
    let before = log(&ann).await;
    at(&late, &bob).command(json!({"type":"resign"})).await.problem(401, "unknown-key");
    at(&late, &bob).post("/rematch", json!({})).await.problem(401, "unknown-key");
    assert_eq!(log(&ann).await, before);
}

async fn a_player_who_took_a_seat_elsewhere_is_seen_there_at_a_late_server(world: World) {
    let patient = TableSettings { pace: Duration::from_secs(3_600), ..another(&world) };
    let (late, _) = second(&world, Hearing::Deaf, patient.clone()).await;
    let (first, _) =
        second(&world, Hearing::Good, TableSettings { node: "first".to_owned(), ..patient }).await;
    let ann = first.make(json!({"player":"Ann","rules":"cornell"})).await;
    at(&late, &ann).view().await;
    let bob = ann.join("Bob").await;
    let view = at(&late, &bob).view().await;
    assert_eq!(view["seats"][bob.seat as usize]["player"], "Bob");
    assert_eq!((&view["viewer"], &view["seq"]), (&json!(bob.seat), &ann.view().await["seq"]));
}

async fn a_stream_at_a_late_server_does_not_show_the_next_player(world: World) {
    let (late, _) = second(&world, Hearing::Deaf, another(&world)).await;
    let (ann, bob) = waiting_table(&world, &late).await;
    let mut events = at(&late, &bob).events("").await;
    bob.leave().await.ok(200);
    let cid = ann.join("Cid").await;
    ann.join("Dan").await;
    // The late server reads all of it at once.
    at(&late, &cid).view().await;
    let mut own = at(&late, &cid).events("?since=0").await;
    at(&late, &ann).command(json!({"type":"pass"})).await.ok(200);
    let mut told = Vec::new();
    while let Some(event) = events.next().await {
        told.extend(event.id.map(|_| event.event));
    }
    assert_eq!(told, ["vacated"]);
    own.next_of("passed").await;
}

/// Waits for an answer that says that the outcome is not known.
#[track_caller]
fn uncertain(answer: crate::client::Answer) {
    assert_eq!(answer.headers["retry-after"], "2");
    let problem = answer.problem(503, "uncertain");
    assert!(problem["message"].as_str().is_some_and(|message| message.contains("again")), "{problem}");
}

async fn an_uncertain_command_says_so_and_is_seen_without_another_request(world: World) {
    let (other, faults) = second(&world, Hearing::Good, another(&world)).await;
    let (ann, bob) = other.two(json!({})).await;
    let mut events = bob.events("").await;
    faults.lose_answer();
    uncertain(ann.command(json!({"type":"pass","id":"once"})).await);
    let told = events.next_of("passed").await;
    let answer = ann.command(json!({"type":"pass","id":"once"})).await.ok(200);
    assert_eq!(answer["seq"].as_u64(), told.id);
}

async fn an_uncertain_chat_line_says_so_and_is_stored_once(world: World) {
    let (other, faults) = second(&world, Hearing::Good, another(&world)).await;
    let (ann, bob) = other.two(json!({})).await;
    let mut events = bob.events("").await;
    faults.lose_answer();
    let hello = json!({"text":"hello","id":"first"});
    uncertain(ann.post("/chat", hello.clone()).await);
    events.next_of("chat").await;
    for _ in 0..2 {
        assert_eq!(ann.post("/chat", hello.clone()).await.ok(201)["line"], 1);
    }
    // Ids belong to a seat, and a line without an id is always new.
    assert_eq!(bob.post("/chat", hello).await.ok(201)["line"], 2);
    assert_eq!(ann.post("/chat", json!({"text":"hello"})).await.ok(201)["line"], 3);
    ann.post("/chat", json!({"text":"hello","id":"not plain"})).await.problem(400, "malformed");
    assert_eq!(bob.get("/chat").await.ok(200)["lines"].as_array().unwrap().len(), 3);
}

async fn an_uncertain_seat_is_given_once(world: World) {
    let (other, faults) = second(&world, Hearing::Good, another(&world)).await;
    let seats = json!([{"kind":"you"},{"kind":"open"},{"kind":"open"}]);
    let ann = other.make(json!({"player":"Ann","seats":seats})).await;
    let join = |id: &str| json!({"player":"Bob","id":id});
    faults.lose_answer();
    let secret = "0123456789abcdef";
    // The server finds the key that it has just stored, so that it need not be uncertain.
    let first = other.post(&ann.path("/seats"), join(secret)).await.ok(200);
    assert_eq!(other.post(&ann.path("/seats"), join(secret)).await.ok(200), first);
    assert_eq!((&first["seat"], log(&ann).await.len()), (&json!(1), 2));
    other.post(&ann.path("/seats"), join("fedcba9876543210")).await.problem(409, "name-taken");
    other.post(&ann.path("/seats"), join("guessable")).await.problem(400, "malformed");
    // The id gives nothing to somebody who has left.
    let bob = Seated { seat: 1, key: first["key"].as_str().unwrap().to_owned(), ..ann.clone() };
    bob.leave().await.ok(200);
    bob.get("").await.problem(401, "unknown-key");
}

async fn an_uncertain_game_is_created_once(world: World) {
    let (other, faults) = second(&world, Hearing::Good, another(&world)).await;
    let wanted = json!({"player":"Ann","name":"Only","visibility":"private","id":"0123456789abcdef"});
    faults.lose_answer();
    uncertain(other.post("/games", wanted.clone()).await);
    let first = other.post("/games", wanted.clone()).await.ok(201);
    let again = other.post("/games", wanted).await.ok(201);
    for field in ["seat", "key", "invite"] {
        assert_eq!(again[field], first[field], "{field}");
    }
    let ann = other.seated(&first);
    assert_eq!(ann.view().await["viewer"], 0);
    let all =
        other.app.store().list(&store::GameFilter::default(), None, store::RowLimit::MAX).await.unwrap();
    assert_eq!(all.games.len(), 1);
}

async fn an_uncertain_rematch_can_be_asked_for_again(world: World) {
    let (other, faults) = second(&world, Hearing::Good, another(&world)).await;
    let (ann, bob) = other.two(json!({})).await;
    bob.command(json!({"type":"resign"})).await.ok(200);
    let mut made: Vec<Value> = Vec::new();
    // What is lost is first the answer to the event in the game before, then to the seat in the next one.
    faults.lose_answer();
    uncertain(ann.post("/rematch", json!({})).await);
    made.push(ann.post("/rematch", json!({})).await.ok(201));
    faults.lose_answer();
    made.push(bob.post("/rematch", json!({})).await.ok(200));
    for (player, made) in [&ann, &bob].into_iter().zip(&made) {
        assert_eq!(player.post("/rematch", json!({})).await.ok(200)["key"], made["key"]);
    }
    let (ann, bob) = (other.seated(&made[0]), other.seated(&made[1]));
    assert_eq!((ann.seat, bob.seat, ann.view().await["state"].clone()), (1, 0, json!("running")));
}

async fn a_computer_whose_thought_is_lost_with_the_database_thinks_again(world: World) {
    let (server, faults) = second(&world, Hearing::Good, another(&world)).await;
    let seats = json!([{"kind":"you"},{"kind":"computer","level":"champion"}]);
    let ann = server.make(json!({"player":"Ann","seed":7,"seats":seats})).await;
    let searches = server.app.stats().free_searches;
    ann.command(json!({"type":"pass"})).await.ok(200);
    while server.app.stats().free_searches == searches {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // It is not known whether the line was stored, and the log cannot be read when the computer has chosen its move.
    faults.is_away.store(true, Ordering::SeqCst);
    faults.lose_answer();
    ann.post("/chat", json!({"text":"hm","id":"1"})).await.problem(503, "uncertain");
    while server.app.stats().free_searches < searches {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let failed = faults.failed_reads.load(Ordering::SeqCst);
    while faults.failed_reads.load(Ordering::SeqCst) < failed + 3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    faults.is_away.store(false, Ordering::SeqCst);
    ann.until(|view| view["turns"] == 2 && view["turn"] == 0).await;
}

async fn a_commit_that_becomes_visible_late_is_told_without_another_request(world: World) {
    let (late, faults) = second(&world, Hearing::Good, another(&world)).await;
    let (ann, bob) = world.two(json!({})).await;
    let mut events = at(&late, &bob).events("").await;
    faults.hides_events.store(true, Ordering::SeqCst);
    let seq = ann.command(json!({"type":"pass"})).await.ok(200)["seq"].as_u64();
    while faults.hidden.load(Ordering::SeqCst) == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    faults.hides_events.store(false, Ordering::SeqCst);
    let told = tokio::time::timeout(Duration::from_secs(20), events.next_of("passed")).await;
    assert_eq!(told.expect("the event is never told").id, seq);
}
