//! What every store promises: each case is a test on each backend.

mod support;

use std::any::Any;
use std::pin::Pin;
use std::time::Duration;

use quixotry_store::*;
use quixotry_test_support::postgres::TestDatabase;
use support::*;

/// Two nodes on the same, new store.
struct Nodes {
    one: Store,
    two: Store,
}

/// Makes each case a test of its own on each backend, such as `sqlite::a_game_is_created_once`.
macro_rules! contract_tests {
    ($($case:ident,)*) => {
        contract_tests!(@backend memory: $($case,)*);
        contract_tests!(@backend sqlite: $($case,)*);
        contract_tests!(@backend postgres: $($case,)*);
    };
    (@backend $backend:ident: $($case:ident,)*) => {
        mod $backend {
            $(
                #[test]
                fn $case() {
                    let open = || Box::pin(super::backends::$backend()) as super::Opening;
                    super::run(open, |nodes| Box::pin(super::$case(nodes)));
                }
            )*
        }
    };
}

/// A store that is being opened. What is returned beside the nodes must live as long as they do.
type Opening = Pin<Box<dyn Future<Output = (Nodes, Box<dyn Any>)>>>;

/// A case. It is boxed, so that it is compiled once and not for each backend.
type Case = fn(Nodes) -> Pin<Box<dyn Future<Output = ()>>>;

fn run(open: fn() -> Opening, case: Case) {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let (nodes, _place) = open().await;
        case(nodes).await;
    });
}

contract_tests! {
    a_game_is_read_as_it_was_created,
    a_game_is_created_once,
    nothing_of_a_refused_game_is_stored,
    an_unknown_game_has_nothing,
    events_are_numbered_from_one,
    events_are_read_from_any_place,
    a_second_writer_is_refused,
    events_for_an_unknown_game_are_refused,
    an_append_is_stored_whole_or_not_at_all,
    an_append_without_events_changes_the_summary,
    a_command_is_carried_out_once,
    a_command_id_counts_for_its_game_only,
    texts_come_back_unchanged,
    chat_has_numbers_of_its_own,
    a_chat_line_is_stored_once,
    settling_notifies_every_node_and_changes_nothing,
    a_key_belongs_to_its_seat_until_revoked,
    a_key_is_added_once,
    keys_of_other_games_are_left_alone,
    games_are_listed_by_state_visibility_and_name,
    pages_hold_every_game_once,
    due_games_are_found_by_time,
    a_duty_has_one_holder,
    a_duty_is_free_when_its_lease_expires,
    a_lost_lease_writes_nothing,
    every_node_is_notified_of_every_change,
    a_deleted_game_is_gone_for_every_node,
    every_node_is_notified_of_revoked_keys,
    a_refused_write_sends_no_notification,
    one_of_many_concurrent_writers_wins,
    concurrent_writers_leave_no_gap_and_no_duplicate,
    an_export_holds_everything,
    an_import_needs_an_empty_store,
    a_damaged_copy_is_refused,
    an_intact_store_passes_verification,
    a_closed_store_refuses_requests,
}

/// Opens a new store of each kind.
mod backends {
    use super::*;

    pub(crate) async fn memory() -> (Nodes, Box<dyn Any>) {
        let store = Store::memory();
        (Nodes { one: store.clone(), two: store }, Box::new(()))
    }

    pub(crate) async fn sqlite() -> (Nodes, Box<dyn Any>) {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::sqlite(directory.path().join("games.db")).await.unwrap();
        (Nodes { one: store.clone(), two: store }, Box::new(directory))
    }

    pub(crate) async fn postgres() -> (Nodes, Box<dyn Any>) {
        let database = TestDatabase::create();
        let one = Store::open(&database.address()).await.unwrap();
        let two = Store::open(&database.address()).await.unwrap();
        (Nodes { one, two }, Box::new(database))
    }
}

async fn a_game_is_read_as_it_was_created(Nodes { one, two }: Nodes) {
    let id = fresh_id();
    let mut game = new_game(&id);
    game.header.visibility = Visibility::ByLink;
    game.events = vec![event("first"), event("second")];
    game.keys = vec![new_key(1, 0)];
    one.create(game.clone()).await.unwrap();

    let read = two.game(&id).await.unwrap().unwrap();
    let head = LogHead { seq: Seq(2), line: LineNo::START };
    assert_eq!(read, StoredGame { id: id.clone(), header: game.header, summary: game.summary, head });
    assert_eq!(texts(&two, &id).await, ["first", "second"]);
    assert_eq!(two.key(&hash(1)).await.unwrap().map(|key| (key.game, key.seat)), Some((id, SeatNumber(0))));
}

async fn a_game_is_created_once(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    append(&one, &id, 0, "kept").await.unwrap();
    assert_eq!(two.create(new_game(&id)).await, Err(WriteError::GameExists(id.clone())));
    assert_eq!(texts(&two, &id).await, ["kept"]);
}

async fn nothing_of_a_refused_game_is_stored(Nodes { one, .. }: Nodes) {
    let (first, second) = (fresh_id(), fresh_id());
    one.create(NewGame { keys: vec![new_key(1, 0)], ..new_game(&first) }).await.unwrap();
    let refused = one.create(NewGame { keys: vec![new_key(2, 0), new_key(1, 1)], ..new_game(&second) }).await;
    assert_eq!(refused, Err(WriteError::KeyExists));
    assert_eq!(one.game(&second).await, Ok(None));
    assert_eq!(one.key(&hash(2)).await, Ok(None));
}

async fn an_unknown_game_has_nothing(Nodes { one, .. }: Nodes) {
    let id = fresh_id();
    assert_eq!(one.game(&id).await, Ok(None));
    assert_eq!(one.copy(&id).await, Ok(None));
    assert_eq!(one.events(&id, Seq::START, RowLimit::MAX).await, Ok(vec![]));
    assert_eq!(one.chat_lines(&id, LineNo::START, RowLimit::MAX).await, Ok(vec![]));
    assert_eq!(one.command(&id, &command("c")).await, Ok(None));
    assert_eq!(one.key(&hash(1)).await, Ok(None));
}

async fn events_are_numbered_from_one(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    assert_eq!(append(&one, &id, 0, "a").await, Ok(AppendOutcome::Stored(Seq(1))));
    let both = Append::new(id.clone(), Seq(1), vec![event("b"), event("c")]);
    assert_eq!(two.append(both).await, Ok(AppendOutcome::Stored(Seq(3))));
    let events = one.all_events(&id, Seq::START).await.unwrap();
    let seqs: Vec<_> = events.iter().map(|event| (event.seq.0, event.payload.text())).collect();
    assert_eq!(seqs, [(1, "a"), (2, "b"), (3, "c")]);
    assert!(events.iter().all(|event| event.game == id && event.kind.as_str() == "passed"));
}

async fn events_are_read_from_any_place(Nodes { one, .. }: Nodes) {
    let id = make_game(&one).await;
    let events = (1..=5).map(|n| event(&n.to_string())).collect();
    one.append(Append::new(id.clone(), Seq(0), events)).await.unwrap();
    let read = async |after, limit| {
        let events = one.events(&id, Seq(after), RowLimit::new(limit)).await.unwrap();
        events.iter().map(|event| event.seq.0).collect::<Vec<_>>()
    };
    assert_eq!(read(0, 2).await, [1, 2]);
    assert_eq!(read(3, 10).await, [4, 5]);
    assert_eq!(read(5, 10).await, [0u64; 0]);
    assert_eq!(read(u64::MAX, 10).await, [0u64; 0]);
}

async fn a_second_writer_is_refused(Nodes { one, two }: Nodes) {
    let game = make_game(&one).await;
    append(&one, &game, 0, "first").await.unwrap();
    let conflict = |expected| Err(WriteError::Conflict { game: game.clone(), expected, found: Seq(1) });
    assert_eq!(append(&two, &game, 0, "late").await, conflict(Seq(0)));
    assert_eq!(append(&two, &game, 2, "early").await, conflict(Seq(2)));
    assert_eq!(append(&two, &game, u64::MAX, "lost").await, conflict(Seq(u64::MAX)));
    assert_eq!(texts(&one, &game).await, ["first"]);
}

async fn events_for_an_unknown_game_are_refused(Nodes { one, .. }: Nodes) {
    let id = fresh_id();
    let unknown = WriteError::NoSuchGame(id.clone());
    assert_eq!(append(&one, &id, 0, "lost").await, Err(unknown.clone()));
    let line = NewChatLine { game: id.clone(), at: Timestamp(1), command: None, payload: payload("hello?") };
    assert_eq!(one.add_chat_line(line).await, Err(unknown.clone()));
    assert_eq!(one.change_keys(id, vec![KeyChange::Add(new_key(1, 0))]).await, Err(unknown));
    assert_eq!(one.key(&hash(1)).await, Ok(None));
}

async fn an_append_is_stored_whole_or_not_at_all(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    let whole = Append {
        summary: Some(summary("Coffee", TableStatus::Running)),
        command: Some(command("c-1")),
        keys: vec![KeyChange::Add(new_key(1, 0))],
        ..Append::new(id.clone(), Seq(0), vec![event("joined")])
    };
    one.append(whole).await.unwrap();
    let refused = Append {
        summary: Some(summary("Milk", TableStatus::Over)),
        command: Some(command("c-2")),
        keys: vec![KeyChange::Add(new_key(2, 1)), KeyChange::Revoke(hash(1)), KeyChange::Add(new_key(2, 1))],
        ..Append::new(id.clone(), Seq(1), vec![event("joined too")])
    };
    assert_eq!(two.append(refused.clone()).await, Err(WriteError::KeyExists));
    assert!(two.append(Append { expected: Seq(0), keys: vec![], ..refused }).await.is_err());

    let copy = two.copy(&id).await.unwrap().unwrap();
    assert_eq!(copy.game.summary, summary("Coffee", TableStatus::Running));
    assert_eq!(copy.keys, [new_key(1, 0)]);
    assert_eq!(copy.commands, [StoredCommand { command: command("c-1"), seq: Seq(1) }]);
    assert_eq!(copy.check(), Ok(()));
}

async fn an_append_without_events_changes_the_summary(Nodes { one, .. }: Nodes) {
    let id = make_game(&one).await;
    let renamed = Some(summary("Cocoa", TableStatus::Over));
    let append = Append { summary: renamed, ..Append::new(id.clone(), Seq(0), vec![]) };
    assert_eq!(one.append(append.clone()).await, Ok(AppendOutcome::Stored(Seq(0))));
    assert_eq!(one.game(&id).await.unwrap().unwrap().summary, summary("Cocoa", TableStatus::Over));
    assert!(one.append(Append { expected: Seq(1), ..append }).await.is_err());
}

async fn a_command_is_carried_out_once(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    let first = Append {
        command: Some(command("c-1")),
        ..Append::new(id.clone(), Seq(0), vec![event("a"), event("b")])
    };
    assert_eq!(one.append(first.clone()).await, Ok(AppendOutcome::Stored(Seq(2))));
    append(&two, &id, 2, "c").await.unwrap();
    assert_eq!(one.append(first.clone()).await, Ok(AppendOutcome::Repeated(Seq(2))));
    assert_eq!(two.append(Append { expected: Seq(3), ..first }).await, Ok(AppendOutcome::Repeated(Seq(2))));
    assert_eq!(two.command(&id, &command("c-1")).await, Ok(Some(Seq(2))));
    assert_eq!(two.command(&id, &command("c-2")).await, Ok(None));
    assert_eq!(texts(&one, &id).await, ["a", "b", "c"]);
}

async fn a_command_id_counts_for_its_game_only(Nodes { one, .. }: Nodes) {
    for _ in 0..2 {
        let id = make_game(&one).await;
        let append = Append { command: Some(command("same")), ..Append::new(id, Seq(0), vec![event("a")]) };
        assert_eq!(one.append(append).await, Ok(AppendOutcome::Stored(Seq(1))));
    }
}

async fn texts_come_back_unchanged(Nodes { one, two }: Nodes) {
    let long = "ÄÖ \"'\\ \u{1F600} ".repeat(60_000);
    let odd =
        ["", " ", "null", "[1,2]", "{\"a\":\"\\u0000\"}", "\u{2028}\u{FEFF}", "it's 100% \\N", "\t\n", &long];
    let id = make_game(&one).await;
    let events = odd.iter().map(|text| event(text)).collect();
    let shown = StoredSummary {
        name: GameName::new("ñ '\"; DROP TABLE games").unwrap(),
        ..summary("", TableStatus::Open)
    };
    let append = Append { summary: Some(shown.clone()), ..Append::new(id.clone(), Seq(0), events) };
    one.append(append).await.unwrap();
    assert!(texts(&two, &id).await == odd);
    assert_eq!(two.game(&id).await.unwrap().unwrap().summary, shown);
    let newest = Payload::new(u16::MAX, "{}").unwrap();
    let kind = EventKindName::new("new").unwrap();
    let event = NewEvent { kind, payload: newest.clone() };
    one.append(Append::new(id.clone(), Seq(odd.len() as u64), vec![event])).await.unwrap();
    let last = two.events(&id, Seq(odd.len() as u64), RowLimit::MAX).await.unwrap();
    assert_eq!((last[0].payload.version(), last[0].payload.text()), (u16::MAX, "{}"));
}

async fn a_chat_line_is_stored_once(Nodes { one, two }: Nodes) {
    let (id, other) = (make_game(&one).await, make_game(&one).await);
    let line = |game: &GameId, id: Option<&str>, text| NewChatLine {
        game: game.clone(),
        at: Timestamp(1),
        command: id.map(|id| CommandId::new(id).unwrap()),
        payload: payload(text),
    };
    assert_eq!(one.add_chat_line(line(&id, Some("x"), "hello")).await, Ok(LineNo(1)));
    assert_eq!(one.add_chat_line(line(&id, None, "hello")).await, Ok(LineNo(2)));
    for node in [&one, &two] {
        assert_eq!(node.add_chat_line(line(&id, Some("x"), "hello again")).await, Ok(LineNo(1)));
    }
    // At the same moment, too: the writes may be in one batch or at two nodes.
    let (a, b, c) = tokio::join!(
        one.add_chat_line(line(&id, Some("y"), "hi")),
        one.add_chat_line(line(&id, Some("y"), "hi")),
        two.add_chat_line(line(&id, Some("y"), "hi")),
    );
    assert_eq!([a, b, c], [Ok(LineNo(3)), Ok(LineNo(3)), Ok(LineNo(3))]);
    // An id belongs to its game, and a command with the same id is something else.
    assert_eq!(one.add_chat_line(line(&other, Some("x"), "hello")).await, Ok(LineNo(1)));
    let command =
        Append { command: CommandId::new("x").ok(), ..Append::new(id.clone(), Seq(0), vec![event("a")]) };
    assert_eq!(one.append(command).await, Ok(AppendOutcome::Stored(Seq(1))));
    let lines = two.chat_lines(&id, LineNo::START, RowLimit::MAX).await.unwrap();
    let ids: Vec<_> = lines.iter().map(|line| line.command.as_ref().map(ToString::to_string)).collect();
    assert_eq!(ids, [Some("x".to_owned()), None, Some("y".to_owned())]);
    // The ids are part of a copy, so that they outlive an export.
    let mut copy = one.copy(&id).await.unwrap().unwrap();
    one.delete(id.clone()).await.unwrap();
    copy.game.summary.state = TableStatus::Running;
    one.restore(vec![copy]).await.unwrap();
    assert_eq!(two.add_chat_line(line(&id, Some("y"), "hi")).await, Ok(LineNo(3)));
}

async fn chat_has_numbers_of_its_own(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    append(&one, &id, 0, "a").await.unwrap();
    for (node, text, number) in [(&one, "hello", 1), (&two, "hi", 2), (&one, "bye", 3)] {
        let line =
            NewChatLine { game: id.clone(), at: Timestamp(number), command: None, payload: payload(text) };
        assert_eq!(node.add_chat_line(line).await, Ok(LineNo(number as u64)));
    }
    assert_eq!(append(&two, &id, 1, "b").await, Ok(AppendOutcome::Stored(Seq(2))));
    let lines = two.chat_lines(&id, LineNo(1), RowLimit::new(1)).await.unwrap();
    assert_eq!(
        lines,
        [StoredChatLine { number: LineNo(2), at: Timestamp(2), command: None, payload: payload("hi") }]
    );
    let head = one.game(&id).await.unwrap().unwrap().head;
    assert_eq!(head, LogHead { seq: Seq(2), line: LineNo(3) });
}

async fn a_key_belongs_to_its_seat_until_revoked(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    let keys = [new_key(1, 0), new_key(2, 1), new_key(3, 1)];
    one.change_keys(id.clone(), keys.into_iter().map(KeyChange::Add).collect()).await.unwrap();
    let key = two.key(&hash(2)).await.unwrap();
    assert_eq!(key, Some(StoredKey { game: id.clone(), seat: SeatNumber(1), created: Timestamp(700) }));

    let changes =
        vec![KeyChange::RevokeSeat(SeatNumber(1)), KeyChange::Revoke(hash(9)), KeyChange::Add(new_key(4, 1))];
    two.change_keys(id.clone(), changes).await.unwrap();
    one.change_keys(id, vec![KeyChange::Revoke(hash(1))]).await.unwrap();
    for (byte, seat) in [(1, None), (2, None), (3, None), (4, Some(SeatNumber(1)))] {
        assert_eq!(one.key(&hash(byte)).await.unwrap().map(|key| key.seat), seat, "key {byte}");
    }
}

async fn a_key_is_added_once(Nodes { one, two }: Nodes) {
    let (id, other) = (make_game(&one).await, make_game(&one).await);
    one.change_keys(id.clone(), vec![KeyChange::Add(new_key(1, 0))]).await.unwrap();
    let again = vec![KeyChange::Add(new_key(5, 0)), KeyChange::Add(new_key(1, 1))];
    assert_eq!(two.change_keys(other, again).await, Err(WriteError::KeyExists));
    assert_eq!(two.key(&hash(1)).await.unwrap().map(|key| key.seat), Some(SeatNumber(0)));
    assert_eq!(two.key(&hash(5)).await, Ok(None));
    let renewed = vec![KeyChange::Revoke(hash(1)), KeyChange::Add(new_key(1, 1))];
    two.change_keys(id, renewed).await.unwrap();
    assert_eq!(one.key(&hash(1)).await.unwrap().map(|key| key.seat), Some(SeatNumber(1)));
}

async fn keys_of_other_games_are_left_alone(Nodes { one, .. }: Nodes) {
    let (id, other) = (make_game(&one).await, make_game(&one).await);
    one.change_keys(id.clone(), vec![KeyChange::Add(new_key(1, 0))]).await.unwrap();
    one.change_keys(other, vec![KeyChange::Revoke(hash(1)), KeyChange::RevokeSeat(SeatNumber(0))])
        .await
        .unwrap();
    assert_eq!(one.key(&hash(1)).await.unwrap().map(|key| key.game), Some(id));
}

async fn games_are_listed_by_state_visibility_and_name(Nodes { one, two }: Nodes) {
    let games = [
        ("Tea at FIVE", TableStatus::Open, Visibility::Public),
        ("Übung", TableStatus::Running, Visibility::Public),
        ("five o'clock", TableStatus::Over, Visibility::ByLink),
        ("100% _", TableStatus::Open, Visibility::ByLink),
    ];
    for (name, state, visibility) in games {
        let header = GameHeader { visibility, ..header() };
        one.create(NewGame::new(fresh_id(), header, summary(name, state))).await.unwrap();
    }
    let names = async |filter: GameFilter| {
        let page = two.list(&filter, None, RowLimit::MAX).await.unwrap();
        assert_eq!(page.next, None);
        page.games.into_iter().map(|game| game.summary.name.to_string()).collect::<Vec<_>>()
    };
    let named = |name: &str| GameFilter { name: Some(GameName::new(name).unwrap()), ..GameFilter::default() };
    let in_state = |state| GameFilter { state: Some(state), ..GameFilter::default() };
    let public = GameFilter { visibility: Some(Visibility::Public), ..GameFilter::default() };
    assert_eq!(two.count(&public, RowLimit::MAX).await.unwrap(), 2);
    assert_eq!(two.count(&in_state(TableStatus::Open), RowLimit::MAX).await.unwrap(), 2);
    assert_eq!(two.count(&named("five"), RowLimit::MAX).await.unwrap(), 2);
    assert_eq!(two.count(&GameFilter::default(), RowLimit::MAX).await.unwrap(), 4);
    assert_eq!(
        two.count(&GameFilter::default(), RowLimit::new(3)).await.unwrap(),
        3,
        "no further than asked"
    );
    assert_eq!(names(GameFilter::default()).await, ["100% _", "five o'clock", "Übung", "Tea at FIVE"]);
    assert_eq!(names(in_state(TableStatus::Open)).await, ["100% _", "Tea at FIVE"]);
    assert_eq!(names(named("Five")).await, ["five o'clock", "Tea at FIVE"]);
    assert_eq!(names(named("ü")).await, ["Übung"]);
    assert_eq!(names(named("%")).await, ["100% _"]);
    assert_eq!(names(GameFilter { state: Some(TableStatus::Open), ..public }).await, ["Tea at FIVE"]);
}

async fn due_games_are_found_by_time(Nodes { one, two }: Nodes) {
    let mut ids = Vec::new();
    for due in [Some(300), None, Some(100), Some(200)] {
        let id = fresh_id();
        let summary = StoredSummary { due: due.map(Timestamp), ..summary("Tea", TableStatus::Open) };
        one.create(NewGame::new(id.clone(), header(), summary)).await.unwrap();
        ids.push(id);
    }
    let due = async |until, limit| two.due_games(Timestamp(until), RowLimit::new(limit)).await.unwrap();
    assert_eq!(due(99, 9).await, []);
    assert_eq!(due(200, 9).await, [ids[2].clone(), ids[3].clone()]);
    assert_eq!(due(i64::MAX, 2).await, [ids[2].clone(), ids[3].clone()]);
    assert_eq!(due(i64::MAX, 9).await, [ids[2].clone(), ids[3].clone(), ids[0].clone()]);

    let later = StoredSummary { due: Some(Timestamp(400)), ..summary("Tea", TableStatus::Running) };
    let never = StoredSummary { due: None, ..summary("Tea", TableStatus::Over) };
    for (id, summary) in [(&ids[2], later), (&ids[3], never)] {
        let append = Append { summary: Some(summary), ..Append::new(id.clone(), Seq(0), vec![]) };
        one.append(append).await.unwrap();
    }
    one.append(Append::new(ids[0].clone(), Seq(0), vec![event("{}")])).await.unwrap();
    assert_eq!(due(i64::MAX, 9).await, [ids[0].clone(), ids[2].clone()]);
}

async fn pages_hold_every_game_once(Nodes { one, two }: Nodes) {
    let mut made = Vec::new();
    for _ in 0..7 {
        made.push(make_game(&one).await);
    }
    let filter = GameFilter { state: Some(TableStatus::Open), ..GameFilter::default() };
    let (mut listed, mut after) = (Vec::new(), None);
    loop {
        let page = two.list(&filter, after, RowLimit::new(3)).await.unwrap();
        listed.extend(page.games.into_iter().map(|game| game.id));
        // Games made meanwhile are newer, and so on no page that is still to come.
        make_game(&one).await;
        after = page.next.map(|next| next.to_string().parse().unwrap());
        if after.is_none() {
            break;
        }
    }
    listed.reverse();
    assert_eq!(listed, made);
    let walked = two.game_ids(None, RowLimit::new(7)).await.unwrap();
    assert_eq!(walked.iter().map(|(_, id)| id).collect::<Vec<_>>(), made.iter().collect::<Vec<_>>());
    let rest = two.game_ids(Some(walked[5].0), RowLimit::new(1)).await.unwrap();
    assert_eq!(rest[0].1, made[6]);
}

fn clocks() -> Duty {
    Duty::new("clocks").unwrap()
}

fn node(name: &str) -> NodeName {
    NodeName::new(name).unwrap()
}

const LONG: Duration = Duration::from_secs(600);

async fn a_duty_has_one_holder(Nodes { one, two }: Nodes) {
    let (a, b) =
        tokio::join!(one.acquire(clocks(), node("one"), LONG), two.acquire(clocks(), node("two"), LONG));
    let (a, b) = (a.unwrap(), b.unwrap());
    assert!(a.is_some() != b.is_some(), "{a:?} {b:?}");
    let lease = a.or(b).unwrap();
    one.renew(&lease, LONG).await.unwrap();
    assert_eq!(two.acquire(clocks(), node("three"), LONG).await, Ok(None));
    let other_duty = two.acquire(Duty::new("games").unwrap(), node("three"), LONG).await.unwrap();
    assert!(other_duty.is_some());

    one.release(lease.clone()).await.unwrap();
    let next = two.acquire(clocks(), node("three"), LONG).await.unwrap().unwrap();
    assert!(next.token > lease.token);
    one.release(lease.clone()).await.unwrap();
    two.renew(&next, LONG).await.unwrap();
    assert_eq!(one.renew(&lease, LONG).await, Err(WriteError::LeaseLost { duty: clocks() }));
}

async fn a_duty_is_free_when_its_lease_expires(Nodes { one, two }: Nodes) {
    let first = one.acquire(clocks(), node("one"), Duration::from_millis(1)).await.unwrap().unwrap();
    tokio::time::sleep(Duration::from_millis(20)).await;
    let second = two.acquire(clocks(), node("two"), LONG).await.unwrap().unwrap();
    assert!(second.token > first.token);
    assert_eq!(one.renew(&first, LONG).await, Err(WriteError::LeaseLost { duty: clocks() }));
    let again = one.acquire(clocks(), node("two"), LONG).await.unwrap().unwrap();
    assert!(again.token > second.token, "a node that was started again has a new lease");
}

async fn a_lost_lease_writes_nothing(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    let lease = one.acquire(clocks(), node("one"), Duration::ZERO).await.unwrap().unwrap();
    let fenced = |lease: &Lease, expected| Append {
        fence: Some(lease.fence()),
        ..Append::new(id.clone(), Seq(expected), vec![event("time is over")])
    };
    one.append(fenced(&lease, 0)).await.unwrap();
    tokio::time::sleep(Duration::from_millis(5)).await;
    let taken = two.acquire(clocks(), node("two"), LONG).await.unwrap().unwrap();
    assert_eq!(one.append(fenced(&lease, 1)).await, Err(WriteError::LeaseLost { duty: clocks() }));
    two.append(fenced(&taken, 1)).await.unwrap();
    assert_eq!(texts(&one, &id).await.len(), 2);
}

async fn every_node_is_notified_of_every_change(Nodes { one, two }: Nodes) {
    let (mut first, mut second) = (one.subscribe(), two.subscribe());
    let id = make_game(&one).await;
    append(&one, &id, 0, "a").await.unwrap();
    append(&two, &id, 1, "b").await.unwrap();
    one.add_chat_line(NewChatLine {
        game: id.clone(),
        at: Timestamp(1),
        command: None,
        payload: payload("hi"),
    })
    .await
    .unwrap();
    let last = LogHead { seq: Seq(2), line: LineNo(1) };
    for notices in [&mut first, &mut second] {
        let notified = tokio::time::timeout(Duration::from_secs(30), wait_for(notices, &id, last)).await;
        notified.expect("a notification is missing");
    }
}

async fn settling_notifies_every_node_and_changes_nothing(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    append(&one, &id, 0, "a").await.unwrap();
    let before = one.copy(&id).await.unwrap();
    let (mut first, mut second) = (one.subscribe(), two.subscribe());
    let head = LogHead { seq: Seq(1), line: LineNo::START };
    assert_eq!(two.settle(id.clone()).await, Ok(head));
    for notices in [&mut first, &mut second] {
        let notified = tokio::time::timeout(Duration::from_secs(30), wait_for(notices, &id, head)).await;
        notified.expect("a notification is missing");
    }
    assert_eq!(one.copy(&id).await.unwrap(), before);
    let missing = GameId::new("missing").unwrap();
    assert_eq!(one.settle(missing.clone()).await, Err(WriteError::NoSuchGame(missing)));
}

/// Waits for the notification of this position; no notification may be beyond it.
async fn wait_for(notices: &mut ChangeSubscription, id: &GameId, last: LogHead) {
    loop {
        match notices.next().await.expect("the store is gone") {
            ChangeNotification::Changed(game, head) if game == *id && head == last => return,
            ChangeNotification::Changed(game, head) if game == *id => {
                assert!(head.seq <= last.seq && head.line <= last.line);
            }
            other => panic!("{other:?} is a notification of something else"),
        }
    }
}

async fn a_deleted_game_is_gone_for_every_node(Nodes { one, two }: Nodes) {
    let (id, other) = (make_game(&one).await, make_game(&one).await);
    append(&one, &id, 0, "a").await.unwrap();
    append(&one, &other, 0, "b").await.unwrap();
    let line = NewChatLine { game: id.clone(), at: Timestamp(1), command: None, payload: payload("hello") };
    one.add_chat_line(line.clone()).await.unwrap();
    one.change_keys(id.clone(), vec![KeyChange::Add(new_key(1, 0))]).await.unwrap();
    one.change_keys(other.clone(), vec![KeyChange::Add(new_key(2, 0))]).await.unwrap();
    let mut notices = two.subscribe();
    one.delete(id.clone()).await.unwrap();
    while next(&mut notices).await != ChangeNotification::Deleted(id.clone()) {}
    assert_eq!(two.game(&id).await, Ok(None));
    assert_eq!(two.copy(&id).await, Ok(None));
    assert_eq!(two.key(&hash(1)).await, Ok(None));
    assert!(texts(&two, &id).await.is_empty());
    assert!(two.chat_lines(&id, LineNo::START, RowLimit::MAX).await.unwrap().is_empty());
    let missing = WriteError::NoSuchGame(id.clone());
    assert_eq!(append(&two, &id, 1, "c").await, Err(missing.clone()));
    assert_eq!(two.add_chat_line(line).await, Err(missing.clone()));
    assert_eq!(two.delete(id.clone()).await, Err(missing));
    // Others stay as they are, and the id can be used again.
    assert_eq!(texts(&two, &other).await, ["b"]);
    assert!(two.key(&hash(2)).await.unwrap().is_some());
    two.create(new_game(&id)).await.unwrap();
    assert!(texts(&one, &id).await.is_empty());
}

async fn every_node_is_notified_of_revoked_keys(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    one.change_keys(id.clone(), vec![KeyChange::Add(new_key(1, 0))]).await.unwrap();
    let mut notices = two.subscribe();
    one.change_keys(id.clone(), vec![KeyChange::RevokeSeat(SeatNumber(0))]).await.unwrap();
    while next(&mut notices).await != ChangeNotification::KeysRevoked(id.clone()) {}
    assert_eq!(two.key(&hash(1)).await, Ok(None));
}

async fn next(notices: &mut ChangeSubscription) -> ChangeNotification {
    let notice = tokio::time::timeout(Duration::from_secs(20), notices.next()).await;
    notice.expect("no notification arrived").expect("the store is gone")
}

async fn a_refused_write_sends_no_notification(Nodes { one, .. }: Nodes) {
    let id = make_game(&one).await;
    let mut notices = one.subscribe();
    append(&one, &id, 7, "refused").await.unwrap_err();
    append(&one, &id, 0, "stored").await.unwrap();
    let head = LogHead { seq: Seq(1), line: LineNo::START };
    assert_eq!(notices.next().await, Some(ChangeNotification::Changed(id, head)));
}

async fn one_of_many_concurrent_writers_wins(Nodes { one, two }: Nodes) {
    let id = make_game(&one).await;
    for round in 0..5 {
        let mut writers = tokio::task::JoinSet::new();
        for writer in 0..20 {
            let (store, id) = (if writer % 2 == 0 { one.clone() } else { two.clone() }, id.clone());
            writers.spawn(async move { append(&store, &id, round, &format!("{round}-{writer}")).await });
        }
        let outcomes = writers.join_all().await;
        assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
        let refused = WriteError::Conflict { game: id.clone(), expected: Seq(round), found: Seq(round + 1) };
        assert!(outcomes.iter().flat_map(|outcome| outcome.as_ref().err()).all(|error| *error == refused));
    }
    assert_eq!(texts(&two, &id).await.len(), 5);
}

mod interleaving {
    use super::*;
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    use std::collections::BTreeMap;

    /// What a writer does next: to which game, how many events, and whether it sends it twice.
    #[derive(Debug, Clone)]
    struct Step {
        game: usize,
        events: usize,
        again: bool,
    }

    fn plan() -> impl Strategy<Value = Vec<Vec<Step>>> {
        let step = (0..3usize, 0..4usize, any::<bool>());
        let step = step.prop_map(|(game, events, again)| Step { game, events, again });
        prop::collection::vec(prop::collection::vec(step, 1..15), 2..6)
    }

    pub(crate) async fn concurrent_writers_leave_no_gap_and_no_duplicate(Nodes { one, two }: Nodes) {
        let mut runner = TestRunner::deterministic();
        for _ in 0..10 {
            let plan = plan().new_tree(&mut runner).unwrap().current();
            follow(&plan, &one, &two).await;
        }
    }

    async fn follow(plan: &[Vec<Step>], one: &Store, two: &Store) {
        let games = [make_game(one).await, make_game(one).await, make_game(one).await];
        let mut writers = tokio::task::JoinSet::new();
        for (writer, steps) in plan.iter().cloned().enumerate() {
            let store = if writer % 2 == 0 { one.clone() } else { two.clone() };
            writers.spawn(work(store, games.clone(), writer, steps));
        }
        let acknowledged = writers.join_all().await.concat();
        for game in &games {
            check(two, game, &acknowledged).await;
        }
    }

    /// A game, the texts of events, and the last event's number, as acknowledged.
    type Acknowledged = (GameId, Vec<String>, Seq);

    async fn work(store: Store, games: [GameId; 3], writer: usize, steps: Vec<Step>) -> Vec<Acknowledged> {
        let mut known = BTreeMap::new();
        let mut acknowledged = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let game = &games[step.game];
            let texts: Vec<_> = (0..step.events).map(|n| format!("{writer}.{number}.{n}")).collect();
            let mut append = Append {
                command: Some(command(&format!("{writer}.{number}"))),
                ..Append::new(game.clone(), Seq(0), texts.iter().map(|text| event(text)).collect())
            };
            let seq = loop {
                append.expected = *known.get(game).unwrap_or(&Seq::START);
                match store.append(append.clone()).await {
                    Ok(appended) => break appended.seq(),
                    Err(WriteError::Conflict { found, .. }) => drop(known.insert(game.clone(), found)),
                    Err(error) => panic!("{error}"),
                }
            };
            if step.again {
                assert_eq!(store.append(append).await, Ok(AppendOutcome::Repeated(seq)));
            }
            known.insert(game.clone(), seq);
            acknowledged.push((game.clone(), texts, seq));
        }
        acknowledged
    }

    async fn check(store: &Store, game: &GameId, acknowledged: &[Acknowledged]) {
        let copy = store.copy(game).await.unwrap().unwrap();
        assert_eq!(copy.check(), Ok(()));
        let mine = acknowledged.iter().filter(|(of, ..)| of == game);
        let mut expected: BTreeMap<u64, &str> = BTreeMap::new();
        for (_, texts, seq) in mine {
            for (text, at) in texts.iter().rev().zip((1..=seq.0).rev()) {
                assert_eq!(expected.insert(at, text), None, "two winners of {at}");
            }
        }
        let stored: BTreeMap<u64, &str> =
            copy.events.iter().map(|event| (event.seq.0, event.payload.text())).collect();
        assert_eq!(stored, expected);
    }
}
use interleaving::concurrent_writers_leave_no_gap_and_no_duplicate;

/// Two games with something of everything.
async fn furnish(store: &Store) -> [GameId; 2] {
    let (first, second) = (make_game(store).await, make_game(store).await);
    for n in 0..3 {
        let append = Append {
            command: Some(command(&format!("c-{n}"))),
            keys: vec![KeyChange::Add(new_key(n as u8, n as u8))],
            ..Append::new(first.clone(), Seq(n), vec![event("\"quoted\"")])
        };
        store.append(append).await.unwrap();
        let line =
            NewChatLine { game: second.clone(), at: Timestamp(4), command: None, payload: payload("hi\n") };
        store.add_chat_line(line).await.unwrap();
    }
    [first, second]
}

async fn an_export_holds_everything(Nodes { one, two }: Nodes) {
    let games = furnish(&one).await;
    let mut lines = Vec::new();
    let counts = export(&two, &mut lines).await.unwrap();
    assert_eq!(counts, TransferCounts { games: 2, events: 3 });
    let restored = Store::memory();
    assert_eq!(import(&restored, &lines[..]).await.unwrap(), counts);
    for game in &games {
        assert_eq!(restored.copy(game).await.unwrap(), one.copy(game).await.unwrap());
    }
    let mut again = Vec::new();
    export(&restored, &mut again).await.unwrap();
    assert_eq!(String::from_utf8(again), String::from_utf8(lines));
}

async fn an_import_needs_an_empty_store(Nodes { one, two }: Nodes) {
    let source = Store::memory();
    let games = furnish(&source).await;
    let mut lines = Vec::new();
    export(&source, &mut lines).await.unwrap();
    import(&one, &lines[..]).await.unwrap();
    assert_eq!(two.copy(&games[0]).await.unwrap(), source.copy(&games[0]).await.unwrap());
    assert!(matches!(import(&two, &lines[..]).await, Err(ImportError::NotEmpty)));
    // What was imported goes on as if it had been played here.
    assert_eq!(append(&two, &games[0], 3, "next").await, Ok(AppendOutcome::Stored(Seq(4))));
    assert_eq!(two.command(&games[0], &command("c-1")).await, Ok(Some(Seq(2))));
}

async fn a_damaged_copy_is_refused(Nodes { one, two }: Nodes) {
    let source = Store::memory();
    let [game, other] = furnish(&source).await;
    let mut damaged = source.copy(&game).await.unwrap().unwrap();
    damaged.events.remove(1);
    let damage = Damage::EventGap { expected: Seq(2), found: Seq(3) };
    let whole = source.copy(&other).await.unwrap().unwrap();
    let refused = one.restore(vec![whole, damaged]).await;
    assert_eq!(refused, Err(WriteError::BadCopy { game, damage }));
    assert_eq!(two.game(&other).await, Ok(None));
}

async fn an_intact_store_passes_verification(Nodes { one, two }: Nodes) {
    let [first, _] = furnish(&one).await;
    let report = verify(&two, |_| Ok(())).await.unwrap();
    assert_eq!(report, VerifyReport { counts: TransferCounts { games: 2, events: 3 }, damaged: vec![] });
    let refusing = |copy: &GameCopy| match copy.events.len() {
        0 => Ok(()),
        _ => Err("nonsense".to_owned()),
    };
    let report = verify(&two, refusing).await.unwrap();
    assert_eq!(report.damaged, [DamagedGame { game: first, damage: Damage::Replay("nonsense".into()) }]);
}

async fn a_closed_store_refuses_requests(Nodes { one, .. }: Nodes) {
    let id = make_game(&one).await;
    one.ping().await.unwrap();
    one.close().await.unwrap();
    assert!(matches!(append(&one, &id, 0, "late").await, Err(WriteError::Store(StoreError::Unavailable(_)))));
    assert!(matches!(one.game(&id).await, Err(StoreError::Unavailable(_))));
    assert!(one.ping().await.is_err());
    one.close().await.unwrap();
}
