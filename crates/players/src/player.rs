//! The trait of computer players.

use crate::limit::SearchLimit;
use rules::{Command, View};

/// A computer player. It plays one seat of one game, and is called whenever the game waits for that seat.
///
/// ```
/// # mod quixotry { pub use {quixotry_players as players, rules}; }
/// use quixotry::players::{Player, SearchLimit};
/// use quixotry::rules::{Command, View};
///
/// /// Always passes.
/// struct Passer;
///
/// impl Player for Passer {
///     fn choose(&mut self, _: &View, _: &SearchLimit) -> Command {
///         Command::Pass
///     }
/// }
/// ```
pub trait Player: Send {
    /// Prepares the player for a new game under the same rules; `seed` seeds its random choices.
    fn begin(&mut self, seed: u64) {
        _ = seed;
    }

    /// Chooses a command. It is always legal while it is the viewer's turn or the game waits for the viewer's answer.
    ///
    /// With a limit of iterations the choice depends on the view, the limit and the player's seed only.
    fn choose(&mut self, view: &View, limit: &SearchLimit) -> Command;
}
