//! Defects that games of this kind have had, each with a test that shows it is not here.

mod support;

use quixotry_rules::Axis::{Across, Down};
use quixotry_rules::*;
use support::*;
use tiles::{Face, Letter, TileId};

/// The rules of the ITU server, as far as these defects are concerned.
fn itu(round_count: RoundCount) -> Ruleset {
    rules_with(|draft| {
        draft.limits =
            Limits { scoreless: None, rounds: Some(3), round_count, exchange_is_pass: true, ..draft.limits };
        draft.forfeit = ForfeitPolicy::Leaves;
        draft.disconnect = DisconnectPolicy::Forfeit;
        draft.failed_play = FailedPlay::TurnLost;
        draft.leftovers.scoring = LeftoverScoring::Subtracted;
        draft.exchange = ExchangePolicy::Allowed(ExchangeLimits {
            bag: 0,
            fewest: 1,
            most: 7,
            times: None,
            order: ExchangeOrder::DrawFirst,
        });
    })
}

fn passes_until_over(table: &mut Table) -> usize {
    for count in 1..200 {
        let Some(Seat(turn)) = table.game.turn() else { return count - 1 };
        table.pass(turn);
    }
    panic!("the game never ends");
}

#[test]
fn itu_the_game_ends_after_the_first_player_forfeits() {
    for round_count in [RoundCount::InARow, RoundCount::AtFirstPlayer] {
        let mut table = Table::new(itu(round_count), 3, "");
        table.pass(0);
        table.act(0, Command::Resign);
        assert!(passes_until_over(&mut table) <= 9);
    }
}

#[test]
fn itu_the_game_ends_when_all_players_forfeit() {
    let mut table = Table::new(itu(RoundCount::AtFirstPlayer), 2, "");
    assert!(ended(&table.act(1, Command::Resign)).is_some());
    let mut alone = Table::new(itu(RoundCount::AtFirstPlayer), 1, "");
    assert_eq!(ended(&alone.act(0, Command::Resign)), Some((EndCause::LastOneLeft, vec![])));
}

#[test]
fn itu_the_game_ends_with_one_player_left() {
    let mut table = Table::new(itu(RoundCount::AtFirstPlayer), 3, "");
    assert_eq!(ended(&table.act(2, Command::Disconnect)), None);
    assert_eq!(ended(&table.act(0, Command::Resign)), Some((EndCause::LastOneLeft, vec![Seat(1)])));
}

#[test]
fn itu_an_exchange_gives_back_the_old_tiles() {
    let mut table = Table::new(itu(RoundCount::AtFirstPlayer), 2, "CATDOGSAEIOUAEXYZ");
    table.exchange(0, "CAT");
    assert_eq!(table.rack(0), "DGOSXYZ");
    assert_eq!(&table.game.all_tiles(), table.game.rules().tiles.all());
}

#[test]
fn itu_a_failed_exchange_loses_no_tiles() {
    let mut table = Table::new(itu(RoundCount::AtFirstPlayer), 2, "CATDOGSAEIOUAEXYZ");
    let (rack, bag) = (table.rack(0), table.game.bag().clone());
    let events = table.exchange(0, "QQ");
    assert!(matches!(events[..], [EventKind::ExchangeFailed { .. }]), "the turn is lost");
    assert_eq!((table.rack(0), table.game.bag()), (rack, &bag));
}

#[test]
fn itu_equal_leftover_tiles_count_once_only_behind_a_switch() {
    let rules = rules_with(|draft| {
        draft.limits.passes = Some(2);
        draft.leftovers.scoring = LeftoverScoring::Subtracted;
    });
    let quirk = |count| {
        let mut draft = rules.draft();
        draft.leftovers.count = count;
        let mut table = Table::new(Ruleset::try_from(draft).unwrap(), 2, "EEEEEEEAAAAAAA");
        table.pass(0);
        table.pass(1);
        table.score(0)
    };
    assert_eq!(quirk(LeftoverCount::EveryTile), -7);
    assert_eq!(quirk(LeftoverCount::EachKindOnce), -1, "only behind the compatibility switch");
}

#[test]
fn itu_a_late_play_is_not_taken_as_the_next_turn() {
    let rules = rules_with(|draft| {
        draft.clock = Clock::Turn { limit: Millis::seconds(1), then: TurnTimeout::Pass };
    });
    let mut table = Table::new(rules, 2, "CATDOGS");
    table.now = Millis::seconds(2);
    table.act(0, Command::Timeout);
    assert_eq!(table.play_refused(0, 7, 7, Across, "CAT"), ["not-your-turn"]);
}

#[test]
fn haskell_two_letter_words_are_accepted() {
    let mut table = Table::new(rules(), 2, "CATDOGS").with_words("AT");
    table.play(0, 7, 7, Across, "AT");
    assert_eq!(table.score(0), 4);
}

#[test]
fn haskell_one_tile_is_not_played_three_times() {
    let mut table = Table::new(rules(), 2, "DATCOGS");
    assert_eq!(table.play_refused(0, 7, 7, Across, "DDD"), ["not-on-rack", "not-on-rack"]);
}

#[test]
fn haskell_the_bonus_is_added_once() {
    let mut table = Table::new(rules(), 2, "CATDOGSRETAINS");
    table.play(0, 7, 7, Across, "CAT");
    let events = table.play(1, 10, 7, Down, "SRETAIN");
    let [EventKind::Played { words, bonus, score, .. }, ..] = &events[..] else { panic!() };
    assert_eq!((words.len(), *bonus), (2, 50));
    assert_eq!(*score, words.iter().map(|word| word.points).sum::<Points>() + 50);
}

#[test]
fn haskell_the_first_play_may_follow_a_swap() {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIOUAE");
    table.exchange(0, "G");
    table.play(1, 7, 7, Across, "AE");
    assert!(table.score(1) > 0);
}

#[test]
fn haskell_a_swap_needs_tiles_of_the_player() {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIOUAE");
    let tiles = table.tiles("QZ");
    assert_eq!(table.refused(0, Command::Exchange(tiles)), ["not-on-rack", "not-on-rack"]);
}

#[test]
fn haskell_people_are_checked_against_the_dictionary() {
    let mut table = Table::new(rules(), 2, "CATDOGS").with_words("CAT");
    assert_eq!(table.play_refused(0, 7, 7, Across, "TAC"), ["not-a-word"]);
}

#[test]
fn haskell_a_gap_has_a_reason_of_its_own() {
    let mut table = Table::new(rules(), 2, "CATDOGS");
    let laid = |x, y, place, points| PlacedTile {
        at: Coord::new(x, y),
        tile: TileId(place),
        face: Face::new(Letter::new(place).unwrap(), points),
    };
    let gap = Placement::new([laid(7, 7, 3, 3), laid(9, 7, 1, 1)]);
    assert_eq!(table.refused(0, Command::Play(gap)), ["gap"]);
    let crooked = Placement::new([laid(7, 7, 3, 3), laid(8, 8, 1, 1)]);
    assert_eq!(table.refused(0, Command::Play(crooked)), ["not-in-line"]);
}

#[test]
fn cornell_tiles_the_player_lacks_are_refused() {
    let mut table = Table::new(rules(), 2, "CATDOGS");
    let before = format!("{:?}", table.game);
    assert_eq!(table.play_refused(0, 7, 7, Across, "QUIZ").len(), 4);
    assert_eq!(format!("{:?}", table.game), before);
}

#[test]
fn cornell_occupied_and_outside_squares_are_refused() {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIOUAE");
    table.play(0, 7, 7, Across, "CAT");
    let over = Placement::new([PlacedTile {
        at: Coord::new(8, 7),
        tile: TileId(5),
        face: Face::new(Letter::new(5).unwrap(), 1),
    }]);
    assert_eq!(table.refused(1, Command::Play(over)), ["occupied"]);
    assert_eq!(table.play_refused(1, 7, -1, Down, "AE"), ["off-board"]);
}

#[test]
fn cornell_players_see_only_their_own_rack() {
    let table = Table::new(rules(), 3, "");
    let view = table.game.view(Viewer::Seat(Seat(1)));
    let known: Vec<bool> = view.seats.iter().map(|seat| seat.rack.tiles().is_some()).collect();
    assert_eq!(known, [false, true, false]);
    assert_eq!(view.bag, 100 - 21);
}

#[test]
fn generic_a_play_without_points_is_still_the_first_play() {
    // Two blanks count nothing, and yet the next play is not a first play.
    let mut table = Table::new(rules(), 2, "??TDOGSAEIOUAE");
    table.play(0, 7, 7, Across, "at");
    assert_eq!((table.score(0), table.score(1)), (0, 0));
    assert_eq!(table.play_refused(1, 0, 0, Across, "AE"), ["not-adjacent"]);
    table.play(1, 9, 7, Across, "E");
}

#[test]
fn generic_players_play_only_their_own_tiles_on_their_turn() {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIOUAE");
    assert_eq!(table.play_refused(1, 7, 7, Across, "AE"), ["not-your-turn"]);
    assert_eq!(table.play_refused(0, 7, 7, Across, "AE"), ["not-on-rack"]);
    assert_eq!(table.refused(7, Command::Pass), ["no-such-seat"]);
}

#[test]
fn generic_blanks_can_be_played() {
    let mut table = Table::new(rules(), 2, "?ATDOGS");
    table.play(0, 7, 7, Across, "cAT");
}

#[test]
fn generic_all_incorrect_words_are_reported() {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIOUAE").with_words("CAT");
    table.play(0, 7, 7, Across, "CAT");
    assert_eq!(table.play_refused(1, 7, 8, Across, "AEI"), ["not-a-word"; 4]);
}
