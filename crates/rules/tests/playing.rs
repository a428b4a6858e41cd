//! What a play is, what it scores, and every reason why it is refused.

mod support;

use quixotry_rules::Axis::{Across, Down};
use quixotry_rules::*;
use support::*;
use tiles::{Face, TileId};

/// CAT is on the board from 8H, and it is the second player's turn.
fn after_cat() -> Table {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIORSTUVWXYZ");
    table.play(0, 7, 7, Across, "CAT");
    table
}

fn check(expect: Points, words: &[(&str, Points)], events: &[EventKind]) {
    let [EventKind::Played { words: formed, score, .. }, ..] = events else { panic!("{events:?}") };
    let alphabet = tiles::Alphabet::english();
    let found: Vec<_> = formed.iter().map(|w| (alphabet.print_board_letters(&w.letters), w.points)).collect();
    let expected: Vec<_> = words.iter().map(|&(word, points)| (word.to_owned(), points)).collect();
    assert_eq!((found, *score), (expected, expect));
}

#[test]
fn the_centre_doubles_the_first_word() {
    let mut table = Table::new(rules(), 2, "CATDOGS");
    check(10, &[("CAT", 10)], &table.play(0, 7, 7, Across, "CAT"));
    assert_eq!(table.score(0), 10);
    assert_eq!(table.game.turn(), Some(Seat(1)));
}

#[test]
fn a_hook_scores_both_words() {
    let mut table = Table::new(rules(), 2, "CATDOGSSOAPERXYZ");
    table.play(0, 7, 7, Across, "CAT");
    // S makes CATS and starts SOAP, whose P doubles it.
    check(18, &[("SOAP", 12), ("CATS", 6)], &table.play(1, 10, 7, Down, "SOAP"));
}

#[test]
fn premiums_count_once() {
    let mut table = Table::new(rules(), 2, "CATDOGSSOAPERXYZ");
    table.play(0, 7, 7, Across, "CAT");
    // The double word under the C is spent.
    check(6, &[("SCAT", 6)], &table.play(1, 6, 7, Across, "S"));
}

#[test]
fn seven_tiles_earn_the_bonus_once() {
    let mut table = Table::new(rules(), 2, "RETAINSCATDOGS");
    check(66, &[("RETAINS", 16)], &table.play(0, 3, 7, Across, "RETAINS"));
    let [EventKind::Played { bonus, .. }, ..] =
        table.log.iter().rev().map(|e| e.kind.clone()).collect::<Vec<_>>()[..]
    else {
        panic!()
    };
    assert_eq!(bonus, 50);
}

#[test]
fn a_blank_scores_nothing() {
    let mut table = Table::new(rules(), 2, "?ATDOGS");
    check(4, &[("cAT", 4)], &table.play(0, 7, 7, Across, "cAT"));
}

#[test]
fn a_single_tile_scores_in_both_directions() {
    let mut table = after_cat();
    table.play(1, 8, 8, Down, "EI");
    // Next to E and under T: EG across, TG down.
    check(6, &[("EG", 3), ("TG", 3)], &table.play(0, 9, 8, Across, "G"));
}

#[test]
fn every_fault_of_a_play_is_named() {
    let check = |seat, x, y, axis, text: &str, expect: &[&str]| {
        assert_eq!(after_cat().play_refused(seat, x, y, axis, text), expect, "{text} at {x},{y}");
    };
    check(0, 7, 8, Across, "SO", &["not-your-turn"]);
    check(1, 0, 0, Across, "EAI", &["not-adjacent"]);
    check(1, 12, 7, Across, "EAIO", &["off-board"]);
    check(1, 6, 8, Across, "ZZ", &["not-on-rack", "not-on-rack"]);
    check(1, 6, 8, Across, "EE", &["not-on-rack"]);
}

#[test]
fn nothing_is_no_play() {
    assert_eq!(after_cat().refused(1, Command::Play(Placement::default())), ["empty-play"]);
}

fn laid(x: i32, y: i32, tile: u8, letter: u8, points: i16) -> PlacedTile {
    let face = Face::new(tiles::Letter::new(letter).unwrap(), points);
    PlacedTile { at: Coord::new(x, y), tile: TileId(tile), face }
}

#[test]
fn errors_are_collected_as_by_the_itu_server() {
    let mut table = Table::new(rules(), 2, "CATDOGS");
    let refused =
        |table: &mut Table, tiles: Vec<PlacedTile>| table.refused(0, Command::Play(Placement::new(tiles)));
    let (c, z) = (laid(0, 0, 3, 3, 3), laid(1, 0, 26, 26, 10));
    assert_eq!(refused(&mut table, vec![c]), ["not-on-start", "opening-too-short"]);
    assert_eq!(refused(&mut table, vec![c, z]), ["not-on-start", "not-on-rack"]);
    assert_eq!(refused(&mut table, vec![c, laid(2, 0, 1, 1, 1)]), ["not-on-start", "gap"]);
    assert_eq!(refused(&mut table, vec![c, laid(1, 1, 1, 1, 1)]), ["not-in-line"]);
    assert_eq!(refused(&mut table, vec![c, c]), ["same-square"]);
    assert_eq!(
        refused(&mut table, vec![laid(7, 7, 3, 3, 9), laid(8, 7, 99, 1, 1)]),
        ["not-a-face", "no-such-tile"]
    );
    assert_eq!(
        refused(&mut table, vec![laid(-1, 7, 3, 3, 3), laid(0, 7, 1, 1, 1)]),
        ["not-on-start", "off-board"]
    );
}

#[test]
fn an_occupied_square_tells_both_letters() {
    let mut table = after_cat();
    let placement = Placement::new([laid(7, 7, 1, 1, 1), laid(7, 8, 5, 5, 1)]);
    let refusal = table.decide(1, &Command::Play(placement)).unwrap_err();
    let found: Vec<String> = refusal.reasons().iter().map(ToString::to_string).collect();
    assert_eq!(found, ["The square (7, 7) already holds C3."]);
    let board = &table.game.rules().board;
    assert_eq!(refusal.message(board), "The square H8 already holds C3.", "as players of this board name it");
}

#[test]
fn tiles_at_the_ends_of_the_world_are_refused_at_once() {
    let mut table = after_cat();
    let placement = Placement::new([laid(i32::MIN, 7, 1, 1, 1), laid(i32::MAX, 7, 5, 5, 1)]);
    assert_eq!(table.refused(1, Command::Play(placement)), ["gap", "off-board"]);
}

#[test]
fn even_an_unbounded_board_ends_at_the_edge_of_the_world() {
    let layout = BoardLayout::Program { source: "_result_ := 0".into(), unbounded: true };
    let board = board(layout, Coord::new(0, 0));
    let mut table = Table::new(rules_with(|draft| draft.board = board), 2, "CATDOGSAEIORST");
    table.play(0, 0, 0, Across, "CAT");
    for x in [i32::MIN, i32::MIN + 1, -WORLD_EDGE - 1, WORLD_EDGE + 1, i32::MAX] {
        let placement = Placement::new([laid(x, 0, 1, 1, 1)]);
        assert_eq!(table.refused(1, Command::Play(placement)), ["off-board"]);
    }
    assert_eq!(
        table.refused(1, Command::Play(Placement::new([laid(WORLD_EDGE, 0, 1, 1, 1)]))),
        ["not-adjacent"]
    );
}

#[test]
fn bad_words_are_all_named() {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIORSTUVWXYZ").with_words("CAT AI");
    table.play(0, 7, 7, Across, "CAT");
    let placement = place(table.game.rules(), table.game.grid(), 8, 8, Across, "EI");
    let refusal = table.decide(1, &Command::Play(placement)).unwrap_err();
    let found: Vec<String> = refusal.reasons().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        ["EI is not in the word list.", "AE is not in the word list.", "TI is not in the word list."]
    );
}

#[test]
fn an_anagram_is_a_word_in_wordsmog() {
    let rules = rules_with(|draft| draft.words.good = GoodWord::Anagram);
    let mut table = Table::new(rules, 2, "CATDOGS").with_words("ACT");
    table.play(0, 7, 7, Across, "TCA");
    assert_eq!(table.score(0), 10);
}

#[test]
fn a_hole_takes_no_tile() {
    let window = Rect::between(Coord::new(0, 0), Coord::new(4, 0));
    let ids = vec![Some(0), Some(0), None, Some(0), Some(0)];
    let board = board(BoardLayout::Cells { window, ids }, Coord::new(0, 0));
    let mut table = Table::new(rules_with(|draft| draft.board = board), 2, "CATDOGS");
    assert_eq!(table.play_refused(0, 0, 0, Across, "CAT"), ["hole"]);
    table.play(0, 0, 0, Across, "CA");
}

#[test]
fn an_unbounded_board_goes_on() {
    let layout = BoardLayout::Program { source: "_result_ := 0".into(), unbounded: true };
    let board = board(layout, Coord::new(0, 0));
    let mut table = Table::new(rules_with(|draft| draft.board = board), 2, "CATDOGSAEIORST");
    table.play(0, -2, 0, Across, "CAT");
    check(7, &[("CATAE", 7)], &table.play(1, 1, 0, Across, "AE"));
}

#[test]
fn only_one_new_word_where_cross_words_are_forbidden() {
    let rules = rules_with(|draft| draft.words.cross = CrossWords::Forbidden);
    let mut table = Table::new(rules, 2, "CATDOGSAEIORST");
    table.play(0, 7, 7, Across, "CAT");
    assert_eq!(table.play_refused(1, 7, 8, Across, "AE"), ["cross-word"]);
    assert_eq!(table.play_refused(1, 10, 7, Down, "AE"), ["cross-word"]);
    assert_eq!(table.play_refused(1, 0, 0, Down, "AE"), ["not-adjacent"]);
    // One tile, intended as a play down, whose only word runs across.
    assert_eq!(table.play_refused(1, 10, 7, Down, "E"), ["cross-word"]);
    check(6, &[("CATE", 6)], &table.play(1, 10, 7, Across, "E"));
}

#[test]
fn a_blank_cannot_stand_for_a_letter_that_stays_on_the_rack() {
    let rules = rules_with(|draft| draft.wild = WildPolicy::NotOnRack);
    let mut table = Table::new(rules, 2, "?CATDOG");
    assert_eq!(table.play_refused(0, 7, 7, Across, "cAT"), ["wild-for-own-letter"]);
    table.play(0, 7, 7, Across, "sAT");
    let rules = table.game.rules().clone();
    let mut again = Table::new(rules, 2, "?CATDOG");
    again.play(0, 6, 7, Across, "Cc");
}

#[test]
fn square_programs_of_equal_and_rising_priority_run_in_order() {
    let layout = BoardLayout::Program { source: "_result_ := 0".into(), unbounded: true };
    let step = |priority, text: &str| (priority, text.to_owned());
    let steps = vec![
        step(0, "_result_ := _acc_ + pointValue(_pos_)"),
        step(1, "_result_ := _acc_ + wordLength"),
        step(2, "if (isVowel(charValue(_pos_))) then { _result_ := _acc_ * 2 } else { _result_ := _acc_ }"),
    ];
    let squares = vec![SquareDraft { id: 0, name: "odd".into(), effect: SquareEffect::Steps(steps) }];
    let board = Board::try_from(BoardDraft {
        title: "odd".into(),
        start: Coord::new(0, 0),
        layout,
        squares,
        used: 0,
        print: None,
        dialect: Dialect::Left,
        seed: None,
    })
    .unwrap();
    assert!(!board.is_plain());
    let mut table = Table::new(rules_with(|draft| draft.board = board), 2, "CATDOGSAEIORST");
    // 3 + 1 + 1 = 5, then + 3 for each of three letters = 14, then × 2 for the A = 28.
    check(28, &[("CAT", 28)], &table.play(0, 0, 0, Across, "CAT"));
}

#[test]
fn a_failing_square_is_reported_and_changes_nothing() {
    let layout = BoardLayout::Program { source: "_result_ := 0".into(), unbounded: true };
    let loops = "while (pointValue(_pos_) > 0) do { _result_ := _result_ + 1 }".to_owned();
    let squares =
        vec![SquareDraft { id: 0, name: "loop".into(), effect: SquareEffect::Steps(vec![(0, loops)]) }];
    let draft = BoardDraft {
        title: "loop".into(),
        start: Coord::new(0, 0),
        layout,
        squares,
        used: 0,
        print: None,
        dialect: Dialect::Left,
        seed: None,
    };
    let rules = rules_with(|rules| rules.board = Board::try_from(draft).unwrap());
    let mut table = Table::new(rules, 2, "CATDOGS");
    assert_eq!(table.play_refused(0, 0, 0, Across, "CAT"), ["square-failed"]);
}
