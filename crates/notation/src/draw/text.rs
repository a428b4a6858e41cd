//! Boards as text.

use super::{BoardScene, Premium};
use crate::boardfile::{BoardFileEdition, factor_of};
use crate::picture::{HOLE, SIGNS};
use rules::{BoardTile, Coord, Rect, Square};

/// The style of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawingStyle {
    /// Columns and rows along the edges, premium squares by their signs.
    Classic,
    /// The ITU game: a border of `#`, squares by the print program.
    Itu,
    /// SkraBBKle, with cells of three characters.
    SkraBBKle(BoardFileEdition),
    /// The Haskell game, with rows and columns from 0.
    RowColumn,
}

/// Whether a drawing uses the colours of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Plain characters only.
    None,
    /// ANSI escape sequences; only the classic drawing has them.
    Ansi,
}

/// Draws a board as text.
#[must_use]
pub fn draw(scene: BoardScene<'_>, drawing: DrawingStyle, colour: Colour) -> String {
    match drawing {
        DrawingStyle::Classic => classic(scene, colour),
        DrawingStyle::Itu => itu(scene),
        DrawingStyle::SkraBBKle(edition) => skrabbkle(scene, edition),
        DrawingStyle::RowColumn => row_column(scene),
    }
}

fn classic(scene: BoardScene<'_>, colour: Colour) -> String {
    let window = scene.drawn_window();
    let columns: Vec<String> = (window.min.x..=window.max.x).map(|x| scene.column_name(x)).collect();
    let tiles = window.places().filter_map(|at| scene.grid.get(at)).map(|placed| width(scene.letter(placed)));
    let cell = columns.iter().map(|name| width(name)).chain(tiles).max().unwrap_or(1);
    let edge = [window.min.y, window.max.y].map(|y| width(&scene.row_name(y))).into_iter().max().unwrap_or(1);
    let head: String = columns.iter().map(|name| format!(" {name:<cell$}")).collect();
    let mut text = format!("{:edge$}{}\n", "", head.trim_end());
    for row in window.rows() {
        let places: Vec<Coord> = row.collect();
        let name = places.first().map(|at| scene.row_name(at.y)).unwrap_or_default();
        let cells: String =
            places.iter().map(|&at| format!(" {}", classic_cell(scene, at, cell, colour))).collect();
        text += &format!("{name:>edge$}{}\n", cells.trim_end());
    }
    text
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn classic_cell(scene: BoardScene<'_>, at: Coord, cell: usize, colour: Colour) -> String {
    let (text, paint) = match (scene.grid.get(at), scene.board().square(at)) {
        (Some(placed), _) => (scene.letter(placed).to_owned(), tile_paint(scene, placed)),
        (None, Some(square)) => (sign(scene, square).to_string(), premium_paint(Premium::of(square))),
        (None, None) => (HOLE.to_string(), "2"),
    };
    let padded = format!("{text:<cell$}");
    match (colour, paint) {
        (Colour::None, _) | (Colour::Ansi, "") => padded,
        (Colour::Ansi, paint) => format!("\x1b[{paint}m{padded}\x1b[0m"),
    }
}

/// Tiles are dark on light. Wild tiles are underlined too.
fn tile_paint(scene: BoardScene<'_>, placed: BoardTile) -> &'static str {
    if scene.is_wild(placed) { "1;4;30;47" } else { "1;30;47" }
}

fn premium_paint(premium: Premium) -> &'static str {
    match premium {
        Premium::Plain => "",
        Premium::Letter(2) => "34",
        Premium::Letter(_) => "33",
        Premium::Word(2) => "32",
        Premium::Word(_) => "31",
        Premium::Both(_) => "35",
        Premium::Program => "36",
    }
}

/// The sign of pictures, the character of the print program, or `*`.
fn sign(scene: BoardScene<'_>, square: &Square) -> char {
    let fixed = SIGNS.iter().find(|(_, factors)| square.factors() == Some(*factors)).map(|&(sign, _)| sign);
    let printed = || scene.board().print_char(square.id()).filter(|c| !c.is_whitespace() && !c.is_control());
    fixed.or_else(printed).unwrap_or('*')
}

/// A board with edges has a margin of one square, which shows its border.
fn itu(scene: BoardScene<'_>) -> String {
    let window = scene.drawn_window();
    let window = if scene.board().window().is_some() { window.expand(1) } else { window };
    let row = |places: Vec<Coord>| {
        let cells: Vec<String> = places.into_iter().map(|at| itu_cell(scene, at)).collect();
        format!("{}\n", cells.join(" "))
    };
    window.rows().map(|places| row(places.collect())).collect()
}

fn itu_cell(scene: BoardScene<'_>, at: Coord) -> String {
    if let Some(placed) = scene.grid.get(at) {
        return scene.rules.tiles.alphabet().upper(placed.face.letter).to_owned();
    }
    let board = scene.board();
    let printed = board.raw_id(at).and_then(|id| board.print_char(id)).filter(|c| !c.is_control());
    match (printed, board.square(at)) {
        (Some(character), _) => character.to_string(),
        (None, None) => "#".to_owned(),
        (None, Some(square)) => itu_default(Premium::of(square)).to_string(),
    }
}

fn itu_default(premium: Premium) -> char {
    match premium {
        Premium::Plain => ' ',
        Premium::Letter(2) => 'a',
        Premium::Letter(3) => 'b',
        Premium::Word(2) => 'c',
        Premium::Word(3) => 'd',
        Premium::Letter(_) | Premium::Word(_) | Premium::Both(_) | Premium::Program => '*',
    }
}

fn skrabbkle(scene: BoardScene<'_>, edition: BoardFileEdition) -> String {
    let window = scene.drawn_window();
    let letters = (window.min.x..=window.max.x).map(|x| format!("{}  ", scene.column_name(x).to_lowercase()));
    let head = format!("    {}\n", letters.collect::<String>());
    let mut text = format!("{head}\n");
    for row in window.rows() {
        let places: Vec<Coord> = row.collect();
        let name = places.first().map(|at| scene.row_name(at.y)).unwrap_or_default();
        let cells: String = places.iter().map(|&at| skrabbkle_cell(scene, at, edition)).collect();
        text += &format!("{name:>2} {cells} {name:>2}\n");
    }
    text + "\n" + &head
}

/// Three characters: a factor of two drops the closing bracket.
fn skrabbkle_cell(scene: BoardScene<'_>, at: Coord, edition: BoardFileEdition) -> String {
    if let Some(placed) = scene.grid.get(at) {
        return format!("{:<3}", format!("{}{}", scene.letter(placed), placed.face.points));
    }
    let Some(square) = scene.board().square(at) else { return "   ".to_owned() };
    match (factor_of(square), edition) {
        (Some(None), _) => " . ".to_owned(),
        (None, _) => " * ".to_owned(),
        (Some(Some((factor, is_letter))), BoardFileEdition::Classic) => {
            let (open, close) = if is_letter { ('(', ')') } else { ('{', '}') };
            format!("{open}{factor}{close}").chars().take(3).collect()
        }
        (Some(Some((factor, is_letter))), BoardFileEdition::Of2026) => {
            format!("{factor:>2}{}", if is_letter { '.' } else { '!' })
        }
    }
}

fn row_column(scene: BoardScene<'_>) -> String {
    let window = scene.drawn_window();
    let corner = scene.board().window().map_or(Coord::default(), |window| window.min);
    let columns = (window.min.x..=window.max.x).map(|x| format!("{:>2}|", x.saturating_sub(corner.x)));
    let line = format!("{}\n", "-".repeat(3 + 3 * window.width()));
    let mut text = format!("  |{}\n{line}", columns.collect::<String>());
    for y in window.min.y..=window.max.y {
        text += &format!("{:>2}|{}\n", y.saturating_sub(corner.y), row_column_cells(scene, window, y));
    }
    text + &line
}

fn row_column_cells(scene: BoardScene<'_>, window: Rect, y: i32) -> String {
    let cell = |x| {
        let at = Coord::new(x, y);
        let letter = |placed: BoardTile| scene.rules.tiles.alphabet().upper(placed.face.letter).to_owned();
        let text = scene.grid.get(at).map_or_else(|| row_column_premium(scene, at), letter);
        format!("{text:>2}|")
    };
    (window.min.x..=window.max.x).map(cell).collect()
}

/// `L2` and `L3` multiply a letter, `2W` and `3W` a word. A cell has two characters.
fn row_column_premium(scene: BoardScene<'_>, at: Coord) -> String {
    let premium = scene.board().square(at).map_or(Premium::Plain, Premium::of);
    match premium {
        Premium::Plain => String::new(),
        Premium::Letter(factor @ 0..=9) => format!("L{factor}"),
        Premium::Word(factor @ 0..=9) => format!("{factor}W"),
        Premium::Letter(_) | Premium::Word(_) | Premium::Both(_) | Premium::Program => "*".to_owned(),
    }
}
