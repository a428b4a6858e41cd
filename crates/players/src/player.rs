//! What a computer player is.

use crate::limit::SearchLimit;
use rules::{Command, View};

/// A computer player. It is made for one game and asked whenever the game waits for its seat.
pub trait Player: Send {
    /// Makes it ready for a new game of the same kind, its chance beginning here.
    fn begin(&mut self, seed: u64) {
        _ = seed;
    }

    /// What to do now: always something the rules allow while it is the viewer's turn or its answer is awaited.
    ///
    /// With a limit of iterations the choice depends on the view, the limit and the player's seed alone.
    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command;
}
