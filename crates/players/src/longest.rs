//! The longest word, as the Haskell game's computer looks for it.

use crate::limit::SearchLimit;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::search::ViewSearch;
use movegen::{Equity, PlayRef};
use rules::{Command, View};

/// Makes the longest word, letters on the board included, and passes if there is no play.
pub(crate) struct LongestPlayer(ViewSearch);

impl LongestPlayer {
    pub(crate) fn new(data: &PlayerData) -> LongestPlayer {
        LongestPlayer(ViewSearch::new(data))
    }
}

impl Player for LongestPlayer {
    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        let answer = self.0.answer(view);
        answer.unwrap_or_else(|| match self.0.best(view, limit, by_length) {
            Some(best) => Command::Play(best.play.placement()),
            None => Command::Pass,
        })
    }
}

/// Words have at most 63 letters, so a letter outweighs every score and nothing overflows.
fn by_length(play: &PlayRef<'_>) -> Equity {
    const LETTER: i32 = 1 << 24;
    Equity(i32::from(play.line.length) * LETTER + play.score().clamp(-LETTER / 2, LETTER / 2 - 1))
}
