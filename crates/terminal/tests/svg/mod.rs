//! A painted screen as an SVG picture.

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};
use std::fmt::Write;

const WIDTH: f32 = 9.0;
const HEIGHT: f32 = 19.0;
const MARGIN: f32 = 10.0;
const PAPER: &str = "#1b1d23";
const INK: &str = "#d7dae0";

/// Draws every cell of a screen.
pub(crate) fn picture(buffer: &Buffer) -> String {
    let (columns, rows) = (f32::from(buffer.area.width), f32::from(buffer.area.height));
    let (width, height) = (columns * WIDTH + 2.0 * MARGIN, rows * HEIGHT + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n"
    );
    for (row, cells) in buffer.content.chunks(buffer.area.width.into()).enumerate() {
        paint_row(&mut svg, row, cells);
    }
    svg + "</svg>\n"
}

/// Cells of one style are drawn together.
fn paint_row(svg: &mut String, row: usize, cells: &[Cell]) {
    let mut first = 0;
    for run in cells.chunk_by(|a, b| (a.fg, a.bg, a.modifier) == (b.fg, b.bg, b.modifier)) {
        let (x, y) = (MARGIN + first as f32 * WIDTH, MARGIN + row as f32 * HEIGHT);
        let (ink, paper) = colours(&run[0]);
        let width = run.len() as f32 * WIDTH;
        if paper != PAPER {
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{paper}\"/>"
            )
            .unwrap();
        }
        first += run.len();
        paint_text(svg, run, (x, y), ink);
    }
}

fn paint_text(svg: &mut String, run: &[Cell], (x, y): (f32, f32), ink: &str) {
    let text: String = run.iter().map(Cell::symbol).collect();
    if text.trim().is_empty() {
        return;
    }
    let style = [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::DIM, " opacity=\"0.6\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
    ];
    let style: String =
        style.iter().filter(|(one, _)| run[0].modifier.contains(*one)).map(|(_, text)| *text).collect();
    let (length, base) = (run.len() as f32 * WIDTH, y + HEIGHT * 0.75);
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    writeln!(
        svg,
        "<text x=\"{x}\" y=\"{base}\" textLength=\"{length}\" xml:space=\"preserve\" fill=\"{ink}\"{style}>{escaped}</text>"
    )
    .unwrap();
}

fn colours(cell: &Cell) -> (&'static str, &'static str) {
    let (ink, paper) = (colour(cell.fg, INK), colour(cell.bg, PAPER));
    if cell.modifier.contains(Modifier::REVERSED) { (paper, ink) } else { (ink, paper) }
}

fn colour(colour: Color, usual: &'static str) -> &'static str {
    match colour {
        Color::Black => "#14161a",
        Color::Red => "#c0392b",
        Color::Green => "#3f9b57",
        Color::Yellow => "#e0b83c",
        Color::Blue => "#2f6fbe",
        Color::Magenta => "#9b59b6",
        Color::Cyan => "#2aa198",
        Color::DarkGray => "#5c6370",
        Color::LightCyan => "#a9e3ee",
        Color::LightMagenta => "#f2b8e2",
        Color::White => "#f4ecd8",
        _ => usual,
    }
}
