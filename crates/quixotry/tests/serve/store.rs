//! `quixotry store`: copies of a database that has real games in it.

use crate::client::Table;
use crate::process::{Process, run};
use quixotry_test_support::postgres::TestDatabase;

async fn with_games(data: &std::path::Path) -> Table {
    let server = Process::start(data, &[]);
    let table = Table::new(&server.url).await;
    for number in 0..4 {
        let view = table.view().await;
        let turn = view["turn"].as_u64().unwrap() as usize;
        table.pass(turn, view["seq"].as_u64().unwrap(), &number.to_string()).await.unwrap();
    }
    server.stop();
    table
}

#[tokio::test]
async fn every_copy_has_all_games() {
    let data = tempfile::tempdir().unwrap();
    let table = with_games(data.path()).await;
    let good = |args: &[&str], expected: &str| {
        let ended = run(data.path(), args);
        assert_eq!(ended.code, Some(0), "{args:?}: {}{}", ended.out, ended.err);
        assert!(ended.out.contains(expected), "{args:?}: {}", ended.out);
    };
    good(&["store", "verify"], "1 games, ");
    good(&["store", "backup", "copy.db"], "copy.db: backed up");
    good(&["store", "restore", "copy.db", "--database", "sqlite:second.db"], "1 games, ");
    good(&["store", "export", "games.jsonl", "--database", "sqlite:second.db"], "1 games, ");
    good(&["store", "import", "games.jsonl", "--database", "sqlite:third.db"], "1 games, ");
    good(&["store", "verify", "--database", "sqlite:third.db", "--json"], "\"good\":true");

    let server = Process::start(data.path(), &["--database", "sqlite:third.db"]);
    let view = table.at(&server.url).view().await;
    let turn = view["turn"].as_u64().unwrap() as usize;
    let (status, answer) =
        table.at(&server.url).pass(turn, view["seq"].as_u64().unwrap(), "after").await.unwrap();
    assert_eq!(status, 200, "keys open what was copied: {answer}");
    server.stop();
}

#[tokio::test]
async fn back_ups_are_made_while_games_go_on_and_the_last_are_kept() {
    let data = tempfile::tempdir().unwrap();
    let server = Process::start(data.path(), &["--backup-every", "1s", "--backup-keep", "2"]);
    let table = Table::new(&server.url).await;
    let backups = data.path().join("backups");
    let names = || {
        let entries = std::fs::read_dir(&backups).into_iter().flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name.ends_with(".db"));
        names.sort();
        names
    };
    // Until the first one was removed; each of them comes while somebody plays.
    let mut first = None;
    for number in 0.. {
        let view = table.view().await;
        let turn = view["turn"].as_u64().unwrap() as usize;
        table.pass(turn, view["seq"].as_u64().unwrap(), &number.to_string()).await.unwrap();
        let names = names();
        first = first.or_else(|| names.first().cloned());
        if names.len() == 2 && first.as_ref().is_some_and(|first| !names.contains(first)) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    server.stop();
    for name in names() {
        let database = format!("sqlite:backups/{name}");
        let verified = run(data.path(), &["store", "verify", "--database", &database]);
        assert_eq!(verified.code, Some(0), "{name}: {}{}", verified.out, verified.err);
        assert!(verified.out.contains("1 games, "), "{}", verified.out);
    }
}

#[tokio::test]
async fn nonsense_is_reported() {
    let data = tempfile::tempdir().unwrap();
    let table = with_games(data.path()).await;
    let export = run(data.path(), &["store", "export", "-"]).out;
    let wrong: Vec<String> = export
        .lines()
        .map(|line| match line.contains("\"kind\":\"passed\"") {
            true => line.replace("\\\"seat\\\":0", "\\\"seat\\\":7"),
            false => line.to_owned(),
        })
        .collect();
    assert_ne!(export, wrong.join("\n") + "\n");
    std::fs::write(data.path().join("wrong.jsonl"), wrong.join("\n") + "\n").unwrap();
    let imported = run(data.path(), &["store", "import", "wrong.jsonl", "--database", "sqlite:wrong.db"]);
    assert_eq!(imported.code, Some(0), "{}", imported.err);
    let verified = run(data.path(), &["store", "verify", "--database", "sqlite:wrong.db"]);
    assert_eq!(verified.code, Some(1));
    assert!(verified.out.contains(&table.id) && verified.out.contains("seat 7"), "{}", verified.out);
}

#[test]
fn missing_files_are_reported() {
    let data = tempfile::tempdir().unwrap();
    for (args, expected) in [
        (vec!["store", "verify"], "there is no database"),
        (vec!["store", "backup", "copy.db", "--database", "sqlite:none.db"], "there is no database none.db"),
        (vec!["store", "restore", "none.db"], "cannot read none.db"),
        (vec!["store", "import", "none.jsonl"], "cannot read none.jsonl"),
        (vec!["store", "verify", "--database", "mysql:x"], "is not the address of a store"),
    ] {
        let ended = run(data.path(), &args);
        assert!(ended.code == Some(1) && ended.err.contains(expected), "{args:?}: {}", ended.err);
    }
    std::fs::write(data.path().join("text"), "no database").unwrap();
    let ended = run(data.path(), &["store", "restore", "text"]);
    assert!(ended.err.contains("is not a backup of a SQLite database"), "{}", ended.err);
}

#[tokio::test]
async fn games_move_to_postgres_and_back() {
    let data = tempfile::tempdir().unwrap();
    let table = with_games(data.path()).await;
    let databases = [TestDatabase::create(), TestDatabase::create()];
    let [shared, other] = databases.each_ref().map(TestDatabase::address);
    let good = |args: &[&str], expected: &str| {
        let ended = run(data.path(), args);
        assert_eq!(ended.code, Some(0), "{args:?}: {}{}", ended.out, ended.err);
        assert!(ended.out.contains(expected), "{args:?}: {}", ended.out);
    };
    good(&["store", "backup", "copy.db"], "copy.db: backed up");
    good(&["store", "restore", "copy.db", "--database", &shared], "1 games, ");
    good(&["store", "verify", "--database", &shared], "1 games, ");
    good(&["store", "export", "games.jsonl", "--database", &shared], "1 games, ");
    good(&["store", "import", "games.jsonl", "--database", &other], "1 games, ");
    good(&["store", "verify", "--database", &other, "--json"], "\"good\":true");
    good(&["store", "import", "games.jsonl", "--database", "sqlite:back.db"], "1 games, ");
    let ended = run(data.path(), &["store", "backup", "no.db", "--database", &shared]);
    assert!(ended.code == Some(1) && ended.err.contains("store export"), "{}", ended.err);

    let server = Process::start(data.path(), &["--database", &other]);
    let view = table.at(&server.url).view().await;
    let turn = view["turn"].as_u64().unwrap() as usize;
    let passed = table.at(&server.url).pass(turn, view["seq"].as_u64().unwrap(), "after").await.unwrap();
    assert_eq!(passed.0, 200, "keys open what was moved: {}", passed.1);
    server.stop();
}
