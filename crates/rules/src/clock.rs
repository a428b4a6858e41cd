//! Time: how long a turn took, what is left, and when it is up.

use crate::{Clock, GameClock, Points};
use std::fmt;

/// A time or a span in milliseconds.
///
/// ```
/// # mod quixotry { pub use quixotry_rules as rules; }
/// use quixotry::rules::Millis;
///
/// let (start, now) = (Millis::seconds(10), Millis(12_500));
/// assert_eq!(now.since(start), Millis(2_500));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Millis(pub i64);

impl Millis {
    /// A number of seconds.
    #[must_use]
    pub const fn seconds(seconds: i64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }

    /// The span from an earlier time. It is never negative, because a clock may be set back.
    #[must_use]
    pub const fn since(self, earlier: Millis) -> Millis {
        let span = self.0.saturating_sub(earlier.0);
        Millis(if span < 0 { 0 } else { span })
    }

    /// This and a span.
    #[must_use]
    pub const fn plus(self, span: Millis) -> Millis {
        Millis(self.0.saturating_add(span.0))
    }

    /// This less a span.
    #[must_use]
    pub const fn minus(self, span: Millis) -> Millis {
        Millis(self.0.saturating_sub(span.0))
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, all) = if self.0 < 0 { ("-", self.0.unsigned_abs()) } else { ("", self.0.unsigned_abs()) };
        let (minutes, seconds, millis) = (all / 60_000, all / 1000 % 60, all % 1000);
        write!(f, "{sign}{minutes}:{seconds:02}")?;
        if millis != 0 { write!(f, ".{millis:03}") } else { Ok(()) }
    }
}

impl Clock {
    /// What a seat has to begin with; without a clock for the game, nothing is counted down.
    #[must_use]
    pub fn initial(&self) -> Millis {
        match self {
            Clock::Game(clock) => clock.initial,
            Clock::Off | Clock::Turn { .. } => Millis(0),
        }
    }

    /// What is left after a turn that took this long.
    pub(crate) fn after_turn(&self, left: Millis, took: Millis) -> Millis {
        match self {
            Clock::Game(clock) => left.minus(took).plus(clock.increment),
            Clock::Off | Clock::Turn { .. } => left,
        }
    }

    /// How long a seat may still think when it has this much left at the beginning of its turn.
    pub(crate) fn allowance(&self, left: Millis) -> Option<Millis> {
        match self {
            Clock::Off => None,
            Clock::Game(clock) => Some(left.plus(clock.overtime)),
            Clock::Turn { limit, .. } => Some(*limit),
        }
    }

    /// The points lost by a seat that ends the game with this much left.
    #[must_use]
    pub fn overtime_penalty(&self, left: Millis) -> Points {
        match self {
            Clock::Game(clock) if left.0 < 0 => penalty(clock, left),
            Clock::Game(_) | Clock::Off | Clock::Turn { .. } => 0,
        }
    }
}

/// Every minute of overtime that was begun counts: 0:00 is free, a moment more costs a minute.
fn penalty(clock: &GameClock, left: Millis) -> Points {
    let minutes = left.0.unsigned_abs().div_ceil(60_000);
    clock.penalty.saturating_mul(i32::try_from(minutes).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock::Game(GameClock {
            initial: Millis::seconds(1500),
            increment: Millis::seconds(0),
            penalty: 10,
            overtime: Millis::seconds(600),
        })
    }

    #[test]
    fn overtime_costs_by_the_minute_begun() {
        for (left, expect) in [(5, 0), (0, 0), (-1, 10), (-60_000, 10), (-60_001, 20)] {
            assert_eq!(clock().overtime_penalty(Millis(left)), expect, "{left} ms left");
        }
    }

    #[test]
    fn a_clock_set_back_takes_no_time() {
        assert_eq!(Millis(5).since(Millis(9)), Millis(0));
    }

    #[test]
    fn times_are_written_as_people_do() {
        assert_eq!(Millis(61_000).to_string(), "1:01");
        assert_eq!(Millis(-1500).to_string(), "-0:01.500");
    }
}
