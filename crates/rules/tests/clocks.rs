//! Clocks: what is charged, when they fall, what it costs.

mod support;

use quixotry_rules::*;
use support::*;

fn game_clock() -> Ruleset {
    rules_with(|draft| {
        draft.clock = Clock::Game(GameClock {
            initial: Millis::seconds(60),
            increment: Millis::seconds(5),
            penalty: 10,
            overtime: Millis::seconds(90),
        });
        draft.limits.scoreless = Some(4);
        draft.leftovers.scoring = LeftoverScoring::Ignored;
    })
}

fn turn_clock(then: TurnTimeout) -> Ruleset {
    rules_with(|draft| {
        draft.clock = Clock::Turn { limit: Millis::seconds(30), then };
        draft.forfeit = ForfeitPolicy::Leaves;
    })
}

#[test]
fn a_turn_is_charged_to_its_player_only() {
    let mut table = Table::new(game_clock(), 2, "");
    table.now = Millis::seconds(20);
    assert_eq!(table.game.time_left(Seat(0), table.now), Some(Millis::seconds(40)));
    table.pass(0);
    table.now = Millis::seconds(21);
    assert_eq!(table.game.time_left(Seat(0), table.now), Some(Millis::seconds(45)), "with the increment");
    assert_eq!(table.game.time_left(Seat(1), table.now), Some(Millis::seconds(59)));
}

#[test]
fn overtime_costs_points_at_the_end() {
    let mut table = Table::new(game_clock(), 2, "");
    table.now = Millis::seconds(66); // one second over, with the increment
    table.pass(0);
    (1..4).for_each(|turn| _ = table.pass(turn % 2));
    assert_eq!([table.score(0), table.score(1)], [0, 0], "a second increment brought it back");
    let mut slow = Table::new(game_clock(), 2, "");
    slow.now = Millis::seconds(130);
    slow.pass(0);
    (1..4).for_each(|turn| _ = slow.pass(turn % 2));
    assert_eq!([slow.score(0), slow.score(1)], [-10, 0]);
}

#[test]
fn too_much_overtime_loses_the_game() {
    let mut table = Table::new(game_clock(), 2, "");
    assert_eq!(table.game.deadline(), Some((Seat(0), Millis::seconds(150))));
    table.now = Millis::seconds(149);
    assert_eq!(table.refused(0, Command::Timeout), ["time-left"]);
    table.now = Millis::seconds(151);
    assert_eq!(table.refused(0, Command::Pass), ["time-is-up"]);
    assert_eq!(table.refused(1, Command::Timeout), ["not-your-turn"]);
    let events = table.act(0, Command::Timeout);
    assert_eq!(ended(&events), Some((EndCause::Forfeit(Seat(0)), vec![Seat(1)])));
}

#[test]
fn a_turn_that_runs_out_is_a_pass() {
    let mut table = Table::new(turn_clock(TurnTimeout::Pass), 2, "");
    for turn in 0..5 {
        table.now = table.now.plus(Millis::seconds(30));
        assert_eq!(ended(&table.act(turn % 2, Command::Timeout)), None);
    }
    table.now = table.now.plus(Millis::seconds(30));
    let events = table.act(1, Command::Timeout);
    assert_eq!(ended(&events).map(|(cause, _)| cause), Some(EndCause::Scoreless));
}

#[test]
fn a_turn_that_runs_out_may_cost_the_game() {
    let mut table = Table::new(turn_clock(TurnTimeout::Forfeit), 3, "");
    table.now = Millis::seconds(30);
    assert_eq!(ended(&table.act(0, Command::Timeout)), None);
    assert_eq!(table.game.turn(), Some(Seat(1)));
    assert_eq!(table.game.deadline(), Some((Seat(1), Millis::seconds(60))));
}

#[test]
fn a_late_answer_is_refused_and_not_taken_for_the_next_turn() {
    let mut table = Table::new(turn_clock(TurnTimeout::Pass), 2, "");
    table.now = Millis::seconds(31);
    assert_eq!(table.refused(0, Command::Pass), ["time-is-up"]);
    table.act(0, Command::Timeout);
    assert_eq!(table.refused(0, Command::Pass), ["not-your-turn"]);
}

#[test]
fn without_a_clock_no_time_runs_out() {
    let mut table = Table::new(rules(), 2, "");
    table.now = Millis::seconds(1_000_000);
    assert_eq!(table.game.deadline(), None);
    assert_eq!(table.refused(0, Command::Timeout), ["no-clock"]);
    table.pass(0);
}
