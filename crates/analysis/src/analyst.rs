//! The analyst chooses the search that fits a position.

use crate::assessment::{AnalysisMethod, Assessment};
use crate::{estimate, solved};
use lexicon::{BuildError, WordGraph};
use players::endgame::{Endgame, Solver};
use players::preendgame::PreEndgame;
use players::sim::{Simulation, SimulationSettings};
use players::{PlayerData, SearchLimit, TurnAction};
use rules::{RackView, Ruleset, View};
use std::num::NonZeroUsize;

/// How much work the analysis of a position may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How much a search may do; an iteration is a deal of a simulation, or as much work of another kind.
    pub limit: SearchLimit,
    /// The number of plays to assess: the best ones by static equity.
    pub plays: usize,
    /// How many threads to use; with a limit of rounds they change nothing but the time.
    pub threads: NonZeroUsize,
    /// The seed of the simulation.
    pub seed: u64,
    /// How many turns a simulation plays after each candidate.
    pub plies: usize,
    /// Whether a simulation goes on when a turn is clearly best, and gives all turns the same number of games.
    pub keep_going: bool,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            limit: SearchLimit::for_iterations(64),
            plays: 15,
            threads: NonZeroUsize::MIN,
            seed: 0,
            plies: SimulationSettings::default().plies,
            keep_going: false,
        }
    }
}

/// Why a position cannot be assessed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The words make no graph. This can only happen under rules that accept the letters of a word in any order.
    #[error(transparent)]
    Words(#[from] BuildError),
}

/// Is called with intermediate assessments.
pub type AssessmentCallback<'a> = &'a mut dyn FnMut(&Assessment);

/// Assesses the turns of positions.
///
/// ```
/// # mod quixotry { pub use {quixotry_analysis as analysis, players, presets, rules}; }
/// use quixotry::analysis::{AnalysisMethod, Analyst, Effort, view_position};
/// use quixotry::players::SearchLimit;
///
/// let rules = quixotry::presets::Library::shipped().rules("standard")?;
/// let mut position = quixotry::rules::Position::new(rules.clone());
/// position.racks[0] = rules.tiles.parse_tiles("RETAINS")?;
/// let view = view_position(&position)?;
/// assert_eq!(Analyst::method(&view), AnalysisMethod::Simulation);
///
/// let effort = Effort { limit: SearchLimit::for_iterations(4), plays: 3, ..Effort::default() };
/// let mut analyst = Analyst::new(&rules, quixotry::presets::english(), effort)?;
/// let assessment = analyst.assess(&view, &[], &mut |_| {})?;
/// assert_eq!(assessment.turns[0].score, 66);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Analyst {
    pub(crate) rules: Ruleset,
    pub(crate) words: WordGraph,
    pub(crate) effort: Effort,
    pub(crate) simulation: Simulation,
    solver: Option<Solver>,
}

impl Analyst {
    /// An analyst for these rules and this lexicon.
    ///
    /// # Errors
    ///
    /// The words make no graph.
    pub fn new(rules: &Ruleset, words: &WordGraph, effort: Effort) -> Result<Analyst, AnalysisError> {
        Ok(Analyst::on(&PlayerData::new(rules, words)?, effort))
    }

    /// An analyst on what players share: the same words and leave values.
    pub fn on(shared: &PlayerData, effort: Effort) -> Analyst {
        let (rules, words) = (shared.rules().clone(), shared.words().clone());
        Analyst { rules, words, effort, simulation: Simulation::with_data(shared), solver: None }
    }

    /// Assesses the turns of the viewer, best first. The actions `also` are assessed in any case.
    ///
    /// # Errors
    ///
    /// The words make no graph.
    pub fn assess(
        &mut self,
        view: &View,
        also: &[TurnAction],
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

    /// The search that fits a view.
    #[must_use]
    pub fn method(view: &View) -> AnalysisMethod {
        match (Endgame::of_view(view).is_ok(), pre_endgame(view).is_some()) {
            (true, _) => AnalysisMethod::Endgame,
            (false, true) => AnalysisMethod::PreEndgame,
            (false, false) => AnalysisMethod::Simulation,
        }
    }

    /// The simulation, with its evaluator.
    pub fn simulation(&mut self) -> &mut Simulation {
        &mut self.simulation
    }

    /// How much work an assessment may do from now on.
    pub fn set_effort(&mut self, effort: Effort) {
        self.effort = effort;
    }

    /// Clears the tables of earlier positions, so that an assessment depends on its position alone.
    pub(crate) fn forget(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }

    /// The endgame solver; created on first use.
    pub(crate) fn solver(&mut self) -> &mut Solver {
        self.solver.get_or_insert_with(|| Solver::new(&self.words))
    }
}

/// The pre-endgame of a view, if it is small enough to be studied.
fn pre_endgame(view: &View) -> Option<PreEndgame> {
    // A search that knows tiles of the opponent is a simulation: a pre-endgame deals all unseen tiles.
    let knows_others = view.seats.iter().enumerate().any(|(seat, state)| {
        view.viewer.seat().is_none_or(|own| own.index() != seat) && !matches!(state.rack, RackView::Hidden(_))
    });
    PreEndgame::of_view(view).ok().filter(|game| !game.is_wild() && !knows_others)
}
