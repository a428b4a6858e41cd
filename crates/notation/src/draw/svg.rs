//! Boards as SVG pictures without external resources.

use super::{BoardScene, Premium};
use rules::{BoardTile, Coord, Rect};
use std::fmt::Write;

/// The side of a square, the margin for coordinates, and the width of the fading edges of a board without edges.
const SIDE: i64 = 40;
const MARGIN: i64 = 30;
const FADE: i64 = SIDE * 3 / 2;

/// Every selector begins with the class of the picture, so that a page can contain the picture.
const STYLE: &str = ".quixotry-board text{font-family:system-ui,'Segoe UI',Helvetica,Arial,sans-serif;text-anchor:middle}\
.quixotry-board .c{font-size:13px;fill:#55606b}\
.quixotry-board .q{stroke:#fdfcf8;stroke-width:2}\
.quixotry-board .p{font-size:12px;font-weight:600}\
.quixotry-board .p.long{font-size:9px}\
.quixotry-board .t{fill:#f4e0b0;stroke:#a8823c;stroke-width:1}\
.quixotry-board .w{fill:#fbf3dc;stroke:#a8823c;stroke-width:1.4;stroke-dasharray:3 2}\
.quixotry-board .l{font-weight:700;fill:#2b2113}\
.quixotry-board .wl{font-weight:700;font-style:italic;fill:#8a1f2d}\
.quixotry-board .n{font-size:10px;fill:#2b2113}\
.quixotry-board .s{fill:none;stroke:#55606b;stroke-width:1.5}";

/// Draws a board as an SVG picture: premium squares by colour and text, tiles with their points.
///
/// Wild tiles are italic with a dashed border. The start square has a ring. The picture of a board without edges fades
/// at its edges.
#[must_use]
pub fn svg(scene: BoardScene<'_>) -> String {
    let window = scene.drawn_window();
    let (width, height) =
        (window.width() as i64 * SIDE + 2 * MARGIN, window.height() as i64 * SIDE + 2 * MARGIN);
    let mut out = format!(
        "<svg class=\"quixotry-board\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#fdfcf8\"/>\n",
        escape_xml(scene.board().title())
    );
    for at in window.places() {
        square(&mut out, scene, window, at);
    }
    if scene.board().window().is_none() {
        fade(&mut out, width, height);
    }
    coordinates(&mut out, scene, window);
    out.push_str("</svg>\n");
    out
}

/// The top left corner of a square in the picture.
fn corner(window: Rect, at: Coord) -> (i64, i64) {
    let (column, row) =
        (i64::from(at.x) - i64::from(window.min.x), i64::from(at.y) - i64::from(window.min.y));
    (MARGIN + column * SIDE, MARGIN + row * SIDE)
}

/// Writing to a string cannot fail.
fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).unwrap_or_default();
}

fn square(out: &mut String, scene: BoardScene<'_>, window: Rect, at: Coord) {
    let (x, y) = corner(window, at);
    let Some(square) = scene.board().square(at) else { return };
    let premium = Premium::of(square);
    let (fill, ink) = colours(premium);
    put(
        out,
        format_args!(
            "<rect class=\"q\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" rx=\"5\" fill=\"{fill}\">"
        ),
    );
    put(out, format_args!("<title>{}</title></rect>\n", escape_xml(square.name())));
    if let Some(placed) = scene.grid.get(at) {
        return tile(out, scene, placed, x, y);
    }
    let label = premium.label();
    let (middle, base) = (x + SIDE / 2, y + SIDE / 2 + 4);
    if !label.is_empty() {
        let class = if label.chars().count() > 3 { "p long" } else { "p" };
        put(
            out,
            format_args!(
                "<text class=\"{class}\" x=\"{middle}\" y=\"{base}\" fill=\"{ink}\">{label}</text>\n"
            ),
        );
    }
    if at == scene.board().start() {
        let (cy, r) = (y + SIDE / 2, SIDE / 2 - 5);
        put(out, format_args!("<circle class=\"s\" cx=\"{middle}\" cy=\"{cy}\" r=\"{r}\"/>\n"));
    }
}

/// Fill and text colour: word squares green, red and violet, letter squares blue, yellow and teal, others neutral.
fn colours(premium: Premium) -> (&'static str, &'static str) {
    match premium {
        Premium::Plain => ("#ebe7dc", "#55606b"),
        Premium::Word(2) => ("#bfe3bd", "#14532d"),
        Premium::Word(3) => ("#f3b4ac", "#7f1d1d"),
        Premium::Word(factor) if factor > 3 => ("#d9c2ef", "#4c1d95"),
        Premium::Letter(2) => ("#bcd9f2", "#1e3a8a"),
        Premium::Letter(3) => ("#f8e39a", "#713f12"),
        Premium::Letter(factor) if factor > 3 => ("#a9dfd8", "#134e4a"),
        Premium::Word(_) | Premium::Letter(_) => ("#cfcac0", "#3b3b3b"),
        Premium::Both(_) => ("#f1cfe3", "#701a45"),
        Premium::Program => ("#d8d8dd", "#33333d"),
    }
}

fn tile(out: &mut String, scene: BoardScene<'_>, placed: BoardTile, x: i64, y: i64) {
    let wild = scene.is_wild(placed);
    let (body, ink) = if wild { ("w", "wl") } else { ("t", "l") };
    let (inner, side) = (2, SIDE - 4);
    let letter = scene.rules.tiles.alphabet().upper(placed.face.letter);
    let size = match letter.chars().count() {
        1 => 23,
        2 => 16,
        _ => 12,
    };
    put(
        out,
        format_args!(
            "<rect class=\"{body}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"5\"/>",
            x + inner,
            y + inner
        ),
    );
    put(
        out,
        format_args!(
            "<text class=\"{ink}\" x=\"{}\" y=\"{}\" style=\"font-size:{size}px\">{}</text>",
            x + SIDE / 2 - 2,
            y + SIDE / 2 + size / 3,
            escape_xml(letter)
        ),
    );
    put(
        out,
        format_args!(
            "<text class=\"n\" x=\"{}\" y=\"{}\">{}</text>\n",
            x + SIDE - 9,
            y + SIDE - 6,
            placed.face.points
        ),
    );
}

fn coordinates(out: &mut String, scene: BoardScene<'_>, window: Rect) {
    let (bottom, right) = (
        MARGIN * 2 + window.height() as i64 * SIDE - 10,
        MARGIN * 2 + window.width() as i64 * SIDE - MARGIN / 2,
    );
    for x in window.min.x..=window.max.x {
        let middle = corner(window, Coord::new(x, window.min.y)).0 + SIDE / 2;
        let name = scene.column_name(x);
        for y in [MARGIN - 9, bottom] {
            put(out, format_args!("<text class=\"c\" x=\"{middle}\" y=\"{y}\">{name}</text>\n"));
        }
    }
    for y in window.min.y..=window.max.y {
        let middle = corner(window, Coord::new(window.min.x, y)).1 + SIDE / 2 + 5;
        let name = scene.row_name(y);
        for x in [MARGIN / 2, right] {
            put(out, format_args!("<text class=\"c\" x=\"{x}\" y=\"{middle}\">{name}</text>\n"));
        }
    }
}

/// Four gradients from the background colour to transparent, one along each edge.
fn fade(out: &mut String, width: i64, height: i64) {
    let (inner_width, inner_height) = (width - 2 * MARGIN, height - 2 * MARGIN);
    let edges = [
        ("l", "0 0 1 0", MARGIN, MARGIN, FADE, inner_height),
        ("r", "1 0 0 0", width - MARGIN - FADE, MARGIN, FADE, inner_height),
        ("t", "0 0 0 1", MARGIN, MARGIN, inner_width, FADE),
        ("b", "0 1 0 0", MARGIN, height - MARGIN - FADE, inner_width, FADE),
    ];
    for (id, line, x, y, w, h) in edges {
        let ends: Vec<&str> = line.split(' ').collect();
        put(
            out,
            format_args!(
                "<linearGradient id=\"quixotry-fade-{id}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"><stop stop-color=\"#fdfcf8\"/><stop offset=\"1\" stop-color=\"#fdfcf8\" stop-opacity=\"0\"/></linearGradient>",
                ends[0], ends[1], ends[2], ends[3]
            ),
        );
        put(
            out,
            format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"url(#quixotry-fade-{id})\"/>\n"
            ),
        );
    }
}

/// Escapes text for HTML, SVG and attributes. Control characters become spaces.
#[must_use]
pub fn escape_xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
