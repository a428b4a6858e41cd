//! Score and leave: the static player.

use crate::outlook::Outlook;
use crate::player::{Budget, Player};
use crate::search::{Search, exchange_or_pass};
use crate::shared::Shared;
use crate::weigher::{Act, Weigher};
use rules::{Command, View};

/// Weighs the points of a play against the tiles it keeps.
pub(crate) struct Steady {
    search: Search,
    weigher: Weigher,
}

impl Steady {
    pub(crate) fn new(shared: &Shared) -> Steady {
        Steady { search: Search::new(shared), weigher: Weigher::new(shared.generator(), shared.leaves()) }
    }

    /// What has to be done before or in the place of a turn.
    pub(crate) fn answer(&self, view: &View) -> Option<Command> {
        self.search.answer(view)
    }

    pub(crate) fn turn(&mut self, view: &View) -> Command {
        let Some(rack) = view.own_rack() else { return Command::Pass };
        match self.weigher.best(&view.grid, rack, Outlook::of(view)).act {
            Act::Play(play) => Command::Play(play.placement()),
            Act::Exchange(tiles) => Command::Exchange(tiles),
            Act::Pass => exchange_or_pass(view),
        }
    }
}

impl Player for Steady {
    fn choose(&mut self, view: &View, _: Budget) -> Command {
        self.answer(view).unwrap_or_else(|| self.turn(view))
    }
}
