//! What is particular to a store in a file.

mod support;

use std::path::Path;

use quixotry_store::*;
use sqlx::{Connection, SqliteConnection};
use support::*;

async fn open(file: &Path) -> Store {
    Store::sqlite(file).await.unwrap()
}

/// Does something to the file behind the store's back.
async fn meddle(file: &Path, sql: &'static str) {
    let address = format!("sqlite:{}", file.display());
    let mut connection = SqliteConnection::connect(&address).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[tokio::test]
async fn a_file_is_the_same_store_when_opened_again() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.db");
    let store = open(&file).await;
    let id = make_game(&store).await;
    append(&store, &id, 0, "kept").await.unwrap();
    let lease =
        store.acquire(Duty::new("clocks").unwrap(), NodeName::new("one").unwrap(), std::time::Duration::ZERO);
    let lease = lease.await.unwrap().unwrap();
    store.close().await.unwrap();

    let store = Store::open(&format!("sqlite://{}", file.display())).await.unwrap();
    assert_eq!(texts(&store, &id).await, ["kept"]);
    assert_eq!(append(&store, &id, 1, "next").await, Ok(AppendOutcome::Stored(Seq(2))));
    store.renew(&lease, std::time::Duration::ZERO).await.unwrap();
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.db");
    open(&file).await.close().await.unwrap();
    meddle(
        &file,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (99, 'later', true, x'00', 0)",
    )
    .await;
    let error = Store::sqlite(&file).await.unwrap_err();
    assert!(matches!(error, StoreOpenError::Newer { found: 99, known: 3 }), "{error}");
    assert!(error.to_string().contains("newer version"), "{error}");
}

#[tokio::test]
async fn what_is_no_store_is_not_opened() {
    let directory = tempfile::tempdir().unwrap();
    let text = directory.path().join("letter.txt");
    std::fs::write(&text, "Dear Sir or Madam, will you read my book? ".repeat(50)).unwrap();
    let error = Store::sqlite(&text).await.unwrap_err().to_string();
    assert!(error.contains("not a database"), "{error}");
    let error = Store::sqlite(directory.path().join("no/such/games.db")).await.unwrap_err().to_string();
    assert!(error.contains("no/such/games.db"), "{error}");
    for address in ["", "games.db", "mysql://localhost/games"] {
        assert!(matches!(Store::open(address).await, Err(StoreOpenError::Address(_))), "{address:?}");
    }
}

async fn find_damage(damage: &'static str) -> Vec<Damage> {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.db");
    let store = open(&file).await;
    let id = make_game(&store).await;
    for seq in 0..4 {
        let command = Some(command(&format!("c-{seq}")));
        let append = Append { command, ..Append::new(id.clone(), Seq(seq), vec![event("a")]) };
        store.append(append).await.unwrap();
        store
            .add_chat_line(NewChatLine {
                game: id.clone(),
                at: Timestamp(1),
                command: None,
                payload: payload("b"),
            })
            .await
            .unwrap();
    }
    make_game(&store).await;
    meddle(&file, damage).await;
    let report = verify(&store, |_| Ok(())).await.unwrap();
    report.damaged.into_iter().map(|game| game.damage).collect()
}

#[tokio::test]
async fn damage_is_found() {
    let gap = Damage::EventGap { expected: Seq(2), found: Seq(3) };
    assert_eq!(find_damage("DELETE FROM events WHERE seq = 2").await, [gap]);
    let end = Damage::LogEnd { expected: Seq(4), found: Seq(3) };
    assert_eq!(find_damage("DELETE FROM events WHERE seq = 4").await, [end]);
    let gap = Damage::LineGap { expected: LineNo(1), found: LineNo(2) };
    assert_eq!(find_damage("DELETE FROM lines WHERE line = 1").await, [gap]);
    let end = Damage::ChatEnd { expected: LineNo(4), found: LineNo(3) };
    assert_eq!(find_damage("DELETE FROM lines WHERE line = 4").await, [end]);
    let beyond = Damage::CommandBeyond { command: command("c-0"), seq: Seq(9), last: Seq(4) };
    assert_eq!(find_damage("UPDATE commands SET seq = 9 WHERE command = 'c-0'").await, [beyond]);
    let unreadable = find_damage("UPDATE events SET version = -1 WHERE seq = 1").await;
    assert!(matches!(&unreadable[..], [Damage::Unreadable(_)]), "{unreadable:?}");
    let headless = find_damage("DELETE FROM headers WHERE game = 1").await;
    assert!(matches!(&headless[..], [Damage::Unreadable(_)]), "{headless:?}");
    assert_eq!(find_damage("SELECT 1").await, []);
}

#[tokio::test]
async fn a_backup_is_a_store_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let store = open(&directory.path().join("games.db")).await;
    let id = make_game(&store).await;
    append(&store, &id, 0, "before").await.unwrap();
    let copy = directory.path().join("it's a copy.db");
    store.backup_to(&copy).await.unwrap();
    append(&store, &id, 1, "after").await.unwrap();

    let restored = open(&copy).await;
    assert_eq!(texts(&restored, &id).await, ["before"]);
    assert_eq!(verify(&restored, |_| Ok(())).await.unwrap().damaged, []);
    assert!(matches!(store.backup_to(&copy).await, Err(BackupError::Exists(_))));
    assert!(store.backup_to(directory.path().join("no/such/copy.db")).await.is_err());
    assert!(matches!(Store::memory().backup_to(&copy).await, Err(BackupError::NotAFile)));
}

#[tokio::test]
async fn a_file_held_by_another_is_refused_and_recovers() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.db");
    let store = open(&file).await;
    let id = make_game(&store).await;
    let address = format!("sqlite:{}", file.display());
    let mut other = SqliteConnection::connect(&address).await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE").execute(&mut other).await.unwrap();
    let refused = append(&store, &id, 0, "refused").await;
    assert!(matches!(refused, Err(WriteError::Store(StoreError::Unavailable(_)))), "{refused:?}");
    sqlx::raw_sql("ROLLBACK").execute(&mut other).await.unwrap();
    assert_eq!(append(&store, &id, 0, "stored").await, Ok(AppendOutcome::Stored(Seq(1))));
    assert_eq!(texts(&store, &id).await, ["stored"]);
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let directory = tempfile::tempdir().unwrap();
    let store = Store::sqlite(directory.path().join("games.db")).await.unwrap();
    store.backup_to(directory.path().join("copy.db")).await.unwrap();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory.path()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{entry:?}");
        names.push(entry.file_name());
    }
    assert!(names.len() >= 3, "{names:?}");
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_file_that_was_truncated_to_nothing_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("games.db");
    Store::sqlite(&file).await.unwrap().close().await.unwrap();
    std::fs::File::create(&file).unwrap();
    let error = Store::sqlite(&file).await.unwrap_err().to_string();
    assert!(error.contains("games.db: it is empty") && error.contains("restore a back-up"), "{error}");
    std::fs::remove_file(&file).unwrap();
    Store::sqlite(&file).await.unwrap().close().await.unwrap();
}
