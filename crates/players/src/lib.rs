//! The computer players, behind one trait.
//!
//! A [`Player`] gets what a player at the table may see, a [`rules::View`], and returns a command.
//!
//! ```
//! # mod quixotry { pub use {lexicon, quixotry_players as players, presets, rules}; }
//! use quixotry::lexicon::AnyWord;
//! use quixotry::players::{PlayerSetup, SearchLimit, by_name};
//! use quixotry::rules::{Context, Game, Millis, SeededChance, Viewer};
//!
//! let rules = quixotry::presets::Library::shipped().rules("standard").unwrap();
//! let setup = PlayerSetup { rules: &rules, words: quixotry::presets::english(), seed: 7 };
//! let mut players = ["greedy", "static"].map(|name| by_name(name).unwrap().player(setup).unwrap());
//!
//! let mut chance = SeededChance::new(7);
//! let mut context = Context { words: &AnyWord, chance: &mut chance, now: Millis(0) };
//! let mut game = Game::new(rules.clone());
//! game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
//! while let Some(seat) = game.turn() {
//!     let command = players[seat.index()].choose(&game.view(Viewer::Seat(seat)), &SearchLimit::for_iterations(1));
//!     game.decide(seat, &command, &mut context).unwrap().iter().for_each(|event| game.apply(event));
//! }
//! assert!(game.seats().iter().all(|seat| seat.score > 100));
//! ```

mod limit;
mod player;

mod levels;
mod player_data;

mod search;

mod first;
mod greedy;
mod longest;
mod static_player;

mod evaluation_context;
mod evaluator;
mod leaves;

mod simulation_game;
mod win_chances;

pub mod sim;

pub mod endgame;
pub mod preendgame;

mod endgame_advisor;

mod champion;
mod endgame_player;
mod pace;

mod human;
mod trained;
mod vocabulary;

pub use endgame_advisor::EndgameAdvisor;
pub use evaluation_context::EvaluationContext;
pub use evaluator::{RankedAction, StaticEvaluator, TurnAction};
pub use leaves::{HeuristicLeaves, KlvError, LeaveShape, LeaveTable, LeaveValues, LeavesError, PackError};
pub use levels::{LevelStrength, PlayerLevel, PlayerSetup, by_name, list, measured_lexicons};
pub use limit::{Cancellation, SearchLimit};
pub use pace::pace;
pub use player::Player;
pub use player_data::PlayerData;
pub use simulation_game::SimulationGame;
pub use win_chances::{GainQuantiles, QUANTILES, WinChances};
