//! Turns without progress: how they are counted, and when they end a game.

use crate::{EndCause, Seat, SeatSet};

/// When a game without progress ends.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{EndCause, Limits, Tally};
///
/// let limits = Limits::TOURNAMENT;
/// let tally = |scoreless| Tally { scoreless, ..Tally::default() };
/// assert_eq!(limits.standstill(tally(5), false), None);
/// assert_eq!(limits.standstill(tally(6), false), Some(EndCause::Scoreless));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// After this many passes in a row, no matter which seats made them.
    pub passes: Option<u16>,
    /// After this many turns without points in a row.
    pub scoreless: Option<u16>,
    /// After this many rounds in which every seat passed.
    pub rounds: Option<u16>,
    /// How rounds are counted.
    pub round_count: RoundCount,
    /// Whether an exchange counts as a pass.
    pub exchange_is_pass: bool,
    /// Whether an exchange counts as a turn without points.
    pub exchange_is_scoreless: bool,
    /// Whether a play withdrawn after a challenge counts as a pass.
    pub withdrawn_is_pass: bool,
    /// Whether turns without points count while the board is still empty.
    pub count_on_empty_board: bool,
}

/// How rounds of passes are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundCount {
    /// A round ends when every seat in the game has passed in it. Any other turn starts the count again.
    InARow,
    /// As the ITU server counts: a round ends with the first seat's turn if the last turn of every seat was a pass.
    AtFirstPlayer,
}

impl Limits {
    /// Six turns without points end the game.
    pub const TOURNAMENT: Limits = Limits {
        passes: None,
        scoreless: Some(6),
        rounds: None,
        round_count: RoundCount::InARow,
        exchange_is_pass: false,
        exchange_is_scoreless: true,
        withdrawn_is_pass: false,
        count_on_empty_board: true,
    };

    /// The limit that the tally has reached, if any: the game ends for this cause.
    #[must_use]
    #[inline]
    pub fn standstill(&self, tally: Tally, board_is_empty: bool) -> Option<EndCause> {
        let reached = |limit: Option<u16>, count: u16| limit.is_some_and(|limit| count >= limit);
        if reached(self.passes, tally.passes) {
            return Some(EndCause::Passes);
        }
        if (self.count_on_empty_board || !board_is_empty) && reached(self.scoreless, tally.scoreless) {
            return Some(EndCause::Scoreless);
        }
        reached(self.rounds, tally.rounds).then_some(EndCause::Rounds)
    }
}

/// The number of turns without progress so far.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::{Limits, Seat, SeatSet, Tally, TurnOutcome};
///
/// let (mut tally, limits, both) = (Tally::default(), Limits::TOURNAMENT, SeatSet::below(2));
/// tally.count_turn(&limits, Seat(0), TurnOutcome::Pass, Seat(0), both);
/// tally.count_turn(&limits, Seat(1), TurnOutcome::Exchange, Seat(0), both);
/// assert_eq!((tally.passes, tally.scoreless), (0, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Passes in a row.
    pub passes: u16,
    /// Turns without points in a row.
    pub scoreless: u16,
    /// Rounds of passes in a row, as the [`RoundCount`] of the rules counts them.
    pub rounds: u16,
    /// The seats that have passed: in the round that is under way, or, with [`RoundCount::AtFirstPlayer`], in their
    /// last turn.
    pub passed: SeatSet,
}

/// How a turn ended, as far as [`Limits`] are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnOutcome {
    /// A play that scored.
    Scored,
    /// A play that scored nothing.
    ZeroPlay,
    /// A pass, or a turn that was lost.
    Pass,
    /// An exchange.
    Exchange,
    /// An illegal exchange that cost the turn.
    FailedExchange,
}

impl Tally {
    /// Counts the turn of a seat. `first` is the seat that began, `active` are the seats that still take part.
    #[inline]
    pub fn count_turn(
        &mut self,
        limits: &Limits,
        seat: Seat,
        outcome: TurnOutcome,
        first: Seat,
        active: SeatSet,
    ) {
        let is_pass = match outcome {
            TurnOutcome::Pass | TurnOutcome::FailedExchange => true,
            TurnOutcome::Exchange => limits.exchange_is_pass,
            TurnOutcome::Scored | TurnOutcome::ZeroPlay => false,
        };
        let is_scoreless = match outcome {
            TurnOutcome::Exchange => limits.exchange_is_scoreless,
            TurnOutcome::Scored => false,
            TurnOutcome::ZeroPlay | TurnOutcome::Pass | TurnOutcome::FailedExchange => true,
        };
        self.passes = if is_pass { self.passes.saturating_add(1) } else { 0 };
        self.scoreless = if is_scoreless { self.scoreless.saturating_add(1) } else { 0 };
        match limits.round_count {
            RoundCount::InARow => self.count_in_a_row(seat, is_pass, active),
            RoundCount::AtFirstPlayer => {
                // The ITU server counts a failed exchange as a pass, but remembers the turn before it.
                if outcome != TurnOutcome::FailedExchange {
                    self.note_pass(seat, is_pass);
                }
                if seat == first && self.passed.contains_all(active) {
                    self.rounds = self.rounds.saturating_add(1);
                }
            }
        }
    }

    fn note_pass(&mut self, seat: Seat, is_pass: bool) {
        if is_pass {
            self.passed.insert(seat);
        } else {
            self.passed.remove(seat);
            self.rounds = 0;
        }
    }

    fn count_in_a_row(&mut self, seat: Seat, is_pass: bool, active: SeatSet) {
        if is_pass {
            self.passed.insert(seat);
            self.finish_round(active);
        } else {
            (self.rounds, self.passed) = (0, SeatSet::EMPTY);
        }
    }

    /// A round is complete when every seat in the game has passed in it.
    fn finish_round(&mut self, active: SeatSet) {
        if !self.passed.is_empty() && self.passed.contains_all(active) {
            self.rounds = self.rounds.saturating_add(1);
            self.passed = SeatSet::EMPTY;
        }
    }

    /// Forgets a seat that has left; `active` are the seats that still take part. Its passes count no longer, and the
    /// others do not wait for it.
    pub(crate) fn remove_seat(&mut self, limits: &Limits, seat: Seat, active: SeatSet) {
        self.passed.remove(seat);
        match limits.round_count {
            RoundCount::InARow => self.finish_round(active),
            RoundCount::AtFirstPlayer => {}
        }
    }

    /// Counts a play of a seat that was withdrawn after a challenge; `self` is the tally before the play.
    pub(crate) fn count_withdrawn(&mut self, limits: &Limits, seat: Seat, active: SeatSet) {
        self.scoreless = self.scoreless.saturating_add(1);
        self.passes = if limits.withdrawn_is_pass { self.passes.saturating_add(1) } else { 0 };
        match limits.round_count {
            RoundCount::InARow => self.count_in_a_row(seat, limits.withdrawn_is_pass, active),
            RoundCount::AtFirstPlayer if limits.withdrawn_is_pass => self.passed.insert(seat),
            RoundCount::AtFirstPlayer => {}
        }
    }
}
