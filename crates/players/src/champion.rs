//! Everything together: the champion.

use crate::closer::Closer;
use crate::pace::pace;
use crate::player::{Budget, Player};
use crate::shared::Shared;
use crate::sim::{SimPlayer, command};
use crate::weigher::Act;
use rules::{Command, View};
use std::num::NonZeroUsize;
use std::time::Instant;

/// With fewer iterations the last draws are simulated as well: to study them takes much longer.
const FEW: u64 = 100;

/// Simulates while there are tiles to draw, studies the last draws one by one, and solves the endgame.
///
/// The end is for two players; with more it goes on simulating.
pub(crate) struct Champion {
    sim: SimPlayer,
    closer: Closer,
}

impl Champion {
    pub(crate) fn new(shared: &Shared, seed: u64) -> Champion {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Champion { sim: SimPlayer::new(shared, seed), closer: Closer::new(shared.words(), threads) }
    }

    fn turn(&mut self, view: &View, budget: Budget) -> Command {
        let closes = view.bag == 0 || !matches!(budget, Budget::Iterations(..FEW));
        let closed = if closes { self.closer.choose(view, budget) } else { None };
        match closed {
            Some(Act::Pass) => Command::Pass,
            Some(act) => command(view, Some(&act)),
            None => command(view, self.sim.candidates(view, budget).first().map(|best| &best.act)),
        }
    }
}

/// No longer than the clock of the game advises.
fn paced(view: &View, budget: Budget) -> Budget {
    match (budget, pace(view)) {
        (Budget::Until(deadline), Some(time)) => {
            Budget::Until(Instant::now().checked_add(time).map_or(deadline, |advised| advised.min(deadline)))
        }
        (budget, _) => budget,
    }
}

impl Player for Champion {
    fn begin(&mut self, seed: u64) {
        self.sim.forget(seed);
    }

    fn choose(&mut self, view: &View, budget: Budget) -> Command {
        if let Some(answer) = self.sim.answer(view) {
            return answer;
        }
        let command = self.turn(view, paced(view, budget));
        self.sim.remember(view, &command);
        command
    }
}
