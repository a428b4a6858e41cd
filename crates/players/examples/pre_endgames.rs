//! Compares ways to choose a turn in pre-endgames by a longer study of their choices.
//!
//! `pre_endgames POSITIONS SEED FROM TO MILLISECONDS WAY WAY…`, where a way is `study,MILLISECONDS`,
//! `sim,MILLISECONDS`, or `both,MILLISECONDS` for a simulation that selects the turns to study. In positions with FROM to TO tiles in the bag and at most 60 points between the players, from
//! games of the static player, each way chooses a turn. Different choices are studied for the time that comes before the ways. The gain of each way over the first
//! is printed in hundredths of a game and in points, with standard errors.

use quixotry_players::preendgame::{PreEndgame, PreEndgameResult, StudyOptions, study_with};
use quixotry_players::sim::{Simulation, SimulationSettings, Situation};
use quixotry_players::{LeaveValues, SearchLimit, SimulationGame, TurnAction};
use rules::{Position, Ruleset, SeededChance};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The number of positions between two printed tables.
const OFTEN: usize = 20;

/// The largest lead in a position: with more the game is decided.
const CLOSE: i32 = 60;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse().ok()).expect("five numbers come first");
    let (positions, seed) = (number(), number());
    let bag = number() as usize..=number() as usize;
    let judge = Duration::from_millis(number());
    let mut ways: Vec<Way> = arguments.map(|text| Way::new(&text)).collect();
    let rules = presets::Library::shipped().rules("standard").expect("shipped rules are good");
    let mut simulation = Simulation::new(&rules, presets::english()).expect("the shipped words make a graph");
    let mut chance = SeededChance::new(seed);
    for number in 1..=positions as usize {
        let (position, game) =
            std::iter::repeat_with(|| reach_position(&mut simulation, &rules, &mut chance, *bag.end()))
                .find_map(|position| {
                    let game = PreEndgame::of_position(&position).ok().filter(|game| !game.is_wild())?;
                    let lead = position.scores[0] - position.scores[1];
                    let is_close =
                        lead.abs() <= CLOSE && bag.contains(&Situation::of_position(&position).bag());
                    is_close.then_some((position, game))
                })
                .expect("every game ends");
        let chosen: Vec<TurnAction> =
            ways.iter_mut().map(|way| way.choose(&mut simulation, &position, &game)).collect();
        let worth = judge_turns(&game, &simulation.evaluator().leaves().clone(), &chosen, judge);
        ways.iter_mut().zip(&worth).for_each(|(way, &(win, points))| {
            way.gains.push((100.0 * (win - worth[0].0), points - worth[0].1));
        });
        if number % OFTEN == 0 || number as u64 == positions {
            println!("{number} positions with {} to {} tiles in the bag", bag.start(), bag.end());
            ways.iter().for_each(Way::print);
        }
    }
}

/// How a turn is chosen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WayKind {
    Study,
    Simulation,
    /// A third of the time for a simulation, the rest for a study of its best turns.
    Both,
}

/// The most turns that are studied after a simulation.
const RIVALS: usize = 6;

/// A way to choose, and its results.
struct Way {
    text: String,
    kind: WayKind,
    time: Duration,
    used: Duration,
    longest: Duration,
    /// The gain over the first way in each position: hundredths of a game, and points.
    gains: Vec<(f64, f64)>,
}

impl Way {
    fn new(text: &str) -> Way {
        let (name, time) = text.split_once(',').expect("a way is a name and its milliseconds");
        let kind = match name {
            "sim" => WayKind::Simulation,
            "study" => WayKind::Study,
            "both" => WayKind::Both,
            other => panic!("{other} is not a way: write study, sim or both"),
        };
        let time = Duration::from_millis(time.parse().expect("milliseconds"));
        let (used, longest) = (Duration::ZERO, Duration::ZERO);
        Way { text: text.to_owned(), kind, time, used, longest, gains: Vec::new() }
    }

    fn choose(&mut self, simulation: &mut Simulation, position: &Position, game: &PreEndgame) -> TurnAction {
        let begin = Instant::now();
        let limit = SearchLimit::for_duration(self.time).start();
        let chosen = match self.kind {
            WayKind::Study => study_best(simulation, game, limit, StudyOptions::default().plays, &[]),
            WayKind::Simulation => simulate(simulation, position, &limit).swap_remove(0),
            WayKind::Both => {
                let mut rivals = simulate(simulation, position, &limit.divide_time(3));
                match rivals.len() {
                    1 => rivals.swap_remove(0),
                    _ => study_best(simulation, game, limit, 0, &rivals),
                }
            }
        };
        self.used += begin.elapsed();
        self.longest = self.longest.max(begin.elapsed());
        chosen
    }

    fn print(&self) {
        let (win, win_error) = mean(self.gains.iter().map(|gain| gain.0));
        let (points, points_error) = mean(self.gains.iter().map(|gain| gain.1));
        let other = self.gains.iter().filter(|gain| **gain != (0.0, 0.0)).count();
        println!(
            "  {}: {:.0} ms used, {:.0} at most, {other} other results, {win:+.3} ± {win_error:.3} of a hundred \
             games, {points:+.3} ± {points_error:.3} points",
            self.text,
            self.used.as_secs_f64() * 1000.0 / self.gains.len() as f64,
            self.longest.as_secs_f64() * 1000.0,
        );
    }
}

/// The best turns of a simulation, best first.
fn simulate(simulation: &mut Simulation, position: &Position, limit: &SearchLimit) -> Vec<TurnAction> {
    let (situation, settings) = (Situation::of_position(position), SimulationSettings::default());
    let found = simulation.run(&situation, &settings, limit, &mut |_| ControlFlow::Continue(()));
    let racing = found.into_iter().filter(|candidate| candidate.racing).take(RIVALS);
    racing.map(|candidate| candidate.action).collect()
}

/// The best turn of a study of some plays and of these turns.
fn study_best(
    simulation: &mut Simulation,
    game: &PreEndgame,
    limit: SearchLimit,
    plays: usize,
    also: &[TurnAction],
) -> TurnAction {
    let options = StudyOptions { limit, plays, ..StudyOptions::default() };
    let leaves = simulation.evaluator().leaves().clone();
    study_game(game, &leaves, &options, also).swap_remove(0).action
}

fn study_game(
    game: &PreEndgame,
    leaves: &LeaveValues,
    options: &StudyOptions,
    also: &[TurnAction],
) -> Vec<PreEndgameResult> {
    study_with(game, presets::english(), leaves, options, also).expect("the shipped words make a graph")
}

/// The winning chance and the spread of each turn; unused if all turns are the same.
fn judge_turns(
    game: &PreEndgame,
    leaves: &LeaveValues,
    chosen: &[TurnAction],
    time: Duration,
) -> Vec<(f64, f64)> {
    if chosen.iter().all(|action| *action == chosen[0]) {
        return vec![(0.0, 0.0); chosen.len()];
    }
    let limit = SearchLimit::for_duration(time);
    let options = StudyOptions { limit, plays: 1, use_all_time: true, ..StudyOptions::default() };
    let known = study_game(game, leaves, &options, chosen);
    let worth = |action: &TurnAction| known.iter().find(|one| one.action == *action);
    let found = chosen.iter().map(|action| worth(action).expect("every turn was studied"));
    found.map(|one| (one.win, one.spread)).collect()
}

/// A position of the player to move when a game between two static players has few tiles in the bag.
fn reach_position(
    simulation: &mut Simulation,
    rules: &Ruleset,
    chance: &mut SeededChance,
    most: usize,
) -> Position {
    let mut game = SimulationGame::begin(rules, 2, chance);
    while game.bag() > most && !game.is_over() {
        let (rack, context) = (game.rack(game.turn()).clone(), game.evaluation_context());
        let best = simulation.evaluator().best(game.grid(), &rack, context);
        game.apply(&best.action, chance);
    }
    let side = game.turn();
    let mut position = Position::new(rules.clone());
    position.grid = game.grid().clone();
    position.racks = vec![game.rack(side).clone()];
    position.scores = vec![game.score(side), game.score(1 - side)];
    position
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}
