//! `quixotry moves`: the legal plays of a position.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, LeaveValuesArgs, PositionReader, SingleThreadArgs, parse_duration};
use crate::output::CommandOutput;
use crate::status::{self, RunResult, Status};
use crate::text_table::{Align, TextTable};
use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use lexicon::WordGraph;
use movegen::{
    AllPlays, Completion, Equity, Generator, NoLeaves, PlayRef, PlaySink, PlaySummary, RackLeaves,
};
use notation::plays::{self, PlayContext, PlaythroughStyle};
use players::LeaveValues;
use rules::{Position, Ruleset};
use serde::Serialize;
use std::cell::OnceCell;
use std::time::{Duration, Instant};
use tiles::Tiles;

const EXAMPLES: &str = "\
Examples:
  quixotry moves empty --rack RETAINS --top 5
  quixotry moves '15/15/15/15/15/15/15/7CAT5/15/15/15/15/15/15/15 ADEHRS?/ 0/5 0'
  quixotry moves position.json --rules itu --board infinite --all --json
  quixotry moves --positions many.cgp --summary --json

POSITION is a CGP in quotes, a file with a CGP or JSON, - for the standard input, or `empty`.
In a word, letters already on the board stand in parentheses and blanks in lower case.
Equity is the score and what the tiles that are kept are worth for the next rack.";

/// List the legal plays of a position, the best first.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MovesArgs {
    /// The position: CGP, JSON, a file, - or empty
    #[arg(required_unless_present = "positions", conflicts_with = "positions")]
    position: Option<String>,
    /// Read positions from this file, one per line
    #[arg(long, value_name = "FILE")]
    positions: Option<String>,
    /// Print only the number of plays and the sum of their scores
    #[arg(long)]
    summary: bool,
    /// The tiles on the rack, instead of those of the position
    #[arg(long, value_name = "TILES", conflicts_with = "positions")]
    rack: Option<String>,
    /// How many plays to show
    #[arg(long, value_name = "N", default_value_t = 15, conflicts_with = "all")]
    top: usize,
    /// Show all plays
    #[arg(long)]
    all: bool,
    /// The order of the plays
    #[arg(long, value_enum, default_value = "equity")]
    sort: SortOrder,
    /// Time limit, such as 500ms; the plays found by then are shown
    #[arg(long, value_name = "DURATION", value_parser = parse_duration)]
    time: Option<Duration>,
    #[command(flatten)]
    threads: SingleThreadArgs,
    #[command(flatten)]
    leaves: LeaveValuesArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SortOrder {
    /// By score
    Score,
    /// By equity: the score plus the value of the leave
    Equity,
}

/// Runs the command.
pub(crate) fn run(args: &MovesArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    match (&args.positions, &args.position) {
        (Some(file), _) => many(args, file, catalog, out),
        (None, Some(position)) => one(args, position, catalog, out),
        (None, None) => bail!("name a position, or a file with --positions"),
    }
}

fn one(args: &MovesArgs, position: &str, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let position = args.game.position(position, args.rack.as_deref(), catalog)?;
    if position.rack().is_empty() {
        bail!("the rack of the player to move is empty: use --rack TILES, or add the rack to the position");
    }
    let mut finder = MoveFinder::new(args, &position.rules, catalog)?;
    args.show(&mut finder, &position, out)?;
    Ok(Status::Success)
}

fn many(args: &MovesArgs, file: &str, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let mut positions = PositionReader::new(&args.game, catalog);
    let read = positions.read_each(file)?;
    let all_good = read.iter().all(Result::is_ok);
    let all: Vec<(usize, Position)> = read
        .into_iter()
        .filter_map(|line| line.map_err(|error| status::print_note(&format!("skipped: {error:#}"))).ok())
        .collect();
    let finders = positions.rules().map(|rules| MoveFinder::new(args, rules, catalog));
    let mut finders = finders.collect::<anyhow::Result<Vec<_>>>()?;
    for (number, (rules, position)) in all.iter().enumerate() {
        if !args.summary && !args.format.json {
            let gap = if number == 0 { "" } else { "\n" };
            let cgp = notation::cgp::print_position(position);
            out.heading(&format!("{gap}{cgp}"))?;
        }
        args.show(&mut finders[*rules], position, out)?;
    }
    Ok(Status::from_success(all_good))
}

/// A generator with what it needs to rank plays.
struct MoveFinder {
    generator: Generator,
    graph: WordGraph,
    /// Loaded when a play is first ranked, because that takes longer than generating all plays of a position.
    leaves: OnceCell<LeaveValues>,
    /// The thread pool, if there are several threads.
    pool: Option<rayon::ThreadPool>,
}

impl MoveFinder {
    fn new(args: &MovesArgs, rules: &Ruleset, catalog: &Catalog) -> anyhow::Result<MoveFinder> {
        let graph = args.game.word_graph(rules, catalog)?;
        Ok(MoveFinder {
            generator: Generator::new(rules, &graph)?,
            graph,
            leaves: args.leaves.values(rules)?.map_or_else(OnceCell::new, OnceCell::from),
            pool: pool(args.threads.count())?,
        })
    }

    /// The leave values in a position. Leaves are worth nothing when the bag is empty.
    fn leaves(&self, position: &Position) -> RackLeaves {
        if bag_is_empty(position) {
            RackLeaves::new(position.rack(), &NoLeaves)
        } else {
            let values = || LeaveValues::of(self.generator.rules(), &self.graph);
            RackLeaves::new(position.rack(), self.leaves.get_or_init(values))
        }
    }
}

/// A pool for several threads.
fn pool(threads: usize) -> anyhow::Result<Option<rayon::ThreadPool>> {
    let several = (threads > 1).then(|| rayon::ThreadPoolBuilder::new().num_threads(threads).build());
    Ok(several.transpose()?)
}

/// Whether the unseen tiles fit on the unknown racks.
fn bag_is_empty(position: &Position) -> bool {
    let unknown = position.racks.iter().skip(1).filter(|rack| rack.is_empty()).count();
    position.unseen().len() <= unknown * usize::from(position.rules.rack_size)
}

#[derive(Serialize)]
struct SummaryOutput {
    plays: u64,
    top_score: i32,
    score_sum: i64,
}

/// A play in JSON and in the table.
#[derive(Serialize)]
struct MoveOutput {
    play: String,
    at: String,
    word: String,
    score: i32,
    leave: String,
    equity: f64,
}

impl MovesArgs {
    fn show(
        &self,
        finder: &mut MoveFinder,
        position: &Position,
        out: &mut CommandOutput,
    ) -> anyhow::Result<()> {
        if self.summary {
            let summaries = self.find(finder, position, PlaySummary::default);
            let summary = summaries.into_iter().reduce(PlaySummary::and).unwrap_or_default();
            return Ok(show_summary(summary, self.format, out)?);
        }
        let mut plays = AllPlays::new();
        self.find(finder, position, AllPlays::new).iter().for_each(|part| plays.append(part));
        let shown = self.best(&plays, &finder.leaves(position), position)?;
        if self.format.json {
            shown.iter().try_for_each(|play| out.json(play))?;
        } else {
            show_table(&shown, plays.len(), out)?;
        }
        Ok(())
    }

    /// Generates the plays, within the time limit and on the given threads.
    fn find<S: PlaySink + Send>(
        &self,
        finder: &mut MoveFinder,
        position: &Position,
        sink: impl Fn() -> S + Send + Sync,
    ) -> Vec<S> {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let stop = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let (grid, rack) = (&position.grid, position.rack());
        let (sinks, completion) = match &finder.pool {
            Some(pool) => pool.install(|| finder.generator.generate_parallel(grid, rack, sink, &stop)),
            None => {
                let mut sink = sink();
                let completion = finder.generator.generate_until(grid, rack, &mut sink, &stop);
                (vec![sink], completion)
            }
        };
        if completion == Completion::Stopped {
            status::print_note(
                "the time limit was reached before all plays were found: these are some of them",
            );
        }
        sinks
    }

    /// The plays to show, the best first. Ties have a fixed order.
    fn best(
        &self,
        plays: &AllPlays,
        leaves: &RackLeaves,
        position: &Position,
    ) -> anyhow::Result<Vec<MoveOutput>> {
        let worth = |play: &PlayRef<'_>| match self.sort {
            SortOrder::Score => (Equity::points(play.score()), leaves.equity(play)),
            SortOrder::Equity => (leaves.equity(play), Equity::points(play.score())),
        };
        let mut order: Vec<(_, PlayRef<'_>)> = plays.iter().map(|play| (worth(&play), play)).collect();
        order.sort_by_key(|(worth, play)| (std::cmp::Reverse(*worth), tie_break(play)));
        let count = if self.all { order.len() } else { self.top };
        order.iter().take(count).map(|(_, play)| move_output(play, leaves, position)).collect()
    }
}

/// The order of plays with the same rank.
fn tie_break(play: &PlayRef<'_>) -> (i32, i32, rules::Axis, Vec<rules::Coord>, Vec<(u8, u8)>) {
    let line = play.line;
    let faces = play.placed_tiles().map(|laid| (laid.face.letter.place(), laid.tile.0)).collect();
    (line.start.y, line.start.x, line.axis, line.squares().collect(), faces)
}

fn move_output(play: &PlayRef<'_>, leaves: &RackLeaves, position: &Position) -> anyhow::Result<MoveOutput> {
    let placement = play.placement();
    let scene = PlayContext::of(position);
    let parts = plays::print_parts(&placement, scene, PlaythroughStyle::Parentheses);
    let (at, word) = parts.context("a generated play is not in one line")?;
    let set = &position.rules.tiles;
    let mut kept: Tiles = position.rack().clone();
    _ = kept.take_all(&placement.rack_tiles());
    let (score, leave) = (play.score(), set.print_tiles(&kept));
    Ok(MoveOutput {
        play: format!("{at} {word}"),
        at,
        word,
        score,
        leave,
        equity: leaves.equity(play).as_f64(),
    })
}

fn show_summary(summary: PlaySummary, format: FormatArgs, out: &mut CommandOutput) -> std::io::Result<()> {
    let PlaySummary { plays, top_score, score_sum } = summary;
    if format.json {
        out.json(&SummaryOutput { plays, top_score, score_sum })
    } else {
        out.line(format_args!("{plays} plays, top score {top_score}, sum of scores {score_sum}"))
    }
}

fn show_table(shown: &[MoveOutput], all: usize, out: &mut CommandOutput) -> std::io::Result<()> {
    let columns = [
        ("at", Align::Left),
        ("word", Align::Left),
        ("score", Align::Right),
        ("leave", Align::Left),
        ("equity", Align::Right),
    ];
    let mut table = TextTable::new(columns);
    for play in shown {
        let (score, equity) = (play.score.to_string(), format!("{:.1}", play.equity));
        table.row([play.at.clone(), play.word.clone(), score, play.leave.clone(), equity]);
    }
    table.lines().try_for_each(|line| out.line(line))?;
    out.line(format_args!("{} of {all} plays", shown.len()))
}
