//! Turns without progress of two sides, counted and judged by the rules of the game.

use super::data::SideIndex;
use rules::{Limits, Ruleset, Seat, SeatSet, Tally, TurnOutcome};

/// When a game of two sides without progress ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StandstillRule {
    limits: Limits,
    /// The side that began the game.
    first: SideIndex,
}

impl StandstillRule {
    /// The rule for a game that this side began.
    pub(crate) fn new(rules: &Ruleset, first: SideIndex) -> StandstillRule {
        StandstillRule { limits: rules.limits, first }
    }

    /// The tally after the turn of a side.
    #[inline]
    pub(crate) fn count(&self, mut tally: Tally, side: SideIndex, outcome: TurnOutcome) -> Tally {
        tally.count_turn(&self.limits, seat(side), outcome, seat(self.first), SeatSet::below(2));
        self.reduce(tally)
    }

    /// Whether the tally ends the game.
    #[inline]
    pub(crate) fn is_reached(&self, tally: Tally, board_is_empty: bool) -> bool {
        self.limits.standstill(tally, board_is_empty).is_some()
    }

    /// The tally without the counts that no limit uses: positions that differ only in these have the same value.
    #[inline]
    pub(crate) fn reduce(&self, tally: Tally) -> Tally {
        let Limits { passes, scoreless, rounds, .. } = self.limits;
        Tally {
            passes: if passes.is_some() { tally.passes } else { 0 },
            scoreless: if scoreless.is_some() { tally.scoreless } else { 0 },
            rounds: if rounds.is_some() { tally.rounds } else { 0 },
            passed: if rounds.is_some() { tally.passed } else { SeatSet::EMPTY },
        }
    }
}

/// The same tally with the numbers of the two sides exchanged.
pub(crate) fn swap_sides(tally: Tally) -> Tally {
    let passed = [0, 1].into_iter().filter(|&side| tally.passed.contains(seat(1 - side))).map(seat).collect();
    Tally { passed, ..tally }
}

/// The seat of a side, for the tally.
fn seat(side: SideIndex) -> Seat {
    Seat(side as u8)
}
