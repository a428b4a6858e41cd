//! `quixotry analyze`: assesses the turns of a position or judges the turns of a game.

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

A position is a CGP in quotes, a file with a CGP or JSON, - for the standard input, or `empty`. A game is a GCG file or
a record. Turns are assessed with the knowledge of their player: endgames are solved, pre-endgames (up to 4 tiles in
the bag, two players) are searched draw by draw, and earlier positions are simulated.
An interrupted analysis of a game is saved in a file beside the game and continues when it is started again.
With --database, `quixotry worker` judges the turns on any number of machines; with --rounds the result is the same.";

/// Assess the turns of a position, or judge every turn of a game.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AnalyzeArgs {
    /// The position (CGP, JSON, a file, - or empty) or the file of a game
    what: String,
    /// Time limit per position, such as 500ms, 10s or 2m [default: 10s; 2s per turn of a game]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, conflicts_with = "rounds")]
    time: Option<Duration>,
    /// Limit by rounds of simulation instead of time; the result is always the same
    #[arg(long, value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// How many plays to analyse: the best ones by static evaluation
    #[arg(long, value_name = "N", default_value = "15")]
    plays: NonZeroUsize,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// The tiles on the rack, instead of those of the position
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    /// Write the report of a game to this HTML file, with boards and plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Let workers judge the turns of a game, through this PostgreSQL database
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "anew", "leaves"])]
    database: Option<String>,
    /// Judge all turns again, also those of an interrupted analysis
    #[arg(long)]
    anew: bool,
    #[command(flatten)]
    leaves: LeaveValuesArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// The default time limit for a position.
const DEFAULT_POSITION_TIME: Duration = Duration::from_secs(10);

/// The default time limit for a turn of a game.
const DEFAULT_TURN_TIME: Duration = Duration::from_secs(2);

/// Runs the command.
pub(crate) fn run(args: &AnalyzeArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match is_game(&args.what)? {
        true => game::run(args, catalog, out),
        false if args.database.is_some() => bail!("--database is for games: a position is a single job"),
        false => position::run(args, catalog, out),
    }
}

/// Whether the argument names the file of a game.
fn is_game(what: &str) -> anyhow::Result<bool> {
    let path = Path::new(what);
    let is_gcg = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gcg"));
    if !path.is_file() {
        // A missing file of a game is reported as such.
        return Ok(is_gcg && !what.contains(char::is_whitespace));
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

/// Describes the limit of an analysis.
fn describe_effort(effort: &Effort) -> String {
    match effort.limit.iterations() {
        Some(rounds) => format!("{rounds} rounds"),
        None => humantime::format_duration(effort.limit.duration().unwrap_or_default()).to_string(),
    }
}
