//! Measures what a search gains by a second core: `threads [ROUNDS]`.

use quixotry_movegen::{AllPlays, Generator, LeaveSums};
use quixotry_test_support::scenes::BenchPosition;
use quixotry_test_support::{classic, scenes};
use std::time::{Duration, Instant};

/// A search that takes longer than this is measured once.
const LONG: Duration = Duration::from_secs(1);

fn main() {
    let rounds = std::env::args().nth(1).map_or(15, |n| n.parse().unwrap());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    println!("| position | search | one thread, ms | two threads, ms | ratio |");
    println!("|---|---|---|---|---|");
    for scene in scenes::all() {
        let BenchPosition { name, rules, grid, rack } = &scene;
        let (never, leaves) = (|| false, LeaveSums::plain(&rules.tiles));
        let mut generator = Generator::new(rules, &classic::ENGLISH).unwrap();
        let (mut list, mut other) = (AllPlays::new(), generator.clone());
        let mut one = || {
            list.clear();
            generator.generate(grid, rack, &mut list);
        };
        let mut two = || {
            let sinks = pool.install(|| other.generate_parallel(grid, rack, AllPlays::new, &never)).0;
            assert!(!sinks.is_empty());
        };
        show(name, "all", [&mut one, &mut two], rounds);
        let mut one = || _ = generator.top(grid, rack, &leaves, 1);
        let mut two = || _ = pool.install(|| other.top_parallel(grid, rack, &leaves, 1, &never));
        show(name, "best", [&mut one, &mut two], rounds);
    }
}

/// The best time with one thread and with several, measured alternately.
fn show(name: &str, search: &str, mut ways: [&mut dyn FnMut(); 2], rounds: usize) {
    let mut best = [Duration::MAX; 2];
    for _ in 0..rounds {
        for (way, best) in ways.iter_mut().zip(&mut best) {
            let begin = Instant::now();
            way();
            *best = begin.elapsed().min(*best);
        }
        if best[0] > LONG {
            break;
        }
    }
    let [one, two] = best.map(|time| time.as_secs_f64() * 1e3);
    println!("| {name} | {search} | {one:.2} | {two:.2} | {:.2} |", one / two);
}
