//! `quixotry bench selfplay`: games per second.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, GamesArgs, SingleThreadArgs};
use crate::interrupt::cancel_on_interrupt;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status, print_note};
use clap::Args;
use movegen::{LeaveSums, SelfPlayTotals};
use serde::Serialize;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  quixotry bench selfplay --games 1000 --seed 1 --threads 2 --json

The same seed gives the same games on any number of threads; the digest identifies the games.";

/// Measure self-play in games per second.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("games", |arg| arg.required(false).default_value("100").help("How many games")))]
pub(super) struct BenchSelfplayArgs {
    #[command(flatten)]
    games: GamesArgs,
    #[command(flatten)]
    threads: SingleThreadArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct SelfplayBenchReport {
    games: u64,
    threads: usize,
    seconds: f64,
    games_per_second: f64,
    turns: u64,
    mean_score: f64,
    digest: String,
}

/// Runs the command.
pub(super) fn run(args: &BenchSelfplayArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let rules = args.game.ruleset(catalog)?;
    let (graph, leaves) = (args.game.word_graph(&rules, catalog)?, LeaveSums::plain(&rules.tiles));
    let (games, seed) = (args.games.count(), args.game.seed.unwrap_or(0));
    let start = Instant::now();
    let (cancellation, threads) = (cancel_on_interrupt(), args.threads.count());
    let stop = || cancellation.is_cancelled();
    let played = movegen::selfplay_until(&rules, &graph, &leaves, games, seed, threads, &stop)?;
    if played.games < games {
        print_note(&format!("stopped after {} of {games} games", played.games));
    }
    let report = args.report(&played, start.elapsed().as_secs_f64());
    if args.format.json {
        out.json(&report)?;
    } else {
        out.line(format_args!(
            "{:.1} games per second ({} games, {:.1} points a player, digest {})",
            report.games_per_second, report.games, report.mean_score, report.digest
        ))?;
    }
    Ok(Status::Success)
}

impl BenchSelfplayArgs {
    fn report(&self, played: &SelfPlayTotals, seconds: f64) -> SelfplayBenchReport {
        SelfplayBenchReport {
            games: played.games,
            threads: self.threads.count(),
            seconds,
            games_per_second: played.games as f64 / seconds,
            turns: played.turns,
            mean_score: played.average(),
            digest: played.digest.to_string(),
        }
    }
}
