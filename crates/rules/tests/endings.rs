//! How games end and what is settled then.

mod support;

use quixotry_rules::Axis::Across;
use quixotry_rules::*;
use support::*;
use tiles::{Alphabet, Face, TileSet, TileSetDraft};

/// Few tiles, so that a game is over soon: C, A, T and S, four each, for two racks of three.
fn short_rules(change: impl FnOnce(&mut RulesetDraft)) -> Ruleset {
    rules_with(|draft| {
        let alphabet = Alphabet::english();
        let mut set = TileSetDraft::new("short", alphabet.clone());
        for (letter, points, count) in [("C", 3, 2), ("A", 1, 2), ("T", 1, 2), ("S", 2, 1)] {
            set.add([Face::new(alphabet.letter(letter).unwrap(), points)], count);
        }
        draft.tiles = std::sync::Arc::new(TileSet::try_from(set).unwrap());
        draft.rack_size = 3;
        draft.bonus = Vec::new();
        change(draft);
    })
}

fn leftovers(scoring: LeftoverScoring, count: LeftoverCount) -> Table {
    let rules = short_rules(|draft| draft.leftovers = Leftovers { scoring, count });
    let mut table = Table::new(rules, 2, "CATCATS");
    table.play(0, 7, 7, Across, "CAT"); // 10 points, then draws the S: the bag is empty.
    table.pass(1);
    table.play(0, 10, 7, Across, "S"); // CATS, 7 points, and out.
    table
}

#[test]
fn going_out_ends_the_game_and_settles_the_racks() {
    let check = |scoring, expect: [Points; 2]| {
        let table = leftovers(scoring, LeftoverCount::EveryTile);
        assert!(table.game.is_over());
        assert_eq!([table.score(0), table.score(1)], expect, "{scoring:?}");
    };
    check(LeftoverScoring::Ignored, [17, 0]);
    check(LeftoverScoring::Subtracted, [17, -5]);
    check(LeftoverScoring::Transferred, [22, -5]);
    check(LeftoverScoring::Doubled, [27, 0]);
    check(LeftoverScoring::Swapped, [22, -5]);
}

#[test]
fn if_no_player_goes_out_all_lose_their_own_tiles() {
    let check = |scoring, expect: [Points; 2]| {
        let rules = short_rules(|draft| {
            draft.leftovers = Leftovers { scoring, count: LeftoverCount::EveryTile };
            draft.limits.passes = Some(2);
        });
        let mut table = Table::new(rules, 2, "CATSCAT");
        table.pass(0);
        assert_eq!(ended(&table.pass(1)).map(|(cause, _)| cause), Some(EndCause::Passes));
        assert_eq!([table.score(0), table.score(1)], expect, "{scoring:?}");
    };
    // CAT is worth 5, SCA 6.
    check(LeftoverScoring::Ignored, [0, 0]);
    check(LeftoverScoring::Subtracted, [-5, -6]);
    check(LeftoverScoring::Transferred, [-5, -6]);
    check(LeftoverScoring::Doubled, [-5, -6]);
    check(LeftoverScoring::Swapped, [1, -1]);
}

#[test]
fn six_scoreless_turns_end_the_game() {
    let mut table = Table::new(rules(), 2, "AEIOUAEEIOUAEI");
    for turn in 0..5 {
        assert_eq!(ended(&table.pass(turn % 2)), None);
    }
    let mut exchanged = Table::new(rules(), 2, "AEIOUAEEIOUAEI");
    for turn in 0..6 {
        let events = exchanged.exchange(turn % 2, ["E", "A", "I"][usize::from(turn / 2)]);
        assert_eq!(ended(&events).is_some(), turn == 5);
    }
    assert_eq!(ended(&table.pass(1)).map(|(cause, _)| cause), Some(EndCause::Scoreless));
}

#[test]
fn a_play_that_scores_starts_the_count_again() {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIOUAE");
    (0..4).for_each(|turn| _ = table.pass(turn % 2));
    table.play(0, 7, 7, Across, "CAT");
    (1..6).for_each(|turn| assert_eq!(ended(&table.pass(turn % 2)), None));
    assert!(ended(&table.pass(0)).is_some());
}

#[test]
fn a_play_without_points_is_scoreless_but_not_a_pass() {
    let rules = rules_with(|draft| {
        draft.limits.passes = Some(2);
        draft.limits.scoreless = Some(3);
    });
    let mut table = Table::new(rules, 2, "??TDOGSAEIOUAE");
    table.pass(0);
    table.exchange(1, "A");
    // Two blanks count nothing: the third turn without points, though only one was a pass.
    let events = table.play(0, 7, 7, Across, "at");
    assert_eq!(ended(&events).map(|(cause, _)| cause), Some(EndCause::Scoreless));
}

#[test]
fn four_passes_are_twice_each() {
    let rules = rules_with(|draft| {
        draft.limits = Limits { passes: Some(4), scoreless: None, ..draft.limits };
    });
    let mut table = Table::new(rules, 2, "");
    (0..3).for_each(|turn| assert_eq!(ended(&table.pass(turn % 2)), None));
    assert_eq!(ended(&table.pass(1)).map(|(cause, _)| cause), Some(EndCause::Passes));
}

/// How many passes it takes from now on.
fn passes_to_the_end(table: &mut Table, seats: u8, mut turn: u8) -> usize {
    for count in 1..100 {
        if ended(&table.pass(turn % seats)).is_some() {
            return count;
        }
        turn += 1;
    }
    panic!("the game does not end");
}

fn round_rules(round_count: RoundCount) -> Ruleset {
    rules_with(|draft| {
        draft.limits =
            Limits { scoreless: None, rounds: Some(3), round_count, exchange_is_pass: true, ..draft.limits };
        draft.forfeit = ForfeitPolicy::Leaves;
        draft.failed_play = FailedPlay::TurnLost;
    })
}

#[test]
fn three_rounds_of_passes_are_three_passes_of_each_player() {
    let count =
        |seats| passes_to_the_end(&mut Table::new(round_rules(RoundCount::InARow), seats, ""), seats, 0);
    assert_eq!([count(1), count(2), count(3)], [3, 6, 9]);
}

#[test]
fn the_itu_server_counts_a_round_at_the_first_player() {
    let rules = round_rules(RoundCount::AtFirstPlayer);
    assert_eq!(passes_to_the_end(&mut Table::new(rules.clone(), 2, ""), 2, 0), 7);
    let mut first = Table::new(rules.clone(), 2, "CATDOGSAEIOUAE");
    first.play(0, 7, 7, Across, "CAT");
    assert_eq!(passes_to_the_end(&mut first, 2, 1), 6);
    let mut second = Table::new(rules, 2, "CATDOGSAEIOUAE");
    second.play(0, 7, 7, Across, "CAT");
    second.play(1, 10, 7, Across, "E");
    assert_eq!(passes_to_the_end(&mut second, 2, 0), 7);
}

#[test]
fn on_an_empty_board_scoreless_turns_need_not_count() {
    let rules = rules_with(|draft| draft.limits.count_on_empty_board = false);
    let mut table = Table::new(rules, 2, "CATDOGSAEIOUAE");
    (0..20).for_each(|turn| assert_eq!(ended(&table.pass(turn % 2)), None));
    table.play(0, 7, 7, Across, "CAT");
    assert_eq!(passes_to_the_end(&mut table, 2, 1), 6);
}

#[test]
fn giving_up_ends_the_game_by_rule() {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIOUAE");
    table.play(0, 7, 7, Across, "CAT");
    let events = table.act(0, Command::Resign);
    assert_eq!(
        ended(&events),
        Some((EndCause::Forfeit(Seat(0)), vec![Seat(1)])),
        "though the other has fewer points"
    );
    assert_eq!(table.score(1), 0, "and racks are not settled");
}

#[test]
fn the_others_play_on_while_two_are_left() {
    let rules = rules_with(|draft| draft.forfeit = ForfeitPolicy::Leaves);
    let mut table = Table::new(rules, 3, "");
    assert_eq!(ended(&table.act(1, Command::Resign)), None);
    table.pass(0);
    assert_eq!(table.game.turn(), Some(Seat(2)), "the empty seat is skipped");
    assert_eq!(table.refused(1, Command::Pass), ["no-such-seat"]);
    let events = table.act(0, Command::Resign);
    assert_eq!(ended(&events), Some((EndCause::LastOneLeft, vec![Seat(2)])));
}

#[test]
fn a_computer_takes_the_seat() {
    let rules = rules_with(|draft| draft.forfeit = ForfeitPolicy::Computer);
    let mut table = Table::new(rules, 2, "");
    let before = table.rack(0);
    assert_eq!(ended(&table.act(0, Command::Resign)), None);
    assert!(table.game.seats()[0].computer && table.game.seats()[0].active);
    assert_eq!((table.rack(0), table.game.turn()), (before, Some(Seat(0))));
}

#[test]
fn a_lost_connection_does_what_the_rules_say() {
    let check = |disconnect, expect: usize| {
        let rules = rules_with(|draft| {
            draft.disconnect = disconnect;
            draft.forfeit = ForfeitPolicy::Leaves;
        });
        let mut table = Table::new(rules, 3, "");
        table.act(1, Command::Disconnect);
        assert_eq!(table.game.active().count(), expect, "{disconnect:?}");
        assert_eq!(table.game.seats()[1].computer, disconnect == DisconnectPolicy::Computer);
    };
    check(DisconnectPolicy::Keep, 3);
    check(DisconnectPolicy::Forfeit, 2);
    check(DisconnectPolicy::Computer, 3);
}

#[test]
fn equal_scores_win_together() {
    let rules = rules_with(|draft| {
        draft.limits.passes = Some(3);
        draft.leftovers.scoring = LeftoverScoring::Ignored;
    });
    let mut table = Table::new(rules, 3, "");
    table.pass(0);
    table.pass(1);
    let events = table.pass(2);
    assert_eq!(ended(&events), Some((EndCause::Passes, vec![Seat(0), Seat(1), Seat(2)])));
}

#[test]
fn nothing_happens_after_the_end() {
    let mut table = Table::new(rules(), 2, "");
    table.act(0, Command::Resign);
    for command in
        [Command::Pass, Command::Resign, Command::Timeout, Command::Challenge(ChallengedWords::All)]
    {
        assert_eq!(table.refused(1, command), ["game-over"]);
    }
}

#[test]
fn exchanges_keep_their_limits() {
    let limits =
        ExchangeLimits { bag: 80, fewest: 2, most: 3, times: Some(1), order: ExchangeOrder::DrawFirst };
    let rules = rules_with(|draft| draft.exchange = ExchangePolicy::Allowed(limits));
    let mut table = Table::new(rules, 2, "CATDOGSAEIOUAE");
    let refused = |table: &mut Table, seat, text: &str| {
        let tiles = table.tiles(text);
        table.refused(seat, Command::Exchange(tiles))
    };
    assert_eq!(refused(&mut table, 0, "C"), ["exchange-count"]);
    assert_eq!(refused(&mut table, 0, "CATD"), ["exchange-count"]);
    assert_eq!(refused(&mut table, 0, "CC"), ["not-on-rack"]);
    assert_eq!(refused(&mut table, 0, ""), ["exchange-count"]);
    table.exchange(0, "CA");
    table.exchange(1, "AE");
    assert_eq!(refused(&mut table, 0, "TD"), ["exchanges-used-up"]);
    let forbidden = rules_with(|draft| draft.exchange = ExchangePolicy::Forbidden);
    assert_eq!(refused(&mut Table::new(forbidden, 2, "CATDOGS"), 0, "C"), ["exchange-forbidden"]);
}

#[test]
fn tiles_drawn_first_never_come_back_at_once() {
    let order =
        |order| ExchangePolicy::Allowed(ExchangeLimits { bag: 0, fewest: 1, most: 7, times: None, order });
    let table = |exchange| {
        let rules = short_rules(|draft| {
            draft.exchange = exchange;
            draft.seats = SeatRange { min: 1, max: 2 };
        });
        Table::new(rules, 2, "CATCATS")
    };
    let mut draw_first = table(order(ExchangeOrder::DrawFirst));
    draw_first.exchange(0, "C");
    assert_eq!(draw_first.rack(0), "AST");
    // One tile in the bag: two cannot be drawn before two go back.
    let two = draw_first.tiles("CA");
    assert_eq!(draw_first.refused(1, Command::Exchange(two)), ["bag-too-small"]);
    let mut return_first = table(order(ExchangeOrder::ReturnFirst));
    return_first.exchange(0, "CA");
    assert_eq!(return_first.game.seats()[0].rack.len(), 3);
}
