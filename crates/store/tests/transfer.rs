//! Imports that are not what was exported.

mod support;

use proptest::prelude::*;
use quixotry_store::*;
use support::*;

async fn exported() -> String {
    let store = Store::memory();
    for _ in 0..3 {
        let id = make_game(&store).await;
        append(&store, &id, 0, "a").await.unwrap();
    }
    let mut lines = Vec::new();
    export(&store, &mut lines).await.unwrap();
    String::from_utf8(lines).unwrap()
}

/// Imports the export after a change, and returns what is said.
async fn said(change: impl FnOnce(String) -> String) -> String {
    let lines = change(exported().await);
    match import(&Store::memory(), lines.as_bytes()).await {
        Ok(counts) => format!("{counts:?}"),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn check(said: &str, expected: &str) {
    assert!(said.contains(expected), "{said:?} does not say {expected:?}");
}

#[tokio::test]
async fn every_mistake_is_named_with_its_line() {
    check(&said(|all| all).await, "games: 3, events: 3");
    check(&said(|_| String::new()).await, "ends after line 0");
    check(&said(|all| all.lines().take(4).collect::<Vec<_>>().join("\n")).await, "ends after line 4");
    check(&said(|all| all[..all.len() - 20].to_owned()).await, "line 8");
    check(&said(|all| all.replacen("\"version\":1", "\"version\":2", 1)).await, "version 2, but only");
    check(
        &said(|all| all.lines().skip(1).collect::<Vec<_>>().join("\n")).await,
        "line 1 of the import: an export begins",
    );
    check(&said(|all| all.clone() + &all).await, "line 9 of the import: nothing may follow");
    check(&said(|all| all.replace("\"games\":3", "\"games\":4")).await, "should have");
    check(&said(|all| all.replace("\"seq\":1", "\"seq\":2")).await, "event 1 should follow, but 2 does");
    check(&said(|all| all.replace("\"open\"", "\"ajar\"")).await, "line 2 of the import: \"ajar\"");
    check(&said(|all| all.replace("game-", "g ")).await, "line 2 of the import: a game id");
    check(&said(|all| all.replace("\"kind\"", "\"kin\"")).await, "line 3");
    check(
        &said(|all| {
            all.replacen(
                "{\"game\"",
                "{\"event\":{\"seq\":1,\"kind\":\"a\",\"version\":1,\"payload\":\"\"}}\n{\"game\"",
                1,
            )
        })
        .await,
        "a game must come first",
    );
}

#[tokio::test]
async fn more_games_than_one_batch_come_over_in_their_order() {
    let store = Store::memory();
    for _ in 0..250 {
        make_game(&store).await;
    }
    let mut lines = Vec::new();
    export(&store, &mut lines).await.unwrap();
    let restored = Store::memory();
    import(&restored, &lines[..]).await.unwrap();
    assert_eq!(restored.game_ids(None, RowLimit::MAX).await, store.game_ids(None, RowLimit::MAX).await);
}

proptest! {
    #[test]
    fn any_import_is_judged(lines in prop::collection::vec("\\PC{0,40}|\\{\"(game|event|end|format)\":\\{\\}\\}", 0..6)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let lines = lines.join("\n");
        prop_assert!(runtime.block_on(import(&Store::memory(), lines.as_bytes())).is_err());
    }
}
