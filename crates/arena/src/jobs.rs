//! Work for several machines: jobs in PostgreSQL that any number of workers claim.
//!
//! A batch is a numbered list of jobs of one kind. A worker claims jobs nobody holds, keeps its claim alive while it
//! works, and writes each result once: should its claim run out because it was killed, another worker does the job
//! again, and whoever finishes first counts. What a job of a kind does is the business of its [`Runner`].

mod queue;

mod gather;
mod worker;

mod games;

pub use games::{DistributeError, Games, distribute};
pub use gather::gather;
pub use queue::{Batch, BatchId, Claim, JobError, Progress, Queue};
pub use worker::{Made, Make, Runner, WorkOptions, work};
