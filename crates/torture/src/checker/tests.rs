//! Histories with one fault each: the checker finds it, and finds nothing without it.

use super::{Violation, ViolationKind, check, check_table};
use crate::history::{
    AttemptOutcome, BotHand, ClientHistory, CommandAttempt, CreationAttempt, FinalChatLine, FinalEvent,
    FinalGame, KeyRevocation, LatencySample, SeatRequest, SeatRequestKind, SentChat, SentCommand,
    StreamHistory, StreamTransport, StreamedEvent, TableHistory, ViewSample, Wish,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Ann and Bob sit down, tiles are dealt, Ann passes at 6, Bob passes at 7. Event n happens at n × 1000.
fn game() -> FinalGame {
    let events = [
        json!({"event": "joined", "seat": 0, "player": "Ann", "kind": "human"}),
        json!({"event": "joined", "seat": 1, "player": "Bob", "kind": "human"}),
        json!({"event": "started", "seats": 2, "first": 0}),
        json!({"event": "dealt", "seat": 0, "tiles": [1, 2, 3]}),
        json!({"event": "dealt", "seat": 1, "tiles": [4, 5, 6]}),
        json!({"event": "passed", "seat": 0}),
        json!({"event": "passed", "seat": 1}),
    ];
    let mut game =
        FinalGame { seats: 2, is_running: true, turn: Some(0), read: 9_000, ..FinalGame::default() };
    events.into_iter().for_each(|event| push(&mut game, event));
    game
}

fn push(game: &mut FinalGame, mut data: Value) {
    let seq = game.log.len() as u64 + 1;
    let at = seq as i64 * 1_000;
    (data["seq"], data["at"]) = (json!(seq), json!(at));
    let kind = data["event"].as_str().unwrap().to_owned();
    game.log.push(FinalEvent { seq, at, kind, seat: data["seat"].as_u64(), data });
}

fn ack(seq: u64) -> AttemptOutcome {
    AttemptOutcome::Acknowledged(json!({"seq": seq}))
}

fn refused() -> AttemptOutcome {
    AttemptOutcome::Refused { status: 422, code: "not-your-turn".to_owned() }
}

fn uncertain() -> AttemptOutcome {
    AttemptOutcome::Uncertain("hung up".to_owned())
}

fn attempt(wish: Wish, sent: i64, answered: i64, outcome: AttemptOutcome) -> CommandAttempt {
    CommandAttempt { node: 0, wish, sent, answered, outcome }
}

fn command(person: &str, attempts: Vec<CommandAttempt>) -> SentCommand {
    SentCommand { person: person.to_owned(), id: Some(format!("{person}-1")), attempts }
}

fn pass(person: &str, seq: u64) -> SentCommand {
    let at = seq as i64 * 1_000;
    command(person, vec![attempt(Wish::Pass, at - 10, at + 10, ack(seq))])
}

/// Both players got what happened.
fn table() -> TableHistory {
    TableHistory {
        commands: vec![pass("Ann", 6), pass("Bob", 7)],
        seat_requests: vec![
            seat_request("Ann", SeatRequestKind::Create, Some(0), ack(1)),
            seat_request("Bob", SeatRequestKind::Join, Some(1), ack(5)),
        ],
        streams: vec![stream(Some("Ann"), &[4, 5, 6, 7]), stream(None, &[4, 5, 6, 7])],
        ..TableHistory::default()
    }
}

fn seat_request(
    person: &str,
    kind: SeatRequestKind,
    seat: Option<u64>,
    outcome: AttemptOutcome,
) -> SeatRequest {
    SeatRequest { person: person.to_owned(), kind, seat, sent: 100, answered: 900, outcome }
}

/// A stream that starts with the given events of the game, each as its reader may see it.
fn stream(person: Option<&str>, seqs: &[u64]) -> StreamHistory {
    let stored = game();
    let seat = match person {
        Some("Ann") => Some(0),
        Some("Bob") => Some(1),
        _ => None,
    };
    let seen = |seq: &u64| {
        let event = &stored.log[*seq as usize - 1];
        let mut data = event.data.clone();
        if event.kind == "dealt" && event.seat != seat {
            data["tiles"] = json!(3);
        }
        StreamedEvent { seq: *seq, data }
    };
    StreamHistory {
        reader: 1,
        person: person.map(str::to_owned),
        node: 0,
        transport: StreamTransport::Sse,
        since: seqs.first().map(|first| first - 1),
        lines: Some(0),
        opened: 500,
        events: seqs.iter().map(seen).collect(),
        chat: Vec::new(),
        open_at: Some(30_000),
    }
}

fn kinds(found: &[Violation]) -> Vec<ViolationKind> {
    found.iter().map(|violation| violation.kind).collect()
}

#[track_caller]
fn assert_found(table: &TableHistory, game: &FinalGame, expected: &[ViolationKind]) {
    let found = check_table("g", table, game);
    assert_eq!(kinds(&found), expected, "{found:#?}");
}

#[test]
fn a_good_history_has_no_violations() {
    assert_found(&table(), &game(), &[]);
}

#[test]
fn an_acknowledged_command_that_is_not_stored_is_found() {
    let (mut table, mut game) = (table(), game());
    game.log.truncate(6);
    table.streams.clear();
    assert_found(&table, &game, &[ViolationKind::AcknowledgedLost]);
}

#[test]
fn an_answer_with_the_event_of_another_seat_is_found() {
    let (mut table, game) = (table(), game());
    // Bob's second command has the id of Ann's and gets her answer.
    table.commands.push(command("Bob", vec![attempt(Wish::Pass, 7_500, 7_600, ack(6))]));
    let found = kinds(&check_table("g", &table, &game));
    assert!(found.contains(&ViolationKind::AcknowledgedShared), "{found:?}");
    table.commands = vec![table.commands.remove(2), pass("Ann", 6), pass("Bob", 7)];
    let found = kinds(&check_table("g", &table, &game));
    assert!(found.contains(&ViolationKind::AcknowledgedLost), "{found:?}");
}

#[test]
fn a_command_that_is_done_twice_is_found() {
    let (table, mut game) = (table(), game());
    push(&mut game, json!({"event": "passed", "seat": 0}));
    game.read = 10_000;
    let found = kinds(&check_table("g", &table, &game));
    assert!(found.contains(&ViolationKind::Unexplained), "{found:?}");
}

#[test]
fn two_answers_for_one_id_are_found() {
    let (mut table, game) = (table(), game());
    table.commands[0].attempts.push(attempt(Wish::Pass, 7_100, 7_200, ack(7)));
    assert_found(&table, &game, &[ViolationKind::TwoAnswers]);
}

#[test]
fn a_refused_command_in_the_log_is_found() {
    let (mut table, game) = (table(), game());
    table.commands[1].attempts[0].outcome = refused();
    assert_found(&table, &game, &[ViolationKind::FalseAnswer]);
}

#[test]
fn a_command_without_an_answer_may_be_in_the_log() {
    let (mut table, game) = (table(), game());
    table.commands[1].attempts[0].outcome = uncertain();
    assert_found(&table, &game, &[]);
}

#[test]
fn a_command_that_was_not_sent_yet_explains_nothing() {
    let (mut table, game) = (table(), game());
    table.commands[1].attempts[0] = attempt(Wish::Pass, 8_000, 8_100, uncertain());
    assert_found(&table, &game, &[ViolationKind::Unexplained]);
}

#[test]
fn an_answer_that_nothing_was_changed_must_be_true() {
    let (mut table, game) = (table(), game());
    let first = attempt(Wish::Pass, 6_990, 7_050, AttemptOutcome::NothingChanged);
    let again = attempt(Wish::Pass, 7_200, 7_300, ack(7));
    table.commands[1].attempts = vec![first.clone(), again.clone()];
    assert_found(&table, &game, &[ViolationKind::FalseAnswer]);
    // The same answer is true if an attempt before it was cut off.
    let cut_off = attempt(Wish::Pass, 6_980, 6_985, uncertain());
    table.commands[1].attempts = vec![cut_off, first, again];
    assert_found(&table, &game, &[]);
}

#[test]
fn an_order_that_contradicts_the_answers_is_found() {
    let (mut table, game) = (table(), game());
    (table.commands[0].attempts[0].sent, table.commands[0].attempts[0].answered) = (7_200, 7_300);
    assert_found(&table, &game, &[ViolationKind::WrongOrder]);
}

#[test]
fn a_move_for_a_person_that_nobody_sent_is_found() {
    let (mut table, game) = (table(), game());
    table.commands.pop();
    assert_found(&table, &game, &[ViolationKind::Unexplained]);
}

#[test]
fn a_play_on_other_squares_is_not_the_one_that_was_sent() {
    let (mut table, mut game) = (table(), game());
    let tiles = json!([{"x": 7, "y": 7, "tile": 1, "letter": "A", "points": 1}]);
    push(&mut game, json!({"event": "played", "seat": 0, "tiles": tiles, "drawn": []}));
    table.streams.clear();
    let play = |x| attempt(Wish::Play(Some(vec![(x, 7)])), 7_990, 8_010, ack(8));
    table.commands.push(command("Ann", vec![play(7)]));
    assert_found(&table, &game, &[]);
    table.commands[2].attempts = vec![play(8)];
    let lost = [ViolationKind::AcknowledgedLost, ViolationKind::Unexplained];
    assert_found(&table, &game, &lost);
}

#[test]
fn a_command_at_the_seat_of_another_is_found() {
    let (mut table, game) = (table(), game());
    table.commands[1].person = "Eve".to_owned();
    assert_found(&table, &game, &[ViolationKind::ForeignSeat, ViolationKind::Unexplained]);
}

#[test]
fn a_key_to_the_seat_of_another_is_found() {
    let (mut table, game) = (table(), game());
    let stolen = seat_request("Eve", SeatRequestKind::Rematch, Some(1), ack(1));
    table.seat_requests.push(stolen);
    assert_found(&table, &game, &[ViolationKind::ForeignKey]);
}

#[test]
fn a_join_that_was_denied_but_done_is_found() {
    let (mut table, game) = (table(), game());
    table.seat_requests[1].outcome = AttemptOutcome::NothingChanged;
    assert_found(&table, &game, &[ViolationKind::FalseAnswer]);
    let again = seat_request("Bob", SeatRequestKind::Join, Some(1), uncertain());
    table.seat_requests.push(again);
    assert_found(&table, &game, &[]);
}

#[test]
fn a_join_that_was_promised_but_not_done_is_found() {
    let (mut table, game) = (table(), game());
    table.seat_requests.push(seat_request("Carl", SeatRequestKind::Join, None, ack(9)));
    assert_found(&table, &game, &[ViolationKind::AcknowledgedLost]);
}

#[test]
fn a_leave_that_was_promised_but_not_done_is_found() {
    let (mut table, game) = (table(), game());
    let mut leave = seat_request("Bob", SeatRequestKind::Leave, Some(1), ack(8));
    leave.answered = 8_000;
    table.seat_requests.push(leave);
    assert_found(&table, &game, &[ViolationKind::AcknowledgedLost]);
}

#[test]
fn a_leave_that_was_denied_but_done_is_found() {
    let (mut table, mut game) = (table(), game());
    push(&mut game, json!({"event": "left", "seat": 1, "why": "resigned", "then": "out"}));
    table.streams.clear();
    let leave = seat_request("Bob", SeatRequestKind::Leave, Some(1), AttemptOutcome::NothingChanged);
    table.seat_requests.push(leave);
    assert_found(&table, &game, &[ViolationKind::FalseAnswer]);
}

#[test]
fn chat_is_stored_once_under_its_number_or_not_at_all() {
    let said = |outcome| SentChat { person: "Ann".to_owned(), text: "hello".to_owned(), outcome };
    let line = |line| FinalChatLine { line, text: "hello".to_owned() };
    let promised = || AttemptOutcome::Acknowledged(json!({"line": 1}));
    let cases = [
        (promised(), vec![line(1)], None),
        (promised(), vec![], Some(ViolationKind::StoredWrongly)),
        (promised(), vec![line(2)], Some(ViolationKind::StoredWrongly)),
        (promised(), vec![line(1), line(2)], Some(ViolationKind::StoredWrongly)),
        (AttemptOutcome::NothingChanged, vec![line(1)], Some(ViolationKind::FalseAnswer)),
        (AttemptOutcome::NothingChanged, vec![], None),
        (refused(), vec![line(1)], Some(ViolationKind::FalseAnswer)),
        (uncertain(), vec![line(1)], None),
        (uncertain(), vec![line(1), line(2)], Some(ViolationKind::StoredWrongly)),
    ];
    for (outcome, chat, expected) in cases {
        let (mut table, mut game) = (table(), game());
        table.chats.push(said(outcome));
        game.chat = chat;
        assert_found(&table, &game, &Vec::from_iter(expected));
    }
}

#[test]
fn gaps_repeats_and_a_wrong_start_of_a_stream_are_found() {
    let cases = [
        (vec![4, 5, 7], ViolationKind::StreamGap),
        (vec![4, 5, 5, 6, 7], ViolationKind::StreamRepeat),
        (vec![4, 6, 5, 7], ViolationKind::StreamGap),
    ];
    for (seqs, expected) in cases {
        let (mut table, game) = (table(), game());
        table.streams = vec![stream(Some("Ann"), &seqs)];
        assert_found(&table, &game, &[expected]);
    }
    let (mut table, game) = (table(), game());
    table.streams[0].since = Some(5);
    assert_found(&table, &game, &[ViolationKind::StreamRepeat]);
    table.streams[0].since = Some(2);
    assert_found(&table, &game, &[ViolationKind::StreamGap]);
}

#[test]
fn repeated_and_missing_chat_lines_are_found() {
    for (lines, expected) in [
        (vec![1, 2, 3], vec![]),
        (vec![1, 1, 2], vec![ViolationKind::StreamRepeat]),
        (vec![2, 3], vec![ViolationKind::StreamGap]),
    ] {
        let (mut table, game) = (table(), game());
        table.streams[0].chat = lines;
        assert_found(&table, &game, &expected);
    }
}

#[test]
fn a_stream_that_tells_something_else_is_found() {
    let (mut table, game) = (table(), game());
    table.streams[0].events[3].data["seat"] = json!(0);
    assert_found(&table, &game, &[ViolationKind::StreamDiffers]);
    table.streams = vec![stream(None, &[4, 5, 6, 7])];
    table.streams[0].events[0].data["tiles"] = json!(2);
    assert_found(&table, &game, &[ViolationKind::StreamDiffers]);
}

#[test]
fn a_stream_that_falls_silent_is_found() {
    let (mut table, game) = (table(), game());
    table.streams[0].events.truncate(2);
    assert_found(&table, &game, &[ViolationKind::StreamStalled]);
    // A stream that its reader closed need not have told everything.
    table.streams[0].open_at = None;
    assert_found(&table, &game, &[]);
}

#[test]
fn tiles_of_another_seat_are_a_leak() {
    let (mut table, game) = (table(), game());
    table.streams[1].events[0].data["tiles"] = json!([1, 2, 3]);
    assert_found(&table, &game, &[ViolationKind::Leak]);
    let mut open = game;
    open.has_open_racks = true;
    assert_found(&table, &open, &[]);
}

#[test]
fn drawn_returned_and_named_tiles_are_leaks_too() {
    let secrets = [
        json!({"event": "played", "seat": 1, "drawn": [1]}),
        json!({"event": "exchanged", "seat": 1, "returned": [1], "drawn": 1}),
        json!({"event": "play-failed", "seat": 1, "reasons": [{"code": "not-on-rack"}]}),
    ];
    for secret in secrets {
        let (mut table, game) = (table(), game());
        table.streams = vec![stream(Some("Ann"), &[7])];
        table.streams[0].events[0].data = secret;
        let found = kinds(&check_table("g", &table, &game));
        assert!(found.contains(&ViolationKind::Leak), "{found:?}");
    }
}

/// Bob leaves before the game begins, Carl takes the seat, and Bob's stream goes on.
#[test]
fn a_stream_that_outlives_its_seat_is_a_leak() {
    let mut game = game();
    game.log.truncate(2);
    push(&mut game, json!({"event": "vacated", "seat": 1}));
    push(&mut game, json!({"event": "joined", "seat": 1, "player": "Carl", "kind": "human"}));
    push(&mut game, json!({"event": "dealt", "seat": 1, "tiles": [4, 5]}));
    let seen = game.log[2..].iter().map(|event| StreamedEvent { seq: event.seq, data: event.data.clone() });
    let stream = |person: &str| StreamHistory {
        events: seen.clone().collect(),
        since: Some(2),
        ..stream(Some(person), &[])
    };
    let mut table = TableHistory { streams: vec![stream("Carl")], ..TableHistory::default() };
    assert_found(&table, &game, &[]);
    table.streams = vec![stream("Bob")];
    assert_found(&table, &game, &[ViolationKind::Leak]);
}

/// Ann leaves, a computer plays on, and her stream shows what it draws.
#[test]
fn a_stream_that_shows_the_substitute_is_a_leak() {
    let (mut table, mut game) = (table(), game());
    push(&mut game, json!({"event": "left", "seat": 0, "why": "resigned", "then": "computer"}));
    push(&mut game, json!({"event": "exchanged", "seat": 0, "returned": [1], "drawn": [2]}));
    game.turn = Some(1);
    table.commands.push(command("Ann", vec![attempt(Wish::Resign, 7_900, 8_100, ack(8))]));
    let seen = game.log[7..].iter().map(|event| StreamedEvent { seq: event.seq, data: event.data.clone() });
    table.streams =
        vec![StreamHistory { events: seen.collect(), since: Some(7), ..stream(Some("Ann"), &[]) }];
    assert_found(&table, &game, &[ViolationKind::Leak]);
}

#[test]
fn a_stream_that_outlives_its_key_is_found() {
    let (mut table, mut game) = (table(), game());
    table.revocations.push(KeyRevocation { person: "Ann".to_owned(), answered: 1_000 });
    assert_found(&table, &game, &[]);
    let late = game.log.last_mut().unwrap();
    (late.at, late.data["at"]) = (20_000, json!(20_000));
    table.streams[0].events[3].data["at"] = json!(20_000);
    table.streams[1].events[3].data["at"] = json!(20_000);
    table.commands[1].attempts[0].answered = 20_010;
    assert_found(&table, &game, &[ViolationKind::KeyOutlived]);
}

#[test]
fn a_bot_that_is_told_the_tiles_of_another_is_a_leak() {
    let (mut table, mut game) = (table(), game());
    table.streams.clear();
    table.commands.pop();
    game.log[1].data["kind"] = json!("bot");
    push(&mut game, json!({"event": "exchanged", "seat": 1, "returned": [5], "drawn": [9]}));
    let told = |tiles: &[u64]| BotHand { bot: "Bob".to_owned(), tiles: tiles.to_vec() };
    table.bot_hands = vec![told(&[6, 5, 4]), told(&[4, 6, 9])];
    assert_found(&table, &game, &[]);
    table.bot_hands.push(told(&[1, 2, 3]));
    assert_found(&table, &game, &[ViolationKind::Leak]);
}

fn view(person: Option<&str>, racks: &[u64]) -> ViewSample {
    ViewSample {
        person: person.map(str::to_owned),
        node: 0,
        sent: 8_000,
        seq: 7,
        viewer: None,
        racks: racks.to_vec(),
        is_over: false,
    }
}

#[test]
fn a_view_with_the_rack_of_another_is_a_leak() {
    let cases = [
        (view(Some("Ann"), &[0]), None),
        (view(Some("Ann"), &[0, 1]), Some(ViolationKind::Leak)),
        (view(None, &[1]), Some(ViolationKind::Leak)),
        (view(Some("Eve"), &[1]), Some(ViolationKind::Leak)),
        (ViewSample { is_over: true, ..view(None, &[0, 1]) }, None),
    ];
    for (view, expected) in cases {
        let (mut table, game) = (table(), game());
        table.views.push(view);
        assert_found(&table, &game, &Vec::from_iter(expected));
    }
}

#[test]
fn a_view_older_than_an_answer_of_the_same_server_is_found() {
    let (mut table, game) = (table(), game());
    table.views.push(ViewSample { seq: 6, ..view(None, &[]) });
    assert_found(&table, &game, &[ViolationKind::WentBack]);
    // Another server may not have heard of it.
    table.views[0].node = 1;
    assert_found(&table, &game, &[]);
}

#[test]
fn a_computer_that_does_not_move_is_found() {
    let (mut table, mut game) = (table(), game());
    push(&mut game, json!({"event": "joined", "seat": 0, "player": "greedy", "kind": "computer"}));
    table.streams.clear();
    game.read = 20_000;
    assert_found(&table, &game, &[]);
    game.read = 30_000;
    assert_found(&table, &game, &[ViolationKind::Stuck]);
    // Where clocks were moved, the time of the last event may be off.
    (game.skew, game.read) = (4_000, 25_000);
    assert_found(&table, &game, &[]);
    game.read = 30_000;
    assert_found(&table, &game, &[ViolationKind::Stuck]);
    game.is_running = false;
    assert_found(&table, &game, &[]);
}

#[test]
fn a_clock_that_does_not_fall_is_found() {
    let (mut table, mut game) = (table(), game());
    game.read = 60_000;
    assert_found(&table, &game, &[]);
    table.longest_turn = Some(2_000);
    assert_found(&table, &game, &[ViolationKind::Stuck]);
}

fn history(table: TableHistory) -> ClientHistory {
    ClientHistory { tables: BTreeMap::from([("g".to_owned(), table)]), ..ClientHistory::default() }
}

#[test]
fn a_game_that_is_gone_is_found() {
    let found = check(&history(table()), &BTreeMap::new());
    assert_eq!(kinds(&found), [ViolationKind::StoredWrongly]);
}

#[test]
fn a_creation_has_the_effect_that_its_answer_says() {
    let cases = [
        (ack(1), "tea", None),
        (ack(1), "other", Some(ViolationKind::StoredWrongly)),
        (AttemptOutcome::NothingChanged, "tea", Some(ViolationKind::FalseAnswer)),
        (AttemptOutcome::NothingChanged, "other", None),
        (uncertain(), "tea", None),
    ];
    for (outcome, stored, expected) in cases {
        let creation = CreationAttempt { name: "tea".to_owned(), outcome };
        let history = ClientHistory { creations: vec![creation], ..ClientHistory::default() };
        let game = FinalGame { name: stored.to_owned(), rules: standard(), ..FinalGame::default() };
        let found = check(&history, &BTreeMap::from([("g".to_owned(), game)]));
        assert_eq!(kinds(&found), Vec::from_iter(expected));
    }
}

#[test]
fn a_request_without_an_answer_is_found() {
    let sample = LatencySample {
        is_innocent: false,
        what: "view",
        sent: 0,
        took: 34_000,
        is_answered: true,
        under_fault: true,
    };
    let hang = LatencySample { took: 45_000, is_answered: false, ..sample.clone() };
    let history = ClientHistory { latencies: vec![sample, hang], ..ClientHistory::default() };
    assert_eq!(kinds(&check(&history, &BTreeMap::new())), [ViolationKind::Hang]);
}

#[test]
fn an_error_of_the_server_is_found() {
    let history = ClientHistory { server_errors: vec!["500".to_owned()], ..ClientHistory::default() };
    assert_eq!(kinds(&check(&history, &BTreeMap::new())), [ViolationKind::ServerFault]);
}

fn standard() -> String {
    presets::to_toml(&presets::Library::shipped().rules("standard").unwrap())
}

/// The beginning of a real game.
fn real_game() -> FinalGame {
    use rules::{Context, Game, Millis, SeededChance};
    let rules = presets::Library::shipped().rules("standard").unwrap();
    let mut chance = SeededChance::new(1);
    let mut context = Context { words: &lexicon::AnyWord, chance: &mut chance, now: Millis(0) };
    let events = Game::new(rules.clone()).start(2, &mut context).unwrap();
    let mut game = FinalGame { seats: 2, rules: standard(), ..FinalGame::default() };
    for (event, seq) in events.iter().zip(1..) {
        let text = wire::print_event(seq, event, &rules.tiles);
        let data: Value = serde_json::from_str(&text).unwrap();
        let kind = data["event"].as_str().unwrap().to_owned();
        game.log.push(FinalEvent { seq, at: 0, kind, seat: data["seat"].as_u64(), data });
    }
    game.scores = Some(vec![0, 0]);
    game
}

#[test]
fn a_log_that_does_not_follow_from_the_rules_is_found() {
    let found = |game: FinalGame| {
        let found = check(&ClientHistory::default(), &BTreeMap::from([("g".to_owned(), game)]));
        kinds(&found)
    };
    assert_eq!(found(real_game()), []);
    // A tile that somebody has twice, a score that nobody made, a number that is missing.
    let mut doubled = real_game();
    let tiles = doubled.log[1].data["tiles"].as_array_mut().unwrap();
    tiles.iter_mut().for_each(|tile| *tile = json!(17));
    assert_eq!(found(doubled), [ViolationKind::ReplayDiffers]);
    let scored = FinalGame { scores: Some(vec![5, 0]), ..real_game() };
    assert_eq!(found(scored), [ViolationKind::ReplayDiffers]);
    let mut short = real_game();
    short.log.remove(1);
    assert_eq!(found(short), [ViolationKind::ReplayDiffers]);
}
