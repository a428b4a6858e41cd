//! `quixotry puzzle`: positions with one clearly best play.

use crate::app::FormatArgs;
use crate::inputs::{Catalog, GameArgs, LeaveValuesArgs, parse_turn};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use analysis::{Analyst, Effort, Puzzle, PuzzleFinder, PuzzleKind};
use anyhow::bail;
use boardlang::RenderStyle;
use clap::{Args, ValueEnum};
use notation::draw::{BoardScene, Colour, DrawingStyle, draw};
use notation::plays::{PlayContext, PlaythroughStyle, Turn, print_placement};
use rules::Position;
use serde::Serialize;
use std::io::{self, BufRead, IsTerminal};
use std::num::NonZeroUsize;

const EXAMPLES: &str = "\
Examples:
  quixotry puzzle
  quixotry puzzle --solve                         answer, and see whether it is right
  quixotry puzzle --kind endgame --count 10 --seed 7 --solutions
  quixotry puzzle --rules super --count 3 --json > puzzles.jsonl

Puzzles come from self-play games of the computer. In each puzzle one turn is clearly better than all others, judged by
simulation or, in endgames, by proof. Trivial ones are left out: the best turn is not simply the one with the highest
score, and few words earn the bonus. The same seed gives the same puzzles, so --solutions shows the solutions later.";

/// Find puzzles: positions with one clearly best turn.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct PuzzleArgs {
    /// How many puzzles
    #[arg(long, short = 'n', value_name = "N", default_value = "1")]
    count: NonZeroUsize,
    /// What kind of puzzles
    #[arg(long, value_enum, value_name = "KIND", default_value = "any")]
    kind: PuzzleChoice,
    /// Show the solutions after the puzzles
    #[arg(long, conflicts_with = "json")]
    solutions: bool,
    /// Read an answer to each puzzle, and say whether it is right; an empty line shows the solution
    #[arg(long, conflicts_with_all = ["solutions", "json"])]
    solve: bool,
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

/// The kinds of puzzles to choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PuzzleChoice {
    /// All kinds
    Any,
    /// The best turn earns the bonus
    Bingo,
    /// The best turn earns no bonus
    NonBingo,
    /// The bag is empty, and the solution is proven
    Endgame,
    /// The best turn gives up points for a better rack
    Fishing,
}

impl PuzzleChoice {
    fn kinds(self) -> Vec<PuzzleKind> {
        match self {
            PuzzleChoice::Any => PuzzleKind::ALL.to_vec(),
            PuzzleChoice::Bingo => vec![PuzzleKind::Bingo],
            PuzzleChoice::NonBingo => vec![PuzzleKind::NonBingo],
            PuzzleChoice::Endgame => vec![PuzzleKind::Endgame],
            PuzzleChoice::Fishing => vec![PuzzleKind::Fishing],
        }
    }
}

/// A puzzle in JSON.
#[derive(Serialize)]
struct PuzzleOutput<'a> {
    kind: PuzzleKind,
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
    let mut puzzles = PuzzleFinder::new(Analyst::on(&args.leaves.player_data(&rules, &words)?, effort), seed)
        .with_kinds(&args.kind.kinds());
    let mut solutions = Vec::new();
    let mut answers = io::stdin().lock().lines();
    for number in 1..=args.count.get() {
        let Some(puzzle) = puzzles.find()? else {
            bail!("no puzzle was found in 500 games: try another --seed, or a lexicon with more words");
        };
        match args.format.json {
            true => out.json(&to_output(&puzzle))?,
            false => {
                show(number, &puzzle, out)?;
                match args.solve {
                    true => ask(number, &puzzle, &mut answers, out)?,
                    false => solutions.push(describe_solution(number, &puzzle)),
                }
            }
        }
        out.flush()?;
    }
    if args.solutions {
        out.heading("Solutions")?;
        solutions.iter().try_for_each(|line| out.line(line))?;
    } else if !solutions.is_empty() {
        out.line("The same command with --solutions shows the solutions; with --solve it asks for them.")?;
    }
    Ok(Status::Success)
}

/// Reads answers until one is right; an empty line or the end of the input shows the solution.
fn ask(
    number: usize,
    puzzle: &Puzzle,
    answers: &mut io::Lines<io::StdinLock<'_>>,
    out: &mut CommandOutput,
) -> anyhow::Result<()> {
    let position = &puzzle.position;
    loop {
        if io::stdin().is_terminal() {
            out.text("> ")?;
        }
        out.flush()?;
        let line = answers.next().transpose()?.filter(|line| !line.trim().is_empty());
        let Some(line) = line else {
            out.line(describe_solution(number, puzzle))?;
            return Ok(());
        };
        match parse_turn(line.trim(), position) {
            Ok(turn) if turn_text(&turn, position) == puzzle.best.text => {
                out.line(format_args!("Right. {}", describe_solution(number, puzzle)))?;
                return Ok(());
            }
            Ok(Turn::Place(placement)) => match position.judge(&placement, None) {
                Ok(_) => out.line("That is not the best turn. Try again, or give up with an empty line.")?,
                Err(refusal) => out.line(refusal)?,
            },
            Ok(_) => out.line("That is not the best turn. Try again, or give up with an empty line.")?,
            Err(error) => out.line(error.0)?,
        }
    }
}

/// A turn as the solution is written.
fn turn_text(turn: &Turn, position: &Position) -> String {
    match turn {
        Turn::Place(placement) => {
            print_placement(placement, PlayContext::of(position), PlaythroughStyle::Parentheses)
        }
        Turn::Exchange(tiles) => {
            let mut tiles = tiles.clone();
            tiles.sort_unstable();
            format!("-{}", position.rules.tiles.print_tile_list(tiles))
        }
        Turn::ExchangeUnknown(_) | Turn::Pass => "pass".to_owned(),
    }
}

fn to_output(puzzle: &Puzzle) -> PuzzleOutput<'_> {
    PuzzleOutput {
        kind: puzzle.kind,
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
    out.heading(&format!("Puzzle {number}: what is the best turn?"))?;
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
