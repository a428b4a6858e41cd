//! Any legal play.

use crate::limit::SearchLimit;
use crate::player::Player;
use crate::search::Search;
use crate::shared::PlayerData;
use movegen::FirstPlay;
use rules::{Command, View};

/// Lays the first legal play it comes upon and passes when there is none.
pub(crate) struct First(Search);

impl First {
    pub(crate) fn new(shared: &PlayerData) -> First {
        First(Search::new(shared))
    }
}

impl Player for First {
    fn choose(&mut self, view: &View, _: &SearchLimit) -> Command {
        if let Some(answer) = self.0.answer(view) {
            return answer;
        }
        let mut found = FirstPlay::default();
        self.0.plays(view, &mut found);
        found.0.map_or(Command::Pass, |play| Command::Play(play.placement()))
    }
}
