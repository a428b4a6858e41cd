//! Every player lays a tile whenever any legal play exists, in small games of every kind.

use quixotry_players::{PlayerSetup, SearchLimit, list};
use quixotry_test_support::case::{CaseKind, GameCase};
use quixotry_test_support::naive;
use rules::{Command, Millis, Phase, RackView, Seat, SeatView, Tally, TileOwner, View, Viewer, judge};

fn view(case: &GameCase) -> View {
    let seat = SeatView {
        rack: RackView::Known(case.rack.clone()),
        score: 0,
        active: true,
        computer: false,
        exchanges: 0,
        time_left: Millis(0),
    };
    View {
        rules: case.rules.clone(),
        viewer: Viewer::Seat(Seat(0)),
        seats: vec![seat],
        grid: case.grid.clone(),
        bag: 0,
        unseen: tiles::Tiles::new(),
        phase: Phase::Playing,
        turn: Some(Seat(0)),
        turn_began: Millis(0),
        tally: Tally::default(),
        first: Seat(0),
        turns: 0,
        challengeable: None,
    }
}

fn check(kind: CaseKind, seeds: std::ops::Range<u64>) {
    let mut could = 0;
    for seed in seeds {
        let case = GameCase::new(kind, seed);
        let plays = naive::all_plays(&case.rules, &case.graph, &case.grid, &case.rack);
        could += usize::from(!plays.is_empty());
        for level in list() {
            let setup = PlayerSetup { rules: &case.rules, words: &case.graph, seed };
            let mut player = level.player(setup).unwrap();
            let command = player.choose(&view(&case), &SearchLimit::for_iterations(1));
            let owner = TileOwner { seat: None, rack: Some(&case.rack) };
            match command {
                Command::Play(placement) => {
                    let play = judge(&case.rules, &case.grid, owner, &placement, Some(&case.graph)).unwrap();
                    let top = plays.values().max().unwrap();
                    assert!(
                        level.name != "greedy" || play.score() == *top,
                        "{kind:?} {seed}: {} of {top}",
                        play.score()
                    );
                }
                other => assert!(plays.is_empty(), "{} {kind:?} {seed}: {other:?}", level.name),
            }
        }
    }
    assert!(could > 50, "only {could} positions with plays");
}

#[test]
fn on_small_boards() {
    check(CaseKind::Plain, 0..600);
}

#[test]
fn on_boards_whose_squares_are_programs() {
    check(CaseKind::Programs, 0..300);
}

#[test]
fn on_boards_without_end() {
    check(CaseKind::Unbounded, 0..80);
}

#[test]
fn on_boards_with_long_lanes() {
    check(CaseKind::Long, 0..100);
}
