//! `quixotry bench movegen`: microseconds per position.

use super::run_parallel;
use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, PositionReader, SingleThreadArgs};
use crate::interrupt::cancel_on_interrupt;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status, print_note};
use anyhow::bail;
use clap::{Args, ValueEnum};
use movegen::bench::PlayDigest;
use movegen::{AllPlays, Generator, LeaveSums, PlayRef, PlaySummary, RankedPlay};
use rules::Position;
use serde::Serialize;
use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  quixotry bench movegen --positions positions.cgp --json
  quixotry bench movegen --positions positions.cgp --mode best --rounds 5 --threads 2

The digest identifies the results: a change of speed must not change it.";

/// Measure the time to generate the plays of many positions.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BenchMovegenArgs {
    /// A file with one position per line
    #[arg(long, value_name = "FILE")]
    positions: String,
    /// What to generate
    #[arg(long, value_enum, default_value = "all")]
    mode: SearchMode,
    /// How many rounds to run; the fastest one counts
    #[arg(long, value_name = "N", default_value = "3")]
    rounds: NonZeroUsize,
    #[command(flatten)]
    threads: SingleThreadArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum SearchMode {
    /// The best play by equity
    Best,
    /// All plays with their scores
    All,
}

#[derive(Serialize)]
struct MovegenBenchReport {
    mode: SearchMode,
    positions: usize,
    rounds: usize,
    threads: usize,
    plays: u64,
    us_per_position: f64,
    digest: String,
}

/// Runs the command.
pub(super) fn run(args: &BenchMovegenArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let mut positions = PositionReader::new(&args.game, catalog);
    let all = positions.read(&args.positions)?;
    if all.is_empty() {
        bail!("{} has no position in it", args.positions);
    }
    let generators = positions.rules().map(|rules| args.game.generator(rules, catalog));
    let generators = generators.collect::<anyhow::Result<Vec<_>>>()?;
    let report = args.measure(&all, &generators);
    if args.format.json {
        out.json(&report)?;
    } else {
        out.line(format_args!(
            "{:.2} µs a position ({} positions, {} plays, digest {})",
            report.us_per_position, report.positions, report.plays, report.digest
        ))?;
    }
    Ok(Status::Success)
}

impl BenchMovegenArgs {
    /// An untimed first round warms up and computes the digest; the fastest of the other rounds counts.
    fn measure(&self, positions: &[(usize, Position)], generators: &[Generator]) -> MovegenBenchReport {
        let share = positions.len().div_ceil(self.threads.count()).max(1);
        let mut workers: Vec<MovegenWorker<'_>> =
            positions.chunks(share).map(|share| MovegenWorker::new(share, generators, self.mode)).collect();
        let results = run_parallel(&mut workers, MovegenWorker::check);
        let (plays, digest) = sum_results(results.into_iter().flatten());
        let cancellation = cancel_on_interrupt();
        // Ctrl-C ends the measurement after the round in progress.
        let mut times = vec![time_round(&mut workers)];
        while times.len() < self.rounds.get() && !cancellation.is_cancelled() {
            times.push(time_round(&mut workers));
        }
        if times.len() < self.rounds.get() {
            print_note(&format!("stopped after {} of {} rounds", times.len(), self.rounds));
        }
        let fastest = times.iter().copied().fold(f64::INFINITY, f64::min);
        MovegenBenchReport {
            mode: self.mode,
            positions: positions.len(),
            rounds: times.len(),
            threads: workers.len(),
            plays,
            us_per_position: fastest * 1e6 / positions.len() as f64,
            digest: digest.to_string(),
        }
    }
}

/// The duration of one round in seconds.
fn time_round(workers: &mut [MovegenWorker<'_>]) -> f64 {
    let start = Instant::now();
    black_box(run_parallel(workers, MovegenWorker::search));
    start.elapsed().as_secs_f64()
}

fn sum_results(results: impl Iterator<Item = (u64, PlayDigest)>) -> (u64, PlayDigest) {
    let (mut plays, mut digest) = (0, PlayDigest::default());
    for (count, found) in results {
        plays += count;
        digest.add(found.0);
    }
    (plays, digest)
}

/// The positions of one thread, with its own generators and memory.
struct MovegenWorker<'a> {
    positions: &'a [(usize, Position)],
    generators: Vec<Generator>,
    leaves: Vec<LeaveSums>,
    plays: AllPlays,
    mode: SearchMode,
}

impl<'a> MovegenWorker<'a> {
    fn new(
        positions: &'a [(usize, Position)],
        generators: &[Generator],
        mode: SearchMode,
    ) -> MovegenWorker<'a> {
        let leaves = generators.iter().map(|generator| LeaveSums::plain(&generator.rules().tiles)).collect();
        MovegenWorker { positions, generators: generators.to_vec(), leaves, plays: AllPlays::new(), mode }
    }

    /// Searches every position and returns the number of plays.
    fn search(&mut self) -> u64 {
        let positions = self.positions;
        positions.iter().map(|(rules, position)| self.search_one(*rules, position).0).sum()
    }

    /// Searches every position and returns the digests.
    fn check(&mut self) -> Vec<(u64, PlayDigest)> {
        let positions = self.positions;
        let check = |(rules, position): &(usize, Position)| {
            let (count, best) = self.search_one(*rules, position);
            let digest =
                best.map_or_else(|| digest_all(&self.plays), |best| digest_play(&best.play.as_play_ref()));
            (count, digest)
        };
        positions.iter().map(check).collect()
    }

    fn search_one(&mut self, rules: usize, position: &Position) -> (u64, Option<RankedPlay>) {
        self.plays.clear();
        let generator = &mut self.generators[rules];
        match self.mode {
            SearchMode::All => {
                generator.generate_in(position, &mut self.plays);
                (self.plays.len() as u64, None)
            }
            SearchMode::Best => {
                let best = generator.best(&position.grid, position.rack(), &self.leaves[rules]);
                (u64::from(best.is_some()), best)
            }
        }
    }
}

/// A digest that does not depend on the order of the plays.
fn digest_all(plays: &AllPlays) -> PlayDigest {
    let PlaySummary { plays, top_score, score_sum } = plays.summary();
    let mut digest = PlayDigest::default();
    [plays, top_score as u64, score_sum as u64].into_iter().for_each(|number| digest.add(number));
    digest
}

fn digest_play(play: &PlayRef<'_>) -> PlayDigest {
    let mut digest = PlayDigest::default();
    digest.add_play(play);
    digest
}
