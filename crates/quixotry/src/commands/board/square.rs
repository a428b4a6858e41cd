//! `quixotry board square`: looks up a square.

use super::{BoardNameArgs, SquareOutput, describe_square};
use crate::app::FormatArgs;
use crate::inputs::Catalog;
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
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

/// Print the id and effect of the square at a coordinate.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BoardSquareArgs {
    #[command(flatten)]
    board: BoardNameArgs,
    /// The coordinate: x and y, or column and row such as H8 on a board with edges
    #[arg(required = true, num_args = 1..=2, value_names = ["X", "Y"], allow_negative_numbers = true)]
    at: Vec<String>,
    #[command(flatten)]
    format: FormatArgs,
}

/// Runs the command.
pub(super) fn run(args: &BoardSquareArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    let board = args.board.load(catalog)?;
    let at = parse_coord(&args.at, &board)?;
    match board.square(at) {
        Some(square) if args.format.json => out.json(&SquareOutput::new(square))?,
        None if args.format.json => out.json(&json!({"id": null}))?,
        Some(square) => show(square, at, out)?,
        None => out.line(format_args!("{at}: no square (a hole, or outside the board)"))?,
    }
    Ok(Status::Success)
}

fn show(square: &Square, at: Coord, out: &mut CommandOutput) -> std::io::Result<()> {
    out.line(format_args!("{at}: {}", describe_square(square)))?;
    for step in square.steps() {
        out.line(format_args!("  {}: {}", step.priority, step.source().trim()))?;
    }
    Ok(())
}

fn parse_coord(given: &[String], board: &Board) -> anyhow::Result<Coord> {
    match given {
        [x, y] => Ok(Coord::new(parse_number(x)?, parse_number(y)?)),
        [pair] if pair.contains(',') => {
            let (x, y) = pair.split_once(',').unwrap_or_default();
            Ok(Coord::new(parse_number(x)?, parse_number(y)?))
        }
        [square] => parse_square_name(square, board),
        _ => bail!("write x and y"),
    }
}

fn parse_number(text: &str) -> anyhow::Result<i32> {
    let trimmed = text.trim();
    trimmed.parse().with_context(|| format!("{text:?} is not a coordinate: write a 32-bit whole number"))
}

fn parse_square_name(square: &str, board: &Board) -> anyhow::Result<Coord> {
    let wrong =
        || format!("{square:?} is not a square of this board: write x and y, or column and row such as H8");
    if GridRef::parse(square).is_none() {
        bail!(wrong());
    }
    Ok(coords::parse_location(square, board).with_context(wrong)?.at)
}
