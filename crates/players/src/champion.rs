//! The champion: simulation, pre-endgame and endgame in one player.

use crate::endgame_advisor::EndgameAdvisor;
use crate::limit::SearchLimit;
use crate::pace::pace_limit;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::sim::{SimulationPlayer, command};
use rules::{Command, View};

/// Simulates while there are tiles to draw, studies the last draws one by one, and solves the endgame.
///
/// The exact search is for two players; with more it continues to simulate.
pub(crate) struct ChampionPlayer {
    sim: SimulationPlayer,
    advisor: EndgameAdvisor,
}

impl ChampionPlayer {
    pub(crate) fn new(data: &PlayerData, seed: u64) -> ChampionPlayer {
        ChampionPlayer { sim: SimulationPlayer::new(data, seed), advisor: EndgameAdvisor::with_data(data) }
    }

    fn turn(&mut self, view: &View, limit: &SearchLimit) -> Command {
        self.advisor.turn(view, limit).unwrap_or_else(|| {
            command(view, self.sim.candidates(view, limit).first().map(|best| &best.action))
        })
    }
}

impl Player for ChampionPlayer {
    fn begin(&mut self, seed: u64) {
        self.sim.forget(seed);
    }

    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        if let Some(answer) = self.sim.answer(view) {
            return answer;
        }
        let command = self.turn(view, &pace_limit(view, limit));
        self.sim.remember(view, &command);
        command
    }
}
