//! `quixotry bench`: how fast plays are found and games are played.

mod digest;
mod movegen;
mod selfplay;

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
    Movegen(movegen::MovegenArgs),
    Selfplay(selfplay::SelfplayArgs),
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs, stock: &Stock, screen: &mut Screen) -> Done {
    match &args.command {
        Command::Movegen(args) => movegen::run(args, stock, screen),
        Command::Selfplay(args) => selfplay::run(args, stock, screen),
    }
}

/// Does a share of the work on each thread and gives the results in the order of the shares.
fn on_threads<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || work(thread))).collect();
        let mut results = vec![work(0)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}
