//! How many instructions searches take, counted by callgrind: `cargo bench --bench instructions`, for which
//! `gungraun-runner` and valgrind must be installed. Each asserts its results, so that only the count may change.
#![allow(missing_docs)]

use gungraun::prelude::*;
use quixotry_movegen::{AllPlays, Generator, LeaveSums};
use quixotry_test_support::classic;
use rules::{Board, Grid};
use std::hint::black_box;
use tiles::Tiles;

/// A generator that has searched the first position, and the positions.
struct Bench {
    generator: Generator,
    leaves: LeaveSums,
    positions: Vec<(Grid, Tiles)>,
    plays: AllPlays,
}

impl Bench {
    fn new(board: Board, lines: impl Iterator<Item = &'static str>) -> Bench {
        let rules = classic::rules_on(board);
        let positions: Vec<_> = lines.map(|line| classic::read(&rules, line)).collect();
        let generator = Generator::new(&rules, &classic::ENGLISH).unwrap();
        let leaves = LeaveSums::plain(&rules.tiles);
        let mut bench = Bench { generator, leaves, positions, plays: AllPlays::new() };
        let (grid, rack) = &bench.positions[0];
        bench.generator.generate(grid, rack, &mut bench.plays);
        bench.generator.best(grid, rack, &bench.leaves);
        bench
    }

    fn all(&mut self) -> usize {
        let mut count = 0;
        for (grid, rack) in &self.positions {
            self.plays.clear();
            self.generator.generate(grid, rack, &mut self.plays);
            count += black_box(&self.plays).len();
        }
        count
    }

    fn best(&mut self) -> i32 {
        let (generator, leaves) = (&mut self.generator, &self.leaves);
        let best = self.positions.iter().map(|(grid, rack)| generator.best(grid, rack, leaves));
        best.map(|best| best.map_or(0, |best| best.equity.0)).sum()
    }
}

fn lines() -> impl Iterator<Item = &'static str> {
    include_str!("data/positions.cgp").lines()
}

/// The positions on which other programs were measured.
fn first_200() -> Bench {
    Bench::new(classic::board(), lines().take(200))
}

/// Up to a hundred positions with this many blanks on the rack.
fn blanks(blanks: usize) -> Bench {
    let wanted = move |line: &&str| classic::blanks(line) == blanks;
    Bench::new(classic::board(), lines().filter(wanted).take(100))
}

fn every_position(board: Board) -> Bench {
    Bench::new(board, lines())
}

fn program() -> Bench {
    every_position(classic::program_board(false))
}

fn unbounded() -> Bench {
    every_position(classic::program_board(true))
}

fn classic_board() -> Bench {
    every_position(classic::board())
}

#[library_benchmark]
#[bench::first_200(first_200(), 189_551)]
#[bench::no_blank(blanks(0), 47_132)]
#[bench::one_blank(blanks(1), 418_299)]
#[bench::two_blanks(blanks(2), 147_270)]
#[bench::classic(classic_board(), 2_205_949)]
#[bench::program(program(), 2_205_949)]
#[bench::unbounded(unbounded(), 3_720_203)]
fn all(mut bench: Bench, plays: usize) -> Bench {
    assert_eq!(bench.all(), plays);
    bench
}

#[library_benchmark]
#[bench::first_200(first_200(), 8_738_000)]
#[bench::no_blank(blanks(0), 4_082_000)]
#[bench::one_blank(blanks(1), 6_617_000)]
#[bench::two_blanks(blanks(2), 777_000)]
#[bench::classic(classic_board(), 89_006_000)]
#[bench::program(program(), 89_006_000)]
#[bench::unbounded(unbounded(), 99_679_000)]
fn best(mut bench: Bench, equities: i32) -> Bench {
    assert_eq!(bench.best(), equities);
    bench
}

library_benchmark_group!(name = movegen, benchmarks = [all, best]);
main!(library_benchmark_groups = movegen);
