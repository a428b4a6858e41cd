//! The champion: simulation, pre-endgame and endgame in one player.

use crate::endgame_advisor::EndgameAdvisor;
use crate::evaluator::TurnAction;
use crate::limit::SearchLimit;
use crate::pace::pace_limit;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::sim::{SimulationPlayer, command};
use rules::{Command, View};

/// One of this many parts of the time for a pre-endgame goes into the selection of the turns to study.
const SELECTION: u32 = 3;

/// The most turns that are studied.
const RIVALS: usize = 6;

/// Simulates while there are many tiles to draw, studies the last draws one by one, and solves the endgame.
///
/// In a pre-endgame a short simulation selects the turns to study: it ranks all turns about as well as a quick look at
/// every draw, and takes less time. If it is sure of one turn, that turn is made at once.
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
        if view.bag == 0
            && let Some(command) = self.advisor.turn(view, limit)
        {
            return command;
        }
        match self.advisor.can_study(view, limit) {
            true => self.pre_endgame(view, limit),
            false => command(view, self.sim.candidates(view, limit).first().map(|best| &best.action)),
        }
    }

    fn pre_endgame(&mut self, view: &View, limit: &SearchLimit) -> Command {
        let limit = limit.start();
        let ranked = self.sim.candidates(view, &limit.divide_time(SELECTION));
        let racing = ranked.iter().filter(|candidate| candidate.racing).take(RIVALS);
        let rivals: Vec<TurnAction> = racing.map(|candidate| candidate.action.clone()).collect();
        let studied = match rivals.len() {
            0 | 1 => None,
            _ => self.advisor.choose_among(view, &limit, &rivals),
        };
        command(view, studied.as_ref().or(ranked.first().map(|best| &best.action)))
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
