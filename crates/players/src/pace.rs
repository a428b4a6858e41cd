//! Time management: how much of the clock a turn may use.

use crate::limit::SearchLimit;
use rules::{Clock, View};
use std::time::{Duration, Instant};

/// The weight of a turn near the end, where the search can be exact, relative to other turns.
const LATE: f64 = 2.0;

/// The share of a rack that a turn lays, on average.
const LAID: f64 = 0.6;

/// The share of the clock that is never used.
const RESERVE: f64 = 0.03;

/// How long a player should think about this turn by the clock of the game; `None` if there is no clock.
///
/// The time left is divided by the turns left to this player, with a higher weight for late turns; increments are used
/// immediately.
#[must_use]
pub fn pace(view: &View) -> Option<Duration> {
    let seat = view.seats.get(view.viewer.seat()?.index())?;
    match view.rules.clock {
        Clock::Off => None,
        Clock::Turn { limit, .. } => {
            Some(Duration::from_secs_f64(limit.0.max(0) as f64 / 1000.0 * (1.0 - RESERVE)))
        }
        Clock::Game(clock) => {
            let left = seat.time_left.0.max(0) as f64 / 1000.0 * (1.0 - RESERVE);
            let more = clock.increment.0.max(0) as f64 / 1000.0;
            let share = weight(view) / turns_left(view);
            Some(Duration::from_secs_f64((left * share + more * 0.8).min(left)))
        }
    }
}

/// A limit that allows no more time than the clock of the game advises.
pub(crate) fn pace_limit(view: &View, limit: &SearchLimit) -> SearchLimit {
    let limit = limit.start();
    let advised = pace(view).and_then(|time| Instant::now().checked_add(time));
    match (limit.deadline(), advised) {
        (Some(deadline), Some(advised)) => limit.with_deadline(advised.min(deadline)),
        _ => limit,
    }
}

/// The turns left to the viewer, each with its weight.
fn turns_left(view: &View) -> f64 {
    let rack = f64::from(view.rules.rack_size);
    let players = view.seats.iter().filter(|seat| seat.active).count().max(1) as f64;
    let tiles = view.unseen.len() as f64 + view.own_rack().map_or(0, tiles::Tiles::len) as f64;
    let turns = (tiles / (rack * LAID * players)).max(1.0);
    turns + (LATE - 1.0) * turns.min(2.0)
}

/// The weight of this turn.
fn weight(view: &View) -> f64 {
    if view.bag <= usize::from(view.rules.rack_size) { LATE } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::*;

    fn view(initial: i64, left: i64) -> View {
        let mut draft = presets::Library::shipped().rules("standard").unwrap().draft();
        let (increment, overtime) = (Millis(0), Millis(600_000));
        let clock = GameClock { initial: Millis(initial), increment, penalty: 10, overtime };
        draft.clock = Clock::Game(clock);
        let rules = Ruleset::try_from(draft).unwrap();
        let mut chance = SeededChance::new(1);
        let mut context = Context { words: presets::english(), chance: &mut chance, now: Millis(0) };
        let mut game = Game::new(rules);
        game.start(2, &mut context).unwrap().iter().for_each(|event| game.apply(event));
        let mut view = game.view(Viewer::Seat(Seat(0)));
        view.seats[0].time_left = Millis(left);
        view
    }

    #[test]
    fn a_clock_is_divided_over_the_game() {
        let first = pace(&view(1_500_000, 1_500_000)).unwrap().as_secs_f64();
        assert!((60.0..180.0).contains(&first), "{first}");
        let late = pace(&view(1_500_000, 2_000)).unwrap().as_secs_f64();
        assert!(late < 0.5, "{late}");
        assert_eq!(pace(&view(1_500_000, -5)), Some(Duration::ZERO));
    }
}
