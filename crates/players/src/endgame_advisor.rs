//! The end of a game between two: endgames solved, pre-endgames studied.

use crate::endgame::{Endgame, SolveOptions, Solver};
use crate::evaluator::TurnAction;
use crate::leaves::LeaveValues;
use crate::limit::SearchLimit;
use crate::player_data::PlayerData;
use crate::preendgame::{PreEndgame, StudyOptions, study_with};
use lexicon::WordGraph;
use movegen::GeneratedPlay;
use rules::{Command, View};
use std::num::NonZeroUsize;

/// Positions that an endgame may look at for each iteration of a limit.
const NODES_PER_ITERATION: u64 = 200;

/// The same for each endgame within a pre-endgame.
const NODES_PER_DRAW: u64 = 20;

/// The draws tried however few rounds there are.
const FEWEST_DRAWS: u64 = 8;

/// With fewer rounds the last draws are left to the player: to study them takes much longer.
const FEW: u64 = 100;

/// Chooses turns when the bag is empty or nearly so.
#[derive(Debug)]
pub struct EndgameAdvisor {
    words: WordGraph,
    /// Those of its player; without them the best there are for the game.
    leaves: Option<LeaveValues>,
    solver: Option<Solver>,
    threads: NonZeroUsize,
}

impl EndgameAdvisor {
    /// Uses this many threads where time is the limit; with a limit of iterations it uses one, so that
    /// its choice repeats.
    pub fn new(words: &WordGraph, threads: NonZeroUsize) -> EndgameAdvisor {
        EndgameAdvisor { words: words.clone(), leaves: None, solver: None, threads }
    }

    /// A closer for a player, on the cores that are given to it.
    pub(crate) fn with_data(data: &PlayerData) -> EndgameAdvisor {
        EndgameAdvisor { leaves: Some(data.leaves()), ..EndgameAdvisor::new(data.words(), data.cores()) }
    }

    /// What a player does who closes games; `None` where it goes on in its own way.
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

    /// The best turn found; `None` where this is neither an endgame nor a pre-endgame of two players, or there is no
    /// way to search it in good time.
    pub fn choose(&mut self, view: &View, limit: &SearchLimit) -> Option<TurnAction> {
        match view.bag {
            0 => Some(self.endgame(view, limit)?.map_or(TurnAction::Pass, TurnAction::Play)),
            _ => self.pre_endgame(view, limit),
        }
    }

    /// One thread where the work is counted, so that the choice repeats.
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

    fn pre_endgame(&self, view: &View, limit: &SearchLimit) -> Option<TurnAction> {
        let game = PreEndgame::of_view(view).ok().filter(|game| !game.is_wild())?;
        let draws = limit.iterations().map(|iterations| iterations.max(FEWEST_DRAWS));
        let options = StudyOptions {
            limit: draws.map_or_else(|| limit.clone(), |draws| limit.clone().with_iterations(draws)),
            nodes_per_endgame: limit.scale_iterations(NODES_PER_DRAW).iterations(),
            threads: self.threads_for(limit),
            ..StudyOptions::default()
        };
        let usual = || LeaveValues::of(&view.rules, &self.words);
        let leaves = self.leaves.clone().unwrap_or_else(usual);
        let best = study_with(&game, &self.words, &leaves, &options, None).ok()?.into_iter().next()?;
        (best.tried > 0.0).then_some(best.action)
    }
}
