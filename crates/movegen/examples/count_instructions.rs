//! Runs the generator over the bench positions once, for `valgrind --tool=callgrind --toggle-collect='*measured*'`.
//!
//! Run it as `count_instructions selfplay [GAMES [THREADS]]`, or `count_instructions all|best|setup [POSITIONS [ROUNDS [BLANKS|- [program|unbounded]]]]`

use quixotry_movegen::{AllPlays, Generator, GeneratorData, LeaveSums, PlaySummary, selfplay};
use quixotry_test_support::classic;
use rules::Grid;
use std::hint::black_box;
use std::time::Instant;
use tiles::Tiles;

type Prepared = (Grid, Tiles);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let mode = arguments.get(1).map_or("all", String::as_str);
    let count = arguments.get(2).map_or(200, |n| n.parse().unwrap());
    let rounds = arguments.get(3).map_or(1, |n| n.parse().unwrap());
    let blanks: Option<usize> = arguments.get(4).and_then(|n| n.parse().ok());
    let rules = match arguments.get(5).map(String::as_str) {
        Some("program") => classic::rules_on(classic::program_board(false)),
        Some("unbounded") => classic::rules_on(classic::program_board(true)),
        _ => classic::rules(),
    };
    let mut generator = generator(&rules);
    if mode == "selfplay" {
        return play(&rules, count as u64, rounds);
    }
    let wanted = |line: &&str| blanks.is_none_or(|blanks| classic::blanks(line) == blanks);
    let lines = include_str!("../benches/data/positions.cgp").lines().filter(wanted).take(count);
    let positions: Vec<Prepared> = lines.map(|line| classic::read(&rules, line)).collect();
    let mut plays = AllPlays::new();
    let leaves = LeaveSums::plain(&rules.tiles);
    run(&mut generator, &positions[..positions.len().min(1)], mode, &mut plays, &leaves);
    for _ in 0..rounds {
        let begin = Instant::now();
        let sum = measured(&mut generator, &positions, mode, &mut plays, &leaves);
        let micros = begin.elapsed().as_secs_f64() * 1e6 / positions.len() as f64;
        println!("{mode}: {sum:?}, {micros:.1} µs a position");
    }
}

/// Measures how long it takes to make a generator, with and without shared data.
fn generator(rules: &rules::Ruleset) -> Generator {
    let graph = &*classic::ENGLISH;
    let begin = Instant::now();
    let data = GeneratorData::new(rules, graph).unwrap();
    let shared = begin.elapsed();
    let begin = Instant::now();
    let generator = Generator::with_data(&data);
    println!("data: {shared:?}, a generator on it: {:?}", begin.elapsed());
    generator
}

/// Plays games on several threads.
fn play(rules: &rules::Ruleset, games: u64, threads: usize) {
    let leaves = LeaveSums::plain(&rules.tiles);
    let begin = Instant::now();
    let sum = selfplay(rules, &classic::ENGLISH, &leaves, games, 1, threads).unwrap();
    let rate = games as f64 / begin.elapsed().as_secs_f64();
    println!("{sum:?}: {:.1} points a game and side, {rate:.0} games/s", sum.average());
}

#[inline(never)]
fn measured(
    generator: &mut Generator,
    positions: &[Prepared],
    mode: &str,
    plays: &mut AllPlays,
    leaves: &LeaveSums,
) -> PlaySummary {
    run(generator, positions, mode, plays, leaves)
}

fn run(
    generator: &mut Generator,
    positions: &[Prepared],
    mode: &str,
    plays: &mut AllPlays,
    leaves: &LeaveSums,
) -> PlaySummary {
    let mut summary = PlaySummary::default();
    for (grid, rack) in positions {
        plays.clear();
        match mode {
            "all" => generator.generate(grid, rack, plays),
            "setup" => generator.generate(grid, &Tiles::new(), plays),
            "best" => {
                let best = generator.best(grid, rack, leaves);
                summary.score_sum += best.map_or(0, |best| i64::from(best.equity.0));
            }
            _ => generator.generate(grid, rack, &mut summary),
        }
        summary.plays += plays.len() as u64;
        black_box(&plays);
    }
    summary
}
