//! `quixotry bench`: benchmarks.

mod arena;
mod movegen;
mod selfplay;
mod sim;

use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::RunResult;
use clap::{Args, Subcommand};

/// Measure the speed of move generation, self-play, simulation and the arena.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    command: BenchCommand,
}

#[derive(Subcommand, Debug)]
enum BenchCommand {
    Arena(arena::BenchArenaArgs),
    Movegen(movegen::BenchMovegenArgs),
    Selfplay(selfplay::BenchSelfplayArgs),
    Sim(sim::BenchSimArgs),
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match &args.command {
        BenchCommand::Arena(args) => arena::run(args, catalog, out),
        BenchCommand::Movegen(args) => movegen::run(args, catalog, out),
        BenchCommand::Selfplay(args) => selfplay::run(args, catalog, out),
        BenchCommand::Sim(args) => sim::run(args, catalog, out),
    }
}

/// Runs all workers in parallel, each on its own thread, and returns the results in order.
fn run_parallel<W: Send, T: Send>(workers: &mut [W], work: impl Fn(&mut W) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let Some((first, others)) = workers.split_first_mut() else { return Vec::new() };
        let others: Vec<_> = others.iter_mut().map(|worker| scope.spawn(move || work(worker))).collect();
        let mut results = vec![work(first)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}
