//! Refusals and results in the exact words of the games they come from.

mod support;

use quixotry_rules::Axis::{Across, Down};
use quixotry_rules::*;
use support::*;
use tiles::{Face, Letter, TileId};

fn laid(x: i32, y: i32, place: u8, points: i16) -> PlacedTile {
    PlacedTile {
        at: Coord::new(x, y),
        tile: TileId(place),
        face: Face::new(Letter::new(place).unwrap(), points),
    }
}

fn tried(word: &'static str) -> PlayAttempt<'static> {
    PlayAttempt { word, square: "i6", row: 5, column: 7, axis: Across, rack: "[U1], [I1]" }
}

/// The refusal of a play by the first player, or by the second after CAT on 8H.
fn refusal(second: bool, tiles: Vec<PlacedTile>) -> Refusal {
    let mut table = Table::new(rules(), 2, "CATDOGSAEIOUAE").with_words("CAT");
    if second {
        table.play(0, 7, 7, Across, "CAT");
    }
    table.decide(second.into(), &Command::Play(Placement::new(tiles))).unwrap_err()
}

#[test]
fn the_haskell_game_names_the_first_fault_it_finds() {
    let check = |second, tiles: Vec<PlacedTile>, expect: &str| {
        assert_eq!(Texts::Haskell.refusal(&refusal(second, tiles), &tried("DDD")), expect);
    };
    let (c, a, t) = (|x, y| laid(x, y, 3, 3), |x, y| laid(x, y, 1, 1), |x, y| laid(x, y, 20, 1));
    check(false, vec![], "You didn't play any new tiles: DDD: (5,7) HZ");
    check(false, vec![c(5, 7), c(6, 7), c(7, 7)], "Not all tiles in rack or on board: DDD: (5,7) HZ");
    check(false, vec![c(-1, 7), a(0, 7)], "Word not on board");
    check(true, vec![a(0, 0), laid(1, 0, 5, 1)], "Not touching any other tile");
    check(false, vec![c(7, 7)], "Too few letters");
    check(false, vec![c(7, 7), a(8, 8)], "Not in a straight line");
    check(false, vec![c(7, 7), a(9, 7)], "Not in a straight line");
    check(false, vec![c(0, 0), a(1, 0), t(2, 0)], "First move must touch centre square");
    check(false, vec![t(7, 7), a(8, 7), c(9, 7)], "Not in dictionary: TAC");
}

#[test]
fn skrabbkle_tells_the_board_from_the_tiles() {
    let text = |refusal: &Refusal| Texts::SkraBBKle.refusal(refusal, &tried("ANCE"));
    assert_eq!(
        text(&refusal(true, vec![laid(0, 0, 1, 1), laid(1, 0, 5, 1)])),
        "The board does not permit word ANCE at position i6. Please try again."
    );
    assert_eq!(
        text(&refusal(true, vec![laid(7, 8, 26, 10)])),
        "With tiles [U1], [I1] you cannot play word ANCE,i6!"
    );
    assert_eq!(text(&Reason::GameOver.into()), "The game is over.");
}

#[test]
fn the_generic_game_has_its_five_messages() {
    let check = |second, tiles: Vec<PlacedTile>, expect: &str| {
        assert_eq!(Texts::Generic.refusal(&refusal(second, tiles), &tried("X")), expect);
    };
    let (c, a, e) = (|x, y| laid(x, y, 3, 3), |x, y| laid(x, y, 1, 1), |x, y| laid(x, y, 5, 1));
    check(false, vec![c(7, 7), a(8, 8)], "Words should be in either horizontal or vertical direction");
    check(false, vec![c(0, 0), a(1, 0)], "First word should be placed in the center");
    check(false, vec![c(7, 7), a(9, 7)], "Letters should be consecutively placed");
    check(true, vec![a(0, 0), e(1, 0)], "Word played must be connected to at least one other word");
    check(true, vec![a(7, 8), e(8, 8)], "Incorrect word(s): AE, CA, AE");
}

#[test]
fn the_cornell_game_has_its_messages() {
    let check = |second, tiles: Vec<PlacedTile>, expect: &str| {
        assert_eq!(Texts::Cornell.refusal(&refusal(second, tiles), &tried("X")), expect);
    };
    let (c, a, e) = (|x, y| laid(x, y, 3, 3), |x, y| laid(x, y, 1, 1), |x, y| laid(x, y, 5, 1));
    check(false, vec![c(0, 0), a(1, 0)], "first move must have one tile on star");
    check(false, vec![c(7, 7), a(8, 8)], "tiles must be placed horizontally or vertically");
    check(false, vec![c(7, 7), a(9, 7)], "gap in tiles placed");
    check(true, vec![a(0, 0), e(1, 0)], "cannot place tiles apart from existing ones");
    check(false, vec![c(7, 7)], "cannot place single tile by itself");
    check(true, vec![laid(10, 7, 5, 1)], "illegimate word(s) formed: cate");
    let not_mine = Reason::NotYourTurn { turn: Seat(1) }.into();
    assert_eq!(Texts::Cornell.refusal(&not_mine, &tried("X")), "it's not your turn");
    let bag = Reason::BagTooSmall { wanted: 1, needed: 7, available: 3 }.into();
    assert_eq!(Texts::Cornell.refusal(&bag, &tried("X")), "less than 7 tiles remain in the bag");
}

#[test]
fn results_are_in_the_words_of_each_game() {
    let check = |texts: Texts, one: &str, tie: &str| {
        assert_eq!(texts.result(&["Ann"]), one);
        assert_eq!(texts.result(&["Ann", "Bob"]), tie);
    };
    check(Texts::Standard, "Ann wins!", "Ann and Bob win!");
    check(Texts::Cornell, "Ann wins!", "Ann and Bob win!");
    check(Texts::Generic, "Ann wins", "It is a tie");
    check(Texts::Haskell, "Congratulations Ann", "It's a draw!");
    assert_eq!(Texts::SkraBBKle.result(&["human"]), "The human player wins!");
    assert_eq!(Texts::SkraBBKle.result(&["human", "computer"]), "It's a draw!");
    assert_eq!(Texts::Standard.result(&[]), "Nobody wins.");
}

#[test]
fn the_direction_is_written_as_in_the_haskell_game() {
    let down = PlayAttempt { axis: Down, ..tried("CAT") };
    let text = Texts::Haskell.refusal(&Reason::EmptyPlay.into(), &down);
    assert_eq!(text, "You didn't play any new tiles: CAT: (5,7) VT");
}

#[test]
fn a_refused_exchange_talks_of_no_word() {
    let text = |texts, reason: Reason| {
        let rules = rules_with(|draft| draft.texts = texts);
        let command = Command::Exchange(vec![TileId(1), TileId(2)]);
        rules.explain_refusal(&reason.into(), &command, &tiles::Tiles::new())
    };
    let missing = || {
        let mut table = Table::new(rules(), 2, "CATDOGSAEIOUAE");
        table.decide(0, &Command::Exchange(vec![TileId(26), TileId(25)])).unwrap_err().reasons()[0].clone()
    };
    for texts in [Texts::Generic, Texts::Haskell, Texts::SkraBBKle, Texts::Cornell] {
        let said = text(texts, missing());
        assert_eq!(said, missing().message(&rules().board), "{texts:?}");
    }
    let bag = Reason::BagTooSmall { wanted: 2, needed: 7, available: 3 };
    assert_eq!(text(Texts::Cornell, bag), "less than 7 tiles remain in the bag");
    let count = Reason::ExchangeCount { wanted: 2, fewest: 1, most: 1 };
    assert_eq!(text(Texts::Generic, count), "Select a tile in the rack to swap");
}

#[test]
fn a_refused_play_is_explained_in_the_words_that_the_rules_select() {
    let check = |texts, expect: &str| {
        let rules = rules_with(|draft| draft.texts = texts);
        let mut table = Table::new(rules.clone(), 2, "CATDOGSAEIOUAE").with_words("CAT");
        let command = Command::Play(place(&rules, &Grid::new(), 7, 7, Down, "TAC"));
        let refusal = table.decide(0, &command).unwrap_err();
        let rack = table.game.seats()[0].rack.clone();
        assert_eq!(rules.explain_refusal(&refusal, &command, &rack), expect);
    };
    check(Texts::Standard, "TAC is not in the word list.");
    check(Texts::Generic, "Incorrect word(s): TAC");
    check(Texts::Haskell, "Not in dictionary: TAC");
    check(Texts::SkraBBKle, "The board does not permit word TAC at position h8. Please try again.");
    check(Texts::Cornell, "illegimate word(s) formed: tac");
}
