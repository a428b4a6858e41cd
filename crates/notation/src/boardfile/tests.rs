use super::*;
use proptest::prelude::*;

fn classic(size: usize, first: &str) -> String {
    let rest = format!("{}\n", ".".repeat(size)).repeat(size - 1);
    format!("{size}\n{first}\n{rest}")
}

fn check_faults(text: &str, expect: &[&str]) {
    let faults = parse("test", text).unwrap_err();
    let shown: Vec<String> = faults.0.iter().map(ToString::to_string).collect();
    assert_eq!(shown, expect, "{text:?}");
}

const SQUARES: &str = "a square: `.`, `(n)` for a letter factor or `{n}` for a word factor, n from -9 to 99";

#[test]
fn a_board_of_the_classic_edition() {
    let draft = parse("test", &classic(12, "{12}(-4)..........")).unwrap();
    assert_eq!(draft.start, Coord::new(5, 5));
    let board = Board::try_from(draft).unwrap();
    let at = |x| board.square(Coord::new(x, 0)).unwrap();
    assert_eq!((at(0).name(), at(1).name(), at(2).name()), ("word ×12", "letter ×-4", "plain"));
    assert_eq!(at(1).factors().map(|factors| factors.letter), Some(-4));
    assert_eq!(board.window().map(Rect::width), Some(12));
}

#[test]
fn known_factors_have_known_ids() {
    let draft = parse("test", &classic(12, "{3}{2}(3)(2).(7)(4){4}....")).unwrap();
    let BoardLayout::Cells { ids, .. } = draft.layout else { panic!("cells") };
    let first: Vec<SquareId> = ids[..8].iter().map(|id| id.unwrap()).collect();
    assert_eq!(first, [4, 3, 2, 1, 0, 7, 5, 6]);
}

#[test]
fn a_board_of_2026_says_its_start() {
    let text = format!("16\n14\nd7\n[3]<-3>[1]<1>............\n{}", "................\n".repeat(13));
    assert_eq!(edition(&text), BoardFileEdition::Of2026);
    let draft = parse("test", &text).unwrap();
    assert_eq!(draft.start, Coord::new(3, 6));
    let board = Board::try_from(draft).unwrap();
    assert_eq!(print(&board, BoardFileEdition::Of2026).unwrap(), text);
    assert_eq!(
        print(&board, BoardFileEdition::Classic),
        Err(BoardFilePrintError::NotSquare { columns: 16, rows: 14 })
    );
}

#[test]
fn line_ends_of_both_kinds_and_a_missing_last_one_are_fine() {
    let text = classic(11, "(2)..........");
    let expect = Board::try_from(parse("test", &text).unwrap()).unwrap();
    for other in [text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
        let board = Board::try_from(parse("test", &other).unwrap()).unwrap();
        assert_eq!(print(&board, BoardFileEdition::Classic), print(&expect, BoardFileEdition::Classic));
    }
}

#[test]
fn the_size_must_be_a_number_in_range() {
    let expect = |found: &str| {
        format!("line 1, column 1: found {found}, expected the size of the board, a number from 11 to 26")
    };
    check_faults("", &[&expect("nothing")]);
    check_faults("13asdsa\n", &[&expect("\"13asdsa\"")]);
    check_faults("30\n", &[&expect("\"30\"")]);
    check_faults("+15\n", &[&expect("\"+15\"")]);
    check_faults("015\n", &[&expect("\"015\"")]);
    check_faults(" 15\n", &[&expect("\" 15\"")]);
    check_faults("\u{feff}15\n", &[&expect("\"\\u{feff}15\"")]);
    assert!(parse_sized("test", &classic(11, "..........."), 12..=26).is_err());
    assert!(parse_sized("test", &classic(5, "....."), 5..=26).is_ok());
}

#[test]
fn every_bad_square_is_named_with_its_place() {
    for bad in ["{100}", "(-a)", "(+3)", "(007)", "( 3)", "()", "(-0)", "{-10}"] {
        let text = classic(11, &format!("..{bad}........"));
        check_faults(&text, &[&format!("line 2, column 3: found {bad:?}, expected {SQUARES}")]);
    }
    check_faults(
        &classic(11, "x.........é"),
        &[
            &format!("line 2, column 1: found \"x\", expected {SQUARES}"),
            &format!("line 2, column 11: found \"é\", expected {SQUARES}"),
        ],
    );
    check_faults(
        &classic(11, "..(3......."),
        &["line 2, column 3: found \"(3.......\", expected the factor to be closed by `)`"],
    );
    check_faults(
        &classic(11, ".......... "),
        &[&format!("line 2, column 11: found \" \", expected {SQUARES}")],
    );
}

#[test]
fn rows_and_columns_are_counted() {
    check_faults(
        &classic(11, "............"),
        &["line 2, column 12: found \".\", expected the end of the row after 11 squares"],
    );
    check_faults(
        &classic(11, "(12)........."),
        &["line 2, column 14: found the end of the row after 10 squares, expected 11 squares"],
    );
    check_faults(
        "11\n...........\n",
        &["line 3, column 1: found the end of the file after 1 rows, expected 11 rows"],
    );
    check_faults(
        &format!("{}\n", classic(11, "...........")),
        &["line 13, column 1: found nothing, expected the end of the file after 11 rows"],
    );
}

#[test]
fn the_head_of_2026_is_checked() {
    check_faults(
        "6\n9\nd7\n",
        &[
            "line 1, column 1: found \"6\", expected the number of columns, a number from 7 to 26",
            "line 2, column 1: found \"9\", expected the number of rows, a number from 10 to 99",
        ],
    );
    check_faults(
        "10\n10\n7d\n",
        &[
            "line 2, column 1: found 10 × 10 = 100 squares, expected at least 192 squares",
            "line 3, column 1: found \"7d\", expected the start square, column and row from a1 to j10",
        ],
    );
}

#[test]
fn many_faults_are_cut_short() {
    let text = format!("26\n{}", "x\n".repeat(26));
    let message = parse("test", &text).unwrap_err().to_string();
    assert!(message.ends_with("and 6 more"), "{message}");
}

#[test]
fn what_a_file_cannot_say_is_refused() {
    let picture = |rows: &str, start| {
        let draft = crate::picture::parse("test", rows, start, &Default::default()).unwrap();
        print(&Board::try_from(draft).unwrap(), BoardFileEdition::Classic).unwrap_err()
    };
    assert_eq!(picture("...\n.#.\n...", "1A"), BoardFilePrintError::StartNotInMiddle(Coord::new(0, 0)));
    assert_eq!(picture("..\n.#", "1A"), BoardFilePrintError::Hole(Coord::new(1, 1)));
}

fn square() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(".".to_owned()),
        1 => (-9..=99i32).prop_map(|n| format!("({n})")),
        1 => (-9..=99i32).prop_map(|n| format!("{{{n}}}")),
    ]
}

proptest! {
    #[test]
    fn printed_files_are_the_files_that_were_read(
        text in (11usize..=26).prop_flat_map(|size| {
            let row = prop::collection::vec(square(), size).prop_map(|row| row.concat() + "\n");
            prop::collection::vec(row, size).prop_map(move |rows| format!("{size}\n{}", rows.concat()))
        })
    ) {
        let board = Board::try_from(parse("test", &text).unwrap()).unwrap();
        prop_assert_eq!(print(&board, BoardFileEdition::Classic).unwrap(), text);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>(), rows in "[0-9]{1,2}\n([.(){}<>0-9x-]{0,20}\n){0,14}") {
        let _ = (parse("test", &text), parse("test", &rows));
    }
}
