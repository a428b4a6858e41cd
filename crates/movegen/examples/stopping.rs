//! Measures how long a search continues after its limit: `stopping [SEARCHES]`.
//!
//! Times are the thread's own processor time, so that a busy machine does not matter; each search gets a limit drawn
//! uniformly from its duration.

use quixotry_movegen::{Generator, GeneratorData, LeaveSums, PlaySummary};
use quixotry_test_support::scenes::BenchPosition;
use quixotry_test_support::{classic, scenes};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use rustix::time::{ClockId, clock_gettime};
use std::sync::Arc;
use std::time::Duration;

/// The longest part of a search that is measured: limits lie within it.
const LONGEST: Duration = Duration::from_millis(200);

fn main() {
    let searches = std::env::args().nth(1).map_or(200, |n| n.parse().unwrap());
    println!("| position | search | its time, ms | after the limit, µs: median | 99 % | most |");
    println!("|---|---|---|---|---|---|");
    for scene in scenes::all() {
        let data = GeneratorData::new(&scene.rules, &classic::ENGLISH).unwrap();
        _ = data.bytes();
        for (name, warm) in [("all", true), ("all, cold", false), ("best", true), ("best, cold", false)] {
            let mut bench = Bench::new(&scene, &data, name.starts_with("best"));
            let whole = bench.whole();
            let late = bench.late(searches, whole, warm);
            let at = |part: f64| late[((late.len() - 1) as f64 * part) as usize];
            println!(
                "| {} | {name} | {:.2} | {} | {} | {} |",
                scene.name,
                whole.as_secs_f64() * 1e3,
                at(0.5).as_micros(),
                at(0.99).as_micros(),
                at(1.0).as_micros()
            );
        }
    }
}

/// One kind of search in one position.
struct Bench<'a> {
    scene: &'a BenchPosition,
    data: &'a Arc<GeneratorData>,
    generator: Generator,
    leaves: LeaveSums,
    best: bool,
}

impl<'a> Bench<'a> {
    fn new(scene: &'a BenchPosition, data: &'a Arc<GeneratorData>, best: bool) -> Bench<'a> {
        let (generator, leaves) = (Generator::with_data(data), LeaveSums::plain(&scene.rules.tiles));
        Bench { scene, data, generator, leaves, best }
    }

    /// The duration of the whole search, or [`LONGEST`].
    fn whole(&mut self) -> Duration {
        let begin = now();
        self.search(begin + LONGEST);
        now() - begin
    }

    /// How long searches continue after their limits, sorted.
    fn late(&mut self, searches: usize, whole: Duration, warm: bool) -> Vec<Duration> {
        let mut random = StdRng::seed_from_u64(1);
        let mut one = || {
            if !warm {
                self.generator = Generator::with_data(self.data);
            }
            let limit = now() + whole.mul_f64(random.random());
            self.search(limit);
            now().saturating_sub(limit)
        };
        let mut late: Vec<Duration> = (0..searches).map(|_| one()).collect();
        late.sort();
        late
    }

    fn search(&mut self, limit: Duration) {
        let (stop, BenchPosition { grid, rack, .. }) = (|| now() >= limit, self.scene);
        match self.best {
            true => _ = self.generator.top_until(grid, rack, &self.leaves, 1, &stop),
            false => _ = self.generator.generate_until(grid, rack, &mut PlaySummary::default(), &stop),
        }
    }
}

/// The processor time of this thread.
fn now() -> Duration {
    clock_gettime(ClockId::ThreadCPUTime).try_into().unwrap()
}
