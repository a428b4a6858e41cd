//! `quixotry analyze`: what the turns of a position are worth, and what those of a game were.

mod game;
mod partial;
mod position;

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, LeaveValuesArgs, ThreadsArgs, parse_duration, read_text};
use crate::output::CommandOutput;
use crate::status::RunResult;
use analysis::Effort;
use anyhow::bail;
use clap::Args;
use players::SearchLimit;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  quixotry analyze '15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ADEHRSV/ 0/5 0' --time 5s
  quixotry analyze empty --rack RETAINS --rounds 200
  quixotry analyze game.gcg --time 2s --html report.html
  quixotry analyze game.jsonl --json --leaves mine.klv2
  quixotry analyze game.gcg --rounds 500 --database postgres://quixotry@db/quixotry

A position is a CGP in quotes, a file with a CGP or JSON in it, - for the standard input, or `empty`. A game is a file
with a GCG or a record. Turns are assessed as their player sees them: endgames are solved, pre-endgames (up to 4 tiles
in the bag, two players) tried draw by draw, everything before is simulated.
The analysis of a game is kept in a file beside it until it is finished, and goes on from there when it is begun again.
With --database the turns are judged by `quixotry worker` on any number of machines; with --rounds as here.";

/// Assess the turns of a position, or judge every turn of a game.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AnalyzeArgs {
    /// The position (CGP, JSON, a file, - or empty) or the file of a game
    what: String,
    /// How long to think about each position, such as 500ms, 10s or 2m [default: 10s, in games 2s]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, conflicts_with = "rounds")]
    time: Option<Duration>,
    /// How many rounds of simulation, instead of a time: the result is the same every time
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// How many plays to look at, the best at a glance
    #[arg(long, value_name = "N", default_value = "15")]
    plays: NonZeroUsize,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// The tiles on the rack, instead of those of the position
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    /// Write the report of a game into this file as a page with boards and plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Let workers judge the turns of a game: a PostgreSQL database they share
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "anew", "leaves"])]
    database: Option<String>,
    /// Judge all turns of a game anew, also those that an interrupted analysis has judged
    #[arg(long)]
    anew: bool,
    #[command(flatten)]
    leaves: LeaveValuesArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// Time for a position, unless describe_effort.
const DEFAULT_POSITION_TIME: Duration = Duration::from_secs(10);

/// Time for a turn of a game, unless describe_effort.
const DEFAULT_TURN_TIME: Duration = Duration::from_secs(2);

/// Assesses.
pub(crate) fn run(args: &AnalyzeArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match is_game(&args.what)? {
        true => game::run(args, catalog, out),
        false if args.database.is_some() => bail!("--database is for games: a position is one piece of work"),
        false => position::run(args, catalog, out),
    }
}

/// Whether a file of a game is meant.
fn is_game(what: &str) -> anyhow::Result<bool> {
    let path = Path::new(what);
    if !path.is_file() {
        return Ok(false);
    }
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gcg")) {
        return Ok(true);
    }
    let Ok(text) = read_text(what) else { return Ok(true) };
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let is_record =
        serde_json::from_str::<serde_json::Value>(first).is_ok_and(|header| header.get("seats").is_some());
    Ok(is_record || first.starts_with('#') || first.starts_with('>'))
}

impl AnalyzeArgs {
    fn effort(&self, default: Duration) -> Effort {
        let limit = match self.rounds {
            Some(rounds) => SearchLimit::for_iterations(rounds.get() as u64),
            None => SearchLimit::for_duration(self.time.unwrap_or(default)),
        };
        let threads = self.threads.count();
        Effort { limit, plays: self.plays.get(), threads, seed: self.game.seed.unwrap_or(0) }
    }
}

/// An effort in words.
fn describe_effort(effort: &Effort) -> String {
    match effort.limit.iterations() {
        Some(rounds) => format!("{rounds} rounds"),
        None => humantime::format_duration(effort.limit.duration().unwrap_or_default()).to_string(),
    }
}
