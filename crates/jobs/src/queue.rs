//! The tables of the queue, and all queries on them.

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::{ConnectOptions, Connection, PgConnection, Row};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// The queue has its own schema, so that it can share a database.
const SCHEMA: &str = "
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

/// The advisory lock that is held while the tables are created.
const SCHEMA_LOCK: i64 = 0x7175_6978_6a6f_6273;

/// How long a query is repeated while the database does not answer.
const RETRY_TIME: Duration = Duration::from_secs(30);

/// How long a connection attempt may take, and how long [`JobQueue::open`] tries in total: the user waits for it.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// How often a job is tried before it is given up.
const MAX_ATTEMPTS: i32 = 3;

/// A result that is committed late has a smaller sequence number than results that were read before. Each query looks
/// back by this number.
const SEQUENCE_OVERLAP: i64 = 1000;

/// Why the queue cannot be used, or a batch failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The address cannot be parsed.
    #[error("{0:?} is not the address of a PostgreSQL database, as postgres://user@host/database: {1}")]
    Address(String, String),
    /// The database does not answer.
    #[error("no answer from the database at {address}: {message}")]
    Unreachable {
        /// Host and port.
        address: String,
        /// Why the last attempt failed.
        message: String,
    },
    /// The database refused a query.
    #[error("the database refused a query")]
    Database(#[from] sqlx::Error),
    /// The runtime of the connection cannot be started.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// A job was given up.
    #[error("job {number} failed {MAX_ATTEMPTS} times; the last time: {message}")]
    Failed {
        /// The number of the job.
        number: u64,
        /// Why the last attempt failed.
        message: String,
    },
    /// A result cannot be read.
    #[error("the result of job {number} cannot be read: {message}")]
    InvalidResult {
        /// The number of the job.
        number: u64,
        /// What is wrong with it.
        message: String,
    },
}

/// The number of a batch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BatchId(pub i64);

/// Jobs of one kind with a common description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobBatch {
    /// The unique name. Submitting a batch of the same name continues the existing one.
    pub name: String,
    /// The kind of the jobs.
    pub kind: String,
    /// What the runner of the jobs needs to know.
    pub description: String,
    /// The number of jobs; they are numbered from 0.
    pub jobs: u64,
}

impl JobBatch {
    /// A batch whose name is derived from its kind and description: submitting the same work again continues it.
    ///
    /// ```
    /// use quixotry_jobs::JobBatch;
    ///
    /// let batch = JobBatch::new("square", "all of them".to_owned(), 100);
    /// assert_eq!(batch, JobBatch::new("square", "all of them".to_owned(), 100));
    /// assert_ne!(batch.name, JobBatch::new("square", "some of them".to_owned(), 100).name);
    /// ```
    #[must_use]
    pub fn new(kind: &str, description: String, jobs: u64) -> JobBatch {
        let name = format!("{kind} {:016x}", text_hash(&description));
        JobBatch { name, kind: kind.to_owned(), description, jobs }
    }
}

/// Names of stored batches depend on this hash: it must not change.
fn text_hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        let mixed = (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}

/// Jobs that a worker has claimed, all of one batch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobClaim {
    /// The batch.
    pub batch: BatchId,
    /// The kind of the jobs.
    pub kind: String,
    /// The numbers of the jobs, ascending.
    pub numbers: Vec<u64>,
}

/// The progress of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchProgress {
    /// Jobs with a result.
    pub done: u64,
    /// Jobs without a result that a worker holds.
    pub claimed: u64,
    /// All jobs.
    pub jobs: u64,
}

/// The job queue of a database. Every call blocks until the database answers, and repeats the query for some time if it
/// does not.
#[derive(Debug)]
pub struct JobQueue {
    runtime: Runtime,
    pool: PgPool,
}

impl JobQueue {
    /// Opens the queue of a database; creates its tables if necessary.
    ///
    /// # Errors
    ///
    /// The address cannot be parsed, or the database does not answer.
    pub fn open(address: &str) -> Result<JobQueue, JobError> {
        let options: PgConnectOptions = address
            .parse()
            .map_err(|error: sqlx::Error| JobError::Address(address.to_owned(), error.to_string()))?;
        let options = options.application_name("quixotry jobs").disable_statement_logging();
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let pool = {
            let _inside = runtime.enter();
            PgPoolOptions::new()
                .max_connections(1)
                .acquire_timeout(CONNECT_TIMEOUT)
                .connect_lazy_with(options)
        };
        let queue = JobQueue { runtime, pool };
        queue.query_within(CONNECT_TIMEOUT, async |pool: &PgPool| {
            let mut connection = pool.acquire().await?;
            sqlx::query("SELECT pg_advisory_lock($1)").bind(SCHEMA_LOCK).execute(&mut *connection).await?;
            let made = sqlx::raw_sql(SCHEMA).execute(&mut *connection).await;
            sqlx::query("SELECT pg_advisory_unlock($1)").bind(SCHEMA_LOCK).execute(&mut *connection).await?;
            made.map(drop)
        })?;
        Ok(queue)
    }

    /// Repeats a query until the database answers; all queries are idempotent.
    fn query<T>(&self, ask: impl AsyncFn(&PgPool) -> Result<T, sqlx::Error>) -> Result<T, JobError> {
        self.query_within(RETRY_TIME, ask)
    }

    fn query_within<T>(
        &self,
        limit: Duration,
        ask: impl AsyncFn(&PgPool) -> Result<T, sqlx::Error>,
    ) -> Result<T, JobError> {
        let began = Instant::now();
        loop {
            match self.runtime.block_on(ask(&self.pool)) {
                Err(error) if is_transient(&error) && began.elapsed() < limit => {
                    std::thread::sleep(Duration::from_millis(200));
                }
                Err(sqlx::Error::PoolTimedOut) => return Err(self.unreachable()),
                answer => return Ok(answer?),
            }
        }
    }

    /// The pool only says that it has no connection; one more attempt finds out why.
    fn unreachable(&self) -> JobError {
        let options = self.pool.connect_options();
        let again =
            async { tokio::time::timeout(CONNECT_TIMEOUT, PgConnection::connect_with(&options)).await };
        let message = match self.runtime.block_on(again) {
            Ok(Ok(_)) => "it answers again now".to_owned(),
            Ok(Err(error)) => error.to_string(),
            Err(_) => "nothing listens there, or something is in the way".to_owned(),
        };
        JobError::Unreachable { address: format!("{}:{}", options.get_host(), options.get_port()), message }
    }

    /// Submits a batch, or reopens it if it exists.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn submit(&self, batch: &JobBatch) -> Result<BatchId, JobError> {
        self.query(async |pool: &PgPool| {
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

    /// Claims up to `most` free jobs of these kinds, all of one batch; `None` if there is no free job.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn claim(
        &self,
        kinds: &[String],
        worker: &str,
        lease: Duration,
        most: u32,
    ) -> Result<Option<JobClaim>, JobError> {
        let rows = self.query(async |pool: &PgPool| {
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
        Ok(Some(JobClaim { batch: BatchId(first.get(0)), kind: first.get(2), numbers }))
    }

    /// The description of a batch.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn description(&self, batch: BatchId) -> Result<String, JobError> {
        self.query(async |pool: &PgPool| {
            let row = sqlx::query("SELECT description FROM quixotry_jobs.batch WHERE id = $1")
                .bind(batch.0)
                .fetch_one(pool)
                .await?;
            Ok(row.get(0))
        })
    }

    /// Renews the lease of all jobs that a worker holds.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn renew(&self, worker: &str, lease: Duration) -> Result<(), JobError> {
        self.query(async |pool: &PgPool| {
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

    /// Stores the result of a job. Returns `false` if another worker has stored one before.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn finish(&self, batch: BatchId, number: u64, result: &str) -> Result<bool, JobError> {
        self.query(async |pool: &PgPool| {
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

    /// Returns a job that failed to the queue; after some attempts it is given up.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn fail(&self, batch: BatchId, number: u64, worker: &str, message: &str) -> Result<(), JobError> {
        self.query(async |pool: &PgPool| {
            sqlx::query(
                "UPDATE quixotry_jobs.job
                 SET worker = NULL, lease = now() + interval '1 second',
                     failure = CASE WHEN attempts >= $4 THEN $5 END
                 WHERE batch = $1 AND number = $2 AND worker = $3 AND result IS NULL",
            )
            .bind(batch.0)
            .bind(number as i64)
            .bind(worker)
            .bind(MAX_ATTEMPTS)
            .bind(message)
            .execute(pool)
            .await
            .map(drop)
        })
    }

    /// The numbers of jobs whose results were stored after a sequence number, and the sequence number to continue from.
    /// The list may repeat jobs of an earlier call, because results can be committed out of order.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn finished_jobs(&self, batch: BatchId, after: i64) -> Result<(Vec<u64>, i64), JobError> {
        let rows = self.query(async |pool: &PgPool| {
            sqlx::query(
                "SELECT number, finished FROM quixotry_jobs.job
                 WHERE batch = $1 AND result IS NOT NULL AND finished > $2 ORDER BY finished",
            )
            .bind(batch.0)
            .bind(after.saturating_sub(SEQUENCE_OVERLAP))
            .fetch_all(pool)
            .await
        })?;
        let last = rows.last().map_or(after, |row| row.get::<i64, _>(1).max(after));
        Ok((rows.iter().map(|row| row.get::<i64, _>(0) as u64).collect(), last))
    }

    /// The existing results of these jobs, ordered by number.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn results(&self, batch: BatchId, numbers: &[u64]) -> Result<Vec<(u64, String)>, JobError> {
        let numbers: Vec<i64> = numbers.iter().map(|&number| number as i64).collect();
        let rows = self.query(async |pool: &PgPool| {
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

    /// The first job of a batch that was given up, as an error.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn failure(&self, batch: BatchId) -> Result<Option<JobError>, JobError> {
        let row = self.query(async |pool: &PgPool| {
            sqlx::query(
                "SELECT number, failure FROM quixotry_jobs.job WHERE batch = $1 AND failure IS NOT NULL
                 ORDER BY number LIMIT 1",
            )
            .bind(batch.0)
            .fetch_optional(pool)
            .await
        })?;
        Ok(row.map(|row| JobError::Failed { number: row.get::<i64, _>(0) as u64, message: row.get(1) }))
    }

    /// The progress of a batch.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn progress(&self, batch: BatchId) -> Result<BatchProgress, JobError> {
        let row = self.query(async |pool: &PgPool| {
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
        Ok(BatchProgress { done: count(0), claimed: count(1), jobs: count(2) })
    }

    /// Closes a batch: its jobs are not claimed any more.
    ///
    /// # Errors
    ///
    /// The database does not answer or refuses the query.
    pub fn close(&self, batch: BatchId) -> Result<(), JobError> {
        self.query(async |pool: &PgPool| {
            let close = sqlx::query("UPDATE quixotry_jobs.batch SET closed = true WHERE id = $1");
            close.bind(batch.0).execute(pool).await.map(drop)
        })
    }
}

/// Whether the same query may succeed a little later: the connection broke, or the database is starting.
fn is_transient(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::Protocol(_)
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => error
            .code()
            .is_some_and(|code| code.starts_with("57P") || code.starts_with("08") || code == "40001"),
        _ => false,
    }
}
