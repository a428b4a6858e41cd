//! Nothing that a player sends makes the rules work without bounds: work is counted in steps, not in time.

mod support;

use quixotry_rules::*;
use support::*;
use tiles::TileId;

/// A play of this many tiles in one row.
fn row_of(tiles: usize) -> Placement {
    place(&rules(), &Grid::new(), 0, 7, Axis::Across, &"A".repeat(tiles))
}

#[test]
fn a_play_of_more_tiles_than_a_rack_is_no_move_whatever_bad_plays_cost() {
    for failed_play in [FailedPlay::Retry, FailedPlay::TurnLost] {
        let mut table = Table::new(rules_with(|draft| draft.failed_play = failed_play), 2, "");
        let too_many = Reason::TooManyTiles { tiles: 8, most: 7 };
        for command in [Command::Play(row_of(8)), Command::Exchange(vec![TileId(1); 8])] {
            let refusal = table.decide(0, &command).unwrap_err();
            assert_eq!(refusal.reasons(), std::slice::from_ref(&too_many), "{command:?}");
        }
        let judged = table.decide(0, &Command::Play(row_of(7)));
        assert_ne!(judged.map_err(|refusal| refusal.reasons().to_vec()), Err(vec![too_many]));
    }
}

/// A row of squares whose program takes `steps` steps or a few more.
fn costly_row(steps: u32) -> Board {
    let program = format!(
        "declare i; while (i < {}) do {{ i := i + 1 }}; _result_ := pointValue(_pos_) + _acc_",
        steps / 8
    );
    let effect = SquareEffect::Steps(vec![(0, program)]);
    Board::try_from(BoardDraft {
        title: "costly".to_owned(),
        start: Coord::new(0, 7),
        layout: BoardLayout::Cells {
            window: Rect::between(Coord::new(0, 7), Coord::new(14, 7)),
            ids: vec![Some(0); 15],
        },
        squares: vec![SquareDraft { id: 0, name: "slow".to_owned(), effect }],
        used: 0,
        print: None,
        dialect: Dialect::Left,
        seed: None,
    })
    .unwrap()
}

fn judge_row(board: Board, tiles: usize) -> Result<Points, Vec<&'static str>> {
    let rules = rules_with(|draft| draft.board = board);
    let play = judge(&rules, &Grid::new(), TileOwner::ANYBODY, &row_of(tiles), None);
    play.map(|play| play.score()).map_err(|refusal| refusal.reasons().iter().map(Reason::code).collect())
}

#[test]
fn all_programs_under_a_play_share_one_step_budget() {
    // Each run alone is within its budget: the same square counts under two tiles but not under seven.
    let steps = PLAY_STEPS.0 / 5;
    assert!(steps < STEP_BUDGET.0);
    assert_eq!(judge_row(costly_row(steps), 2), Ok(2));
    assert_eq!(judge_row(costly_row(steps), 7), Err(vec!["square-failed"]));
    assert_eq!(judge_row(costly_row(steps / 10), 7), Ok(57));
}

fn load(source: &str, unbounded: bool) -> Result<Board, String> {
    let layout = BoardLayout::Program { source: source.to_owned(), unbounded };
    let (title, start) = ("test".to_owned(), Coord::new(0, 0));
    let (squares, dialect) = (squares(), Dialect::Left);
    let draft = BoardDraft { title, start, layout, squares, used: 0, print: None, dialect, seed: None };
    Board::try_from(draft).map_err(|error| error.to_string())
}

/// A square board with this radius whose program takes about `steps` steps at each place.
fn slow_board(radius: u32, steps: u32) -> String {
    format!(
        "declare i; while (i < {}) do {{ i := i + 1 }}; \
         if (_x_ <= {radius} /\\ _x_ >= -{radius} /\\ _y_ <= {radius} /\\ _y_ >= -{radius}) \
         then {{ _result_ := 0 }} else {{ _result_ := -1 }}",
        steps / 8
    )
}

#[test]
fn a_board_is_laid_out_within_one_step_budget() {
    assert!(load(&slow_board(10, 2_000), false).is_ok());
    assert!(load(&slow_board(40, 2_000), false).is_ok());
    // Twice the steps that all places may take together.
    let error = load(&slow_board(40, LAYOUT_STEPS.0 / 81 / 81 * 2), false).unwrap_err();
    assert!(error.contains("steps in all: make it simpler or the board smaller"), "{error}");
}

#[test]
fn a_place_of_an_unbounded_board_costs_little() {
    assert!(load(&slow_board(1_000, PLACE_STEPS.0 / 2), true).is_ok());
    let error = load(&slow_board(1_000, PLACE_STEPS.0 * 2), true).unwrap_err();
    assert!(error.contains("the board program fails at"), "{error}");
}

/// Sets a text of a draft.
type SetText = fn(&mut RulesetDraft, String);

#[test]
fn names_and_titles_of_rules_are_short() {
    let change = |change: SetText, length: usize| {
        let mut draft = draft();
        change(&mut draft, "é".repeat(length));
        Ruleset::try_from(draft).map_err(|error| error.0[0].key)
    };
    let texts: [(&str, SetText, usize); 4] = [
        ("title", |draft, text| draft.title = text, MAX_TITLE),
        ("name", |draft, text| draft.name = text, MAX_TITLE),
        ("lexicon", |draft, text| draft.lexicon = text, MAX_TITLE),
        ("about", |draft, text| draft.about = text, MAX_ABOUT),
    ];
    for (key, set, most) in texts {
        assert!(change(set, most).is_ok(), "{key}");
        assert_eq!(change(set, most + 1).err(), Some(key));
        assert_eq!(change(set, 125_000).err(), Some(key));
    }
}
