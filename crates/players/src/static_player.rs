//! Score and leave: the static player.

use crate::evaluation_context::EvaluationContext;
use crate::evaluator::{StaticEvaluator, TurnAction};
use crate::limit::SearchLimit;
use crate::player::Player;
use crate::player_data::PlayerData;
use crate::search::{ViewSearch, exchange_or_pass};
use rules::{Command, View};

/// Weighs the points of a play against the tiles it keeps.
pub(crate) struct StaticPlayer {
    search: ViewSearch,
    evaluator: StaticEvaluator,
}

impl StaticPlayer {
    pub(crate) fn new(data: &PlayerData) -> StaticPlayer {
        StaticPlayer {
            search: ViewSearch::new(data),
            evaluator: StaticEvaluator::new(data.generator(), data.leaves()),
        }
    }

    /// What has to be done before or in the place of a turn.
    pub(crate) fn answer(&self, view: &View) -> Option<Command> {
        self.search.answer(view)
    }

    pub(crate) fn turn(&mut self, view: &View, limit: &SearchLimit) -> Command {
        self.evaluator.set_limit(&limit.start());
        let Some(rack) = view.own_rack() else { return Command::Pass };
        match self.evaluator.best(&view.grid, rack, EvaluationContext::of(view)).action {
            TurnAction::Play(play) => Command::Play(play.placement()),
            TurnAction::Exchange(tiles) => Command::Exchange(tiles),
            TurnAction::Pass => exchange_or_pass(view),
        }
    }
}

impl Player for StaticPlayer {
    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command {
        self.answer(view).unwrap_or_else(|| self.turn(view, limit))
    }
}
