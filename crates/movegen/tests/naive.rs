//! The generator finds exactly the plays that a naive search finds, on small games of every kind.

use quixotry_movegen::{AllPlays, Generator};
use quixotry_test_support::case::{CaseKind, GameCase};
use quixotry_test_support::naive::{self, PlayKey};
use rules::Points;
use std::collections::BTreeMap;

fn generated(case: &GameCase, generator: &mut Generator) -> BTreeMap<PlayKey, Points> {
    let mut plays = AllPlays::new();
    generator.generate(&case.grid, &case.rack, &mut plays);
    let mut found = BTreeMap::new();
    for play in plays.iter() {
        let before = found.insert(naive::key(play.placed_tiles()), play.score());
        assert_eq!(before, None, "found twice: {play:?}");
    }
    found
}

fn check(kind: CaseKind, seeds: std::ops::Range<u64>) {
    let plays = count_checked(kind, seeds);
    assert!(plays > 1000, "only {plays} plays in all");
}

/// Checks every case, and returns the number of plays.
fn count_checked(kind: CaseKind, seeds: std::ops::Range<u64>) -> usize {
    let mut plays = 0;
    for seed in seeds {
        let case = GameCase::new(kind, seed);
        let expected = naive::all_plays(&case.rules, &case.graph, &case.grid, &case.rack);
        let mut generator = Generator::new(&case.rules, &case.graph).unwrap();
        let found = generated(&case, &mut generator);
        if found != expected {
            let missing: Vec<_> =
                expected.iter().filter(|&(key, _)| !found.contains_key(key)).take(3).collect();
            let extra: Vec<_> =
                found.iter().filter(|&(key, _)| !expected.contains_key(key)).take(3).collect();
            let other: Vec<_> = found
                .iter()
                .filter_map(|(key, score)| Some((key, score, expected.get(key)?)))
                .filter(|(_, score, expected)| score != expected)
                .take(3)
                .collect();
            panic!("{kind:?} {seed}: missing {missing:?}, extra {extra:?}, scores {other:?}\n{case:#?}");
        }
        plays += expected.len();
    }
    plays
}

#[test]
fn small_boards_with_factors() {
    check(CaseKind::Plain, 0..1500);
}

#[test]
fn boards_whose_squares_are_programs() {
    check(CaseKind::Programs, 0..800);
}

#[test]
fn boards_without_end() {
    check(CaseKind::Unbounded, 0..150);
}

#[test]
fn lanes_longer_than_a_machine_word() {
    check(CaseKind::Long, 0..200);
}

#[test]
fn the_largest_boards_with_five_tiles() {
    let plays = count_checked(CaseKind::Vast, 0..8);
    assert!(plays > 50, "only {plays} plays in all");
}

#[test]
fn racks_of_up_to_twelve_tiles() {
    check(CaseKind::Racks, 0..300);
}

#[test]
fn points_that_overflow() {
    check(CaseKind::Huge, 0..300);
}
