//! Everything together: the champion.

use crate::closer::EndgameAdvisor;
use crate::limit::SearchLimit;
use crate::pace::pace_limit;
use crate::player::Player;
use crate::shared::PlayerData;
use crate::sim::{SimPlayer, command};
use rules::{Command, View};

/// Simulates while there are tiles to draw, studies the last draws one by one, and solves the endgame.
///
/// The end is for two players; with more it goes on simulating.
pub(crate) struct Champion {
    sim: SimPlayer,
    closer: EndgameAdvisor,
}

impl Champion {
    pub(crate) fn new(shared: &PlayerData, seed: u64) -> Champion {
        Champion { sim: SimPlayer::new(shared, seed), closer: EndgameAdvisor::with_data(shared) }
    }

    fn turn(&mut self, view: &View, limit: &SearchLimit) -> Command {
        self.closer.turn(view, limit).unwrap_or_else(|| {
            command(view, self.sim.candidates(view, limit).first().map(|best| &best.action))
        })
    }
}

impl Player for Champion {
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
