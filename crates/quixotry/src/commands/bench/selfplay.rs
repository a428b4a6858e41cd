//! `quixotry bench selfplay`: games a second.

use crate::app::Format;
use crate::commands::moves::graph;
use crate::given::{SceneArgs, Stock};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use clap::Args;
use movegen::{LeaveSums, SelfPlayTotals};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  quixotry bench selfplay --games 1000 --seed 1 --threads 2 --json

The same number gives the same games on any number of threads; the digest stands for all of them.";

/// Let the computer play games against itself, and say how many a second.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct SelfplayArgs {
    /// How many games
    #[arg(long, value_name = "N", default_value = "100")]
    games: NonZeroUsize,
    /// On how many threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    #[command(flatten)]
    scene: SceneArgs,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Report {
    games: u64,
    threads: usize,
    seconds: f64,
    games_per_second: f64,
    turns: u64,
    mean_score: f64,
    digest: String,
}

/// Plays the games.
pub(super) fn run(args: &SelfplayArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let rules = args.scene.ruleset(stock)?;
    let (graph, leaves) = (graph(&args.scene, &rules, stock)?, LeaveSums::plain(&rules.tiles));
    let (games, seed) = (args.games.get() as u64, args.scene.seed.unwrap_or(0));
    let start = Instant::now();
    let played = movegen::selfplay(&rules, &graph, &leaves, games, seed, args.threads.get())?;
    let report = args.report(&played, start.elapsed().as_secs_f64());
    if args.format.json {
        screen.json(&report)?;
    } else {
        screen.line(format_args!(
            "{:.1} games a second ({} games, {:.1} points a player, digest {})",
            report.games_per_second, report.games, report.mean_score, report.digest
        ))?;
    }
    Ok(Outcome::Good)
}

impl SelfplayArgs {
    fn report(&self, played: &SelfPlayTotals, seconds: f64) -> Report {
        Report {
            games: played.games,
            threads: self.threads.get(),
            seconds,
            games_per_second: played.games as f64 / seconds,
            turns: played.turns,
            mean_score: played.average(),
            digest: played.digest.to_string(),
        }
    }
}
