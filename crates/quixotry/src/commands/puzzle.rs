//! `quixotry puzzle`: positions with one clearly best play.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, LeaveValuesArgs};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use analysis::{Analyst, Effort, Puzzle, PuzzleFinder};
use anyhow::bail;
use boardlang::RenderStyle;
use clap::Args;
use notation::draw::{BoardScene, Colour, DrawingStyle, draw};
use serde::Serialize;
use std::num::NonZeroUsize;

const EXAMPLES: &str = "\
Examples:
  quixotry puzzle
  quixotry puzzle --count 10 --seed 7
  quixotry puzzle --rules super --count 3 --json > puzzles.jsonl

Puzzles come from self-play games of the computer. In each puzzle the best play is at least 8 points better than all
others, judged by simulation or, near the end, by solving. The same seed gives the same puzzles.";

/// Find puzzles: positions with one clearly best play.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PuzzleArgs {
    /// How many puzzles
    #[arg(long, short = 'n', value_name = "N", default_value = "1")]
    count: NonZeroUsize,
    /// Rounds of simulation per puzzle
    #[arg(long, value_name = "N", default_value = "100")]
    rounds: NonZeroUsize,
    #[command(flatten)]
    leaves: LeaveValuesArgs,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    format: FormatArgs,
}

/// A puzzle in JSON.
#[derive(Serialize)]
struct PuzzleOutput<'a> {
    cgp: String,
    rack: String,
    best: &'a str,
    score: i32,
    equity: f64,
    win: f64,
    next: &'a str,
    margin: f64,
    proven: bool,
}

/// Runs the command.
pub(crate) fn run(args: &PuzzleArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let rules = args.game.ruleset(catalog)?;
    let words = args.game.word_graph(&rules, catalog)?;
    let seed = args.game.seed.unwrap_or(0);
    let effort = Effort {
        limit: players::SearchLimit::for_iterations(args.rounds.get() as u64),
        seed,
        ..Effort::default()
    };
    let mut puzzles = PuzzleFinder::new(Analyst::on(&args.leaves.player_data(&rules, &words)?, effort), seed);
    let mut solutions = Vec::new();
    for number in 1..=args.count.get() {
        let Some(puzzle) = puzzles.find()? else {
            bail!("no puzzle was found in 500 games: try another --seed, or a lexicon with more words");
        };
        match args.format.json {
            true => out.json(&to_output(&puzzle))?,
            false => {
                show(number, &puzzle, out)?;
                solutions.push(describe_solution(number, &puzzle));
            }
        }
        out.flush()?;
    }
    if !solutions.is_empty() {
        out.heading("Solutions")?;
        solutions.iter().try_for_each(|line| out.line(line))?;
    }
    Ok(Status::Success)
}

fn to_output(puzzle: &Puzzle) -> PuzzleOutput<'_> {
    PuzzleOutput {
        cgp: notation::cgp::print_position(&puzzle.position),
        rack: puzzle.position.rules.tiles.print_tiles(puzzle.position.rack()),
        best: &puzzle.best.text,
        score: puzzle.best.score,
        equity: puzzle.best.equity,
        win: puzzle.best.win,
        next: &puzzle.next.text,
        margin: (puzzle.margin * 1e4).round() / 1e4,
        proven: puzzle.best.proven,
    }
}

fn show(number: usize, puzzle: &Puzzle, out: &mut CommandOutput) -> anyhow::Result<()> {
    let position = &puzzle.position;
    out.heading(&format!("Puzzle {number}: what is the best play?"))?;
    let colour = match out.paint() {
        RenderStyle::Plain => Colour::None,
        RenderStyle::Coloured => Colour::Ansi,
    };
    out.text(&draw(BoardScene::new(&position.rules, &position.grid), DrawingStyle::Classic, colour))?;
    let scores: Vec<String> = position.scores.iter().map(ToString::to_string).collect();
    let rack = position.rules.tiles.print_tiles(position.rack());
    out.line(format_args!("rack {rack}, scores {}, you are to move", scores.join(" – ")))?;
    out.line("")?;
    Ok(())
}

fn describe_solution(number: usize, puzzle: &Puzzle) -> String {
    let Puzzle { best, next, margin, .. } = puzzle;
    format!(
        "{number}. {} for {}, ahead of {} for {} by {margin:.1} points",
        best.text, best.score, next.text, next.score
    )
}
