//! Figures that the games' own descriptions give.

mod support;

use presets::{DataKind, Library, Source};
use quixotry_rules::Axis::{Across, Down};
use quixotry_rules::*;
use support::*;

/// What HELLO scores over these squares, ids as in `support::squares`.
fn hello_over(ids: [i32; 5]) -> Points {
    let window = Rect::between(Coord::new(0, 0), Coord::new(4, 0));
    let board = board(BoardLayout::Cells { window, ids: ids.map(Some).to_vec() }, Coord::new(0, 0));
    let rules = rules_with(|draft| draft.board = board);
    let position = Position::new(rules.clone());
    let placement = place(&rules, &position.grid, 0, 0, Across, "HELLO");
    position.judge(&placement, None).unwrap().score()
}

#[test]
fn the_itu_assignments_hello_scores() {
    let [single, double_letter, triple_letter, double_word, triple_word] = [0, 1, 2, 3, 4];
    assert_eq!(hello_over([double_letter, single, triple_letter, single, double_word]), 28);
    assert_eq!(hello_over([double_letter, double_word, triple_letter, triple_word, double_word]), 168);
}

/// SkraBBKle with a blank of 5 points, as its rules say, or with the values its printed example was made with.
fn skrabbkle(example: bool) -> Ruleset {
    let library = Library::shipped();
    let mut draft = library.rules("skrabbkle").unwrap().draft();
    if example {
        let text = library.source(DataKind::Tiles, "skrabbkle-2022").unwrap();
        draft.tiles = library.tiles_from(&text).unwrap().set.clone();
    }
    Ruleset::try_from(draft).unwrap()
}

#[test]
fn skrabbkles_example_game_replays_with_its_scores() {
    let turns = [
        (7, 5, Down, "DINT", 7, 7),
        (6, 7, Across, "UPItIED", 91, 95),
        (8, 5, Across, "ANCE", 14, 14),
        (13, 1, Down, "GURNaR", 24, 28),
        (11, 3, Across, "DAE", 10, 10),
        (8, 0, Down, "STELL", 21, 21),
        (10, 4, Down, "SO", 8, 10),
        (2, 0, Across, "POGOER", 12, 12),
    ];
    let words = lexicon("DINT UNPITIED DANCE GURNARD DARE STELLA SCOT POGOERS");
    for example in [true, false] {
        let mut position = Position::new(skrabbkle(example));
        for (x, y, axis, tiles, old, new) in turns {
            let placement = place(&position.rules, &position.grid, x, y, axis, tiles);
            let play = position.judge(&placement, Some(&*words)).unwrap_or_else(|r| panic!("{tiles}: {r}"));
            assert_eq!(play.score(), if example { old } else { new }, "{tiles}");
            for laid in play.tiles() {
                position.grid.put(laid.at, BoardTile { tile: laid.tile, face: laid.face });
            }
            if tiles == "UPItIED" {
                refused(&position, 8, 5, Down, "ANCE", "cross-word");
            }
            if tiles == "STELL" {
                refused(&position, 9, 4, Down, "O", "cross-word");
                refused(&position, 9, 4, Across, "O", "cross-word");
            }
        }
    }
}

fn refused(position: &Position, x: i32, y: i32, axis: Axis, tiles: &str, code: &str) {
    let placement = place(&position.rules, &position.grid, x, y, axis, tiles);
    let refusal = position.judge(&placement, Some(presets::english())).unwrap_err();
    assert!(refusal.reasons().iter().any(|reason| reason.code() == code), "{tiles}: {refusal}");
}

#[test]
fn the_haskell_chapters_first_turns() {
    let rules = Library::shipped().rules("haskell").unwrap();
    let mut table = Table::new(rules, 2, "EIOAPCVVZYTE?H");
    table.play(0, 7, 7, Across, "PIE");
    assert_eq!(table.score(0), 10);
    table.play(1, 7, 8, Down, "ET");
    assert_eq!(table.score(1), 5);
    table.pass(0);
    let events = table.pass(1);
    assert_eq!(ended(&events).map(|(cause, _)| cause), Some(EndCause::Passes), "two passes end it");
}

#[test]
fn a_users_file_changes_one_number() {
    let source = Source::from_text("mine", "inherit = 'standard'\nrack = 9\nbonus = { 7 = 50, 9 = 80 }");
    let rules = Library::shipped().rules_from(&source).unwrap();
    assert_eq!([rules.bonus_for(6), rules.bonus_for(8), rules.bonus_for(9)], [0, 50, 80]);
}

#[test]
fn rules_made_in_code_begin_as_the_standard_file() {
    let standard = Library::shipped().rules("standard").unwrap();
    let made = RulesetDraft::new("standard", standard.board.clone(), standard.tiles.clone());
    let made = Ruleset::try_from(made).unwrap();
    assert_eq!(presets::parameters(&made), presets::parameters(&standard));
}
