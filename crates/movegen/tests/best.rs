//! The bounded search finds the same plays as measuring all of them.

mod common;

use common::case::{Case, Kind};
use common::classic;
use quixotry_movegen::{Equity, Generator, RackLeaves, Ranked, TopPlays, by_equity};
use rules::Grid;
use tiles::Tiles;

/// Some worth for every leave, good and bad.
fn worth(kept: &Tiles) -> Equity {
    let mixed = kept.iter().fold(7u32, |sum, tile| sum.wrapping_mul(31).wrapping_add(u32::from(tile.0)));
    Equity((mixed.wrapping_mul(2_654_435_761) >> 17) as i32 - 12_000)
}

fn by_measuring_all(generator: &mut Generator, grid: &Grid, rack: &Tiles, count: usize) -> Vec<Ranked> {
    let leaves = RackLeaves::new(rack, &worth);
    let mut top = TopPlays::new(count, by_equity(&leaves));
    generator.generate(grid, rack, &mut top);
    top.into_plays()
}

fn check(generator: &mut Generator, grid: &Grid, rack: &Tiles) {
    for count in [1, 5] {
        let expected = by_measuring_all(generator, grid, rack, count);
        assert_eq!(generator.top(grid, rack, &worth, count), expected, "{grid:?} {rack:?}");
    }
}

#[test]
fn on_positions_of_the_classic_game() {
    let rules = classic::rules();
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    for line in include_str!("../benches/data/positions.cgp").lines().step_by(5) {
        let (grid, rack) = classic::read(&rules, line);
        check(&mut generator, &grid, &rack);
    }
}

#[test]
fn on_openings_and_late_positions() {
    let rules = classic::rules();
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    for line in include_str!("data/plays.jsonl").lines().step_by(5) {
        let (grid, rack) = classic::read(&rules, line.split('"').nth(3).unwrap());
        check(&mut generator, &grid, &rack);
    }
}

#[test]
fn on_small_games_of_every_kind() {
    for kind in [Kind::Plain, Kind::Programs, Kind::Unbounded, Kind::Long, Kind::Huge, Kind::Racks] {
        for seed in 0..200 {
            let case = Case::new(kind, seed);
            let mut generator = Generator::new(&case.rules, &case.graph).unwrap();
            check(&mut generator, &case.grid, &case.rack);
        }
    }
}
