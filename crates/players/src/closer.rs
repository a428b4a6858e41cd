//! The end of a game between two: endgames solved, pre-endgames studied.

use crate::endgame::{Endgame, SolveLimits, Solver};
use crate::player::Budget;
use crate::preendgame::{PreEndgame, StudyLimits, study};
use crate::weigher::Act;
use lexicon::WordGraph;
use movegen::Play;
use rules::View;
use std::num::NonZeroUsize;

/// Positions that an endgame may look at for each round of a budget.
const NODES_A_ROUND: u64 = 200;

/// The same for each endgame within a pre-endgame.
const NODES_A_DRAW: u64 = 20;

/// The draws tried however few rounds there are.
const FEWEST_DRAWS: usize = 8;

/// Chooses turns when the bag is empty or nearly so.
#[derive(Debug)]
pub struct Closer {
    words: WordGraph,
    solver: Option<Solver>,
    threads: NonZeroUsize,
}

impl Closer {
    /// A closer that uses so many threads where the budget is time; with a budget of rounds it uses one, so that
    /// its choice repeats.
    pub fn new(words: &WordGraph, threads: NonZeroUsize) -> Closer {
        Closer { words: words.clone(), solver: None, threads }
    }

    /// The best turn found; `None` where this is neither an endgame nor a pre-endgame of two players, or there is no
    /// way to search it in good time.
    pub fn choose(&mut self, view: &View, budget: Budget) -> Option<Act> {
        let play = match view.bag {
            0 => self.endgame(view, budget)?,
            _ => self.pre_endgame(view, budget)?,
        };
        Some(play.map_or(Act::Pass, Act::Play))
    }

    fn endgame(&mut self, view: &View, budget: Budget) -> Option<Option<Play>> {
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

    fn pre_endgame(&self, view: &View, budget: Budget) -> Option<Option<Play>> {
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
        let best = study(&game, &self.words, limits).ok()?.into_iter().next()?;
        (best.tried > 0.0).then_some(best.play)
    }
}
