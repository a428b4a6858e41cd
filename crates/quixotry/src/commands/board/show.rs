//! `quixotry board show`: draws a board.

use super::{SquareOutput, describe_square};
use crate::app::FormatArgs;
use crate::drawing::DrawingArgs;
use crate::inputs::{Catalog, GameArgs};
use crate::output::CommandOutput;
use crate::status::{RunResult, Status};
use clap::Args;
use presets::DataKind;
use rules::{Board, Grid, Rect, Ruleset, Square};
use serde::Serialize;
use std::collections::BTreeSet;

const EXAMPLES: &str = "\
Examples:
  quixotry board show classic
  quixotry board show infinite --window -9,-9,9,9
  quixotry board show random --seed 7 --svg board.svg
  quixotry board show --position game.cgp --rules super
  quixotry board show infinite --source > mine.toml";

/// Draw a board as text or SVG.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BoardShowArgs {
    /// The board: a name from `board list`, or a file [default: the board of the position]
    #[arg(value_name = "NAME|FILE", required_unless_present = "position")]
    board: Option<String>,
    /// The seed of random boards
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print the file itself, as a start for your own board
    #[arg(long, requires = "board", conflicts_with_all = ["position", "rules", "json", "svg", "window", "style"])]
    source: bool,
    /// Show the tiles of this position: CGP, JSON, a file, or -
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// The rules that define the tiles [default: the rules of the position, or standard]
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    format: FormatArgs,
}

#[derive(Serialize)]
struct BoardOutput<'a> {
    title: &'a str,
    unbounded: bool,
    start: [i32; 2],
    window: [i32; 4],
    /// The ids of the squares row by row; null is a hole.
    rows: Vec<Vec<Option<i32>>>,
    squares: Vec<SquareOutput<'a>>,
}

/// Runs the command.
pub(super) fn run(args: &BoardShowArgs, catalog: &Catalog, out: &mut CommandOutput) -> RunResult {
    if let (Some(name), true) = (&args.board, args.source) {
        let source = catalog.render_faults(catalog.library().source(DataKind::Boards, name))?;
        out.text(&source.text)?;
        return Ok(Status::Success);
    }
    let (rules, grid) = args.scene(catalog)?;
    let board = &rules.board;
    if args.format.json {
        out.json(&to_output(board, args.drawing.scene(&rules, &grid).window))?;
        args.drawing.write_svg(&rules, &grid)?;
        return Ok(Status::Success);
    }
    let extent =
        board.window().map_or("without end".to_owned(), |all| format!("{}×{}", all.width(), all.height()));
    out.heading(&format!("{}, {extent}, start {}", board.title(), board.square_name(board.start())))?;
    args.drawing.draw(&rules, &grid, out)?;
    legend(board, args.drawing.scene(&rules, &grid).window, out)?;
    Ok(Status::Success)
}

impl BoardShowArgs {
    /// The tiles on the board, and rules with this board and these tiles.
    fn scene(&self, catalog: &Catalog) -> anyhow::Result<(Ruleset, Grid)> {
        if let Some(position) = &self.position {
            let game = GameArgs {
                rules: self.rules.clone(),
                board: self.board.clone(),
                lexicon: None,
                seed: self.seed,
            };
            let position = game.position(position, None, catalog)?;
            return Ok((position.rules, position.grid));
        }
        let mut draft = catalog.rules(self.rules.as_deref().unwrap_or("standard"), self.seed)?.draft();
        if let Some(name) = &self.board {
            draft.board = catalog.board(name, self.seed)?;
        }
        let rules = Ruleset::try_from(draft)?;
        let grid = rules::empty_grid(&rules.board);
        Ok((rules, grid))
    }
}

fn to_output(board: &Board, window: Rect) -> BoardOutput<'_> {
    let id = |at| board.square(at).map(Square::id);
    BoardOutput {
        title: board.title(),
        unbounded: board.window().is_none(),
        start: [board.start().x, board.start().y],
        window: [window.min.x, window.min.y, window.max.x, window.max.y],
        rows: window.rows().map(|row| row.map(id).collect()).collect(),
        squares: board.squares().iter().map(SquareOutput::new).collect(),
    }
}

/// Prints the effects of the squares in the drawing.
fn legend(board: &Board, window: Rect, out: &mut CommandOutput) -> std::io::Result<()> {
    let drawn: BTreeSet<i32> = window.places().filter_map(|at| board.square(at)).map(Square::id).collect();
    for square in board.squares().iter().filter(|square| drawn.contains(&square.id())) {
        out.line(describe_square(square))?;
    }
    Ok(())
}
