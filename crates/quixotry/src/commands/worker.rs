//! `quixotry worker`: runs jobs from a database.

use crate::inputs::{Catalog, ThreadsArgs};
use crate::output::CommandOutput;
use crate::remote_jobs::{KINDS, create_runner};
use crate::status::{RunResult, Status};
use anyhow::bail;
use clap::Args;
use jobs::{WorkerOptions, run_worker};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const EXAMPLES: &str = "\
Examples:
  quixotry worker --database postgres://quixotry@db/quixotry
  quixotry worker --database postgres://quixotry@db/quixotry --threads 8 --idle 60

Any number of workers can share a database. If a worker is killed, other workers take over its jobs.";

/// Run jobs from a PostgreSQL database: games of a match or a training, turns of an analysis.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WorkerArgs {
    /// The database
    #[arg(long, value_name = "URL")]
    database: String,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Seconds until a job of an unresponsive worker goes to another one
    #[arg(long, value_name = "S", default_value = "30")]
    lease: f64,
    /// How many jobs to claim at once
    #[arg(long, value_name = "N", default_value = "8")]
    claim: u32,
    /// Stop after this many seconds without a job [default: never]
    #[arg(long, value_name = "S")]
    idle: Option<f64>,
    /// Run programs that a job names (cmd:…). Use it only if you trust everyone who can write to the database
    #[arg(long)]
    allow_programs: bool,
}

/// Runs the command.
pub(crate) fn run(args: &WorkerArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    out.flush()?;
    let options = args.options()?;
    let make = |kind: &str, order: &str| create_runner(kind, order, catalog.library(), args.allow_programs);
    let done =
        run_worker(&args.database, &KINDS.map(str::to_owned), &make, &options, &AtomicBool::new(false))?;
    out.line(format_args!("{done} jobs done"))?;
    Ok(Status::Success)
}

impl WorkerArgs {
    fn options(&self) -> anyhow::Result<WorkerOptions> {
        let seconds = |seconds: f64, what: &str| match Duration::try_from_secs_f64(seconds) {
            Ok(span) if seconds <= 1e6 => Ok(span),
            _ => bail!("{what} is a number of seconds, not {seconds}"),
        };
        let lease = seconds(self.lease, "--lease")?;
        if lease < Duration::from_millis(300) {
            bail!("--lease is at least 0.3 seconds");
        }
        Ok(WorkerOptions {
            name: worker_name(),
            threads: self.threads.count().get(),
            lease,
            claim: self.claim.clamp(1, 1000),
            idle: self.idle.map(|idle| seconds(idle, "--idle")).transpose()?,
        })
    }
}

/// Workers on two machines may have the same process id, but they do not start in the same nanosecond.
fn worker_name() -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{}-{:x}", std::process::id(), now.as_nanos())
}
