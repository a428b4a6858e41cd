//! Solves the endgames of a file and prints the times: `cargo run --release -p quixotry-players --example endgames
//! [FILE] [THREADS] [SECONDS]`.

use players::SearchLimit;
use players::endgame::{Endgame, SolveOptions, Solver};
use quixotry_players as players;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/endgames.jsonl");
    let text = std::fs::read_to_string(arguments.next().unwrap_or_else(|| default.to_owned()))?;
    let threads = arguments.next().map_or(Ok(NonZeroUsize::MIN), |threads| threads.parse())?;
    let seconds: u64 = arguments.next().map_or(Ok(60), |seconds| seconds.parse())?;
    let rules = presets::Library::shipped().rules("standard")?;
    let mut solver = Solver::new(presets::english());
    let (mut times, mut nodes) = (Vec::new(), 0);
    for (number, line) in text.lines().enumerate() {
        let expected: serde_json::Value = serde_json::from_str(line)?;
        let position = notation::cgp::parse(expected["cgp"].as_str().unwrap_or_default(), &rules)?.position;
        let began = Instant::now();
        let limit = SearchLimit::for_duration(Duration::from_secs(seconds));
        let solution = solver.solve(&Endgame::of_position(&position)?, &SolveOptions { limit, threads })?;
        let took = began.elapsed();
        let good = expected["spread_delta"].as_i64() == Some(solution.spread_delta.into());
        println!(
            "{number:2} {:>8.3} s {:>9} nodes depth {:2} value {:4} {} {}",
            took.as_secs_f64(),
            solution.nodes,
            solution.depth,
            solution.spread_delta,
            if solution.proven { "proven" } else { "NOT PROVEN" },
            if good { "" } else { "WRONG" },
        );
        times.push(took);
        nodes += solution.nodes;
    }
    times.sort();
    let total: Duration = times.iter().sum();
    println!(
        "{} endgames, {:.2} s in all, median {:.3} s, most {:.2} s, {nodes} nodes, {:.0} nodes/s",
        times.len(),
        total.as_secs_f64(),
        times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64),
        times.last().map_or(0.0, Duration::as_secs_f64),
        nodes as f64 / total.as_secs_f64(),
    );
    Ok(())
}
