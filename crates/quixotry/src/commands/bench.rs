//! `quixotry bench`: how fast plays are found and games are played.

mod arena;
mod movegen;
mod selfplay;
mod sim;

use crate::given::Stock;
use crate::outcome::Done;
use crate::screen::Screen;
use clap::{Args, Subcommand};

/// Measure how fast plays are found and games are played.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Arena(arena::ArenaArgs),
    Movegen(movegen::MovegenArgs),
    Selfplay(selfplay::SelfplayArgs),
    Sim(sim::SimArgs),
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match &args.command {
        Command::Arena(args) => arena::run(args, stock, screen),
        Command::Movegen(args) => movegen::run(args, stock, screen),
        Command::Selfplay(args) => selfplay::run(args, stock, screen),
        Command::Sim(args) => sim::run(args, stock, screen),
    }
}

/// Lets all workers work at once, each on a thread of its own, and gives the results in their order.
fn at_once<W: Send, T: Send>(workers: &mut [W], work: impl Fn(&mut W) -> T + Sync) -> Vec<T> {
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
