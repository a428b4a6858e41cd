//! What a computer player is.

use rules::{Command, View};
use std::time::{Duration, Instant};

/// A computer player. It is made for one game and asked whenever the game waits for its seat.
pub trait Player: Send {
    /// Makes it ready for a new game of the same kind, its chance beginning here.
    fn begin(&mut self, seed: u64) {
        _ = seed;
    }

    /// What to do now: always something the rules allow while it is the viewer's turn or its answer is awaited.
    ///
    /// With a budget of iterations the choice depends on the view, the budget and the player's seed alone.
    fn choose(&mut self, view: &View, budget: Budget) -> Command;
}

/// How long a player may think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Until this moment.
    Until(Instant),
    /// So many rounds of work: the same choice every time, on any machine.
    Iterations(u64),
}

impl Budget {
    /// So much time from now on.
    pub fn time(time: Duration) -> Budget {
        let now = Instant::now();
        Budget::Until(now.checked_add(time).unwrap_or(now))
    }

    /// Whether it is used up after so many rounds.
    pub fn is_spent(self, rounds: u64) -> bool {
        match self {
            Budget::Until(deadline) => Instant::now() >= deadline,
            Budget::Iterations(most) => rounds >= most,
        }
    }
}
