//! Measures the loss by choosing after a short simulation instead of a long one.
//!
//! `regret [POSITIONS] [DEALS] [MILLISECONDS] [SEEDS]`: each position is simulated with many deals, and then with each
//! seed for the given time; the loss is printed in hundredths of a winning chance, with its standard error.

use quixotry_players::SearchLimit;
use quixotry_players::sim::{Candidate, Simulation, SimulationSettings, Situation};
use std::ops::ControlFlow;
use std::time::Duration;

/// The positions of the benchmarks of move generation.
const POSITIONS: &str = include_str!("../../movegen/benches/data/positions.cgp");

fn main() {
    let arguments: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let argument = |at: usize, usual: u64| arguments.get(at).copied().unwrap_or(usual);
    let (positions, deals) = (argument(0, 40) as usize, argument(1, 1500));
    let (time, seeds) = (Duration::from_millis(argument(2, 200)), argument(3, 5));
    let rules = presets::Library::shipped().rules("standard").expect("shipped rules are good");
    let mut simulation = Simulation::new(&rules, presets::english()).expect("the shipped words make a graph");
    let lines: Vec<&str> = POSITIONS.lines().collect();
    let mut losses = Vec::new();
    for line in lines.iter().step_by(lines.len() / positions) {
        let position = notation::cgp::parse(line, &rules).expect("positions are good").position;
        let situation = Situation::of_position(&position);
        let mut run = |settings: SimulationSettings, limit: &SearchLimit| {
            simulation.run(&situation, &settings, limit, &mut |_| ControlFlow::Continue(()))
        };
        let at_length =
            SimulationSettings { clear: f64::INFINITY, seed: 1 << 40, ..SimulationSettings::default() };
        let known = run(at_length.on_all_cores(), &SearchLimit::for_iterations(deals));
        for seed in 0..seeds {
            let settings = SimulationSettings { seed, ..SimulationSettings::default() };
            let chosen = run(settings.on_all_cores(), &SearchLimit::for_duration(time));
            let action = &chosen[0].action;
            let worth = known.iter().find(|candidate| candidate.action == *action).map_or(0.0, worth);
            losses.push(100.0 * (worth_of(&known) - worth));
        }
    }
    let count = losses.len() as f64;
    let mean = losses.iter().sum::<f64>() / count;
    let variance = losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / (count - 1.0);
    println!(
        "{count} choices in {time:?} each lose {mean:.3} ± {:.3} of a hundred games",
        (variance / count).sqrt()
    );
}

/// The value of a candidate.
fn worth_of(known: &[Candidate]) -> f64 {
    known.iter().map(worth).fold(f64::MIN, f64::max)
}

fn worth(candidate: &Candidate) -> f64 {
    candidate.win
}
