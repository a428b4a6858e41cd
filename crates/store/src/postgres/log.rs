//! Writing a batch to PostgreSQL.
//!
//! A batch first locks its games in the order of their numbers, so that nodes that write to the same game take turns
//! without deadlocks. The primary key of the events is the last safeguard.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, PgConnection};
use tokio::sync::Notify;
use tokio::time::timeout;

use super::outbox;
use crate::batch::{BatchRows, LookupResults, Lookups, Number, evaluate};
use crate::game::fold_case;
use crate::writer::{BatchWriter, CommitError, CommittedBatch};
use crate::*;

/// How long to wait for the rows of a batch, and again for its commit.
const TIMEOUT: Duration = Duration::from_secs(6);

pub(super) struct PostgresBatchWriter {
    options: PgConnectOptions,
    connection: Option<PgConnection>,
    node: String,
    notifier: Arc<Notify>,
}

impl PostgresBatchWriter {
    pub(super) fn new(
        options: PgConnectOptions,
        connection: PgConnection,
        node: String,
        notifier: Arc<Notify>,
    ) -> PostgresBatchWriter {
        PostgresBatchWriter { options, connection: Some(connection), node, notifier }
    }

    /// Writes a batch over a new connection.
    async fn commit_anew(&mut self, batch: &[Write]) -> Result<CommittedBatch, CommitError> {
        let connection = super::connect(&self.options).await;
        let connection = connection.map_err(|why| CommitError::Store(StoreError::Unavailable(why)))?;
        self.commit_on(connection, batch).await.map_err(Into::into)
    }

    /// Writes a batch over a connection, and keeps the connection if it still works.
    async fn commit_on(
        &mut self,
        mut on: PgConnection,
        batch: &[Write],
    ) -> Result<CommittedBatch, PostgresCommitError> {
        let stored = commit(&mut on, batch, &self.node).await;
        let good = match &stored {
            Ok(_) => true,
            Err(PostgresCommitError::Lost(_) | PostgresCommitError::Uncertain(_)) => false,
            Err(PostgresCommitError::Refused(_) | PostgresCommitError::Failed(_)) => roll_back(&mut on).await,
        };
        self.connection = good.then_some(on);
        stored
    }
}

impl BatchWriter for PostgresBatchWriter {
    async fn commit(&mut self, batch: &[Write]) -> Result<CommittedBatch, CommitError> {
        let stored = match self.connection.take() {
            Some(connection) => match self.commit_on(connection, batch).await {
                // The database may have been restarted. Nothing was stored, so it is safe to try again.
                Err(PostgresCommitError::Lost(_)) => self.commit_anew(batch).await,
                stored => stored.map_err(Into::into),
            },
            None => self.commit_anew(batch).await,
        };
        if stored.as_ref().is_ok_and(|stored| !stored.notifications.is_empty()) {
            self.notifier.notify_one();
        }
        stored
    }

    async fn close(self) {
        if let Some(connection) = self.connection {
            // Everything is stored already, and the database notices a closed connection.
            connection.close().await.ok();
        }
    }
}

/// Why a batch was not committed.
#[derive(Debug)]
enum PostgresCommitError {
    /// The connection is lost; nothing was stored.
    Lost(String),
    /// The database refused a row; nothing was stored.
    Refused(String),
    /// The database failed or contains invalid data; nothing was stored.
    Failed(StoreError),
    /// The connection broke during the commit.
    Uncertain(String),
}

impl From<PostgresCommitError> for CommitError {
    fn from(unwritten: PostgresCommitError) -> CommitError {
        match unwritten {
            PostgresCommitError::Refused(why) => CommitError::Rejected(why),
            PostgresCommitError::Lost(why) => CommitError::Store(StoreError::Unavailable(why)),
            PostgresCommitError::Failed(fault) => CommitError::Store(fault),
            PostgresCommitError::Uncertain(why) => CommitError::Store(StoreError::Uncertain(why)),
        }
    }
}

impl From<StoreError> for PostgresCommitError {
    fn from(fault: StoreError) -> PostgresCommitError {
        PostgresCommitError::Failed(fault)
    }
}

impl From<sqlx::Error> for PostgresCommitError {
    /// The first two characters of PostgreSQL's code are the class of the error.
    fn from(error: sqlx::Error) -> PostgresCommitError {
        let code = error.as_database_error().and_then(|refused| Some(refused.code()?.into_owned()));
        match code.as_deref() {
            Some(code) if code.starts_with("22") || code.starts_with("23") => {
                PostgresCommitError::Refused(error.to_string())
            }
            Some(code) if code.starts_with("57P") || code.starts_with("08") => {
                PostgresCommitError::Lost(error.to_string())
            }
            Some(_) => PostgresCommitError::Failed(StoreError::Unavailable(error.to_string())),
            None => PostgresCommitError::Lost(error.to_string()),
        }
    }
}

async fn commit(
    on: &mut PgConnection,
    batch: &[Write],
    node: &str,
) -> Result<CommittedBatch, PostgresCommitError> {
    let written = timeout(TIMEOUT, write(on, batch, node)).await;
    let stored =
        written.map_err(|_| PostgresCommitError::Lost(format!("no answer within {TIMEOUT:?}")))??;
    match timeout(TIMEOUT, sqlx::raw_sql("COMMIT").execute(on)).await {
        Ok(Ok(_)) => Ok(stored),
        Ok(Err(error)) => Err(commit_error(error)),
        Err(_) => Err(PostgresCommitError::Uncertain(format!("no answer to the commit within {TIMEOUT:?}"))),
    }
}

/// After an error during the commit, only a refusal is certain to have stored nothing.
fn commit_error(error: sqlx::Error) -> PostgresCommitError {
    match PostgresCommitError::from(error) {
        PostgresCommitError::Refused(why) => PostgresCommitError::Refused(why),
        PostgresCommitError::Lost(why) | PostgresCommitError::Failed(StoreError::Unavailable(why)) => {
            PostgresCommitError::Uncertain(why)
        }
        other => other,
    }
}

async fn roll_back(on: &mut PgConnection) -> bool {
    timeout(TIMEOUT, sqlx::raw_sql("ROLLBACK").execute(on)).await.is_ok_and(|done| done.is_ok())
}

async fn write(
    on: &mut PgConnection,
    batch: &[Write],
    node: &str,
) -> Result<CommittedBatch, PostgresCommitError> {
    sqlx::raw_sql("BEGIN").execute(&mut *on).await?;
    let facts = facts(on, &Lookups::for_batch(batch)).await?;
    let (outcomes, rows) = evaluate(batch, facts);
    let notifications = rows.notifications();
    store(on, &rows, node, &notifications).await?;
    Ok(CommittedBatch { outcomes, notifications })
}

async fn facts(on: &mut PgConnection, lookups: &Lookups<'_>) -> Result<LookupResults, PostgresCommitError> {
    let mut facts = LookupResults::default();
    if !lookups.games.is_empty() {
        lock_games(on, lookups, &mut facts).await?;
    }
    if !lookups.commands.is_empty() {
        look_up_commands(on, lookups, &mut facts).await?;
    }
    if !lookups.lines.is_empty() {
        look_up_lines(on, lookups, &mut facts).await?;
    }
    if !lookups.keys.is_empty() {
        look_up_keys(on, lookups, &mut facts).await?;
    }
    if !lookups.duties.is_empty() {
        lock_leases(on, lookups, &mut facts).await?;
    }
    if lookups.fresh > 0 {
        let query = sqlx::query_scalar("SELECT nextval('game_numbers') FROM generate_series(1, $1)");
        facts.fresh = query.bind(lookups.fresh as i64).fetch_all(on).await?;
        facts.fresh.reverse();
    }
    Ok(facts)
}

async fn lock_games(
    on: &mut PgConnection,
    lookups: &Lookups<'_>,
    facts: &mut LookupResults,
) -> Result<(), PostgresCommitError> {
    let query = sqlx::query_as::<_, (String, Number, i64, i64)>(
        "SELECT id, number, last_seq, last_line FROM games WHERE id = ANY($1)
         ORDER BY number FOR NO KEY UPDATE",
    );
    let ids: Vec<&str> = lookups.games.iter().copied().collect();
    for (id, number, seq, line) in query.bind(ids).fetch_all(on).await? {
        let head = LogHead { seq: rows::seq(seq)?, line: rows::line_no(line)? };
        facts.games.insert(id, (number, head));
    }
    Ok(())
}

async fn look_up_commands(
    on: &mut PgConnection,
    lookups: &Lookups<'_>,
    facts: &mut LookupResults,
) -> Result<(), PostgresCommitError> {
    let query = sqlx::query_as::<_, (Number, String, i64)>(
        "SELECT game, command, seq FROM UNNEST($1::bigint[], $2::text[]) AS wanted (game, command)
         JOIN commands USING (game, command)",
    );
    let pairs = lookups.commands.iter();
    let (games, commands): (Vec<Number>, Vec<&str>) = pairs
        .filter_map(|(game, command)| Some((facts.games.get(game.as_str())?.0, command.as_str())))
        .unzip();
    for (game, command, seq) in query.bind(games).bind(commands).fetch_all(on).await? {
        facts.commands.insert((game, command), rows::seq(seq)?);
    }
    Ok(())
}

async fn look_up_lines(
    on: &mut PgConnection,
    lookups: &Lookups<'_>,
    facts: &mut LookupResults,
) -> Result<(), PostgresCommitError> {
    let query = sqlx::query_as::<_, (Number, String, i64)>(
        "SELECT game, command, line FROM UNNEST($1::bigint[], $2::text[]) AS wanted (game, command)
         JOIN lines USING (game, command)",
    );
    let (games, commands): (Vec<Number>, Vec<&str>) = rows::wanted_lines(lookups, facts).into_iter().unzip();
    for (game, command, line) in query.bind(games).bind(commands).fetch_all(on).await? {
        facts.lines.insert((game, command), rows::line_no(line)?);
    }
    Ok(())
}

async fn look_up_keys(
    on: &mut PgConnection,
    lookups: &Lookups<'_>,
    facts: &mut LookupResults,
) -> Result<(), PostgresCommitError> {
    let query =
        sqlx::query_as::<_, (String, Number, i64)>("SELECT hash, game, seat FROM keys WHERE hash = ANY($1)");
    let hashes: Vec<String> = lookups.keys.iter().map(ToString::to_string).collect();
    for (hash, game, seat) in query.bind(hashes).fetch_all(on).await? {
        facts.keys.insert(hash.parse().map_err(rows::damaged_error)?, (game, rows::seat(seat)?));
    }
    Ok(())
}

/// Reads the time after the leases are locked, because waiting for locks takes time.
async fn lock_leases(
    on: &mut PgConnection,
    lookups: &Lookups<'_>,
    facts: &mut LookupResults,
) -> Result<(), PostgresCommitError> {
    let query = sqlx::query_as::<_, (String, String, i64, i64)>(
        "SELECT duty, node, token, until FROM leases WHERE duty = ANY($1) ORDER BY duty FOR UPDATE",
    );
    let duties: Vec<&str> = lookups.duties.iter().copied().collect();
    for row in query.bind(duties).fetch_all(&mut *on).await? {
        facts.leases.extend([rows::lease(row)?]);
    }
    let query = sqlx::query_scalar("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
    facts.now = Timestamp(query.fetch_one(on).await?);
    Ok(())
}

async fn store(
    on: &mut PgConnection,
    rows: &BatchRows<'_>,
    node: &str,
    notifications: &[ChangeNotification],
) -> sqlx::Result<()> {
    if !rows.deleted.is_empty() {
        delete(on, rows).await?;
    }
    if !rows.created.is_empty() {
        store_created(on, rows).await?;
    }
    if !rows.heads.is_empty() || !notifications.is_empty() {
        store_events(on, rows, node, notifications).await?;
    }
    if !rows.lines.is_empty() {
        store_lines(on, rows).await?;
    }
    store_keys(on, rows).await?;
    for (duty, row) in &rows.leases {
        store_lease(on, duty, row).await?;
    }
    Ok(())
}

async fn delete(on: &mut PgConnection, rows: &BatchRows<'_>) -> sqlx::Result<()> {
    let query = sqlx::query(
        "WITH headers AS (DELETE FROM headers WHERE game = ANY($1)),
         events AS (DELETE FROM events WHERE game = ANY($1)),
         commands AS (DELETE FROM commands WHERE game = ANY($1)),
         lines AS (DELETE FROM lines WHERE game = ANY($1)),
         keys AS (DELETE FROM keys WHERE game = ANY($1))
         DELETE FROM games WHERE number = ANY($1)",
    );
    query.bind(rows.deleted.keys().copied().collect::<Vec<_>>()).execute(on).await.map(drop)
}

async fn store_created(on: &mut PgConnection, rows: &BatchRows<'_>) -> sqlx::Result<()> {
    let games = || rows.created.iter().map(|(_, game)| game);
    let query = sqlx::query(
        "WITH headers AS (
             INSERT INTO headers (game, rules_version, rules, lexicon, seats)
             SELECT * FROM UNNEST($1::bigint[], $10::bigint[], $11::text[], $12::text[], $13::bigint[]))
         INSERT INTO games (number, id, name, folded, state, visibility, created, activity, shown, shown_version,
                            due, last_seq, last_line)
         SELECT *, 0, 0 FROM UNNEST($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
                                    $7::bigint[], $8::bigint[], $9::text[], $14::bigint[], $15::bigint[])",
    );
    let query = query
        .bind(rows.created.iter().map(|(number, _)| *number).collect::<Vec<_>>())
        .bind(games().map(|game| game.id.as_str()).collect::<Vec<_>>())
        .bind(games().map(|game| game.summary.name.as_str()).collect::<Vec<_>>())
        .bind(games().map(|game| fold_case(&game.summary.name)).collect::<Vec<_>>())
        .bind(games().map(|game| game.summary.state.as_str()).collect::<Vec<_>>())
        .bind(games().map(|game| game.header.visibility.as_str()).collect::<Vec<_>>())
        .bind(games().map(|game| game.header.created.0).collect::<Vec<_>>())
        .bind(games().map(|game| game.summary.activity.0).collect::<Vec<_>>())
        .bind(games().map(|game| game.summary.details.text()).collect::<Vec<_>>())
        .bind(games().map(|game| i64::from(game.header.rules.version())).collect::<Vec<_>>())
        .bind(games().map(|game| game.header.rules.text()).collect::<Vec<_>>())
        .bind(games().map(|game| game.header.lexicon.as_str()).collect::<Vec<_>>())
        .bind(games().map(|game| i64::from(game.header.seats.0)).collect::<Vec<_>>())
        .bind(games().map(|game| i64::from(game.summary.details.version())).collect::<Vec<_>>())
        .bind(games().map(|game| rows::time(game.summary.due)).collect::<Vec<_>>());
    query.execute(on).await.map(drop)
}

/// Stores events, commands, games and the notification of other nodes in one statement, to save round trips.
async fn store_events(
    on: &mut PgConnection,
    rows: &BatchRows<'_>,
    node: &str,
    notifications: &[ChangeNotification],
) -> sqlx::Result<()> {
    let query = sqlx::query(
        "WITH events AS (
             INSERT INTO events (game, seq, kind, version, payload)
             SELECT * FROM UNNEST($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[])),
         commands AS (
             INSERT INTO commands (game, command, seq)
             SELECT * FROM UNNEST($6::bigint[], $7::text[], $8::bigint[])),
         notices AS (INSERT INTO notices (node, body) VALUES ($9, $10))
         UPDATE games SET last_seq = new.last_seq, last_line = new.last_line,
                name = coalesce(new.name, games.name), folded = coalesce(new.folded, games.folded),
                state = coalesce(new.state, games.state), activity = coalesce(new.activity, games.activity),
                shown_version = coalesce(new.shown_version, games.shown_version),
                shown = coalesce(new.shown, games.shown), due = coalesce(new.due, games.due)
         FROM UNNEST($11::bigint[], $12::bigint[], $13::bigint[], $14::text[], $15::text[], $16::text[],
                     $17::bigint[], $18::bigint[], $19::text[], $20::bigint[])
              AS new (number, last_seq, last_line, name, folded, state, activity, shown_version, shown, due)
         WHERE games.number = new.number",
    );
    let events = || rows.events.iter();
    let commands = || rows.commands.iter();
    let heads = || rows.heads.values();
    let summaries = || heads().map(|row| row.summary);
    let query = query
        .bind(events().map(|event| event.game).collect::<Vec<_>>())
        .bind(events().map(|event| event.seq.0 as i64).collect::<Vec<_>>())
        .bind(events().map(|event| event.kind.as_str()).collect::<Vec<_>>())
        .bind(events().map(|event| i64::from(event.payload.version())).collect::<Vec<_>>())
        .bind(events().map(|event| event.payload.text()).collect::<Vec<_>>())
        .bind(commands().map(|(game, ..)| *game).collect::<Vec<_>>())
        .bind(commands().map(|(_, command, _)| command.as_str()).collect::<Vec<_>>())
        .bind(commands().map(|(.., seq)| seq.0 as i64).collect::<Vec<_>>())
        .bind(node)
        .bind(outbox::write_body(notifications))
        .bind(rows.heads.keys().copied().collect::<Vec<_>>())
        .bind(heads().map(|row| row.head.seq.0 as i64).collect::<Vec<_>>())
        .bind(heads().map(|row| row.head.line.0 as i64).collect::<Vec<_>>())
        .bind(summaries().map(|row| Some(row?.name.as_str())).collect::<Vec<_>>())
        .bind(summaries().map(|row| Some(fold_case(&row?.name))).collect::<Vec<_>>())
        .bind(summaries().map(|row| Some(row?.state.as_str())).collect::<Vec<_>>())
        .bind(summaries().map(|row| Some(row?.activity.0)).collect::<Vec<_>>())
        .bind(summaries().map(|row| Some(i64::from(row?.details.version()))).collect::<Vec<_>>())
        .bind(summaries().map(|row| Some(row?.details.text())).collect::<Vec<_>>())
        .bind(summaries().map(|row| Some(rows::time(row?.due))).collect::<Vec<_>>());
    query.execute(on).await.map(drop)
}

async fn store_lines(on: &mut PgConnection, rows: &BatchRows<'_>) -> sqlx::Result<()> {
    let query = sqlx::query(
        "INSERT INTO lines (game, line, at, version, payload, command)
         SELECT * FROM UNNEST($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])",
    );
    let lines = || rows.lines.iter();
    let query = query
        .bind(lines().map(|row| row.game).collect::<Vec<_>>())
        .bind(lines().map(|row| row.line.0 as i64).collect::<Vec<_>>())
        .bind(lines().map(|row| row.at.0).collect::<Vec<_>>())
        .bind(lines().map(|row| i64::from(row.payload.version())).collect::<Vec<_>>())
        .bind(lines().map(|row| row.payload.text()).collect::<Vec<_>>())
        .bind(lines().map(|row| row.command.map(CommandId::as_str)).collect::<Vec<_>>());
    query.execute(on).await.map(drop)
}

/// Stores the keys of new games together, then the changes in order, one by one: they are rare.
async fn store_keys(on: &mut PgConnection, rows: &BatchRows<'_>) -> sqlx::Result<()> {
    if !rows.new_keys.is_empty() {
        let query = sqlx::query(
            "INSERT INTO keys (hash, game, seat, created)
             SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])",
        );
        let keys = || rows.new_keys.iter();
        let query = query
            .bind(keys().map(|(_, key)| key.hash.to_string()).collect::<Vec<_>>())
            .bind(keys().map(|(game, _)| *game).collect::<Vec<_>>())
            .bind(keys().map(|(_, key)| i64::from(key.seat.0)).collect::<Vec<_>>())
            .bind(keys().map(|(_, key)| key.created.0).collect::<Vec<_>>());
        query.execute(&mut *on).await?;
    }
    for (game, change) in &rows.keys {
        change_key(on, *game, change).await?;
    }
    Ok(())
}

async fn change_key(on: &mut PgConnection, game: Number, change: &KeyChange) -> sqlx::Result<()> {
    let query = match change {
        KeyChange::Add(key) => {
            sqlx::query("INSERT INTO keys (game, hash, seat, created) VALUES ($1, $2, $3, $4)")
                .bind(game)
                .bind(key.hash.to_string())
                .bind(i64::from(key.seat.0))
                .bind(key.created.0)
        }
        KeyChange::Revoke(hash) => {
            sqlx::query("DELETE FROM keys WHERE game = $1 AND hash = $2").bind(game).bind(hash.to_string())
        }
        KeyChange::RevokeSeat(seat) => {
            sqlx::query("DELETE FROM keys WHERE game = $1 AND seat = $2").bind(game).bind(i64::from(seat.0))
        }
    };
    query.execute(on).await.map(drop)
}

/// A new lease is a plain insert: if another node was faster, the primary key refuses it and it is evaluated again.
async fn store_lease(on: &mut PgConnection, duty: &Duty, row: &batch::LeaseRow) -> sqlx::Result<()> {
    let query = sqlx::query(match row.change {
        batch::RowChange::Insert => "INSERT INTO leases (duty, node, token, until) VALUES ($1, $2, $3, $4)",
        batch::RowChange::Update => "UPDATE leases SET node = $2, token = $3, until = $4 WHERE duty = $1",
    });
    let lease = &row.lease;
    let query =
        query.bind(duty.as_str()).bind(lease.node.as_str()).bind(lease.token.0 as i64).bind(lease.until.0);
    query.execute(on).await.map(drop)
}
