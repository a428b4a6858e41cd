//! `quixotry board square`: the square at a place.

use super::{Asked, SquareShown, described};
use crate::app::Format;
use crate::given::Stock;
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use anyhow::{Context, bail};
use clap::Args;
use notation::coords::{self, GridRef};
use rules::{Board, Coord, Square};
use serde_json::json;

const EXAMPLES: &str = "\
Examples:
  quixotry board square infinite 7 -14
  quixotry board square classic H8
  quixotry board square hole 2 2 --json          a hole: {\"id\":null}";

/// Print the id and effect of the square at a place.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct SquareArgs {
    #[command(flatten)]
    asked: Asked,
    /// The place: x and y, or column and row such as H8 on a board with edges
    #[arg(required = true, num_args = 1..=2, value_names = ["X", "Y"], allow_negative_numbers = true)]
    at: Vec<String>,
    #[command(flatten)]
    format: Format,
}

/// Prints the square.
pub(super) fn run(args: &SquareArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let board = args.asked.load(stock)?;
    let at = place(&args.at, &board)?;
    match board.square(at) {
        Some(square) if args.format.json => screen.json(&SquareShown::new(square))?,
        None if args.format.json => screen.json(&json!({"id": null}))?,
        Some(square) => show(square, at, screen)?,
        None => screen.line(format_args!("{at}: no square (a hole, or outside the board)"))?,
    }
    Ok(Outcome::Good)
}

fn show(square: &Square, at: Coord, screen: &mut Screen) -> std::io::Result<()> {
    screen.line(format_args!("{at}: {}", described(square)))?;
    for step in square.steps() {
        screen.line(format_args!("  {}: {}", step.priority, step.source().trim()))?;
    }
    Ok(())
}

fn place(given: &[String], board: &Board) -> anyhow::Result<Coord> {
    match given {
        [x, y] => Ok(Coord::new(number(x)?, number(y)?)),
        [pair] if pair.contains(',') => {
            let (x, y) = pair.split_once(',').unwrap_or_default();
            Ok(Coord::new(number(x)?, number(y)?))
        }
        [square] => named(square, board),
        _ => bail!("say x and y"),
    }
}

fn number(text: &str) -> anyhow::Result<i32> {
    let trimmed = text.trim();
    trimmed.parse().with_context(|| format!("{text:?} is no coordinate: write a whole number of 32 bits"))
}

fn named(square: &str, board: &Board) -> anyhow::Result<Coord> {
    let wrong =
        || format!("{square:?} is no place on this board: write x and y, or column and row such as H8");
    if GridRef::parse(square).is_none() {
        bail!(wrong());
    }
    Ok(coords::parse_location(square, board).with_context(wrong)?.at)
}
