//! The end of a two-player game: solves endgames and studies pre-endgames.

use crate::endgame::{Endgame, SolveOptions, Solver};
use crate::evaluator::TurnAction;
use crate::leaves::LeaveValues;
use crate::limit::SearchLimit;
use crate::player_data::PlayerData;
use crate::preendgame::{PreEndgame, PreEndgameResult, StudyOptions, study_with};
use lexicon::WordGraph;
use movegen::GeneratedPlay;
use rules::{Command, View};
use std::num::NonZeroUsize;

/// Positions that an endgame may look at for each iteration of a limit.
const NODES_PER_ITERATION: u64 = 200;

/// The same for each endgame within a pre-endgame.
const NODES_PER_DRAW: u64 = 20;

/// The fewest draws that are tried with any limit of iterations.
const FEWEST_DRAWS: u64 = 8;

/// With fewer iterations pre-endgames are left to the player, because studying them takes much longer.
const FEW: u64 = 100;

/// The plays that are compared in a pre-endgame.
const PLAYS: usize = 24;

/// A study says more than a simulation if it tried draws with this probability, or this many.
const HALF: f64 = 0.5;
const MANY: u64 = 48;

/// Chooses turns when the bag is empty or nearly empty.
#[derive(Debug)]
pub struct EndgameAdvisor {
    words: WordGraph,
    /// The leave values of its player; by default the best values for the game.
    leaves: Option<LeaveValues>,
    solver: Option<Solver>,
    threads: NonZeroUsize,
}

impl EndgameAdvisor {
    /// Uses this many threads where time is the limit; with a limit of iterations it uses one, so that
    /// its choice repeats.
    #[must_use]
    pub fn new(words: &WordGraph, threads: NonZeroUsize) -> EndgameAdvisor {
        EndgameAdvisor { words: words.clone(), leaves: None, solver: None, threads }
    }

    /// An advisor for a player, on the cores of the player.
    pub(crate) fn with_data(data: &PlayerData) -> EndgameAdvisor {
        EndgameAdvisor { leaves: Some(data.leaves()), ..EndgameAdvisor::new(data.words(), data.cores()) }
    }

    /// The command for a turn; `None` if the player must choose in its own way.
    pub(crate) fn turn(&mut self, view: &View, limit: &SearchLimit) -> Option<Command> {
        if view.bag > 0 && limit.iterations().is_some_and(|iterations| iterations < FEW) {
            return None;
        }
        Some(match self.choose(view, limit)? {
            TurnAction::Play(play) => Command::Play(play.placement()),
            TurnAction::Exchange(tiles) => Command::Exchange(tiles),
            TurnAction::Pass => Command::Pass,
        })
    }

    /// The best turn found; `None` if this is neither an endgame nor a pre-endgame of two players, or it would take too
    /// long to search.
    pub fn choose(&mut self, view: &View, limit: &SearchLimit) -> Option<TurnAction> {
        match view.bag {
            0 => Some(self.endgame(view, limit)?.map_or(TurnAction::Pass, TurnAction::Play)),
            _ => {
                let best = self.pre_endgame(&self.study_game(view)?, limit, PLAYS, &[])?;
                (best.tried > 0.0).then_some(best.action)
            }
        }
    }

    /// Whether the last draws of this game are worth a study.
    pub(crate) fn can_study(&self, view: &View, limit: &SearchLimit) -> bool {
        limit.iterations().is_none_or(|iterations| iterations >= FEW) && self.study_game(view).is_some()
    }

    /// The best of these turns of a pre-endgame; `None` if too few draws were tried to tell.
    pub(crate) fn choose_among(
        &self,
        view: &View,
        limit: &SearchLimit,
        rivals: &[TurnAction],
    ) -> Option<TurnAction> {
        let best = self.pre_endgame(&self.study_game(view)?, limit, 0, rivals)?;
        (best.tried > HALF || best.draws >= MANY).then_some(best.action)
    }

    /// The pre-endgame of a view, if it is one that can be studied.
    fn study_game(&self, view: &View) -> Option<PreEndgame> {
        PreEndgame::of_view(view).ok().filter(|game| !game.is_wild())
    }

    /// One thread if iterations limit the search, so that the choice repeats.
    fn threads_for(&self, limit: &SearchLimit) -> NonZeroUsize {
        if limit.iterations().is_some() { NonZeroUsize::MIN } else { self.threads }
    }

    fn endgame(&mut self, view: &View, limit: &SearchLimit) -> Option<Option<GeneratedPlay>> {
        let endgame = Endgame::of_view(view).ok()?;
        let options = SolveOptions {
            limit: limit.scale_iterations(NODES_PER_ITERATION),
            threads: self.threads_for(limit),
        };
        let solver = self.solver.get_or_insert_with(|| Solver::new(&self.words));
        solver.forget();
        let solution = solver.solve(&endgame, &options).ok()?;
        Some(solution.line.into_iter().next().flatten())
    }

    /// The result of the best turn of a pre-endgame: of these plays with the best static equity, and of these turns.
    fn pre_endgame(
        &self,
        game: &PreEndgame,
        limit: &SearchLimit,
        plays: usize,
        also: &[TurnAction],
    ) -> Option<PreEndgameResult> {
        let draws = limit.iterations().map(|iterations| iterations.max(FEWEST_DRAWS));
        let options = StudyOptions {
            limit: draws.map_or_else(|| limit.clone(), |draws| limit.clone().with_iterations(draws)),
            nodes_per_endgame: limit.scale_iterations(NODES_PER_DRAW).iterations(),
            threads: self.threads_for(limit),
            plays,
            ..StudyOptions::default()
        };
        let usual = || LeaveValues::of(game.rules(), &self.words);
        let leaves = self.leaves.clone().unwrap_or_else(usual);
        study_with(game, &self.words, &leaves, &options, also).ok()?.into_iter().next()
    }
}
