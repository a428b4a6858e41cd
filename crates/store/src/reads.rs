//! Reading from a database: the same queries for SQLite and PostgreSQL.
//!
//! The types of `sqlx` name their database, so a macro contains the queries once for both.

use std::future::Future;
use std::time::Duration;

use crate::StoreError;
use crate::rows::damaged_error;

/// How long a read waits for the database before it fails.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Waits for an answer for a limited time.
pub(crate) async fn with_timeout<T>(
    answer: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, StoreError> {
    match tokio::time::timeout(TIMEOUT, answer).await {
        Ok(answer) => answer.map_err(fault),
        Err(_) => Err(StoreError::Unavailable(format!("no answer within {TIMEOUT:?}"))),
    }
}

pub(crate) fn fault(error: sqlx::Error) -> StoreError {
    match error {
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => damaged_error(error),
        error => StoreError::Unavailable(error.to_string()),
    }
}

macro_rules! reader {
    ($database:ty, find: $find:literal, snapshot: $snapshot:literal) => {
        /// Reads through a pool of connections.
        #[derive(Debug, Clone)]
        pub(crate) struct DatabaseReader {
            pool: sqlx::Pool<$database>,
        }

        impl DatabaseReader {
            pub(crate) fn new(pool: sqlx::Pool<$database>) -> DatabaseReader {
                DatabaseReader { pool }
            }

            pub(crate) async fn game(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
                with_timeout(async { game(&mut *self.pool.acquire().await?, id).await }).await?.transpose()
            }

            pub(crate) async fn events(
                &self,
                game: &GameId,
                after: Seq,
                limit: RowLimit,
            ) -> Result<Vec<StoredEvent>, StoreError> {
                let query = sqlx::query_as(
                    "SELECT seq, kind, version, payload FROM events
                     WHERE game = (SELECT number FROM games WHERE id = $1) AND seq > $2 ORDER BY seq LIMIT $3",
                );
                let (after, limit) = (clamp(after.0), i64::from(limit.get()));
                let query = query.bind(game.as_str()).bind(after).bind(limit);
                rows::all(with_timeout(query.fetch_all(&self.pool)).await?, |row| rows::event(game, row))
            }

            pub(crate) async fn chat_lines(
                &self,
                game: &GameId,
                after: LineNo,
                limit: RowLimit,
            ) -> Result<Vec<StoredChatLine>, StoreError> {
                let query = sqlx::query_as(
                    "SELECT line, at, version, payload, command FROM lines
                     WHERE game = (SELECT number FROM games WHERE id = $1) AND line > $2 ORDER BY line LIMIT $3",
                );
                let (after, limit) = (clamp(after.0), i64::from(limit.get()));
                let query = query.bind(game.as_str()).bind(after).bind(limit);
                rows::all(with_timeout(query.fetch_all(&self.pool)).await?, rows::line)
            }

            pub(crate) async fn key(&self, hash: &KeyHash) -> Result<Option<StoredKey>, StoreError> {
                let query = sqlx::query_as::<_, (String, i64, i64)>(
                    "SELECT id, seat, keys.created FROM keys JOIN games ON game = number WHERE hash = $1",
                );
                let row = with_timeout(query.bind(hash.to_string()).fetch_optional(&self.pool)).await?;
                let key = row.map(|(game, seat, created)| {
                    let (game, seat) = (rows::game_id(game)?, rows::seat(seat)?);
                    Ok(StoredKey { game, seat, created: Timestamp(created) })
                });
                key.transpose()
            }

            pub(crate) async fn command(&self, game: &GameId, id: &CommandId) -> Result<Option<Seq>, StoreError> {
                let query = sqlx::query_scalar::<_, i64>(
                    "SELECT seq FROM commands
                     WHERE game = (SELECT number FROM games WHERE id = $1) AND command = $2",
                );
                let query = query.bind(game.as_str()).bind(id.as_str());
                with_timeout(query.fetch_optional(&self.pool)).await?.map(rows::seq).transpose()
            }

            pub(crate) async fn list(
                &self,
                filter: &GameFilter,
                after: Option<Cursor>,
                limit: RowLimit,
            ) -> Result<ListPage, StoreError> {
                // Two queries, so that each uses its index.
                let query = sqlx::query_as(match filter.state {
                    Some(_) => concat!(
                        "SELECT number, id, name, state, visibility, created, activity, last_seq, last_line,
                                shown_version, shown, due FROM games
                         WHERE number < $1 AND (CAST($2 AS TEXT) IS NULL OR visibility = $2)
                           AND (CAST($3 AS TEXT) IS NULL OR ", $find, "(folded, $3) > 0)
                           AND state = $5 ORDER BY number DESC LIMIT $4"
                    ),
                    None => concat!(
                        "SELECT number, id, name, state, visibility, created, activity, last_seq, last_line,
                                shown_version, shown, due FROM games
                         WHERE number < $1 AND (CAST($2 AS TEXT) IS NULL OR visibility = $2)
                           AND (CAST($3 AS TEXT) IS NULL OR ", $find, "(folded, $3) > 0)
                         ORDER BY number DESC LIMIT $4"
                    ),
                });
                let query = query
                    .bind(after.map_or(i64::MAX, |after| after.0))
                    .bind(filter.visibility.map(Visibility::as_str))
                    .bind(filter.name.as_ref().map(fold_case))
                    .bind(i64::from(limit.get()));
                let query = match filter.state {
                    Some(state) => query.bind(state.as_str()),
                    None => query,
                };
                rows::page(with_timeout(query.fetch_all(&self.pool)).await?, limit)
            }

            pub(crate) async fn count(&self, filter: &GameFilter, most: RowLimit) -> Result<u64, StoreError> {
                let query = sqlx::query_scalar::<_, i64>(concat!(
                    "SELECT count(*) FROM (
                         SELECT 1 FROM games
                         WHERE (CAST($1 AS TEXT) IS NULL OR state = $1)
                           AND (CAST($2 AS TEXT) IS NULL OR visibility = $2)
                           AND (CAST($3 AS TEXT) IS NULL OR ", $find, "(folded, $3) > 0)
                         LIMIT $4
                     ) AS counted"
                ));
                let query = query
                    .bind(filter.state.map(TableStatus::as_str))
                    .bind(filter.visibility.map(Visibility::as_str))
                    .bind(filter.name.as_ref().map(fold_case))
                    .bind(i64::from(most.get()));
                rows::number(with_timeout(query.fetch_one(&self.pool)).await?, "a number of games")
            }

            pub(crate) async fn game_ids(
                &self,
                after: Option<Cursor>,
                limit: RowLimit,
            ) -> Result<Vec<(Cursor, GameId)>, StoreError> {
                let query = sqlx::query_as::<_, (i64, String)>(
                    "SELECT number, id FROM games WHERE number > $1 ORDER BY number LIMIT $2",
                );
                let after = after.map_or(i64::MIN, |after| after.0);
                let query = query.bind(after).bind(i64::from(limit.get()));
                rows::all(with_timeout(query.fetch_all(&self.pool)).await?, |(number, id)| {
                    Ok((Cursor(number), rows::game_id(id)?))
                })
            }

            pub(crate) async fn due_games(&self, until: Timestamp, limit: RowLimit) -> Result<Vec<GameId>, StoreError> {
                let query = sqlx::query_scalar::<_, String>(
                    "SELECT id FROM games WHERE due <= $1 AND due < 9223372036854775807 ORDER BY due LIMIT $2",
                );
                let query = query.bind(until.0).bind(i64::from(limit.get()));
                rows::all(with_timeout(query.fetch_all(&self.pool)).await?, rows::game_id)
            }

            pub(crate) async fn copy(&self, id: &GameId) -> Result<Option<GameCopy>, StoreError> {
                with_timeout(async {
                    let mut snapshot = self.pool.begin_with($snapshot).await?;
                    copy(&mut *snapshot, id).await
                })
                .await?
                .transpose()
            }

            pub(crate) async fn ping(&self) -> Result<(), StoreError> {
                let query = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM (SELECT 1 FROM games LIMIT 1) AS g");
                with_timeout(query.fetch_one(&self.pool)).await.map(drop)
            }

            pub(crate) async fn close(&self) {
                self.pool.close().await;
            }
        }

        type Connection = <$database as sqlx::Database>::Connection;

        async fn game(on: &mut Connection, id: &GameId) -> sqlx::Result<Option<Result<StoredGame, StoreError>>> {
            let query = sqlx::query_as(
                "SELECT number, id, name, state, visibility, created, activity, last_seq, last_line,
                        shown_version, shown, due FROM games WHERE id = $1",
            );
            let list: Option<rows::ListRow> = query.bind(id.as_str()).fetch_optional(&mut *on).await?;
            let Some(list) = list else { return Ok(None) };
            let query =
                sqlx::query_as("SELECT rules_version, rules, lexicon, seats FROM headers WHERE game = $1");
            let header: Option<rows::HeaderRow> = query.bind(list.0).fetch_optional(&mut *on).await?;
            Ok(Some(match header {
                Some(header) => rows::game(list, header),
                None => Err(rows::damaged_error(format!("game {id} without its header"))),
            }))
        }

        async fn copy(on: &mut Connection, id: &GameId) -> sqlx::Result<Option<Result<GameCopy, StoreError>>> {
            let game = match game(on, id).await? {
                None => return Ok(None),
                Some(Err(fault)) => return Ok(Some(Err(fault))),
                Some(Ok(game)) => game,
            };
            let query = sqlx::query_scalar::<_, i64>("SELECT number FROM games WHERE id = $1");
            let number = query.bind(id.as_str()).fetch_one(&mut *on).await?;

            let events =
                sqlx::query_as("SELECT seq, kind, version, payload FROM events WHERE game = $1 ORDER BY seq");
            let events = events.bind(number).fetch_all(&mut *on).await?;
            let lines =
                sqlx::query_as("SELECT line, at, version, payload, command FROM lines WHERE game = $1 ORDER BY line");
            let lines = lines.bind(number).fetch_all(&mut *on).await?;
            let keys = sqlx::query_as("SELECT hash, seat, created FROM keys WHERE game = $1 ORDER BY hash");
            let keys = keys.bind(number).fetch_all(&mut *on).await?;
            let commands = sqlx::query_as("SELECT command, seq FROM commands WHERE game = $1");
            let commands = commands.bind(number).fetch_all(&mut *on).await?;

            let decode = || {
                let mut commands = rows::all(commands, rows::command)?;
                // Databases differ in how they order texts.
                commands.sort_by(|a, b| a.command.cmp(&b.command));
                Ok(GameCopy {
                    events: rows::all(events, |row| rows::event(id, row))?,
                    lines: rows::all(lines, rows::line)?,
                    keys: rows::all(keys, rows::key)?,
                    commands,
                    game,
                })
            };
            Ok(Some(decode()))
        }

        /// No row has a number beyond the range of the database.
        fn clamp(number: u64) -> i64 {
            i64::try_from(number).unwrap_or(i64::MAX)
        }
    };
}

pub(crate) mod sqlite {
    use super::with_timeout;
    use crate::game::fold_case;
    use crate::*;

    reader!(sqlx::Sqlite, find: "instr", snapshot: "BEGIN");
}

pub(crate) mod postgres {
    use super::with_timeout;
    use crate::game::fold_case;
    use crate::*;

    reader!(sqlx::Postgres, find: "strpos", snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

/// The reading methods of [`StoreBackend`](crate::StoreBackend), which are the same for both databases.
macro_rules! backend_reads {
    () => {
        fn game<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
            Box::pin(self.reader.game(game))
        }

        fn events<'a>(
            &'a self,
            game: &'a GameId,
            after: Seq,
            limit: RowLimit,
        ) -> StoreFuture<'a, Vec<StoredEvent>> {
            Box::pin(self.reader.events(game, after, limit))
        }

        fn chat_lines<'a>(
            &'a self,
            game: &'a GameId,
            after: LineNo,
            limit: RowLimit,
        ) -> StoreFuture<'a, Vec<StoredChatLine>> {
            Box::pin(self.reader.chat_lines(game, after, limit))
        }

        fn key<'a>(&'a self, hash: &'a KeyHash) -> StoreFuture<'a, Option<StoredKey>> {
            Box::pin(self.reader.key(hash))
        }

        fn command<'a>(&'a self, game: &'a GameId, command: &'a CommandId) -> StoreFuture<'a, Option<Seq>> {
            Box::pin(self.reader.command(game, command))
        }

        fn list<'a>(
            &'a self,
            filter: &'a GameFilter,
            after: Option<Cursor>,
            limit: RowLimit,
        ) -> StoreFuture<'a, ListPage> {
            Box::pin(self.reader.list(filter, after, limit))
        }

        fn count<'a>(&'a self, filter: &'a GameFilter, most: RowLimit) -> StoreFuture<'a, u64> {
            Box::pin(self.reader.count(filter, most))
        }

        fn game_ids(&self, after: Option<Cursor>, limit: RowLimit) -> StoreFuture<'_, Vec<(Cursor, GameId)>> {
            Box::pin(self.reader.game_ids(after, limit))
        }

        fn due_games(&self, until: Timestamp, limit: RowLimit) -> StoreFuture<'_, Vec<GameId>> {
            Box::pin(self.reader.due_games(until, limit))
        }

        fn copy<'a>(&'a self, game: &'a GameId) -> StoreFuture<'a, Option<GameCopy>> {
            Box::pin(self.reader.copy(game))
        }

        fn subscribe(&self) -> ChangeSubscription {
            self.publisher.subscribe()
        }

        fn ping(&self) -> StoreFuture<'_, ()> {
            Box::pin(self.reader.ping())
        }
    };
}
pub(crate) use backend_reads;
