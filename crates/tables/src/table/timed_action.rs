//! What a table does by itself, and when.

use super::Table;
use crate::occupant::Occupant;
use crate::settings::TableSettings;
use rules::{Clock, Millis, Phase, Seat};
use std::time::Duration;
use store::TableStatus;

/// An action that a table performs by itself when its time has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimedAction {
    /// A computer moves.
    ComputerMove(Seat),
    /// A clock runs out.
    ClockExpiry(Seat),
    /// A player has been away for too long, and the rules do not keep the seat.
    Departure(Seat),
    /// A player or the whole table has been inactive for too long.
    Abandonment,
}

/// After how many passes in a row of each computer a game counts as stuck.
const STUCK_PASSES: usize = 3;

/// After how many turns without points in a row of each computer a game counts as stuck: they may exchange for long.
const STUCK_TURNS: usize = 30;

/// How long tables wait before they act by themselves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TableTimeouts {
    pub(crate) pace: Duration,
    pub(crate) abandoned: Duration,
    pub(crate) unstarted: Duration,
    pub(crate) bot: Duration,
    /// The shortest pace where only computers play.
    pub(crate) computers: Duration,
}

impl TableTimeouts {
    /// The operator's timeouts; a game may have its own pace.
    pub(crate) fn new(settings: &TableSettings, pace: Option<Duration>) -> TableTimeouts {
        TableTimeouts {
            pace: pace.unwrap_or(settings.pace),
            abandoned: settings.abandoned,
            unstarted: settings.unstarted,
            bot: settings.bot_timeout,
            computers: settings.computer_pace,
        }
    }
}

impl Table {
    /// The first seat that the game waits for and whose occupant satisfies the predicate.
    fn awaited_seat(&self, predicate: fn(&Occupant) -> bool) -> Option<Seat> {
        let fits = |seat: &Seat| predicate(self.occupant(*seat));
        match self.game.phase() {
            Phase::Answering(waiting) => waiting.iter().find(fits),
            Phase::Playing => self.game.turn().filter(fits),
            Phase::Waiting | Phase::Over { .. } => None,
        }
    }

    /// The seat that leaves when the game counts as abandoned; bots before others.
    pub(crate) fn absentee(&self) -> Option<Seat> {
        self.awaited_seat(Occupant::is_bot).or_else(|| self.awaited_seat(|_| true))
    }

    /// How long the game may rest. Without a clock, a bot has less time than a person.
    fn rest(&self, timeouts: TableTimeouts) -> Duration {
        match self.awaited_seat(Occupant::is_bot) {
            Some(_) if self.resources.rules.clock == Clock::Off => timeouts.bot,
            _ => timeouts.abandoned,
        }
    }

    /// How long a computer waits. Nobody watches every game between computers, so they are not played at full speed.
    fn pace(&self, timeouts: TableTimeouts) -> Duration {
        match self.is_among_computers() {
            true => timeouts.pace.max(timeouts.computers),
            false => timeouts.pace,
        }
    }

    /// Whether only computers take part.
    fn is_among_computers(&self) -> bool {
        self.game.active().all(|seat| self.occupant(seat).is_computer())
    }

    /// Whether only computers take part and the game does not end: nobody can play any more, or it has very many turns.
    pub(crate) fn is_endless_among_computers(&self, most_turns: u32) -> bool {
        let (tally, active) = (self.game.tally(), self.game.active().count());
        let is_stuck = usize::from(tally.passes) >= STUCK_PASSES * active
            || usize::from(tally.scoreless) >= STUCK_TURNS * active;
        self.is_among_computers() && (is_stuck || self.game.turns() >= most_turns)
    }

    /// The seat whose time is up.
    pub(crate) fn expired_clock(&self, now: Millis) -> Option<Seat> {
        let (seat, at) = self.game.deadline()?;
        (self.status() == TableStatus::Running && at <= now).then_some(seat)
    }

    /// The action that is due, if any. A clock that has run out comes first, also before the move of a computer that
    /// was due earlier: no move is allowed any more.
    pub(crate) fn due_action(&self, timeouts: TableTimeouts, now: Millis) -> Option<TimedAction> {
        let next = || self.next_action(timeouts).filter(|(_, at)| *at <= now).map(|(action, _)| action);
        self.expired_clock(now).map(TimedAction::ClockExpiry).or_else(next)
    }

    /// The next action that the table performs by itself, and when.
    pub(crate) fn next_action(&self, timeouts: TableTimeouts) -> Option<(TimedAction, Millis)> {
        let after = |time: Duration| {
            self.last_activity.plus(Millis(i64::try_from(time.as_millis()).unwrap_or(i64::MAX)))
        };
        match self.status() {
            TableStatus::Over => None,
            TableStatus::Open => {
                let at = round_up(after(timeouts.unstarted), timeouts.unstarted);
                Some((TimedAction::Abandonment, at))
            }
            TableStatus::Running => {
                let clock = self.game.deadline().map(|(seat, at)| (TimedAction::ClockExpiry(seat), at));
                let departure = self.next_departure().map(|(seat, at)| (TimedAction::Departure(seat), at));
                let other = match self.awaited_seat(Occupant::is_computer) {
                    Some(seat) => (TimedAction::ComputerMove(seat), after(self.pace(timeouts))),
                    None => {
                        let rest = self.rest(timeouts);
                        (TimedAction::Abandonment, round_up(after(rest), rest))
                    }
                };
                clock.into_iter().chain(departure).chain([other]).min_by_key(|(_, at)| *at)
            }
        }
    }
}

/// Rounds long times up to the next full hour, so that not every event changes the stored time.
fn round_up(at: Millis, time: Duration) -> Millis {
    const HOUR: i64 = 3_600_000;
    match time.as_millis() < HOUR as u128 {
        true => at,
        false => Millis(at.0.div_euclid(HOUR).saturating_add(1).saturating_mul(HOUR)),
    }
}
