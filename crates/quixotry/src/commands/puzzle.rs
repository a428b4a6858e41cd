//! `quixotry puzzle`: positions with one clearly best play.

use crate::app::Format;
use crate::commands::moves::graph;
use crate::given::{LeavesArgs, SceneArgs, Stock};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
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

Puzzles come from games that the computer plays with itself; in each the best play is ahead of all others by at least
8 points, as judged by simulation or, near the end, by solving. The same seed gives the same puzzles.";

/// Find puzzles: positions with one clearly best play.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PuzzleArgs {
    /// How many puzzles
    #[arg(long, short = 'n', value_name = "N", default_value = "1")]
    count: NonZeroUsize,
    /// How many rounds of simulation each puzzle is judged by
    #[arg(long, value_name = "N", default_value = "100")]
    rounds: NonZeroUsize,
    #[command(flatten)]
    leaves: LeavesArgs,
    #[command(flatten)]
    scene: SceneArgs,
    #[command(flatten)]
    format: Format,
}

/// A puzzle for programs.
#[derive(Serialize)]
struct Told<'a> {
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

/// Finds puzzles.
pub(crate) fn run(args: &PuzzleArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let rules = args.scene.ruleset(stock)?;
    let words = graph(&args.scene, &rules, stock)?;
    let seed = args.scene.seed.unwrap_or(0);
    let effort = Effort {
        limit: players::SearchLimit::for_iterations(args.rounds.get() as u64),
        seed,
        ..Effort::default()
    };
    let mut puzzles = PuzzleFinder::new(Analyst::on(&args.leaves.shared(&rules, &words)?, effort), seed);
    let mut solutions = Vec::new();
    for number in 1..=args.count.get() {
        let Some(puzzle) = puzzles.find()? else {
            bail!(
                "no clear position was found in 500 games: try another --seed, or a lexicon with more words"
            );
        };
        match args.format.json {
            true => screen.json(&told(&puzzle))?,
            false => {
                show(number, &puzzle, screen)?;
                solutions.push(solution(number, &puzzle));
            }
        }
        screen.flush()?;
    }
    if !solutions.is_empty() {
        screen.heading("Solutions")?;
        solutions.iter().try_for_each(|line| screen.line(line))?;
    }
    Ok(Outcome::Good)
}

fn told(puzzle: &Puzzle) -> Told<'_> {
    Told {
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

fn show(number: usize, puzzle: &Puzzle, screen: &mut Screen) -> anyhow::Result<()> {
    let position = &puzzle.position;
    screen.heading(&format!("Puzzle {number}: what is the best play?"))?;
    let colour = match screen.paint() {
        RenderStyle::Plain => Colour::None,
        RenderStyle::Coloured => Colour::Ansi,
    };
    screen.text(&draw(BoardScene::new(&position.rules, &position.grid), DrawingStyle::Classic, colour))?;
    let scores: Vec<String> = position.scores.iter().map(ToString::to_string).collect();
    let rack = position.rules.tiles.print_tiles(position.rack());
    screen.line(format_args!("rack {rack}, scores {}, you are to move", scores.join(" – ")))?;
    screen.line("")?;
    Ok(())
}

fn solution(number: usize, puzzle: &Puzzle) -> String {
    let Puzzle { best, next, margin, .. } = puzzle;
    format!(
        "{number}. {} for {}, ahead of {} for {} by {margin:.1} points",
        best.text, best.score, next.text, next.score
    )
}
