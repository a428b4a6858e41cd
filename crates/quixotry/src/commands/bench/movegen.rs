//! `quixotry bench movegen`: microseconds a position.

use super::digest::Digest;
use super::on_threads;
use crate::app::Format;
use crate::commands::moves::generator;
use crate::given::{Positions, SceneArgs, Stock};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use anyhow::bail;
use clap::{Args, ValueEnum};
use movegen::{AllPlays, Found, Generator, NoLeaves, RackLeaves, TopPlays, by_equity};
use rules::Position;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  quixotry bench movegen --positions positions.cgp --json
  quixotry bench movegen --positions positions.cgp --mode best --rounds 5 --threads 2

The digest stands for all results: it must not change when only the speed does.";

/// Find the plays of many positions, and say how long that takes.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct MovegenArgs {
    /// A file with a position on each line
    #[arg(long, value_name = "FILE")]
    positions: String,
    /// What is searched for
    #[arg(long, value_enum, default_value = "all")]
    mode: Mode,
    /// How often each position is searched; the fastest round counts
    #[arg(long, value_name = "N", default_value = "3")]
    rounds: NonZeroUsize,
    /// On how many threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    #[command(flatten)]
    scene: SceneArgs,
    #[command(flatten)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mode {
    /// The best play by score and worth of the tiles kept
    Best,
    /// All plays with their scores
    All,
}

#[derive(Serialize)]
struct Report {
    mode: Mode,
    positions: usize,
    rounds: usize,
    threads: usize,
    plays: u64,
    us_per_position: f64,
    digest: String,
}

/// Measures.
pub(super) fn run(args: &MovegenArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let mut positions = Positions::new(&args.scene, stock);
    let all = positions.read(&args.positions)?;
    if all.is_empty() {
        bail!("{} has no position in it", args.positions);
    }
    let generators = positions.rules().map(|rules| generator(&args.scene, rules, stock));
    let generators = generators.collect::<anyhow::Result<Vec<_>>>()?;
    let report = args.measure(&all, &generators);
    if args.format.json {
        screen.json(&report)?;
    } else {
        screen.line(format_args!(
            "{:.2} µs a position ({} positions, {} plays, digest {})",
            report.us_per_position, report.positions, report.plays, report.digest
        ))?;
    }
    Ok(Outcome::Good)
}

impl MovegenArgs {
    fn measure(&self, positions: &[(usize, Position)], generators: &[Generator]) -> Report {
        let (rounds, threads) = (self.rounds.get(), self.threads.get());
        let rounds_done: Vec<(f64, u64, Digest)> =
            (0..rounds).map(|_| self.round(positions, generators, threads)).collect();
        let fastest = rounds_done.iter().map(|&(seconds, _, _)| seconds).fold(f64::INFINITY, f64::min);
        let (_, plays, digest) = rounds_done[0];
        let us_per_position = fastest * 1e6 / positions.len() as f64;
        let (mode, digest) = (self.mode, digest.to_string());
        Report { mode, positions: positions.len(), rounds, threads, plays, us_per_position, digest }
    }

    /// One round over all positions: seconds, plays, digest.
    fn round(
        &self,
        positions: &[(usize, Position)],
        generators: &[Generator],
        threads: usize,
    ) -> (f64, u64, Digest) {
        let share = positions.len().div_ceil(threads).max(1);
        let shares: Vec<&[(usize, Position)]> = positions.chunks(share).collect();
        let start = Instant::now();
        let results =
            on_threads(shares.len(), |thread| self.search(shares[thread], &mut generators.to_vec()));
        let seconds = start.elapsed().as_secs_f64();
        let (mut plays, mut digest) = (0, Digest::EMPTY);
        for (count, found) in results.into_iter().flatten() {
            plays += count;
            digest.add_digest(found);
        }
        (seconds, plays, digest)
    }

    fn search(&self, positions: &[(usize, Position)], generators: &mut [Generator]) -> Vec<(u64, Digest)> {
        let mut plays = AllPlays::new();
        let mut leaves = RackLeaves::default();
        let search = |(rules, position): &(usize, Position)| match self.mode {
            Mode::All => {
                plays.clear();
                generators[*rules].generate_in(position, &mut plays);
                (plays.len() as u64, of_all(&plays))
            }
            Mode::Best => {
                leaves.fill(position.rack(), &NoLeaves);
                let mut best = TopPlays::new(1, by_equity(&leaves));
                generators[*rules].generate_in(position, &mut best);
                let best = best.plays().first().map(|ranked| of_play(&ranked.play.found()));
                (u64::from(best.is_some()), best.unwrap_or(Digest::EMPTY))
            }
        };
        positions.iter().map(search).collect()
    }
}

/// The same in whatever order the plays were found.
fn of_all(plays: &AllPlays) -> Digest {
    let sum = plays.iter().map(|play| i64::from(play.score())).sum();
    let top = plays.iter().map(|play| i64::from(play.score())).max().unwrap_or(0);
    let mut digest = Digest::EMPTY;
    [plays.len() as i64, top, sum].into_iter().for_each(|number| digest.add(number));
    digest
}

fn of_play(play: &Found<'_>) -> Digest {
    let mut digest = Digest::EMPTY;
    digest.add(play.score().into());
    for laid in play.laid() {
        let numbers =
            [laid.at.x.into(), laid.at.y.into(), laid.tile.0.into(), laid.face.letter.place().into()];
        numbers.into_iter().for_each(|number: i64| digest.add(number));
    }
    digest
}
