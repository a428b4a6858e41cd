//! `quixotry bench sim`: rollouts per second.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, PositionReader, SingleThreadArgs};
use crate::interrupt::cancel_on_interrupt;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status, print_note};
use anyhow::bail;
use clap::Args;
use players::SearchLimit;
use players::sim::{Simulation, SimulationSettings, Situation};
use serde::Serialize;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  quixotry bench sim --positions positions.cgp --iterations 100 --json
  quixotry bench sim --positions positions.cgp --threads 2 --limit 50

No candidate is dropped early, so every position takes the same number of rollouts. All positions must have the same
rules.";

/// Measure simulation in rollouts per second.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BenchSimArgs {
    /// A file with one position per line
    #[arg(long, value_name = "FILE")]
    positions: String,
    /// Rollouts per candidate
    #[arg(long, value_name = "N", default_value = "100")]
    iterations: NonZeroU64,
    /// Candidates per position
    #[arg(long, value_name = "N", default_value = "15")]
    candidates: NonZeroUsize,
    /// Turns per rollout
    #[arg(long, value_name = "N", default_value = "2")]
    plies: NonZeroUsize,
    #[command(flatten)]
    threads: SingleThreadArgs,
    /// Use only the first N positions
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct SimBenchReport {
    positions: usize,
    threads: usize,
    rollouts: u64,
    seconds: f64,
    rollouts_per_second: f64,
}

/// Runs the command.
pub(super) fn run(args: &BenchSimArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let mut positions = PositionReader::new(&args.game, catalog).read(&args.positions)?;
    positions.truncate(args.limit.unwrap_or(usize::MAX));
    let Some((_, first)) = positions.first() else { bail!("{} has no positions", args.positions) };
    let words = args.game.word_graph(&first.rules, catalog)?;
    let mut simulation = Simulation::new(&first.rules, &words)?;
    let settings = args.settings();
    let (mut rollouts, mut time, mut done) = (0, Duration::ZERO, 0);
    let cancellation = cancel_on_interrupt();
    for (_, position) in &positions {
        if cancellation.is_cancelled() {
            print_note(&format!("stopped after {done} of {} positions", positions.len()));
            break;
        }
        let situation = Situation::of_position(position);
        let began = Instant::now();
        let limit = SearchLimit::for_iterations(args.iterations.get());
        let found = simulation.run(&situation, &settings, &limit, &mut |_| ControlFlow::Continue(()));
        time += began.elapsed();
        rollouts += found.iter().map(|candidate| candidate.iterations).sum::<u64>();
        done += 1;
    }
    args.print_report(done, rollouts, time.as_secs_f64(), out)
}

impl BenchSimArgs {
    fn settings(&self) -> SimulationSettings {
        SimulationSettings {
            candidates: self.candidates.get(),
            exchanges: 0,
            plies: self.plies.get(),
            seed: self.game.seed.unwrap_or(0),
            threads: self.threads.count(),
            clear: f64::INFINITY,
            follow_ups: 0,
        }
    }

    fn print_report(
        &self,
        positions: usize,
        rollouts: u64,
        seconds: f64,
        out: &mut CommandOutput,
    ) -> RunResult {
        let (threads, rollouts_per_second) = (self.threads.count(), rollouts as f64 / seconds);
        if self.format.json {
            out.json(&SimBenchReport { positions, threads, rollouts, seconds, rollouts_per_second })?;
        } else {
            out.line(format_args!(
                "{rollouts_per_second:.0} rollouts per second ({rollouts} in {seconds:.2} s over {positions} positions)"
            ))?;
        }
        Ok(Status::Success)
    }
}
