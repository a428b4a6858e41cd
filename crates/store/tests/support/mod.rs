//! Small games for the tests of the store.
#![allow(dead_code, reason = "each test file uses its part of it")]

use std::sync::atomic::{AtomicU64, Ordering};

use quixotry_store::*;

/// A game id that was not used before in this process.
pub(crate) fn fresh_id() -> GameId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    GameId::new(format!("game-{:06}", NEXT.fetch_add(1, Ordering::Relaxed))).unwrap()
}

pub(crate) fn payload(text: &str) -> Payload {
    Payload::new(1, text).unwrap()
}

pub(crate) fn event(text: &str) -> NewEvent {
    NewEvent { kind: EventKindName::new("passed").unwrap(), payload: payload(text) }
}

pub(crate) fn summary(name: &str, state: TableStatus) -> StoredSummary {
    StoredSummary {
        name: GameName::new(name).unwrap(),
        state,
        activity: Timestamp(1_000),
        due: (state == TableStatus::Running).then_some(Timestamp(9_000)),
        details: payload(r#"{"scores":[0,0]}"#),
    }
}

pub(crate) fn header() -> GameHeader {
    GameHeader {
        rules: Payload::new(7, "preset = \"standard\"\n").unwrap(),
        lexicon: LexiconDigest::new("1fc68613").unwrap(),
        seats: SeatCount(2),
        visibility: Visibility::Public,
        created: Timestamp(500),
    }
}

pub(crate) fn new_game(id: &GameId) -> NewGame {
    NewGame::new(id.clone(), header(), summary("Tea", TableStatus::Open))
}

/// Makes a game without events.
pub(crate) async fn make_game(store: &Store) -> GameId {
    let id = fresh_id();
    store.create(new_game(&id)).await.unwrap();
    id
}

/// Appends one event after `expected`.
pub(crate) async fn append(
    store: &Store,
    game: &GameId,
    expected: u64,
    text: &str,
) -> Result<AppendOutcome, WriteError> {
    store.append(Append::new(game.clone(), Seq(expected), vec![event(text)])).await
}

pub(crate) fn hash(byte: u8) -> KeyHash {
    KeyHash([byte; 32])
}

pub(crate) fn new_key(byte: u8, seat: u8) -> NewKey {
    NewKey { hash: hash(byte), seat: SeatNumber(seat), created: Timestamp(700) }
}

pub(crate) fn command(text: &str) -> CommandId {
    CommandId::new(text).unwrap()
}

/// The texts of a game's events, in order.
pub(crate) async fn texts(store: &Store, game: &GameId) -> Vec<String> {
    let events = store.all_events(game, Seq::START).await.unwrap();
    events.iter().map(|event| event.payload.text().to_owned()).collect()
}
