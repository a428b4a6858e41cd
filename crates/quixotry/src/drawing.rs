//! Draws boards as text and SVG.

use crate::inputs::write_file;
use crate::output::CommandOutput;
use boardlang::RenderStyle;
use clap::{Args, ValueEnum};
use notation::boardfile::BoardFileEdition;
use notation::draw::{self, BoardScene, Colour, DrawingStyle};
use rules::{Coord, Grid, Rect, Ruleset};
use std::path::PathBuf;
use std::str::FromStr;

/// How a board is drawn.
#[derive(Args, Debug)]
pub(crate) struct DrawingArgs {
    /// The part to draw: x and y of two corners [default: the whole board, or the part around the tiles]
    #[arg(long, value_name = "X0,Y0,X1,Y1", allow_hyphen_values = true)]
    pub(crate) window: Option<WindowArg>,
    /// The drawing style
    #[arg(long, value_enum, default_value = "classic")]
    pub(crate) style: StyleArg,
    /// Also write an SVG picture to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StyleArg {
    /// Letters and numbers at the edges, signs for premium squares
    Classic,
    /// The style of SkraBBKle, with the points of each tile
    Skrabbkle,
    /// The style of the ITU game, with the print program of the board
    Itu,
    /// The style of the Haskell game, with rows and columns from 0
    Haskell,
}

/// A part of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WindowArg(pub(crate) Rect);

impl FromStr for WindowArg {
    type Err = String;

    fn from_str(text: &str) -> Result<WindowArg, String> {
        let wrong = || "write four whole numbers with commas, such as -9,-9,9,9".to_owned();
        let numbers: Result<Vec<i32>, _> = text.split(',').map(|number| number.trim().parse()).collect();
        match numbers.map_err(|_| wrong())?[..] {
            [x0, y0, x1, y1] => WindowArg::new(Rect::between(Coord::new(x0, y0), Coord::new(x1, y1))),
            _ => Err(wrong()),
        }
    }
}

impl WindowArg {
    fn new(rect: Rect) -> Result<WindowArg, String> {
        let most = draw::MOST_LANES as i64;
        let wide = |low: i32, high: i32| i64::from(high) - i64::from(low) >= most;
        if wide(rect.min.x, rect.max.x) || wide(rect.min.y, rect.max.y) {
            return Err(format!("at most {most} rows and columns can be drawn"));
        }
        Ok(WindowArg(rect))
    }
}

impl DrawingArgs {
    /// Draws a board with its tiles, and writes the SVG file if one is given.
    pub(crate) fn draw(&self, rules: &Ruleset, grid: &Grid, out: &mut CommandOutput) -> anyhow::Result<()> {
        let scene = self.scene(rules, grid);
        let colour = match out.paint() {
            RenderStyle::Plain => Colour::None,
            RenderStyle::Coloured => Colour::Ansi,
        };
        out.text(&draw::draw(scene, self.style.drawing(), colour))?;
        self.write_svg(rules, grid)
    }

    /// Writes the SVG file, if one is given.
    pub(crate) fn write_svg(&self, rules: &Ruleset, grid: &Grid) -> anyhow::Result<()> {
        match &self.svg {
            Some(path) => write_file(path, draw::svg(self.scene(rules, grid)).as_bytes()),
            None => Ok(()),
        }
    }

    /// The scene to draw.
    pub(crate) fn scene<'a>(&self, rules: &'a Ruleset, grid: &'a Grid) -> BoardScene<'a> {
        let scene = BoardScene::new(rules, grid);
        self.window.map_or(scene, |WindowArg(window)| scene.with_window(window))
    }
}

impl StyleArg {
    fn drawing(self) -> DrawingStyle {
        match self {
            StyleArg::Classic => DrawingStyle::Classic,
            StyleArg::Skrabbkle => DrawingStyle::SkraBBKle(BoardFileEdition::Classic),
            StyleArg::Itu => DrawingStyle::Itu,
            StyleArg::Haskell => DrawingStyle::RowColumn,
        }
    }
}
