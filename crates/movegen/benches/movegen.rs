//! The classic board, all plays and the best play, with checks of the results.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use quixotry_movegen::{AllPlays, Generator, LeaveSums};
use quixotry_test_support::classic;
use rules::Grid;
use std::hint::black_box;
use tiles::Tiles;

/// The number of plays in the first 200 positions, and the sum of the best equities. A change that only improves speed
/// must not change these.
const PLAYS: usize = 189_551;
const EQUITIES: i32 = 8_738_000;

fn movegen(criterion: &mut Criterion) {
    let rules = classic::rules();
    let leaves = LeaveSums::plain(&rules.tiles);
    let lines = include_str!("data/positions.cgp").lines().take(200);
    let positions: Vec<(Grid, Tiles)> = lines.map(|line| classic::read(&rules, line)).collect();
    let mut generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
    let mut plays = AllPlays::new();
    let count = |plays: &mut AllPlays, generator: &mut Generator, (grid, rack): &(Grid, Tiles)| {
        plays.clear();
        generator.generate(grid, rack, plays);
        plays.len()
    };
    let all: usize = positions.iter().map(|position| count(&mut plays, &mut generator, position)).sum();
    assert_eq!(all, PLAYS);
    let best =
        |(grid, rack): &(Grid, Tiles)| generator.best(grid, rack, &leaves).map_or(0, |best| best.equity.0);
    assert_eq!(positions.iter().map(best).sum::<i32>(), EQUITIES);
    criterion.bench_function("all plays, 200 positions", |bencher| {
        bencher.iter(|| {
            for (grid, rack) in &positions {
                plays.clear();
                generator.generate(grid, rack, &mut plays);
                black_box(&plays);
            }
        });
    });
    criterion.bench_function("best play, 200 positions", |bencher| {
        bencher.iter(|| {
            for (grid, rack) in &positions {
                black_box(generator.best(grid, rack, &leaves));
            }
        });
    });
}

criterion_group!(benches, movegen);
criterion_main!(benches);
