//! The tables of the jobs, and everything that is done with them.

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, Row};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// Everything of ours lies in a schema of its own, beside whatever else the database has.
const TABLES: &str = "
CREATE SCHEMA IF NOT EXISTS quixotry_jobs;
CREATE SEQUENCE IF NOT EXISTS quixotry_jobs.finished;
CREATE TABLE IF NOT EXISTS quixotry_jobs.batch (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    description TEXT NOT NULL,
    jobs BIGINT NOT NULL,
    closed BOOLEAN NOT NULL DEFAULT false,
    created TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS quixotry_jobs.job (
    batch BIGINT NOT NULL REFERENCES quixotry_jobs.batch ON DELETE CASCADE,
    number BIGINT NOT NULL,
    worker TEXT,
    lease TIMESTAMPTZ,
    attempts INT NOT NULL DEFAULT 0,
    result TEXT,
    failure TEXT,
    finished BIGINT,
    PRIMARY KEY (batch, number)
);
CREATE INDEX IF NOT EXISTS job_open ON quixotry_jobs.job (batch, number) WHERE result IS NULL;
CREATE INDEX IF NOT EXISTS job_finished ON quixotry_jobs.job (batch, finished) WHERE result IS NOT NULL;
";

/// So that two programs that begin at once do not make the tables twice.
const LOCK: i64 = 0x7175_6978_6a6f_6273;

/// How long a database that does not answer is tried again.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long one connection may take to be made, and the first one in all: whoever is there to read why waits for it.
const ARRIVAL: Duration = Duration::from_secs(5);

/// How often a job may fail before it is given up.
const ATTEMPTS: i32 = 3;

/// Results that are committed late have smaller numbers than some that were seen: so far back is looked again.
const OVERLAP: i64 = 1000;

/// Why jobs cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The address is wrong.
    #[error("{0:?} is not the address of a PostgreSQL database, as postgres://user@host/database: {1}")]
    Address(String, String),
    /// The database does not answer.
    #[error("no answer from the database at {place}: {why}")]
    Silent {
        /// Where it should be.
        place: String,
        /// What became of the last try.
        why: String,
    },
    /// The database does not do what it is asked.
    #[error("the database does not do what it is asked")]
    Database(#[from] sqlx::Error),
    /// There is no thread for it.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A job was given up.
    #[error("job {number} failed {ATTEMPTS} times; the last time: {why}")]
    Failed {
        /// Which.
        number: u64,
        /// Why.
        why: String,
    },
    /// A result makes no sense.
    #[error("the result of job {number} cannot be read: {why}")]
    Result {
        /// Which.
        number: u64,
        /// Why.
        why: String,
    },
}

/// The number of a batch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BatchId(pub i64);

/// A batch of jobs to be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Its name: a second batch of the same name is the same batch.
    pub name: String,
    /// What sort of work.
    pub kind: String,
    /// What the work is, for its runner.
    pub description: String,
    /// How many jobs, numbered from 0.
    pub jobs: u64,
}

impl Batch {
    /// A batch whose name follows from what it asks for: whoever asks for the same again goes on with it.
    pub fn named(kind: &str, description: String, jobs: u64) -> Batch {
        let mut digest = crate::result::Digest::new();
        description.bytes().for_each(|byte| digest.number(byte.into()));
        Batch { name: format!("{kind} {digest}"), kind: kind.to_owned(), description, jobs }
    }
}

/// Jobs that a worker has claimed, all of one batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Which batch.
    pub batch: BatchId,
    /// What sort of work.
    pub kind: String,
    /// Which jobs.
    pub numbers: Vec<u64>,
}

/// How far a batch has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Jobs with a result.
    pub done: u64,
    /// Jobs that somebody works on.
    pub claimed: u64,
    /// All jobs.
    pub jobs: u64,
}

/// The jobs of a database. Every call waits for the database, and tries again for a while when it does not answer.
#[derive(Debug)]
pub struct Queue {
    runtime: Runtime,
    pool: PgPool,
}

impl Queue {
    /// Opens the jobs of a database, which are made if need be.
    pub fn open(address: &str) -> Result<Queue, JobError> {
        let options: PgConnectOptions = address
            .parse()
            .map_err(|error: sqlx::Error| JobError::Address(address.to_owned(), error.to_string()))?;
        let options = options.application_name("quixotry jobs").disable_statement_logging();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let pool = {
            let _inside = runtime.enter();
            PgPoolOptions::new().max_connections(1).acquire_timeout(ARRIVAL).connect_lazy_with(options)
        };
        let queue = Queue { runtime, pool };
        queue.wait_for(ARRIVAL, async |pool: &PgPool| {
            let mut connection = pool.acquire().await?;
            sqlx::query("SELECT pg_advisory_lock($1)").bind(LOCK).execute(&mut *connection).await?;
            let made = sqlx::raw_sql(TABLES).execute(&mut *connection).await;
            sqlx::query("SELECT pg_advisory_unlock($1)").bind(LOCK).execute(&mut *connection).await?;
            made.map(drop)
        })?;
        Ok(queue)
    }

    /// Asks until the database answers; every question can be asked twice without harm.
    fn wait<T>(&self, ask: impl AsyncFn(&PgPool) -> Result<T, sqlx::Error>) -> Result<T, JobError> {
        self.wait_for(PATIENCE, ask)
    }

    fn wait_for<T>(
        &self,
        patience: Duration,
        ask: impl AsyncFn(&PgPool) -> Result<T, sqlx::Error>,
    ) -> Result<T, JobError> {
        let began = Instant::now();
        loop {
            match self.runtime.block_on(ask(&self.pool)) {
                Err(error) if is_passing(&error) && began.elapsed() < patience => {
                    std::thread::sleep(Duration::from_millis(200));
                }
                Err(sqlx::Error::PoolTimedOut) => return Err(self.silent()),
                answer => return Ok(answer?),
            }
        }
    }

    /// The pool says only that it had no connection: why, another try tells.
    fn silent(&self) -> JobError {
        let options = self.pool.connect_options();
        let again = async { tokio::time::timeout(ARRIVAL, PgConnection::connect_with(&options)).await };
        let why = match self.runtime.block_on(again) {
            Ok(Ok(_)) => "it answers again by now".to_owned(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "nothing listens there, or something is in the way".to_owned(),
        };
        JobError::Silent { place: format!("{}:{}", options.get_host(), options.get_port()), why }
    }

    /// Puts a batch in, unless it is there already.
    pub fn submit(&self, batch: &Batch) -> Result<BatchId, JobError> {
        self.wait(async |pool: &PgPool| {
            let mut transaction = pool.begin().await?;
            sqlx::query(
                "INSERT INTO quixotry_jobs.batch (name, kind, description, jobs) VALUES ($1, $2, $3, $4)
                 ON CONFLICT (name) DO NOTHING",
            )
            .bind(&batch.name)
            .bind(&batch.kind)
            .bind(&batch.description)
            .bind(batch.jobs as i64)
            .execute(&mut *transaction)
            .await?;
            let id: i64 =
                sqlx::query("UPDATE quixotry_jobs.batch SET closed = false WHERE name = $1 RETURNING id")
                    .bind(&batch.name)
                    .fetch_one(&mut *transaction)
                    .await?
                    .get(0);
            sqlx::query(
                "INSERT INTO quixotry_jobs.job (batch, number)
                 SELECT $1, number FROM generate_series(0, $2 - 1) AS number ON CONFLICT DO NOTHING",
            )
            .bind(id)
            .bind(batch.jobs as i64)
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
            Ok(BatchId(id))
        })
    }

    /// Claims up to so many jobs of these kinds that nobody holds, all of one batch.
    pub fn claim(
        &self,
        kinds: &[String],
        worker: &str,
        lease: Duration,
        most: u32,
    ) -> Result<Option<Claim>, JobError> {
        let rows = self.wait(async |pool: &PgPool| {
            sqlx::query(
                "WITH open AS (
                    SELECT job.batch FROM quixotry_jobs.job JOIN quixotry_jobs.batch ON batch.id = job.batch
                    WHERE job.result IS NULL AND job.failure IS NULL AND (job.lease IS NULL OR job.lease < now())
                      AND NOT batch.closed AND batch.kind = ANY($1)
                    ORDER BY job.batch LIMIT 1
                 ), next AS (
                    SELECT job.batch, job.number FROM quixotry_jobs.job JOIN open ON open.batch = job.batch
                    WHERE job.result IS NULL AND job.failure IS NULL AND (job.lease IS NULL OR job.lease < now())
                    ORDER BY job.number LIMIT $2 FOR UPDATE OF job SKIP LOCKED
                 )
                 UPDATE quixotry_jobs.job
                 SET worker = $3, lease = now() + $4 * interval '1 millisecond', attempts = attempts + 1
                 FROM next JOIN quixotry_jobs.batch ON batch.id = next.batch
                 WHERE job.batch = next.batch AND job.number = next.number
                 RETURNING job.batch, job.number, batch.kind",
            )
            .bind(kinds)
            .bind(i64::from(most))
            .bind(worker)
            .bind(lease.as_millis() as i64)
            .fetch_all(pool)
            .await
        })?;
        let Some(first) = rows.first() else { return Ok(None) };
        let mut numbers: Vec<u64> = rows.iter().map(|row| row.get::<i64, _>(1) as u64).collect();
        numbers.sort_unstable();
        Ok(Some(Claim { batch: BatchId(first.get(0)), kind: first.get(2), numbers }))
    }

    /// What the work of a batch is.
    pub fn description(&self, batch: BatchId) -> Result<String, JobError> {
        self.wait(async |pool: &PgPool| {
            let row = sqlx::query("SELECT description FROM quixotry_jobs.batch WHERE id = $1")
                .bind(batch.0)
                .fetch_one(pool)
                .await?;
            Ok(row.get(0))
        })
    }

    /// Keeps all claims of a worker alive.
    pub fn keep(&self, worker: &str, lease: Duration) -> Result<(), JobError> {
        self.wait(async |pool: &PgPool| {
            sqlx::query(
                "UPDATE quixotry_jobs.job SET lease = now() + $2 * interval '1 millisecond'
                 WHERE worker = $1 AND result IS NULL AND lease > now()",
            )
            .bind(worker)
            .bind(lease.as_millis() as i64)
            .execute(pool)
            .await
            .map(drop)
        })
    }

    /// Writes the result of a job; says whether it counts, for somebody else may have been first.
    pub fn finish(&self, batch: BatchId, number: u64, result: &str) -> Result<bool, JobError> {
        self.wait(async |pool: &PgPool| {
            let done = sqlx::query(
                "UPDATE quixotry_jobs.job SET result = $3, finished = nextval('quixotry_jobs.finished')
                 WHERE batch = $1 AND number = $2 AND result IS NULL",
            )
            .bind(batch.0)
            .bind(number as i64)
            .bind(result)
            .execute(pool)
            .await?;
            Ok(done.rows_affected() == 1)
        })
    }

    /// Gives a job back that could not be done; after a few times it is given up.
    pub fn fail(&self, batch: BatchId, number: u64, worker: &str, why: &str) -> Result<(), JobError> {
        self.wait(async |pool: &PgPool| {
            sqlx::query(
                "UPDATE quixotry_jobs.job
                 SET worker = NULL, lease = now() + interval '1 second',
                     failure = CASE WHEN attempts >= $4 THEN $5 END
                 WHERE batch = $1 AND number = $2 AND worker = $3 AND result IS NULL",
            )
            .bind(batch.0)
            .bind(number as i64)
            .bind(worker)
            .bind(ATTEMPTS)
            .bind(why)
            .execute(pool)
            .await
            .map(drop)
        })
    }

    /// The numbers of results that were written after a place among all results, with the place to go on from. Some
    /// may have been there before: what is committed late has a place before others that were seen.
    pub fn finished(&self, batch: BatchId, after: i64) -> Result<(Vec<u64>, i64), JobError> {
        let rows = self.wait(async |pool: &PgPool| {
            sqlx::query(
                "SELECT number, finished FROM quixotry_jobs.job
                 WHERE batch = $1 AND result IS NOT NULL AND finished > $2 ORDER BY finished",
            )
            .bind(batch.0)
            .bind(after.saturating_sub(OVERLAP))
            .fetch_all(pool)
            .await
        })?;
        let last = rows.last().map_or(after, |row| row.get::<i64, _>(1).max(after));
        Ok((rows.iter().map(|row| row.get::<i64, _>(0) as u64).collect(), last))
    }

    /// The results with these numbers, as far as there are any, in the order of their numbers.
    pub fn results(&self, batch: BatchId, numbers: &[u64]) -> Result<Vec<(u64, String)>, JobError> {
        let numbers: Vec<i64> = numbers.iter().map(|&number| number as i64).collect();
        let rows = self.wait(async |pool: &PgPool| {
            sqlx::query(
                "SELECT number, result FROM quixotry_jobs.job
                 WHERE batch = $1 AND number = ANY($2) AND result IS NOT NULL ORDER BY number",
            )
            .bind(batch.0)
            .bind(&numbers)
            .fetch_all(pool)
            .await
        })?;
        Ok(rows.iter().map(|row| (row.get::<i64, _>(0) as u64, row.get(1))).collect())
    }

    /// The first job of a batch that was given up.
    pub fn failure(&self, batch: BatchId) -> Result<Option<JobError>, JobError> {
        let row = self.wait(async |pool: &PgPool| {
            sqlx::query(
                "SELECT number, failure FROM quixotry_jobs.job WHERE batch = $1 AND failure IS NOT NULL
                 ORDER BY number LIMIT 1",
            )
            .bind(batch.0)
            .fetch_optional(pool)
            .await
        })?;
        Ok(row.map(|row| JobError::Failed { number: row.get::<i64, _>(0) as u64, why: row.get(1) }))
    }

    /// How far a batch has come.
    pub fn progress(&self, batch: BatchId) -> Result<Progress, JobError> {
        let row = self.wait(async |pool: &PgPool| {
            sqlx::query(
                "SELECT count(*) FILTER (WHERE result IS NOT NULL),
                        count(*) FILTER (WHERE result IS NULL AND lease > now()), count(*)
                 FROM quixotry_jobs.job WHERE batch = $1",
            )
            .bind(batch.0)
            .fetch_one(pool)
            .await
        })?;
        let count = |place: usize| row.get::<i64, _>(place) as u64;
        Ok(Progress { done: count(0), claimed: count(1), jobs: count(2) })
    }

    /// Ends a batch: its jobs are not claimed any more.
    pub fn close(&self, batch: BatchId) -> Result<(), JobError> {
        self.wait(async |pool: &PgPool| {
            let close = sqlx::query("UPDATE quixotry_jobs.batch SET closed = true WHERE id = $1");
            close.bind(batch.0).execute(pool).await.map(drop)
        })
    }
}

/// Whether the same question may be answered a little later: the connection broke, or the database is just starting.
fn is_passing(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::Protocol(_)
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(refused) => refused
            .code()
            .is_some_and(|code| code.starts_with("57P") || code.starts_with("08") || code == "40001"),
        _ => false,
    }
}
