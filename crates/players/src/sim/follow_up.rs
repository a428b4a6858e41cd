//! What follows a candidate.

use movegen::PlayLine;

/// What followed a candidate in one deal. The same deal number stands for the same hidden tiles for all candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FollowUp {
    /// The play of the next player; `None` if there was none.
    pub reply: Option<PlayLine>,
    /// The next play of the player who made the turn; `None` if there was none.
    pub next: Option<PlayLine>,
    /// Whether that player was the first without tiles, with an empty bag.
    pub out: bool,
}
