//! `quixotry analyze`: assesses the turns of a position or judges the turns of a game.

mod game;
mod partial;
mod position;
mod several;

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, LeaveValuesArgs, ThreadsArgs, is_game_file, parse_duration};
use crate::interrupt::cancel_on_interrupt;
use crate::output::CommandOutput;
use crate::status::RunResult;
use analysis::{Effort, SentenceLanguage};
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use players::{Cancellation, SearchLimit};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  quixotry analyze '15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ADEHRSV/ 0/5 0' --time 5s
  quixotry analyze empty --rack RETAINS --rounds 200
  quixotry analyze game.gcg --time 2s --html report.html
  quixotry analyze game.gcg --turn 12 --play '8H WORD' --opponent QU
  quixotry analyze round1.gcg round2.gcg round3.gcg
  quixotry analyze game.jsonl --json --leaves mine.klv2
  quixotry analyze game.gcg --rounds 500 --database postgres://quixotry@db/quixotry

A position is a CGP in quotes, a file with a CGP or JSON, - for the standard input, or `empty`. A game is a GCG file or
a record. Turns are assessed with the knowledge of their player: endgames are solved, pre-endgames (up to 4 tiles in
the bag, two players) are searched draw by draw, and earlier positions are simulated.
An analysis ends when its time is used, and earlier if the answer is proven or clear; it says which. Ctrl-C shows the
result so far.
An interrupted analysis of a game is saved in a file beside the game and continues when it is started again.
With --database, `quixotry worker` judges the turns on any number of machines; with --rounds the result is the same.";

/// Assess the turns of a position, or judge every turn of a game.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AnalyzeArgs {
    /// The position (CGP, JSON, a file, - or empty) or the files of games
    #[arg(required = true)]
    what: Vec<String>,
    /// Time limit per position, such as 500ms, 10s or 2m [default: 10s; 2s per turn of a game]
    #[arg(long, value_name = "DURATION", value_parser = parse_duration, conflicts_with = "rounds")]
    time: Option<Duration>,
    /// Limit by rounds of simulation instead of time; the result is always the same
    #[arg(long, visible_alias = "work", value_name = "N")]
    rounds: Option<NonZeroUsize>,
    /// Search without a time limit until this is reached; for endgames and pre-endgames
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["time", "rounds"])]
    until: Option<SearchGoal>,
    /// Do not stop a simulation when a turn is clearly best: all turns get the same number of games
    #[arg(long)]
    keep_going: bool,
    /// How many turns a simulation plays after each candidate
    #[arg(long, value_name = "N", default_value = "2")]
    plies: NonZeroUsize,
    /// How many plays to analyse: the best ones by static evaluation
    #[arg(long, value_name = "N", default_value = "15")]
    plays: NonZeroUsize,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// The tiles on the rack, instead of those of the position
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    /// Assess only this turn of a game, with the turn that was played
    #[arg(long, value_name = "N", conflicts_with_all = ["html", "database", "anew"])]
    turn: Option<usize>,
    /// Assess this turn in any case; can be repeated
    #[arg(long, value_name = "TURN", allow_hyphen_values = true)]
    play: Vec<String>,
    /// Tiles that the opponent is known to have: all of them, or some
    #[arg(long, value_name = "TILES")]
    opponent: Option<String>,
    /// Write the report of a game to this HTML file, with boards and plots
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The language of the sentences that say why a turn is better: da, de, en, es, fr, nl, pl or pt
    #[arg(long, value_name = "CODE", default_value = "en", value_parser = parse_language)]
    language: SentenceLanguage,
    /// Let workers judge the turns of a game, through this PostgreSQL database
    #[arg(long, value_name = "URL", conflicts_with_all = ["threads", "anew", "leaves", "plies", "keep_going", "until"])]
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

/// What a search without a time limit looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SearchGoal {
    /// The best turn is proven, or nothing more can be proven
    Proven,
}

fn parse_language(code: &str) -> anyhow::Result<SentenceLanguage> {
    let codes = || SentenceLanguage::ALL.map(SentenceLanguage::code).join(", ");
    SentenceLanguage::by_code(code)
        .ok_or_else(|| anyhow!("no sentences in this language; there are {}", codes()))
}

/// Runs the command.
pub(crate) fn run(args: &AnalyzeArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let cancellation = cancel_on_interrupt();
    let [what] = &args.what[..] else { return several::run(args, &cancellation, catalog, out) };
    match (is_game_file(what), args.turn) {
        (true, Some(turn)) => position::run_turn(args, what, turn, &cancellation, catalog, out),
        (true, None) => game::run(args, what, &cancellation, catalog, out),
        (false, _) if args.database.is_some() => {
            bail!("--database is for games: a position is a single job")
        }
        (false, Some(_)) => bail!("--turn is for games: a position has one turn"),
        (false, None) => position::run(args, what, &cancellation, catalog, out),
    }
}

impl AnalyzeArgs {
    fn effort(&self, default: Duration, cancellation: &Cancellation) -> Effort {
        let limit = match (self.rounds, self.until) {
            (Some(rounds), _) => SearchLimit::for_iterations(rounds.get() as u64),
            (None, Some(SearchGoal::Proven)) => SearchLimit::UNLIMITED,
            (None, None) => SearchLimit::for_duration(self.time.unwrap_or(default)),
        };
        Effort {
            limit: limit.with_cancellation(cancellation),
            plays: self.plays.get(),
            threads: self.threads.count(),
            seed: self.game.seed.unwrap_or(0),
            plies: self.plies.get(),
            keep_going: self.keep_going,
        }
    }
}

/// Describes the limit of an analysis.
fn describe_effort(effort: &Effort) -> String {
    match (effort.limit.iterations(), effort.limit.duration()) {
        (Some(rounds), _) => format!("{rounds} rounds"),
        (None, Some(time)) => humantime::format_duration(time).to_string(),
        (None, None) => "no time limit".to_owned(),
    }
}
