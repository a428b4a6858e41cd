//! Compares settings of the simulation by games that are played to the end.
//!
//! `compare POSITIONS DEALS SEED FROM TO WAY WAY…`, where a way is `PLIES,CANDIDATES,CLEAR,MILLISECONDS`. In positions
//! with FROM to TO tiles in the bag, from games of the static player, each way chooses a turn. Different choices are
//! played to the end in the same deals. The gain of each way over the first is printed in hundredths of a game and in
//! points, with standard errors.

use quixotry_players::sim::{Candidate, Simulation, SimulationSettings, Situation};
use quixotry_players::{RankedAction, SearchLimit, SimulationGame, TurnAction};
use rules::{Position, Ruleset, SeededChance};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// More turns than any game has.
const TO_THE_END: usize = 1000;

/// The most turns before a position.
const BEFORE: u64 = 24;

/// The number of positions between two printed tables.
const OFTEN: usize = 20;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("five numbers come first");
    let (positions, deals, seed) = (number(), number(), number());
    let bag = number() as usize..=number() as usize;
    let mut ways: Vec<Way> = arguments.map(|text| Way::new(&text)).collect();
    let rules = presets::Library::shipped().rules("standard").expect("shipped rules are good");
    let mut simulation = Simulation::new(&rules, presets::english()).expect("the shipped words make a graph");
    let mut chance = SeededChance::new(seed);
    for number in 1..=positions as usize {
        let situation = std::iter::repeat_with(|| reached(&mut simulation, &rules, &mut chance))
            .find(|situation| bag.contains(&situation.bag()));
        let situation = situation.expect("every game ends");
        let chosen: Vec<Candidate> =
            ways.iter_mut().map(|way| way.choose(&mut simulation, &situation, number as u64)).collect();
        let worth = played_out(&mut simulation, &situation, &chosen, deals);
        ways.iter_mut().zip(&worth).for_each(|(way, &(win, points))| {
            way.gains.push((100.0 * (win - worth[0].0), points - worth[0].1));
        });
        if number % OFTEN == 0 || number as u64 == positions {
            println!("{number} positions with {} to {} tiles in the bag", bag.start(), bag.end());
            ways.iter().for_each(Way::print);
        }
    }
}

/// Settings of the simulation, and their results.
struct Way {
    text: String,
    settings: SimulationSettings,
    time: Duration,
    used: Duration,
    /// The gain over the first way in each position: hundredths of a game, and points.
    gains: Vec<(f64, f64)>,
}

impl Way {
    fn new(text: &str) -> Way {
        let parts: Vec<f64> = text.split(',').filter_map(|part| part.parse().ok()).collect();
        let [plies, candidates, clear, time] = parts[..] else {
            panic!("{text} is not a setting: write plies,candidates,clear,time")
        };
        let (plies, candidates) = (plies as usize, candidates as usize);
        let settings = SimulationSettings { plies, candidates, clear, ..SimulationSettings::default() };
        let time = Duration::from_secs_f64(time / 1000.0);
        Way { text: text.to_owned(), settings, time, used: Duration::ZERO, gains: Vec::new() }
    }

    fn choose(&mut self, simulation: &mut Simulation, situation: &Situation, seed: u64) -> Candidate {
        let begin = Instant::now();
        let settings = SimulationSettings { seed, ..self.settings };
        let found = simulation.run(situation, &settings, &SearchLimit::for_duration(self.time), &mut go_on);
        self.used += begin.elapsed();
        found.into_iter().next().expect("there is always a turn to take")
    }

    fn print(&self) {
        let (win, win_error) = mean(self.gains.iter().map(|gain| gain.0));
        let (points, points_error) = mean(self.gains.iter().map(|gain| gain.1));
        let other = self.gains.iter().filter(|gain| **gain != (0.0, 0.0)).count();
        println!(
            "  {}: {:.0} ms used, {other} other turns, {win:+.3} ± {win_error:.3} of a hundred games, \
             {points:+.3} ± {points_error:.3} points",
            self.text,
            self.used.as_secs_f64() * 1000.0 / self.gains.len() as f64,
        );
    }
}

fn go_on(_: &[Candidate]) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The winning chance and the points of each turn when games are played to the end; unused if all turns are the same.
fn played_out(
    simulation: &mut Simulation,
    situation: &Situation,
    chosen: &[Candidate],
    deals: u64,
) -> Vec<(f64, f64)> {
    let mut field: Vec<RankedAction> = Vec::new();
    for Candidate { action, static_equity, .. } in chosen {
        if field.iter().all(|other| other.action != *action) {
            field.push(RankedAction { action: action.clone(), equity: *static_equity });
        }
    }
    if field.len() == 1 {
        return vec![(0.0, 0.0); chosen.len()];
    }
    let settings = SimulationSettings {
        plies: TO_THE_END,
        clear: f64::INFINITY,
        seed: 1 << 40,
        ..SimulationSettings::default()
    };
    let known = simulation.run_candidates(
        situation,
        field,
        &settings,
        &SearchLimit::for_iterations(deals),
        &mut go_on,
    );
    let worth =
        |action: &TurnAction| known.iter().find(|one| one.action == *action).map(|one| (one.win, one.equity));
    chosen.iter().filter_map(|one| worth(&one.action)).collect()
}

/// What the player to move knows some turns into a game between two static players.
fn reached(simulation: &mut Simulation, rules: &Ruleset, chance: &mut SeededChance) -> Situation {
    let mut light = SimulationGame::begin(rules, 2, chance);
    for _ in 0..chance.next() % BEFORE {
        if !light.is_over() {
            let (rack, outlook) = (light.rack(light.turn()).clone(), light.evaluation_context());
            let best = simulation.evaluator().best(light.grid(), &rack, outlook);
            light.apply(&best.action, chance);
        }
    }
    let side = light.turn();
    let mut position = Position::new(rules.clone());
    position.grid = light.grid().clone();
    position.racks = vec![light.rack(side).clone()];
    position.scores = vec![light.score(side), light.score(1 - side)];
    Situation::of_position(&position)
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}
