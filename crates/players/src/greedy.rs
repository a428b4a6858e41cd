//! The most points, as the ITU game's Oxyphenbutazone takes them.

use crate::limit::SearchLimit;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::search::{ViewSearch, exchange_or_pass};
use movegen::NoLeaves;
use rules::{Command, View};

/// Takes the most points, and new tiles where no play is left.
pub(crate) struct GreedyPlayer(ViewSearch);

impl GreedyPlayer {
    pub(crate) fn new(data: &PlayerData) -> GreedyPlayer {
        GreedyPlayer(ViewSearch::new(data))
    }
}

impl Player for GreedyPlayer {
    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        let answer = self.0.answer(view);
        answer.unwrap_or_else(|| match self.0.best_with(view, limit, &NoLeaves) {
            Some(best) => Command::Play(best.play.placement()),
            None => exchange_or_pass(view),
        })
    }
}
