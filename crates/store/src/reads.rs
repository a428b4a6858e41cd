//! Reading from a database: the same questions for SQLite and PostgreSQL.
//!
//! The types of `sqlx` name their database, so that the questions are written once in a macro.

use std::future::Future;
use std::time::Duration;

use crate::Fault;
use crate::rows::damaged;

/// After how long a reader is told that the store does not answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// Waits for an answer, but not for ever.
pub(crate) async fn patiently<T>(answer: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, Fault> {
    match tokio::time::timeout(PATIENCE, answer).await {
        Ok(answer) => answer.map_err(fault),
        Err(_) => Err(Fault::Unavailable(format!("no answer within {PATIENCE:?}"))),
    }
}

pub(crate) fn fault(error: sqlx::Error) -> Fault {
    match error {
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => damaged(error),
        error => Fault::Unavailable(error.to_string()),
    }
}

macro_rules! reader {
    ($database:ty, find: $find:literal, snapshot: $snapshot:literal) => {
        /// Answers questions from a pool of connections.
        #[derive(Debug, Clone)]
        pub(crate) struct Reader {
            pool: sqlx::Pool<$database>,
        }

        impl Reader {
            pub(crate) fn new(pool: sqlx::Pool<$database>) -> Reader {
                Reader { pool }
            }

            pub(crate) async fn game(&self, id: &GameId) -> Result<Option<Game>, Fault> {
                patiently(async { game(&mut *self.pool.acquire().await?, id).await }).await?.transpose()
            }

            pub(crate) async fn events(
                &self,
                game: &GameId,
                after: Seq,
                limit: Limit,
            ) -> Result<Vec<StoredEvent>, Fault> {
                let query = sqlx::query_as(
                    "SELECT seq, kind, version, payload FROM events
                     WHERE game = (SELECT number FROM games WHERE id = $1) AND seq > $2 ORDER BY seq LIMIT $3",
                );
                let (after, limit) = (bounded(after.0), i64::from(limit.get()));
                let query = query.bind(game.as_str()).bind(after).bind(limit);
                rows::all(patiently(query.fetch_all(&self.pool)).await?, |row| rows::event(game, row))
            }

            pub(crate) async fn lines(
                &self,
                game: &GameId,
                after: LineNo,
                limit: Limit,
            ) -> Result<Vec<Line>, Fault> {
                let query = sqlx::query_as(
                    "SELECT line, at, version, payload FROM lines
                     WHERE game = (SELECT number FROM games WHERE id = $1) AND line > $2 ORDER BY line LIMIT $3",
                );
                let (after, limit) = (bounded(after.0), i64::from(limit.get()));
                let query = query.bind(game.as_str()).bind(after).bind(limit);
                rows::all(patiently(query.fetch_all(&self.pool)).await?, rows::line)
            }

            pub(crate) async fn key(&self, hash: &KeyHash) -> Result<Option<Key>, Fault> {
                let query = sqlx::query_as::<_, (String, i64, i64)>(
                    "SELECT id, seat, keys.created FROM keys JOIN games ON game = number WHERE hash = $1",
                );
                let row = patiently(query.bind(hash.to_string()).fetch_optional(&self.pool)).await?;
                let key = row.map(|(game, seat, created)| {
                    let (game, seat) = (rows::game_id(game)?, rows::seat(seat)?);
                    Ok(Key { game, seat, created: Timestamp(created) })
                });
                key.transpose()
            }

            pub(crate) async fn command(&self, game: &GameId, id: &CommandId) -> Result<Option<Seq>, Fault> {
                let query = sqlx::query_scalar::<_, i64>(
                    "SELECT seq FROM commands
                     WHERE game = (SELECT number FROM games WHERE id = $1) AND command = $2",
                );
                let query = query.bind(game.as_str()).bind(id.as_str());
                patiently(query.fetch_optional(&self.pool)).await?.map(rows::seq).transpose()
            }

            pub(crate) async fn list(
                &self,
                filter: &Filter,
                after: Option<Cursor>,
                limit: Limit,
            ) -> Result<Page, Fault> {
                // Two questions, so that each finds its index.
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
                    .bind(filter.visibility.map(Visibility::word))
                    .bind(filter.name.as_ref().map(folded))
                    .bind(i64::from(limit.get()));
                let query = match filter.state {
                    Some(state) => query.bind(state.word()),
                    None => query,
                };
                rows::page(patiently(query.fetch_all(&self.pool)).await?, limit)
            }

            pub(crate) async fn walk(
                &self,
                after: Option<Cursor>,
                limit: Limit,
            ) -> Result<Vec<(Cursor, GameId)>, Fault> {
                let query = sqlx::query_as::<_, (i64, String)>(
                    "SELECT number, id FROM games WHERE number > $1 ORDER BY number LIMIT $2",
                );
                let after = after.map_or(i64::MIN, |after| after.0);
                let query = query.bind(after).bind(i64::from(limit.get()));
                rows::all(patiently(query.fetch_all(&self.pool)).await?, |(number, id)| {
                    Ok((Cursor(number), rows::game_id(id)?))
                })
            }

            pub(crate) async fn due(&self, until: Timestamp, limit: Limit) -> Result<Vec<GameId>, Fault> {
                let query = sqlx::query_scalar::<_, String>(
                    "SELECT id FROM games WHERE due <= $1 AND due < 9223372036854775807 ORDER BY due LIMIT $2",
                );
                let query = query.bind(until.0).bind(i64::from(limit.get()));
                rows::all(patiently(query.fetch_all(&self.pool)).await?, rows::game_id)
            }

            pub(crate) async fn copy(&self, id: &GameId) -> Result<Option<GameCopy>, Fault> {
                patiently(async {
                    let mut snapshot = self.pool.begin_with($snapshot).await?;
                    copy(&mut *snapshot, id).await
                })
                .await?
                .transpose()
            }

            pub(crate) async fn ping(&self) -> Result<(), Fault> {
                let query = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM (SELECT 1 FROM games LIMIT 1) AS g");
                patiently(query.fetch_one(&self.pool)).await.map(drop)
            }

            pub(crate) async fn close(&self) {
                self.pool.close().await;
            }
        }

        type Connection = <$database as sqlx::Database>::Connection;

        async fn game(on: &mut Connection, id: &GameId) -> sqlx::Result<Option<Result<Game, Fault>>> {
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
                None => Err(rows::damaged(format!("game {id} without its header"))),
            }))
        }

        async fn copy(on: &mut Connection, id: &GameId) -> sqlx::Result<Option<Result<GameCopy, Fault>>> {
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
                sqlx::query_as("SELECT line, at, version, payload FROM lines WHERE game = $1 ORDER BY line");
            let lines = lines.bind(number).fetch_all(&mut *on).await?;
            let keys = sqlx::query_as("SELECT hash, seat, created FROM keys WHERE game = $1 ORDER BY hash");
            let keys = keys.bind(number).fetch_all(&mut *on).await?;
            let commands = sqlx::query_as("SELECT command, seq FROM commands WHERE game = $1");
            let commands = commands.bind(number).fetch_all(&mut *on).await?;

            let meant = || {
                let mut commands = rows::all(commands, rows::remembered)?;
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
            Ok(Some(meant()))
        }

        /// No row has a number that a database cannot hold.
        fn bounded(number: u64) -> i64 {
            i64::try_from(number).unwrap_or(i64::MAX)
        }
    };
}

pub(crate) mod sqlite {
    use super::patiently;
    use crate::game::folded;
    use crate::*;

    reader!(sqlx::Sqlite, find: "instr", snapshot: "BEGIN");
}

pub(crate) mod postgres {
    use super::patiently;
    use crate::game::folded;
    use crate::*;

    reader!(sqlx::Postgres, find: "strpos", snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

/// What an engine on a database answers alike: the rest of [`Engine`](crate::Engine).
macro_rules! engine_reads {
    () => {
        fn game<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<Game>> {
            Box::pin(self.reader.game(game))
        }

        fn events<'a>(&'a self, game: &'a GameId, after: Seq, limit: Limit) -> Answer<'a, Vec<StoredEvent>> {
            Box::pin(self.reader.events(game, after, limit))
        }

        fn lines<'a>(&'a self, game: &'a GameId, after: LineNo, limit: Limit) -> Answer<'a, Vec<Line>> {
            Box::pin(self.reader.lines(game, after, limit))
        }

        fn key<'a>(&'a self, hash: &'a KeyHash) -> Answer<'a, Option<Key>> {
            Box::pin(self.reader.key(hash))
        }

        fn command<'a>(&'a self, game: &'a GameId, command: &'a CommandId) -> Answer<'a, Option<Seq>> {
            Box::pin(self.reader.command(game, command))
        }

        fn list<'a>(&'a self, filter: &'a Filter, after: Option<Cursor>, limit: Limit) -> Answer<'a, Page> {
            Box::pin(self.reader.list(filter, after, limit))
        }

        fn walk(&self, after: Option<Cursor>, limit: Limit) -> Answer<'_, Vec<(Cursor, GameId)>> {
            Box::pin(self.reader.walk(after, limit))
        }

        fn due(&self, until: Timestamp, limit: Limit) -> Answer<'_, Vec<GameId>> {
            Box::pin(self.reader.due(until, limit))
        }

        fn copy<'a>(&'a self, game: &'a GameId) -> Answer<'a, Option<GameCopy>> {
            Box::pin(self.reader.copy(game))
        }

        fn subscribe(&self) -> Notices {
            self.announcer.subscribe()
        }

        fn ping(&self) -> Answer<'_, ()> {
            Box::pin(self.reader.ping())
        }
    };
}
pub(crate) use engine_reads;
