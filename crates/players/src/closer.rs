//! The end of a game between two: endgames solved, pre-endgames studied.

use crate::endgame::{Endgame, SolveLimits, Solver};
use crate::evaluator::TurnAction;
use crate::leaves::LeaveValues;
use crate::player::Budget;
use crate::preendgame::{PreEndgame, StudyLimits, study_with};
use crate::shared::PlayerData;
use lexicon::WordGraph;
use movegen::GeneratedPlay;
use rules::{Command, View};
use std::num::NonZeroUsize;

/// Positions that an endgame may look at for each round of a budget.
const NODES_A_ROUND: u64 = 200;

/// The same for each endgame within a pre-endgame.
const NODES_A_DRAW: u64 = 20;

/// The draws tried however few rounds there are.
const FEWEST_DRAWS: usize = 8;

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
    /// A closer that uses so many threads where the budget is time; with a budget of rounds it uses one, so that
    /// its choice repeats.
    pub fn new(words: &WordGraph, threads: NonZeroUsize) -> EndgameAdvisor {
        EndgameAdvisor { words: words.clone(), leaves: None, solver: None, threads }
    }

    /// A closer for a player, on the cores that are given to it.
    pub(crate) fn with_data(shared: &PlayerData) -> EndgameAdvisor {
        EndgameAdvisor {
            leaves: Some(shared.leaves()),
            ..EndgameAdvisor::new(shared.words(), shared.cores())
        }
    }

    /// What a player does who closes games; `None` where it goes on in its own way.
    pub(crate) fn turn(&mut self, view: &View, budget: Budget) -> Option<Command> {
        if view.bag > 0 && matches!(budget, Budget::Iterations(..FEW)) {
            return None;
        }
        Some(match self.choose(view, budget)? {
            TurnAction::Play(play) => Command::Play(play.placement()),
            TurnAction::Exchange(tiles) => Command::Exchange(tiles),
            TurnAction::Pass => Command::Pass,
        })
    }

    /// The best turn found; `None` where this is neither an endgame nor a pre-endgame of two players, or there is no
    /// way to search it in good time.
    pub fn choose(&mut self, view: &View, budget: Budget) -> Option<TurnAction> {
        match view.bag {
            0 => Some(self.endgame(view, budget)?.map_or(TurnAction::Pass, TurnAction::Play)),
            _ => self.pre_endgame(view, budget),
        }
    }

    fn endgame(&mut self, view: &View, budget: Budget) -> Option<Option<GeneratedPlay>> {
        let endgame = Endgame::of_view(view).ok()?;
        let limits = match budget {
            Budget::Until(deadline) => {
                SolveLimits { deadline: Some(deadline), threads: self.threads, nodes: None }
            }
            Budget::Iterations(rounds) => {
                SolveLimits { nodes: Some(rounds.saturating_mul(NODES_A_ROUND)), ..SolveLimits::default() }
            }
        };
        let solver = self.solver.get_or_insert_with(|| Solver::new(&self.words));
        solver.forget();
        let solution = solver.solve(&endgame, limits).ok()?;
        Some(solution.line.into_iter().next().flatten())
    }

    fn pre_endgame(&self, view: &View, budget: Budget) -> Option<TurnAction> {
        let game = PreEndgame::of_view(view).ok().filter(|game| !game.is_wild())?;
        let limits = match budget {
            Budget::Until(deadline) => {
                StudyLimits { deadline: Some(deadline), threads: self.threads, ..StudyLimits::default() }
            }
            Budget::Iterations(rounds) => {
                let nodes = Some(rounds.saturating_mul(NODES_A_DRAW));
                let draws = Some(usize::try_from(rounds).unwrap_or(usize::MAX).max(FEWEST_DRAWS));
                StudyLimits { nodes, draws, ..StudyLimits::default() }
            }
        };
        let usual = || LeaveValues::of(&view.rules, &self.words);
        let leaves = self.leaves.clone().unwrap_or_else(usual);
        let best = study_with(&game, &self.words, &leaves, limits, None).ok()?.into_iter().next()?;
        (best.tried > 0.0).then_some(best.action)
    }
}
