use super::*;
use crate::testing::{classic, endless_board, legal_plays, many_rules, odd, rules_with, wishes};
use proptest::prelude::*;
use rules::Ruleset;

/// DINT down at h6.
fn dint(rules: &Ruleset) -> Grid {
    let mut grid = rules::empty_grid(&rules.board);
    let context = PlayContext { rules, grid: &grid, rack: None };
    let Turn::Place(placement) = parse("H6 DINT", context).unwrap() else { panic!("a placement") };
    placement.tiles.iter().for_each(|laid| _ = grid.put(laid.at, tiletext::board_tile(laid)));
    grid
}

fn check(style: PlayNotation, text: &str, expect: &str) {
    let rules = classic();
    let grid = dint(&rules);
    let context = PlayContext { rules: &rules, grid: &grid, rack: None };
    match parse_as(style, text, context) {
        Ok(turn) => assert_eq!(print(&turn, context, PlaythroughStyle::Parentheses), expect, "{text}"),
        Err(error) => assert_eq!(error.to_string(), expect, "{text}"),
    }
}

#[test]
fn play_through_may_be_a_dot_a_letter_or_a_letter_in_parentheses() {
    for text in [
        "6G A.A",
        "6g ADA",
        "6G A(D)A",
        "A(D)A 6G",
        "6G.ADA",
        "6G.A.A",
        " ada 6g ".replace("ada", "AdA").as_str(),
    ] {
        check(PlayNotation::Standard, text, "6G A(D)A");
    }
    check(PlayNotation::Standard, "H5 q(DINT)s", "H5 q(DINT)s");
    check(PlayNotation::Standard, "H6 ....S", "H6 (DINT)S");
    check(PlayNotation::Standard, "H10 S", "H6 (DINT)S");
    check(PlayNotation::Standard, "10H Sa", "10H Sa");
}

#[test]
fn passes_and_exchanges() {
    check(PlayNotation::Standard, "pass", "pass");
    check(PlayNotation::Standard, "-", "pass");
    for text in ["-AB?", "ex AB?", "ex.AB?", "exchange AB?", "exch AB?"] {
        check(PlayNotation::Standard, text, "-AB?");
    }
    check(PlayNotation::Standard, "-3", "-3");
    check(PlayNotation::Standard, "ex 3", "-3");
    check(
        PlayNotation::Standard,
        "-0",
        "\"0\" is not a play: write the tiles to exchange, or how many they are",
    );
    check(PlayNotation::Standard, "-A1", "\"1\" at character 2 is not a tile of the set \"english\"");
}

#[test]
fn errors_are_reported_with_their_place() {
    check(PlayNotation::Standard, "", "the play is empty; write a coordinate and a word, such as 8H WORD");
    check(PlayNotation::Standard, "6G AXA", "\"AXA\" has X at H6, but the board has D there");
    check(PlayNotation::Standard, "6G A.A.", "\"A.A.\" runs through a tile at J6, but there is no tile");
    check(PlayNotation::Standard, "6G (A)DA", "\"(A)DA\" runs through a tile at G6, but there is no tile");
    check(PlayNotation::Standard, "6G A(DA", "\"A(DA\" runs through a tile at I6, but there is no tile");
    check(PlayNotation::Standard, "6G A(D", "the parentheses of \"A(D\" do not match");
    check(PlayNotation::Standard, "6H D", "\"D\" lays no tile");
    check(PlayNotation::Standard, "6N XYZ", "\"XYZ\" leaves the board: there is no square at P6");
    check(
        PlayNotation::Standard,
        "5G A?",
        "character 2 of \"A?\": write the letter that the blank stands for, in lower case, instead of \"?\"",
    );
}

#[test]
fn skrabbkle_writes_only_the_tiles_laid() {
    check(PlayNotation::SkraBBKle, "UPItIED,8g", "8G U(N)PItIED");
    check(PlayNotation::SkraBBKle, "S,h10", "H6 (DINT)S");
    check(PlayNotation::SkraBBKle, ",", "pass");
    check(PlayNotation::SkraBBKle, "S,h6", "the first tile cannot be laid at H6: the tile D is there");
    let form = "is not a play: write tiles, a comma and the first square (HI,f4 goes down, HI,4f across), or `,` to pass";
    for text in ["ANCE,i6,,,,,,,", "ANCE", "", ",i6", "8G"] {
        check(PlayNotation::SkraBBKle, text, &format!("{text:?} {form}"));
    }
    check(PlayNotation::SkraBBKle, "ANCE, i6", "I6 ANCE");
    check(PlayNotation::SkraBBKle2022, "AA,g6,r", "6G A(D)A");
    check(PlayNotation::SkraBBKle2022, "S,h10,d", "H6 (DINT)S");
    check(PlayNotation::SkraBBKle2022, ",,", "pass");
    assert!(matches!(
        parse_as(PlayNotation::SkraBBKle2022, "AA,6g,r", PlayContext::of(&Position::new(classic()))),
        Err(PlayError::Form { .. })
    ));
}

#[test]
fn the_haskell_game_counts_rows_and_columns_from_0() {
    check(PlayNotation::RowColumn, "ADA 5 6 H", "6G A(D)A");
    check(PlayNotation::RowColumn, "ADA (5,6) h", "6G A(D)A");
    check(PlayNotation::RowColumn, "DINTS: (5,7) VT", "H6 (DINT)S");
    check(PlayNotation::RowColumn, ":PASS", "pass");
    check(
        PlayNotation::RowColumn,
        "ADA 99 6 H",
        "\"ADA\" leaves the board: there is no square at row 99, column 6",
    );
    check(
        PlayNotation::RowColumn,
        "AD_ 5 6 H",
        "character 3 of \"AD_\": write the letter that the blank stands for, in lower case, instead of \"_\"",
    );
}

#[test]
fn the_itu_game_lists_tiles() {
    check(PlayNotation::TileList, "6 5 1A1 8 5 1A1", "6G A(D)A");
    check(PlayNotation::TileList, "8 5 0A0 6 5 1A1", "6G A(D)a");
    let form = "is not a play: write x, y and the tile for each tile: 0 0 4D2 0 1 0O0";
    for text in ["", "0 0", "0 0 4D", "0 0 D2", "0 0 999D2", "x 0 4D2", "0 0 4é2", "0 0 42", "+1 0 4D2"] {
        check(PlayNotation::TileList, text, &format!("{text:?} {form}"));
    }
}

#[test]
fn boards_without_edges_have_signed_coordinates() {
    let rules = rules_with(endless_board(), odd());
    let position = Position::new(rules);
    let context = PlayContext::of(&position);
    for text in ["-3,5> CHAL", "-3,5 across [CH]AL", "CHAL -3,5>", "-3,5>.CHAL"] {
        let turn = parse(text, context).unwrap();
        assert_eq!(print(&turn, context, PlaythroughStyle::Dots), "-3,5> CHAL", "{text}");
    }
    assert_eq!(
        print(&parse("0,0v [C][H]", context).unwrap(), context, PlaythroughStyle::Dots),
        "0,0v [C][H]"
    );
    assert!(matches!(parse("8H CHAL", context), Err(PlayError::Coord(CoordError::NoEdges { .. }))));
}

#[test]
fn the_rack_decides_between_tiles_that_look_alike() {
    let rules = rules_with(endless_board(), odd());
    let grid = Grid::new();
    let dear = rules.tiles.parse_tiles("{B5}{AE}").unwrap();
    let text = |text, rack| {
        let context = PlayContext { rules: &rules, grid: &grid, rack };
        match parse(text, context).unwrap() {
            Turn::Place(placement) => {
                rules.tiles.print_tile_list(placement.tiles.iter().map(|laid| laid.tile))
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(text("0,0> Ba", Some(&dear)), "{B5}{AE}");
    assert_eq!(text("0,0> Bae", None), "{B3}??");
    assert_eq!(text("0,0> B{B5}a{AE}e{?}", None), "{B5}{AE}?");
    assert_eq!(text("0,0> BB", Some(&dear)), "{B5}{B3}");
}

proptest! {
    #[test]
    fn printed_plays_are_read_back(wishes in wishes(), which in 0usize..4, racked: bool) {
        let rules = &many_rules()[which];
        for (grid, play) in legal_plays(rules, &wishes) {
            let rack = play.placement().rack_tiles();
            let context = PlayContext { rules, grid: &grid, rack: racked.then_some(&rack) };
            for through in [PlaythroughStyle::Dots, PlaythroughStyle::Letters, PlaythroughStyle::Parentheses] {
                let text = print_play(&play, context, through);
                let Turn::Place(read) = parse(&text, context).unwrap() else { panic!("{text}") };
                prop_assert_eq!(read.tiles, play.tiles(), "{}", text);
            }
            for style in PlayNotation::ALL {
                if rules.board.window().is_none() && matches!(style, PlayNotation::SkraBBKle | PlayNotation::SkraBBKle2022) {
                    continue;
                }
                let text = print_as(style, &Turn::Place(play.placement()), context);
                let Turn::Place(read) = parse_as(style, &text, context).unwrap() else { panic!("{text}") };
                prop_assert_eq!(read.tiles, play.tiles(), "{}", text);
            }
        }
    }

    #[test]
    fn printed_exchanges_are_read_back(ids in prop::collection::vec((0u8..12).prop_map(TileId), 1..8)) {
        let position = Position::new(rules_with(endless_board(), odd()));
        let context = PlayContext::of(&position);
        let turn = Turn::Exchange(ids);
        let text = print(&turn, context, PlaythroughStyle::Dots);
        prop_assert_eq!(parse(&text, context).unwrap(), turn);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>(), likely in "[-0-9A-Ha-h.,()\\[\\]{}? ·_:>v]{0,16}", which in 0usize..4) {
        let position = Position::new(many_rules()[which].clone());
        for style in PlayNotation::ALL {
            let _ = (parse_as(style, &text, PlayContext::of(&position)), parse_as(style, &likely, PlayContext::of(&position)));
        }
    }
}

#[test]
fn every_notation_is_known_by_its_form() {
    let cases = [
        ("8H WORD", PlayNotation::Standard),
        ("h8 word", PlayNotation::Standard),
        ("8H.WORD", PlayNotation::Standard),
        ("WORD 8H", PlayNotation::Standard),
        ("-3,5> WORD", PlayNotation::Standard),
        ("-3,-5v W..D", PlayNotation::Standard),
        ("pass", PlayNotation::Standard),
        ("-ABC", PlayNotation::Standard),
        ("", PlayNotation::Standard),
        ("WORD,f4", PlayNotation::SkraBBKle),
        ("WORD, f4", PlayNotation::SkraBBKle),
        ("WORD,4f", PlayNotation::SkraBBKle),
        (",", PlayNotation::SkraBBKle),
        ("WORD,f4,,,,,,", PlayNotation::SkraBBKle),
        ("WORD,f4,r", PlayNotation::SkraBBKle2022),
        ("WORD, f4, r", PlayNotation::SkraBBKle2022),
        (",,", PlayNotation::SkraBBKle2022),
        ("PIE 7 7 H", PlayNotation::RowColumn),
        ("PIE (7,7) V", PlayNotation::RowColumn),
        ("PIE: (7,7) HZ", PlayNotation::RowColumn),
        ("0 0 4D2 0 1 0O0", PlayNotation::TileList),
        ("-1 0 4D2", PlayNotation::TileList),
    ];
    for (text, style) in cases {
        assert_eq!(PlayNotation::detect(text), style, "{text}");
    }
}
