//! Simulates positions in a way that callgrind can count:
//! `valgrind --tool=callgrind --toggle-collect='*measured*' target/release/examples/count_rollouts [POSITIONS] [DEALS]`.

use quixotry_players::SearchLimit;
use quixotry_players::sim::{Candidate, Simulation, SimulationSettings, Situation};
use std::ops::ControlFlow;

/// The positions of the benchmarks of move generation.
const POSITIONS: &str = include_str!("../../movegen/benches/data/positions.cgp");

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (count, deals) = (arguments.next().unwrap_or(10), arguments.next().unwrap_or(32));
    let rules = presets::Library::shipped().rules("standard").expect("shipped rules are good");
    let mut simulation = Simulation::new(&rules, presets::english()).expect("the shipped words make a graph");
    let position = |line| notation::cgp::parse(line, &rules).expect("positions are good").position;
    let situations: Vec<_> =
        POSITIONS.lines().take(count as usize).map(|line| Situation::of_position(&position(line))).collect();
    // Runs once without counting, so that all data is initialised.
    simulate(&mut simulation, &situations[0], 1);
    println!("{} rollouts", measured(&mut simulation, &situations, deals));
}

/// The number of rollouts.
#[inline(never)]
fn measured(simulation: &mut Simulation, situations: &[Situation], deals: u64) -> u64 {
    situations.iter().map(|situation| simulate(simulation, situation, deals)).sum()
}

fn simulate(simulation: &mut Simulation, situation: &Situation, deals: u64) -> u64 {
    let settings = SimulationSettings { clear: f64::INFINITY, ..SimulationSettings::default() };
    let go_on = &mut |_: &[Candidate]| ControlFlow::Continue(());
    let found = simulation.run(situation, &settings, &SearchLimit::for_iterations(deals), go_on);
    found.iter().map(|candidate| candidate.iterations).sum()
}
