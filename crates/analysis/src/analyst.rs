//! The analyst: which search fits a position, and what it finds.

use crate::assessment::{AnalysisMethod, Assessment};
use crate::{estimate, solved};
use lexicon::{BuildError, WordGraph};
use players::endgame::{Endgame, Solver};
use players::preendgame::PreEndgame;
use players::sim::Simulation;
use players::{PlayerData, SearchLimit, TurnAction};
use rules::{Ruleset, View};
use std::num::NonZeroUsize;

/// How much work goes into each position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How much a search may do; an iteration is a deal of a simulation, or as much work of another kind.
    pub limit: SearchLimit,
    /// How many plays to look at, the best at a glance.
    pub plays: usize,
    /// How many threads to use; with a limit of rounds they change nothing but the time.
    pub threads: NonZeroUsize,
    /// Where chance begins.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { limit: SearchLimit::for_iterations(64), plays: 15, threads: NonZeroUsize::MIN, seed: 0 }
    }
}

/// Why a position cannot be assessed.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// Any order of letters is good, and the sorted words make no graph.
    #[error(transparent)]
    Words(#[from] BuildError),
}

/// Is told how an assessment stands, again and again.
pub type AssessmentCallback<'a> = &'a mut dyn FnMut(&Assessment);

/// Assesses what players can do.
#[derive(Debug)]
pub struct Analyst {
    pub(crate) rules: Ruleset,
    pub(crate) words: WordGraph,
    pub(crate) effort: Effort,
    pub(crate) simulation: Simulation,
    solver: Option<Solver>,
}

impl Analyst {
    /// An analyst for games under these rules with these words.
    pub fn new(rules: &Ruleset, words: &WordGraph, effort: Effort) -> Result<Analyst, AnalysisError> {
        Ok(Analyst::on(&PlayerData::new(rules, words)?, effort))
    }

    /// An analyst on what players share: the same words and leave values.
    pub fn on(shared: &PlayerData, effort: Effort) -> Analyst {
        let (rules, words) = (shared.rules().clone(), shared.words().clone());
        Analyst { rules, words, effort, simulation: Simulation::with_data(shared), solver: None }
    }

    /// What the player who looks can do, best first; an act of the caller's choice is assessed as well.
    pub fn assess(
        &mut self,
        view: &View,
        also: Option<&TurnAction>,
        watch: AssessmentCallback<'_>,
    ) -> Result<Assessment, AnalysisError> {
        if let Ok(endgame) = Endgame::of_view(view) {
            return solved::endgame(self, view, &endgame, also);
        }
        if let Some(game) = pre_endgame(view) {
            return solved::pre_endgame(self, view, &game, also);
        }
        Ok(estimate::simulate(self, view, also, watch))
    }

    /// Which search fits what a player sees.
    pub fn method(view: &View) -> AnalysisMethod {
        match (Endgame::of_view(view).is_ok(), pre_endgame(view).is_some()) {
            (true, _) => AnalysisMethod::Endgame,
            (false, true) => AnalysisMethod::PreEndgame,
            (false, false) => AnalysisMethod::Simulation,
        }
    }

    /// Forgets what earlier positions taught, so that an assessment depends on its position alone.
    pub(crate) fn forget(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }

    /// The solver of endgames, made when it is first needed.
    pub(crate) fn solver(&mut self) -> &mut Solver {
        self.solver.get_or_insert_with(|| Solver::new(&self.words))
    }
}

/// A pre-endgame that can be studied in good time.
fn pre_endgame(view: &View) -> Option<PreEndgame> {
    PreEndgame::of_view(view).ok().filter(|game| !game.is_wild())
}
