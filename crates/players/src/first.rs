//! Any legal play.

use crate::limit::SearchLimit;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::search::ViewSearch;
use movegen::FirstPlay;
use rules::{Command, View};

/// Makes the first legal play it finds, and passes if there is none.
pub(crate) struct FirstPlayer(ViewSearch);

impl FirstPlayer {
    pub(crate) fn new(data: &PlayerData) -> FirstPlayer {
        FirstPlayer(ViewSearch::new(data))
    }
}

impl Player for FirstPlayer {
    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        if let Some(answer) = self.0.answer(view) {
            return answer;
        }
        let mut found = FirstPlay::default();
        self.0.plays(view, limit, &mut found);
        found.0.map_or(Command::Pass, |play| Command::Play(play.placement()))
    }
}
