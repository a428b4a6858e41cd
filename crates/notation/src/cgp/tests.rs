use super::*;
use crate::testing::{classic, endless_board, english, legal_plays, many_rules, odd, rules_with, wishes};
use proptest::prelude::*;

const FULL: &str = "15/15/15/15/15/15/4W10/3MILIA3HONG/4C1DIVINER2/4K10/4E10/3AT10/BREWS10/3A11/TODY11 \
                    ?DELQRT/AAEGHNO 86/178 0";

fn check(text: &str) {
    let cgp = parse(text, &classic()).unwrap();
    assert_eq!(print(&cgp), text);
}

fn fault(text: &str) -> String {
    parse(text, &classic()).unwrap_err().to_string()
}

fn empty(rest: &str) -> String {
    format!("{} {rest}", vec!["15"; 15].join("/"))
}

#[test]
fn positions_are_written_as_they_were_read() {
    check(FULL);
    check(&empty("AELNOQT/ 0/0 0 lex NWL18; lm -2;"));
    check(&empty("// 474/-495/0 3"));
    check(&empty("III/ 474/495 3 lex CSW21; ld english; tmr 1357230/-1000;"));
    check(&empty(" 0 0"));
    check(&empty(
        "/ 0/0 0 bb 50; bdn CrosswordGame; cr 5pt; etl 7; gid a b; mcnz 6; oru; ti 1000; to 60000; \
         var classic; lm phony.8H.WORD; lm ex.AB; lm pass; lm n8.TILES; new thing 1 2;",
    ));
}

#[test]
fn lower_case_is_a_wild_tile() {
    let text = FULL.replacen("3MILIA3HONG", "3mILIA3HONG", 1);
    let cgp = parse(&text, &classic()).unwrap();
    let placed = cgp.position.grid.get(Coord::new(3, 7)).unwrap();
    assert_eq!((placed.tile, placed.face.points), (tiles::TileId(0), 0));
    check(&text);
}

#[test]
fn spaces_and_the_last_semicolon_do_not_matter_in_options() {
    let cgp = parse(&empty("/ 0/0 0  lex  X ;lm pass"), &classic()).unwrap();
    assert_eq!(print(&cgp), empty("/ 0/0 0 lex X; lm pass;"));
}

#[test]
fn faults_are_named_with_field_and_column() {
    assert_eq!(
        fault(&empty("/")),
        "scores, column 47: it is missing; a position is `board racks scores zeros`, separated by one space each"
    );
    assert_eq!(fault("15/15 / 0/0 0"), "board, column 1: it has 2 rows, but the board has 15");
    assert_eq!(
        fault(&FULL.replacen("4W10", "4W11", 1)),
        "board, column 19: row 7 has 16 squares, but should have 15"
    );
    assert_eq!(
        fault(&FULL.replacen("4W10", "4é10", 1)),
        "board, column 20: \"é\" is not a letter of these tiles"
    );
    assert_eq!(
        fault(&FULL.replacen("4W10", "04W10", 1)),
        "board, column 19: \"04\" is not a number of empty squares"
    );
    assert_eq!(
        fault(&FULL.replacen("4W10", "4?10", 1)),
        "board, column 20: write the letter that the blank stands for, in lower case, instead of \"?\""
    );
    assert_eq!(
        fault(&empty("AB1/ 0/0 0")),
        "racks, column 46: \"1\" at character 3 is not a tile of the set \"english\""
    );
    assert_eq!(
        fault(&empty("AAAAAAAA/ 0/0 0")),
        "racks, column 46: the rack AAAAAAAA has 8 tiles, but a full rack has 7"
    );
    assert_eq!(fault(&empty("/ 0 0")), "scores, column 48: there are 1 scores, but 2 racks");
    assert_eq!(
        fault(&empty("//////// 0/0/0/0/0/0/0/0/0 0")),
        "racks, column 46: there are 9 players, but at most 8 can play"
    );
    assert_eq!(fault(&empty("/ 0/x 0")), "scores, column 50: \"x\" is not a whole number");
    assert_eq!(fault(&empty("/ 0/0 -1")), "scoreless turns, column 52: \"-1\" is not a whole number");
    assert_eq!(
        fault(&empty("/ 0/0 0 lex X; tmr x;")),
        "options, column 61: the option tmr cannot be \"x\": it is milliseconds, separated by /"
    );
    assert_eq!(
        fault(&empty("ZZ/ 0/0 0")),
        "board, column 1: board and racks have 2 tiles Z, but the set has 1"
    );
}

#[test]
fn a_hole_counts_as_an_empty_square() {
    let rules = &many_rules()[3];
    let text = "7/7/7/2ABA2/7/7/7 / 0/0 0";
    assert_eq!(print(&parse(text, rules).unwrap()), text);
    let error = parse("7/7/1ABA3/7/7/7/7 / 0/0 0", rules).unwrap_err();
    assert_eq!(error.to_string(), "board, column 1: there is no square at (2, 2)");
}

#[test]
fn a_board_without_edges_says_where_its_rows_lie() {
    let rules = rules_with(endless_board(), english());
    let text = "CAT1/2O1/2NO / 0/0 0 org -2,-1; lex X;";
    let cgp = parse(text, &rules).unwrap();
    assert!(cgp.position.grid.has(Coord::new(1, 1)));
    assert_eq!(print(&cgp), text);
    assert_eq!(parse("CAT / 0/0 0", &rules).unwrap_err().reason, CgpErrorKind::NoOrigin);
    let far = parse("CAT / 0/0 0 org 2147483647,0;", &rules);
    assert!(matches!(far.unwrap_err().reason, CgpErrorKind::Grid(_)));
    assert_eq!(
        parse(&empty("/ 0/0 0 org 0,0;"), &classic()).unwrap_err().reason,
        CgpErrorKind::NeedlessOrigin
    );
}

#[test]
fn letters_of_several_characters_are_distinguished() {
    let rules = rules_with(crate::testing::classic_board(), odd());
    let row = "3[C][H]CHch{?}L·L7";
    let text = format!("{}/{row}{} A[CH]/ 0/0 0", ["15"; 7].join("/"), "/15".repeat(7));
    let cgp = parse(&text, &rules).unwrap();
    assert_eq!(cgp.position.grid.len(), 5);
    assert_eq!(cgp.position.grid.get(Coord::new(6, 7)).unwrap().face.points, 0);
}

proptest! {
    #[test]
    fn printed_positions_are_read_back(
        wishes in wishes(),
        which in 0usize..4,
        rack in prop::collection::vec(any::<u8>(), 0..6),
        scores in prop::collection::vec(-999..999i32, 1..4),
        scoreless in 0u16..9,
    ) {
        let rules = &many_rules()[which];
        let Some((mut grid, play)) = legal_plays(rules, &wishes).pop() else { return Ok(()) };
        play.tiles().iter().for_each(|laid| _ = grid.put(laid.at, tiletext::board_tile(laid)));
        let mut position = Position { grid, scores, scoreless, ..Position::new(rules.clone()) };
        position.racks = vec![Tiles::new(); position.scores.len()];
        for pick in rack {
            let unseen = position.unseen();
            let tile = unseen.nth(usize::from(pick) % unseen.len().max(1));
            position.racks[0].extend(tile);
        }
        let text = print_position(&position);
        let again = parse(&text, rules).unwrap().position;
        prop_assert_eq!(&again.grid, &position.grid, "{}", text);
        prop_assert_eq!(again.racks, position.racks);
        prop_assert_eq!((again.scores, again.scoreless), (position.scores, position.scoreless));
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>(), likely in "([0-9A-Za-z/]{0,9} ){0,5}[a-z 0-9;,-]{0,9}", which in 0usize..4) {
        let rules = &many_rules()[which];
        let _ = (parse(&text, rules), parse(&likely, rules));
    }
}
