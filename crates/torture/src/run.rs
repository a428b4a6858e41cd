//! A whole run: start, play under faults, settle, read, check.

use crate::args::TortureArgs;
use crate::checker::{self, LatencySummary, Violation, ViolationKind};
use crate::database::RunDatabase;
use crate::faults::{FaultInjector, schedule};
use crate::history::{ClientHistory, FinalGame};
use crate::node::ServerNode;
use crate::report::{RunCounts, RunReport};
use crate::testbed::TestBed;
use crate::{abuse, finals, innocent, program, scripts};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::process::Command;
use tokio::task::JoinSet;

/// How long everything has to come to rest after the last fault.
const SETTLE: Duration = Duration::from_secs(22);

/// How long players have to finish what they are doing.
const FINISH: Duration = Duration::from_secs(60);

/// Runs the torture and checks what happened.
///
/// # Errors
/// Servers or databases cannot be started, which says nothing about the promises.
pub async fn run(args: TortureArgs) -> Result<RunReport> {
    let program = program::find(args.program.as_deref())?;
    let directory = tempfile::Builder::new().prefix("quixotry-torture-").tempdir()?;
    let path = directory.path().to_owned();
    if args.keep {
        eprintln!("files: {}", directory.keep().display());
    }
    let mut database = RunDatabase::start(args.setup, &path).await?;
    let mut nodes = start_nodes(&args, &program, &database, &path).await?;
    let begun = Instant::now();
    let bed = Arc::new(TestBed::new(
        nodes.iter().map(|node| node.address).collect(),
        nodes.iter().map(|node| node.bots).collect(),
        begun + args.time,
    )?);
    let mut injector = FaultInjector {
        nodes: &mut nodes,
        database: &mut database,
        done: BTreeMap::new(),
        recoveries: Vec::new(),
        have_clocks_moved: false,
        troubles: Vec::new(),
    };
    play(&args, &bed, &mut injector, begun).await?;
    let finals = settle(&bed, &mut injector).await?;
    let FaultInjector { done, recoveries, troubles, .. } = injector;

    let history = bed.recorder.history().clone();
    let mut violations = checker::check(&history, &finals);
    violations.extend(check_logs(&nodes));
    for node in &mut nodes {
        violations.extend(stop(node).await);
    }
    violations.extend(verify_store(&program, &database, &path).await?);
    Ok(RunReport {
        args,
        faults: done,
        recoveries,
        troubles,
        counts: RunCounts::new(&history),
        resumes: bed.resumes(),
        log_errors: log_errors(&nodes),
        innocent: summarize(&history),
        violations,
    })
}

async fn start_nodes(
    args: &TortureArgs,
    program: &Path,
    database: &RunDatabase,
    directory: &Path,
) -> Result<Vec<ServerNode>> {
    let mut settings = vec![
        format!("--database={}", database.address()),
        format!("--data-dir={}", directory.display()),
        "--pace=50ms".to_owned(),
        "--think=300ms".to_owned(),
        "--bots-patience=10s".to_owned(),
        "--log-level=warn".to_owned(),
    ];
    settings.extend(database.fanout().map(|address| format!("--fanout={address}")));
    let mut nodes = Vec::new();
    for number in 0..args.setup.nodes() {
        let log = directory.join(format!("node-{number}.log"));
        let mut node = ServerNode::new(number, program.to_owned(), &settings, log)?;
        node.start().await?;
        node.wait_until_listening().await?;
        nodes.push(node);
    }
    Ok(nodes)
}

/// Lets everybody play while faults happen.
async fn play(
    args: &TortureArgs,
    bed: &Arc<TestBed>,
    injector: &mut FaultInjector<'_>,
    begun: Instant,
) -> Result<()> {
    let mut tables = JoinSet::new();
    for table in 0..args.games as u64 {
        tables.spawn(scripts::keep_playing(bed.clone(), args.seed, table));
    }
    if !args.no_abuse {
        abuse::start(bed, args.seed)?;
    }
    innocent::start(bed)?;
    let faults = match args.no_faults {
        true => Vec::new(),
        false => schedule(args.seed, args.setup, args.time),
    };
    injector.run(bed, &faults, begun).await?;
    let finished = tokio::time::timeout(args.time + FINISH, async {
        while let Some(table) = tables.join_next().await {
            table?;
        }
        Ok::<(), tokio::task::JoinError>(())
    });
    // A client that still waits is counted as a request without an answer.
    if let Ok(result) = finished.await {
        result.context("a player of the torture has a fault of its own")?;
    }
    Ok(())
}

/// Waits until everything has come to rest, closes all readers, and reads all games.
async fn settle(bed: &Arc<TestBed>, injector: &mut FaultInjector<'_>) -> Result<BTreeMap<String, FinalGame>> {
    injector.start_missing_nodes().await?;
    let skew = injector.set_clocks_right();
    // A game that is stuck can be told from one whose server has another time.
    tokio::time::sleep(SETTLE + 2 * Duration::from_millis(skew.unsigned_abs())).await;
    bed.close();
    // Readers write down that they were open.
    tokio::time::sleep(Duration::from_millis(500)).await;
    finals::read_all(bed, skew).await
}

fn check_logs(nodes: &[ServerNode]) -> Vec<Violation> {
    let panics = nodes.iter().flat_map(|node| node.complaints().panics);
    panics.map(|line| Violation::new(ViolationKind::ServerFault, "", [line])).collect()
}

async fn stop(node: &mut ServerNode) -> Option<Violation> {
    let story = match node.stop().await {
        Ok(status) if status.is_none_or(|status| status.success()) => return None,
        Ok(status) => format!("node {} ended with {status:?} after SIGTERM", node.number),
        Err(error) => error.to_string(),
    };
    Some(Violation::new(ViolationKind::ServerFault, "", [story]))
}

fn log_errors(nodes: &[ServerNode]) -> (usize, Vec<String>) {
    let complaints: Vec<_> = nodes.iter().map(ServerNode::complaints).collect();
    let count = complaints.iter().map(|complaints| complaints.errors).sum();
    (count, complaints.into_iter().flat_map(|complaints| complaints.samples).collect())
}

/// Lets the program itself replay all games.
async fn verify_store(
    program: &PathBuf,
    database: &RunDatabase,
    directory: &Path,
) -> Result<Option<Violation>> {
    let output = Command::new(program)
        .args(["store", "verify", "--database", &database.address()])
        .arg("--data-dir")
        .arg(directory)
        .output()
        .await?;
    let text = [output.stdout, output.stderr].concat();
    let story = String::from_utf8_lossy(&text).trim().to_owned();
    Ok((!output.status.success()).then(|| Violation::new(ViolationKind::StoreDamaged, "", [story])))
}

fn summarize(history: &ClientHistory) -> [LatencySummary; 2] {
    let innocent = || history.latencies.iter().filter(|sample| sample.is_innocent && sample.is_answered);
    [LatencySummary::new(innocent()), LatencySummary::new(innocent().filter(|sample| !sample.under_fault))]
}
