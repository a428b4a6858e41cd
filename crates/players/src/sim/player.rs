//! The simulating player.

use super::{Candidate, ObservedPlay, Simulation, SimulationSettings, Situation, infer};
use crate::evaluator::TurnAction;
use crate::limit::SearchLimit;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::search::{ViewSearch, exchange_or_pass};
use rules::{Command, Grid, PlacedTile, Points, SeededChance, View};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

/// How many leaves of the opponent are evaluated to infer its rack.
const GUESSES: usize = 200;

/// With fewer iterations starting threads does not pay.
const FEW: u64 = 200;

/// The part of the time for a turn that is not used, so that the choice is made in time.
const RESERVE: Duration = Duration::from_millis(3);

/// Simulates the best turns and takes the one with the best result.
pub(crate) struct SimulationPlayer {
    search: ViewSearch,
    simulation: Simulation,
    settings: SimulationSettings,
    last_turn: Option<LastTurn>,
    turns: u64,
    cores: NonZeroUsize,
}

/// The state after this player's last turn, to see what the opponent has done since.
struct LastTurn {
    grid: Grid,
    scores: Vec<Points>,
    bag: usize,
    /// The number of tiles of the opponent.
    held: usize,
}

impl SimulationPlayer {
    pub(crate) fn new(data: &PlayerData, seed: u64) -> SimulationPlayer {
        let (search, simulation) = (ViewSearch::new(data), Simulation::with_data(data));
        let settings = SimulationSettings { seed, ..SimulationSettings::default() };
        SimulationPlayer { search, simulation, settings, last_turn: None, turns: 0, cores: data.cores() }
    }

    /// The command to give instead of a turn, if any.
    pub(crate) fn answer(&self, view: &View) -> Option<Command> {
        self.search.answer(view)
    }

    /// The candidates of a turn, simulated, best first.
    pub(crate) fn candidates(&mut self, view: &View, limit: &SearchLimit) -> Vec<Candidate> {
        let Some(situation) = Situation::of_view(view) else { return Vec::new() };
        let mut settings =
            SimulationSettings { seed: self.settings.seed ^ self.turns << 32, ..self.settings };
        settings.plies = view.seats.iter().filter(|seat| seat.active).count().max(2);
        match limit.iterations().filter(|&iterations| iterations < FEW) {
            // With few iterations, few candidates are compared.
            Some(few) => settings.candidates = settings.candidates.min(few as usize + 2),
            None => settings.threads = self.cores.get(),
        }
        let limit = &reserve_time(limit);
        let situation = self.guess(view, situation, limit);
        self.simulation.run(&situation, &settings, limit, &mut |_| ControlFlow::Continue(()))
    }

    /// Remembers the state after this player's turn.
    pub(crate) fn remember(&mut self, view: &View, action: &Command) {
        self.turns += 1;
        let mut grid = view.grid.clone();
        let mut drawn = 0;
        if let Command::Play(placement) = action {
            for &PlacedTile { at, tile, face } in &placement.tiles {
                grid.put(at, rules::BoardTile { tile, face });
            }
            drawn = placement.tiles.len();
        }
        let own = view.viewer.seat().map(rules::Seat::index);
        let held = view.seats.iter().enumerate().find(|(seat, _)| Some(*seat) != own);
        self.last_turn = held.filter(|_| view.seats.len() == 2).map(|(_, seat)| LastTurn {
            grid,
            scores: view.seats.iter().map(|seat| seat.score).collect(),
            bag: view.bag.saturating_sub(drawn),
            held: seat.rack.len(),
        });
    }

    pub(crate) fn forget(&mut self, seed: u64) {
        (self.last_turn, self.turns, self.settings.seed) = (None, 0, seed);
    }

    /// Adds the inference from the opponent's last play.
    fn guess(&mut self, view: &View, situation: Situation, limit: &SearchLimit) -> Situation {
        let Some(observed) = self.last_turn.as_ref().and_then(|last_turn| last_turn.observe(view)) else {
            return situation;
        };
        let samples = limit.iterations().map_or(GUESSES, |iterations| GUESSES.min(iterations as usize));
        // At most a fifth of the time goes into guessing.
        let share = limit.divide_time(5);
        let mut chance = SeededChance::new(self.settings.seed ^ self.turns);
        let go_on = || !share.is_interrupted();
        let evaluator = self.simulation.evaluator();
        evaluator.set_limit(&share);
        let guess = infer(evaluator, &observed, situation.unseen(), samples, &mut chance, &go_on);
        evaluator.set_limit(&SearchLimit::UNLIMITED);
        match guess {
            Some(guess) => situation.with_guess(guess),
            None => situation,
        }
    }
}

impl LastTurn {
    /// The opponent's play since, if it made one.
    fn observe(&self, view: &View) -> Option<ObservedPlay> {
        let new = view.grid.iter().filter(|&(at, _)| !self.grid.has(at));
        let laid: Vec<PlacedTile> =
            new.map(|(at, placed)| PlacedTile { at, tile: placed.tile, face: placed.face }).collect();
        let other = 1 - view.viewer.seat()?.index();
        let score = view.seats.get(other)?.score - self.scores.get(other)?;
        let whole = view.grid.len() == self.grid.len() + laid.len()
            && view.rules.racks == rules::RackVisibility::Closed;
        (whole && !laid.is_empty()).then(|| ObservedPlay {
            grid: self.grid.clone(),
            kept: self.held.saturating_sub(laid.len()),
            laid,
            score,
            bag: self.bag,
        })
    }
}

/// A limit that ends a little earlier, so that the choice is made in time.
fn reserve_time(limit: &SearchLimit) -> SearchLimit {
    let limit = limit.start();
    match limit.deadline() {
        Some(deadline) => limit.with_deadline(deadline.checked_sub(RESERVE).unwrap_or(deadline)),
        None => limit,
    }
}

/// The command of a candidate.
pub(crate) fn command(view: &View, action: Option<&TurnAction>) -> Command {
    match action {
        Some(TurnAction::Play(play)) => Command::Play(play.placement()),
        Some(TurnAction::Exchange(tiles)) => Command::Exchange(tiles.clone()),
        Some(TurnAction::Pass) | None => exchange_or_pass(view),
    }
}

impl Player for SimulationPlayer {
    fn begin(&mut self, seed: u64) {
        self.forget(seed);
    }

    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        if let Some(answer) = self.answer(view) {
            return answer;
        }
        let candidates = self.candidates(view, limit);
        let command = command(view, candidates.first().map(|best| &best.action));
        self.remember(view, &command);
        command
    }
}
