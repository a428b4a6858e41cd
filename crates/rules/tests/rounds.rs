//! Rounds of passes: a game ends when all who are still in it have passed a given number of times in a row.

mod support;

use proptest::prelude::*;
use quixotry_rules::*;
use support::*;

/// What somebody does.
#[derive(Clone, Copy, Debug)]
enum Act {
    /// The seat on turn passes.
    Pass,
    /// The seat on turn exchanges a tile.
    Exchange,
    /// This seat leaves, whether it is on turn or not.
    Forfeit(u8),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        12 => Just(Act::Pass),
        1 => Just(Act::Exchange),
        2 => (0u8..8).prop_map(Act::Forfeit),
    ]
}

fn rules_of(rounds: u16, exchange_is_pass: bool) -> Ruleset {
    rules_with(|draft| {
        draft.seats = SeatRange { min: 1, max: 8 };
        draft.limits = Limits { scoreless: None, rounds: Some(rounds), exchange_is_pass, ..draft.limits };
        draft.forfeit = ForfeitPolicy::Leaves;
        let order = ExchangeOrder::DrawFirst;
        draft.exchange =
            ExchangePolicy::Allowed(ExchangeLimits { bag: 1, fewest: 1, most: 7, times: None, order });
    })
}

/// The slow and obvious way to count: the passes of each player who is still there.
struct Count(Vec<Option<u16>>);

impl Count {
    fn turn(&mut self, seat: Seat, is_pass: bool) {
        if is_pass {
            self.0[seat.index()].iter_mut().for_each(|passes| *passes += 1);
        } else {
            self.0.iter_mut().flatten().for_each(|passes| *passes = 0);
        }
    }

    /// How often everybody who is still there has passed.
    fn rounds(&self) -> u16 {
        self.0.iter().flatten().copied().min().unwrap_or(0)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn all_who_are_in_the_game_pass_in_each_round(
        seats in 2u8..=8,
        limit in 1u16..=3,
        exchange_is_pass in any::<bool>(),
        acts in prop::collection::vec(act(), 1..80),
    ) {
        let mut table = Table::new(rules_of(limit, exchange_is_pass), seats, "");
        let mut count = Count(vec![Some(0); seats.into()]);
        for act in acts {
            let Some(turn) = table.game.turn() else { break };
            let events = match act {
                Act::Pass => {
                    count.turn(turn, true);
                    table.pass(turn.0)
                }
                Act::Exchange => {
                    count.turn(turn, exchange_is_pass);
                    let first = table.game.seats()[turn.index()].rack.iter().next().unwrap();
                    table.act(turn.0, Command::Exchange(vec![first]))
                }
                Act::Forfeit(seat) if seat < seats && count.0[usize::from(seat)].is_some() => {
                    count.0[usize::from(seat)] = None;
                    table.act(seat, Command::Resign)
                }
                Act::Forfeit(_) => continue,
            };
            let alone = count.0.iter().flatten().count() < 2;
            let expected = match count.rounds() {
                _ if alone => Some(EndCause::LastOneLeft),
                rounds if rounds >= limit => Some(EndCause::Rounds),
                _ => None,
            };
            prop_assert_eq!(ended(&events).map(|(cause, _)| cause), expected);
            if !alone {
                prop_assert_eq!(table.game.tally().rounds, count.rounds(), "the tally says the same");
            }
        }
    }
}

#[test]
fn passes_of_those_who_left_do_not_count() {
    let mut table = Table::new(rules_of(3, true), 4, "");
    for seat in [0, 1, 2, 3, 0, 1] {
        table.pass(seat);
    }
    assert_eq!(ended(&table.act(2, Command::Resign)), None);
    assert_eq!(ended(&table.act(3, Command::Resign)), None);
    assert_eq!(table.game.tally().rounds, 2);
    assert_eq!(ended(&table.pass(0)), None);
    assert_eq!(ended(&table.pass(1)).map(|(cause, _)| cause), Some(EndCause::Rounds));
}

#[test]
fn nobody_waits_for_the_pass_of_one_who_left() {
    let mut table = Table::new(rules_of(1, true), 3, "");
    table.pass(0);
    table.pass(1);
    assert_eq!(ended(&table.act(2, Command::Resign)).map(|(cause, _)| cause), Some(EndCause::Rounds));
}
