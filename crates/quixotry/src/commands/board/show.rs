//! `quixotry board show`: a board drawn.

use super::{Asked, SquareShown, described};
use crate::app::Format;
use crate::drawing::DrawingArgs;
use crate::given::{SceneArgs, Stock};
use crate::outcome::{Done, Outcome};
use crate::screen::Screen;
use clap::Args;
use rules::{Board, Grid, Rect, RulesetDraft, Square};
use serde::Serialize;
use std::collections::BTreeSet;

const EXAMPLES: &str = "\
Examples:
  quixotry board show classic
  quixotry board show infinite --window -9,-9,9,9
  quixotry board show random --seed 7 --svg board.svg
  quixotry board show super --position game.cgp --rules super";

/// Draw a board, as text and as a picture.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    asked: Asked,
    /// Show the tiles of this position: CGP, JSON, a file, or -
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// The rules whose tiles are used [default: those the position names, or standard]
    #[arg(long, short, value_name = "NAME|FILE")]
    rules: Option<String>,
    #[command(flatten)]
    drawing: DrawingArgs,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Shown<'a> {
    title: &'a str,
    unbounded: bool,
    start: [i32; 2],
    window: [i32; 4],
    /// The ids of the squares row by row; null is a hole.
    rows: Vec<Vec<Option<i32>>>,
    squares: Vec<SquareShown<'a>>,
}

/// Draws the board.
pub(super) fn run(args: &ShowArgs, stock: &Stock, screen: &mut Screen) -> Done {
    let board = args.asked.load(stock)?;
    let (rules, grid) = args.tiles(&board, stock)?;
    if args.format.json {
        screen.json(&shown(&board, args.drawing.scene(&rules, &grid).window))?;
        args.drawing.picture(&rules, &grid)?;
        return Ok(Outcome::Good);
    }
    let extent =
        board.window().map_or("without end".to_owned(), |all| format!("{}×{}", all.width(), all.height()));
    screen.heading(&format!("{}, {extent}, start {}", board.title(), board.square_name(board.start())))?;
    args.drawing.draw(&rules, &grid, screen)?;
    legend(&board, args.drawing.scene(&rules, &grid).window, screen)?;
    Ok(Outcome::Good)
}

impl ShowArgs {
    /// The tiles on the board, and rules that have the board and those tiles.
    fn tiles(&self, board: &Board, stock: &Stock) -> anyhow::Result<(RulesetDraft, Grid)> {
        let Some(position) = &self.position else {
            let name = self.rules.as_deref().unwrap_or("standard");
            let mut rules = stock.rules(name, self.asked.seed)?.draft();
            rules.board = board.clone();
            return Ok((rules, rules::empty_grid(board)));
        };
        let scene = SceneArgs {
            rules: self.rules.clone(),
            board: Some(self.asked.board.clone()),
            lexicon: None,
            seed: self.asked.seed,
        };
        let position = scene.position(position, None, stock)?;
        Ok((position.rules.draft(), position.grid))
    }
}

fn shown(board: &Board, window: Rect) -> Shown<'_> {
    let id = |at| board.square(at).map(Square::id);
    Shown {
        title: board.title(),
        unbounded: board.window().is_none(),
        start: [board.start().x, board.start().y],
        window: [window.min.x, window.min.y, window.max.x, window.max.y],
        rows: window.rows().map(|row| row.map(id).collect()).collect(),
        squares: board.squares().iter().map(SquareShown::new).collect(),
    }
}

/// What the squares that were drawn do.
fn legend(board: &Board, window: Rect, screen: &mut Screen) -> std::io::Result<()> {
    let drawn: BTreeSet<i32> = window.places().filter_map(|at| board.square(at)).map(Square::id).collect();
    for square in board.squares().iter().filter(|square| drawn.contains(&square.id())) {
        screen.line(described(square))?;
    }
    Ok(())
}
