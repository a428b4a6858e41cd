//! A job queue in PostgreSQL that workers on any number of machines share.
//!
//! A [`JobBatch`] is a numbered list of jobs of one kind. A worker claims free jobs, renews its lease while it works,
//! and stores each result once. If a worker dies, its lease expires and another worker repeats the job; the first
//! result counts. A [`JobRunner`] does the jobs of one kind.
//!
//! ```no_run
//! use quixotry_jobs::{JobBatch, JobError, JobQueue, JobRunner, WorkerOptions, collect_results, run_worker};
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! struct Square;
//!
//! impl JobRunner for Square {
//!     fn run(&mut self, number: u64) -> Result<String, String> {
//!         Ok((number * number).to_string())
//!     }
//! }
//!
//! # fn main() -> Result<(), JobError> {
//! let database = "postgres://quixotry@localhost/quixotry";
//! let queue = JobQueue::open(database)?;
//! let batch = JobBatch::new("square", String::new(), 100);
//! queue.submit(&batch)?;
//!
//! // On any machine:
//! let options = WorkerOptions { idle: Some(std::time::Duration::from_secs(1)), ..WorkerOptions::new("worker-1") };
//! let factory = |_kind: &str, _description: &str| -> Result<Box<dyn JobRunner>, String> { Ok(Box::new(Square)) };
//! run_worker(database, &["square".to_owned()], &factory, &options, &AtomicBool::new(false))?;
//!
//! collect_results::<JobError>(&queue, &batch, |number, result| {
//!     println!("{number}² = {result}");
//!     Ok(ControlFlow::Continue(()))
//! })?;
//! # Ok(())
//! # }
//! ```

mod queue;

mod collect;
mod worker;

mod game_spec;

pub use collect::collect_results;
pub use game_spec::{GameSpec, GameSpecError};
pub use queue::{BatchId, BatchProgress, JobBatch, JobClaim, JobError, JobQueue};
pub use worker::{JobRunner, RunnerFactory, WorkerOptions, run_worker};
