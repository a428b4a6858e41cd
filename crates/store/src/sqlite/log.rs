//! Writing a batch to SQLite.
//!
//! Each statement takes the rows of the whole batch as one JSON text, and statements that belong together are sent
//! together: each call costs two thread switches, whatever it does. A batch takes two calls, one for the lookups and one
//! for the rows.

use serde::Serialize;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use crate::batch::{BatchRows, LookupResults, Lookups, Number, evaluate};
use crate::game::fold_case;
use crate::writer::{BatchWriter, CommitError, CommittedBatch};
use crate::*;

pub(super) struct SqliteBatchWriter {
    options: SqliteConnectOptions,
    connection: Option<SqliteConnection>,
}

impl SqliteBatchWriter {
    pub(super) fn new(options: SqliteConnectOptions, connection: SqliteConnection) -> SqliteBatchWriter {
        SqliteBatchWriter { options, connection: Some(connection) }
    }

    async fn connection(&mut self) -> Result<SqliteConnection, CommitError> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => self.options.connect().await.map_err(failure),
        }
    }
}

impl BatchWriter for SqliteBatchWriter {
    async fn commit(&mut self, batch: &[Write]) -> Result<CommittedBatch, CommitError> {
        let mut connection = self.connection().await?;
        let stored = commit(&mut connection, batch).await;
        // A connection that cannot roll back is replaced by a new one.
        if stored.is_ok() || execute(&mut connection, "ROLLBACK").await.is_ok() {
            self.connection = Some(connection);
        }
        stored
    }

    async fn close(self) {
        if let Some(connection) = self.connection {
            // Everything is stored already. SQLite cleans up the rest when the file is opened again.
            connection.close().await.ok();
        }
    }
}

async fn commit(on: &mut SqliteConnection, batch: &[Write]) -> Result<CommittedBatch, CommitError> {
    let facts = facts(on, &Lookups::for_batch(batch)).await?;
    let (outcomes, rows) = evaluate(batch, facts);
    store(on, &rows).await.map_err(failure)?;
    finish(on, &rows).await.map_err(uncertain)?;
    Ok(CommittedBatch { outcomes, notifications: rows.notifications() })
}

/// As [`failure`], for an error during the commit, when everything may have been stored.
fn uncertain(error: sqlx::Error) -> CommitError {
    match failure(error) {
        CommitError::Store(StoreError::Unavailable(why)) => CommitError::Store(StoreError::Uncertain(why)),
        failure => failure,
    }
}

async fn execute(on: &mut SqliteConnection, sql: &'static str) -> sqlx::Result<()> {
    sqlx::query(sql).execute(on).await.map(drop)
}

/// Tells a refused row from a failed database.
fn failure(error: sqlx::Error) -> CommitError {
    match error.as_database_error() {
        Some(refused) if refused.kind() != sqlx::error::ErrorKind::Other => {
            CommitError::Rejected(error.to_string())
        }
        _ => CommitError::Store(crate::reads::fault(error)),
    }
}

impl From<StoreError> for CommitError {
    fn from(fault: StoreError) -> CommitError {
        CommitError::Store(fault)
    }
}

async fn facts(on: &mut SqliteConnection, lookups: &Lookups<'_>) -> Result<LookupResults, CommitError> {
    let mut facts = LookupResults { now: Timestamp::now(), ..LookupResults::default() };
    look_up_games(on, lookups, &mut facts).await?;
    if !lookups.lines.is_empty() {
        look_up_lines(on, lookups, &mut facts).await?;
    }
    if !lookups.keys.is_empty() {
        look_up_keys(on, lookups, &mut facts).await?;
    }
    if !lookups.duties.is_empty() {
        look_up_leases(on, lookups, &mut facts).await?;
    }
    if lookups.fresh > 0 {
        let query = sqlx::query_scalar::<_, Number>("SELECT coalesce(max(number), 0) FROM games");
        let last = query.fetch_one(on).await.map_err(failure)?;
        facts.fresh = (last + 1..=last + lookups.fresh as Number).rev().collect();
    }
    Ok(facts)
}

/// Begins the transaction, and reads games and commands as one row, because each row costs a thread switch.
async fn look_up_games(
    on: &mut SqliteConnection,
    lookups: &Lookups<'_>,
    facts: &mut LookupResults,
) -> Result<(), CommitError> {
    let query = sqlx::query_as::<_, (String, String)>(
        "BEGIN IMMEDIATE;
         SELECT (SELECT json_group_array(json_array(id, number, last_seq, last_line))
                 FROM games WHERE id IN (SELECT value FROM json_each(?1))),
                (SELECT json_group_array(json_array(number, command, seq))
                 FROM json_each(?2) AS wanted CROSS JOIN games CROSS JOIN commands
                 WHERE games.id = wanted.value ->> 0 AND game = number AND command = wanted.value ->> 1)",
    );
    let commands = lookups.commands.iter().map(|(game, command)| (game.as_str(), command.as_str()));
    let query = query.bind(json(&lookups.games)).bind(json(&commands.collect::<Vec<_>>()));
    let (games, commands) = query.fetch_one(on).await.map_err(failure)?;
    let games: Vec<(String, Number, i64, i64)> = serde_json::from_str(&games).map_err(rows::damaged_error)?;
    for (id, number, seq, line) in games {
        facts.games.insert(id, (number, LogHead { seq: rows::seq(seq)?, line: rows::line_no(line)? }));
    }
    let commands: Vec<(Number, String, i64)> =
        serde_json::from_str(&commands).map_err(rows::damaged_error)?;
    for (number, command, seq) in commands {
        facts.commands.insert((number, command), rows::seq(seq)?);
    }
    Ok(())
}

async fn look_up_lines(
    on: &mut SqliteConnection,
    lookups: &Lookups<'_>,
    facts: &mut LookupResults,
) -> Result<(), CommitError> {
    let query = sqlx::query_as::<_, (Number, String, i64)>(
        "SELECT game, command, line FROM json_each(?1) AS wanted CROSS JOIN lines
         WHERE game = wanted.value ->> 0 AND command = wanted.value ->> 1",
    );
    let wanted = rows::wanted_lines(lookups, facts);
    for (game, command, line) in query.bind(json(&wanted)).fetch_all(on).await.map_err(failure)? {
        facts.lines.insert((game, command), rows::line_no(line)?);
    }
    Ok(())
}

async fn look_up_keys(
    on: &mut SqliteConnection,
    lookups: &Lookups<'_>,
    facts: &mut LookupResults,
) -> Result<(), CommitError> {
    let query = sqlx::query_as::<_, (String, Number, i64)>(
        "SELECT hash, game, seat FROM keys WHERE hash IN (SELECT value FROM json_each(?1))",
    );
    let hashes: Vec<_> = lookups.keys.iter().map(ToString::to_string).collect();
    for (hash, game, seat) in query.bind(json(&hashes)).fetch_all(on).await.map_err(failure)? {
        facts.keys.insert(hash.parse().map_err(rows::damaged_error)?, (game, rows::seat(seat)?));
    }
    Ok(())
}

async fn look_up_leases(
    on: &mut SqliteConnection,
    lookups: &Lookups<'_>,
    facts: &mut LookupResults,
) -> Result<(), CommitError> {
    let query = sqlx::query_as::<_, (String, String, i64, i64)>(
        "SELECT duty, node, token, until FROM leases WHERE duty IN (SELECT value FROM json_each(?1))",
    );
    for row in query.bind(json(&lookups.duties)).fetch_all(on).await.map_err(failure)? {
        facts.leases.extend([rows::lease(row)?]);
    }
    Ok(())
}

/// Stores the rows that change less often.
async fn store(on: &mut SqliteConnection, rows: &BatchRows<'_>) -> sqlx::Result<()> {
    delete(on, rows).await?;
    store_created(on, rows).await?;
    let lines = rows.lines.iter().map(|row| {
        let (said, command) = (row.payload, row.command.map(CommandId::as_str));
        (row.game, row.line.0, row.at.0, said.version(), said.text(), command)
    });
    insert(
        on,
        "INSERT INTO lines (game, line, at, version, payload, command)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?1)",
        lines.collect(),
    )
    .await?;
    store_keys(on, rows).await?;
    let leases = rows.leases.iter();
    let leases = leases.map(|(duty, row)| {
        let lease = &row.lease;
        (duty.as_str(), lease.node.as_str(), lease.token.0, lease.until.0)
    });
    insert(
        on,
        "INSERT OR REPLACE INTO leases (duty, node, token, until)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)",
        leases.collect(),
    )
    .await
}

/// Stores events, commands and games, and commits. Columns with an index are set by a statement of their own, and only
/// where they change. The parameters have no numbers, because numbers would start again in each statement.
async fn finish(on: &mut SqliteConnection, rows: &BatchRows<'_>) -> sqlx::Result<()> {
    let events = rows.events.iter();
    let events = events.map(|e| (e.game, e.seq.0, e.kind.as_str(), e.payload.version(), e.payload.text()));
    let commands = rows.commands.iter().map(|(game, command, seq)| (game, command.as_str(), seq.0));
    let heads = rows.heads.iter().map(|(number, row)| {
        let summary = row.summary;
        let (name, folded) = (summary.map(|s| s.name.as_str()), summary.map(|s| fold_case(&s.name)));
        let activity = summary.map(|s| s.activity.0);
        let (version, shown) = (summary.map(|s| s.details.version()), summary.map(|s| s.details.text()));
        (number, row.head.seq.0, row.head.line.0, name, folded, activity, version, shown)
    });
    let summaries = rows.heads.iter().filter_map(|(number, row)| Some((number, row.summary?)));
    let summaries =
        summaries.map(|(number, summary)| (number, summary.state.as_str(), rows::time(summary.due)));
    let query = sqlx::query(
        "INSERT INTO events (game, seq, kind, version, payload)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?);
         INSERT INTO commands (game, command, seq)
         SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?);
         UPDATE games SET last_seq = new.value ->> 1, last_line = new.value ->> 2,
                name = coalesce(new.value ->> 3, name), folded = coalesce(new.value ->> 4, folded),
                activity = coalesce(new.value ->> 5, activity),
                shown_version = coalesce(new.value ->> 6, shown_version),
                shown = coalesce(new.value ->> 7, shown)
         FROM json_each(?) AS new WHERE number = new.value ->> 0;
         UPDATE games SET state = new.value ->> 1, due = new.value ->> 2
         FROM json_each(?) AS new WHERE number = new.value ->> 0
                AND (state <> new.value ->> 1 OR due <> new.value ->> 2);
         COMMIT",
    );
    let query = query
        .bind(json(&events.collect::<Vec<_>>()))
        .bind(json(&commands.collect::<Vec<_>>()))
        .bind(json(&heads.collect::<Vec<_>>()))
        .bind(json(&summaries.collect::<Vec<_>>()));
    query.execute(on).await.map(drop)
}

async fn delete(on: &mut SqliteConnection, rows: &BatchRows<'_>) -> sqlx::Result<()> {
    for number in rows.deleted.keys() {
        let query = sqlx::query(
            "DELETE FROM headers WHERE game = ?1; DELETE FROM events WHERE game = ?1;
             DELETE FROM commands WHERE game = ?1; DELETE FROM lines WHERE game = ?1;
             DELETE FROM keys WHERE game = ?1; DELETE FROM games WHERE number = ?1",
        );
        query.bind(number).execute(&mut *on).await?;
    }
    Ok(())
}

/// Runs a statement with all rows at once, if there are any.
async fn insert<R: Serialize>(
    on: &mut SqliteConnection,
    sql: &'static str,
    rows: Vec<R>,
) -> sqlx::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(sql).bind(json(&rows)).execute(on).await.map(drop)
}

/// Numbers and texts can always be written as JSON.
fn json(rows: &impl Serialize) -> String {
    serde_json::to_string(rows).unwrap_or_default()
}

async fn store_created(on: &mut SqliteConnection, rows: &BatchRows<'_>) -> sqlx::Result<()> {
    let games = rows.created.iter().map(|(number, game)| {
        let (header, summary) = (&game.header, &game.summary);
        let name = summary.name.as_str();
        let (state, visibility) = (summary.state.as_str(), header.visibility.as_str());
        let (created, activity) = (header.created.0, summary.activity.0);
        let (version, shown) = (summary.details.version(), summary.details.text());
        let (id, times) = (game.id.as_str(), (created, activity, rows::time(summary.due)));
        (number, id, name, fold_case(&summary.name), state, visibility, times, version, shown)
    });
    insert(
        on,
        "INSERT INTO games (number, id, name, folded, state, visibility, created, activity, due,
                            shown_version, shown, last_seq, last_line)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> '$[6][0]',
                value ->> '$[6][1]', value ->> '$[6][2]', value ->> 7, value ->> 8, 0, 0 FROM json_each(?1)",
        games.collect(),
    )
    .await?;
    let headers = rows.created.iter().map(|(number, game)| {
        let header = &game.header;
        (number, header.rules.version(), header.rules.text(), header.lexicon.as_str(), header.seats.0)
    });
    insert(
        on,
        "INSERT INTO headers (game, rules_version, rules, lexicon, seats)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)",
        headers.collect(),
    )
    .await
}

/// Stores changes of keys in order, one by one: they are rare.
async fn store_keys(on: &mut SqliteConnection, rows: &BatchRows<'_>) -> sqlx::Result<()> {
    let keys = rows.new_keys.iter();
    let keys: Vec<_> =
        keys.map(|(game, key)| (key.hash.to_string(), game, key.seat.0, key.created.0)).collect();
    insert(
        on,
        "INSERT INTO keys (hash, game, seat, created)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)",
        keys,
    )
    .await?;
    for (game, change) in &rows.keys {
        change_key(on, *game, change).await?;
    }
    Ok(())
}

async fn change_key(on: &mut SqliteConnection, game: Number, change: &KeyChange) -> sqlx::Result<()> {
    let query = match change {
        KeyChange::Add(key) => {
            sqlx::query("INSERT INTO keys (game, hash, seat, created) VALUES (?1, ?2, ?3, ?4)")
                .bind(game)
                .bind(key.hash.to_string())
                .bind(i64::from(key.seat.0))
                .bind(key.created.0)
        }
        KeyChange::Revoke(hash) => {
            sqlx::query("DELETE FROM keys WHERE game = ?1 AND hash = ?2").bind(game).bind(hash.to_string())
        }
        KeyChange::RevokeSeat(seat) => {
            sqlx::query("DELETE FROM keys WHERE game = ?1 AND seat = ?2").bind(game).bind(i64::from(seat.0))
        }
    };
    query.execute(on).await.map(drop)
}
