//! Leave values: trained tables, and a heuristic where there is no table.

mod shape;

mod table;

mod packed;

mod klv;

mod file;

mod heuristic;

pub use file::LeavesError;
pub use heuristic::HeuristicLeaves;
pub use klv::KlvError;
pub use packed::PackError;
pub(crate) use packed::{compress, decompress};
pub use shape::LeaveShape;
pub use table::LeaveTable;

use crate::trained;
use lexicon::WordGraph;
use movegen::{Equity, Leaves, StopCheck};
use rules::Ruleset;
use std::ops::ControlFlow;
use std::sync::Arc;
use tiles::{TileCount, TileId, Tiles};

/// The leave values of a player. Cloning them is cheap.
///
/// ```
/// # mod quixotry { pub use {movegen, quixotry_players as players, presets}; }
/// use quixotry::players::{LeaveValues};
/// use quixotry::presets::{Library, english};
/// use quixotry::movegen::Leaves;
///
/// let rules = Library::shipped().rules("standard")?;
/// let leaves = LeaveValues::of(&rules, english());
/// let value = |tiles| leaves.worth(&rules.tiles.parse_tiles(tiles).unwrap());
/// assert!(value("?S") > value("VV"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum LeaveValues {
    /// Trained by self-play.
    Trained(Arc<LeaveTable>),
    /// By a heuristic.
    Heuristic(Arc<HeuristicLeaves>),
}

impl LeaveValues {
    /// The best values for a game: the shipped table if it was trained with these tiles and similar words, or else the
    /// heuristic.
    #[must_use]
    pub fn of(rules: &Ruleset, words: &WordGraph) -> LeaveValues {
        match trained::trained_lexicon(rules, words).and_then(trained::leave_table) {
            Some(table) => LeaveValues::Trained(table),
            None => LeaveValues::Heuristic(Arc::new(HeuristicLeaves::new(&rules.tiles, words))),
        }
    }
}

impl Leaves for LeaveValues {
    fn worth(&self, kept: &Tiles) -> Equity {
        match self {
            LeaveValues::Trained(table) => table.worth(kept),
            LeaveValues::Heuristic(leaves) => leaves.worth(kept),
        }
    }

    fn worth_of_all(
        &self,
        kinds: &[(TileId, TileCount)],
        worth: &mut Vec<Equity>,
        stop: StopCheck<'_>,
    ) -> ControlFlow<()> {
        match self {
            LeaveValues::Trained(table) => table.worth_of_all(kinds, worth, stop),
            LeaveValues::Heuristic(leaves) => leaves.worth_of_all(kinds, worth, stop),
        }
    }
}
