use super::*;
use crate::boardfile::{self, BoardFileEdition};
use crate::plays::{self, Turn};
use crate::testing::{classic, endless_board, english, legal_plays, many_rules, odd, rules_with, wishes};
use proptest::prelude::*;
use rules::{Board, Ruleset, empty_grid};

fn with(rules: &Ruleset, texts: &[&str]) -> Grid {
    let mut grid = empty_grid(&rules.board);
    for text in texts {
        let scene = plays::PlayContext { rules, grid: &grid, rack: None };
        let Turn::Place(placement) = plays::parse(text, scene).unwrap() else { panic!("{text}") };
        placement.tiles.iter().for_each(|laid| _ = grid.put(laid.at, crate::tiletext::board_tile(laid)));
    }
    grid
}

fn small(rows: &str) -> Ruleset {
    let legend = crate::picture::Legend::from([('5', Factors { letter: 2, word: 5 })]);
    let draft = crate::picture::parse("Small & <odd>", rows, "2B", &legend).unwrap();
    rules_with(Board::try_from(draft).unwrap(), english())
}

#[test]
fn the_classic_drawing() {
    let rules = classic();
    let grid = with(&rules, &["8G RATs", "I7 A.ES"]);
    insta::assert_snapshot!(draw(BoardScene::new(&rules, &grid), DrawingStyle::Classic, Colour::None));
}

#[test]
fn the_classic_drawing_in_colour() {
    let rules = small("='.5\n.-.#\n\"..=\n....");
    let grid = with(&rules, &["2A Ab"]);
    let text = draw(BoardScene::new(&rules, &grid), DrawingStyle::Classic, Colour::Ansi);
    insta::assert_snapshot!(text.replace('\x1b', "ESC"));
}

#[test]
fn a_board_without_edges_is_drawn_with_signed_coordinates() {
    let rules = rules_with(endless_board(), odd());
    let grid = with(&rules, &["-1,0> CHAL", "1,-1v B.E"]);
    insta::assert_snapshot!(draw(BoardScene::new(&rules, &grid), DrawingStyle::Classic, Colour::None));
}

#[test]
fn the_itu_drawing() {
    let rules = classic();
    let grid = with(&rules, &["8G RATs"]);
    insta::assert_snapshot!(draw(BoardScene::new(&rules, &grid), DrawingStyle::Itu, Colour::None));
}

#[test]
fn the_skrabbkle_drawing() {
    let text = "11\n{12}(-4)..(3).{2}....\n".to_owned() + &"...........\n".repeat(10);
    let board = Board::try_from(boardfile::parse("test", &text).unwrap()).unwrap();
    let rules = rules_with(board, english());
    let grid = with(&rules, &["F5 QIt"]);
    let scene = BoardScene::new(&rules, &grid);
    let both = [BoardFileEdition::Classic, BoardFileEdition::Of2026]
        .map(|edition| draw(scene, DrawingStyle::SkraBBKle(edition), Colour::None).replace(' ', "·"));
    insta::assert_snapshot!(both.concat());
}

#[test]
fn the_drawing_of_the_haskell_game() {
    let rules = classic();
    let grid = with(&rules, &["8H PIE", "H8 .ET"]);
    let text = draw(BoardScene::new(&rules, &grid), DrawingStyle::RowColumn, Colour::None);
    assert!(text.starts_with(
        "  | 0| 1| 2| 3| 4| 5| 6| 7| 8| 9|10|11|12|13|14|\n------------------------------------------------\n"
    ));
    assert!(
        text.contains("\n 7|3W|  |  |L2|  |  |  | P| I| E|  |L2|  |  |3W|\n 8|  |  |L2|  |  |  |L2| E|L2|")
    );
    assert!(text.contains("\n 1|  |2W|  |  |  |L3|  |  |  |L3|  |  |  |2W|  |\n"));
    assert!(text.ends_with(
        "14|3W|  |  |L2|  |  |  |3W|  |  |  |L2|  |  |3W|\n------------------------------------------------\n"
    ));
}

#[test]
fn the_svg_picture() {
    let rules = small("='.5\n.-.#\n\"..=\n....");
    let grid = with(&rules, &["2A Ab"]);
    insta::assert_snapshot!(svg(BoardScene::new(&rules, &grid)));
}

#[test]
fn a_part_can_be_drawn_and_huge_parts_are_cut_off() {
    let rules = rules_with(endless_board(), odd());
    let grid = Grid::new();
    let part = Rect::between(Coord::new(-2, -1), Coord::new(1, 1));
    let scene = BoardScene::new(&rules, &grid).with_window(part);
    assert_eq!(
        draw(scene, DrawingStyle::Classic, Colour::None),
        "   -2 -1 0  1\n-1 .  .  .  .\n 0 .  .  -  .\n 1 .  .  .  .\n"
    );
    let world = Rect::between(Coord::new(i32::MIN, i32::MIN), Coord::new(i32::MIN + 9, i32::MAX));
    let text = draw(scene.with_window(world), DrawingStyle::Classic, Colour::None);
    assert_eq!(text.lines().count(), MOST_LANES + 1);
    assert!(svg(scene.with_window(part)).contains("quixotry-fade-l"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_board_can_be_drawn_in_every_way(wishes in wishes(), which in 0usize..4) {
        let rules = &many_rules()[which];
        let Some((grid, _)) = legal_plays(rules, &wishes).pop() else { return Ok(()) };
        let scene = BoardScene::new(rules, &grid);
        let rows = scene.window.height();
        let count = |drawing| draw(scene, drawing, Colour::Ansi).lines().count();
        prop_assert_eq!(count(DrawingStyle::Classic), rows + 1);
        prop_assert_eq!(count(DrawingStyle::SkraBBKle(BoardFileEdition::Classic)), rows + 4);
        prop_assert_eq!(count(DrawingStyle::RowColumn), rows + 3);
        let picture = svg(scene);
        prop_assert_eq!(picture.matches("class=\"n\"").count(), grid.len());
    }
}
